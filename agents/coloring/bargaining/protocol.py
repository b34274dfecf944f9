"""
What may be said when: the protocol of each mode, as charts, and the terms that a legal move keeps to.

An offer's life is a chart whose states are its statuses; a conversation's is one that knows whether a
question is open. A move that its chart has no transition for is refused by name, and so is one whose
terms touch what is not the speaker's to trade. The platform asks here before anything happens.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Any

from ...errors import ActionRejected, InputError
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
from ..situation import NodeColor, Offer, Situation
from ..view import View


class OfferState(StrEnum):
    """Statuses of an offer, and that it is not there."""

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
    """Whether somebody waits for a reply."""

    QUIET = "quiet"
    ASKED = "asked"


@dataclass(frozen=True)
class _At:
    """An agent, to a chart: it asks for nothing but a state."""

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

_ALWAYS: frozenset[Kind] = frozenset({"reply", "status", "utilities"})
#: What agents may send in each mode, beside replies, their status and tables.
KINDS: dict[str, frozenset[Kind]] = {
    "RB": _ALWAYS | {"rb"},
    "LLM_U": _ALWAYS | {"cost_list"},
    "LLM_C": _ALWAYS | {"constraints"},
    "LLM_F": _ALWAYS | {"free_text"},
    "LLM_API": _ALWAYS | {"constraints", "cost_list", "free_text", "rb"},
    "LLM_RB": _ALWAYS | {"rb", "free_text"},
}
#: What a person may send in any.
PERSONS: frozenset[Kind] = frozenset({"free_text", "rb"})


def check_kind(mode: str, kind: Kind, *, person: bool = False) -> None:
    """
    Refuse a message of a kind that the mode does not have.

    Raises
    ------
    ActionRejected
        If so.
    """
    if mode not in KINDS:
        raise InputError(f"mode {mode!r}: expected one of {', '.join(KINDS)}")
    legal = PERSONS if person else KINDS[mode]
    if kind not in legal:
        raise ActionRejected(
            f"messages: {kind} in mode {mode}: expected one of {', '.join(sorted(legal))}"
        )


def check_reply(asked: bool, replies: int) -> None:
    """
    Refuse a reply that nobody asked for, or a second one.

    Parameters
    ----------
    asked
        Whether the person said something since the agent's last turn.
    replies
        Messages of kind ``"reply"`` to the person in this turn.
    """
    state: Enum = DialogueState.ASKED if asked else DialogueState.QUIET
    for _ in range(replies):
        decision = DIALOGUE.decide(_At(state), "reply")
        if decision is None:
            raise ActionRejected("messages: reply: expected one for each time the person speaks")
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
        Of the sender, as its turn begins.
    recipient
        Of the moves.
    moves
        Of one message, in order.
    questions
        Ids of the recipient's open questions; not checked if omitted.

    Raises
    ------
    ActionRejected
        With the move, what is wrong with it, and what would be legal.
    """
    if moves and PHASES.decide(_At(PhaseState(situation.phase)), "move") is None:
        raise ActionRejected(f"{moves[0].move}: in phase {situation.phase}: expected silence")
    offers = {offer.offer_id: offer for offer in situation.offers}
    states: dict[str, Enum] = {name: OfferState(offer.status) for name, offer in offers.items()}
    asked = None if questions is None else set(questions)
    for move in moves:
        match move:
            case ConditionalOffer():
                _check_terms(view, recipient, move)
                if move.offer_id in states:
                    raise ActionRejected(f"ConditionalOffer: {move.offer_id}: expected a new name")
                states[move.offer_id] = OfferState.PENDING
            case Accept() | Reject() | Withdraw():
                offer = offers.get(move.refers_to)
                if offer is None or recipient not in (offer.sender, offer.recipient):
                    raise ActionRejected(
                        f"{move.move}: {move.refers_to}: expected an offer between "
                        f"{view.agent} and {recipient}"
                    )
                states[offer.offer_id] = _moved(view.agent, move, offer, states[offer.offer_id])
                if isinstance(move, Accept):
                    _check_conditions(view, offer)
                elif isinstance(move, Reject):
                    _check_taught(view, move)
            case FeasibilityQuery():
                _check_nodes("FeasibilityQuery", move.conditions, view.border_to(recipient), view.domain)
            case FeasibilityResponse():
                if asked is not None and move.refers_to not in asked:
                    raise ActionRejected(
                        f"FeasibilityResponse: {move.refers_to}: expected a question of {recipient}"
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
        role = "an own" if by == offer.sender else "a received"
        what = "offer" if offer.conditions else "announcement"
        can = [t for t in LIFE.valid_triggers(state) if t[0].isupper()]
        legal = [t for t in can if LIFE.decide(_At(state), t, context) is not None]
        raise ActionRejected(
            f"{move.move}: {offer.offer_id}: it is {role} {what}, {state.value}: "
            f"expected {' or '.join(legal) or 'no move'}"
        )
    return decision.state  # type: ignore[union-attr]


def _check_terms(view: View, recipient: str, offer: ConditionalOffer) -> None:
    name = f"ConditionalOffer: {offer.offer_id}"
    if not offer.conditions and not offer.assignments:
        raise ActionRejected(f"{name}: empty: expected a condition or an assignment")
    _check_nodes(name, offer.conditions, view.border_of(recipient), view.domain)
    _check_nodes(name, offer.assignments, view.border_to(recipient), view.domain)
    for term in offer.assignments:
        if view.fixed.get(term.node, term.color) != term.color:
            raise ActionRejected(
                f"{name}: {term.node}={term.color}: it is fixed {view.fixed[term.node]}"
            )
    for term in offer.conditions:
        if view.known_fixed.get(term.node, term.color) != term.color:
            raise ActionRejected(
                f"{name}: {term.node}={term.color}: it is known to be fixed "
                f"{view.known_fixed[term.node]}"
            )


def _check_conditions(view: View, offer: Offer) -> None:
    for term in offer.conditions:
        if view.fixed.get(term.node, term.color) != term.color:
            raise ActionRejected(
                f"Accept: {offer.offer_id}: {term.node}={term.color}: it is fixed "
                f"{view.fixed[term.node]}"
            )


def _check_taught(view: View, move: Reject) -> None:
    name = f"Reject: {move.refers_to}"
    _check_nodes(name, move.impossible_conditions, view.own, view.domain, once=False)
    for combination in move.impossible_combinations:
        _check_nodes(name, combination, view.own, view.domain)


def _check_nodes(
    name: str,
    terms: Sequence[NodeColor],
    nodes: Sequence[str],
    domain: Sequence[str],
    once: bool = True,
) -> None:
    seen = set()
    for term in terms:
        if term.node not in nodes:
            legal = ", ".join(nodes) or "no node, since none touches"
            raise ActionRejected(f"{name}: {term.node}: expected one of {legal}")
        if term.color not in domain:
            raise ActionRejected(
                f"{name}: {term.node}={term.color}: expected one of {', '.join(domain)}"
            )
        if once and term.node in seen:
            raise ActionRejected(f"{name}: {term.node} twice: expected each node once")
        seen.add(term.node)
