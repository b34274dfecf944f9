"""Machines of XState do here what XState 5.33.3 does with them; the states were recorded with it."""

from __future__ import annotations

import json

import pytest

from agents.errors import InputError
from agents.statechart import (
    Chart,
    InvalidChart,
    Machine,
    State,
    analyze,
    read_scxml,
    read_xstate,
    write_scxml,
)
from agents.statechart.batch_machines import BatchMachines
from agents.statechart.cli import main
from agents.statechart.xstate import NamedGuard, guard_names

LOG = {"actions": "log"}
TWO = {"initial": "1", "states": {"1": {"on": {"N": "2"}}, "2": {}}}


def parallel(**states):
    return {"type": "parallel", "states": states}


def compound(initial, **states):
    return {"initial": initial, "states": states}


#: What is shown, the machine (its id is m), the events, and the states after the start and each event.
CASES = [
    (
        "an event has its own transition before *, whatever the order",
        compound("a", a={"on": {"*": "other", "GO": "b"}}, b={"on": {"*": LOG}}, other={}),
        ["GO", "X"],
        ["a", "b", "b"],
    ),
    (
        "the longest of several prefixes is first",
        compound("a", a={"on": {"*": "x", "f.*": "y", "f.g.*": "z"}}, x={}, y={}, z={}),
        ["f.g.h"],
        ["a", "z"],
    ),
    (
        "a prefix matches its own name too, and a timer is no other event",
        compound("a", a={"on": {"f.*": "b"}}, b={"on": {"*": LOG}, "after": {"20": "a"}}),
        ["fg", "f", "+19", "+1"],
        ["a", "a", "b", "b", "a"],
    ),
    (
        "a guard that does not hold leaves a timer to *",
        compound("a", a={"after": {"10": {"target": "b", "guard": "no"}}, "on": {"*": "c"}}, b={}, c={}),
        ["+10"],
        ["a", "c"],
    ),
    (
        "a name without a star matches no longer one",
        compound("a", a={"on": {"f": "x", "f.g": "y"}}, x={"on": {"f": "a"}}, y={"on": {"f": "a"}}),
        ["f.g", "f.g", "f", "f.h", "f"],
        ["a", "y", "y", "a", "a", "x"],
    ),
    (
        "a star or a dot at the end is of the name, but for .*",
        compound("a", a={"on": {"f*": "x", "g.": "y", "h": "z"}}, x={}, y={}, z={}),
        ["f", "g", "fa", "h.", "g."],
        ["a", "a", "a", "a", "a", "y"],
    ),
    (
        "a transition to its own state restarts no timer",
        compound("a", a={"on": {"P": "a"}, "after": {"20": "b"}}, b={}),
        ["+15", "P", "+5"],
        ["a", "a", "a", "b"],
    ),
    (
        "but does if it enters again",
        compound("a", a={"on": {"P": {"target": "a", "reenter": True}}, "after": {"20": "b"}}, b={}),
        ["+15", "P", "+5"],
        ["a", "a", "a", "a"],
    ),
    (
        "a compound state goes to its default, and keeps its own timer",
        compound("a", a={**TWO, "on": {"P": "a"}, "after": {"20": "b"}}, b={}),
        ["N", "+15", "P", "+5"],
        ["a/1", "a/2", "a/2", "a/1", "b"],
    ),
    (
        "and so does a parallel one",
        compound("a", a={**parallel(x=TWO, y={}), "on": {"P": "a"}, "after": {"20": "b"}}, b={}),
        ["N", "+15", "P", "+5"],
        ["a/x/1 a/y", "a/x/2 a/y", "a/x/2 a/y", "a/x/1 a/y", "b"],
    ),
    (
        "a region that takes an event keeps it from the states around",
        {
            **compound("p", p=parallel(x=compound("1", **{"1": {"on": {"F": LOG}}}), y=TWO), out={}),
            "on": {"F": ".out", "G": ".out"},
        },
        ["F", "N", "F", "G"],
        ["p/x/1 p/y/1", "p/x/1 p/y/1", "p/x/1 p/y/2", "p/x/1 p/y/2", "out"],
    ),
    (
        "a transition between regions leaves the inner parallel state only",
        compound("c", c=parallel(o=TWO, i=parallel(a=TWO, b={"on": {"E": "#m.c.i.a"}}))),
        ["N", "E"],
        ["c/o/1 c/i/a/1 c/i/b", "c/o/2 c/i/a/2 c/i/b", "c/o/2 c/i/a/1 c/i/b"],
    ),
    (
        "a history without a target has the default of its parent",
        compound(
            "w",
            w={"on": {"G": "c.a"}},
            c=compound("b", a={"on": {"G": "h"}}, b={}, h={"type": "history"}),
        ),
        ["G", "G"],
        ["w", "c/a", "c/b"],
    ),
    (
        "a state with a kind of history is one",
        compound(
            "a",
            a={**compound("1", **{"1": TWO, "h": {"history": "deep"}}), "on": {"X": "b"}},
            b={"on": {"X": "a.h"}},
        ),
        ["N", "X", "X"],
        ["a/1/1", "a/1/2", "b", "a/1/2"],
    ),
    (
        "transitions of one delay have one timer, and the first that holds is taken",
        compound("a", a={"after": {"10": [{"guard": "yes", "actions": "log"}, "b"]}}, b={}),
        ["+10", "+10"],
        ["a", "a", "a"],
    ),
    (
        "an eventless transition that changes nothing ends the step",
        compound(
            "a",
            a={"always": {"guard": "yes", "actions": "log"}, "on": {"G": "b"}},
            b={"always": {**LOG}},
        ),
        ["G"],
        ["a", "b"],
    ),
    (
        "a machine is done in a final state of its root, also if the root has transitions",
        {**compound("a", a={"on": {"G": "z"}}, z={"type": "final"}), "on": {"R": ".a"}},
        ["G", "R"],
        ["a", "z", "z"],
    ),
    (
        "and if all its regions are",
        {
            **parallel(
                x=compound("1", **{"1": {"on": {"N": "z"}}, "z": {"type": "final"}}),
                y=compound("1", **{"1": {"on": {"M": "z"}}, "z": {"type": "final"}}),
            ),
            "on": {"R": ".x"},
        },
        ["N", "R", "N", "M", "R"],
        ["x/1 y/1", "x/z y/1", "x/1 y/1", "x/z y/1", "x/z y/z", "x/z y/z"],
    ),
    (
        "a parallel state within another completes it",
        compound(
            "p",
            p={
                **parallel(
                    q=parallel(x=compound("1", **{"1": {"on": {"N": "z"}}, "z": {"type": "final"}}))
                ),
                "onDone": "e",
            },
            e={},
        ),
        ["N"],
        ["p/q/x/1", "e"],
    ),
    (
        "a transition to the root enters its default",
        {"id": "m", **compound("a", a={"on": {"G": "b"}}, b={"on": {"G": "#m"}})},
        ["G", "G"],
        ["a", "b", "a"],
    ),
    *(
        (
            f"so does one below a state named {key}, whatever else has that name",
            {"id": "m", **compound("a", a={"on": {"G": key}}, **{key: {"on": {"G": "#m"}}})},
            ["G", "G"],
            ["a", key, "a"],
        )
        for key in ("invoke", "context", "source", "id", "meta", "states", "on")
    ),
    (
        "an event named meta may go to the root, and a target in a free value is none",
        {
            "id": "m",
            **compound("a", a={"on": {"G": "b"}}, b={"on": {"meta": "#m"}, "meta": {"target": "#m"}}),
        },
        ["G", "meta"],
        ["a", "b", "a"],
    ),
]
GUARDS = {"yes": True, "no": False}


def run(chart, events):
    machine = Machine(chart, context=GUARDS)
    states = [" ".join(machine.states)]
    for event in events:
        states.append(" ".join(machine.tick(int(event)) if event[0] == "+" else machine.send(event)))
    return states, machine


@pytest.mark.parametrize(("why", "machine", "events", "expected"), CASES, ids=[one[0] for one in CASES])
def test_a_machine_does_what_it_does_in_xstate(why, machine, events, expected):
    chart = read_xstate(json.dumps({"id": "m"} | machine))
    assert run(chart, events)[0] == expected
    # The same by the kernel alone, which a sink demands.
    sink = type("Sink", (), {"emit": lambda self, name, data: None})()
    machine = Machine(chart, context=GUARDS, sink=sink)
    states = [machine.tick(int(event)) if event[0] == "+" else machine.send(event) for event in events]
    assert [" ".join(one) for one in states] == expected[1:]
    if not guard_names(chart):
        again = read_scxml(write_scxml(chart))
        assert again.digest == chart.digest
        assert run(again, events)[0] == expected
        batch = BatchMachines(chart, 2)
        for event, after in zip(events, expected[1:], strict=True):
            batch.tick(int(event)) if event[0] == "+" else batch.send(event)
            assert [" ".join(one) for one in batch.states()] == [after] * 2
    # What a run has entered is never reported as unreachable, and no step was without end.
    entered = {name for state in expected for id in state.split() for name in (id, *chart.ancestors(id))}
    for found in analyze(chart):
        assert found.finding.code not in ("CHART105", "CHART107")
        if found.finding.code == "CHART101":
            assert found.finding.message.split("'")[1] not in entered


def test_a_star_beside_a_timer_and_an_event_makes_nothing_dead():
    machine = compound(
        "idle",
        idle={"on": {"*": LOG, "START": "busy"}},
        busy={"after": {"1000": "idle"}, "on": {"*": LOG}},
    )
    chart = read_xstate(json.dumps(machine))
    assert analyze(chart) == []
    machine = Machine(chart)
    machine.send("START")
    machine.tick(1000)
    assert [record.name for record in machine.trace if record.kind == "transition"] == [
        "busy --after 1000--> idle"
    ]


def test_a_prefix_beside_its_name_makes_nothing_dead():
    machine = compound("a", a={"on": {"f.*": "b", "f": "c"}}, b={"on": {"X": "a"}}, c={"on": {"X": "a"}})
    assert analyze(read_xstate(json.dumps(machine))) == []


@pytest.mark.parametrize(
    ("machine", "message"),
    [
        ({"states": {"a": {}}}, "a state with states has no 'initial': expected one of a"),
        (compound("a.b", a=compound("b", b={})), "initial = 'a.b': expected a state of it"),
        ({**compound("a", a={}), "on": {"X": "a"}}, "target = 'a': expected '.a' in the root"),
        (compound("a", a={"type": "final", "on": {"X": "a"}}), "on of a final state: expected none"),
        (compound("a", a={"after": {"0": "a"}}), "after = 0: expected whole milliseconds, at least 1"),
        (compound("a", a={"after": {"1.5": "a"}}), "after = 1.5: expected whole milliseconds"),
        (compound("a", a={"on": {"xstate.done.*": "a"}}), "expected one event of a state or service"),
        (
            compound("a", a={"entry": {"type": "xstate.raise", "event": "E", "delay": "slow"}}),
            "delay of raise E = 'slow': expected milliseconds >= 1",
        ),
        (
            compound("a", a={"entry": {"type": "xstate.raise", "params": "E"}}),
            "params of raise = 'E': expected an object",
        ),
    ],
)
def test_what_xstate_refuses_or_does_otherwise_is_refused(machine, message):
    with pytest.raises(InvalidChart, match=message.replace("(", r"\(")):
        read_xstate(json.dumps(machine))


def test_an_event_raised_later_comes_later():
    raised = {"type": "xstate.raise", "event": {"type": "E"}, "delay": 20}
    chart = read_xstate(json.dumps(compound("a", a={"entry": raised, "on": {"E": "b"}}, b={})))
    assert run(chart, ["+19", "+1"])[0] == ["a", "a", "b"]


GUARDED = compound("w", w={"on": {"GO": {"target": "done", "guard": "ready"}}}, done={})


def test_guards_have_the_values_of_the_context():
    chart = read_xstate(json.dumps(GUARDED))
    for context, expected in (
        (None, "w"),
        ({"ready": False}, "w"),
        ({"ready": True}, "done"),
        ({"ready": lambda scope: scope.event.data == 7}, "done"),
        ({"ready": lambda scope: scope.event.data == 8}, "w"),
    ):
        assert Machine(chart, context=context).send("GO", 7) == (expected,)
    assert guard_names(chart) == {"ready": "w"}
    assert NamedGuard("ready").source == "ready"


def test_guards_on_the_command_line(tmp_path, capsys):
    path = tmp_path / "m.json"
    child = {"invoke": {"src": compound("x", x={"always": {"guard": "inner", "target": "x"}})}}
    path.write_text(json.dumps(compound("w", w={**GUARDED["states"]["w"], **child}, done={})))
    assert main(["run", str(path), "GO", "--json"]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["states"] == ["w"]
    assert "are false: inner (state x), ready (state w); --guard NAME=true sets one" in told.err
    assert main(["run", str(path), "GO", "--guard", "ready=true", "--guard", "inner=false"]) == 0
    told = capsys.readouterr()
    assert told.out.endswith("done\n")
    assert not told.err
    for wrong, message in (
        ("ready", "--guard ready: expected NAME=true or NAME=false"),
        ("red=true", "--guard red=true: expected one of inner, ready"),
    ):
        with pytest.raises(InputError, match=message):
            main(["run", str(path), "--guard", wrong])


def test_a_chart_without_guards_says_so(tmp_path):
    path = tmp_path / "m.json"
    path.write_text(json.dumps(compound("w", w={})))
    with pytest.raises(InputError, match="--guard red=true: expected none, as the chart has no guards"):
        main(["run", str(path), "--guard", "red=true"])


def test_the_end_of_an_actor_may_be_that_of_one_that_xstate_spawns():
    machine = compound("a", a={"on": {"xstate.done.actor.worker": "b"}}, b={})
    codes = [found.finding.code for found in analyze(read_xstate(json.dumps(machine)))]
    assert "CHART113" not in codes


def test_the_end_of_a_service_may_go_to_the_root():
    for key in ("onDone", "onError", "onSnapshot"):
        invoke = [{"src": "f", "id": "f", key: [{"target": ["#m"]}]}]
        read_xstate(json.dumps({"id": "m", **compound("a", a={"invoke": invoke})}))


def test_a_history_that_leads_to_its_own_source_enters_no_state_that_another_transition_leaves():
    region = {**compound("x", x={"on": {"R": "h"}}, h={"type": "history"})}
    machine = compound("p", o={}, p=parallel(q={"on": {"R": "#m.o"}}, r=region))
    chart = read_xstate(json.dumps({"id": "m", **machine}))
    run = Machine(chart)
    assert run.send("R") == ("o",)
    assert chart.is_legal(run.configuration.states)


def test_a_function_as_a_service_is_written_to_scxml_and_read_back():
    service = {"src": "fetch", "onDone": "b", "onError": "c"}
    machine = {"id": "m", **compound("a", a={"invoke": service}, b={}, c={})}
    chart = read_xstate(json.dumps(machine))
    again = read_scxml(write_scxml(chart))
    assert again.digest == chart.digest
    run = Machine(again)
    assert run.states == ("a",)
    assert run.send("done.invoke.0.m.a") == ("b",)


def test_guards_are_not_written_to_scxml():
    with pytest.raises(InputError, match="w: guard 'ready' is a function in XState: SCXML has no text"):
        write_scxml(read_xstate(json.dumps(GUARDED)))


def test_rules_that_do_not_exist_are_refused():
    with pytest.raises(InvalidChart, match="rules 'harel': expected scxml or xstate"):
        Chart((State("a"),), rules="harel")
    with pytest.raises(InvalidChart, match="rules 'harel': expected one of scxml, xstate"):
        read_scxml('<scxml xmlns:k="urn:kempe:scxml" k:rules="harel"><state id="a"/></scxml>')
