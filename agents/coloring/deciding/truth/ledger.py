"""Checks of what a sentence says of offers and deals, and of what keeps a node in its color."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from ...bargaining.offers import BOUND, COUNTERED, is_conditional, was_deal
from ...situation import Offer
from .evidence import Evidence

Check = Callable[..., bool]

NAME = r"([^\s,.;:?]+)"
#: ``h1 red, h2 blue and h4 red``, also with "is" or "to" between node and color.
LIST = r"((?:[^\s,.;]+ (?:is |to )?[^\s,.;]+)(?:(?:, | and )[^\s,.;]+ (?:is |to )?[^\s,.;]+)*)"


@functools.lru_cache(maxsize=1 << 14)
def pairs(text: str) -> Mapping[str, str]:
    """Return the nodes of a list with their colors."""
    words = [w for w in re.split(r"[\s,]+", text) if w and w not in ("is", "to", "and")]
    return MappingProxyType(dict(zip(words[::2], words[1::2], strict=False)))


def agreed(e: Evidence) -> dict[str, str]:
    """Return the colors of the deals between the agent and the recipient."""
    standing = [
        offer
        for offer in e.after.offers
        if offer.status == "accepted" and {offer.sender, offer.recipient} == {e.view.agent, e.recipient}
    ]
    return {t.node: t.color for offer in standing for t in (*offer.conditions, *offer.assignments)}


def offers(e: Evidence) -> list[Offer]:
    """Return the offers of the agent to the recipient, announcements included."""
    parties = (e.view.agent, e.recipient)
    return [one for one in e.after.offers if (one.sender, one.recipient) == parties]


def received(e: Evidence) -> list[Offer]:
    """Return the offers of the recipient to the agent, announcements included."""
    parties = (e.recipient, e.view.agent)
    return [one for one in e.after.offers if (one.sender, one.recipient) == parties]


def none_open(e: Evidence) -> bool:
    """Return whether no offer waits for an answer."""
    return not any(one.conditions and one.status == "pending" for one in (*offers(e), *received(e)))


def none_rejected(e: Evidence) -> bool:
    """Return whether the agent rejected no offer; the end of a deal is no rejection."""
    return all(one.status != "rejected" or was_deal(one) for one in received(e))


def became(e: Evidence, given: str | None, asked: str, name: str, fate: str, *, mine: bool) -> bool:
    """Return whether an offer has these terms, and has become what is said of it."""
    found = [one for one in (offers(e) if mine else received(e)) if one.offer_id == name]
    return len(found) == 1 and (
        pairs(asked) == {term.node: term.color for term in found[0].conditions}
        and pairs(given or "") == {term.node: term.color for term in found[0].assignments}
        and _is_fate(found[0], fate, mine=mine)
    )


def _is_fate(offer: Offer, fate: str, *, mine: bool) -> bool:
    told, _, reason = fate.partition(", and my reason then was: ")
    if reason and (reason != offer.reason_closed or not told.startswith("I ")):
        return False
    if told in _STATUSES:
        return offer.status == _STATUSES[told]
    if told == "that deal has ended":
        return was_deal(offer)
    void = offer.status == "rejected" and offer.reason_closed.endswith(BOUND)
    if told == "it came to nothing because of another deal":
        return void
    who, _, done = told.partition(" ")
    # Whoever got an offer rejects it, and whoever made it takes it back.
    rejects, withdraws = ("you", "I") if mine else ("I", "you")
    open_before = offer.status == "rejected" and not was_deal(offer) and not void
    countered = offer.reason_closed == COUNTERED
    return {
        "rejected it": open_before and not countered and who == rejects,
        "answered it by another offer": open_before and countered and who == rejects,
        "took it back": offer.status == "withdrawn" and who == withdraws,
    }.get(done, False)


_STATUSES = {
    "it is open": "pending",
    "we have agreed on it": "accepted",
    "another deal has replaced it": "superseded",
    "it was not answered in time": "expired",
}


def offered(
    e: Evidence, given: str | None, asked: str, name: str, before: str | None, after: str | None
) -> bool:
    """Return whether an offer was made with these terms, and for this gain."""
    gain = f"conflicts={before}->{'0' if after == 'none' else after}"
    return any(
        one.offer_id == name
        and pairs(asked) == {term.node: term.color for term in one.conditions}
        and pairs(given or "") == {term.node: term.color for term in one.assignments}
        and (before is None or gain in one.reasons)
        for one in offers(e)
    )


def may_change(e: Evidence, node: str, color: str) -> bool:
    """Return whether a node has a color in which nothing keeps it."""
    return e.colors.get(node) == color and node not in e.bound


def demands_ended(e: Evidence, text: str) -> bool:
    """Return whether deals gave other colors to nodes that the recipient had demanded these of."""
    given, bound = pairs(text), agreed(e)
    pins = {(pin.node, pin.color) for pin in e.before.pins if pin.by == e.recipient}
    return {*given.items()} <= pins and all(
        bound.get(node, color) != color and e.forced.get(node) != color for node, color in given.items()
    )


#: Forms of sentences about offers and deals, each with its check.
FORMS: tuple[tuple[str, Check], ...] = (
    (r"Either of us may end our deals?\.", lambda e: bool(agreed(e))),
    (r"We have no deal\.", lambda e: not agreed(e)),
    (
        rf"I (?:offered {LIST}|asked) for {LIST} \[{NAME}\]"
        r"(?:, to get from (\d+) conflicts? to (none|\d+)|, because you asked about it)?\.",
        offered,
    ),
    (
        rf"I (?:offered {LIST}|asked) for {LIST} \[{NAME}\]; (.+)\.",
        functools.partial(became, mine=True),
    ),
    (
        rf"You (?:offered {LIST}|asked me) for {LIST} \[{NAME}\]; (.+)\.",
        functools.partial(became, mine=False),
    ),
    (r"I have made you no offer in this round\.", lambda e: not any(map(is_conditional, offers(e)))),
    (r"You have made me no offer in this round\.", lambda e: not any(map(is_conditional, received(e)))),
    (r"There is no open offer between us\.", none_open),
    (r"I have rejected no offer of yours in this round\.", none_rejected),
    (
        r"I have no offer for you now\.",
        lambda e: not any(o.conditions and o.status == "pending" for o in offers(e)),
    ),
    (
        r"I make no offers of my own in this game, but I answer yours\.",
        lambda e: not e.makes_offers,
    ),
    (
        r"Offers can be made only after bargaining has started\.",
        lambda e: e.after.phase != "bargain",
    ),
    (rf"Our deal ends your demand for {LIST}\.", demands_ended),
    (rf"(?:W|No, w)e agreed on {LIST}\.", lambda e, t: pairs(t).items() <= agreed(e).items()),
    (r'Say "I end our deal" if you want to change that\.', lambda e: bool(agreed(e))),
)  # fmt: skip
