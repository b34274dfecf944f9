"""
Meanings that the compositional reader makes of sentences.

A clause is a tree of these terms: groups of nodes, predicates that hold of them, suppositions, and
reasons. ``truth`` evaluates a tree; no term knows the facts.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ...nouns import Description

Colors = tuple[str, ...]
#: All colors of the domain.
ANY: Colors = ("*",)


@dataclass(frozen=True)
class Group:
    """
    Nodes that a noun phrase stands for, and how many of them a claim is about.

    Attributes
    ----------
    kind
        ``named``; ``mine`` and ``yours`` (border nodes); ``all mine``; ``it``, ``they``, ``other`` and
        ``rest`` (pronouns); ``described`` (by the phrase).
    names
        Names of nodes.
    quantity
        ``all``, ``none``, ``exactly``, ``least``, ``most``, ``not all``, ``only`` or ``the`` (the nodes
        that satisfy the restriction).
    number
        Number for the quantity.
    size
        Number of members that the phrase presupposes.
    minus
        Members that are excepted.
    owner
        ``own``, ``foreign`` or empty.
    having
        Predicates that restrict the members.
    colors
        Colors that the phrase presupposes of the names ("your red h2").
    joint
        ``and`` or ``or``.
    phrase
        Description of the members.
    bare
        Whether the phrase has no quantity: "touches my nodes" is about some of them.
    """

    kind: str
    names: tuple[str, ...] = ()
    quantity: str = "all"
    number: int = 0
    size: int | None = None
    minus: tuple[str, ...] = ()
    owner: str = ""
    having: tuple[Predicate, ...] = ()
    colors: Colors = ()
    joint: str = "and"
    phrase: Description | None = None
    bare: bool = False


@dataclass(frozen=True)
class Predicate:
    """
    What is said of a node.

    Attributes
    ----------
    kind
        ``color``, ``same``, ``clash``, ``fits``, ``near``, ``changed``, ``fixed``, ``demanded``,
        ``known``, ``seen``, ``can``, ``must``, ``movable`` or ``must move``.
    colors
        Colors of which one holds.
    other
        Nodes with which a node is compared.
    negated
        Whether it is denied.
    time
        ``now``, ``was`` (before the turn), ``kept``, ``began``, ``gone`` or ``would``.
    fresh
        Whether the node is presupposed to have another color now.
    """

    kind: str
    colors: Colors = ()
    other: Group | None = None
    negated: bool = False
    time: str = "now"
    fresh: bool = False


@dataclass(frozen=True)
class Holds:
    """Predicates that hold together of the members of a group."""

    group: Group
    predicates: tuple[Predicate, ...]


@dataclass(frozen=True)
class Conflicts:
    """
    A number of conflicts.

    Attributes
    ----------
    quantity
        ``exactly``, ``least``, ``most`` or ``none``.
    number
        Number for the quantity.
    scope
        ``us`` (between the participants), ``inside`` (the agent's cluster) or ``all``.
    time
        As for predicates.
    at
        Nodes of which each conflict has one.
    edges
        Edges that are exactly those in conflict.
    known
        Whether only conflicts that the agent knows of are counted.
    """

    quantity: str
    number: int = 0
    scope: str = "all"
    time: str = "now"
    at: Group | None = None
    edges: tuple[tuple[str, str], ...] = ()
    known: bool = False


@dataclass(frozen=True)
class Setting:
    """
    Colors of nodes that are possible or not.

    Attributes
    ----------
    kind
        ``can``, ``cannot``, ``only`` (these colors and no others), ``but`` (all colors but these),
        ``any``, ``none``, ``as is`` (possible with the agent's present colors), ``count`` ...
    pairs
        Nodes with their colors.
    number
        Number for counts.
    fresh
        Whether the nodes are presupposed to have other colors now.
    than
        Color with which a color is compared.
    """

    kind: str
    pairs: tuple[Pair, ...] = ()
    number: int = 0
    quantity: str = "exactly"
    fresh: bool = False
    than: str = ""


@dataclass(frozen=True)
class Pair:
    """Nodes and colors: one color for all, one each, or alternatives."""

    group: Group
    colors: Colors
    joint: str = "and"


@dataclass(frozen=True)
class Given:
    """
    A supposition about colors.

    Attributes
    ----------
    pairs
        Nodes and colors.
    negated
        Whether the nodes have any other color.
    present
        Nodes that keep their color (or, if negated, change it).
    actual
        Whether it is presupposed that it is so.
    free
        Whether it may be supposed of the person's nodes where the claim does not say "would".
    only
        Whether the claim holds in no other case.
    relevant
        Whether there is a case in which the claim does not hold: "as long as h2 is red".
    ended
        Whether it is presupposed that what is denied is so now: "if h2 is not red anymore".
    fresh
        Whether the nodes are presupposed to have other colors now: "if you make h2 red".
    """

    pairs: tuple[Pair, ...] = ()
    negated: bool = False
    present: Group | None = None
    actual: bool = False
    free: bool = True
    only: bool = False
    relevant: bool = False
    ended: bool = False
    fresh: bool = False


@dataclass(frozen=True)
class Supposed:
    """A claim under suppositions."""

    given: tuple[Given, ...]
    claim: Term


@dataclass(frozen=True)
class Several:
    """Claims that hold together; the reasons among them concern the claim before."""

    claims: tuple[Term, ...] = field(default_factory=tuple)


@dataclass(frozen=True)
class Fact:
    """A claim without nodes: ``satisfied``, ``solvable``, ``nothing changed``, ``courtesy`` ..."""

    kind: str
    number: int = 0
    quantity: str = "exactly"


@dataclass(frozen=True)
class State:
    """
    A claim that describes colors, edges, limits or knowledge, which ``state_values`` evaluates.

    Attributes
    ----------
    kind
        What it claims.
    group, other
        Nodes that it is about.
    colors
        Colors that it names.
    number
        Number that it names.
    edges
        Edges that it names.
    names
        Names that stand for no node that the agent sees.
    negated
        Whether it is denied.
    """

    kind: str
    group: Group | None = None
    other: Group | None = None
    colors: Colors = ()
    number: int = 0
    edges: tuple[tuple[str, str], ...] = ()
    names: tuple[str, ...] = ()
    negated: bool = False


@dataclass(frozen=True)
class Unit:
    """
    A clause of a sentence.

    Attributes
    ----------
    claim
        What it claims.
    given
        What it supposes.
    hypothetical
        0 for a fact, 1 for what is possible ("I can"), 2 for a case that is only supposed ("I would").
    bare
        Whether it is a list of nodes and colors without a verb.
    listed
        ``list`` if it is a list of edges, ``clause`` if it begins with one: two of them are one list.
    """

    claim: Term
    given: tuple[Given, ...] = ()
    hypothetical: int = 0
    bare: bool = False
    listed: str = ""


@dataclass(frozen=True)
class Clashes:
    """
    Conflicts that a phrase describes: "the clash between b2 and h1", "both conflicts that I know of".

    Attributes
    ----------
    edges
        Edges that are named.
    at, of
        Nodes of which each conflict has one.
    inside
        Whether they are inside the agent's cluster, or with the person; None if both are meant.
    number, least
        How many there are, or how many at least.
    known
        Whether only the conflicts are meant of which the agent knows.
    """

    edges: tuple[tuple[str, str], ...] = ()
    at: Group | None = None
    of: Group | None = None
    inside: bool | None = None
    number: int | None = None
    least: int = 1
    known: bool = False


@dataclass(frozen=True)
class Others:
    """
    Nodes of the agent that change and are not named: "two of my other nodes", "one inner node".

    Attributes
    ----------
    number, least
        How many they are, or how many at least.
    inner
        Whether they are nodes without an edge to the person's nodes.
    color
        Color that they get; empty if it is not said.
    present
        Color that they have; empty if it is not said.
    """

    number: int | None = None
    least: int = 2
    inner: bool = False
    color: str = ""
    present: str = ""


@dataclass(frozen=True)
class Effect:
    """
    What a change of colors does to conflicts.

    Attributes
    ----------
    kind
        ``ends`` (without new ones), ``is over``, ``keeps``, ``brings``, ``brings none``, ``leaves`` (no
        others), ``can end`` and ``cannot end`` (by some change), ``only change`` (it ends all), ``with
        others`` and ``needs others`` (the change is possible if other nodes change, or only then).
    pairs
        The change.
    clashes
        The conflicts.
    fresh
        Whether each of the nodes is presupposed to have another color now.
    mine
        Whether it is the agent who makes the change.
    others
        Nodes that change too.
    """

    kind: str
    pairs: tuple[Pair, ...] = ()
    clashes: Clashes = Clashes()
    fresh: bool = True
    mine: bool = False
    others: Others | None = None


#: What "that" stands for: the colorings that were supposed or proposed last.
PROPOSED = (Pair(Group("proposed"), ("proposed",)),)
#: What the person proposed or asked about, whatever the message has supposed since.
ASKED = (Pair(Group("asked"), ("proposed",)),)

Term = Holds | Conflicts | Setting | Supposed | Several | Fact | State | Effect
