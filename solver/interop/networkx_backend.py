"""
The NetworkX backend ``kempe``: NetworkX's functions for colorings, cliques and cores, computed by Kempe.

NetworkX finds this module by the entry point ``networkx.backends`` and calls its functions, which have
the names and arguments of NetworkX's, with graphs from :func:`convert_from_nx`. It caches a converted
graph until the original is edited, so a second call converts nothing.

The functions follow NetworkX's documentation on errors, loops, parallel edges, the order of
``largest_first``, and Python's random state. :func:`can_run` declines the other cases, which NetworkX
then computes itself: directed graphs (where ``greedy_color`` considers successors only, and leaves
conflicts), interchange, strategies written by the caller, weighted cliques, and classes that override
adjacency.
"""

from __future__ import annotations

import inspect
import math
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from numbers import Integral
from typing import Any

import networkx
import numpy as np
from networkx.algorithms.coloring import greedy_coloring
from numpy.typing import NDArray

from ..cliques.maximum_clique import maximum_clique
from ..graphs.conversions import networkx_ends, networkx_rows, overrides_adjacency, to_networkx
from ..graphs.graph import Graph, build, unchecked
from ..sequential.greedy import STRATEGIES, greedy
from ..sequential.orders import core_numbers
from ..variants import equitable
from .networkx_info import FUNCTIONS

#: Number of nodes and edges below which conversion takes longer than NetworkX; see ``should_run``.
SMALL = 200
#: Work limit for a clique that need not be a largest one: one or two seconds.
CLIQUE_TICKS = 1 << 27
#: Work limit for an equitable coloring: a few seconds, a hundred times the largest need observed.
LEVELING_TICKS = 1 << 28

#: Strategies that NetworkX accepts as functions, and their names.
_NAMES = {function: name for name, function in greedy_coloring.STRATEGIES.items()}
OVERRIDES = "kempe does not support classes that override the adjacency of a graph"
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
        NetworkX's node of each vertex, in its order.
    degrees
        int64[n], degrees as in NetworkX, where loops count twice and parallel edges count each.
    loops
        Number of nodes with loops.
    multigraph
        Whether the original is a multigraph.
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
        """Return False: directed graphs are not converted."""
        return False

    def is_multigraph(self) -> bool:
        """Whether the original is a multigraph."""
        return self.multigraph

    def by_name(self, values: NDArray[Any]) -> dict[Any, Any]:
        """Return values of the vertices as a dict by node, in NetworkX's order."""
        return dict(zip(self.nodes, values.tolist(), strict=True))

    def named(self, vertices: Iterable[int]) -> list[Any]:
        """Return the nodes of the given vertices."""
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
        raise NotImplementedError("kempe does not keep attributes of nodes or edges")
    if graph.is_directed():
        raise NotImplementedError("kempe supports undirected graphs only")
    if overrides_adjacency(graph):
        raise NotImplementedError(OVERRIDES)
    rows, loops = networkx_rows(graph), 0
    if rows is not None:
        simple = unchecked(*rows)
    else:
        simple, loops, _ = build(*networkx_ends(graph))
    degrees = simple.degrees
    if loops or graph.is_multigraph():
        degrees = _degrees(graph)
    return BackendGraph(simple, list(graph), degrees, loops, graph.is_multigraph())


def _degrees(graph: Any) -> NDArray[np.int64]:
    """Return the degrees as NetworkX counts them: parallel edges each, loops twice."""
    rows = graph._adj
    degrees = np.fromiter(map(len, rows.values()), np.int64, len(rows))
    if graph.is_multigraph():
        starts = np.concatenate([[0], np.cumsum(degrees)])
        parallel = np.fromiter(map(len, chain.from_iterable(map(dict.values, rows.values()))), np.int64)
        degrees = np.diff(np.concatenate([[0], np.cumsum(parallel)])[starts])
    loops = [(i, row[node]) for i, (node, row) in enumerate(rows.items()) if node in row]
    for i, edges in loops:
        degrees[i] += len(edges) if graph.is_multigraph() else 1
    return degrees


def convert_to_nx(value: Any, *, name: str | None = None) -> Any:
    """Convert a simple graph back, without attributes; return any other value unchanged."""
    if not isinstance(value, BackendGraph):
        return value
    if value.loops or value.multigraph:
        raise NotImplementedError("kempe does not keep loops or parallel edges")
    numbered = to_networkx(value.graph.n, value.graph.edges())
    return networkx.relabel_nodes(numbered, dict(enumerate(value.nodes)), backend="networkx")


# ------------------------------------------------------------------------------------ what is declined


def can_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
    """Whether this backend gives the result that NetworkX documents; if not, the reason."""
    function: Callable[..., Any] | None = globals()[name] if name in FUNCTIONS else None
    if function is None:
        return "kempe does not have this function"
    try:
        call = inspect.signature(function).bind(*args, **kwargs)
    except TypeError as error:
        return str(error)
    call.apply_defaults()
    arguments = call.arguments
    graph = arguments["G"]
    if graph.is_directed():
        return "kempe supports undirected graphs only"
    if not isinstance(graph, BackendGraph) and overrides_adjacency(graph):
        return OVERRIDES
    if name == "greedy_color":
        return _can_color(arguments["strategy"], arguments["interchange"])
    if name == "max_weight_clique" and arguments["weight"] is not None:
        return "kempe does not support weighted cliques"
    if name == "equitable_color" and not isinstance(arguments["num_colors"], Integral):
        return "kempe supports integer numbers of colors only"
    return True


def _can_color(strategy: Any, interchange: bool) -> bool | str:
    if callable(strategy) and strategy not in _NAMES:
        return "kempe does not support strategies given as functions of the caller"
    if interchange and _name(strategy) not in _NOT_INTERCHANGED:
        return "kempe has no interchange: its RLF and solver.color find fewer colors"
    return True


def should_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
    """
    Whether this backend is faster with the conversion; not for a few hundred nodes and edges.

    A strategy that NetworkX does not have runs on graphs of any size.
    """
    if name == "greedy_color":
        strategy = args[1] if len(args) > 1 else kwargs.get("strategy")
        if not callable(strategy) and strategy in STRATEGIES and strategy not in _NAMES.values():
            return True
    graph = args[0] if args else kwargs["G"]
    if len(graph) < SMALL and len(graph) + graph.number_of_edges() < SMALL:
        return "NetworkX is as fast on small graphs"
    return True


# ------------------------------------------------------------------------------------------- coloring


def greedy_color(
    G: BackendGraph, strategy: Any = "largest_first", interchange: bool = False
) -> dict[Any, int]:
    """Color greedily; ``networkx_info.py`` lists the strategies that give NetworkX's colors."""
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
        raise NotImplementedError("kempe has no interchange: its RLF and solver.color find fewer colors")
    order: str | NDArray[np.int64] = name
    if name == "largest_first" and G.degrees is not G.graph.degrees:
        order = np.argsort(-G.degrees, kind="stable")
    elif name == "random_sequential":
        places = list(range(len(G)))
        random.shuffle(places)  # NetworkX also uses Python's global state
        order = np.array(places, np.int64)
    return G.by_name(greedy(G.graph, order))


def _name(strategy: Any) -> Any:
    """Return the name of a strategy that is given as a NetworkX function, else the strategy itself."""
    return _NAMES.get(strategy, strategy)


def equitable_color(G: BackendGraph, num_colors: int) -> dict[Any, int]:
    """Color with more colors than the largest degree, in classes whose sizes differ by at most one."""
    largest = int(G.degrees.max(initial=0))
    if largest >= num_colors:
        raise networkx.NetworkXAlgorithmError(
            f"Graph has maximum degree {largest}, needs "
            f"{largest + 1} (> {num_colors}) colors for guaranteed coloring."
        )
    if G.loops:
        raise NotImplementedError("kempe does not support loops here")
    result = equitable.equitable_color(G.graph, int(num_colors), max_ticks=LEVELING_TICKS)
    if not result.equitable:
        raise NotImplementedError(f"kempe found no equitable coloring within {LEVELING_TICKS} ticks")
    return G.by_name(result.colors)


# ------------------------------------------------------------------------------- cliques, sets, cores


def max_weight_clique(G: BackendGraph, weight: str | None = "weight") -> tuple[list[Any], int]:
    """Find a largest clique and its size, without a time limit; for ``weight=None`` only."""
    result = maximum_clique(G.graph, time_limit=math.inf)
    if not result.proven:  # Ctrl-C; NetworkX returns a largest clique or none
        raise KeyboardInterrupt
    clique = G.named(result.vertices.tolist())
    return clique, len(clique)


def max_clique(G: BackendGraph) -> set[Any]:
    """Find a large clique; a largest one if the search ends within the work limit."""
    return set(G.named(maximum_clique(G.graph, max_ticks=CLIQUE_TICKS).vertices.tolist()))


def large_clique_size(G: BackendGraph) -> int:
    """Return the size of a large clique; of a largest one if the search ends within the work limit."""
    return len(max_clique(G))


def maximal_independent_set(G: BackendGraph, nodes: Any = None, seed: Any = None) -> list[Any]:
    """
    Draw a random maximal independent set that contains the given nodes.

    The set is the first class of a greedy coloring in random order. Its distribution is that of drawing
    one free node after another, and the time is linear. For a given seed the set differs from
    NetworkX's.
    """
    if G.loops:
        raise NotImplementedError("kempe does not support loops here")
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
    """Return the core number of each node."""
    if G.loops:
        raise networkx.NetworkXNotImplemented(
            "Input graph has self loops which is not permitted; "
            "Consider using G.remove_edges_from(nx.selfloop_edges(G))."
        )
    return G.by_name(core_numbers(G.graph))
