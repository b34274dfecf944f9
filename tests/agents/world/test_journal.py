"""Answers that were paid for are never paid for twice."""

import asyncio

import pytest

from agents.errors import GatewayError
from agents.llm import MockLLMGateway
from agents.world import BarrierScheduler, TraceDb, export, verify
from agents.world.cognitive import SimpleCognitivePolicy
from agents.world.journal import JournaledGateway
from agents.world.tools import tool_specs
from tests.agents.world.worlds import world

AGENTS, STEPS = 3, 4


class Killed(BaseException):
    """Stands for the end of the process."""


class Paid(MockLLMGateway):
    """A model that counts what it is paid for, and stops everything after some answers."""

    def __init__(self, sink, bill, stop_after, error):
        object.__setattr__(self, "seed", 5)
        object.__setattr__(self, "sink", sink)
        object.__setattr__(self, "bill", bill)
        object.__setattr__(self, "left", [stop_after])
        object.__setattr__(self, "error", error)

    async def aask(self, request):
        if self.left[0] == 0:
            raise self.error
        self.left[0] -= 1
        self.bill.append(str(request.messages))
        await asyncio.sleep(0)
        return self.ask(request)


def attempt(path, bill, stop_after, error):
    with TraceDb(path) as trace:
        gateway = JournaledGateway(Paid(trace, bill, stop_after, error), trace)
        agents = {
            f"agent_{i}": SimpleCognitivePolicy(gateway=gateway, model="m", tools=tool_specs())
            for i in range(AGENTS)
        }
        engine = world(agents, trace, scheduler=BarrierScheduler(retries=0, max_concurrent=2))
        asyncio.run(engine.arun(STEPS))
        return trace.head("run")


@pytest.mark.parametrize(
    "error", [Killed(), GatewayError("spent", kind="budget")], ids=["kill", "budget"]
)
def test_no_request_is_paid_twice_wherever_the_run_stops(tmp_path, error):
    whole = attempt(tmp_path / "whole.db", [], 10**9, error)
    for stop_after in range(AGENTS * STEPS):
        path, bill = tmp_path / f"{stop_after}.db", []
        with pytest.raises(type(error)):
            attempt(path, bill, stop_after, error)
        assert attempt(path, bill, 10**9, error) == whole
        assert len(bill) == len(set(bill)) == AGENTS * STEPS
    with TraceDb(path, readonly=True) as trace:
        assert verify(trace, "run").calls == AGENTS * STEPS
        assert trace.query("SELECT name FROM sqlite_schema WHERE name = 'journal'") == []


def test_a_journal_is_not_exported(tmp_path):
    bill = []
    with pytest.raises(Killed):
        attempt(tmp_path / "a.db", bill, 2, Killed())
    with TraceDb(tmp_path / "a.db", readonly=True) as trace:
        assert trace.query("SELECT count(*) FROM journal") == [(len(bill),)]
        export(trace, tmp_path / "b.db")
    with TraceDb(tmp_path / "b.db", readonly=True) as trace:
        assert trace.query("SELECT name FROM sqlite_schema WHERE name = 'journal'") == []
