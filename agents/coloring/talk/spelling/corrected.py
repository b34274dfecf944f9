"""Colors that are taken back for another one at once: "h1 red, sorry, I mean green" states one color."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from ..tokens import Token
from ..wordlist import words

#: Words that take back the color before them and lead to the right one.
_CORRECTING = words(
    "sorry no oh eh er ehm um uh wait oops ups rather actually mean meant correction pardon"
)
_BESIDE_CORRECTION = words("i , - ... . my mistake bad wrong it is it's still of course that to in")


def without_corrected(tokens: Sequence[Token]) -> list[Token]:
    """
    Return a message without a color that its author takes back for another one.

    Only words of correction may stand between the two; "not" or a node there says something else.
    """
    found = list(tokens)
    places = [i for i, token in enumerate(found) if token.is_color]
    for first, second in itertools.pairwise(places):
        between = found[first + 1 : second]
        said = {token.text for token in between}
        if (
            said & _CORRECTING
            and said <= _CORRECTING | _BESIDE_CORRECTION
            and not _denies(between)
            and not _leads_on(found[second + 1 :])
            and any(token.is_node for token in found[:first])
            and not any(token.text == "?" or token.quoted for token in found)
        ):
            return without_corrected([*found[:first], *found[second:]])
    return found


def _denies(between: Sequence[Token]) -> bool:
    """Return whether "no" stands right before the color that follows: "h1 red, no green"."""
    last = [token.text for token in between if token.kind != "sign"][-1:]
    return last == ["no"] and between[-1].text == "no"


def _leads_on(behind: Sequence[Token]) -> bool:
    """Return whether a color belongs to a node behind it: "b2 red, oh, green for h5"."""
    at = [token for token in behind[:3] if token.text not in ("my", "your", "node")]
    return bool(at) and (at[0].is_node or (len(at) > 1 and at[0].kind == "word" and at[1].is_node))
