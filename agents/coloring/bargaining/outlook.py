"""
Colors, beliefs and commitments after the moves of a turn so far, and the outcome of a possible deal.

Both sides of a deal are judged by the best response of the whole cluster under everything that binds it,
never by the border alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import solver

from ..conformance import EPSILON
from ..situation import Offer, Pin, Situation
from ..view import Coloring, View
from .offers import amended_by, is_conditional

#: Settings of a border up to which a deal is judged by all of them.
TESTED = 729


class Cost(NamedTuple):
    """Conflicts of the cluster, and its penalty."""

    conflicts: int
    penalty: float

    def exceeds(self, other: Cost) -> bool:
        """Return whether this has more conflicts or a higher penalty."""
        return self.conflicts > other.conflicts or self.penalty > other.penalty + EPSILON


class Outlook:
    """
    The state of one turn of bargaining; moves change it one after the other.

    Attributes
    ----------
    colors, beliefs
        ``{node: color}`` of own nodes and of foreign ones, deals of this turn carried out.
    open
        Conditional offers that wait for an answer, either way.
    deals
        Accepted offers that stand.
    committed
        ``{own node: color}`` that deals bind.
    offered
        ``{own node: color}`` that offers of this turn promise.
    released
        Own nodes whose commitments this turn ends.
    """

    def __init__(self, view: View, situation: Situation, colors: Coloring) -> None:
        self.view, self.situation = view, situation
        self.colors = dict(colors)
        self.beliefs = dict(situation.beliefs)
        self.open = [o for o in situation.offers if o.status == "pending" and is_conditional(o)]
        self.deals = [o for o in situation.offers if o.status == "accepted"]
        self.committed = dict(situation.committed)
        self.offered: dict[str, str] = {}
        self.released: set[str] = set()
        self._ended: set[str | None] = set()

    @property
    def now(self) -> Situation:
        """The situation with the beliefs and commitments that the moves so far leave."""
        forced = [pin for pin in self.situation.pins if pin.kind == "forced"]
        made = [Pin(node, color, "committed", "") for node, color in self.committed.items()]
        return self.situation.but(beliefs=dict(self.beliefs), pins=(*forced, *made))

    def required(self) -> dict[str, str]:
        """Return required colors of own nodes: commitments before demands."""
        return {**self.situation.forced, **self.committed}

    def promised(self, without: Offer | None = None) -> dict[str, str]:
        """Return required colors, those that own open offers but one promise included."""
        own = [o for o in self.open if o.sender == self.view.agent and o is not without]
        open_terms = {t.node: t.color for o in own for t in o.assignments}
        return {**self.situation.forced, **open_terms, **self.offered, **self.committed}

    def best(self, beliefs: Coloring, required: Coloring) -> solver.BestResponse:
        """Return the best response, the colors that stand if they are optimal."""
        known = {node: color for node, color in beliefs.items() if node in self.view.owners}
        return self.view.best_response(known, required, "current", current=self.colors)

    def cost(self) -> Cost:
        """Return the cost of the current colors."""
        known: Any = {n: c for n, c in self.beliefs.items() if n in self.view.owners}
        conflicts = len(self.view.conflicts(self.colors, known))
        return Cost(conflicts, self.view.penalty(self.colors, known))

    def is_best(self) -> bool:
        """Return whether the current colors cost nothing, and are all that is promised."""
        view = self.view
        may_gain = view.preferences or view.barred or self.promised().items() - self.colors.items()
        return not may_gain and self.cost() == Cost(0, 0.0)

    def without(self, deals: Sequence[Offer]) -> dict[str, str]:
        """Return the commitments without those of some deals."""
        ended = {*self._ended, *(deal.offer_id for deal in deals)}
        still = {
            pin.node: pin.color
            for pin in self.situation.pins
            if pin.kind == "committed" and pin.offer_id not in ended
        }
        # Commitments made in this turn are in no pin yet.
        fresh = {v: c for v, c in self.committed.items() if v not in self.situation.committed}
        return {**still, **fresh}

    def if_accepted(self, offer: Offer) -> solver.BestResponse | None:
        """Return the best response to a deal, or None if its terms cannot be met."""
        asked = {term.node: term.color for term in offer.conditions}
        kept = self.without(amended_by(self.situation.offers, offer))
        if any(node not in self.view.own for node in asked):
            return None
        # A person's own offer comes before what the person demanded; no one else's does.
        if offer.sender not in self.view.people:
            kept = {**self.situation.forced, **kept}
        for node, color in asked.items():
            if self.view.fixed.get(node, color) != color or kept.get(node, color) != color:
                return None
            if offer.sender not in self.view.people and color in self.view.barred.get(node, ()):
                return None
        given = {term.node: term.color for term in offer.assignments}
        return self.best({**self.beliefs, **given}, {**self.situation.forced, **kept, **asked})

    def would_end(self, offer: Offer, answer: solver.BestResponse) -> bool:
        """Return whether the own side of a deal costs conflicts, now or for all colors left."""
        if answer.conflicts == 0:
            return False
        given = {term.node: term.color for term in offer.assignments}
        kept = self.without(amended_by(self.situation.offers, offer))
        required = {**self.situation.forced, **kept}
        free = self.best({**self.beliefs, **given}, required)
        if free.conflicts < answer.conflicts:
            return True
        asked = {term.node: term.color for term in offer.conditions}
        return self._bars_all(offer.sender, given, required, {**required, **asked})

    def _bars_all(self, peer: str, given: Coloring, free: Coloring, bound: Coloring) -> bool:
        """Return whether no colors of a peer's border work under a deal, and some do without it."""
        border = [node for node in self.view.border_of(peer) if node not in given]
        held = {**self.beliefs, **given}
        known = {node: color for node, color in held.items() if node in self.view.owners}
        if not border or len(self.view.domain) ** len(border) > TESTED:
            return False
        left = [self.view.counterfactuals(border, known, one).conflicts.min() for one in (bound, free)]
        return bool(left[0] > 0 and left[1] == 0)

    def accept(self, offer: Offer, answer: solver.BestResponse) -> None:
        """Carry a deal out."""
        replaced = amended_by(self.situation.offers, offer)
        if replaced:
            ended = {deal.offer_id for deal in replaced}
            self.released |= {pin.node for pin in self.situation.pins if pin.offer_id in ended}
            self._ended |= ended
        self.committed = self.without(replaced)
        self.committed.update((term.node, term.color) for term in offer.conditions)
        self.beliefs.update((term.node, term.color) for term in offer.assignments)
        self.colors = {str(node): str(color) for node, color in answer.assignment.items()}
        self.open.remove(offer)

    def end(self, deal: Offer) -> None:
        """End a deal, and the commitments that it made."""
        self._ended.add(deal.offer_id)
        self.committed = self.without([])
        self.released |= {pin.node for pin in self.situation.pins if pin.offer_id == deal.offer_id}
        self.deals.remove(deal)


def cost_of(answer: solver.BestResponse) -> Cost:
    """Return the cost of a best response."""
    return Cost(answer.conflicts, answer.penalty)
