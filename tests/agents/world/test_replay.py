"""Agents made anew decide the same."""

import pytest

from agents.errors import TraceError
from agents.world import TraceDb
from agents.world.replay import replay
from agents.world.setup import Settings, make_engine
from tests.agents.world.test_setup import phase2


@pytest.mark.parametrize("settings", [Settings(steps=5), phase2()])
def test_a_run_replays(settings):
    run = settings.metadata()
    with TraceDb(":memory:") as trace:
        trace.insert_run(run)
        make_engine(run, trace).run(settings.steps)
        assert replay(trace, run.run_id) == settings.steps


def test_decisions_that_were_not_the_agents_are_named():
    run, other = Settings(steps=5).metadata(), Settings(steps=5, seed=43).metadata()
    with TraceDb(":memory:") as trace:
        trace.insert_run(run)
        make_engine(other.model_copy(update={"run_id": run.run_id}), trace).run(5)
        with pytest.raises(TraceError, match=r"step 0: the action of 'agent_000' was .*90823.*205886"):
            replay(trace, run.run_id)


def test_a_changed_trace_is_not_replayed():
    run = Settings(steps=5).metadata()
    with TraceDb(":memory:") as trace:
        trace.insert_run(run)
        make_engine(run, trace).run(5)
        trace.connection.execute(
            "UPDATE trace SET info_json = replace(info_json, '220964', '220965') WHERE time_step = 2"
        )
        with pytest.raises(TraceError, match="step 2: the rows do not match"):
            replay(trace, run.run_id)
