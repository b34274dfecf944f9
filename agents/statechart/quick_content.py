"""
Executable content of compiled steps: assignments and logs, as functions of the values.

Content is compiled if it consists of assignments to variables and of logs, whose expressions do not ask
for the active states, which change within a step. Everything that could fail raises :class:`Repeat`;
the kernel then repeats the step and reports the error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from ..guard import Expression
from .content import Action, Assign, Block, Event, Fixed, Log, Value
from .execution import event_values

#: Limits of the compiled content of a step, within the budgets of :mod:`.step_state`.
MAX_ASSIGNMENTS, MAX_TEXT = 50, 10_000
_NUMBERS = (int, float, bool, type(None))


class Repeat(Exception):
    """The kernel has to repeat a compiled step."""


class Assignment(NamedTuple):
    """
    Compiled assignment or log.

    Attributes
    ----------
    place
        Index of its entry in the trace of the step; -1 for a log, which has none.
    name
        Variable.
    run
        Function of the values that returns the new value.
    """

    place: int
    name: str
    run: Callable[[dict[str, Any]], Any]


def is_simple(blocks: Iterable[Block]) -> bool:
    """Return whether content can be compiled."""
    return all(_is_simple(action) for block in blocks for action in block)


def _is_simple(action: Action) -> bool:
    match action:
        case Assign((name,), value):
            return not name.startswith("_") and _is_value(value)
        case Log(_, value):
            return value is None or _is_value(value)
    return False


def _is_value(value: Value) -> bool:
    if isinstance(value, Fixed):
        return _is_small(value.value)
    return isinstance(value, Expression) and "In" not in value.calls


def compiled(block: Block, place: int) -> Iterator[Assignment]:
    """Yield the assignments of a simple block; ``place`` is the length of the trace before it."""
    for action in block:
        match action:
            case Assign((name,), value):
                yield Assignment(place, name, _function(value))
                place += 1
            case Log(_, Expression() as value):
                yield Assignment(-1, "", value.run)


def _function(value: Value) -> Callable[[dict[str, Any]], Any]:
    if isinstance(value, Fixed):
        constant = value.value
        return lambda values: constant
    assert isinstance(value, Expression)
    return value.run


def assign(assignments: tuple[Assignment, ...], values: dict[str, Any]) -> list[Any]:
    """
    Execute assignments; after an error the values are as before.

    Mutates: ``values``.

    Returns
    -------
    list
        Assigned values, in order; None for a log.
    """
    assigned: list[Any] = []
    before: list[tuple[str, Any]] = []
    try:
        for place, name, run in assignments:
            value = run(values)
            if place < 0:
                assigned.append(None)
                continue
            if value.__class__ not in _NUMBERS and not _is_small(value):
                raise Repeat
            before.append((name, values.get(name, Repeat)))
            values[name] = value
            assigned.append(value)
    except Exception:  # whatever was raised, the step is as if it had not begun
        for name, value in reversed(before):
            if value is Repeat:
                del values[name]
            else:
                values[name] = value
        raise
    return assigned


def _is_small(value: Any) -> bool:
    """Return whether a value cannot exceed a budget of the step."""
    return value.__class__ in _NUMBERS or (value.__class__ is str and len(value) <= MAX_TEXT)


def reads_event(value: Any) -> bool:
    """Return whether an expression may read the event."""
    if isinstance(value, Fixed) or value is None:
        return False
    reads = getattr(value, "reads", None)
    return reads is None or any(path.partition(".")[0] == "_event" for path in reads)


def expressions(block: Block) -> Iterator[Value]:
    """Yield the expressions of a simple block."""
    for action in block:
        if isinstance(action, Assign | Log) and action.value is not None:
            yield action.value


def event_of(name: str, data: Any) -> dict[str, Any]:
    """Return an external event as expressions see it."""
    return event_values(Event(name, data))
