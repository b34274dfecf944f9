"""
A compiled flow: the result of compiling a document without errors.

It is immutable: one compiled flow serves any number of conversations and threads.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..errors import Finding
from ..guard import Expression, Guard
from .intake import Asked, Constrained, Intake
from .ir import EXIT, AnyNode, Cause, Edge, Flow, Graph, OneOf
from .registry import Action, Registry, no_action

#: Name of the main graph.
TOP = ""


@dataclass(frozen=True, slots=True)
class Way:
    """An edge: its target, its guard (None is always true) and its text."""

    target: str
    guard: Guard | None
    priority: int
    edge: Edge
    index: int

    @property
    def name(self) -> str:
        """Name in events: ``"a -> b [guard]"``."""
        guard = f" [{self.edge.guard}]" if self.edge.guard is not None else ""
        return f"{self.edge.source} -> {self.target}{guard}"


@dataclass(frozen=True, slots=True)
class Place:
    """
    A node and its outgoing edges.

    Attributes
    ----------
    node, graph
        Node and name of its graph; :data:`TOP` is the main graph.
    ways
        Edges by cause, in the order in which they are tried, without the else-edge.
    otherwise
        Else-edge, or None.
    asked
        Compiled question, for a question node.
    calls
        Name of the called graph, for a subgraph node.
    action
        Function of an action node.
    values
        Expressions of an assignment, by key.
    digest, own_digest
        Digests of the logic of the node, with its edges and alone.
    """

    node: AnyNode
    graph: str
    ways: Mapping[Cause, tuple[Way, ...]]
    otherwise: Way | None
    asked: Asked | None = None
    calls: str = ""
    action: Action = no_action
    values: tuple[tuple[str, Expression], ...] = ()
    digest: str = ""
    own_digest: str = ""

    @property
    def ends(self) -> bool:
        """Whether the graph ends here."""
        return not self.ways.get("next") and self.otherwise is None


class Answerable(Mapping[str, Asked]):
    """
    Questions of a graph by key: its own, then those of the graphs that share its answers.

    The latter are one mapping for all these graphs; a copy in each would be quadratic.
    """

    def __init__(self, own: Mapping[str, Asked], together: Mapping[str, Asked]) -> None:
        self._own = own
        self._together = together

    def __getitem__(self, key: str) -> Asked:
        return self._own[key] if key in self._own else self._together[key]

    def __iter__(self) -> Iterator[str]:
        yield from self._own
        yield from (key for key in self._together if key not in self._own)

    def __len__(self) -> int:
        return len(self._together)


@dataclass(frozen=True, slots=True)
class CompiledGraph:
    """
    One graph of a flow.

    Attributes
    ----------
    entry
        Id of the first node.
    places
        Places by node id.
    questions
        Questions that may be answered while the conversation is in this graph, by key: its own, and
        those of the graphs that share its answers.
    """

    name: str
    entry: str
    places: Mapping[str, Place]
    questions: Mapping[str, Asked]


@dataclass(frozen=True)
class CompiledFlow:
    """
    A flow without errors.

    Attributes
    ----------
    ir
        Document.
    hash
        Hash of the logic; conversations remember it.
    graphs
        Graphs by name; :data:`TOP` is the main graph.
    intake
        Check of answers.
    groups
        One-of groups.
    registry
        Functions of the host.
    warnings
        Findings that are not errors.
    excusable
        Keys for which the flow has a use of "I do not know", whatever the policy.
    missing
        Functions that the document declares and the registry does not have; without them the flow can
        be examined, not run.
    """

    ir: Flow
    hash: str
    graphs: Mapping[str, CompiledGraph]
    constraints: tuple[Constrained, ...]
    groups: tuple[OneOf, ...]
    registry: Registry = field(repr=False)
    warnings: tuple[Finding, ...] = ()
    excusable: frozenset[str] = frozenset()
    missing: tuple[str, ...] = ()
    intake: Intake = field(init=False, repr=False)

    def __post_init__(self) -> None:
        intake = Intake(self.constraints, self.groups, overwrite=self.ir.policies.overwrite)
        object.__setattr__(self, "intake", intake)

    @property
    def id(self) -> str:
        """Id of the document."""
        return self.ir.id

    def place(self, graph: str, node: str) -> Place:
        """Return the place of a node."""
        return self.graphs[graph].places[node]


def graphs_of(flow: Flow) -> Iterator[tuple[str, Graph, tuple[Any, ...]]]:
    """Yield all graphs of a document with their names and locations."""
    yield TOP, flow, ()
    for name, graph in flow.subgraphs.items():
        yield name, graph, ("subgraphs", name)


def entry_of(graph: Graph) -> str | None:
    """
    Return the entry of a graph: the declared one, or else the only node without incoming edges.

    Optional questions without edges do not count: they are never asked, only volunteered.
    """
    if graph.entry is not None:
        return graph.entry
    entered = {edge.target for edge in graph.edges}
    linked = entered | {edge.source for edge in graph.edges}
    candidates = [
        node.id
        for node in graph.nodes
        if node.id not in entered and not (volunteered(node) and node.id not in linked)
    ]
    return candidates[0] if len(candidates) == 1 else None


def volunteered(node: AnyNode) -> bool:
    """Return whether a node needs no incoming edge: an optional question."""
    return node.type == "question" and not node.required


def leaves(edge: Edge) -> bool:
    """Return whether an edge leaves its subgraph."""
    return edge.target == EXIT
