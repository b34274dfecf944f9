"""
The turn of a person from typed input: colors, messages, moves of bargaining.

Who writes "I am happy with this" is satisfied, as if the command had been typed: players who said so in
words waited for the end of a game that they had not agreed to end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from ...errors import ActionRejected, InputError, expected
from ..bargaining.offers import amended_by
from ..bargaining.protocol import check_moves
from ..bargaining.rb_text import ENDS, render
from ..messages import (
    Accept,
    Bargaining,
    ConditionalOffer,
    FeasibilityQuery,
    Move,
    Outgoing,
    Reject,
    Withdraw,
)
from ..situation import NodeColor, Offer, Situation
from ..talk.hearing.subjects import with_subject
from ..talk.tokens import tokens_of
from ..talk.translated import Translation
from ..talk.understanding import understand
from ..turn import Decision, Turn
from ..view import View
from ..wording.phrases import enumerated, listed, sentences_in
from .breaking import check_deals
from .commands import Typed
from .reports import clashes_inside, offers_to

_NOT_STARTED = "not sent: bargaining has not started; announce starts it"
#: Nothing else in a text says that a person is satisfied: "great" may answer what an agent said.
_HAPPY = re.compile(r"\b(?:un)?(?:happy|satisfied|content|pleased)\b", re.IGNORECASE)
#: Whoever is content with something named waits for nothing: "I'm satisfied with h2 red".
_CONTENT = re.compile(
    r"(?:i am|i'm|im) (?:\w+ )?(?:happy|satisfied|content|pleased)(?: with [^?]*)?[.! ]*", re.IGNORECASE
)
#: A question behind satisfaction: "I'm content, but is anybody else unhappy?".
_BUT = re.compile(r"\b(?:but|though|however|only)\b.*\?", re.IGNORECASE)
#: Who writes "not satisfied yet, is everyone fine?" is not, whatever else is asked.
_NOT_YET = re.compile(
    r"(?:^|[.,;!?])\W*(?:(?:no|oh|well|sorry|whoops|oops|wait|but|hmm?)\W+)*"
    r"(?:(?:i am|i'm|im|i still am)\s+)?(?:still |really |just )?not "
    r"(?:yet |really |quite |fully |at all )?(?:happy|satisfied|content|pleased)\b",
    re.IGNORECASE,
)
#: Translates prose into moves, given the text, the view, the situation and the recipient.
Translate = Callable[[str, View, Situation, str], Translation]


def _deals(view: View, situation: Situation, ids: Collection[str]) -> list[Offer]:
    """Return the person's deals with these ids."""
    accepted = [offer for offer in situation.offers if offer.status == "accepted"]
    mine = [offer for offer in accepted if view.agent in (offer.sender, offer.recipient)]
    return [offer for offer in mine if offer.offer_id in ids]


def _node_colors(terms: Mapping[str, str]) -> tuple[NodeColor, ...]:
    return tuple(NodeColor(node, color) for node, color in terms.items())


def translated(
    typed: Typed, view: View, situation: Situation, translate: Translate
) -> dict[str, Translation]:
    """Translate the text to each neighbor; a move in a text to all goes to the neighbor concerned."""
    found = {
        peer: translate(text, view, situation, peer)
        for peer, text in _words(typed, view).items()
        if text
    }
    left = [sentences_in(one.rest) for one in found.values() if one.moves]
    for peer, one in found.items():
        if left and not one.moves and peer not in typed.said:
            shared = [said for said in sentences_in(one.rest) if all(said in rest for rest in left)]
            found[peer] = Translation(rest=" ".join(shared))
    return found


def _words(typed: Typed, view: View) -> dict[str, str]:
    return {
        peer: " ".join(typed.said[to] for to in (None, peer) if to in typed.said) for peer in view.peers
    }


def turn_of(
    typed: Typed,
    view: View,
    situation: Situation,
    translations: Mapping[str, Translation] | None = None,
) -> Turn:
    """
    Return the turn for typed input; deals are carried out, and satisfaction stays unless it was said.

    Parameters
    ----------
    translations
        Moves in the text to each neighbor, where prose makes moves.
    """
    worded = [move for one in (translations or {}).values() for move in one.moves]
    # A deal that ends in this turn is not carried out first.
    ended = {*typed.ended, *(move.refers_to for move in worded if isinstance(move, Reject))}
    for node, color in typed.colors.items():
        bound = situation.committed.get(node, color)
        held = any(p.node == node and p.offer_id not in ended for p in situation.pins)
        if bound != color and held:
            raise expected(node, color, f'{bound}, as agreed; "I end our deal" ends the agreement')
    deals = [pin for pin in situation.pins if pin.kind == "committed"]
    agreed = {pin.node: pin.color for pin in deals if pin.offer_id not in ended}
    colors = {**situation.colors, **agreed, **view.fixed, **typed.colors}
    messages: list[Outgoing] = []
    pending = offers_to(view, situation)
    offers = {offer.offer_id: offer for offer in pending.values()}
    offers |= {str(number): offer for number, offer in pending.items()}
    moves: dict[str, list[Any]] = {}
    for word in [*typed.accepted, *typed.rejected]:
        offer = next(iter(pending.values())) if not word and len(pending) == 1 else offers.get(word)
        if offer is None and not pending:
            raise InputError("no offer waits for your answer")
        if offer is None:
            raise expected("offer", word, ", ".join(map(str, pending)))
        if word in typed.accepted:
            colors.update({term.node: term.color for term in offer.conditions})
            moves.setdefault(offer.sender, []).append(Accept(refers_to=offer.offer_id))
        else:
            never = _node_colors(typed.impossible.get(word, {}))
            reject = Reject(
                refers_to=offer.offer_id,
                impossible_conditions=never if len(never) == 1 else (),
                impossible_combinations=(never,) if len(never) > 1 else (),
            )
            moves.setdefault(offer.sender, []).append(reject)
    step = situation.time_step
    for peer, (conditions, assignments) in typed.offered.items():
        offered = ConditionalOffer(
            offer_id=f"offer_{view.agent}_{peer}_{step}",
            conditions=_node_colors(conditions),
            assignments=_node_colors(assignments),
        )
        moves.setdefault(peer, []).append(offered)
    for peer, supposed in typed.checked.items():
        query = FeasibilityQuery(
            query_id=f"query_{view.agent}_{peer}_{step}", conditions=_node_colors(supposed)
        )
        moves.setdefault(peer, []).append(query)
    for deal in _deals(view, situation, typed.ended):
        other = deal.sender if deal.recipient == view.agent else deal.recipient
        moves.setdefault(other, []).append(Reject(refers_to=deal.offer_id, reasons=(ENDS,)))
    words = _words(typed, view)
    for peer, one in (translations or {}).items():
        words[peer] = one.rest
        moves.setdefault(peer, []).extend(one.moves)
        colors.update(_taken(one.moves, offers))
    check_deals(view, situation, moves)
    for peer, made in moves.items():
        try:
            check_moves(view, situation, peer, made)
        except ActionRejected as error:
            if situation.phase == "configure":
                raise InputError(_NOT_STARTED) from error
            raise InputError(str(error)) from error
    reports = {peer: {node: colors[node] for node in view.border_to(peer)} for peer in view.peers}
    informed = {peer for peer, report in reports.items() if situation.announced.get(peer) == report}
    # Who knows the colors is told them again only if everybody does.
    uninformed = set(view.peers) - (informed if len(informed) < len(view.peers) else set())
    # A deal is ended before another one is made with its colors.
    for peer, report in sorted(reports.items(), key=lambda one: not _ends(moves.get(one[0], ()))):
        if moves.get(peer):
            payload = Bargaining(moves=tuple(moves[peer])).model_dump(mode="json")
            tells = any(isinstance(move, Accept | ConditionalOffer) for move in moves[peer])
            text, told = render(moves[peer]), report if tells else None
            messages.append(Outgoing(recipient=peer, kind="rb", text=text, payload=payload, report=told))
        text = words[peer]
        reporting = typed.report and peer in uninformed
        if text or reporting:
            told = report if reporting else None
            said = text or " ".join(f"{node} is {color}." for node, color in report.items())
            messages.append(Outgoing(recipient=peer, kind="free_text", text=said, report=told))
    said_so = typed.satisfied if typed.satisfied is not None else _says_satisfied(typed, view, situation)
    satisfied = situation.satisfied if said_so is None else said_so
    if said_so is None and colors != situation.colors:
        # Whoever makes a conflict goes on playing.
        satisfied = satisfied and not view.conflicts(colors, situation.beliefs)
    return Turn(
        assignments=colors,
        satisfied=satisfied,
        messages=tuple(messages),
        control=typed.control,  # type: ignore[arg-type]
        decision=Decision(algorithm="person"),
    )


def _ends(moves: Sequence[Move]) -> bool:
    return any(isinstance(move, Reject | Withdraw) for move in moves)


def _says_satisfied(typed: Typed, view: View, situation: Situation) -> bool | None:
    """Return whether words say that the person is satisfied; None if they do not say, or bind."""
    if situation.satisfied and any(map(_NOT_YET.search, typed.said.values())):
        return False
    for text in filter(_HAPPY.search, typed.said.values()):
        meaning = understand(text, view, situation)
        kinds = {one.kind for one in meaning.readings}
        # A game that ends would leave the question without an answer.
        others = [with_subject(one, text) for one in meaning.questions]
        asks = any(one.subject != "satisfied" for one in others) or _BUT.search(text) is not None
        if kinds == {"unsatisfied"} or (kinds == {"satisfied"} and not asks):
            return kinds == {"satisfied"}
    ends = situation.satisfied and {*view.peers} <= {*situation.satisfied_peers}
    if ends and any(_waits(text, view, situation) for text in typed.said.values()):
        return False
    return None


def _waits(text: str, view: View, situation: Situation) -> bool:
    """Return whether a message asks, demands or offers something, so that an answer has to come."""
    if _CONTENT.fullmatch(text):
        return False
    meaning = understand(text, view, situation)
    wants = any(one.kind in ("demand", "negation", "hypothetical") for one in meaning.readings)
    # What is wanted of others is not always read from the person's own seat.
    is_about_nodes = any(token.is_node for token in tokens_of(text, view))
    return wants or bool(meaning.questions) or "?" in text or (meaning.unread and is_about_nodes)


def promised(translations: Mapping[str, Translation], situation: Situation) -> dict[str, str]:
    """Return the own colors that moves in prose offer, or accept."""
    offers = {offer.offer_id: offer for offer in situation.offers}
    colors: dict[str, str] = {}
    for one in translations.values():
        made = [move for move in one.moves if isinstance(move, ConditionalOffer)]
        colors.update({term.node: term.color for move in made for term in move.assignments})
        colors.update(_taken(one.moves, offers))
    return colors


def never_text(typed: Typed) -> str:
    """Say what a rejection rules out for good."""
    parts = [
        f"{listed(never)} can never go together"
        if len(never) > 1
        else " ".join(f"{node} can never be {color}" for node, color in never.items())
        for never in typed.impossible.values()
    ]
    return f"You reject the offer and say that {enumerated(parts)}." if parts else ""


def clash_text(typed: Typed, view: View, situation: Situation) -> str:
    """Name the conflicts that offers made by the command would make: they are not read back."""
    colors: dict[str, str] = {}
    replaced: set[str] = set()
    for peer, (conditions, assignments) in typed.offered.items():
        colors |= {**conditions, **assignments}
        offer = Offer("", view.agent, peer, _node_colors(conditions), _node_colors(assignments))
        replaced |= {deal.offer_id for deal in amended_by(situation.offers, offer)}
    left = situation.but(pins=tuple(pin for pin in situation.pins if pin.offer_id not in replaced))
    now = {**situation.beliefs, **situation.colors, **typed.colors}
    clash = clashes_inside(view, left, colors, now)
    return f"Beware: {clash}." if clash else ""


def asked_for(translations: Mapping[str, Translation], situation: Situation) -> dict[str, str]:
    """Return the neighbors' colors that moves in prose ask for, or accept."""
    offers = {offer.offer_id: offer for offer in situation.offers}
    colors: dict[str, str] = {}
    for move in (move for one in translations.values() for move in one.moves):
        if isinstance(move, ConditionalOffer):
            colors.update({term.node: term.color for term in move.conditions})
        elif isinstance(move, Accept):
            colors.update({term.node: term.color for term in offers[move.refers_to].assignments})
    return colors


def _taken(moves: Sequence[Move], offers: Mapping[str, Offer]) -> dict[str, str]:
    """Return the own colors that accepted offers ask for."""
    accepted = [offers[move.refers_to] for move in moves if isinstance(move, Accept)]
    return {term.node: term.color for offer in accepted for term in offer.conditions}
