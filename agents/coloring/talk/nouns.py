"""
Noun phrases that describe nodes, replaced by the names of the nodes that they denote.

"The node of yours that touches h5", "both of my border nodes", "your other one" and "the first" (of two
nodes that were asked about) become names before any rule sees the sentence, so each rule needs names
only. A phrase is an owner, attributes (ordinals, "other", colors), and relations to nodes; it denotes
the nodes of which all of them hold. A phrase that denotes nothing, or several where one is meant, stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ..situation import Situation
from ..view import View
from .tokens import Token
from .wordlist import words

_EACH = words("both all each every")
_ANY = words("any either")
_NONE = words("neither none")
_NUMBERS = {"two": 2, "three": 3}
_MINE = words("my mine")
_YOURS = words("your yours")
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
_PRONOUNS = {"me": "agent", "us": "agent", "you": "person"}
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
    ("i", "can", "see"),
    ("i", "see"),
)
_SIDES = (
    ("my", "border"), ("your", "border"), ("the", "border"), ("our", "border"), ("my", "side"),
    ("your", "side"), ("the", "boundary"),
)  # fmt: skip


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
    phrases = _Phrases(tokens, view, situation, tuple(dict.fromkeys(about)))
    return list(phrases.replaced())


@dataclass
class _Phrase:
    """What a phrase says of its nodes, as far as it is read."""

    quantity: str = ""
    number: int | None = None
    owner: str = ""
    other: bool = False
    ordinal: int | None = None
    color: str | None = None
    plural: bool = False
    head: bool = False
    asked: bool = False
    near: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    on_border: bool = False

    @property
    def says_enough(self) -> bool:
        """Whether it says more than a determiner with a head."""
        counted = (self.quantity in ("both", "either", "neither") or self.number) and self.owner
        return bool(self.near or self.color or counted or self.other or self.on_border)


class _Phrases:
    def __init__(
        self, tokens: Sequence[Token], view: View, situation: Situation, about: tuple[str, ...]
    ) -> None:
        self.tokens, self.view, self.situation, self.about = tokens, view, situation, about
        self.texts = [token.text for token in tokens]
        person = view.person or ""
        self.theirs, self.mine = view.border_of(person), view.border_to(person)
        self.named: list[str] = []

    def replaced(self) -> Iterator[Token]:
        i = 0
        while i < len(self.tokens):
            found = self._phrase(i) if not self.tokens[i].quoted else None
            if found is None:
                if self.tokens[i].is_node:
                    self.named.append(self.texts[i])
                yield self.tokens[i]
                i += 1
                continue
            asks = self.texts[i] in ("which", "what") and bool(found[0])
            names, joint, i = found
            if asks:
                yield from (Token("word", "what"), Token("word", "is"))
            for place, name in enumerate(names):
                if place:
                    yield Token("word", joint)
                elif joint == "nor":
                    yield Token("word", "neither")
                self.named.append(name)
                yield Token("own" if name in self.view.own else "foreign", name)

    # ------------------------------------------------------------------------------------ reading

    def _text(self, i: int) -> str:
        return self.texts[i] if i < len(self.texts) and self.tokens[i].kind == "word" else ""

    def _phrase(self, i: int) -> tuple[tuple[str, ...], str, int] | None:
        phrase = _Phrase()
        if self._text(i) == "each" and self._text(i + 1) == "other":
            return None
        j = self._front(i, phrase)
        if j == i or (not phrase.head and phrase.ordinal is None):
            j = self._object(i, phrase)
            if j == i:
                return None
        else:
            j = self._back(j, phrase)
        if phrase.ordinal is not None and not phrase.near:
            return self._ordinal(phrase, j)
        if not phrase.says_enough or (phrase.asked and not phrase.near):
            return None
        return self._denoted(phrase, i, j)

    def _front(self, i: int, phrase: _Phrase) -> int:
        """Read what stands up to the head of a phrase; return where it ends."""
        j = i
        if self._text(j) in ("which", "whichever", "what", "whatever") and self._text(j + 1) in (
            *("of", "one", "node"),
            *("ones", "nodes"),
        ):
            phrase.asked = True
            j += 1
            if self._text(j) != "of":
                phrase.head, phrase.plural = True, self._text(j) in _PLURALS
                j += 1
        elif self._text(j) in _EACH | _ANY | _NONE:
            phrase.quantity = self._text(j)
            j += 1
        elif self._text(j) == "one" and self._text(j + 1) == "of":
            return i
        if j > i and self._text(j) == "of":
            j += 1
        if self._text(j) in _MINE | _YOURS:
            phrase.owner = "person" if self._text(j) in _MINE else "agent"
            phrase.head = self._text(j) in ("mine", "yours")
            phrase.plural = phrase.head and bool(phrase.quantity)
            j += 1
        elif self._text(j) in _DETERMINERS:
            j += 1
        elif self._text(j) in _ORDINALS and self._is_answer(j + 1):
            pass
        elif not phrase.quantity and not phrase.asked:
            return i
        while not phrase.head:
            word = self._text(j)
            if word in ("other", "remaining"):
                phrase.other = True
            elif word in _ORDINALS:
                phrase.ordinal = _ORDINALS[word]
            elif word in _NUMBERS:
                phrase.number = _NUMBERS[word]
            elif word in _PLAIN:
                phrase.on_border |= phrase.number is not None or bool(phrase.quantity)
            elif j < len(self.tokens) and self.tokens[j].kind == "color" and phrase.color is None:
                if self._text(j + 1) not in _HEADS:
                    break
                phrase.color = self.texts[j]
            else:
                break
            j += 1
        if not phrase.head and self._text(j) in _HEADS:
            phrase.head, phrase.plural = True, self._text(j) in _PLURALS
            if self._text(j).startswith("neighb"):
                phrase.on_border |= bool(phrase.quantity)
                target = self._targets(j + 2) if self._text(j + 1) == "of" else None
                if target is not None:
                    phrase.near.append(("and", target[0]))
                    return target[1]
            j += 1
        elif not phrase.head and (phrase.number or phrase.other) and phrase.owner:
            # "My two", "your other".
            phrase.head, phrase.plural = True, phrase.number is not None
        elif phrase.other and not self._goes_on(j):
            phrase.head = True
        return j

    def _is_answer(self, j: int) -> bool:
        """Return whether what follows "first" makes it a node: "first red, second blue"."""
        named = j < len(self.tokens) and self.tokens[j].kind == "color"
        return len(self.about) > 1 and (named or self._text(j) in ("one", "node", *_IS))

    def _goes_on(self, j: int) -> bool:
        """Return whether a noun may follow, so that "the other" is no phrase of its own."""
        return j < len(self.tokens) and self._text(j) not in {"", *_IS, *_BEHIND}

    def _back(self, j: int, phrase: _Phrase) -> int:
        """Read what stands behind the head."""
        while True:
            after = self._one_back(j, phrase)
            if after == j:
                return j
            j = after

    def _one_back(self, j: int, phrase: _Phrase) -> int:
        if self._text(j) == "of" and self._text(j + 1) in ("mine", "yours", "ours"):
            phrase.owner = phrase.owner or {"mine": "person", "yours": "agent"}.get(
                self.texts[j + 1], ""
            )
            return j + 2
        k = j
        if self._text(k) == "is" and self._text(k + 1) == "it":
            k += 2
        if self._text(k) in ("that", "which", "who") or k > j:
            k += self._text(k) in ("that", "which", "who")
            if self._text(k) == "also":
                k += 1
        for seen in _SEEN:
            if tuple(self.texts[k : k + len(seen)]) == seen and not phrase.near:
                phrase.on_border = True
                phrase.owner = phrase.owner or ("agent" if seen[0] == "i" else "person")
                return k + len(seen)
        if phrase.asked or k > j or self._text(j) not in _IS:
            after = self._related(k, phrase, relative=k > j or phrase.asked)
            if after > k:
                return after
        return self._object(j, phrase)

    def _related(self, k: int, phrase: _Phrase, *, relative: bool) -> int:
        """Read a relation whose subject is the phrase: "next to h4", "that touches h5"."""
        start = k
        if relative and self._text(k) in _IS:
            k += 1
            if k < len(self.tokens) and self.tokens[k].kind == "color" and not phrase.asked:
                phrase.color = self.texts[k]
                return k + 1
        if self._text(k) in ("directly", "right", "also"):
            k += 1
        if self._text(k) in ("sits", "lies", "stands"):
            k += 1
        word = self._text(k)
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
            if tuple(self.texts[k : k + 2]) in _SIDES:
                phrase.on_border = True
                return k + 2
            if word == "on":
                return start
        else:
            return start
        target = self._targets(k)
        if target is None:
            if tuple(self.texts[k : k + 2]) in _SIDES:
                phrase.on_border = True
                return k + 2
            return start
        phrase.near.append((target[2], target[0]))
        return target[1]

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

    def _targets(self, k: int) -> tuple[tuple[str, ...], int, str] | None:
        """Return the nodes that are named at a place, or that "me" and "you" stand for."""
        if self._text(k) in ("both", "my", "your", "node", "the"):
            return self._targets(k + 1) if k + 1 < len(self.tokens) else None
        if self._text(k) in _PRONOUNS:
            return self.theirs if _PRONOUNS[self.texts[k]] == "agent" else self.mine, k + 1, "or"
        if self._text(k) in ("mine", "yours"):
            return self._of("person" if self.texts[k] == "mine" else "agent"), k + 1, "or"
        names: list[str] = []
        joint = "and"
        while k < len(self.tokens) and self.tokens[k].is_node:
            names.append(self.texts[k])
            k += 1
            if (
                self._text(k) in ("and", "or")
                and k + 1 < len(self.tokens)
                and self.tokens[k + 1].is_node
            ):
                joint = self.texts[k]
                k += 1
            else:
                break
        return (tuple(names), k, joint) if names else None

    def _object(self, j: int, phrase: _Phrase) -> int:
        """Read a relation whose object is the phrase: "the node (that) h2 and h5 connect to"."""
        if not phrase.head:
            return j
        k = j + (self._text(j) in ("that", "which"))
        target = self._targets(k)
        if target is None:
            return j
        names, k, _ = target
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
            return j
        phrase.near.append(("and", names))
        return k

    # ---------------------------------------------------------------------------------- denotation

    def _ordinal(self, phrase: _Phrase, j: int) -> tuple[tuple[str, ...], str, int] | None:
        several = self.about if len(self.about) > 1 else ()
        place = phrase.ordinal or 0
        if place >= len(several) or (phrase.owner and not set(several) <= {*self._of(phrase.owner)}):
            return None
        return (several[place],), "", j

    def _of(self, owner: str) -> tuple[str, ...]:
        return self.theirs if owner == "person" else self.mine

    def _denoted(self, phrase: _Phrase, i: int, j: int) -> tuple[tuple[str, ...], str, int] | None:
        owner = phrase.owner or self._owner_of(phrase)
        if not owner:
            return None
        if j < len(self.tokens) and self.texts[j] in self._of(owner):
            # "My other node h5" names what it describes.
            return (), "", j
        nodes = self._of(owner)
        for joint, targets in phrase.near:
            every = all if joint == "and" else any
            nodes = tuple(n for n in nodes if every(self._touch(n, one) for one in targets))
        if phrase.color is not None:
            known = {**self.situation.beliefs, **self.situation.colors}
            nodes = tuple(n for n in nodes if known.get(n) == phrase.color)
        if phrase.other:
            last = [n for n in (*self.about, *self.named) if n in nodes]
            nodes = tuple(n for n in nodes if not last or n != last[-1])
            if not last:
                return None
        wanted = phrase.number or (2 if phrase.quantity in ("both", "either", "neither") else None)
        if not nodes or (wanted is not None and len(nodes) != wanted):
            return None
        if phrase.quantity in _NONE:
            return (nodes, "nor", j) if len(nodes) > 1 else None
        several = phrase.plural or phrase.quantity in _EACH | _ANY or phrase.number
        if len(nodes) > 1 and not several:
            return None
        return nodes, "or" if phrase.quantity == "either" else "and", j

    def _owner_of(self, phrase: _Phrase) -> str:
        """Return the owner of a phrase that names none: the one across the border."""
        targets = {name for _, names in phrase.near for name in names}
        if targets and targets <= {*self.theirs}:
            return "agent"
        if targets and targets <= {*self.mine}:
            return "person"
        if phrase.other and (last := [*self.about, *self.named][-1:]):
            return "agent" if last[0] in self.view.own else "person"
        return ""

    def _touch(self, a: str, b: str) -> bool:
        return (a, b) in self.view.edges or (b, a) in self.view.edges


__all__ = ["with_names"]
