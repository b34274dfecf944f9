"""
A flow as the engine runs it: what the compiler makes of a document it has found no fault with.

Nothing in here is ever changed: one compiled flow serves any number of conversations and threads.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..errors import Finding
from ..guard import Guard
from .intake import Asked, Constrained, Intake
from .ir import EXIT, AnyNode, Cause, Edge, Flow, Graph, OneOf
from .registry import Registry

#: Name of the graph that is the flow itself.
TOP = ""


@dataclass(frozen=True, slots=True)
class Way:
    """An edge: its target, its guard (None is always true) and the text it was written as."""

    target: str
    guard: Guard | None
    priority: int
    edge: Edge
    index: int

    @property
    def name(self) -> str:
        """For traces: ``"a -> b [guard]"``."""
        guard = f" [{self.edge.guard}]" if self.edge.guard is not None else ""
        return f"{self.edge.source} -> {self.target}{guard}"


@dataclass(frozen=True, slots=True)
class Place:
    """
    A node and the ways out of it.

    Attributes
    ----------
    node, graph
        What it is, and in which graph; :data:`TOP` is the flow itself.
    ways
        By cause, in the order in which they are tried, without the else-edge.
    otherwise
        The else-edge, or None.
    asked
        How to ask and judge, for a question.
    """

    node: AnyNode
    graph: str
    ways: Mapping[Cause, tuple[Way, ...]]
    otherwise: Way | None
    asked: Asked | None = None

    @property
    def ends(self) -> bool:
        """Whether there is no way on: the graph ends here."""
        return not self.ways.get("next") and self.otherwise is None


@dataclass(frozen=True, slots=True)
class CompiledGraph:
    """
    One graph.

    Attributes
    ----------
    entry
        Id of the first node.
    places
        By node id.
    questions
        Those whose answers are taken while the conversation is in this graph, by key: its own, and those
        of all graphs that share its answers.
    """

    name: str
    entry: str
    places: Mapping[str, Place]
    questions: Mapping[str, Asked]


@dataclass(frozen=True)
class CompiledFlow:
    """
    A flow without faults.

    Attributes
    ----------
    ir
        The document.
    hash
        Of its logic; conversations remember it.
    graphs
        By name; :data:`TOP` is the flow itself.
    intake
        Judges answers.
    groups
        One-of groups.
    registry
        What the host lends.
    warnings
        Findings that are no errors.
    """

    ir: Flow
    hash: str
    graphs: Mapping[str, CompiledGraph]
    constraints: tuple[Constrained, ...]
    groups: tuple[OneOf, ...]
    registry: Registry = field(repr=False)
    warnings: tuple[Finding, ...] = ()
    intake: Intake = field(init=False, repr=False)

    def __post_init__(self) -> None:
        intake = Intake(self.constraints, self.groups, overwrite=self.ir.policies.overwrite)
        object.__setattr__(self, "intake", intake)

    @property
    def id(self) -> str:
        """Of the document."""
        return self.ir.id

    def place(self, graph: str, node: str) -> Place:
        """The place of a node."""
        return self.graphs[graph].places[node]


def graphs_of(flow: Flow) -> Iterator[tuple[str, Graph, tuple[Any, ...]]]:
    """All graphs of a document with their names and where they stand in it."""
    yield TOP, flow, ()
    for name, graph in flow.subgraphs.items():
        yield name, graph, ("subgraphs", name)


def entry_of(graph: Graph) -> str | None:
    """
    The entry of a graph: the declared one, or else the only node without incoming edges.

    Optional questions without any edges do not count: they are never asked, only volunteered.
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
    """Whether a node may stand without an incoming edge: an optional question."""
    return node.type == "question" and not node.required


def leaves(edge: Edge) -> bool:
    """Whether an edge leaves its subgraph."""
    return edge.target == EXIT
