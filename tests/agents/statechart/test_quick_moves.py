"""Compiled steps against the kernel: same states, same configuration, same trace."""

from __future__ import annotations

from unittest import mock

from hypothesis import given, settings
from hypothesis import strategies as st

from agents.statechart import Chart, ChartError, Edge, Machine, State, kernel, quick_moves
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


def test_unknown_names_do_not_fill_the_memory():
    machine = Machine(Chart((State("a"),)))
    with mock.patch.object(quick_moves, "MAX_EVENTS", 10):
        for number in range(100):
            machine.send(f"e{number}")
    assert len(machine._at.moves) <= 10
