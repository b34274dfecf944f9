"""A clause: its items, the classes of its words, and which of its nodes has which of its colors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..grammar.meaning import Names, Pair
from ..wordlist import words
from .items import Item

#: Classes that add nothing wherever they stand.
NEUTRAL = frozenset(("FILL", "P", "ART", "MY", "YOUR", "COLOR", "THERE", "BOTH"))
#: Words with which a clause may correct the one before it.
CORRECTIONS = words("no sorry wait actually oops rather correction nope scratch meant um uh er hmm")


@dataclass(frozen=True)
class Clause:
    """
    A clause.

    Attributes
    ----------
    items
        Its items without signs.
    joint
        What stands before it: a conjunction, a sign, or nothing.
    role
        ``"if"`` for a condition, ``"because"`` for a reason, else empty.
    asks
        Whether its sentence ends with a question mark.
    """

    items: tuple[Item, ...]
    joint: str = ""
    role: str = ""
    asks: bool = False

    def has(self, *classes: str) -> bool:
        """Return whether a word may be of one of some classes."""
        return any(not item.classes.isdisjoint(classes) for item in self.items)

    def only(self, *classes: str) -> bool:
        """Return whether each word is of one of some classes or adds nothing."""
        allowed = NEUTRAL.union(classes)
        return all(item.kind != "word" or not item.classes.isdisjoint(allowed) for item in self.items)

    @property
    def known(self) -> bool:
        """Whether the lexicon has all words."""
        return all(item.kind != "word" or item.classes for item in self.items)

    @property
    def named(self) -> tuple[Item, ...]:
        """Nodes and colors, in order."""
        return tuple(item for item in self.items if item.kind in ("node", "color"))

    @property
    def told(self) -> tuple[Item, ...]:
        """Items without those that add nothing."""
        return tuple(
            i for i in self.items if i.kind != "word" or not i.classes or not i.classes <= NEUTRAL
        )

    @property
    def nodes(self) -> tuple[str, ...]:
        """Nodes that are named."""
        return tuple(name for item in self.items if item.kind == "node" for name in item.names)

    @property
    def colors(self) -> tuple[str, ...]:
        """Colors that are named."""
        return tuple(name for item in self.items if item.kind == "color" for name in item.names)

    @property
    def text(self) -> str:
        """Words of the clause."""
        return " ".join(item.text for item in self.items)

    def first(self, *classes: str) -> bool:
        """Return whether the first word that says something is of one of some classes."""
        return bool(self.told) and not self.told[0].classes.isdisjoint(classes)


def pairs_in(
    clause: Clause, about: Sequence[str] = (), *, bare: bool = False
) -> tuple[Pair, ...] | None:
    """Return the nodes with their colors; None if it is not clear which color which node has."""
    named = list(clause.named)
    kinds = "".join(item.kind[0] for item in named)
    if kinds == "c" and about:
        named, kinds = [Item("node", (*about,), "and"), *named], "nc"
    if kinds in ("nnc", "cnn") and clause.has("BOTH", "SAME"):
        # "My h5 and your b2 are both blue": nodes of two owners are in no list.
        nodes = [item for item in named if item.kind == "node"]
        (color,) = [item for item in named if item.kind == "color"]
        return tuple(Pair(_names(node), _names(color), bare=bare) for node in nodes)
    if kinds in ("nc" * (len(kinds) // 2), "cn" * (len(kinds) // 2)) and kinds:
        step = 0 if kinds[0] == "n" else 1
        pairs = []
        for k in range(0, len(named), 2):
            node, color = named[k + step], named[k + 1 - step]
            if (
                len(node.names) > 1
                and len(color.names) > 1
                and "or" in (node.joint, color.joint)
                and node.joint == "or"
            ):
                return None
            pairs.append(Pair(_names(node), _names(color), bare=bare))
        return tuple(pairs)
    return None


def _names(item: Item) -> Names:
    """Return the names of an item."""
    return Names(item.kind, item.names, item.joint)


__all__ = ["CORRECTIONS", "NEUTRAL", "Clause", "pairs_in"]
