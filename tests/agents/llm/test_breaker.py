"""The circuit opens after failures in a row, lets one call try, and closes when that succeeds."""

from __future__ import annotations

import asyncio

import pytest

from agents.errors import GatewayError, InputError
from agents.llm import BreakingGateway, RetryingGateway

from .fakes import FakeClock, Model, ask, content, failing


def fail(gateway, match):
    with pytest.raises(GatewayError, match=match) as caught:
        gateway.chat(**ask())
    return caught.value


def test_it_opens_tries_and_closes():
    clock = FakeClock()
    model = Model(*[failing("server")] * 4)
    gateway = BreakingGateway(model, failures=3, cooldown=30, clock=clock)
    for _ in range(3):
        fail(gateway, "of kind server")
    error = fail(gateway, "failed 3 times in a row, last: a failure of kind server$")
    assert (error.kind, error.retry_after, len(model.calls)) == ("outage", 30, 3)
    clock.seconds += 30
    fail(gateway, "of kind server")  # the try fails
    fail(gateway, "failed 3 times in a row")
    clock.seconds += 30
    assert content(gateway.chat(**ask())) == "answer 5"
    assert content(gateway.chat(**ask())) == "answer 6"


def test_an_answer_or_a_refusal_shows_that_the_server_lives():
    model = Model(failing("server"), failing("refused"), failing("timeout"), "text", failing("server"))
    gateway = BreakingGateway(model, failures=2, clock=FakeClock())
    for match in ("server", "refused", "timeout"):
        fail(gateway, match)
    assert content(gateway.chat(**ask())) == "text"
    fail(gateway, "of kind server")
    assert content(gateway.chat(**ask())) == "answer 6"


def test_only_one_call_tries():
    clock = FakeClock()

    async def run():
        release = asyncio.Event()

        class Slow(Model):
            async def achat(self, **call):
                if len(self.calls) >= 1:
                    await release.wait()
                return self.chat(**call)

        gateway = BreakingGateway(Slow(failing("timeout")), failures=1, cooldown=5, clock=clock)
        with pytest.raises(GatewayError, match="of kind timeout"):
            await gateway.achat(**ask())
        clock.seconds += 5
        probe = asyncio.create_task(gateway.achat(**ask()))
        await asyncio.sleep(0)
        with pytest.raises(GatewayError, match="failed 1 times in a row"):
            await gateway.achat(**ask())
        probe.cancel()  # a cancelled try must not leave the circuit open for ever
        await asyncio.gather(probe, return_exceptions=True)
        release.set()
        return await gateway.achat(**ask())

    assert content(asyncio.run(run())) == "answer 2"


def test_retries_wait_for_the_circuit():
    clock = FakeClock()
    model = Model(*[failing("connection")] * 2)
    gateway = RetryingGateway(BreakingGateway(model, failures=2, cooldown=20, clock=clock), clock=clock)
    assert content(gateway.chat(**ask())) == "answer 3"
    assert sum(clock.waits[1:]) == pytest.approx(20)


def test_parameters_are_checked():
    with pytest.raises(InputError, match="failures = 0"):
        BreakingGateway(Model(), failures=0)
    with pytest.raises(InputError, match="cooldown = -1"):
        BreakingGateway(Model(), cooldown=-1)
