"""What one person may see of a game, as plain values for the page."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...coloring.people.reports import unreported
from ...coloring.people.typed import offers_to
from ...coloring.situation import Offer, Situation
from ...coloring.view import View
from ...coloring.wording.untrusted import clean
from ...world import TraceDb

#: The number of an offer behind its terms, and one that stands for the offer.
_ID = re.compile(r" \[((?:offer|query)_[^\]]*)\]")
_REFERENCE = re.compile(r"(?:(?:your|my) offer )?\b((?:offer|query)_\w+)")


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
    effects
        ``{neighbor: effects}``, what each neighbor last said about the person's border.
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
    offers: Sequence[Offer]
    messages: Sequence[Said]
    unreported: Mapping[str, Mapping[str, str]]
    effects: Mapping[str, Sequence[Effect]]
    over: str | None
    sent: Sequence[str]


def sight_of(
    view: View,
    situation: Situation,
    trace: TraceDb,
    run_id: str,
    *,
    draft: Mapping[str, str],
    over: str | None,
    awaited: Sequence[str],
) -> Sight:
    """Return what a person sees at the beginning of a step."""
    colors = {**situation.colors, **draft}
    clashes = view.conflicts(colors, situation.beliefs)
    offers = offers_to(view, situation)
    rows = trace.query(
        "SELECT time_step, author_id, recipient, kind, content, payload_json FROM messages "
        "WHERE run_id = ? AND (author_id = ? OR recipient IN (?, '*')) "
        "ORDER BY time_step DESC, seq DESC",
        (run_id, view.agent, view.agent),
    )
    numbers = {offer.offer_id: i for i, offer in enumerate(offers, 1)}
    effects: dict[str, Sequence[Effect]] = {}
    messages = []
    for step, sender, recipient, kind, text, payload in rows:
        if payload is not None and sender in view.peers and sender not in effects:
            told = told_effects(view, sender, json.loads(payload))
            if told:
                effects[sender] = told
        shown = clean(_without_ids(text, sender, numbers)).text
        # Tables are for agents; their texts say nothing more.
        if kind != "utilities" and shown:
            messages.append(Said(step, sender, recipient, kind, shown))
    return Sight(
        view=view,
        situation=situation,
        colors=colors,
        draft={n: c for n, c in draft.items() if situation.colors[n] != c},
        conflicts=frozenset(frozenset(clash[:2]) for clash in clashes),
        offers=offers,
        messages=messages[::-1],
        unreported={p: left for p in view.peers if (left := unreported(view, situation, p))},
        effects=effects,
        over=over,
        sent=awaited,
    )


def _without_ids(text: str, sender: str, numbers: Mapping[str, int]) -> str:
    """Name offers as a person does: by their number if they wait, else by who made them."""

    def whose(found: re.Match[str]) -> str:
        return "my offer" if found[1].startswith(f"offer_{sender}_") else "your offer"

    return _REFERENCE.sub(whose, _ID.sub(lambda found: _number(found[1], numbers), text))


def _number(offer_id: str, numbers: Mapping[str, int]) -> str:
    return f" (offer {numbers[offer_id]})" if offer_id in numbers else ""


def told_effects(view: View, peer: str, payload: Mapping[str, Any]) -> list[Effect]:
    """Return what a message says about each color of each node of the border, if it has such content."""
    border = view.border_to(peer)
    if "options" in payload:
        known = [(option["human"], option["conflicts"]) for option in payload["options"]]
    elif "valid_configs" in payload:
        known = [(config, 0) for config in payload["valid_configs"]]
    else:
        return []
    effects = []
    for node in border:
        for color in view.domain:
            counts = [conflicts for config, conflicts in known if config.get(node) == color]
            effects.append(Effect(node, color, min(counts, default=None)))
    return effects
