"""
Gaps between guards: values for which no transition takes an event that several wait for.

A gap is looked for where at least two guarded transitions of one state wait for the same event and read
a variable in common. If the runs of the chart are everything that can happen, a gap is a configuration
in which the event is ignored. Otherwise the guards are evaluated on the numbers that they compare with,
and on the neighbors of these.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..guard import Guard
from ..guard.tree import Binary, Literal, Unary, path_of, walk
from .chart import Chart
from .definition import Arc, matches
from .exploration import Exploration
from .guard_facts import GuardFacts
from .reports import ChartFinding, make, where_is
from .rivals import shared_events
from .witness import Witnesses

#: Limit of transitions among which a gap is looked for: the effort grows with the square.
MAX_GUARDS = 500

_ORDER = ("<", "<=", ">", ">=", "==", "!=")


def gaps(found: Exploration, witnesses: Witnesses, facts: GuardFacts) -> Iterator[ChartFinding]:
    """Yield the gaps between the guards of each state and event."""
    chart = found.chart
    for id in chart.states:
        for event, arcs in _groups(chart, id):
            if len(arcs) > MAX_GUARDS:
                message = f"gaps were not looked for among {len(arcs)} transitions of {event} in {id}"
                yield make(
                    "CHART111", where_is(chart, arcs[-1]), message, None, exact=True, severity="note"
                )
                continue
            if any(facts.verdicts[arc.number] is True for arc in arcs):
                continue
            if witnesses.complete:
                gap = _ignored(witnesses, id, event, arcs)
            elif any(
                matches(a.edge.events, event, exact=a.edge.exact)
                for up in chart.ancestors(id)
                for a in chart.out[up]
            ):
                gap = None
            else:
                gap = _between(found, witnesses, facts, id, event, arcs)
            if gap is not None:
                values, witness, exact = gap
                where = ", ".join(f"{name} = {value!r}" for name, value in values.items())
                texts = " and ".join(map(str, arcs))
                message = f"{texts} leave a gap{' where ' if where else ''}{where}"
                yield make("CHART111", where_is(chart, arcs[-1]), message, witness, exact=exact)


def _groups(chart: Chart, id: str) -> Iterator[tuple[str, tuple[Arc, ...]]]:
    """Yield the events for which several guarded transitions wait that read a variable in common."""
    known: set[tuple[int, ...]] = set()
    for event, arcs in shared_events(chart.out[id]):
        key = tuple(arc.number for arc in arcs)
        reads = [arc.edge.guard.reads for arc in arcs if isinstance(arc.edge.guard, Guard)]
        if key not in known and len(reads) == len(arcs) and frozenset.intersection(*reads):
            known.add(key)
            yield event, arcs


_Gap = tuple[dict[str, Any], tuple[str, ...] | None, bool]


def _ignored(witnesses: Witnesses, id: str, event: str, arcs: tuple[Arc, ...]) -> _Gap | None:
    """Return the values, the witness and the certainty of a gap that a run meets."""
    for seen in witnesses.seen:
        at = seen.configuration
        if id not in at.states or at.done or not witnesses.ignores(at, event):
            continue
        if not _is_outside(_guards(arcs), at.data):
            reads = {path.partition(".")[0] for arc in arcs for path in _reads(arc)}
            values = {name: at.data[name] for name in sorted(reads & set(at.data))}
            return values, (*seen.events, event), True
    return None


def _between(
    found: Exploration,
    witnesses: Witnesses,
    facts: GuardFacts,
    id: str,
    event: str,
    arcs: tuple[Arc, ...],
) -> _Gap | None:
    """Return the values, the witness and the certainty of a gap at the constants of the guards."""
    values = gap_values(_guards(arcs), facts)
    real = witnesses.first_in(id)
    if values is None or (id not in found.nodes and real is None):
        return None
    if not all(name.startswith("_event.") for name in values):
        # A way to the state alone would show another choice: the data decide.
        met = _met(witnesses, id, event, values)
        return values, None if met is None else (*met, event), met is not None
    way = found.shortest(id) if real is None else real
    return values, (*way, event), real is not None


def _met(witnesses: Witnesses, id: str, event: str, values: Mapping[str, Any]) -> tuple[str, ...] | None:
    """Return the events of a run that ignores an event with these values in a state, if any did."""
    for seen in witnesses.seen:
        at = seen.configuration
        meets = id in at.states and all(at.data.get(name) == value for name, value in values.items())
        if meets and not at.done and witnesses.ignores(at, event):
            return seen.events
    return None


def gap_values(guards: Sequence[Guard], facts: GuardFacts) -> dict[str, Any] | None:
    """
    Return a number for which no guard holds, between numbers for which some do.

    None if there is none, or if the guards do not compare one variable with numbers: beyond the last
    number a gap may be intended.
    """
    path, values = _compared(guards)
    if path is None:
        return None
    candidates = sorted({value + step for value in values for step in (-1, 0, 1)})
    held = [any(guard(_nested({path: value})) for guard in guards) for value in candidates]
    allowed = facts.constants.get(path)
    for place, value in enumerate(candidates):
        between = not held[place] and any(held[:place]) and any(held[place:])
        if between and (allowed is None or value in allowed):
            return {path: value}
    return None


def _is_outside(guards: Sequence[Guard], data: Mapping[str, Any]) -> bool:
    """Return whether a value lies beyond all numbers that guards of one variable compare it with."""
    path, values = _compared(guards)
    if path is None or path not in data:
        return False
    below = [value for value in {v + s for v in values for s in (-1, 0, 1)} if value < data[path]]
    above = [value for value in {v + s for v in values for s in (-1, 0, 1)} if value > data[path]]
    sides = (any(guard({path: value}) for guard in guards for value in side) for side in (below, above))
    return not all(sides)


def _compared(guards: Sequence[Guard]) -> tuple[str | None, set[float]]:
    """Return the only variable that guards read, and the numbers they compare it with."""
    reads = frozenset.union(*(guard.reads for guard in guards))
    numbers = [_numbers(guard) for guard in guards]
    if len(reads) != 1 or any(guard.calls for guard in guards):
        return None, set()
    (path,) = reads
    if any(path not in one for one in numbers):
        return None, set()
    return path, set().union(*(one[path] for one in numbers))


def _numbers(guard: Guard) -> dict[str, set[float]]:
    """Return the numbers that each path is compared with."""
    numbers: dict[str, set[float]] = {}
    for node in walk(guard.ast):
        if isinstance(node, Binary) and node.operator in _ORDER:
            for side, constant in ((node.left, node.right), (node.right, node.left)):
                path, value = path_of(side), _number(constant)
                if path is not None and value is not None:
                    numbers.setdefault(".".join(path), set()).add(value)
    return numbers


def _number(node: Any) -> float | None:
    match node:
        case Literal(value=bool()):
            return None
        case Literal(value=int() | float() as value):
            return value
        case Unary("-", operand):
            positive = _number(operand)
            return None if positive is None else -positive
    return None


def _nested(values: dict[str, Any]) -> dict[str, Any]:
    """Return values by path as nested mappings."""
    whole: dict[str, Any] = {}
    for path, value in values.items():
        *above, last = path.split(".")
        record = whole
        for name in above:
            record = record.setdefault(name, {})
        record[last] = value
    return whole


def _guards(arcs: tuple[Arc, ...]) -> list[Guard]:
    return [arc.edge.guard for arc in arcs if isinstance(arc.edge.guard, Guard)]


def _reads(arc: Arc) -> frozenset[str]:
    return getattr(arc.edge.guard, "reads", frozenset())
