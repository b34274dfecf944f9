"""
Static analysis of a chart: unreachable states, dead transitions, states that cannot be left, cycles
without an end, guards that hold together or leave a gap, events that no transition takes, endless
eventless transitions.

Two explorations complete each other: one without data, which covers more than can happen
(:mod:`.exploration`), and runs of the chart itself (:mod:`.witness`), which are everything that can
happen if they come to an end. So "unreachable" and "dead" are proofs. Other findings have a shortest
event sequence as a witness; if the chart itself has not run it, the finding is marked as heuristic,
since guards or data may prevent it. Two guards are said to hold together if a run shows it, or if the
guard language finds values for it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import islice
from typing import Any

from .chart import Chart
from .columns import SureOrOpen
from .config import require_int
from .definition import Arc
from .exploration import Exploration, Node, default_limit, explore, most_configurations
from .flat import FlatGuard
from .gaps import gaps
from .guard_facts import GuardFacts
from .reports import ChartFinding, common_event, make, place_of, where_is
from .rivals import Rivals
from .suspicions import unanswered, undeclared, unknown_ids, without_end
from .witness import Witnesses
from .xstate import NamedGuard

__all__ = ["ChartFinding", "analyze"]

#: Limit of pairs of transitions that are compared: those of 100 transitions for one event.
MAX_PAIRS = 5_000


def analyze(chart: Chart, *, limit: int | None = None) -> list[ChartFinding]:
    """
    Return the suspicious properties of a well-formed chart.

    Parameters
    ----------
    chart
        Chart to analyze.
    limit
        Limit of microsteps of the exploration without data, >= 1. Default:
        :data:`.exploration.MAX_TRIALS`, or :data:`.exploration.FEW_TRIALS` if the states of the chart
        may have more configurations than that suffices for.

    Returns
    -------
    list
        Findings in the order of the codes, then of the document. ``CHART107`` means that the chart has
        too many configurations to explore; then no state is reported as unreachable or dead. A finding
        of severity ``"note"`` may be intended: a state without transitions in a chart without final
        states.
    """
    if limit is not None:
        require_int("limit", limit, 1)
    facts = GuardFacts(chart)
    found = explore(chart, facts.verdict, default_limit(chart) if limit is None else limit)
    witnesses = Witnesses(chart)
    findings = [
        *_unreachable(found, witnesses),
        *_traps(found, witnesses),
        *_overlaps(found, witnesses, facts),
        *_endless(found, witnesses),
        *_lonely_oracles(found),
        *without_end(found, witnesses),
        *unanswered(chart, witnesses),
        *unknown_ids(chart),
        *undeclared(chart),
        *gaps(found, witnesses, facts),
    ]
    if not found.complete and not witnesses.complete:
        most = most_configurations(chart)
        total = str(most) if most < 10**12 else f"10^{math.ceil(math.log10(most))}"
        message = (
            f"only {len(found.moves)} configurations of at most {total} were looked at, within a limit"
            f" of {found.limit} microsteps: nothing is called unreachable"
        )
        findings.append(make("CHART107", "the chart", message, None, exact=True))
    return sorted(findings, key=lambda one: one.finding.code)


# ------------------------------------------------------------------------------------------- reaching


def _unreachable(found: Exploration, witnesses: Witnesses) -> Iterator[ChartFinding]:
    chart = found.chart
    if found.complete:
        reached = {id for node in found.moves for id in node[0]}
        fired = {arc.number for moves in found.moves.values() for move in moves for arc in move.arcs}
    elif witnesses.complete:
        reached, fired = set(chart.states), {arc.number for arc in chart.arcs}
    else:
        return
    if witnesses.complete:
        reached &= witnesses.entered
        fired &= witnesses.fired.keys()
    for id, state in chart.states.items():
        if state.kind != "history" and id and id not in reached:
            message = f"state {id!r} cannot be reached"
            yield make("CHART101", place_of(chart, id), message, None, exact=True)
    for arc in chart.arcs:
        if arc.number not in fired and (arc.source in reached or not arc.source):
            yield make("CHART102", where_is(chart, arc), f"{arc} can never fire", None, exact=True)


def _traps(found: Exploration, witnesses: Witnesses) -> Iterator[ChartFinding]:
    """Yield states that cannot be left: no transition of theirs or of an ancestor can fire."""
    if not found.complete:
        return
    chart = found.chart
    left = {id for moves in found.moves.values() for move in moves for id in move.left}
    fires = {arc.source for moves in found.moves.values() for move in moves for arc in move.arcs}
    has_end = any(state.kind == "final" for state in chart.states.values())
    for id in chart.states:
        if id in left or not chart.is_atomic(id) or chart.states[id].kind != "state":
            continue
        if id in found.nodes:
            real = witnesses.first_in(id)
            if real is None and witnesses.complete:
                continue  # it is unreachable
            witness = found.shortest(id) if real is None else real
            message = f"state {id!r} cannot be left, and is not final"
            exact = real is not None
            if chart.is_parallel(chart.parent[id]) and id in fires:
                continue  # a region of one state, which answers to events
            ends = not has_end and not any(chart.out[up] for up in (id, *chart.ancestors(id)))
            severity = "note" if ends else "warning"
            yield make("CHART103", place_of(chart, id), message, witness, exact=exact, severity=severity)


def _endless(found: Exploration, witnesses: Witnesses) -> Iterator[ChartFinding]:
    """Yield cycles of eventless transitions that must be taken, and steps that did not end."""
    chart = found.chart
    reported: set[int] = set()
    for node in found.moves:
        path: list[Node] = []
        arcs: list[Arc] = []
        at = node
        while at not in path:
            path.append(at)
            must = [move for move in found.moves.get(at, ()) if found.goes_on(at, move)]
            if not must:
                break
            arcs += must[0].arcs
            at = must[0].node
        else:
            if arcs[0].number not in reported:
                reported |= {arc.number for arc in arcs}
                circle = ", ".join(dict.fromkeys(map(str, arcs)))
                message = f"eventless transitions go round for ever: {circle}"
                real = witnesses.endless
                witness = found.witness(node) if real is None else real
                yield make(
                    "CHART105", where_is(chart, arcs[0]), message, witness, exact=real is not None
                )
    if witnesses.endless is not None and not reported:
        message = f"an event is followed by microsteps without end: {', '.join(witnesses.circle)}"
        yield make("CHART105", "the chart", message, witnesses.endless, exact=True)


# ------------------------------------------------------------------------------------------ deciding


def _overlaps(found: Exploration, witnesses: Witnesses, facts: GuardFacts) -> Iterator[ChartFinding]:
    chart = found.chart
    who = {
        "first": "document order decides",
        "oracle": "the oracle decides",
        "error": "the event is refused",
    }[chart.selection]
    rivals = {
        id: Rivals([arc for arc in arcs if _competes(found, facts, arc)])
        for id, arcs in chart.out.items()
        if len(arcs) > 1 and id in found.nodes
    }
    pairs = (pair for id in rivals for pair in rivals[id].pairs())
    for pair in islice(pairs, MAX_PAIRS):
        one, other = pair
        event = common_event(one, other)
        kind, values = facts.together(one, other)
        if event is None or kind == "disjoint":
            continue
        real = witnesses.first(lambda at, e=event, p=pair: witnesses.enables(at, e, p))  # type: ignore[misc]
        if real is None and witnesses.complete:
            continue
        way = found.shortest(one.source) if real is None else real
        where = f" where {_values(values)}" if values and real is None else ""
        message = f"{one} and {other} can be enabled together{where}: {who}"
        witness = (*way, event) if event else way
        exact = real is not None or (kind == "overlap" and bool(values))
        yield make("CHART104", where_is(chart, other), message, witness, exact=exact)
    if (left := sum(one.count() for one in rivals.values()) - MAX_PAIRS) > 0:
        message = f"{MAX_PAIRS} pairs of transitions were compared, {left} others were not"
        yield make("CHART104", "the chart", message, None, exact=True, severity="note")


def _competes(found: Exploration, facts: GuardFacts, arc: Arc) -> bool:
    """Return whether a transition may be enabled together with another by mistake."""
    if _asks(arc) or facts.verdicts[arc.number] is False:
        return False
    # A final else is intended; what an earlier "always" makes dead has its own rule.
    return found.chart.selection != "first" or not all(
        facts.verdict(arc, node[0]) is True for node in found.nodes[arc.source]
    )


def _lonely_oracles(found: Exploration) -> Iterator[ChartFinding]:
    for arc in found.chart.arcs:
        rivals = (
            other
            for other in found.chart.out[arc.source]
            if other.edge.targets != arc.edge.targets and common_event(arc, other) is not None
        )
        if arc.edge.oracle and not any(rivals):
            message = f"{arc} asks the oracle, which has nothing to choose from"
            yield make("CHART106", where_is(found.chart, arc), message, None, exact=True)


def _asks(arc: Arc) -> bool:
    """Return whether another than the guard's text decides: the oracle, or a function elsewhere."""
    guard = arc.edge.guard
    if isinstance(guard, NamedGuard):
        return True
    return arc.edge.oracle or (isinstance(guard, FlatGuard) and isinstance(guard.guard, SureOrOpen))


def _values(values: dict[str, Any]) -> str:
    return ", ".join(f"{name} = {value!r}" for name, value in values.items())
