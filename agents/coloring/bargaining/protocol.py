"""
The protocol of bargaining: charts of the legal moves, and checks of their terms.

The life of an offer is a chart whose states are its statuses; the chart of a conversation knows whether
a question is open. A move for which its chart has no transition is refused, and so is one whose terms
touch nodes that the speaker cannot trade. The platform checks each move here before executing it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Any

from ...errors import rejected
from ...statechart import Statechart, Transition
from ..messages import (
    Accept,
    ConditionalOffer,
    FeasibilityQuery,
    FeasibilityResponse,
    Kind,
    Move,
    Reject,
    Withdraw,
)
from ..modes import PERSONS_KINDS, mode_named
from ..situation import NodeColor, Offer, Situation
from ..view import Coloring, View


class OfferState(StrEnum):
    """Statuses of an offer, and its absence."""

    ABSENT = "absent"
    PENDING = "pending"
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    EXPIRED = "expired"
    SUPERSEDED = "superseded"
    WITHDRAWN = "withdrawn"


class PhaseState(StrEnum):
    """Phases of bargaining."""

    CONFIGURE = "configure"
    BARGAIN = "bargain"


class DialogueState(StrEnum):
    """Whether the person waits for a reply."""

    QUIET = "quiet"
    ASKED = "asked"


@dataclass(frozen=True)
class _At:
    """The part of an agent that a chart reads: its state."""

    state: Enum


def _by_sender(_: Any, context: Any) -> bool:
    return bool(context["by"] == context["sender"])


def _by_recipient(_: Any, context: Any) -> bool:
    return bool(context["by"] == context["recipient"] and context["conditional"])


def _life() -> Statechart:
    absent, pending, accepted = OfferState.ABSENT, OfferState.PENDING, OfferState.ACCEPTED
    rejected, withdrawn = OfferState.REJECTED, OfferState.WITHDRAWN
    return Statechart(
        OfferState,
        [
            Transition("ConditionalOffer", absent, pending),
            Transition("Accept", pending, accepted, _by_recipient),
            Transition("Reject", pending, rejected, _by_recipient),
            Transition("Withdraw", pending, withdrawn, _by_sender),
            Transition("Reject", accepted, rejected),
            Transition("Withdraw", accepted, withdrawn, _by_sender),
            Transition("expire", pending, OfferState.EXPIRED),
            Transition("supersede", pending, OfferState.SUPERSEDED),
            Transition("supersede", accepted, OfferState.SUPERSEDED),
        ],
        absent,
        selection="error",
    )


def _phases() -> Statechart:
    configure, bargain = PhaseState.CONFIGURE, PhaseState.BARGAIN
    return Statechart(
        PhaseState,
        [
            Transition("announce", configure, bargain),
            Transition("announce", bargain, bargain, external=True),
            Transition("move", bargain, bargain),
        ],
        configure,
        selection="error",
    )


def _dialogue() -> Statechart:
    quiet, asked = DialogueState.QUIET, DialogueState.ASKED
    return Statechart(
        DialogueState,
        [
            Transition("ask", quiet, asked),
            Transition("ask", asked, asked),
            Transition("reply", asked, quiet),
        ],
        quiet,
        selection="error",
    )


#: The life of an offer; the phases of bargaining; a conversation with a person.
LIFE, PHASES, DIALOGUE = _life(), _phases(), _dialogue()


def check_kind(mode: str, kind: Kind, *, person: bool = False) -> None:
    """
    Refuse a message of a kind that the mode does not have.

    Raises
    ------
    ActionRejected
        If the mode does not have the kind.
    """
    legal = PERSONS_KINDS if person else mode_named(mode).kinds
    if kind not in legal:
        raise rejected("messages.kind", kind, f"one of {', '.join(sorted(legal))}, in mode {mode}")


def check_reply(asked: bool, replies: int) -> None:
    """
    Refuse a reply to a person who did not speak, or a second one.

    Parameters
    ----------
    asked
        Whether the person said something since the agent's last turn.
    replies
        Number of messages of kind ``"reply"`` in this turn.
    """
    state: Enum = DialogueState.ASKED if asked else DialogueState.QUIET
    for _ in range(replies):
        decision = DIALOGUE.decide(_At(state), "reply")
        if decision is None:
            raise rejected("replies", replies, "one for each time the person speaks")
        state = decision.state  # type: ignore[union-attr]


def check_moves(
    view: View,
    situation: Situation,
    recipient: str,
    moves: Sequence[Move],
    questions: Collection[str] | None = None,
) -> None:
    """
    Refuse moves that are against the protocol of bargaining.

    Parameters
    ----------
    view, situation
        View and situation of the sender as its turn begins.
    recipient
        Recipient of the moves.
    moves
        Moves of one message, in order.
    questions
        Ids of the recipient's open questions; not checked if omitted.

    Raises
    ------
    ActionRejected
        If a move is illegal; the message states the error and the legal values.
    """
    if moves and PHASES.decide(_At(PhaseState(situation.phase)), "move") is None:
        raise rejected("move", moves[0].move, f"none in phase {situation.phase}")
    offers = {offer.offer_id: offer for offer in situation.offers}
    states: dict[str, Enum] = {name: OfferState(offer.status) for name, offer in offers.items()}
    asked = None if questions is None else set(questions)
    for move in moves:
        match move:
            case ConditionalOffer():
                _check_terms(view, recipient, move)
                if move.offer_id in states:
                    raise rejected("ConditionalOffer.offer_id", move.offer_id, "a new name")
                states[move.offer_id] = OfferState.PENDING
            case Accept() | Reject() | Withdraw():
                offer = offers.get(move.refers_to)
                if offer is None or recipient not in (offer.sender, offer.recipient):
                    raise rejected(
                        f"{move.move}.refers_to",
                        move.refers_to,
                        f"an offer between {view.agent} and {recipient}",
                    )
                states[offer.offer_id] = _moved(view.agent, move, offer, states[offer.offer_id])
                if isinstance(move, Accept):
                    _check_fixed("Accept.conditions", offer.conditions, view.fixed)
                elif isinstance(move, Reject):
                    _check_taught(view, move)
            case FeasibilityQuery():
                both = (*view.border_to(recipient), *view.border_of(recipient))
                _check_nodes("FeasibilityQuery", move.conditions, both, view.domain)
            case FeasibilityResponse():
                if asked is not None and move.refers_to not in asked:
                    raise rejected(
                        "FeasibilityResponse.refers_to",
                        move.refers_to,
                        f"an open question of {recipient}",
                    )
                if asked is not None:
                    asked.remove(move.refers_to)


def _moved(by: str, move: Accept | Reject | Withdraw, offer: Offer, state: Enum) -> Enum:
    context = {
        "by": by,
        "sender": offer.sender,
        "recipient": offer.recipient,
        "conditional": bool(offer.conditions),
    }
    decision = LIFE.decide(_At(state), move.move, context)
    if decision is None:
        what = "offer" if offer.conditions else "announcement"
        can = [t for t in LIFE.valid_triggers(state) if t[0].isupper()]
        legal = [t for t in can if LIFE.decide(_At(state), t, context) is not None]
        side = "sent" if by == offer.sender else "received"
        raise rejected(
            f"{move.move}.refers_to",
            offer.offer_id,
            f"{' or '.join(legal) or 'no move'}, since this is an {what} that you {side}, {state.value}",
        )
    return decision.state  # type: ignore[union-attr]


def _check_terms(view: View, recipient: str, offer: ConditionalOffer) -> None:
    if not offer.conditions and not offer.assignments:
        raise rejected("ConditionalOffer.offer_id", offer.offer_id, "a condition or an assignment")
    conditions, assignments = "ConditionalOffer.conditions", "ConditionalOffer.assignments"
    _check_nodes(conditions, offer.conditions, view.border_of(recipient), view.domain)
    _check_nodes(assignments, offer.assignments, view.border_to(recipient), view.domain)
    _check_fixed(assignments, offer.assignments, view.fixed)
    _check_fixed(conditions, offer.conditions, view.known_fixed)


def _check_fixed(where: str, terms: Sequence[NodeColor], fixed: Coloring) -> None:
    for term in terms:
        if fixed.get(term.node, term.color) != term.color:
            raise rejected(f"{where}.{term.node}", term.color, f"{fixed[term.node]}, its fixed color")


def _check_taught(view: View, move: Reject) -> None:
    taught = "Reject.impossible_conditions"
    _check_nodes(taught, move.impossible_conditions, view.own, view.domain, once=False)
    for combination in move.impossible_combinations:
        _check_nodes("Reject.impossible_combinations", combination, view.own, view.domain)


def _check_nodes(
    where: str,
    terms: Sequence[NodeColor],
    nodes: Sequence[str],
    domain: Sequence[str],
    once: bool = True,
) -> None:
    seen = set()
    for term in terms:
        name = f"{where}.{term.node}"
        if term.node not in nodes:
            raise rejected(name, term.color, f"one of the nodes {', '.join(nodes) or '(none)'}")
        if term.color not in domain:
            raise rejected(name, term.color, f"one of {', '.join(domain)}")
        if once and term.node in seen:
            raise rejected(name, term.color, "each node once")
        seen.add(term.node)
