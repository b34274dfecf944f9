"""No minute exceeds a limit, no more calls than allowed are under way, and nobody is passed over."""

from __future__ import annotations

import asyncio
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.contracts import LLMGateway
from agents.errors import GatewayError, InputError
from agents.llm import LimitedGateway
from agents.llm.limits import MINUTE, Window

from .fakes import FakeClock, Model, ask, failing


def test_it_is_a_gateway():
    assert isinstance(LimitedGateway(Model()), LLMGateway)


def test_requests_a_minute():
    clock = FakeClock()
    model = Model(clock=clock)
    gateway = LimitedGateway(model, rpm=3, clock=clock)
    for _ in range(7):
        gateway.chat(**ask())
    assert [time - 1000 for time in model.times] == [0, 0, 0, 60, 60, 60, 120]


def test_tokens_a_minute_are_set_right_by_the_answer():
    clock = FakeClock()
    model = Model(clock=clock, usage={"prompt_tokens": 60, "completion_tokens": 35})
    gateway = LimitedGateway(model, tpm=100, clock=clock)
    for _ in range(3):
        gateway.chat(**ask())
    assert [time - 1000 for time in model.times] == [0, 60, 120]


def test_a_prompt_that_fits_no_minute_is_refused():
    with pytest.raises(GatewayError, match=r"about \d+ tokens: the limit is 5 per minute") as caught:
        LimitedGateway(Model(), tpm=5).chat(**ask("word " * 50))
    assert caught.value.kind == "refused"


@given(
    st.integers(1, 20),
    st.lists(st.tuples(st.floats(0, 40), st.integers(1, 20)), max_size=40),
)
def test_no_window_exceeds_its_limit(limit, steps):
    window, now, given_out = Window(limit), 0.0, []
    for step, amount in steps:
        now += step
        amount = min(amount, limit)
        at = window.moment(amount, now)
        assert at >= now
        window.spend(amount, at)
        given_out.append((at, amount))
    for start, _ in given_out:
        assert sum(a for at, a in given_out if start <= at < start + MINUTE) <= limit
    assert [at for at, _ in given_out] == sorted(at for at, _ in given_out)


def test_tasks_wait_for_each_other_and_a_failure_frees_its_place():
    under_way, most = 0, 0

    class Slow:
        async def achat(self, **call):
            nonlocal under_way, most
            under_way += 1
            most = max(most, under_way)
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            under_way -= 1
            raise failing("server")

    gateway = LimitedGateway(Slow(), max_concurrent=3)

    async def all_at_once():
        return await asyncio.gather(*(gateway.achat(**ask()) for _ in range(10)), return_exceptions=True)

    for _ in range(2):  # two event loops
        assert len(asyncio.run(all_at_once())) == 10
    assert most == 3


def test_a_cancelled_task_frees_its_place():
    class Stuck:
        async def achat(self, **call):
            await asyncio.Event().wait()

    async def run():
        gateway = LimitedGateway(Stuck(), max_concurrent=1)
        task = asyncio.create_task(gateway.achat(**ask()))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        gateway.gateway = Model()
        return await gateway.achat(**ask())

    assert asyncio.run(run())["choices"]


def test_threads_wait_for_each_other():
    under_way, most = 0, 0
    lock = threading.Lock()
    pair = threading.Barrier(2)

    class Slow:
        def chat(self, **call):
            nonlocal under_way, most
            with lock:
                under_way += 1
                most = max(most, under_way)
            pair.wait(10)  # two must be inside together
            with lock:
                under_way -= 1
            return {}

    gateway = LimitedGateway(Slow(), max_concurrent=2)
    threads = [threading.Thread(target=gateway.chat, kwargs=ask()) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert most == 2


@pytest.mark.parametrize("name", ["rpm", "tpm", "max_concurrent"])
def test_limits_are_checked(name):
    with pytest.raises(InputError, match=f"{name} = 0: expected an integer >= 1"):
        LimitedGateway(Model(), **{name: 0})
