"""
Static analysis of a chart: unreachable states, dead transitions, states that cannot be left, guards that
hold together, endless eventless transitions.

The exploration covers everything that can happen, so "unreachable" and "dead" are proofs. Other findings
have a shortest event sequence as a witness; if the chart itself has not run it, the finding is marked as
heuristic, since guards or data may prevent it. Two guards are said to hold together if a run shows it,
or if the guard language finds values for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

from ..errors import Finding
from .chart import Chart
from .columns import SureOrOpen
from .definition import Arc, matches
from .exploration import Exploration, Node, explore
from .flat import FlatGuard
from .guard_facts import GuardFacts
from .witness import Witnesses


class ChartFinding(NamedTuple):
    """
    Suspicious property of a chart.

    Attributes
    ----------
    finding
        Rule, location and text.
    witness
        Shortest event sequence that shows it, where ``+5`` means five ticks; None if it never happens.
    exact
        Whether it is proved: that it cannot happen; that it happens, by running the witness; or that it
        happens for the values in the text.
    """

    finding: Finding
    witness: tuple[str, ...] | None
    exact: bool


def analyze(chart: Chart) -> list[ChartFinding]:
    """
    Return the suspicious properties of a well-formed chart.

    Returns
    -------
    list
        Findings in the order of the codes, then of the document. ``CHART107`` means that the chart has
        too many configurations to explore; then no state is reported as unreachable or dead.
    """
    facts = GuardFacts(chart)
    found = explore(chart, facts.verdicts)
    witnesses = Witnesses(chart)
    findings = [
        *_unreachable(found),
        *_traps(found, witnesses),
        *_overlaps(found, witnesses, facts),
        *_endless(found, witnesses),
        *_lonely_oracles(found),
    ]
    if not found.complete:
        message = f"only {len(found.moves)} configurations were looked at: nothing is called unreachable"
        findings.append(_make("CHART107", "the chart", message, None, exact=True))
    return findings


def _make(
    code: str, location: str, message: str, witness: tuple[str, ...] | None, *, exact: bool
) -> ChartFinding:
    text = message if exact else f"{message} (heuristic)"
    if witness is not None:
        text += f"; events: {', '.join(witness) or 'none'}"
    return ChartFinding(Finding(code, location, text, "warning"), witness, exact)


def _place(chart: Chart, id: str) -> str:
    return chart.states[id].location or f"state {id}"


def _where(chart: Chart, arc: Arc) -> str:
    return arc.edge.location or f"{_place(chart, arc.source)}/transition {arc.nth + 1}"


# ------------------------------------------------------------------------------------------- reaching


def _unreachable(found: Exploration) -> Iterator[ChartFinding]:
    if not found.complete:
        return
    chart = found.chart
    reached = {id for node in found.moves for id in node[0]}
    for id, state in chart.states.items():
        if state.kind != "history" and id and id not in reached:
            message = f"state {id!r} cannot be reached"
            yield _make("CHART101", _place(chart, id), message, None, exact=True)
    fired = {arc.number for moves in found.moves.values() for move in moves for arc in move.arcs}
    for arc in chart.arcs:
        if arc.number not in fired and (arc.source in reached or not arc.source):
            yield _make("CHART102", _where(chart, arc), f"{arc} can never fire", None, exact=True)


def _traps(found: Exploration, witnesses: Witnesses) -> Iterator[ChartFinding]:
    """Yield states that cannot be left: no transition of theirs or of an ancestor can fire."""
    chart = found.chart
    left = set()
    for node, moves in found.moves.items():
        for move in moves:
            left |= set(node[0]) - set(move.node[0])
            left |= {arc.source for arc in move.arcs if arc.source in arc.edge.targets}
    for id in chart.states:
        nodes = [node for node in found.moves if id in node[0]]
        if nodes and id not in left and chart.is_atomic(id) and chart.states[id].kind == "state":
            real = witnesses.first(lambda at, id=id: id in at.states)  # type: ignore[misc]
            witness = min(map(found.witness, nodes), key=len) if real is None else real
            message = f"state {id!r} cannot be left, and is not final"
            exact = real is not None and found.complete
            yield _make("CHART103", _place(chart, id), message, witness, exact=exact)


def _endless(found: Exploration, witnesses: Witnesses) -> Iterator[ChartFinding]:
    """Yield cycles of eventless transitions that must be taken, and steps that did not end."""
    chart = found.chart
    told: set[int] = set()
    for node in found.moves:
        path: list[Node] = []
        arcs: list[Arc] = []
        at = node
        while at not in path:
            path.append(at)
            must = [move for move in found.moves.get(at, ()) if move.event is None and move.certain]
            if not must:
                break
            arcs += must[0].arcs
            at = must[0].node
        else:
            if arcs[0].number not in told:
                told |= {arc.number for arc in arcs}
                circle = ", ".join(dict.fromkeys(map(str, arcs)))
                message = f"eventless transitions go round for ever: {circle}"
                real = witnesses.endless
                witness = found.witness(node) if real is None else real
                yield _make("CHART105", _where(chart, arcs[0]), message, witness, exact=real is not None)
    if witnesses.endless is not None and not told:
        message = "an event is followed by microsteps without end"
        yield _make("CHART105", "the chart", message, witnesses.endless, exact=True)


# ------------------------------------------------------------------------------------------ deciding


def _overlaps(found: Exploration, witnesses: Witnesses, facts: GuardFacts) -> Iterator[ChartFinding]:
    chart = found.chart
    who = {
        "first": "document order decides",
        "oracle": "the oracle decides",
        "error": "the event is refused",
    }[chart.selection]
    for pair in (pair for arcs in chart.out.values() for pair in combinations(arcs, 2)):
        one, other = pair
        event = _common(one, other)
        if event is None or one.edge.targets == other.edge.targets or _asks(one) or _asks(other):
            continue
        if facts.verdicts[one.number] is False or facts.verdicts[other.number] is False:
            continue
        # A final else is intended; what an earlier "always" makes dead has its own rule.
        if chart.selection == "first" and (one.edge.guard is None or other.edge.guard is None):
            continue
        kind, values = facts.together(one, other)
        nodes = [node for node in found.moves if one.source in node[0]]
        if kind == "disjoint" or not nodes:
            continue
        real = witnesses.first(lambda at, e=event, p=pair: witnesses.enables(at, e, p))  # type: ignore[misc]
        way = min(map(found.witness, nodes), key=len) if real is None else real
        where = f" where {_values(values)}" if values and real is None else ""
        message = f"{one} and {other} can be enabled together{where}: {who}"
        witness = (*way, event) if event else way
        exact = real is not None or (kind == "overlap" and bool(values))
        yield _make("CHART104", _where(chart, other), message, witness, exact=exact)


def _lonely_oracles(found: Exploration) -> Iterator[ChartFinding]:
    for arc in found.chart.arcs:
        rivals = (
            other
            for other in found.chart.out[arc.source]
            if other.edge.targets != arc.edge.targets and _common(arc, other) is not None
        )
        if arc.edge.oracle and not any(rivals):
            message = f"{arc} asks the oracle, which has nothing to choose from"
            yield _make("CHART106", _where(found.chart, arc), message, None, exact=True)


def _asks(arc: Arc) -> bool:
    guard = arc.edge.guard
    return arc.edge.oracle or (isinstance(guard, FlatGuard) and isinstance(guard.guard, SureOrOpen))


def _common(one: Arc, other: Arc) -> str | None:
    """Return an event that both wait for; empty if both are eventless; None if there is none."""
    if one.edge.after is not None or other.edge.after is not None:
        return None
    if not one.edge.events and not other.edge.events:
        return ""
    for descriptor in (*one.edge.events, *other.edge.events):
        name = descriptor.removesuffix("*").removesuffix(".") or "anything"
        if matches(one.edge.events, name) and matches(other.edge.events, name):
            return name
    return None


def _values(values: dict[str, Any]) -> str:
    return ", ".join(f"{name} = {value!r}" for name, value in values.items())
