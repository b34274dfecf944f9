"""Meanings of sentences in the grammar, before it is known whose nodes they are about."""

from __future__ import annotations

from dataclasses import dataclass

#: Stands for the color that a node has.
PRESENT = "="


@dataclass(frozen=True)
class Names:
    """
    Nodes or colors that are named together.

    Attributes
    ----------
    kind
        Kind of what is named: ``"node"``, ``"color"``, ``"all"`` or ``"participant"``.
    names
        Names as written; ``"it"``, ``"them"`` and ``"other"`` stand for nodes named before, ``"mine"``
        for the only own node that the person sees. A mark comes before names that the agent does not
        know: ``?h9`` a node, ``!purple`` a color, ``~red`` a color with a typing error.
    joint
        Connection of several names: ``"and"``, ``"or"``, ``"range"``, or ``"row"`` for a plain list.
    """

    kind: str
    names: tuple[str, ...]
    joint: str = ""


@dataclass(frozen=True)
class Pair:
    """
    Nodes with colors.

    Attributes
    ----------
    nodes, colors
        Nodes and colors; None where the text names none.
    second
        Colors after other ones, as in "from red to blue".
    bare
        Whether no verb stands between: "b2 red" is a demand, while "b2 is red" may be a remark.
    """

    nodes: Names | None
    colors: Names | None
    second: Names | None = None
    bare: bool = False


@dataclass(frozen=True)
class Given:
    """A condition."""

    pairs: tuple[Pair, ...]


@dataclass(frozen=True)
class Meaning:
    """
    A statement, an order, a question or a stance.

    Attributes
    ----------
    kind
        Kind, which is the name of the rules in the text files.
    pairs
        Nodes and colors that it is about, in the order of the text.
    given
        Nodes and colors of its condition.
    group
        Word for all nodes, if there is one.
    """

    kind: str
    pairs: tuple[Pair, ...] = ()
    given: tuple[Pair, ...] = ()
    group: tuple[str, ...] = ()

    @property
    def begs(self) -> bool:
        """Whether it is a request, whatever else it could be: "can b2 be red please"."""
        several = any(pair.colors is not None and pair.colors.joint == "or" for pair in self.pairs)
        return self.kind == "begged" or (self.kind == "only" and several)
