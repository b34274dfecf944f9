"""
Formulas about the visible graph, its colors and its edges, and whether the facts entail them.

A sentence such as "exactly two of a2, a4 and a5 are red" is a quantity, a group and a predicate. A
predicate is true, false or unknown of each member of a group; a formula holds only if what is known
decides it. Patterns for whole sentences were tried first: 106 of 120 unseen truths had no reading.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..grammar.meaning import Names, Pair


@dataclass(frozen=True)
class Group:
    """
    A group of nodes or edges.

    Attributes
    ----------
    kind
        ``"named"``; ``"mine"`` and ``"yours"`` for the nodes at the border that both participants see;
        ``"all mine"`` for all nodes of the agent; ``"other mine"`` for those that were not named before;
        ``"yours near"`` for the neighbors of named nodes; ``"edges"`` for the edges between the
        participants; ``"edge"`` for named edges.
    names
        Nodes that are named; the two ends of each edge in turn.
    size
        Number of members that the sentence presupposes.
    color
        Color that it presupposes of each node: "your blue h4".
    colors
        Color that it presupposes of each of several nodes, in their order.
    """

    kind: str
    names: Names | None = None
    size: int | None = None
    color: str | None = None
    colors: tuple[str, ...] = ()


@dataclass(frozen=True)
class Predicate:
    """
    Something that is true or false of a node or an edge.

    Attributes
    ----------
    kind
        Kind: see ``_of_node`` and ``_of_edge``.
    colors
        Colors that it names.
    other
        Nodes with which the node is compared.
    negated
        Whether it is denied; of several other nodes, each comparison is denied.
    time
        When it holds: ``now``; ``was`` before the turn; ``kept`` before it and now; ``began`` now and
        not before it; ``gone`` before it and not now.
    """

    kind: str
    colors: Names | None = None
    other: Group | None = None
    negated: bool = False
    time: str = "now"


@dataclass(frozen=True)
class Formula:
    """
    A quantity of a group for which all predicates hold.

    Attributes
    ----------
    quantity
        Quantity: ``all``, ``none``, ``exactly``, ``least``, ``most``, ``only``, ``except``, ``not all``,
        or ``pairs``, which says that the predicate holds of each two members.
    group
        Members that are counted.
    predicates
        Predicates, in the order of the text.
    number
        Number of members.
    named
        Members that ``only``, ``except`` and lists behind a count name.
    """

    quantity: str
    group: Group
    predicates: tuple[Predicate, ...]
    number: int = 0
    named: Group | None = None


@dataclass(frozen=True)
class Setting:
    """
    A claim about what is possible: colors with which the agent has a coloring without conflict, or none.

    Attributes
    ----------
    kind
        Kind: see ``settings``.
    pairs
        Nodes with their colors.
    number
        Number of the colors, where it is claimed.
    """

    kind: str
    pairs: tuple[Pair, ...] = ()
    number: int = -1


@dataclass(frozen=True)
class Given:
    """
    Nodes and the color that they are supposed to have.

    Attributes
    ----------
    nodes, colors
        Nodes and colors; without colors the nodes get any other color, or keep theirs if it is negated.
    negated
        Whether they are supposed not to have the color.
    actual
        Whether it is presupposed that they have it: "while h4 stays blue".
    """

    nodes: Names
    colors: Names | None
    negated: bool = False
    actual: bool = False


@dataclass(frozen=True)
class Supposed:
    """
    A claim under a supposition about colors.

    Attributes
    ----------
    given
        What is supposed.
    claim
        What holds then.
    """

    given: tuple[Given, ...]
    claim: Formula | Setting | Several


@dataclass(frozen=True)
class Several:
    """Claims that hold together."""

    claims: tuple[Formula | Setting | Supposed | Colors | Several, ...]


@dataclass(frozen=True)
class Colors:
    """
    All colors of a node for which a predicate holds, if it is supposed to have them.

    Attributes
    ----------
    node
        The node.
    predicate
        Predicate.
    colors
        Exactly the colors for which it holds; None if their number is claimed.
    number
        Number of the colors.
    """

    node: Names
    predicate: Predicate
    colors: Names | None = None
    number: int = 0
