"""
Events of a turn and of the platform: each name has one shape, listed here.

Events are for the trace and its readers. Nothing in a turn is decided by reading them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

#: Name and data, as a sink takes them.
Event = tuple[str, dict[str, Any]]

_OFFER = ("offer_id", "from", "to")
_FIRED = ("from", "to", "trigger")
#: Fields of each event.
SHAPES: Mapping[str, frozenset[str]] = {
    name: frozenset(fields)
    for name, fields in {
        "coloring.beliefs": ("known", "missing"),
        "coloring.forced_applied": ("forced",),
        "coloring.forced_cleared": ("forced",),
        # One of ``fixed`` and ``committed`` is the color that the node is bound to, the other None.
        "coloring.forced_refused": ("node", "color", "fixed", "committed"),
        "coloring.computed": (
            *("algorithm", "old", "computed", "new"),
            *("changed", "penalty", "conflicts", "local_scores"),
        ),
        "coloring.snap": ("from", "to", "penalties"),
        "coloring.snap_skipped": ("reason", "current", "best", "threshold"),
        "coloring.boundary_conflict": ("node", "peer", "color"),
        "coloring.inconsistency": ("kind", "penalty", "conflicts"),
        "coloring.satisfied": ("value", "reason", "penalty", "best", "conflicts"),
        "coloring.oscillation": ("turns",),
        "coloring.options": (
            *("recipient", "total", "by_constraint", "by_distance"),
            *("held", "kept", "feasible", "best"),
        ),
        "coloring.options_over_budget": ("recipient", "reason"),
        "coloring.tables_over_budget": ("reason",),
        "coloring.message": ("recipient", "kind"),
        # Claims of a message that recomputation found false, and that were not sent.
        "coloring.omitted": ("recipient", "kind", "claims"),
        "chart.fire": _FIRED,
        "chart.timeout": _FIRED,
        "chart.oracle": (*_FIRED, "fallback"),
        "model.asked": ("tool", "arguments", "result"),
        "model.failed": ("error",),
        "model.action": ("action", "arguments", "refused"),
        "rb.offer": (*_OFFER, "conditional"),
        "rb.accept": (*_OFFER, "by"),
        "rb.reject": (*_OFFER, "by", "deal", "reasons"),
        "rb.withdraw": (*_OFFER, "by", "deal", "reasons"),
        "rb.superseded": (*_OFFER, "by"),
        "rb.expired": _OFFER,
        "rb.void": ("move", "by", "offer_id", "why"),
        # ``feasible`` is None in the question.
        "rb.feasibility": ("query_id", "from", "to", "feasible"),
        "rb.refused": ("move", "to", "before", "after"),
    }.items()
}


def event(name: str, data: Mapping[str, Any]) -> Event:
    """
    Return an event of this package.

    Raises
    ------
    KeyError, ValueError
        If there is no such event, or its fields are others; a bug in the caller.
    """
    if data.keys() != SHAPES[name]:
        raise ValueError(f"{name}: fields {sorted(data)}: expected {sorted(SHAPES[name])}")
    return name, data if type(data) is dict else dict(data)
