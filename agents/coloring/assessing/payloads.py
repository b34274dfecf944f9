"""Options as typed content: with scores (LLM_U), or as colorings the agent could accept (LLM_C)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...contracts import trusted
from ..conformance import Rules
from ..messages import Constraints, CostList
from ..situation import Situation
from ..view import Coloring, View
from . import solving
from .binding import known
from .options import OptionTable
from .satisfaction import conflicts as conflicts_of

#: Penalties up to this count as none in the constraints mode of the requirements.
_NO_PENALTY = 1e-6


def cost_list(view: View, situation: Situation, table: OptionTable) -> CostList:
    """Return scored options (LLM_U)."""
    believed = known(view, situation.beliefs)
    return trusted(
        CostList,
        {
            "boundary_nodes": table.boundary,
            "known": {node: believed[node] for node in table.boundary if node in believed},
            "current": table.current,
            "options": table.best(),
            "points": dict(view.points),
        },
    )


def constraints_payload(
    view: View,
    situation: Situation,
    rules: Rules,
    colors: Coloring,
    table: OptionTable,
    culprits: Sequence[str] = (),
) -> Constraints:
    """
    Return the status, then the colorings of the border that the agent could accept (LLM_C).

    Parameters
    ----------
    table
        Table made without the filter to near options (``near=False``), so that it holds all feasible
        colorings.
    culprits
        Facts that rule out every coloring, if none is feasible.
    """
    beliefs = known(view, situation.beliefs)
    cost = solving.penalty(view, colors, beliefs, rules.scope)
    clashes = len(conflicts_of(view, colors, beliefs, rules))
    clean = clashes == 0 if rules.by_conflicts else cost <= _NO_PENALTY
    fields: dict[str, Any] = {
        "status": "SUCCESS",
        "valid_configs": (),
        "valid_count": 0,
        "per_node": {},
        "culprits": (),
        "current_boundary": {node: beliefs[node] for node in table.boundary if node in beliefs},
        "current_penalty": cost,
        "current_conflicts": clashes,
        "missing": table.missing,
    }
    if not clean or table.missing:
        fields |= {
            "status": "NEED_ALTERNATIVES",
            "valid_configs": tuple([option.human for option in table.best(feasible=True)]),
            "valid_count": table.feasible_count,
            "per_node": table.per_node(),
            "culprits": () if table.feasible_count else tuple(culprits),
        }
    return trusted(Constraints, fields)
