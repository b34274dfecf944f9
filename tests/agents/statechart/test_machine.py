"""Machines: effects, hostile functions and choosers, and snapshots."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.errors import InputError
from agents.statechart import ChartError, InvalidChart, kernel, step_state
from agents.statechart.batch_machines import BatchMachines
from agents.statechart.chart import Chart
from agents.statechart.configuration import Configuration
from agents.statechart.content import Assign, Call, Event, Expr, Fixed, Foreach, Log, Raise, Send
from agents.statechart.definition import Data, Edge, State
from agents.statechart.invocation import Invoke
from agents.statechart.kernel import start, step
from agents.statechart.machine import Machine
from agents.statechart.snapshot import SnapshotError, dump, load

from .fakes import Sink
from .strategies import EVENTS, charts


def fork(**more):
    edges = tuple(Edge(("go",), (target,), content=(Log(target),)) for target in "bc")
    back = (Edge(("back",), ("a",)),)
    return Chart((State("a", edges=edges), State("b", edges=back), State("c", edges=back)), **more)


def timed(*delays):
    edges = tuple(Edge((), (f"after{delay}",), after=delay) for delay in delays)
    return Chart((State("a", edges=edges), *(State(f"after{delay}") for delay in (10, 500, 1000))))


def test_a_waiting_timer_keeps_its_transition_in_a_changed_chart():
    before, after = timed(1000), timed(10, 1000)
    text = dump(before, Machine(before).configuration)
    run = Machine(after, configuration=load(after, text, renamed={}))
    assert (run.tick(500), run.tick(500)) == (("a",), ("after1000",))
    with pytest.raises(SnapshotError, match="'after 1000' waits for state 'a', which has no such timer"):
        load(timed(10), text, renamed={})
    # An earlier version did not write the delay.
    earlier = json.loads(text)
    del earlier["delayed"][0]["after"]
    with pytest.raises(SnapshotError, match=r"'after.a.0' waits 1000 ticks: expected at most 10"):
        load(after, json.dumps(earlier), renamed={})


@pytest.mark.parametrize("deep", [False, True])
@pytest.mark.parametrize("kind", ["state", "parallel"])
def test_a_history_of_a_snapshot_has_a_value_that_it_can_have(kind, deep):
    history = State("h", "history", initial=("a",) if kind == "state" else ("a", "b"), deep=deep)
    inner = (State("a", states=(State("a1"), State("a2"))), State("b"), history)
    chart = Chart(
        (State("p", kind, inner, (Edge(("go",), ("q",)),)), State("q", edges=(Edge(("go",), ("h",)),)))
    )
    run = Machine(chart)
    run.send("go")
    told = json.loads(dump(chart, run.configuration))
    legal = {
        ("state", False): [["a"], ["b"], []],
        ("state", True): [["a1"], ["a2"], ["b"], []],
        ("parallel", False): [["a", "b"], []],
        ("parallel", True): [["a1", "b"], ["a2", "b"], []],
    }[kind, deep]
    states = ["a", "a1", "a2", "b", "h", "p", "q"]
    values = [[], *([one] for one in states), *([one, other] for one in states for other in states)]
    for kept in values:
        text = json.dumps(told | {"history": {"h": kept}})
        if kept in legal or kept[::-1] in legal:
            again = Machine(chart, configuration=load(chart, text))
            again.send("go")
            assert chart.is_legal(again.configuration.states)
        else:
            with pytest.raises(SnapshotError, match="history 'h' remembers"):
                load(chart, text)


def test_a_machine_moves_and_tells():
    sink = Sink()
    machine = Machine(fork(), sink=sink)
    assert machine.states == ("a",)
    assert machine.send("go") == ("b",)
    assert [name for name, _ in sink.events] == [
        "statechart.enter",
        "statechart.event",
        "statechart.exit",
        "statechart.transition",
        "statechart.enter",
        "statechart.log",
    ]
    assert [record.kind for record in machine.trace] == ["event", "exit", "transition", "enter"]
    assert machine.send("unknown") == ("b",)
    assert machine.trace[-1].kind == "ignored"


def test_a_chooser_decides_by_index():
    machine = Machine(fork(selection="oracle"), choose=lambda choice, context: 1)
    assert machine.send("go") == ("c",)
    machine = Machine(fork(selection="oracle"))
    assert machine.send("go") == ("b",)


@pytest.mark.parametrize("answer", [2, -1, None, "b", True, 1.0, ZeroDivisionError("lost")])
def test_a_chooser_that_lies_or_fails_gets_the_first_option_and_a_trace(answer):
    def choose(choice, context):
        if isinstance(answer, Exception):
            raise answer
        return answer

    machine = Machine(fork(selection="oracle"), choose=choose)
    assert machine.send("go") == ("b",)
    assert machine.trace[0].kind == "error"
    assert "the first option is taken" in machine.trace[0].detail["message"]


def test_a_chooser_that_stalls_is_given_up():
    machine = Machine(fork(selection="oracle"), choose=lambda *_: time.sleep(0.3), timeout=0.02)
    assert machine.send("go") == ("b",)
    assert "TimeoutError" in machine.trace[0].detail["message"]


def test_functions_are_called_after_the_step_and_their_errors_become_events():
    seen = []

    def act(scope):
        seen.append((scope.event.name, scope.context, sorted(scope.active)))

    def fail(scope):
        raise RuntimeError("of the host")

    edges = (
        Edge(("go",), ("b",), content=(Call("act", act),)),
        Edge(("bad",), ("b",), content=(Call("fail", fail),)),
    )
    chart = Chart(
        (State("a", edges=edges), State("b", edges=(Edge(("error.execution",), ("c",)),)), State("c"))
    )
    machine = Machine(chart, context="here")
    assert machine.send("go") == ("b",)
    assert seen == [("go", "here", [])]
    machine = Machine(chart)
    assert machine.send("bad") == ("c",)
    assert {"where": "fail", "message": "RuntimeError: of the host"} in [r.detail for r in machine.trace]


def test_failing_effects_do_not_go_on_for_ever():
    def fail(scope):
        raise RuntimeError("again")

    again = Edge(("*",), (), content=(Call("fail", fail),))
    machine = Machine(Chart((State("a", edges=(again,)),)))
    with pytest.raises(ChartError, match="effects failed 100 times in a row"):
        machine.send("go")
    assert machine.states == ("a",)


def test_a_chart_without_rest_leaves_the_machine_where_it_was():
    edges = (Edge(("go",), ("b",)), Edge(("on",), ("c",)))
    spin = Chart((State("a", edges=edges), State("b", edges=(Edge((), ("b",)),)), State("c")))
    machine = Machine(spin)
    with pytest.raises(ChartError, match="does not come to rest"):
        machine.send("go")
    assert machine.states == ("a",)
    assert machine.send("on") == ("c",)


def test_events_for_others_are_delivered_or_come_back_as_errors():
    edges = (
        Edge(("go",), (), content=(Send("hi", target="mail:ada", params=(("x", Fixed(1)),)),)),
        Edge(("error.communication",), ("lost",)),
    )
    chart = Chart((State("a", edges=edges), State("lost")))
    box = []
    machine = Machine(chart, deliver=lambda event, target: box.append((event.name, event.data, target)))
    assert machine.send("go") == ("a",)
    assert box == [("hi", {"x": 1}, "mail:ada")]
    assert Machine(chart).send("go") == ("lost",)


def test_ticks():
    chart = Chart((State("a", edges=(Edge((), ("b",), after=3),)), State("b")))
    machine = Machine(chart)
    assert [machine.tick(), machine.tick(), machine.tick()] == [("a",), ("a",), ("b",)]


# ------------------------------------------------------------------------------------------- snapshots


@settings(max_examples=40)
@given(charts(), st.lists(st.sampled_from(EVENTS), max_size=4))
def test_snapshots_survive_json_at_every_step(states, events):
    chart = Chart(states)
    try:
        at = start(chart).configuration
        for event in events:
            again = load(chart, dump(chart, at))
            assert again == at
            assert step(chart, again, event) == step(chart, at, event)
            at = step(chart, at, event).configuration
    except ChartError:
        return
    assert json.loads(dump(chart, at))["digest"] == chart.digest


def waiting(*more, inside="b"):
    memory = State("h", "history", initial=(inside,))
    inner = (memory, State(inside, edges=(Edge((), ("z",), after=9),)), *more)
    a = State("a", states=inner, edges=(Edge(("go",), ("z",)),))
    z = State("z", edges=(Edge(("h",), ("h",)),))
    return Chart((a, z), data=(Data("x", Fixed(1)),), name="waiting")


def test_delayed_events_and_histories_are_kept():
    chart = waiting()
    at = start(chart).configuration
    assert load(chart, dump(chart, at)) == at
    left = step(chart, at, "go").configuration
    assert left.history == {"h": ("b",)}
    assert load(chart, dump(chart, left)) == left


def test_a_snapshot_of_another_chart_is_refused_with_what_is_gone():
    old, new = waiting(), waiting(State("extra"), inside="renamed")
    text = dump(old, start(old).configuration)
    with pytest.raises(
        SnapshotError, match=r"has changed since this snapshot.*state 'b' is gone"
    ) as caught:
        load(new, text)
    assert caught.value.problems == ("state 'b' is gone",)
    assert isinstance(caught.value, InputError)
    with pytest.raises(SnapshotError, match="does not fit"):
        load(new, text, renamed={})
    migrated = load(new, text, renamed={"b": "renamed"})
    assert migrated.states == ("a", "renamed")
    assert migrated.delayed[0].owner == "renamed"
    assert new.is_legal(migrated.states)
    machine = Machine(new, configuration=migrated)
    assert [machine.tick(8), machine.tick(1)] == [("renamed",), ("z",)]  # its timer runs on


def test_migrations_give_new_variables_their_first_value_and_refuse_old_ones():
    def chart(*names):
        return Chart((State("a"),), data=tuple(Data(name, Fixed(name)) for name in names))

    text = dump(chart("x"), start(chart("x")).configuration)
    assert load(chart("x", "y"), text, renamed={}).data == {"x": "x", "y": "y"}
    with pytest.raises(SnapshotError, match="variable 'x' is gone"):
        load(chart("y"), text, renamed={})
    assert load(chart("y"), text, renamed={"x": "y"}).data == {"y": "x"}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": 2}, "snapshot version 2: expected 1"),
        ({"states": "a"}, "'states' is not of type list"),
        ({"states": ["a"]}, "cannot be active together"),
        ({"states": ["q"]}, "state 'q' is not of the chart"),
        ({"history": {"b": ["b"]}}, "history 'b' is not of the chart"),
        ({"history": {"h": ["z"]}}, "history 'h' remembers 'z'"),
        ({"delayed": [1]}, "a waiting event is 1"),
        ({"delayed": [{"due": 1, "event": {"name": "e"}, "sendid": None, "owner": "z"}]}, "not active"),
        ({"delayed": [{"due": "1", "event": {"name": "e"}, "sendid": None, "owner": None}]}, "a time"),
        ({"delayed": [{"due": 1, "event": {"name": ""}, "sendid": None, "owner": None}]}, "and a name"),
        (
            {"delayed": [{"due": 1, "event": {"name": "e"}, "sendid": None, "owner": "b"}]},
            "no such timer",
        ),
        (
            {
                "delayed": [
                    {"due": due, "event": {"name": "e"}, "sendid": None, "owner": None} for due in (3, 2)
                ]
            },
            r"wait for \[3, 2\]: expected an order from tick 0 on",
        ),
        (
            {"tick": 5, "delayed": [{"due": 4, "event": {"name": "e"}, "sendid": None, "owner": None}]},
            "from tick 5",
        ),
        ({"tick": -1}, "'tick' is -1, below 0"),
        ({"serial": -1}, "'serial' is -1, below 0"),
        ({"done": True}, "'done' is True, which does not fit"),
        ({"states": ["z"], "delayed": [], "done": True}, "'done' is True"),
        ({"states": [["a"]]}, "'states' is no list of states"),
        ({"history": {"h": "b"}}, "'history h' is no list of states"),
        ({"data": {}}, "variable 'x' is missing"),
        ({"data": {"x": 1, "y": 2}}, "variable 'y' is not of the chart"),
        ({"coins": 3}, "'coins' is no key of one"),
        ({"data": {"x": float("nan")}}, "NaN: expected a finite number"),
    ],
)
def test_broken_snapshots_are_refused(change, message):
    chart = waiting()
    told = json.loads(dump(chart, start(chart).configuration)) | change
    with pytest.raises(SnapshotError, match=message):
        load(chart, json.dumps(told))


def test_a_done_chart_has_a_snapshot_that_says_so():
    chart = Chart((State("a", edges=(Edge(("go",), ("z",)),)), State("z", "final")))
    at = step(chart, start(chart).configuration, "go").configuration
    assert load(chart, dump(chart, at)) == at
    with pytest.raises(SnapshotError, match="'done' is False, which does not fit its states"):
        load(chart, dump(chart, at).replace('"done":true', '"done":false'))


def test_what_content_may_set_is_a_variable_of_a_snapshot():
    loop = Foreach(Fixed([1, 2]), "item", "place", (Assign("sum", 3),))
    chart = Chart((State("a", entry=((loop, Send("e", 1, idlocation="ticket")),)),))
    at = start(chart).configuration
    assert at.data.keys() == {"item", "place", "sum", "ticket"}
    assert load(chart, dump(chart, at)) == at


def test_an_expression_of_a_users_own_may_be_missing_in_a_snapshot():
    class Own:
        source = "1"

        def evaluate(self, values):
            return 1, None

    chart = Chart((State("a"),), data=(Data("n", Own()),))
    text = dump(chart, start(chart).configuration)
    assert load(chart, text).data == {"n": 1}
    assert load(chart, text.replace('"n":1', "")).data == {}


@pytest.mark.parametrize("name", ["", "coin push", "\t"])
def test_names_that_no_descriptor_matches_are_no_events(name):
    machine = Machine(waiting())
    watched = Machine(waiting(), sink=Sink())
    for send in (machine.send, watched.send, BatchMachines(waiting(), 1).send):
        for event in (name, Event(name)):
            with pytest.raises(InputError, match="expected a name of at least one character, without"):
                send(event)
    star = Machine(Chart((State("a", edges=(Edge(("*",), ("a",)),)),)))
    assert (star.can(name), star.can(Event(name)), star.can("coin.push")) == (False, False, True)


TICKING = Chart(
    (
        State(
            "a",
            entry=((Send("t", 1000),),),
            edges=(Edge(("t",), ("a",), None, (Assign("n", Expr("n + 1")),)),),
        ),
    ),
    data=(Data("n", 0),),
)


def test_each_event_that_comes_due_has_its_own_budgets(monkeypatch):
    monkeypatch.setattr(step_state, "MAX_ACTIONS", 5)
    machine = Machine(TICKING)
    machine.tick(60_000)
    assert (machine.configuration.data, machine.configuration.delayed[0].due) == ({"n": 60}, 61_000)
    monkeypatch.setattr(step_state, "MAX_ACTIONS", 1)
    machine.tick(3_000)  # one action of two: the timer is not set again
    assert any(record.kind == "error" for record in machine.trace)


def test_too_many_events_of_one_wait_are_an_error_and_change_nothing(monkeypatch):
    monkeypatch.setattr(kernel, "MAX_DUE", 10)
    machine = Machine(TICKING)
    before = machine.configuration
    with pytest.raises(
        ChartError, match="more than 10 events come due within 11000 ticks: expected fewer"
    ):
        machine.tick(11_000)
    assert machine.configuration == before
    machine.tick(10_000)
    assert machine.configuration.data == {"n": 10}


def test_what_is_no_snapshot_and_what_cannot_be_one():
    chart = waiting()
    for text in ("", "[]", "{}", '{"version": 1}'):
        with pytest.raises(SnapshotError):
            load(chart, text)
    with pytest.raises(InputError, match="variable x cannot be written as JSON"):
        dump(chart, Configuration(data={"x": object()}))
    odd = Chart((State("a", entry=((Send("e", 1, content=Fixed(float("nan"))),),)),))
    with pytest.raises(InputError, match="data of e"):
        dump(odd, start(odd).configuration)
    assert Event("x") == Event("x", None, "external")
    assert Raise("x") == Raise("x")


A, B = State("a", edges=(Edge(("go",), ("b",), "1 < 2"),)), State("b")


def test_a_guard_of_a_python_chart_may_be_a_text():
    assert Machine(Chart((A, B))).send("go") == ("b",)
    edge = Edge(("go",), ("b",), "x == 2")
    chart = Chart((State("a", edges=(edge,)), B), data=(Data("x", 2),))
    assert Machine(chart).send("go") == ("b",)


def test_constants_of_a_python_chart_are_values():
    edge = Edge(("go",), ("b",), content=(Assign("x", 1),))
    machine = Machine(Chart((State("a", edges=(edge,)), B), data=(Data("x", 0),)))
    assert machine.configuration.data == {"x": 0}
    machine.send("go")
    assert machine.configuration.data == {"x": 1}


async def waits(scope):
    return True


@pytest.mark.parametrize(
    ("state", "message"),
    [
        (State("a", kind="compound"), "kind = 'compound': expected state, parallel"),
        (State("a", edges=(Edge("open", ("b",)),)), "events = 'open': expected a tuple of names"),
        (State("a", edges=(Edge(("go",), "b"),)), "targets = 'b': expected a tuple of names"),
        (State("a", entry=(Log("x"),)), "expected a tuple of actions"),
        (State("a", edges=(Edge(("go",), ("b",), 3),)), "guard = 3: expected an expression or a fun"),
        (State("a", edges=(Edge(("go",), ("b",), "1 <"),)), "guard = '1 <': column 4"),
        (State("a", edges=(Edge(("go",), ("b",), waits),)), "that is not async"),
        (State("a", entry=((Call("f", 3),),)), "function of call 'f' = 3: expected a function"),
        (State("a", invokes=(Invoke(3),)), "service = 3: expected a chart, a function or a text"),
        (State("a", "final", invokes=(Invoke("a.scxml"),)), "a final state has no services"),
        (State("a", edges=("b",)), "edge = 'b': expected an Edge"),
        ("a", "state = 'a': expected a State"),
    ],
)
def test_parts_of_a_wrong_type_are_refused_at_construction(state, message):
    with pytest.raises(InvalidChart) as caught:
        Chart((state, B))
    assert any(message in str(finding) for finding in caught.value.findings)


@pytest.mark.parametrize("event", [None, 3, "after.a.0"])
def test_an_event_is_a_name_that_no_timer_has(event):
    chart = Chart((State("a", edges=(Edge((), ("b",), after=5),)), B))
    machine = Machine(chart)
    with pytest.raises(InputError, match="event = "):
        machine.send(event)
    assert machine.states == ("a",)
