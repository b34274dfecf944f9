"""
Bargaining with conditional offers (mode RB): which moves an agent makes in its turn.

To each neighbor, in this order: withdraw what no longer helps; answer what was asked; end a deal that
has turned out to stand in the way; accept the best of its offers, or reject all of them and say why;
make an offer where conflicts are left and none is open; and last, if the colors on the common border
differ from what the neighbor was told, announce them. An announcement stands beside other moves, so it
starves none of them. While agents pass tables on, they make no offers to each other.

Offers are true: both sides are judged by the best response of the whole cluster under everything that
binds it, never by the border alone. Fixed nodes are not traded. If one of several offers is accepted the
others stay pending; if none is acceptable each is rejected.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import solver

from ..conformance import EPSILON, Rules
from ..events import Event, event
from ..messages import (
    MOVE,
    Accept,
    Bargaining,
    ConditionalOffer,
    FeasibilityQuery,
    FeasibilityResponse,
    Move,
    Outgoing,
    Reject,
    Withdraw,
)
from ..situation import NodeColor, Offer, Received, Situation
from ..view import Coloring, View
from .feasibility import Fact, Feasibility, facts_of, feasible, smallest_reason, told
from .offers import amended_by, is_conditional
from .proposals import propose
from .rb_text import render

#: A deal is given this many steps before it can be found to stand in the way.
TRIAL = 3


@dataclass(frozen=True)
class Bargained:
    """
    What bargaining makes of a turn.

    Attributes
    ----------
    messages
        At most one for each neighbor.
    colors
        Of all own nodes, accepted deals carried out.
    released
        Own nodes whose commitments this turn ends.
    events
        ``(name, data)`` of what was considered and why; the moves' own events are the platform's.
    """

    messages: tuple[Outgoing, ...]
    colors: dict[str, str]
    released: tuple[str, ...] = ()
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
    Choose the moves of a turn.

    Pure: the same arguments give the same answer, and nothing is kept.

    Parameters
    ----------
    colors
        Of all own nodes, as this turn has computed them.
    inbox
        What the agent received since its last turn; questions in it are answered.
    chosen
        ``{peer: move}``, legal ones that somebody else chose; those that would make things worse are
        refused. If given, the rules answer, but make no offers or announcements of their own.
    """
    if situation.phase != "bargain":
        return Bargained((), dict(colors))
    table = _Table(view, situation, rules, dict(colors))
    moves: dict[str, list[Move]] = {peer: [] for peer in view.peers}
    for peer in view.peers:
        moves[peer] += table.withdraw(peer)
        moves[peer] += table.answer(peer, inbox)
    for peer in view.peers:
        moves[peer] += table.end_deal(peer)
        if chosen is not None and peer in chosen:
            moves[peer] += table.take(peer, chosen[peer])
        moves[peer] += table.judge(peer)
    for peer in view.peers if chosen is None else ():
        moves[peer] += table.offer(peer)
    messages = []
    for peer in view.peers:
        moves[peer] += table.announce(peer) if chosen is None else []
        if moves[peer]:
            messages.append(_message(view, peer, moves[peer], table.colors))
    return Bargained(tuple(messages), table.colors, tuple(sorted(table.released)), tuple(table.events))


def is_content(view: View, situation: Situation, colors: Coloring) -> bool:
    """Whether an agent that bargains is satisfied: no conflict, and all neighbors told of its border."""
    return not view.conflicts(colors, situation.beliefs) and all(
        situation.announced.get(peer) == {node: colors[node] for node in view.border_to(peer)}
        for peer in view.peers
    )


def offer_id(kind: str, sender: str, recipient: str, step: int, place: int) -> str:
    """Name an offer or a question by what it is; different ones never share a name."""
    parties = [name.replace("%", "%25").replace("_", "%5F") for name in (sender, recipient)]
    return "_".join([kind, *parties, str(step), str(place)])


def _message(view: View, peer: str, moves: Sequence[Move], colors: Coloring) -> Outgoing:
    # An own node stands in a report only if its color is part of what is said.
    report = {node: colors[node] for node in view.border_to(peer)}
    payload = Bargaining(moves=tuple(moves)).model_dump(mode="json")
    return Outgoing(recipient=peer, kind="rb", text=render(moves), payload=payload, report=report)


@dataclass
class _Table:
    """The state of one turn: colors, beliefs and commitments as its moves so far leave them."""

    view: View
    situation: Situation
    rules: Rules
    colors: dict[str, str]
    released: set[str] = field(default_factory=set)
    events: list[Event] = field(default_factory=list)
    made: int = 0

    def __post_init__(self) -> None:
        situation = self.situation
        self.beliefs = dict(situation.beliefs)
        self.open = [o for o in situation.offers if o.status == "pending" and is_conditional(o)]
        self.deals = [o for o in situation.offers if o.status == "accepted"]
        self.committed = dict(situation.committed)
        #: What own open offers promise, so that two of them never promise different things.
        self.promised = {
            term.node: term.color
            for offer in self.open
            if offer.sender == self.view.agent
            for term in offer.assignments
        }

    # ---------------------------------------------------------------------------------- judgment

    def bound(self, *more: Mapping[str, str]) -> dict[str, str]:
        """Required colors of own nodes: commitments before demands, and before both ``more``."""
        out = dict(self.situation.forced)
        out.update(self.committed)
        for each in more:
            out.update(each)
        return out

    def best(self, beliefs: Coloring, required: Coloring) -> solver.BestResponse:
        known: Any = {node: color for node, color in beliefs.items() if node in self.view.owners}
        own: Any = dict(required)
        current: Any = self.colors
        return solver.best_response(
            self.view.problem, self.view.agent, known, own, "current", current=current
        )

    def cost_now(self) -> tuple[int, float]:
        known: Any = {n: c for n, c in self.beliefs.items() if n in self.view.owners}
        conflicts = len(self.view.conflicts(self.colors, known))
        known.update(self.colors)
        return conflicts, solver.penalty(self.view.problem, known)

    def _id(self, kind: str, peer: str) -> str:
        self.made += 1
        return offer_id(kind, self.view.agent, peer, self.situation.time_step, self.made - 1)

    # -------------------------------------------------------------------------------------- moves

    def withdraw(self, peer: str) -> list[Move]:
        """Take back own offers that a best response makes needless, or that commitments contradict."""
        mine = [o for o in self.open if o.sender == self.view.agent and o.recipient == peer]
        moves: list[Move] = []
        for offer in mine:
            broken = any(self.committed.get(t.node, t.color) != t.color for t in offer.assignments)
            needless = self.best(self.beliefs, self.bound()).conflicts == 0
            if broken or needless:
                reason = "I am bound by another deal" if broken else "it is no longer needed"
                moves.append(Withdraw(refers_to=offer.offer_id, reasons=(reason,)))
                self.open.remove(offer)
        return moves

    def answer(self, peer: str, inbox: Sequence[Received]) -> list[Move]:
        """Answer every question, exactly and without effect."""
        moves: list[Move] = []
        for message in inbox:
            if message.sender != peer or message.kind != "rb" or not message.payload:
                continue
            for raw in message.payload["moves"]:
                if raw.get("move") != "FeasibilityQuery":
                    continue
                query = MOVE.validate_python(raw)
                assert isinstance(query, FeasibilityQuery)
                supposed = {term.node: term.color for term in query.conditions}
                found = feasible(self.view, self.situation, supposed)
                moves.append(response(self.view, peer, query.query_id, found))
        return moves

    def end_deal(self, peer: str) -> list[Move]:
        """End the deal with this peer without which fewer conflicts would be left, once it had time."""
        between = [o for o in self.deals if peer in (o.sender, o.recipient)]
        if not between:
            return []
        bound = self.best(self.beliefs, self.bound())
        for deal in between:
            age = self.situation.time_step - (deal.step_closed or 0)
            if bound.conflicts == 0 or age < TRIAL:
                continue
            kept = self._without([deal])
            freed = self.best(self.beliefs, {**self.situation.forced, **kept})
            if freed.conflicts < bound.conflicts:
                self.committed = kept
                self.released |= {
                    pin.node for pin in self.situation.pins if pin.offer_id == deal.offer_id
                }
                self.deals.remove(deal)
                why = f"conflicts={bound.conflicts}->{freed.conflicts}"
                return [Reject(refers_to=deal.offer_id, reasons=("deal_in_the_way", why))]
        return []

    def _without(self, deals: Sequence[Offer]) -> dict[str, str]:
        """Commitments without those of some deals."""
        ended = {deal.offer_id for deal in deals}
        still = {
            pin.node: pin.color
            for pin in self.situation.pins
            if pin.kind == "committed" and pin.offer_id not in ended
        }
        # Those made in this turn are in no pin yet.
        fresh = {v: c for v, c in self.committed.items() if v not in self.situation.committed}
        return {**still, **fresh}

    def judge(self, peer: str) -> list[Move]:
        """Accept the best of a peer's offers if it makes nothing worse; else reject each."""
        theirs = [o for o in self.open if o.sender == peer]
        before = self.cost_now()
        judged = []
        for offer in theirs:
            answer = self._if_accepted(offer)
            if answer is not None:
                judged.append(((answer.conflicts, answer.penalty), offer, answer))
        best = min(judged, key=lambda one: one[0], default=None)
        if best is not None and best[0] <= (before[0], before[1] + EPSILON):
            cost, offer, answer = best
            self._carry_out(offer, answer)
            change = f"conflicts={before[0]}->{cost[0]}"
            return [Accept(refers_to=offer.offer_id, reasons=("accepted", change))]
        return [self._reject(offer, before[0]) for offer in theirs]

    def take(self, peer: str, move: Move) -> list[Move]:
        """Make a move that somebody else chose, if it makes nothing worse."""
        before = self.cost_now()
        worse: tuple[int, float] | None = None
        if isinstance(move, Accept | Reject):
            offer = next((o for o in self.open if o.offer_id == move.refers_to), None)
            if offer is None:
                return []
            if isinstance(move, Reject):
                return [self._reject(offer, before[0])]
            answer = self._if_accepted(offer)
            if answer is not None and not _costs_more(answer, before):
                self._carry_out(offer, answer)
                return [move]
            worse = None if answer is None else (answer.conflicts, answer.penalty)
        elif isinstance(move, ConditionalOffer):
            asked = {term.node: term.color for term in move.conditions}
            given = {term.node: term.color for term in move.assignments}
            bound = self.bound(self.promised)
            broken = any(bound.get(node, color) != color for node, color in given.items())
            same = [o for o in self.open if o.sender == self.view.agent and o.recipient == peer]
            if not broken and not same:
                answer = self.best({**self.beliefs, **asked}, {**bound, **given})
                if not _costs_more(answer, before):
                    self.promised.update(given)
                    return [move]
                worse = (answer.conflicts, answer.penalty)
        refused = {"move": move.move, "to": peer, "before": list(before), "after": worse and list(worse)}
        self.events.append(event("rb.refused", refused))
        return []

    def _if_accepted(self, offer: Offer) -> solver.BestResponse | None:
        """The best response to a deal; None if it asks for what cannot be given."""
        asked = {term.node: term.color for term in offer.conditions}
        kept = self._without(amended_by(self.situation.offers, offer))
        if any(node not in self.view.own for node in asked):
            return None
        for node, color in asked.items():
            if self.view.fixed.get(node, color) != color or kept.get(node, color) != color:
                return None
        given = {term.node: term.color for term in offer.assignments}
        return self.best({**self.beliefs, **given}, {**self.situation.forced, **kept, **asked})

    def _carry_out(self, offer: Offer, answer: solver.BestResponse) -> None:
        replaced = amended_by(self.situation.offers, offer)
        if replaced:
            ended = {deal.offer_id for deal in replaced}
            self.released |= {pin.node for pin in self.situation.pins if pin.offer_id in ended}
        self.committed = self._without(replaced)
        self.committed.update((term.node, term.color) for term in offer.conditions)
        self.beliefs.update((term.node, term.color) for term in offer.assignments)
        self.colors = {str(node): str(color) for node, color in answer.assignment.items()}
        self.open.remove(offer)

    def _reject(self, offer: Offer, before: int) -> Reject:
        """Refuse with the reason: what of it can never be, else what stands against it now."""
        view = self.view
        self.open.remove(offer)
        asked = [Fact("supposed", t.node, t.color) for t in offer.conditions if t.node in view.own]
        fixed = {node: color for node, color in view.fixed.items()}
        singles = [f for f in asked if fixed.get(f.node, f.color) != f.color]
        if singles:
            return Reject(
                refers_to=offer.offer_id,
                reasons=("impossible", *told(view, _fixed(view, singles), offer.sender)),
                impossible_conditions=tuple(NodeColor(f.node, f.color) for f in singles),
            )
        asked_nodes = {fact.node for fact in asked}
        always = [Fact("fixed", v, c) for v, c in fixed.items() if v not in asked_nodes] + asked
        if self._conflicts_of(always):
            reason, _ = smallest_reason(view, always)
            taught = tuple(NodeColor(f.node, f.color) for f in reason if f.kind == "supposed")
            single = len(taught) == 1
            return Reject(
                refers_to=offer.offer_id,
                reasons=("impossible", *told(view, reason, offer.sender)),
                impossible_conditions=taught if single else (),
                impossible_combinations=() if single or not taught else (taught,),
            )
        given = {term.node: term.color for term in offer.assignments}
        rest = [f for f in facts_of(view, self.situation, given) if f.node not in asked_nodes]
        against: tuple[str, ...] = ()
        if self._conflicts_of(rest + asked):
            reason, _ = smallest_reason(view, rest + asked)
            against = told(view, reason, offer.sender)
        return Reject(refers_to=offer.offer_id, reasons=("unacceptable", *against))

    def _conflicts_of(self, facts: Sequence[Fact]) -> int:
        known: Any = {f.node: f.color for f in facts if f.node in self.view.owners}
        own: Any = {f.node: f.color for f in facts if f.node not in self.view.owners}
        return solver.best_response(self.view.unfixed, self.view.agent, known, own).conflicts

    def offer(self, peer: str) -> list[Move]:
        """Make an offer where conflicts are left and no own one to this peer is open."""
        mine = self.view.agent
        if self.situation.place is not None and peer != self.view.person:
            return []  # tables say it better
        if any(o.sender == mine and o.recipient == peer for o in self.open):
            return []
        found = propose(
            self.view, self.situation, self.rules, self.colors, peer,
            beliefs=self.beliefs, required=self.bound(self.promised),
        )  # fmt: skip
        if found is None:
            return []
        self.promised.update((term.node, term.color) for term in found.assignments)
        made = ConditionalOffer(
            offer_id=self._id("offer", peer),
            conditions=found.conditions,
            assignments=found.assignments,
            reasons=(f"conflicts={found.before}->{found.after}", "mutual_benefit"),
        )
        return [made]

    def announce(self, peer: str) -> list[Move]:
        """Tell the colors of the common border if they differ from what the peer was last told."""
        border = {node: self.colors[node] for node in self.view.border_to(peer)}
        was = self.situation.announced.get(peer)
        if was == border:
            return []
        kind = "config" if not was else "update"
        reason = "initial_configuration" if not was else "boundary_update"
        return [
            ConditionalOffer(
                offer_id=self._id(kind, peer),
                assignments=tuple(NodeColor(node, color) for node, color in border.items()),
                reasons=(reason, f"conflicts={self.cost_now()[0]}"),
            )
        ]


def _costs_more(answer: solver.BestResponse, before: tuple[int, float]) -> bool:
    return answer.conflicts > before[0] or answer.penalty > before[1] + EPSILON


def _fixed(view: View, asked: Sequence[Fact]) -> list[Fact]:
    return [Fact("fixed", fact.node, view.fixed[fact.node]) for fact in asked]


def response(view: View, peer: str, query_id: str, found: Feasibility) -> FeasibilityResponse:
    """Word the answer to a feasibility question for the one who asked."""
    return FeasibilityResponse(
        refers_to=query_id,
        is_feasible=found.feasible,
        feasibility_penalty=found.penalty,
        feasibility_conflicts=found.conflicts,
        because=found.told(view, peer),
    )
