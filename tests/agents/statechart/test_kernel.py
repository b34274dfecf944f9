"""The kernel against a naive interpreter, and case by case against the recommendation."""

from __future__ import annotations

import contextlib
import os
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.errors import InputError
from agents.statechart import (
    NEEDS_ORACLE,
    AmbiguousTransition,
    ChartError,
    InvalidChart,
    kernel,
    read_scxml,
)
from agents.statechart.chart import Chart
from agents.statechart.configuration import Configuration, Logged, Sent
from agents.statechart.content import Assign, Call, Cancel, Event, Fixed, Foreach, If, Log, Raise, Send
from agents.statechart.definition import Data, DoneData, Edge, State, matches
from agents.statechart.kernel import advance, start, step
from agents.statechart.snapshot import dump, load

from .naive import Naive
from .strategies import EVENTS, charts

MANY = int(os.environ.get("KEMPE_FUZZ", "50"))


def labels(*steps):
    return [effect.label for taken in steps for effect in taken.effects if isinstance(effect, Logged)]


def names(taken, kind):
    return [record.name for record in taken.trace if record.kind == kind]


def story(taken):
    """Entries, exits and logs in one list, as the naive interpreter keeps them."""
    moves = {"enter": "+", "exit": "-"}
    return [moves[r.kind] + r.name for r in taken.trace if r.kind in moves]


@settings(max_examples=MANY)
@given(charts(), st.lists(st.sampled_from(EVENTS), max_size=8))
def test_the_kernel_does_what_the_naive_interpreter_does(states, events):
    with mock.patch.object(kernel, "MAX_MICROSTEPS", 100):
        compare(states, events)


def compare(states, events):
    chart = Chart(states)
    naive = Naive(states)
    try:
        naive.start()
    except RecursionError:
        with pytest.raises(ChartError, match="does not come to rest"):
            start(chart)
        return
    taken = start(chart)
    for event in (*events, None):
        assert set(taken.configuration.states) == naive.active
        assert chart.is_legal(taken.configuration.states)
        assert taken.configuration.done == naive.done
        assert {k: v for k, v in taken.configuration.history.items() if v} == {
            k: tuple(v) for k, v in naive.memory.items() if v
        }
        told = naive.log
        assert labels(taken) == [line for line in told if line[0] not in "+-"]
        assert story(taken) == [line for line in told if line[0] in "+-"]
        if event is None:
            return
        naive.log = []
        before = taken.configuration
        try:
            naive.fire(event)
        except RecursionError:
            with pytest.raises(ChartError, match="does not come to rest"):
                step(chart, before, event)
            return
        taken = step(chart, before, event)
        assert taken == step(chart, before, event)


@settings(max_examples=MANY)
@given(charts(), st.lists(st.sampled_from(EVENTS), max_size=8), st.sampled_from(["scxml", "xstate"]))
def test_active_states_are_always_legal(states, events, rules):
    try:
        chart = Chart(states, rules=rules)
    except InvalidChart:
        return
    with mock.patch.object(kernel, "MAX_MICROSTEPS", 100), contextlib.suppress(ChartError):
        configuration = start(chart).configuration
        for event in (*events, *events):
            assert chart.is_legal(configuration.states)
            configuration = step(chart, configuration, event).configuration
        assert chart.is_legal(configuration.states)


# ----------------------------------------------------------------------------------------- small charts


def test_events_match_by_whole_tokens():
    assert matches(("error",), "error.execution")
    assert matches(("error.*",), "error")
    assert matches(("error.",), "error.execution")
    assert matches(("*",), "anything")
    assert not matches(("error",), "errors")
    assert not matches(("error.execution",), "error")
    assert not matches((), "a")


def assign(name, function):
    return Assign((name,), function)


def test_content_runs_in_order_and_an_error_ends_its_block_only():
    def fail(scope):
        raise ZeroDivisionError("here")

    entry = ((Log("one"), Log("bad", fail), Log("never")), (Log("two"),))
    chart = Chart((State("a", entry=entry, edges=(Edge(("error",), ("b",)),)), State("b")))
    taken = start(chart)
    assert labels(taken) == ["one", "two"]
    assert taken.configuration.states == ("b",)
    error = next(r for r in taken.trace if r.kind == "error")
    assert error.name == "error.execution"
    assert error.detail["message"] == "ZeroDivisionError: here"


def test_a_guard_that_fails_is_false_and_raises_an_error_event():
    def broken(scope):
        raise KeyError("x")

    edges = (Edge(("go",), ("b",), broken), Edge(("go",), ("c",)), Edge(("error.execution",), ("d",)))
    chart = Chart((State("a", edges=edges), State("b"), State("c"), State("d")))
    taken = step(chart, start(chart).configuration, "go")
    assert taken.configuration.states == ("c",)
    assert names(taken, "error") == ["error.execution"]
    text = Chart((State("a", edges=(Edge(("go",), ("b",), Fixed("yes")),)), State("b")))
    assert step(text, start(text).configuration, "go").configuration.states == ("a",)


def test_internal_events_go_before_external_ones():
    edges = (
        Edge(("go",), (), None, (Send("later"), Raise("now"))),
        Edge(("later",), ("late",)),
        Edge(("now",), (), None, (Log("now"),)),
    )
    chart = Chart((State("a", edges=edges), State("late")))
    taken = step(chart, start(chart).configuration, "go")
    assert names(taken, "event") == ["go", "now", "later"]
    assert taken.configuration.states == ("late",)


def test_variables_branches_and_loops():
    def x(scope):
        return scope.data["x"]

    loop = Foreach(
        Fixed([1, 2, 3]), "item", "place", (assign("x", lambda s: s.data["x"] + s.data["item"]),)
    )
    branch = If(((lambda s: s.data["x"] > 6, (Log("large"),)), (lambda s: True, (Log("small", x),))), ())
    chart = Chart(
        (State("a", entry=((loop, branch, If(((Fixed(False), ()),), (Log("else"),))),)),),
        data=(Data("x", Fixed(0)), Data("item"), Data("place")),
    )
    taken = start(chart)
    assert taken.effects == (Logged("small", 6), Logged("else", None))
    assert taken.configuration.data == {"x": 6, "item": 3, "place": 2}
    fields = (Assign(("x", "deep", "er"), Fixed(1)),)
    nested = Chart((State("a", entry=(fields,)),), data=(Data("x", Fixed({"deep": {"y": 0}, "z": 1})),))
    assert start(nested).configuration.data == {"x": {"deep": {"y": 0, "er": 1}, "z": 1}}
    flat = Chart((State("a", entry=(fields,)),), data=(Data("x", Fixed(1)),))
    assert names(start(flat), "error") == ["error.execution"]
    no_list = Chart((State("a", entry=((Foreach(Fixed(3), "i", None, ()),),)),), data=(Data("i"),))
    assert names(start(no_list), "error") == ["error.execution"]


def test_delays_wait_in_the_configuration_and_can_be_cancelled():
    entry = (Send("second", 5), Send("first", 2), Send("third", 5), Send("never", 3, "n"), Cancel("n"))
    edges = tuple(Edge((e,), (), None, (Log(e),)) for e in ("first", "second", "third", "never"))
    chart = Chart((State("a", entry=(entry,), edges=edges),))
    at = start(chart).configuration
    assert [item.due for item in at.delayed] == [2, 5, 5]
    assert labels(advance(chart, at, 1)) == []
    assert labels(advance(chart, at, 4)) == ["first"]
    assert labels(advance(chart, at, 5)) == ["first", "second", "third"]
    assert advance(chart, at, 9).configuration.tick == 9


def test_a_long_wait_is_bounded_event_by_event():
    chart = Chart((State("a", edges=(Edge((), ("a",), after=1),)),))
    found = advance(chart, start(chart).configuration, 3000)
    assert labels(found) == []
    assert found.configuration.tick == 3000
    assert sum(record.kind == "transition" for record in found.trace) == 3000


@pytest.mark.parametrize("ticks", [-1, 1.5, True, "1"])
def test_time_passes_in_whole_ticks_and_forward(ticks):
    chart = Chart((State("a"),))
    with pytest.raises(InputError, match=r"^ticks = .*: expected an integer >= 0$"):
        advance(chart, start(chart).configuration, ticks)


def test_after_fires_unless_the_state_was_left():
    chart = Chart(
        (
            State(
                "a", edges=(Edge((), ("b",), after=3), Edge(("go",), ("c",)), Edge(("again",), ("a",)))
            ),
            State("b"),
            State("c", edges=(Edge(("back",), ("a",)),)),
        )
    )
    at = start(chart).configuration
    assert advance(chart, at, 2).configuration.states == ("a",)
    assert advance(chart, at, 3).configuration.states == ("b",)
    waited = advance(chart, at, 2).configuration
    left = step(chart, waited, "go").configuration
    assert left.delayed == ()
    assert advance(chart, left, 9).configuration.states == ("c",)
    anew = step(chart, waited, "again").configuration
    assert advance(chart, anew, 2).configuration.states == ("a",)
    assert advance(chart, anew, 3).configuration.states == ("b",)


def test_done_events_carry_data_and_the_root_ends_the_chart():
    done = DoneData((("x", Fixed(1)),))
    inner = State("in", "state", (State("f", "final", done=done, exit=((Log("bye"),),)),))
    seen = assign("got", lambda s: s.event.data)
    chart = Chart(
        (
            State("a", states=(inner,), edges=(Edge(("done.state.in",), ("end",), None, (seen,)),)),
            State("end", "final", exit=((Log("end"),),)),
        ),
        data=(Data("got"),),
    )
    taken = start(chart)
    assert taken.configuration.data == {"got": {"x": 1}}
    assert taken.configuration.done
    assert taken.configuration.states == ("end",)
    assert labels(taken) == ["bye", "end"]
    after = step(chart, taken.configuration, "any")
    assert after.configuration == taken.configuration
    assert labels(after) == []
    assert names(after, "ignored") == ["any"]


def test_a_parallel_state_is_done_when_all_its_regions_are():
    def region(id):
        return State(
            id, states=(State(f"{id}1", edges=(Edge((id,), (f"{id}2",)),)), State(f"{id}2", "final"))
        )

    chart = Chart(
        (
            State("p", "parallel", (region("l"), region("r")), (Edge(("done.state.p",), ("end",)),)),
            State("end"),
        )
    )
    taken = step(chart, start(chart).configuration, "l")
    assert taken.configuration.states == ("p", "l", "l2", "r", "r1")
    assert step(chart, taken.configuration, "r").configuration.states == ("end",)


def test_internal_transitions_do_not_leave_their_source():
    def chart(internal):
        inner = (State("a1"), State("a2"))
        edges = (Edge(("go",), ("a2",), internal=internal),)
        return Chart(
            (State("a", states=inner, edges=edges, entry=((Log("in"),),), exit=((Log("out"),),)),)
        )

    for internal, expected in ((True, []), (False, ["out", "in"])):
        made = chart(internal)
        assert labels(step(made, start(made).configuration, "go")) == expected


def test_what_is_sent_elsewhere_is_an_effect_and_illegal_targets_are_errors():
    entry = (Send("hi", target="mail:ada", params=(("x", Fixed(1)),)),)
    taken = start(Chart((State("a", entry=(entry,)),)))
    assert [(e.event.name, e.event.data, e.target) for e in taken.effects] == [
        ("hi", {"x": 1}, "mail:ada")
    ]
    assert isinstance(taken.effects[0], Sent)
    for target, error in (("#_parent", "communication"), ("baz", "execution")):
        taken = start(Chart((State("a", entry=((Send("hi", target=target), Log("never")),)),)))
        assert names(taken, "error") == [f"error.{error}"]
        assert taken.effects == ()
    inside = Chart((State("a", entry=((Send("hi", target="#_internal", id="me"),),)),))
    assert names(start(inside), "raise") == ["hi"]


def test_late_variables_begin_with_their_state():
    states = (State("a", edges=(Edge(("go",), ("b",)),)), State("b", data=(Data("x", Fixed(1)),)))
    late = Chart(states, late=True)
    assert start(late).configuration.data == {}
    assert step(late, start(late).configuration, "go").configuration.data == {"x": 1}
    assert start(Chart(states)).configuration.data == {"x": 1}


def test_functions_of_the_host_are_handed_out_and_not_called():
    called = []
    chart = Chart((State("a", entry=((Call("act", called.append),),)),))
    taken = start(chart, "context")
    assert called == []
    assert taken.effects[0].scope.context == "context"


def test_a_chart_without_rest_raises_and_says_what_it_did():
    forever = Chart(
        (State("a", edges=(Edge((), ("b",)),)), State("b", edges=(Edge((), ("a",)),)), State("c")),
        initial=("c",),
        name="spin",
    )
    with pytest.raises(
        ChartError, match=r"spin does not come to rest: 1000 microsteps, then a --> b"
    ) as caught:
        start(Chart(forever.root.states, name="spin"))
    assert len(caught.value.trace) > 1000


# --------------------------------------------------------------------------------------------- choices


def chooser(selection, guards=(None, None), oracle=False):
    edges = tuple(
        Edge(("go",), (target,), guard, (Log(target),), oracle=oracle)
        for target, guard in zip("bc", guards, strict=True)
    )
    return Chart((State("a", edges=edges), State("b"), State("c")), selection=selection)


def test_an_open_choice_changes_nothing_until_it_is_decided():
    chart = chooser("oracle")
    at = start(chart).configuration
    taken = step(chart, at, "go")
    assert taken.configuration is at
    assert taken.effects == ()
    assert [arc.edge.targets for arc in taken.choice.options] == [("b",), ("c",)]
    for place, state in enumerate("bc"):
        decided = step(chart, at, "go", choices=(place,))
        assert decided.choice is None
        assert decided.configuration.states == (state,)
        assert labels(decided) == [state]
    with pytest.raises(ChartError, match="choice in state a = 2: expected 0 to 1"):
        step(chart, at, "go", choices=(2,))


def test_selection_first_and_error():
    chart = chooser("first")
    assert step(chart, start(chart).configuration, "go").configuration.states == ("b",)
    chart = chooser("error")
    with pytest.raises(AmbiguousTransition, match="to b, c"):
        step(chart, start(chart).configuration, "go")


@pytest.mark.parametrize("selection", ["first", "oracle", "error"])
def test_what_asks_is_asked_in_each_selection(selection):
    marked = chooser(selection, oracle=True)
    assert step(marked, start(marked).configuration, "go").choice is not None
    guarded = chooser(selection, (Fixed(NEEDS_ORACLE), Fixed(NEEDS_ORACLE)))
    assert step(guarded, start(guarded).configuration, "go").choice is not None
    alone = chooser(selection, (Fixed(NEEDS_ORACLE), Fixed(False)))
    assert step(alone, start(alone).configuration, "go").configuration.states == ("b",)


# ----------------------------------------------------------------------------------------- definitions


@pytest.mark.parametrize(
    ("states", "code"),
    [
        ((), "CHART003"),
        ((State("a"), State("a")), "CHART003"),
        ((State(""),), "CHART003"),
        ((State("a", data=(Data("x"), Data("x"))),), "CHART003"),
        ((State("a", edges=(Edge(("go",), ("z",)),)),), "CHART004"),
        ((State("a", initial=("b",), states=(State("c"),)), State("b")), "CHART005"),
        ((State("a", initial=("a",)),), "CHART005"),
        ((State("a", "parallel", (State("b"),), initial=("b",)),), "CHART005"),
        ((State("a", "final", (State("b"),)),), "CHART006"),
        ((State("a", "parallel"),), "CHART006"),
        ((State("a", "parallel", (State("b", "final"),)),), "CHART006"),
        ((State("a", states=(State("h", "history"), State("b"))),), "CHART006"),
        ((State("a", edges=(Edge(),)),), "CHART006"),
        ((State("a", done=DoneData()),), "CHART006"),
        ((State("a", edges=(Edge(("a b",), ("a",)),)),), "CHART009"),
        ((State("a", edges=(Edge(("go",), oracle=True),)),), "CHART010"),
        ((State("a", edges=(Edge(("go",), ("a", "b")),)), State("b")), "CHART011"),
        ((State("a", edges=(Edge(("go",), ("a",), after=1),)),), "CHART012"),
        ((State("a", edges=(Edge((), ("a",), after=0),)),), "CHART012"),
    ],
)
def test_ill_formed_charts_are_refused(states, code):
    with pytest.raises(InvalidChart) as caught:
        Chart(states)
    assert [finding.code for finding in caught.value.findings] == [code]


def test_all_findings_come_at_once():
    with pytest.raises(InvalidChart, match="chart: 3 errors") as caught:
        Chart((State("a", edges=(Edge(("go",), ("y", "z")),)),), selection="last")
    assert [f.code for f in caught.value.findings] == ["CHART012", "CHART004", "CHART004"]


def test_legal_configurations():
    chart = Chart((State("p", "parallel", (State("l"), State("r"))), State("a", states=(State("b"),))))
    assert chart.is_legal(["p", "l", "r"])
    assert chart.is_legal(["a", "b"])
    for wrong in ([], ["p"], ["p", "l"], ["a"], ["b"], ["a", "b", "p", "l", "r"], ["z"], [""]):
        assert not chart.is_legal(wrong)


def test_the_digest_is_of_the_meaning():
    def made(**more):
        return Chart((State("a", edges=(Edge(("go",), ("b",)),)), State("b", **more)))

    assert made().digest == made(location="elsewhere").digest
    assert made().digest != made(entry=((Log("x"),),)).digest


def test_a_configuration_can_be_made_by_hand():
    chart = chooser("first")
    assert step(chart, Configuration(states=("a",)), Event("go")).configuration.states == ("b",)
    assert isinstance(InputError("x"), ValueError)


def test_a_guard_that_fails_for_its_own_error_comes_to_an_end():
    chart = Chart((State("a", edges=(Edge(("*",), (), "_event.data.size > 1"),)),))
    with pytest.raises(ChartError, match="1000 errors, then event error"):
        step(chart, start(chart).configuration, "go")


def test_a_loop_of_eventless_transitions_is_bounded_in_memory():
    chart = read_scxml(
        "<scxml xmlns='http://www.w3.org/2005/07/scxml' version='1.0' datamodel='ecmascript'>"
        "<datamodel><data id='s' expr='&quot;xxxxxxxx&quot;'/></datamodel><state id='a'>"
        "<transition cond='size(s) &gt; 0' target='a'><assign location='s' expr='s + s'/></transition>"
        "</state></scxml>"
    )
    with pytest.raises(ChartError, match="does not come to rest"):
        kernel.start(chart)


def test_a_variable_without_a_value_can_be_tested():
    chart = Chart(
        (
            State("a", edges=(Edge(("go",), ("b",), "!defined('n')", (Assign("n", 1),)),)),
            State("b", edges=(Edge(("go",), ("c",), "defined('n') && n == 1"),)),
            State("c"),
        ),
        data=(Data("n"),),
    )
    first = step(chart, start(chart).configuration, "go").configuration
    assert first.states == ("b",)
    assert step(chart, first, "go").configuration.states == ("c",)


def test_every_field_of_an_event_exists():
    fields = ("name", "type", "sendid", "origin", "origintype", "invokeid", "data")
    guard = " && ".join(f"has(_event.{name})" for name in fields)
    edge = Edge(("go",), ("b",), f"{guard} && _event.data == null")
    chart = Chart((State("a", edges=(edge,)), State("b")))
    assert step(chart, start(chart).configuration, "go").configuration.states == ("b",)


def test_each_transition_after_a_delay_has_its_own_timer():
    timed = (Edge(after=5, content=(Log("one"),)), Edge(after=5, targets=("b",)))
    chart = Chart((State("a", edges=timed), State("b")))
    configuration = start(chart).configuration
    assert [item.event.name for item in configuration.delayed] == ["after.a.0", "after.a.1"]
    assert load(chart, dump(chart, configuration)) == configuration
    taken = advance(chart, configuration, 5)
    assert taken.configuration.states == ("b",)
    assert [effect.label for effect in taken.effects] == ["one"]
