"""
Phrases of a person that describe nodes, replaced by the names of the nodes that they denote.

"The node of yours that touches h5", "both of my border nodes", "your other one" and "the first" (of two
nodes that were asked about) become names before any rule sees the sentence, so each rule needs names
only. A phrase that denotes nothing, or several nodes where one is meant, stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...situation import Situation
from ...view import View
from ..tokens import Token
from .denotation import Sides, members_of, owner_of
from .description import ANY, EACH, NONE, Description, Descriptions


def with_names(
    tokens: Sequence[Token], view: View, situation: Situation, about: Sequence[str] = ()
) -> list[Token]:
    """
    Replace phrases that describe nodes by names.

    Parameters
    ----------
    about
        Nodes that the agent asked about last, in order, to which "the first" may refer.
    """
    names = _Names(tokens, view, situation, tuple(dict.fromkeys(about)))
    return list(names.replaced())


def _says_enough(phrase: Description) -> bool:
    """Return whether a phrase says more than a determiner with a head."""
    counted = (phrase.quantity in ("both", "either", "neither") or phrase.number) and phrase.owner
    placed = phrase.plain and (phrase.quantity or phrase.number)
    return bool(phrase.near or phrase.color or counted or phrase.other or placed)


class _Names:
    def __init__(
        self, tokens: Sequence[Token], view: View, situation: Situation, about: tuple[str, ...]
    ) -> None:
        self._tokens, self._view, self._situation, self._about = tokens, view, situation, about
        person = view.person or ""
        mine, yours = view.border_of(person), view.border_to(person)
        self._sides = Sides(mine, yours, {*mine, *yours}, {*view.edges})
        self._phrases = Descriptions(tokens, answers=len(about) > 1)
        self._named: list[str] = []

    def replaced(self) -> Iterator[Token]:
        i = 0
        while i < len(self._tokens):
            token = self._tokens[i]
            found = self._phrase(i) if not token.quoted else None
            if found is None:
                if token.is_node:
                    self._named.append(token.text)
                yield token
                i += 1
                continue
            asks = token.text in ("which", "what") and bool(found[0])
            names, joint, i = found
            if asks:
                yield from (Token("word", "what"), Token("word", "is"))
            for place, name in enumerate(names):
                if place:
                    yield Token("word", joint)
                elif joint == "nor":
                    yield Token("word", "neither")
                self._named.append(name)
                yield Token("own" if name in self._view.own else "foreign", name)

    def _phrase(self, i: int) -> tuple[tuple[str, ...], str, int] | None:
        found = list(self._phrases.at(i))
        if not found:
            return None
        end, phrase = found[-1]
        if phrase.ordinal is not None and not phrase.near:
            owned = bool(phrase.owner) or (i > 0 and self._tokens[i - 1].text in ("my", "your"))
            name = self._ordinal(phrase, counted=owned)
            return None if name is None else ((name,), "", end)
        if not _says_enough(phrase) or (phrase.asked and not phrase.near):
            return None
        return self._denoted(phrase, end)

    def _ordinal(self, phrase: Description, *, counted: bool) -> str | None:
        several = self._about if len(self._about) > 1 else ()
        place = phrase.ordinal or 0
        owned = not phrase.owner or {*several} <= {*self._sides.of(phrase.owner)}
        if place >= len(several) or not owned:
            return None
        # "My second node" may count all nodes of its owner, of which the agent sees a few.
        number = re.search(r"\d+$", several[place])
        another = number is not None and int(number[0]) != place + 1
        return None if counted and another else several[place]

    def _denoted(self, phrase: Description, end: int) -> tuple[tuple[str, ...], str, int] | None:
        known = [*self._about, *self._named]
        owner = owner_of(phrase, self._sides, known)
        if not owner:
            return None
        if end < len(self._tokens) and self._tokens[end].text in self._sides.of(owner):
            # "My other node h5" names what it describes.
            return (), "", end
        nodes = members_of(phrase, self._sides, owner)
        if phrase.color is not None:
            colors = {**self._situation.beliefs, **self._situation.colors}
            nodes = [n for n in nodes if colors.get(n) == phrase.color]
        if phrase.other:
            last = [n for n in known if n in nodes]
            if not last:
                return None
            nodes = [n for n in nodes if n != last[-1]]
        wanted = phrase.number or (2 if phrase.quantity in ("both", "either", "neither") else None)
        if not nodes or (wanted is not None and len(nodes) != wanted):
            return None
        if phrase.quantity in NONE:
            return (tuple(nodes), "nor", end) if len(nodes) > 1 else None
        several = phrase.plural or phrase.quantity in EACH | ANY or phrase.number
        if len(nodes) > 1 and not several:
            return None
        return tuple(nodes), "or" if phrase.quantity == "either" else "and", end
