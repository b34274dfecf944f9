"""Machines of XState v5, as a configuration and as JSON.stringify writes them."""

from __future__ import annotations

import json

import pytest

from agents.errors import InputError
from agents.statechart import InvalidChart, Machine, analyze, load_xstate, read_xstate
from agents.statechart.cli import main


def read(**machine):
    return read_xstate(json.dumps(machine))


def codes(chart):
    return [(f.finding.code, f.finding.location) for f in analyze(chart)]


def test_a_configuration_runs():
    chart = read(
        id="player",
        initial="off",
        states={
            "off": {"on": {"POWER": "on.hist"}},
            "on": {
                "initial": "stopped",
                "on": {"POWER": "off", "RESET": {"target": ".stopped"}, "OFF": "#end"},
                "states": {
                    "hist": {"type": "history"},
                    "stopped": {"on": {"PLAY": "playing"}, "after": {"1000": "#player.off"}},
                    "playing": {"on": {"STOP": [{"guard": "may", "target": "stopped"}, "stopped"]}},
                },
            },
            "gone": {"type": "final", "id": "end"},
        },
    )
    machine = Machine(chart)
    states = [machine.send(name) for name in ("POWER", "PLAY", "POWER", "POWER", "STOP")]
    assert states == [("on/stopped",), ("on/playing",), ("off",), ("on/playing",), ("on/stopped",)]
    assert machine.tick(1000) == ("off",)
    machine.send("POWER")
    assert machine.send("OFF") == ("gone",)
    assert machine.configuration.done
    assert codes(chart) == []


def test_transitions_of_the_root_and_a_parallel_root():
    chart = read(
        type="parallel",
        on={"RESET": ".a"},
        states={
            "a": {"initial": "x", "states": {"x": {"on": {"GO": "y"}}, "y": {}}},
            "b": {"initial": "x", "states": {"x": {}}, "always": {"guard": "g", "target": ".x"}},
        },
    )
    machine = Machine(chart)
    assert machine.send("GO") == ("a/y", "b/x")
    assert machine.send("RESET") == ("a/x", "b/x")


def test_what_stringify_writes_is_read():
    machine = {
        "id": "(machine)",
        "key": "(machine)",
        "type": "compound",
        "initial": {"target": ["#(machine).a"], "source": "#(machine)", "actions": []},
        "history": False,
        "on": {},
        "transitions": [],
        "states": {
            "a": {
                "id": "(machine).a",
                "key": "a",
                "type": "atomic",
                "initial": {"target": [], "source": "#(machine).a", "actions": []},
                "history": False,
                "states": {},
                "on": {
                    "GO": [
                        {
                            "target": ["#(machine).b"],
                            "source": "#(machine).a",
                            "actions": [{"type": "note"}],
                            "reenter": False,
                            "eventType": "GO",
                        }
                    ]
                },
                "entry": [],
                "exit": [],
                "invoke": [],
            },
            "slow": {"on": {"xstate.after.500.(machine).slow": [{"target": ["#(machine).b"]}]}},
            "b": {
                "id": "(machine).b",
                "type": "atomic",
                "states": {},
                "on": {},
                "initial": {"target": []},
            },
            "lost": {"id": "(machine).lost", "type": "atomic", "states": {}, "on": {}},
        },
    }
    chart = read(**machine)
    assert Machine(chart).send("GO") == ("b",)
    assert chart.out["slow"][0].edge.after == 500
    assert codes(chart) == [("CHART101", "slow"), ("CHART101", "lost"), ("CHART103", "b")]


def test_services_and_done_events():
    chart = read(
        initial="load",
        states={
            "load": {"invoke": {"id": "get", "onDone": "work", "onError": {"target": "failed"}}},
            "failed": {"type": "final"},
            "work": {
                "initial": "w",
                "onDone": "end",
                "states": {"w": {"on": {"E": "f"}}, "f": {"type": "final"}},
            },
            "end": {"type": "final"},
        },
    )
    machine = Machine(chart)
    machine.send("done.invoke.get")
    assert machine.send("E") == ("end",)
    assert codes(chart) == []


def test_a_machine_within_runs_and_its_end_leads_on():
    child = {"initial": "x", "states": {"x": {"on": {"GO": "y"}}, "y": {"type": "final"}}}
    chart = read(
        initial="a",
        states={
            "a": {"invoke": {"id": "sub", "src": child, "onDone": "b"}},
            "b": {"invoke": {"src": "fetchUser", "onDone": "c", "onError": "a"}},
            "c": {"type": "final"},
        },
    )
    machine = Machine(chart)
    assert machine.children["sub"].send("GO") == ("y",)
    assert machine.states == ("b",)
    assert machine.send("done.invoke.0.(machine).b") == ("c",)
    assert codes(chart) == []


def test_events_of_services_as_written_by_stringify():
    chart = read(
        id="m",
        initial="a",
        states={
            "a": {
                "on": {"xstate.done.actor.0.m.a": "b", "xstate.error.actor.0.m.a": "b"},
                "invoke": [{"type": "xstate.invoke", "src": "load", "id": "0.m.a"}],
            },
            "b": {"type": "final"},
        },
    )
    assert Machine(chart).send("done.invoke.0.m.a") == ("b",)
    assert codes(chart) == []
    with pytest.raises(InvalidChart, match="invoke = 7: expected an object"):
        read(initial="a", states={"a": {"invoke": 7}})


def test_keys_that_xstate_ignores_are_refused_with_those_they_may_be_meant_for(tmp_path, capsys):
    machine = {
        "id": "m",
        "initial": "a",
        "contxt": {},
        "states": {
            "a": {
                "onn": {"GO": "b"},
                "on": {"GO": {"target": "b", "cond": "may"}},
                "invoke": {"src": "load", "onDon": "b"},
                "initial": {"target": "x", "colour": 1},
                "states": {"x": {"onEntry": "tell", "meta": {"onn": 1}}},
            },
            "b": {"type": "final", "on": [], "after": 7},
        },
    }
    path = tmp_path / "machine.json"
    path.write_text(json.dumps(machine))
    assert main(["check", str(path), "--json"]) == 2
    findings = json.loads(capsys.readouterr().out)["findings"]
    assert [(one["location"], one["message"]) for one in findings] == [
        ("the machine", "key of a machine = 'contxt': expected context"),
        ("a", "key of a state = 'onn': expected on or onDone"),
        ("a/x", "key of a state = 'onEntry': expected entry, as of XState v5"),
        (
            "a",
            "key of a transition = 'colour': expected one of target, guard, actions, reenter, meta, "
            "description, source, eventType",
        ),
        ("a", "key of a transition = 'cond': expected guard, as of XState v5"),
        ("a", "key of a service = 'onDon': expected onDone"),
        ("b", "after = 7: expected an object"),
    ]
    with pytest.raises(InvalidChart, match="key of a state = 'onn'") as caught:
        load_xstate(path)
    assert str(path) in str(caught.value)


def test_what_is_not_a_machine_is_refused(tmp_path, capsys):
    with pytest.raises(InputError, match="expected JSON"):
        read_xstate("{")
    with pytest.raises(InvalidChart, match="expected an object with 'states'"):
        read_xstate("[]")
    with pytest.raises(InvalidChart) as error:
        read(initial="a", states={"a": {"on": {"X": "b", "Y": 7}, "type": "odd"}, "c": 3})
    assert len(error.value.findings) == 4
    path = tmp_path / "machine.json"
    path.write_text(
        json.dumps(
            {
                "initial": "a",
                "states": {"a": {"on": {"X": "b"}}, "b": {"always": "c"}, "c": {}, "d": {}},
            }
        )
    )
    assert main(["check", str(path)]) == 1
    assert "d: warning CHART101: state 'd' cannot be reached" in capsys.readouterr().out
