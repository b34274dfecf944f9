"""Scripted conversations against golden traces (F5.5); ``pytest --update-golden`` rewrites them."""

from __future__ import annotations

import json

import pytest

from agents.contracts import EventSink
from agents.errors import InputError
from agents.flow import compile_flow
from agents.flow.harness import Trace, compare, play, read_script
from tests.agents.flow.support import GOLDEN, HERE, REGISTRY, chain, end, fixture, question

SCRIPTS = sorted((HERE / "scripts").glob("*.json"))


def played(path):
    flow = compile_flow(fixture(f"{path.name.split('.')[0]}.json"), REGISTRY)
    return play(flow, read_script(json.loads(path.read_text())))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_f5_5_a_script_gives_its_golden_trace(path, request):
    golden = GOLDEN / f"{path.stem}.jsonl"
    trace = played(path)
    assert compare(trace, golden, update=request.config.getoption("--update-golden")) == []
    assert golden.exists()


def test_the_golden_traces_tell_everything_that_a_trace_should():
    names = {
        json.loads(line)["event"]
        for path in GOLDEN.glob("*.jsonl")
        for line in path.read_text().splitlines()
    }
    assert names >= {
        "flow.node_enter",
        "flow.node_exit",
        "flow.guard_eval",
        "flow.update_committed",
        "flow.validation_failed",
        "flow.path_vote",
        "flow.lock",
        "flow.subgraph_push",
        "flow.subgraph_pop",
        "flow.terminal",
        "reply",
        "state",
        "extracted",
    }
    assert len(list(GOLDEN.glob("*.jsonl"))) == len(SCRIPTS)


def test_lines_are_canonical_and_know_no_clock():
    for path in GOLDEN.glob("*.jsonl"):
        for line in path.read_text().splitlines():
            event = json.loads(line)
            assert line == json.dumps(event, sort_keys=True, separators=(",", ":"))
            assert not {"time", "timestamp", "seconds"} & event.keys()


def test_a_trace_is_a_sink_like_any_other():
    assert isinstance(Trace(), EventSink)


def test_playing_twice_gives_the_same_bytes():
    assert played(SCRIPTS[0]).text() == played(SCRIPTS[0]).text()


def test_a_difference_is_shown_and_can_be_accepted(tmp_path):
    golden = tmp_path / "new" / "trace.jsonl"
    trace = played(SCRIPTS[0])
    assert compare(trace, golden)
    assert compare(trace, golden, update=True) == []
    assert compare(trace, golden) == []
    trace.lines[3] = "changed"
    assert "+changed" in compare(trace, golden)


def test_a_script_must_fit_its_flow():
    flow = compile_flow(chain(question("a"), end()))
    with pytest.raises(InputError, match="turn 2 of 2: the conversation is over"):
        play(flow, read_script({"turns": [{"answer": {"a": "1"}}, {"answer": {"a": "2"}}]}))


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ([], 'expected an object {"turns": [...]}, got list'),
        ({"turns": 3}, "turns: input should be a valid list, got 3"),
        ({"turns": [{"anwser": {}}]}, "turns/0/anwser: unknown, expected one of answer, correct, "),
        ({}, "turns is missing"),
    ],
)
def test_a_bad_script_is_refused(script, told):
    with pytest.raises(InputError, match="not a script") as caught:
        read_script(script, "s.json")
    assert str(caught.value).startswith(f"s.json: not a script: {told}")
