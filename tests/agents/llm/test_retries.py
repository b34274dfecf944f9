"""Transient failures are tried again after seeded pauses; the others are not."""

from __future__ import annotations

import asyncio

import pytest

from agents.errors import GatewayError, InputError
from agents.llm import RetryingGateway

from .fakes import FakeClock, Model, ask, content, failing


@pytest.mark.parametrize("kind", ["timeout", "rate_limit", "server", "connection", "malformed"])
def test_what_may_pass_is_tried_again(kind):
    clock, model = FakeClock(), Model(failing(kind), failing(kind))
    assert content(RetryingGateway(model, clock=clock).chat(**ask())) == "answer 3"
    assert len(clock.waits) == 2
    assert 0 <= clock.waits[0] <= 1
    assert 0 <= clock.waits[1] <= 2


@pytest.mark.parametrize("kind", ["refused", "budget", "missing"])
def test_what_will_not_pass_is_not(kind):
    clock, model = FakeClock(), Model(failing(kind))
    with pytest.raises(GatewayError, match=f"of kind {kind}"):
        RetryingGateway(model, clock=clock).chat(**ask())
    assert (len(model.calls), clock.waits) == (1, [])


def test_the_last_error_is_raised():
    model = Model(*map(failing, ["server", "timeout", "connection"]))
    with pytest.raises(GatewayError, match="of kind connection"):
        RetryingGateway(model, retries=2, clock=FakeClock()).chat(**ask())
    assert len(model.calls) == 3


def test_a_server_that_says_how_long_to_wait_is_obeyed():
    clock = FakeClock()
    RetryingGateway(Model(failing("rate_limit", 7.5)), clock=clock).chat(**ask())
    assert clock.waits == [7.5]


def test_patience_ends():
    clock, model = FakeClock(), Model(failing("rate_limit", 50), failing("rate_limit", 50))
    with pytest.raises(GatewayError, match="of kind rate_limit"):
        RetryingGateway(model, patience=80, clock=clock).chat(**ask())
    assert clock.waits == [50]


def pauses(text, seed=0, **options):
    clock = FakeClock()
    model = Model(*[failing("server")] * 6)
    RetryingGateway(model, retries=6, seed=seed, clock=clock, **options).chat(**ask(text))
    return clock.waits


def test_pauses_follow_from_the_seed_and_the_request():
    assert pauses("a") == pauses("a")
    assert pauses("a") != pauses("b")
    assert pauses("a") != pauses("a", seed=1)
    assert max(pauses("a", longest_pause=2)) <= 2


def test_tasks_pause_alike():
    clock = FakeClock()
    model = Model(*[failing("server")] * 6)
    gateway = RetryingGateway(model, retries=6, clock=clock)
    assert content(asyncio.run(gateway.achat(**ask("a")))) == "answer 7"
    assert clock.waits == pauses("a")


def test_other_exceptions_pass_through():
    with pytest.raises(KeyboardInterrupt):
        RetryingGateway(Model(KeyboardInterrupt()), clock=FakeClock()).chat(**ask())


def test_parameters_are_checked():
    with pytest.raises(InputError, match="retries = -1"):
        RetryingGateway(Model(), retries=-1)
    with pytest.raises(InputError, match="patience = nan"):
        RetryingGateway(Model(), patience=float("nan"))
