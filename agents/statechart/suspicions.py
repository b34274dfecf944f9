"""
Rules about cycles without an end, events that no transition takes, histories that nothing enters, and
ids of states, sends and services that do not exist.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TypeVar

from .chart import Chart
from .content import Assign, Block, Cancel, Raise, Send
from .content_walk import actions_in, received_names, values_of
from .definition import matches
from .exploration import Exploration, is_over
from .guard_facts import states_asked
from .reports import ChartFinding, make, place_of, where_is
from .witness import Witnesses

N = TypeVar("N", bound=Hashable)


def without_end(found: Exploration, witnesses: Witnesses) -> Iterator[ChartFinding]:
    """Yield cycles from which no final state of the chart can be reached."""
    chart = found.chart
    if not _may_end(chart, chart.top):
        return
    stuck = _stuck_in_runs(witnesses) if witnesses.complete else _stuck(found)
    reported: set[str] = set()
    for id in chart.states:
        if id not in stuck or id in reported:
            continue
        cycle = [id, *sorted(stuck[id] - {id}, key=chart.order.__getitem__)]
        reported.update(cycle)
        real = witnesses.first_in(id)
        witness = found.shortest(id) if real is None and id in found.nodes else real
        message = f"no final state can be reached from {', '.join(map(repr, cycle))}"
        yield make("CHART108", place_of(chart, id), message, witness, exact=real is not None)


def _may_end(chart: Chart, id: str) -> bool:
    """Return whether a state has final states to be done in."""
    if chart.is_parallel(id):
        return all(_may_end(chart, child.id) for child in chart.children(id))
    return any(child.kind == "final" for child in chart.children(id))


def _stuck(found: Exploration) -> dict[str, set[str]]:
    """Return the atomic states from which no end can be reached, each with those after it."""
    if not found.complete:
        return {}
    after = {node: {move.node for move in moves} for node, moves in found.moves.items()}
    ends = {node for node in after if is_over(found.chart, node[0]) or not after[node] - {node}}
    return _stuck_states(found.chart, after, ends, {node: node[0] for node in after})


def _stuck_in_runs(witnesses: Witnesses) -> dict[str, set[str]]:
    """Return the same by the runs of the chart."""
    after = {number: set(following) for number, following in enumerate(witnesses.following)}
    seen = [one.configuration for one in witnesses.seen]
    ends = {number for number in after if seen[number].done or not after[number] - {number}}
    states = {number: seen[number].states for number in after}
    return _stuck_states(witnesses.chart, after, ends, states)


def _stuck_states(
    chart: Chart, after: dict[N, set[N]], ends: set[N], states: dict[N, tuple[str, ...]]
) -> dict[str, set[str]]:
    before: dict[N, set[N]] = {node: set() for node in after}
    for node, following in after.items():
        for other in following:
            before[other].add(node)
    if not any(chart.states[id].kind == "final" for node in ends for id in states[node]):
        return {}  # the final states are reported as unreachable
    good, waiting = set(ends), list(ends)
    while waiting:
        for node in before[waiting.pop()] - good:
            good.add(node)
            waiting.append(node)
    fine = {id for node in good for id in states[node]}
    stuck: dict[str, set[str]] = {}
    for node in after.keys() - good:
        for id in states[node]:
            if id not in fine and chart.is_atomic(id) and chart.states[id].kind == "state":
                stuck.setdefault(id, set())
    for node in after.keys() - good:
        near = {id for other in (node, *after[node]) for id in states[other] if id in stuck}
        for id in near.intersection(states[node]):
            stuck[id] |= near
    return stuck


def unanswered(chart: Chart, witnesses: Witnesses) -> Iterator[ChartFinding]:
    """Yield raised and sent events that nothing takes, unused histories, unknown states in ``In``."""
    for name, where in _emitted(chart).items():
        waiting = any(matches(arc.edge.events, name, exact=arc.edge.exact) for arc in chart.arcs)
        if not waiting or (witnesses.complete and name not in witnesses.taken_inside):
            why = "when it occurs" if waiting else "at all"
            message = f"event {name!r} is raised or sent, but no transition takes it {why}"
            yield make("CHART109", where, message, None, exact=True)
    used = {target for arc in chart.arcs for target in arc.edge.targets}
    used |= {target for state in chart.states.values() for target in state.initial}
    for id, state in chart.states.items():
        if state.kind == "history" and id not in used:
            message = f"history {id!r} is the target of no transition"
            yield make("CHART110", place_of(chart, id), message, None, exact=True)
    unknown: dict[str, str] = {}
    for arc in chart.arcs:
        for id in states_asked(arc.edge.guard):
            unknown.setdefault(id, where_is(chart, arc))
    for value in values_of(chart):
        for id in states_asked(value):
            unknown.setdefault(id, "the chart")
    for id, where in unknown.items():
        if id not in chart.states:
            message = f"In({id!r}): expected a state of the chart"
            yield make("CHART112", where, message, None, exact=True)


def undeclared(chart: Chart) -> Iterator[ChartFinding]:
    """Yield assignments to variables that the chart does not declare, which may be misspelled."""
    known = {item.id for item in chart.variables} | received_names(chart)
    for where, block in _blocks(chart):
        for action in actions_in(block):
            if isinstance(action, Assign) and (name := action.location[0]) not in known:
                known.add(name)
                message = f"variable {name!r} is assigned, but no data declares it"
                yield make("CHART114", where, message, None, exact=True)


def unknown_ids(chart: Chart) -> Iterator[ChartFinding]:
    """Yield cancels of ids that no send has, and events of services that do not exist."""
    content = [(where, action) for where, block in _blocks(chart) for action in actions_in(block)]
    sends = [action for _, action in content if isinstance(action, Send)]
    ids = {send.id for send in sends if send.id is not None}
    for where, action in content:
        if isinstance(action, Cancel) and isinstance(action.id, str) and action.id not in ids:
            message = f"cancel of {action.id!r}: expected the id of a send{_listed(ids)}"
            yield make("CHART113", where, message, None, exact=True)
    services = [invoke for state in chart.states.values() for invoke in state.invokes]
    named = {invoke.id for invoke in services if invoke.id is not None}
    # A generated id may have any name, another session may send such an event, and a machine of XState
    # may start services in functions.
    named_here = len(named) == len(services) and all(send.target is None for send in sends)
    if chart.rules == "xstate" or not named_here:
        return
    for arc in chart.arcs:
        for event in arc.edge.events:
            kind, _, id = event.removesuffix(".*").removesuffix("*").partition(".invoke.")
            if kind in ("done", "error") and id and not _begins(named, id):
                message = f"{arc} waits for a service {id!r}: expected the id of one{_listed(named)}"
                yield make("CHART113", where_is(chart, arc), message, None, exact=True)


def _begins(ids: set[str], prefix: str) -> bool:
    return any(id == prefix or id.startswith(f"{prefix}.") for id in ids)


def _listed(ids: set[str]) -> str:
    return f"; there are {', '.join(sorted(ids)[:8])}" if ids else "; there are none"


def _emitted(chart: Chart) -> dict[str, str]:
    """Return the names of events that the chart raises, or sends to itself, with a location of each."""
    emitted: dict[str, str] = {}
    for where, block in _blocks(chart):
        for action in actions_in(block):
            match action:
                case Raise(event) | Send(event=str(event), target=None | "#_internal"):
                    emitted.setdefault(event, where)
    return emitted


def _blocks(chart: Chart) -> Iterator[tuple[str, Block]]:
    """Yield the executable content of a chart with its locations."""
    for state in chart.states.values():
        finalize = (invoke.finalize for invoke in state.invokes)
        for block in (state.initial_content, *state.entry, *state.exit, *finalize):
            yield place_of(chart, state.id), block
    for arc in chart.arcs:
        yield where_is(chart, arc), arc.edge.content
