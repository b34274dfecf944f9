"""Findings of the analysis of a chart: their form, locations and witnesses."""

from __future__ import annotations

from typing import NamedTuple

from ..errors import Finding
from .chart import Chart
from .definition import Arc, event_named, matches


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


def make(
    code: str,
    location: str,
    message: str,
    witness: tuple[str, ...] | None,
    *,
    exact: bool,
    severity: str = "warning",
) -> ChartFinding:
    """Return a finding whose text has the witness, and says if it is heuristic."""
    text = message if exact else f"{message} (heuristic)"
    if witness is not None:
        text += f"; events: {', '.join(witness) or 'none'}"
    return ChartFinding(Finding(code, location, text, severity), witness, exact)


def place_of(chart: Chart, id: str) -> str:
    """Return the location of a state."""
    return chart.states[id].location or (f"state {id}" if id else "the chart")


def where_is(chart: Chart, arc: Arc) -> str:
    """Return the location of a transition."""
    return arc.edge.location or f"{place_of(chart, arc.source)}/transition {arc.nth + 1}"


def common_event(one: Arc, other: Arc) -> str | None:
    """Return an event that both wait for; empty if both are eventless; None if there is none."""
    if one.edge.after is not None or other.edge.after is not None:
        return None
    if not one.edge.events and not other.edge.events:
        return ""
    for edge in (one.edge, other.edge):
        for descriptor in edge.events:
            name = event_named(descriptor, exact=edge.exact)
            if all(matches(each.edge.events, name, exact=each.edge.exact) for each in (one, other)):
                return name
    return None
