"""
Choice of the edge that leaves a node.

Edges are tried by priority, then in the order of the document; the first whose guard is true is taken,
the else-edge if none is. A guard has no effect and never raises: an error in it is False, and recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..errors import expected
from .compiled import Place, Way
from .conversation import Conversation, located
from .ir import Cause

#: Function that chooses among edges whose guards are all true: maps the place and the edges to an index.
TieBreak = Callable[[Place, Sequence[Way]], int]


class Router:
    """
    Router of a conversation.

    Parameters
    ----------
    conversation
        Conversation whose values guards read.
    tie_break
        Function that chooses among edges of one priority, if the policy of the flow is ``"tie_break"``.
    """

    def __init__(self, conversation: Conversation, tie_break: TieBreak | None) -> None:
        self._conversation = conversation
        self._tie_break = tie_break

    def choose(self, place: Place, cause: Cause) -> Way | str:
        """Return the first edge whose guard is true, else the else-edge, else a reason."""
        ways = place.ways.get(cause, ())
        for index, way in enumerate(ways):
            if self._holds(place, way):
                if way.guard is not None and self._checks_ambiguity():
                    return self._resolved(place, ways[index:])
                return way
        return (place.otherwise if cause == "next" else None) or "no_edge"

    def _holds(self, place: Place, way: Way) -> bool:
        conversation = self._conversation
        if way.guard is None:
            return True
        if conversation.sink is None:
            return way.guard(conversation.roots)
        outcome = way.guard.evaluate(conversation.roots)
        result = {"edge": way.name, "value": outcome.value}
        if outcome.error is not None:
            result["error"] = outcome.error
        conversation.emit("guard_eval", **located(place), **result)
        return outcome.value

    def _checks_ambiguity(self) -> bool:
        return self._conversation.sink is not None or self._conversation.policies.ambiguity != "first"

    def _resolved(self, place: Place, ways: Sequence[Way]) -> Way | str:
        """Return the chosen edge among the true edges of the first one's priority, or a reason."""
        first = ways[0]
        true = [first]
        for way in ways[1:]:
            if way.priority == first.priority and way.guard is not None and self._holds(place, way):
                true.append(way)
        if len(true) == 1:
            return first
        chosen, policy = first, self._conversation.policies.ambiguity
        if policy == "tie_break" and self._tie_break is not None and place.node.type == "decision":
            index = self._tie_break(place, true)
            if index not in range(len(true)):
                raise expected("index of tie_break", index, f"0 to {len(true) - 1}")
            chosen = true[index]
        self._conversation.emit(
            "ambiguous",
            **located(place),
            edges=[way.name for way in true],
            chosen=None if policy == "escalate" else chosen.name,
        )
        return "ambiguous" if policy == "escalate" else chosen
