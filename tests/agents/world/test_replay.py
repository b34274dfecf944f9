"""Agents made anew decide the same, and what a trace says of a step and a run."""

import pytest

from agents.errors import InputError, TraceError
from agents.world import TraceDb, diff, rebuild_messages, snapshot
from agents.world.replay import replay
from agents.world.setup import Settings, make_engine
from tests.agents.world.test_setup import phase2
from tests.agents.world.worlds import Does, ran, says


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


def test_a_snapshot_is_of_a_recorded_step():
    trace, _ = ran({"a": Does(says("x")), "b": Does(("noop", {}))}, 3)
    assert [snapshot(trace, "run", step)["trace_count"] for step in range(3)] == [2, 4, 6]
    assert [len(rebuild_messages(trace, "run", before)) for before in range(4)] == [0, 1, 2, 3]
    for step in (-1, 3, 99):
        with pytest.raises(InputError, match=f"time_step = {step}: expected an integer >= 0 and < 3"):
            snapshot(trace, "run", step)
    for before in (-1, 4):
        with pytest.raises(InputError, match=f"before = {before}: expected an integer from 0 to 3"):
            rebuild_messages(trace, "run", before)


@pytest.mark.parametrize(
    "read",
    [
        lambda trace, run_id: snapshot(trace, run_id, 0),
        lambda trace, run_id: rebuild_messages(trace, run_id, 0),
        lambda trace, run_id: list(trace.fetch_trace_events(run_id)),
        lambda trace, run_id: list(trace.fetch_messages(run_id)),
        lambda trace, run_id: trace.fetch_recent_messages(run_id, before=1, limit=1),
        lambda trace, run_id: trace.head(run_id),
        lambda trace, run_id: diff(trace, "run", trace, run_id),
    ],
)
def test_a_run_that_the_trace_does_not_have_is_an_error(read):
    trace, _ = ran({"a": Does(says("x"))}, 1)
    read(trace, "run")
    with pytest.raises(TraceError, match="run id = 'zz': expected one of the file: 'run'"):
        read(trace, "zz")
