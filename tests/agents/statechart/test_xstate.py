"""Machines of XState v5, as a configuration and as JSON.stringify writes them."""

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
    load_xstate,
    read_xstate,
)
from agents.statechart.cli import main

#: JSON.stringify(machine) of XState 5.33.3, with delays and a service.
STRINGIFIED = (
    '{"id":"m","key":"m","type":"compound","initial":{"target":["#m.a"],"source":"#m"'
    ',"actions":[],"eventType":null},"history":false,"states":{"a":{"id":"m.a","key":'
    '"a","type":"atomic","initial":{"target":[],"source":"#m.a","actions":[],"eventTy'
    'pe":null},"history":false,"states":{},"on":{"xstate.after.10.m.a":[{"target":["#'
    'm.b"],"event":"xstate.after.10.m.a","delay":10,"actions":[],"source":"#m.a","ree'
    'nter":false,"eventType":"xstate.after.10.m.a"}],"xstate.after.slow.m.a":[{"targe'
    't":["#m.d"],"event":"xstate.after.slow.m.a","delay":"slow","actions":[],"source"'
    ':"#m.a","reenter":false,"eventType":"xstate.after.slow.m.a"}]},"transitions":[{"'
    'target":["#m.b"],"event":"xstate.after.10.m.a","delay":10,"actions":[],"source":'
    '"#m.a","reenter":false,"eventType":"xstate.after.10.m.a"},{"target":["#m.d"],"ev'
    'ent":"xstate.after.slow.m.a","delay":"slow","actions":[],"source":"#m.a","reente'
    'r":false,"eventType":"xstate.after.slow.m.a"}],"entry":[{"type":"xstate.raise"},'
    '{"type":"xstate.raise"}],"exit":[{"type":"xstate.cancel"},{"type":"xstate.cancel'
    '"}],"order":1,"invoke":[],"tags":[]},"b":{"id":"m.b","key":"b","type":"atomic","'
    'initial":{"target":[],"source":"#m.b","actions":[],"eventType":null},"history":f'
    'alse,"states":{},"on":{"xstate.snapshot.q":[{"actions":[null],"source":"#m.b","r'
    'eenter":false,"eventType":"xstate.snapshot.q"}]},"transitions":[{"actions":[null'
    '],"source":"#m.b","reenter":false,"eventType":"xstate.snapshot.q"}],"entry":[],"'
    'exit":[],"order":2,"invoke":[{"id":"q","src":"named","onSnapshot":{},"type":"xst'
    'ate.invoke"}],"tags":[]},"d":{"id":"m.d","key":"d","type":"final","initial":{"ta'
    'rget":[],"source":"#m.d","actions":[],"eventType":null},"history":false,"states"'
    ':{},"on":{},"transitions":[],"entry":[],"exit":[],"order":3,"invoke":[],"tags":['
    ']}},"on":{},"transitions":[],"entry":[],"exit":[],"order":-1,"invoke":[],"tags":'
    "[]}"
)


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


def test_delays_and_services_that_stringify_writes_are_read():
    chart = read_xstate(STRINGIFIED)
    assert Machine(chart).tick(10) == ("b",)
    machine = Machine(chart)
    assert machine.send("xstate.after.slow") == ("d",)
    assert machine.configuration.done
    assert codes(chart) == [("CHART103", "b")]
    # A machine given as src is written so in the configuration of another.
    child = json.loads(STRINGIFIED)
    chart = read(
        initial="s", states={"s": {"invoke": {"id": "c", "src": child, "onDone": "t"}}, "t": {}}
    )
    machine = Machine(chart)
    assert machine.children["c"].send("xstate.after.slow") == ("d",)
    assert machine.states == ("t",)


def test_keys_that_only_stringify_writes_are_refused_elsewhere():
    with pytest.raises(InvalidChart, match="key of a transition = 'delay': expected one of"):
        read(initial="a", states={"a": {"on": {"GO": {"target": "a", "delay": 10}}}})


@pytest.mark.parametrize(
    "name",
    ["done.*", "done.state.a", "error.*", "error.execution", "error.invoke.x.*", "after.*", "after.a.0"],
)
def test_a_name_that_matches_an_event_of_kempe_is_refused(name):
    with pytest.raises(InvalidChart, match=r"expected a name that matches no event of Kempe's own"):
        read(initial="a", states={"a": {"on": {name: "b"}}, "b": {}})
    others = ["done", "done.x", "error", "error.x", "after.x", "x.done.*", "done.x.*", "*"]
    read(initial="a", states={"a": {"on": dict.fromkeys(others, "b")}, "b": {}})


def test_a_history_beside_a_state_that_is_none():
    with pytest.raises(InvalidChart, match="state = None: expected an object"):
        read(type="parallel", states={"a": None, "h": {"type": "history"}})


def test_a_history_that_leads_to_itself_is_refused():
    with pytest.raises(InvalidChart, match="CHART005: the default of a history leads back to it"):
        read(initial="h", states={"a": {"on": {"GO": "h"}}, "h": {"type": "history"}})
    histories = (State("h", "history", initial=("i",)), State("i", "history", initial=("h",)))
    with pytest.raises(InvalidChart, match="2 errors"):
        Chart((State("a", "state", (State("b"), *histories)),))


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
