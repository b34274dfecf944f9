"""What one person may see of a game, as plain values for the page."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...coloring.bargaining.offers import numbers
from ...coloring.messages import Accept, Bargaining, Move, Withdraw
from ...coloring.people.crossing import without_void
from ...coloring.people.reports import offers_to, unreported
from ...coloring.situation import Offer, Situation
from ...coloring.view import View
from ...coloring.wording.untrusted import clean
from ...world import TraceDb

#: The number of an offer behind its terms, and one that stands for the offer.
_ID = re.compile(r" \[((?:offer|query)_[^\]]*)\]")
_REFERENCE = re.compile(r"(our deal |(?:your|my) offer )?\b((?:offer|query)_\w+)")


@dataclass(frozen=True)
class Said:
    """A message that a person sent or received."""

    step: int
    sender: str
    recipient: str
    kind: str
    text: str


@dataclass(frozen=True)
class Effect:
    """
    What a neighbor said about one color of one node.

    ``conflicts`` is the fewest conflicts among the options with this color; None if it named none.
    """

    node: str
    color: str
    conflicts: int | None


@dataclass
class Told:
    """
    What a neighbor said about colorings of the person's border, in typed content.

    Attributes
    ----------
    effects
        The last table that it sent, by color of each node.
    accepts, step
        The last list of colorings that it could accept, and the step in which it sent it.
    refuses, works
        Colorings that it said do not work, and that work, in its last table and in answers after it.
    """

    effects: Sequence[Effect] = ()
    accepts: Sequence[Mapping[str, str]] = ()
    step: int = 0
    refuses: list[Mapping[str, str]] = field(default_factory=list)
    works: list[Mapping[str, str]] = field(default_factory=list)


@dataclass(frozen=True)
class Sight:
    """
    What a person sees.

    Attributes
    ----------
    view, situation
        Own part of the problem, and own situation.
    colors
        Own colors, with those tried for the turn.
    draft
        Colors tried for the turn that differ from those that stand.
    conflicts
        Pairs of visible nodes in conflict, as far as known.
    offers
        Offers that wait for an answer.
    messages
        Messages so far, oldest first.
    unreported
        ``{neighbor: {node: color}}``, border colors that a neighbor does not know yet.
    told
        ``{neighbor: what it said}`` about colorings of the person's border.
    over
        Why the game is over; None if it is not.
    sent
        People who have sent their turn of this step.
    """

    view: View
    situation: Situation
    colors: Mapping[str, str]
    draft: Mapping[str, str]
    conflicts: frozenset[frozenset[str]]
    offers: Mapping[int, Offer]
    messages: Sequence[Said]
    unreported: Mapping[str, Mapping[str, str]]
    told: Mapping[str, Told]
    over: str | None
    sent: Sequence[str]


def sight_of(
    view: View,
    situation: Situation,
    trace: TraceDb,
    run_id: str,
    *,
    colors: Mapping[str, str],
    over: str | None,
    awaited: Sequence[str],
) -> Sight:
    """
    Return what a person sees at the beginning of a step.

    Parameters
    ----------
    colors
        Own colors, with those tried for the turn.
    """
    clashes = view.conflicts(colors, situation.beliefs)
    offers = offers_to(view, situation)
    rows = trace.query(
        "SELECT time_step, author_id, recipient, kind, content, payload_json FROM messages "
        "WHERE run_id = ? AND (author_id = ? OR recipient IN (?, '*')) "
        "ORDER BY time_step, seq",
        (run_id, view.agent, view.agent),
    )
    number_of = numbers(situation.offers, view.agent)
    moves = {i: _moves(payload) for i, (*_, kind, _, payload) in enumerate(rows) if kind == "rb"}
    mine = {
        (rows[i][0], move.move, move.refers_to)
        for i, made in moves.items()
        for move in made
        if rows[i][1] == view.agent and isinstance(move, Accept | Withdraw)
    }
    told = {peer: Told() for peer in view.peers}
    asked: dict[str, dict[str, str]] = {}
    messages = []
    for i, (step, sender, recipient, kind, text, payload) in enumerate(rows):
        if payload is not None:
            content = json.loads(payload)
            asked |= _questions(content)
            if sender in told:
                _hear(told[sender], view, sender, content, asked, step)
        if sender not in view.people:
            taken, back = (
                {name for at, move, name in mine if (at, move) == (step, what)}
                for what in ("Accept", "Withdraw")
            )
            text = without_void(text, moves.get(i, ()), taken, back)
        shown = clean(_without_ids(text, sender, number_of)).text
        # Tables are for agents; their texts say nothing more.
        if kind != "utilities" and shown:
            messages.append(Said(step, sender, recipient, kind, shown))
    return Sight(
        view=view,
        situation=situation,
        colors=colors,
        draft={n: c for n, c in colors.items() if situation.colors[n] != c},
        conflicts=frozenset(frozenset(clash[:2]) for clash in clashes),
        offers=offers,
        messages=messages,
        unreported={p: left for p in view.peers if (left := unreported(view, situation, p))},
        told=told,
        over=over,
        sent=awaited,
    )


def _moves(payload: str | None) -> Sequence[Move]:
    return () if payload is None else Bargaining.model_validate_json(payload).moves


def _questions(content: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """Return ``{query id: coloring}`` of the questions in a message."""
    return {
        move["query_id"]: {one["node"]: one["color"] for one in move["conditions"]}
        for move in content.get("moves", ())
        if move["move"] == "FeasibilityQuery"
    }


def _hear(
    told: Told,
    view: View,
    peer: str,
    content: Mapping[str, Any],
    asked: Mapping[str, Mapping[str, str]],
    step: int,
) -> None:
    """Add what a message of a neighbor says about colorings of the border."""
    if effects := told_effects(view, peer, content):
        told.effects = effects
    if "options" in content:
        options = [*content["options"], *filter(None, [content["current"]])]
        told.refuses = [one["human"] for one in options if one["conflicts"]]
        told.works = [one["human"] for one in options if not one["conflicts"]]
    elif "valid_configs" in content:
        now = [] if content["missing"] else [content["current_boundary"]]
        told.refuses, told.works = (now, []) if content["current_conflicts"] else ([], now)
        if content["valid_configs"]:
            told.accepts, told.step = content["valid_configs"], step
            told.works = [*told.works, *told.accepts]
    for move in content.get("moves", ()):
        if move["move"] == "FeasibilityResponse" and move["refers_to"] in asked:
            supposed = asked[move["refers_to"]]
            told.refuses = [one for one in told.refuses if one != supposed]
            told.works = [one for one in told.works if one != supposed]
            (told.works if move["is_feasible"] else told.refuses).append(supposed)


def _without_ids(text: str, sender: str, number_of: Mapping[str, int]) -> str:
    """Name offers as a person does: by who made them, and by their number in this round."""

    def whose(found: re.Match[str]) -> str:
        if found[1] == "our deal ":
            return "our deal"
        mine = found[2].startswith(f"offer_{sender}_")
        number = f" {number_of[found[2]]}" if found[2] in number_of else ""
        return f"{'my' if mine else 'your'} offer{number}"

    named = _REFERENCE.sub(whose, _ID.sub(lambda found: _number(found[1], number_of), text))
    # Nobody rejects an own offer that is open: it was accepted, and the deal ends.
    return re.sub(r"I reject my offer( \d+)?", "I end our deal", named)


def _number(offer_id: str, number_of: Mapping[str, int]) -> str:
    return f" (offer {number_of[offer_id]})" if offer_id in number_of else ""


def told_effects(view: View, peer: str, payload: Mapping[str, Any]) -> list[Effect]:
    """Return what a message says about each color of each node of the border, if it has such content."""
    border = view.border_to(peer)
    if "options" in payload:
        known = [(option["human"], option["conflicts"]) for option in payload["options"]]
    elif payload.get("valid_configs"):
        known = [(config, 0) for config in payload["valid_configs"]]
    else:
        return []
    effects = []
    for node in border:
        for color in view.domain:
            counts = [conflicts for config, conflicts in known if config.get(node) == color]
            effects.append(Effect(node, color, min(counts, default=None)))
    return effects


def settled_colors(view: View, situation: Situation) -> dict[str, str]:
    """Return the own colors after those that deals ask for are taken."""
    agreed = {node: color for node, color in situation.committed.items() if node in view.own}
    return {**situation.colors, **agreed, **view.fixed}


def broken_deals(situation: Situation, colors: Mapping[str, str]) -> list[str]:
    """Return the ids of the deals that own colors break."""
    broken = [
        pin.offer_id
        for pin in situation.pins
        if pin.kind == "committed" and colors.get(pin.node, pin.color) != pin.color
    ]
    return [offer_id for offer_id in dict.fromkeys(broken) if offer_id is not None]
