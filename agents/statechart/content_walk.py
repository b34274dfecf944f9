"""All executable content, guards and expressions of a chart or of a transition."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .chart import Chart
from .content import Action, Assign, Block, Call, Foreach, If, Log, Send
from .definition import Edge


def values_of(chart: Chart) -> Iterator[Any]:
    """Yield all guards and expressions of a chart, and functions that it calls."""
    for arc in chart.arcs:
        if arc.edge.guard is not None:
            yield arc.edge.guard
    for state in chart.states.values():
        yield from (item.value for item in state.data if item.value is not None)
        for invoke in state.invokes:
            yield invoke.source
            yield from (value for _, value in invoke.params)
        if state.done is not None:
            yield from (value for _, value in state.done.params)
            if state.done.content is not None:
                yield state.done.content
    for block in blocks_of(chart):
        yield from _values(block)


def values_in(edge: Edge) -> Iterator[Any]:
    """Yield the guard and the expressions of a transition."""
    if edge.guard is not None:
        yield edge.guard
    yield from _values(edge.content)


def blocks_of(chart: Chart) -> Iterator[Block]:
    """Yield all executable content of a chart."""
    for state in chart.states.values():
        yield state.initial_content
        yield from state.entry
        yield from state.exit
        yield from (edge.content for edge in state.edges)
        yield from (invoke.finalize for invoke in state.invokes)


def _values(block: Block) -> Iterator[Any]:
    for action in block:
        match action:
            case Assign(_, value):
                yield value
            case Log(_, value) if value is not None:
                yield value
            case Call(_, function):
                yield function
            case If(branches, otherwise):
                for condition, inner in branches:
                    yield condition
                    yield from _values(inner)
                yield from _values(otherwise)
            case Foreach(array, _, _, inner):
                yield array
                yield from _values(inner)
            case Send():
                given = (action.event, action.target, action.delay, action.content)
                yield from (value for value in given if hasattr(value, "evaluate") or callable(value))
                yield from (value for _, value in action.params)


def actions_in(block: Block) -> Iterator[Action]:
    """Yield the actions of a block, nested ones included."""
    for action in block:
        yield action
        match action:
            case If(branches, otherwise):
                for _, inner in branches:
                    yield from actions_in(inner)
                yield from actions_in(otherwise)
            case Foreach(content=inner):
                yield from actions_in(inner)


def assigned_names(chart: Chart) -> frozenset[str]:
    """Return the names of the variables that content of a chart may set."""
    actions = (action for block in blocks_of(chart) for action in actions_in(block))
    assigned = {action.location[0] for action in actions if isinstance(action, Assign)}
    return received_names(chart) | assigned


def received_names(chart: Chart) -> frozenset[str]:
    """Return the names of the variables of loops, and of those for ids of sends and services."""
    names: set[str | None] = set()
    for block in blocks_of(chart):
        for action in actions_in(block):
            match action:
                case Foreach(_, item, index):
                    names |= {item, index}
                case Send(idlocation=name):
                    names.add(name)
    names |= {invoke.idlocation for state in chart.states.values() for invoke in state.invokes}
    return frozenset(name for name in names if name is not None)
