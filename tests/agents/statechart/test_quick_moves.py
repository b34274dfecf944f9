"""Compiled steps against the kernel: same states, same configuration, same trace."""

from __future__ import annotations

from dataclasses import replace
from unittest import mock

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agents.guard import DYN, compile_expression
from agents.statechart import Chart, ChartError, Edge, Machine, State, kernel, quick_moves
from agents.statechart.configuration import Record
from agents.statechart.content import Assign, Fixed, Log
from agents.statechart.definition import Data
from agents.statechart.expressions import declarations
from agents.statechart.quick_moves import QuickMoves

from .strategies import EVENTS, charts
from .test_kernel import MANY


def stripped(state):
    """Return a state without the content of its entry and exit, so that more steps are compiled."""
    return State(
        state.id,
        state.kind,
        tuple(stripped(child) for child in state.states),
        state.edges,
        state.initial,
        deep=state.deep,
    )


class Interpreted(QuickMoves):
    """Compiles nothing."""

    def place(self, states):
        return None


@settings(max_examples=3 * MANY)
@given(charts(), st.booleans(), st.lists(st.sampled_from((*EVENTS, "unknown")), max_size=15))
def test_compiled_steps_are_those_of_the_kernel(states, bare, events):
    chart = Chart(tuple(map(stripped, states)) if bare else states)
    with mock.patch.object(kernel, "MAX_MICROSTEPS", 60):
        try:
            compiled = Machine(chart)
            with mock.patch("agents.statechart.machine.quick_moves_of", Interpreted):
                plain = Machine(chart)
        except ChartError:
            return
        for event in events:
            results = []
            for machine in (compiled, plain):
                try:
                    results.append(machine.send(event, {"x": event}))
                except ChartError as error:
                    results.append(str(error))
                results += [machine.states, machine.trace, machine.configuration]
            assert results[:4] == results[4:]


def test_steps_without_guards_and_content_are_compiled():
    chart = Chart(
        (
            State(
                "a",
                states=(State("a1", edges=(Edge(("in",), ("a2",)),)), State("a2")),
                edges=(Edge(("go",), ("b",)),),
            ),
            State("b", edges=(Edge(("go",), ("a",)),)),
        )
    )
    machine = Machine(chart)
    with mock.patch("agents.statechart.machine.step", side_effect=AssertionError):
        assert [machine.send(name) for name in ("in", "x", "go", "go")] == [
            ("a2",),
            ("a2",),
            ("b",),
            ("a1",),
        ]
        assert [str(record[:2]) for record in machine.trace] == [
            "('event', 'go')",
            "('exit', 'b')",
            "('transition', 'b --go--> a')",
            "('enter', 'a')",
            "('enter', 'a1')",
        ]


GUARDS = (
    *("n < 2", "n >= 2", "n % 2 == 0", "n == 's'", "_event.data.x == 'a'", "_event.name != 'b'"),
    *("In('s1') && n < 3", "missing > 1", "n", "_name == 'chart'", "defined('late')", "late == 1"),
)
VALUES = ("n + 1", "0", "n * 2", "_event.data.x", "late", "'t' + 's'", "[n]", "_event.data.n + n")


@st.composite
def with_data(draw, states):
    """Return states with textual guards and assignments instead of those of the strategy."""

    def block(content):
        one = Assign((draw(st.sampled_from(("n", "late"))),), NAMES[draw(st.sampled_from(VALUES))])
        return draw(st.sampled_from(((), (), (one,), (one, Log("x", NAMES["n"]), one), content)))

    def changed(state):
        edges = tuple(
            replace(
                edge,
                guard=draw(st.sampled_from((None, *GUARDS))) if edge.events else edge.guard,
                content=block(edge.content),
            )
            for edge in state.edges
        )
        entry = tuple(block(one) for one in state.entry)
        children = tuple(map(changed, state.states))
        return replace(state, edges=edges, entry=entry, exit=(), states=children)

    return tuple(map(changed, states))


NAMES = {
    text: compile_expression(text, declarations({"n": DYN, "late": DYN})) for text in (*VALUES, "n")
}
DATA = (Data("n", Fixed(1)), Data("late"), Data("missing"))


@settings(max_examples=MANY, suppress_health_check=[HealthCheck.too_slow])
@given(charts().flatmap(with_data), st.lists(st.sampled_from((*EVENTS, "unknown")), max_size=15))
def test_compiled_guards_and_assignments_are_those_of_the_kernel(states, events):
    chart = Chart(states, data=DATA)
    with mock.patch.object(kernel, "MAX_MICROSTEPS", 60):
        try:
            compiled = Machine(chart)
            with mock.patch("agents.statechart.machine.quick_moves_of", Interpreted):
                plain = Machine(chart)
        except ChartError:
            return
        for number, event in enumerate(events):
            results = []
            for machine in (compiled, plain):
                try:
                    results.append(machine.send(event, {"x": event, "n": number}))
                except ChartError as error:
                    results.append(str(error))
                # The trace is made on access, before or after the configuration.
                results += [machine.states, machine.trace if number % 2 else None]
                results += [machine.configuration if number % 3 else None]
            half = len(results) // 2
            assert repr(results[:half]) == repr(results[half:])
        assert compiled.configuration == plain.configuration


def test_guards_and_assignments_are_compiled_and_failures_are_repeated():
    chart = Chart(
        (
            State(
                "a",
                edges=(
                    Edge(("go",), ("b",), "n < 2", (Assign(("n",), NAMES["n + 1"]),)),
                    Edge(("go",), ("b",), "n == 2", (Assign(("n",), NAMES["_event.data.x"]),)),
                ),
            ),
            State("b", edges=(Edge(("go",), ("a",)),)),
        ),
        data=DATA,
    )
    machine = Machine(chart)
    with mock.patch("agents.statechart.machine.step", side_effect=AssertionError):
        for state in "ba":
            assert machine.send("go") == (state,)
    assert machine.configuration.data["n"] == 2
    machine.send("go")
    assert [record.name for record in machine.trace if record.kind == "error"] == ["error.execution"]
    assert (machine.states, machine.configuration.data["n"]) == (("b",), 2)
    machine.send("go")
    machine.send("go", {"x": 7})
    assert machine.trace[-2] == Record("assign", "n", 7)
    assert machine.configuration.data["n"] == 7


def test_a_guard_that_is_a_function_sees_the_scope():
    seen = []
    guard = lambda scope: seen.append((dict(scope.data), scope.event, scope.active)) or True  # noqa: E731
    machine = Machine(
        Chart((State("a", edges=(Edge(("go",), (), guard, (Assign("n", 5),)),)),), data=DATA),
        context="c",
    )
    machine.send("go", 1)
    machine.send("go", 2)
    assert [one[0]["n"] for one in seen] == [1, 5]
    assert (seen[1][1].data, seen[1][2]) == (2, {"a"})


def test_unknown_names_do_not_fill_the_memory():
    machine = Machine(Chart((State("a"),)))
    with mock.patch.object(quick_moves, "MAX_EVENTS", 10):
        for number in range(100):
            machine.send(f"e{number}")
    assert len(machine._at.moves) <= 10
