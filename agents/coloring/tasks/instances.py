"""
Instances of the arena: connected graphs, one agent at each node, with known chromatic numbers.

With a *tight* palette there are as many colors as the graph needs, proved by the solver; with
``"degree+1"`` there is one color more than the largest degree, so that no agent can ever get stuck, as
in the coloring tasks of AgentsNet (Grötschla et al. 2025, arXiv:2507.08616). The same topology, size and
seed give the same instance everywhere.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TypeVar

import solver

from ...errors import InputError, expected

PALETTES = ("tight", "degree+1")
LARGEST = 1000
#: Attempts to draw a connected graph.
_DRAWS = 1000
_NAMES = ("red", "green", "blue", "yellow", "orange", "purple", "pink", "brown")

Edges = set[tuple[int, int]]
_Node = TypeVar("_Node", str, int)


@dataclass(frozen=True)
class Instance:
    """
    A graph and the colors that its agents may use.

    Attributes
    ----------
    name
        Topology, size and seed.
    nodes, edges
        Names of the nodes, and pairs of neighbors.
    colors
        The palette.
    chromatic_number
        Fewest colors of a proper coloring, proved.
    """

    name: str
    nodes: tuple[str, ...]
    edges: tuple[tuple[str, str], ...]
    colors: tuple[str, ...]
    chromatic_number: int

    @cached_property
    def neighbors(self) -> dict[str, tuple[str, ...]]:
        """Neighbors of each node, in order."""
        near: dict[str, list[str]] = {node: [] for node in self.nodes}
        for u, v in self.edges:
            near[u].append(v)
            near[v].append(u)
        place = {node: i for i, node in enumerate(self.nodes)}
        return {node: tuple(sorted(others, key=place.__getitem__)) for node, others in near.items()}

    @property
    def diameter(self) -> int:
        """Largest distance between two nodes."""
        return max(len(_layers(self.neighbors, node)) - 1 for node in self.nodes)


def _layers(neighbors: Mapping[_Node, Sequence[_Node]], start: _Node) -> list[list[_Node]]:
    """Return the nodes that a node reaches, by distance."""
    layers, reached = [[start]], {start}
    while layers[-1]:
        near = dict.fromkeys(other for node in layers[-1] for other in neighbors[node])
        layers.append([node for node in near if node not in reached])
        reached.update(near)
    return layers[:-1]


def make_instance(topology: str, size: int, seed: int = 0, palette: str = "tight") -> Instance:
    """
    Return an instance.

    Parameters
    ----------
    topology
        Name of :data:`TOPOLOGIES`.
    size
        Number of agents, 4 to 1000.
    seed
        Seed of the random choices.
    palette
        ``"tight"`` or ``"degree+1"``.

    Raises
    ------
    InputError
        If an argument is out of range, or the solver cannot prove the chromatic number.
    """
    if topology not in TOPOLOGIES:
        raise expected("topology", topology, f"one of {', '.join(TOPOLOGIES)}")
    if not 4 <= size <= LARGEST:
        raise expected("size", size, f"an integer in [4, {LARGEST}]")
    if palette not in PALETTES:
        raise expected("palette", palette, " or ".join(PALETTES))
    name = f"{topology}-{size}-{seed}"
    rng = random.Random(name)
    for _ in range(_DRAWS):
        edges = TOPOLOGIES[topology](size, rng)
        if _is_connected(size, edges):
            break
    else:
        raise InputError(f"instance {name}: no connected graph in {_DRAWS} draws")
    graph = solver.Graph.from_edges(size, sorted(edges))
    result = solver.color(graph)
    if not result.proven:
        raise InputError(f"instance {name}: the chromatic number is not proved")
    count = result.k if palette == "tight" else int(graph.max_degree) + 1
    nodes = tuple(f"n{i + 1}" for i in range(size))
    return Instance(
        name,
        nodes,
        tuple((nodes[u], nodes[v]) for u, v in sorted(edges)),
        tuple(_NAMES[i] if i < len(_NAMES) else f"color{i + 1}" for i in range(count)),
        result.k,
    )


def _is_connected(size: int, edges: Edges) -> bool:
    near: dict[int, list[int]] = {i: [] for i in range(size)}
    for u, v in edges:
        near[u].append(v)
        near[v].append(u)
    return sum(map(len, _layers(near, 0))) == size


# ------------------------------------------------------------------------------------------- topologies


def _pair(u: int, v: int) -> tuple[int, int]:
    return (u, v) if u < v else (v, u)


def _ring(size: int, rng: random.Random) -> Edges:
    return {_pair(i, (i + 1) % size) for i in range(size)}


def _small_world(size: int, rng: random.Random) -> Edges:
    """Rewire a tenth of the edges of a ring lattice (Watts and Strogatz)."""
    reach = 2 if size > 5 else 1
    edges = {_pair(i, (i + d) % size) for i in range(size) for d in range(1, reach + 1)}
    for u, v in sorted(edges):
        if rng.random() < 0.1:
            free = [w for w in range(size) if w != u and _pair(u, w) not in edges]
            if free:
                edges.remove((u, v))
                edges.add(_pair(u, rng.choice(free)))
    return edges


def _scale_free(size: int, rng: random.Random) -> Edges:
    """Attach each node to two others, drawn by their degrees (Barabási and Albert)."""
    edges = {(0, 1), (0, 2), (1, 2)}
    ends = [end for edge in sorted(edges) for end in edge]
    for node in range(3, size):
        chosen: dict[int, None] = {}
        while len(chosen) < 2:
            chosen[rng.choice(ends)] = None
        for other in chosen:
            edges.add((other, node))
            ends += [other, node]
    return edges


def _delaunay(size: int, rng: random.Random) -> Edges:
    graph = solver.generators.delaunay(size, rng.randrange(2**31))
    return {_pair(int(u), int(v)) for u, v in graph.edges()}


def _clusters(size: int, rng: random.Random) -> Edges:
    """Join dense groups of about four nodes in a ring, by two edges between neighboring groups."""
    count = max(2, size // 4)
    groups = [list(range(size))[i::count] for i in range(count)]
    edges = {_pair(u, v) for group in groups for u, v in combinations(group, 2) if rng.random() < 0.7}
    for i, group in enumerate(groups):
        for _ in range(2):
            edges.add(_pair(rng.choice(group), rng.choice(groups[(i + 1) % count])))
    return edges


#: Topologies, by name; each draws edges, perhaps of a graph that is not connected.
TOPOLOGIES: dict[str, Callable[[int, random.Random], Edges]] = {
    "ring": _ring,
    "small-world": _small_world,
    "scale-free": _scale_free,
    "delaunay": _delaunay,
    "clusters": _clusters,
}
