"""
Requests that are put as questions: "can you make a4 blue?" is answered, and a yes makes it a request.

"Please" makes a request of it at once, and so do words that ask for no change: "could you keep a4?".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from solver import BudgetError

from ...bargaining.feasibility import feasible
from ...situation import NodeColor, Situation
from ...view import View

_ASKS = re.compile(r"\b(?:can|could)(?:'?t|n'?t| not)? (?:you|u|ya)\b([^?.!;]*)", re.IGNORECASE)
_REQUESTS = re.compile(r"\b(?:please|pls|plz|kindly|keep|leave|stay|remain|hold|stick)\b", re.IGNORECASE)


def put_as_questions(text: str, wanted: Sequence[NodeColor]) -> tuple[NodeColor, ...]:
    """Return the wanted colors of own nodes that a text only asks about."""
    found = _ASKS.search(text)
    if found is None or _REQUESTS.search(text):
        return ()
    named = {*re.findall(r"[^\W_]+", found[1].casefold())}
    return tuple(one for one in wanted if one.node.casefold() in named) or tuple(wanted)


def costs_more(view: View, situation: Situation, wanted: Sequence[NodeColor]) -> bool:
    """Return whether colors of own nodes would leave more conflicts than there need be."""
    if not wanted or any(one.node in view.fixed for one in wanted):
        return False
    colors = {one.node: one.color for one in wanted}
    try:
        least, left = (feasible(view, situation, one, explain=False) for one in ({}, colors))
    except BudgetError:
        return False
    return left.conflicts > least.conflicts
