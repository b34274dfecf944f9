"""
Reading of phrases that describe nodes: "the two of yours beside h4", "my other border node".

A phrase is a quantity, an owner, attributes (ordinals, "other", colors), a head, and relations to nodes.
Who speaks does not matter to the reading: "my" is the speaker's, "your" the hearer's. So the people's
reader, which puts names in the place of a phrase, and the guard, which asks what it denotes in each
possible world, share it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ..tokens import Token
from ..wordlist import words

Owner = Literal["", "speaker", "hearer"]

EACH = words("both all each every")
ANY = words("any either")
NONE = words("neither none")
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5}
_OWNERS: dict[str, Owner] = {"my": "speaker", "mine": "speaker", "your": "hearer", "yours": "hearer"}
_DETERMINERS = words("the that this those these our")
_PLAIN = words(
    "own border boundary visible neighboring outer shared common adjacent connecting bordering"
)
_ORDINALS = {"first": 0, "former": 0, "second": 1, "latter": 1}
_HEADS = words(
    """
    node nodes one ones vertex vertices neighbor neighbors neighbour neighbours spot spots circle circles
    dot dots cell cells point points
    """
)
_PLURALS = words("nodes ones vertices neighbors neighbours spots circles dots cells points")
_PRONOUNS: dict[str, Owner] = {"me": "speaker", "us": "speaker", "you": "hearer"}
#: Words between two nodes with an edge: "that touches h5", "h5 is connected to".
_TOUCHES = words(
    """
    touch touches touching border borders bordering meet meets face faces facing neighbor neighbors
    neighboring see sees
    """
)
_JOINED = words(
    "next adjacent connected linked joined attached close opposite tied connect connects link"
)
_BESIDE = words("beside near by facing bordering touching opposite around at on")
_TO = words("to with from")
_IS = words("is are 's sits lies was were")
#: Words that may stand behind "the other" without making it a part of a longer phrase.
_BEHIND = words("can must should to too also as")
_SEEN = (
    ("you", "can", "see"),
    ("you", "see"),
    ("you", "know"),
    ("visible", "to", "you"),
    ("visible", "to", "me"),
    ("i", "can", "see"),
    ("i", "see"),
)
_SIDES = (
    ("my", "border"), ("your", "border"), ("the", "border"), ("our", "border"), ("my", "side"),
    ("your", "side"), ("the", "boundary"),
)  # fmt: skip


@dataclass(frozen=True)
class Relation:
    """Edges to nodes: to all of some names, or any of them, or any node of a participant."""

    names: tuple[str, ...] = ()
    joint: str = "and"
    owner: Owner = ""


@dataclass(frozen=True)
class Description:
    """
    What a phrase says of its nodes.

    Attributes
    ----------
    quantity
        ``both``, ``all``, ``any``, ``neither`` ... as it is said.
    number
        How many there are.
    owner
        Whose they are.
    other
        Whether "other" or "remaining" is said.
    ordinal
        Place among the nodes that were asked about.
    color
        Color that they have.
    plural, head
        Whether the head is plural; whether there is one.
    neighbor
        Whether the head is "neighbor".
    asked
        Whether it asks which they are.
    near
        Their edges.
    plain, on_border
        Whether an attribute that says little ("own", "border") is said; whether they are at the border.
    """

    quantity: str = ""
    number: int | None = None
    owner: Owner = ""
    other: bool = False
    ordinal: int | None = None
    color: str | None = None
    plural: bool = False
    head: bool = False
    neighbor: bool = False
    asked: bool = False
    near: tuple[Relation, ...] = ()
    plain: bool = False
    on_border: bool = False


class Descriptions:
    """
    Phrases that describe nodes at each place of a sequence of words.

    Parameters
    ----------
    answers
        Whether nodes were asked about, so that "first" may be one of them.
    """

    def __init__(self, tokens: Sequence[Token], *, answers: bool = False) -> None:
        self._tokens, self._answers = tokens, answers
        self._texts = [token.text for token in tokens]

    def at(self, i: int) -> Iterator[tuple[int, Description]]:
        """Give the ends and contents of the phrase at a place, from the shortest to the longest."""
        if self._text(i) == "each" and self._text(i + 1) == "other":
            return
        end, phrase = self._front(i)
        if end == i or (not phrase.head and phrase.ordinal is None):
            return
        while True:
            yield end, phrase
            after, phrase = self._one_back(end, phrase)
            if after == end:
                return
            end = after

    def _text(self, i: int) -> str:
        return self._texts[i] if i < len(self._texts) and self._tokens[i].kind == "word" else ""

    def _front(self, i: int) -> tuple[int, Description]:
        """Read what stands up to the head of a phrase; return where it ends."""
        j, phrase = self._quantity(i)
        if j < i:
            return i, phrase
        if j > i and self._text(j) == "of":
            j += 1
        word = self._text(j)
        if word in _OWNERS:
            whole = word in ("mine", "yours")
            plural = whole and bool(phrase.quantity)
            phrase = replace(phrase, owner=_OWNERS[word], head=whole, plural=plural)
            j += 1
        elif word in _DETERMINERS:
            j += 1
        elif word in _ORDINALS and self._is_answer(j + 1):
            pass
        elif not phrase.quantity and not phrase.asked:
            return i, phrase
        if not phrase.head:
            j, phrase = self._attributes(j, phrase)
        return self._head(j, phrase)

    def _quantity(self, i: int) -> tuple[int, Description]:
        """Read "both", or "which of"; the end is negative where no phrase begins."""
        word, after = self._text(i), self._text(i + 1)
        if word in ("which", "whichever", "what", "whatever") and after in (
            *("of", "one", "node"),
            *("ones", "nodes"),
        ):
            if after == "of":
                return i + 1, Description(asked=True)
            return i + 2, Description(asked=True, head=True, plural=after in _PLURALS)
        if word in EACH | ANY | NONE:
            return i + 1, Description(quantity=word)
        return (-1 if word == "one" and after == "of" else i), Description()

    def _attributes(self, j: int, phrase: Description) -> tuple[int, Description]:
        while True:
            word = self._text(j)
            if word in ("other", "remaining"):
                phrase = replace(phrase, other=True)
            elif word in _ORDINALS:
                phrase = replace(phrase, ordinal=_ORDINALS[word])
            elif word in _NUMBERS:
                phrase = replace(phrase, number=_NUMBERS[word])
            elif word in _PLAIN:
                phrase = replace(phrase, plain=True, on_border=phrase.on_border or word != "own")
            elif (
                j < len(self._tokens)
                and self._tokens[j].kind == "color"
                and phrase.color is None
                and self._text(j + 1) in _HEADS
            ):
                phrase = replace(phrase, color=self._texts[j])
            else:
                return j, phrase
            j += 1

    def _head(self, j: int, phrase: Description) -> tuple[int, Description]:
        if not phrase.head and self._text(j) in _HEADS:
            phrase = replace(phrase, head=True, plural=self._text(j) in _PLURALS)
            if self._text(j).startswith("neighb"):
                phrase = replace(phrase, neighbor=True, plain=True)
                target = self._targets(j + 2) if self._text(j + 1) == "of" else None
                if target is not None:
                    relation = replace(target[0], joint="and")
                    return target[1], replace(phrase, near=(*phrase.near, relation))
            j += 1
        elif not phrase.head and (phrase.number or phrase.other) and phrase.owner:
            # "My two", "your other".
            phrase = replace(phrase, head=True, plural=phrase.number is not None)
        elif phrase.other and not self._goes_on(j):
            phrase = replace(phrase, head=True)
        return j, phrase

    def _is_answer(self, j: int) -> bool:
        """Return whether what follows "first" makes it a node: "first red, second blue"."""
        named = j < len(self._tokens) and self._tokens[j].kind == "color"
        return self._answers and (named or self._text(j) in ("one", "node", *_IS))

    def _goes_on(self, j: int) -> bool:
        """Return whether a noun may follow, so that "the other" is no phrase of its own."""
        return j < len(self._tokens) and self._text(j) not in {"", *_IS, *_BEHIND}

    # ------------------------------------------------------------------------------------- relations

    def _one_back(self, j: int, phrase: Description) -> tuple[int, Description]:
        """Read one thing that stands behind the head."""
        if self._text(j) == "of" and self._text(j + 1) in ("mine", "yours", "ours"):
            owner = phrase.owner or _OWNERS.get(self._texts[j + 1], "")
            return j + 2, replace(phrase, owner=owner)
        k = j
        if self._text(k) == "is" and self._text(k + 1) == "it":
            k += 2
        if self._text(k) in ("that", "which", "who") or k > j:
            k += self._text(k) in ("that", "which", "who")
            if self._text(k) == "also":
                k += 1
        for seen in _SEEN:
            if tuple(self._texts[k : k + len(seen)]) == seen and not phrase.near:
                owner = phrase.owner or ("hearer" if seen[0] == "i" or seen[-1] == "me" else "speaker")
                return k + len(seen), replace(phrase, on_border=True, plain=True, owner=owner)
        if phrase.asked or k > j or self._text(j) not in _IS:
            after, related = self._related(k, phrase, relative=k > j or phrase.asked)
            if after > k:
                return after, related
        return self._object(j, phrase)

    def _related(self, k: int, phrase: Description, *, relative: bool) -> tuple[int, Description]:
        """Read a relation whose subject is the phrase: "next to h4", "that touches h5"."""
        start = k
        if relative and self._text(k) in _IS:
            k += 1
            if k < len(self._tokens) and self._tokens[k].kind == "color" and not phrase.asked:
                return k + 1, replace(phrase, color=self._texts[k])
        if self._text(k) in ("directly", "right", "also"):
            k += 1
        if self._text(k) in ("sits", "lies", "stands"):
            k += 1
        word = self._text(k)
        at_border = replace(phrase, on_border=True, plain=True)
        if word in _JOINED and self._text(k + 1) in _TO:
            k += 2
        elif word == "between":
            k += 1
        elif word in ("shares", "has", "share", "with") and self._edge(k):
            k = self._edge(k)
        elif (word in _TOUCHES and (relative or word.endswith("ing"))) or (
            word in _BESIDE and word not in ("at", "on", "by")
        ):
            k += 1
            if self._text(k) in _TO:
                k += 1
        elif word in ("at", "on", "by"):
            k += 1
            if tuple(self._texts[k : k + 2]) in _SIDES:
                return k + 2, at_border
            if word == "on":
                return start, phrase
        else:
            return start, phrase
        target = self._targets(k)
        if target is None:
            if tuple(self._texts[k : k + 2]) in _SIDES:
                return k + 2, at_border
            return start, phrase
        return target[1], replace(phrase, near=(*phrase.near, target[0]))

    def _edge(self, k: int) -> int:
        """Return the place behind "shares an edge with"; 0 if it is not there."""
        at = k + 1
        if self._text(at) in ("an", "a", "the"):
            at += 1
        if (
            self._text(at) in ("edge", "border", "link", "connection", "line")
            and self._text(at + 1) in _TO
        ):
            return at + 2
        return 0

    def _targets(self, k: int) -> tuple[Relation, int] | None:
        """Return the nodes that are named at a place, or that "me" and "you" stand for."""
        if self._text(k) in ("both", "my", "your", "node", "the"):
            return self._targets(k + 1) if k + 1 < len(self._tokens) else None
        if self._text(k) in _PRONOUNS:
            return Relation(joint="or", owner=_PRONOUNS[self._texts[k]]), k + 1
        if self._text(k) in ("mine", "yours"):
            return Relation(joint="or", owner=_OWNERS[self._texts[k]]), k + 1
        names: list[str] = []
        joint = "and"
        while k < len(self._tokens) and self._tokens[k].is_node:
            names.append(self._texts[k])
            k += 1
            if (
                self._text(k) in ("and", "or")
                and k + 1 < len(self._tokens)
                and self._tokens[k + 1].is_node
            ):
                joint = self._texts[k]
                k += 1
            else:
                break
        return (Relation(tuple(names), joint), k) if names else None

    def _object(self, j: int, phrase: Description) -> tuple[int, Description]:
        """Read a relation whose object is the phrase: "the node (that) h2 and h5 connect to"."""
        if not phrase.head:
            return j, phrase
        target = self._targets(j + (self._text(j) in ("that", "which")))
        if target is None:
            return j, phrase
        relation, k = target
        if self._text(k) in ("both", "each", "all"):
            k += 1
        is_there = self._text(k) in _IS
        k += is_there
        word = self._text(k)
        if word in _JOINED and self._text(k + 1) in _TO:
            k += 2
        elif word in _TOUCHES and not is_there:
            k += 1
        else:
            return j, phrase
        return k, replace(phrase, near=(*phrase.near, replace(relation, joint="and")))
