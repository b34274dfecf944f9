"""
NetworkX's backend ``kempe``: its functions for colors, cliques and cores, answered by Kempe.

NetworkX finds this module by the entry point ``networkx.backends`` and calls its functions, which bear
the names and arguments of NetworkX's own, with graphs from :func:`convert_from_nx`. It keeps a converted
graph until the original is edited, so a second call converts nothing.

What its documentation fixes holds here too: errors, loops and parallel edges, the order of
``largest_first``, and Python's random state. :func:`can_run` declines the rest, which NetworkX then does
itself: directed graphs (where ``greedy_color`` looks at successors only, and leaves conflicts),
interchange, strategies written by the caller, and weighted cliques.
"""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from numbers import Integral
from typing import Any

import networkx
import numpy as np
from networkx.algorithms.coloring import greedy_coloring
from numpy.typing import NDArray

from ..cliques.maximum_clique import maximum_clique
from ..graphs.conversions import networkx_ends, to_networkx
from ..graphs.graph import Graph, build
from ..sequential.greedy import STRATEGIES, greedy
from ..sequential.orders import core_numbers
from ..variants import equitable
from .networkx_info import FUNCTIONS

#: Nodes and edges below which NetworkX is done before a graph is converted; see ``should_run``.
SMALL = 200
#: Ticks for a clique that need not be the largest: a second or two.
CLIQUE_TICKS = 1 << 27
#: Ticks for an equitable coloring: seconds, and a hundred times what it has been seen to take.
LEVELING_TICKS = 1 << 28

#: Functions that NetworkX itself takes for names.
_NAMES = {function: name for name, function in greedy_coloring.STRATEGIES.items()}
_NOT_INTERCHANGED = ("independent_set", "saturation_largest_first", "DSATUR")


@dataclass(frozen=True, eq=False, repr=False)
class BackendGraph:
    """
    A converted graph.

    Attributes
    ----------
    graph
        The simple undirected graph.
    nodes
        Name of each vertex, in NetworkX's order.
    degrees
        int64[n] as NetworkX counts: loops twice, each of several parallel edges.
    loops
        Number of nodes with loops.
    multigraph
        Whether the original could have parallel edges.
    """

    graph: Graph
    nodes: list[Any]
    degrees: NDArray[np.int64]
    loops: int
    multigraph: bool

    __networkx_backend__ = "kempe"

    def __len__(self) -> int:
        return self.graph.n

    def __iter__(self) -> Iterator[Any]:
        return iter(self.nodes)

    def __repr__(self) -> str:
        return f"BackendGraph(n={self.graph.n}, m={self.graph.m})"  # NetworkX logs arguments

    def is_directed(self) -> bool:
        """Say that directed graphs are not converted."""
        return False

    def is_multigraph(self) -> bool:
        """Whether the original could have parallel edges."""
        return self.multigraph

    def by_name(self, values: NDArray[Any]) -> dict[Any, Any]:
        """Values of the vertices as a dict of nodes, in their order."""
        return dict(zip(self.nodes, values.tolist(), strict=True))

    def named(self, vertices: Iterable[int]) -> list[Any]:
        """Nodes of the given vertices."""
        return [self.nodes[v] for v in vertices]


# ----------------------------------------------------------------------------------------- conversion


def convert_from_nx(
    graph: Any,
    *,
    edge_attrs: dict[str, Any] | None = None,
    node_attrs: dict[str, Any] | None = None,
    preserve_edge_attrs: bool = False,
    preserve_node_attrs: bool = False,
    preserve_graph_attrs: bool = False,
    name: str | None = None,
    graph_name: str | None = None,
) -> BackendGraph:
    """Convert an undirected NetworkX graph; attributes of nodes and edges are refused."""
    if isinstance(graph, BackendGraph):
        return graph
    if edge_attrs or node_attrs or preserve_edge_attrs or preserve_node_attrs:
        raise NotImplementedError("kempe keeps no attributes of nodes or edges")
    if graph.is_directed():
        raise NotImplementedError("kempe takes undirected graphs")
    simple, loops, _ = build(*networkx_ends(graph))
    degrees = simple.degrees
    if loops or graph.is_multigraph():
        degrees = np.fromiter((degree for _, degree in graph.degree()), np.int64, simple.n)
    return BackendGraph(simple, list(graph), degrees, loops, graph.is_multigraph())


def convert_to_nx(value: Any, *, name: str | None = None) -> Any:
    """Convert a simple graph back; its attributes are lost. Leave any other value as it is."""
    if not isinstance(value, BackendGraph):
        return value
    if value.loops or value.multigraph:
        raise NotImplementedError("kempe keeps no loops and no parallel edges")
    numbered = to_networkx(value.graph.n, value.graph.edges())
    return networkx.relabel_nodes(numbered, dict(enumerate(value.nodes)), backend="networkx")


# ------------------------------------------------------------------------------------ what is declined


def can_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
    """Whether this backend answers a call as NetworkX would; if not, why."""
    function: Callable[..., Any] | None = globals()[name] if name in FUNCTIONS else None
    if function is None:
        return "kempe does not have it"
    try:
        call = inspect.signature(function).bind(*args, **kwargs)
    except TypeError as error:
        return str(error)
    call.apply_defaults()
    arguments = call.arguments
    if arguments["G"].is_directed():
        return "kempe takes undirected graphs"
    if name == "greedy_color":
        return _can_color(arguments["strategy"], arguments["interchange"])
    if name == "max_weight_clique" and arguments["weight"] is not None:
        return "kempe searches cliques without weights"
    if name == "equitable_color" and not isinstance(arguments["num_colors"], Integral):
        return "kempe takes whole numbers of colors"
    return True


def _can_color(strategy: Any, interchange: bool) -> bool | str:
    if callable(strategy) and strategy not in _NAMES:
        return "kempe cannot pass its graph to a strategy of the caller's"
    if interchange and _name(strategy) not in _NOT_INTERCHANGED:
        return "kempe does not interchange colors"
    return True


def should_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
    """Whether converting a graph pays; not for a few hundred nodes and edges."""
    graph = args[0] if args else kwargs["G"]
    if len(graph) < SMALL and len(graph) + graph.number_of_edges() < SMALL:
        return "NetworkX is as fast on small graphs"
    return True


# ------------------------------------------------------------------------------------------- coloring


def greedy_color(
    G: BackendGraph, strategy: Any = "largest_first", interchange: bool = False
) -> dict[Any, int]:
    """Color greedily; ``networkx_info.py`` says which strategies give NetworkX's colors."""
    if len(G) == 0:
        return {}
    name = _name(strategy)
    if name not in STRATEGIES:
        raise networkx.NetworkXError(
            f"strategy must be callable or a valid string. {strategy} not valid."
        )
    if interchange and name in _NOT_INTERCHANGED:
        raise networkx.NetworkXPointlessConcept(f"interchange cannot be used with {name}")
    if interchange:
        raise NotImplementedError("kempe does not interchange colors")
    order: str | NDArray[np.int64] = name
    if name == "largest_first":
        order = np.argsort(-G.degrees, kind="stable")
    elif name == "random_sequential":
        places = list(range(len(G)))
        random.shuffle(places)  # NetworkX, too, draws from Python's global state
        order = np.array(places, np.int64)
    return G.by_name(greedy(G.graph, order))


def _name(strategy: Any) -> Any:
    """Name of a strategy that NetworkX gives by its function, else the strategy itself."""
    return _NAMES.get(strategy, strategy)


def equitable_color(G: BackendGraph, num_colors: int) -> dict[Any, int]:
    """Color with classes whose sizes differ by one at most, in more colors than the largest degree."""
    largest = int(G.degrees.max(initial=0))
    if largest >= num_colors:
        raise networkx.NetworkXAlgorithmError(
            f"Graph has maximum degree {largest}, needs "
            f"{largest + 1} (> {num_colors}) colors for guaranteed coloring."
        )
    if G.loops:
        raise NotImplementedError("kempe takes graphs without loops here")
    found = equitable.equitable_color(G.graph, int(num_colors), max_ticks=LEVELING_TICKS)
    if found.conflicts or not equitable.is_equitable(found.colors, int(num_colors)):
        raise NotImplementedError(f"kempe found no equitable coloring within {LEVELING_TICKS} ticks")
    return G.by_name(found.colors)


# ------------------------------------------------------------------------------- cliques, sets, cores


def max_weight_clique(G: BackendGraph, weight: str | None = "weight") -> tuple[list[Any], int]:
    """Find a largest clique and its size, however long it takes; only for ``weight=None``."""
    clique = G.named(maximum_clique(G.graph).vertices.tolist())
    return clique, len(clique)


def max_clique(G: BackendGraph) -> set[Any]:
    """Find a large clique; a largest if the search ends in time."""
    return set(G.named(maximum_clique(G.graph, max_ticks=CLIQUE_TICKS).vertices.tolist()))


def large_clique_size(G: BackendGraph) -> int:
    """Size of a large clique; of a largest if the search ends in time."""
    return len(max_clique(G))


def maximal_independent_set(G: BackendGraph, nodes: Any = None, seed: Any = None) -> list[Any]:
    """
    Draw a maximal independent set around the given nodes.

    The first class of a greedy coloring in random order: the same distribution as drawing one free node
    after the other, in linear time. The set that belongs to a seed is another than NetworkX's.
    """
    if G.loops:
        raise NotImplementedError("kempe takes graphs without loops here")
    draw = networkx.utils.create_py_random_state(seed)
    chosen = set(nodes) if nodes else {draw.choice(G.nodes)}
    position = {node: v for v, node in enumerate(G.nodes)}
    if not chosen <= position.keys():
        raise networkx.NetworkXUnfeasible(f"{chosen} is not a subset of the nodes of G")
    first = [position[node] for node in chosen]
    if G.graph.subgraph(first).m:
        raise networkx.NetworkXUnfeasible(f"{chosen} is not an independent set of G")
    rest = [v for v in range(len(G)) if G.nodes[v] not in chosen]
    draw.shuffle(rest)
    order = np.array(first + rest, np.int64)
    return G.named(order[greedy(G.graph, order)[order] == 0].tolist())


def core_number(G: BackendGraph) -> dict[Any, int]:
    """Core number of each node."""
    if G.loops:
        raise networkx.NetworkXNotImplemented(
            "Input graph has self loops which is not permitted; "
            "Consider using G.remove_edges_from(nx.selfloop_edges(G))."
        )
    return G.by_name(core_numbers(G.graph))
