"""
Bargaining with conditional offers (mode RB): the moves that an agent makes in its turn.

To each neighbor, in this order: end a deal that has turned out to prevent a solution; accept the best
of its offers, or reject all of them and say why; then, given the deals of this turn, answer questions
and withdraw own offers that do not help any longer; make an offer where conflicts are left and no own
offer is open; and last, if the colors on the common border differ from those last reported, announce
them. An announcement stands beside other moves, so it delays none of them. While agents pass tables on,
they make no offers to each other.

Fixed nodes are not traded. If one of several offers is accepted, the others stay pending; if none is
acceptable, each is rejected.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..conformance import EPSILON, Rules
from ..events import Event, event
from ..messages import (
    Accept,
    Bargaining,
    ConditionalOffer,
    FeasibilityQuery,
    FeasibilityResponse,
    Move,
    Outgoing,
    Reject,
    Withdraw,
    moves_in,
)
from ..situation import NodeColor, Offer, Received, Situation
from ..view import Coloring, View
from .exclusions import conditions_of, ruled_out
from .feasibility import Feasibility, feasible
from .offers import FEWER, PATIENCE, ROUND, UNSOLVED, patience_with
from .outlook import Cost, Outlook, cost_of
from .proposals import MOST_REPEATS, Proposal, changing, propose, supposed_by
from .rb_text import ENDS, listed, render
from .refusals import refusal

#: Number of steps before a deal can be ended because it prevents a solution.
TRIAL = 3
#: Reason why an own offer ends for the sake of another.
ASKED = "you asked about other colors"


@dataclass(frozen=True)
class Bargained:
    """
    The bargaining of one turn.

    Attributes
    ----------
    messages
        Messages, at most one for each neighbor.
    colors
        Colors of all own nodes, accepted deals carried out.
    released
        Own nodes whose commitments this turn ends.
    committed
        ``{own node: color}`` that deals bind after the turn.
    events
        Moves that were refused; the events of the moves themselves are the platform's.
    """

    messages: tuple[Outgoing, ...]
    colors: dict[str, str]
    released: tuple[str, ...] = ()
    committed: dict[str, str] | None = None
    events: tuple[Event, ...] = ()


def bargain(
    view: View,
    situation: Situation,
    rules: Rules,
    colors: Coloring,
    inbox: Sequence[Received],
    *,
    chosen: Mapping[str, Move] | None = None,
) -> Bargained:
    """
    Choose the moves of a turn, as a pure function of the arguments.

    Parameters
    ----------
    colors
        Colors of all own nodes, as this turn has computed them.
    inbox
        Messages since the agent's last turn; questions in them are answered.
    chosen
        ``{peer: move}``, legal moves that a model chose; those that would make things worse are
        refused. If given, the rules answer, but make no offers or announcements of their own.
    """
    if situation.phase != "bargain":
        return Bargained((), dict(colors))
    moving = _Moves(view, situation, rules, dict(colors))
    moves: dict[str, list[Move]] = {peer: [] for peer in view.peers}
    for peer in view.peers:
        moves[peer] += moving.end_deal(peer)
        if chosen is not None and peer in chosen:
            moves[peer] += moving.take(peer, chosen[peer])
        moves[peer] += moving.judge(peer)
    # A deal of this turn may bind more than before, so what would work is known only now.
    for peer in view.peers:
        moves[peer] = [*moving.answer(peer, inbox), *moves[peer], *moving.withdraw(peer)]
    for peer in view.peers if chosen is None and not moving.outlook.is_best() else ():
        moves[peer] += moving.offer(peer)
    messages = []
    for peer in view.peers:
        moves[peer] += moving.announce(peer) if chosen is None else []
        if moves[peer]:
            messages.append(_message(view, peer, moves[peer], moving.outlook.colors))
    released = tuple(sorted(moving.outlook.released))
    return Bargained(
        tuple(messages),
        moving.outlook.colors,
        released,
        moving.outlook.committed,
        tuple(moving.events),
    )


def is_content(view: View, situation: Situation, colors: Coloring) -> bool:
    """Return whether nothing is in conflict and all neighbors know the colors of the border."""
    return not view.conflicts(colors, situation.beliefs) and all(
        situation.announced.get(peer) == {node: colors[node] for node in view.border_to(peer)}
        for peer in view.peers
    )


def offer_id(kind: str, sender: str, recipient: str, step: int, place: int) -> str:
    """Return the id of an offer or a question; different ones never share an id."""
    parties = [name.replace("%", "%25").replace("_", "%5F") for name in (sender, recipient)]
    return "_".join([kind, *parties, str(step), str(place)])


def _message(view: View, peer: str, moves: Sequence[Move], colors: Coloring) -> Outgoing:
    # The report holds the colors that stand after the moves.
    report = {node: colors[node] for node in view.border_to(peer)}
    return Outgoing.carrying(peer, "rb", render(moves), Bargaining(moves=tuple(moves)), report)


class _Moves:
    """Chooser of the moves of one turn; each kind of move is one method."""

    def __init__(self, view: View, situation: Situation, rules: Rules, colors: Coloring) -> None:
        self.view, self.situation, self.rules = view, situation, rules
        self.outlook = Outlook(view, situation, colors)
        self.events: list[Event] = []
        #: ``{person: {node: color}}`` that the person asked about in this turn and that works.
        self._affirmed: dict[str, Coloring] = {}
        self._ids = itertools.count()

    def _id(self, kind: str, peer: str) -> str:
        return offer_id(kind, self.view.agent, peer, self.situation.time_step, next(self._ids))

    def withdraw(self, peer: str) -> list[Move]:
        """Take back own offers that do not help any longer, or that were not answered in time."""
        moves: list[Move] = []
        for offer in self._own_open(peer):
            reason = self._why_withdraw(offer)
            if reason is not None:
                moves.append(Withdraw(refers_to=offer.offer_id, reasons=(reason,)))
                self.outlook.open.remove(offer)
        return moves

    def _why_withdraw(self, offer: Offer) -> str | None:
        outlook, peer = self.outlook, offer.recipient
        asked = {term.node: term.color for term in offer.conditions}
        if peer in self.view.people and (why := ruled_out(self.situation, peer, asked)) is not None:
            return why
        for term in offer.assignments:
            if peer in self.view.people and term.color in self.situation.barred.get(term.node, ()):
                return f"{term.node} cannot be {term.color}"
        committed = outlook.committed
        if any(committed.get(term.node, term.color) != term.color for term in offer.assignments):
            return "I am bound by another deal"
        if outlook.best(outlook.beliefs, outlook.required()).conflicts == 0:
            return "it is no longer needed"
        if peer in self.view.people and not changing(offer.conditions, outlook.beliefs):
            return f"{listed(offer.conditions)} already"
        better = self._asked_for(peer)
        if better is not None and {*better[0]} != {*offer.conditions}:
            return ASKED
        if self._in_round_with(peer):
            return ROUND
        planned = supposed_by(self.view, self.situation, peer).items()
        if planned and planned <= {**outlook.beliefs, **asked}.items():
            return None
        return "you did not accept it" if self._waited_long(offer) else None

    def _waited_long(self, offer: Offer) -> bool:
        """Return whether to give up an offer: in time, or to a person before if another is left."""
        waited, peer = self.situation.time_step - offer.step_sent, offer.recipient
        if waited >= patience_with(peer, self.view.people) - 1:
            return True
        if waited < PATIENCE - 1:
            return False
        return self._proposal(peer, instead_of=offer) is not None

    def _in_round_with(self, peer: str) -> bool:
        """Return whether a round of tables takes the place of bargaining with a peer."""
        people = self.view.people
        return self.situation.place is not None and peer not in people and self.view.agent not in people

    def _own_open(self, peer: str) -> list[Offer]:
        own = self.view.agent
        return [o for o in self.outlook.open if o.sender == own and o.recipient == peer]

    def answer(self, peer: str, inbox: Sequence[Received]) -> list[Move]:
        """Answer every question, exactly and without effect."""
        moves: list[Move] = []
        for message in inbox:
            for move in moves_in(message) if message.sender == peer else ():
                if isinstance(move, FeasibilityQuery):
                    supposed = {term.node: term.color for term in move.conditions}
                    answer = feasible(self.view, self.outlook.now, supposed)
                    if answer.feasible and peer in self.view.people:
                        self._affirmed[peer] = supposed
                    limit = ruled_out(self.situation, peer, supposed)
                    moves.append(response(self.view, peer, move, answer, limit))
        return moves

    def end_deal(self, peer: str) -> list[Move]:
        """End deals with this peer that prevent a solution or that a round of tables replaces."""
        outlook = self.outlook
        between = [deal for deal in outlook.deals if peer in (deal.sender, deal.recipient)]
        if self._in_round_with(peer):
            for deal in between:
                outlook.end(deal)
            return [Reject(refers_to=deal.offer_id, reasons=(ENDS, ROUND)) for deal in between]
        if not between:
            return []
        if self._round_begins() and outlook.cost().conflicts:
            # The deal has lasted long enough, and the tables of the round cover everything it covered.
            old = [deal for deal in between if self._age(deal) >= PATIENCE]
            for deal in old:
                outlook.end(deal)
            if old:
                return [Reject(refers_to=deal.offer_id, reasons=(ENDS, UNSOLVED)) for deal in old]
        bound = outlook.best(outlook.beliefs, outlook.required())
        for deal in between:
            if bound.conflicts == 0 or self._age(deal) < TRIAL:
                continue
            required = {**self.situation.forced, **outlook.without([deal])}
            freed = outlook.best(outlook.beliefs, required)
            if freed.conflicts < bound.conflicts:
                outlook.end(deal)
                why = f"conflicts={bound.conflicts}->{freed.conflicts}"
                return [Reject(refers_to=deal.offer_id, reasons=(ENDS, why, FEWER))]
        return []

    def _age(self, deal: Offer) -> int:
        return self.situation.time_step - (deal.step_closed or 0)

    def _round_begins(self) -> bool:
        place, view = self.situation.place, self.view
        return place is not None and place.tick == 0 and view.agent not in view.people

    def judge(self, peer: str) -> list[Move]:
        """
        Accept the best of a peer's offers if it makes nothing worse; else reject each.

        An offer of a person whose conditions cost a conflict that its assignments alone would not leave
        is rejected too: :meth:`end_deal` would end that deal. Programs that reject such offers among
        themselves make hardly any deal.
        """
        outlook = self.outlook
        if self._in_round_with(peer):
            return []  # its sender withdraws it
        theirs = [offer for offer in outlook.open if offer.sender == peer]
        if not theirs:
            return []
        before = outlook.cost()
        answers = [(offer, outlook.if_accepted(offer)) for offer in theirs]
        possible = [
            (cost_of(answer), offer, answer)
            for offer, answer in answers
            if answer is not None and not (peer in self.view.people and outlook.would_end(offer, answer))
        ]
        best = min(possible, key=lambda one: one[0], default=None)
        if best is not None and best[0] <= (before.conflicts, before.penalty + EPSILON):
            cost, offer, answer = best
            outlook.accept(offer, answer)
            change = f"conflicts={before.conflicts}->{cost.conflicts}"
            return [Accept(refers_to=offer.offer_id, reasons=("accepted", change))]
        return [self._reject(offer) for offer in theirs]

    def _reject(self, offer: Offer) -> Reject:
        self.outlook.open.remove(offer)
        return refusal(self.view, self.outlook.now, offer)

    def take(self, peer: str, move: Move) -> list[Move]:
        """Make a move that a model chose, if it makes nothing worse."""
        outlook = self.outlook
        before = outlook.cost()
        worse: Cost | None = None
        if isinstance(move, Accept | Reject):
            offer = next((o for o in outlook.open if o.offer_id == move.refers_to), None)
            if offer is None:
                return []
            if isinstance(move, Reject):
                return [self._reject(offer)]
            answer = outlook.if_accepted(offer)
            if answer is not None and not cost_of(answer).exceeds(before):
                outlook.accept(offer, answer)
                return [move]
            worse = None if answer is None else cost_of(answer)
        elif isinstance(move, ConditionalOffer):
            asked = {term.node: term.color for term in move.conditions}
            given = {term.node: term.color for term in move.assignments}
            bound = outlook.promised()
            broken = any(bound.get(node, color) != color for node, color in given.items())
            if not broken and not self._own_open(peer):
                cost = cost_of(outlook.best({**outlook.beliefs, **asked}, {**bound, **given}))
                if not cost.exceeds(before):
                    outlook.offered.update(given)
                    return [move]
                worse = cost
        refused = {"move": move.move, "to": peer, "before": list(before), "after": worse and list(worse)}
        self.events.append(event("rb.refused", refused))
        return []

    def offer(self, peer: str) -> list[Move]:
        """Make an offer where conflicts are left and no own one to this peer is open."""
        if self._in_round_with(peer) or self._own_open(peer):
            return []
        outlook = self.outlook
        if (asked := self._asked_for(peer)) is not None:
            # Who has just said that it works offers nothing else.
            outlook.offered.update((term.node, term.color) for term in asked[1])
            reasons = ("asked_for",)
            name = self._id("offer", peer)
            return [
                ConditionalOffer(
                    offer_id=name, conditions=asked[0], assignments=asked[1], reasons=reasons
                )
            ]
        proposal = self._proposal(peer)
        if proposal is None:
            return []
        outlook.offered.update((term.node, term.color) for term in proposal.assignments)
        made = ConditionalOffer(
            offer_id=self._id("offer", peer),
            conditions=proposal.conditions,
            assignments=proposal.assignments,
            reasons=(f"conflicts={proposal.before}->{proposal.after}", "mutual_benefit"),
        )
        return [made]

    def _proposal(self, peer: str, instead_of: Offer | None = None) -> Proposal | None:
        """Return terms to offer a peer; instead of an open offer only those never offered before."""
        outlook = self.outlook
        return propose(
            self.view, self.situation, self.rules, outlook.colors, peer,
            beliefs=outlook.beliefs, required=outlook.promised(without=instead_of),
            most=MOST_REPEATS if instead_of is None else 1,
        )  # fmt: skip

    def _asked_for(self, peer: str) -> tuple[tuple[NodeColor, ...], tuple[NodeColor, ...]] | None:
        """Return the terms of a deal that a person asked about, that works and that helps."""
        view, outlook = self.view, self.outlook
        supposed = self._affirmed.get(peer, {})
        theirs = {v: c for v, c in supposed.items() if v in view.border_of(peer)}
        mine = {v: c for v, c in supposed.items() if v in view.border_to(peer)}
        bound = {**outlook.promised(), **view.fixed}
        if not (theirs and mine) or len(theirs) + len(mine) < len(supposed):
            return None
        if any(bound.get(node, color) != color for node, color in mine.items()):
            return None
        conditions = changing([NodeColor(*pair) for pair in theirs.items()], outlook.beliefs)
        promised = [NodeColor(*pair) for pair in mine.items()]
        given = changing(promised, self.situation.forced)
        same = conditions_of(conditions)
        if any(
            offer.status in ("pending", "accepted") and conditions_of(offer.conditions) == same
            for offer in self.situation.offers
            if (offer.sender, offer.recipient) == (view.agent, peer)
        ):
            return None
        now = outlook.best(outlook.beliefs, outlook.required()).conflicts
        then = outlook.best({**outlook.beliefs, **theirs}, {**bound, **mine}).conflicts
        return (conditions, given) if conditions and then < now else None

    def announce(self, peer: str) -> list[Move]:
        """Announce the colors of the common border if they differ from the last report to the peer."""
        border = {node: self.outlook.colors[node] for node in self.view.border_to(peer)}
        announced = self.situation.announced.get(peer)
        if announced == border:
            return []
        kind = "update" if announced else "config"
        reason = "boundary_update" if announced else "initial_configuration"
        return [
            ConditionalOffer(
                offer_id=self._id(kind, peer),
                assignments=tuple(NodeColor(node, color) for node, color in border.items()),
                reasons=(reason, f"conflicts={self.outlook.cost().conflicts}"),
            )
        ]


def response(
    view: View, peer: str, query: FeasibilityQuery, answer: Feasibility, limit: str | None = None
) -> FeasibilityResponse:
    """
    Return the answer to a feasibility question, worded for the peer that asked it.

    Parameters
    ----------
    limit
        What the peer said of its nodes that speaks against a coloring that works, if anything.
    """
    return FeasibilityResponse(
        refers_to=query.query_id,
        is_feasible=answer.feasible,
        feasibility_penalty=answer.penalty,
        feasibility_conflicts=answer.conflicts,
        because=answer.told(view, peer) or (() if limit is None else (limit,)),
        conditions=query.conditions,
    )
