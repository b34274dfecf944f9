"""
Families of graphs for benchmarks that ``solver.generators`` lacks, each from a seed.

Every function returns a graph and, where the construction shows it, a number of colors that suffices.
Random numbers come from NumPy's PCG64, so that a seed gives one graph with one version of NumPy.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from solver import Graph

Known = tuple["Graph", int | None]


def _joined(n: int, pairs: object) -> Graph:
    from solver import Graph

    ends = np.asarray(list(pairs) if not isinstance(pairs, np.ndarray) else pairs, np.int64).reshape(
        -1, 2
    )
    return Graph.from_arrays(n, ends[:, 0].astype(np.int32), ends[:, 1].astype(np.int32))


def _from_matrix(matrix: np.ndarray) -> Graph:
    return _joined(len(matrix), np.argwhere(np.triu(matrix, 1)))


def _sharing(sets: list[frozenset[int]]) -> np.ndarray:
    """Return the pairs of sets that have a member in common."""
    inside = np.zeros((len(sets), 1 + max(max(s) for s in sets)), np.int32)
    for i, members in enumerate(sets):
        inside[i, list(members)] = 1
    return np.argwhere(np.triu(inside @ inside.T > 0, 1))


def complement_of_geometric(n: int, radius: float, seed: int) -> Known:
    """Join points that are farther apart than ``radius``, like r1000.1c."""
    from solver import generators

    xy = generators.points(n, seed)
    apart = ((xy[:, None] - xy[None]) ** 2).sum(axis=2)
    return _from_matrix(apart > radius**2), None


def intervals(n: int, length: int, holes: float, seed: int) -> Known:
    """Live ranges of registers: intervals with holes, joined where both are live."""
    rng = np.random.default_rng(seed)
    start = rng.integers(0, 10 * n, n)
    live = np.zeros((n, 10 * n + 2 * length), np.bool_)
    for v in range(n):
        span = int(rng.geometric(1 / length))
        live[v, start[v] : start[v] + span] = rng.random(min(span, live.shape[1] - start[v])) >= holes
        live[v, start[v]] = True
    counts = live.astype(np.float32)
    return _from_matrix(counts @ counts.T > 0), None


def timetable(events: int, students: int, taken: int, rooms: int, seed: int) -> Known:
    """Events joined if a student takes both; a hidden timetable fills each period's rooms."""
    rng = np.random.default_rng(seed)
    periods = -(-events // rooms)
    period = rng.permutation(np.repeat(np.arange(periods), rooms)[:events])
    pairs: set[tuple[int, int]] = set()
    for _ in range(students):
        chosen = rng.choice(periods, min(taken, periods), replace=False)
        visits = [int(rng.choice(np.flatnonzero(period == p))) for p in chosen]
        pairs.update(itertools.combinations(sorted(visits), 2))
    return _joined(events, sorted(pairs)), periods


def latin_square(order: int, shuffles: int, seed: int) -> Known:
    """Cells of a Latin square joined if they share a row, a column or a symbol."""
    rng = np.random.default_rng(seed)
    square = (np.arange(order)[:, None] + np.arange(order)) % order
    for _ in range(shuffles):  # exchange a cycle of two rows
        a, b = rng.choice(order, 2, replace=False)
        place = np.argsort(square[a])
        column = start = int(rng.integers(order))
        while True:
            follower = int(place[square[b, column]])
            square[[a, b], column] = square[[b, a], column]
            column = follower
            if column == start:
                break
    row, column = np.divmod(np.arange(order * order), order)
    same = (row[:, None] == row) | (column[:, None] == column)
    symbol = square.ravel()
    return _from_matrix(same | (symbol[:, None] == symbol)), None


def wavelengths(nodes: int, chords: int, paths: int, seed: int, load: float = np.inf) -> Known:
    """
    Paths in an optical ring with chords, joined if they share a fiber.

    With a ``load``, a path avoids fibers with that many paths, or is left out. Most fibers are then
    cliques of this size, as in wap01a, and greedy strategies need more colors.
    """
    rng = np.random.default_rng(seed)
    neighbors = [{(v + 1) % nodes, (v - 1) % nodes} for v in range(nodes)]
    for _ in range(chords):
        a, b = (int(v) for v in rng.choice(nodes, 2, replace=False))
        neighbors[a].add(b)
        neighbors[b].add(a)
    fibers = {e: i for i, e in enumerate((u, v) for u in range(nodes) for v in sorted(neighbors[u]))}
    routes: list[frozenset[int]] = []
    loads = [0] * len(fibers)
    for _ in range(paths):
        source, sink = (int(v) for v in rng.choice(nodes, 2, replace=False))
        before = {source: source}
        queue = [source]
        for u in queue:
            for v in rng.permutation(sorted(neighbors[u])).tolist():
                if v not in before and loads[fibers[u, v]] < load:
                    before[v] = u
                    queue.append(v)
        if sink not in before:
            continue
        route = [sink]
        while route[-1] != source:
            route.append(before[route[-1]])
        routes.append(frozenset(fibers[v, u] for u, v in itertools.pairwise(route)))
        for fiber in routes[-1]:
            loads[fiber] += 1
    return _joined(len(routes), _sharing(routes)), None


def kneser(n: int, k: int) -> Known:
    """Join disjoint subsets of k of n elements; n - 2 k + 2 colors (Lovasz 1978)."""
    sets = [frozenset(s) for s in itertools.combinations(range(n), k)]
    apart = np.ones((len(sets), len(sets)), np.bool_)
    meeting = _sharing(sets)
    apart[meeting[:, 0], meeting[:, 1]] = False
    return _from_matrix(apart), n - 2 * k + 2


def paley(q: int) -> Known:
    """Join residues modulo a prime q = 1 (mod 4) whose difference is a square."""
    squares = np.zeros(q, np.bool_)
    squares[np.arange(1, q) ** 2 % q] = True
    v = np.arange(q)
    return _from_matrix(squares[(v[:, None] - v) % q]), None


def hamming(length: int, distance: int) -> Known:
    """Join binary words at less than ``distance``: its color classes are codes."""
    v = np.arange(1 << length)
    return _from_matrix(np.bitwise_count(v[:, None] ^ v) < distance), None


def affine_lines(q: int) -> Known:
    """Join pairs of blocks of a design that meet: lines of the affine plane over a prime field."""
    lines = [frozenset((q * x + (a * x + b) % q) for x in range(q)) for a in range(q) for b in range(q)]
    lines += [frozenset(q * x + y for y in range(q)) for x in range(q)]
    return _joined(len(lines), _sharing(lines)), q + 1


def scale_free(n: int, edges: int, seed: int) -> Known:
    """Join each new vertex to ``edges`` others, drawn by degree (Barabasi and Albert 1999)."""
    rng = np.random.default_rng(seed)
    ends = list(range(edges))
    pairs = []
    for v in range(edges, n):
        chosen: set[int] = set()
        while len(chosen) < edges:
            chosen.add(ends[int(rng.integers(len(ends)))])
        pairs += [(u, v) for u in sorted(chosen)]
        ends += [*sorted(chosen), *[v] * edges]
    return _joined(n, pairs), edges + 1


def small_world(n: int, degree: int, rewired: float, seed: int) -> Known:
    """Join near vertices on a ring, with some edges moved at random (Watts and Strogatz 1998)."""
    rng = np.random.default_rng(seed)
    u = np.repeat(np.arange(n), degree // 2)
    v = (u + np.tile(np.arange(1, degree // 2 + 1), n)) % n
    v = np.where(rng.random(len(v)) < rewired, rng.integers(0, n, len(v)), v)
    return _joined(n, np.stack([u, v], axis=1)[u != v]), None


def generated(spec: str) -> Known:
    """Return the graph of a spec of ``solver.generators``, and the colors that it hides."""
    from solver import generators

    family, values = generators.parse_spec(spec)
    hides = family in ("planted", "flat", "leighton")
    return generators.from_spec(spec), int(values["k"]) if hides else None


def cases(seed: int) -> dict[str, Callable[[], Known]]:
    """
    Return one graph of each kind by name, with parameters that the seed draws from the kind's range.

    Even seeds are the half on which thresholds are set, odd ones the half on which they are reported.
    """
    rng = np.random.default_rng((seed, 22))
    r = int(rng.integers(1, 1 << 30))

    def spec(text: str) -> Callable[[], Known]:
        return partial(generated, f"{text},seed={r}")

    def integer(low: int, high: int) -> int:
        return int(rng.integers(low, high + 1))

    def real(low: float, high: float) -> float:
        return round(float(rng.uniform(low, high)), 3)

    n = integer(300, 1000)
    hidden = round(n / real(11, 24))
    primes = [q for q in range(61, 420) if q % 4 == 1 and all(q % d for d in range(2, 21))]
    prime, plane = primes[integer(0, len(primes) - 1)], (7, 11, 13, 17, 19, 23)[integer(0, 5)]
    order, side, events = integer(10, 28), integer(9, 17), integer(200, 500)
    word, points = integer(6, 9), integer(7, 10)
    length, holes, paths = integer(20, 200), real(0, 0.5), integer(300, 2000)
    far, near, degree = real(0.1, 0.6), real(0.1, 0.6), 2 * integer(3, 20)
    return {
        "gnp": spec(f"gnp:n={integer(125, 1000)},p={real(0.1, 0.9)}"),
        "gnp, sparse": spec(f"gnp:n={integer(500, 2000)},p={real(0.01, 0.1)}"),
        "flat": spec(f"flat:n={n},k={hidden},p={real(0.45, 0.55)}"),
        "planted": spec(f"planted:n={n},k={round(n / real(11, 24))},p={real(0.3, 0.7)}"),
        "planted, sparse": spec(f"planted:n={n},k={integer(5, 20)},p={real(0.05, 0.3)}"),
        "leighton": spec(f"leighton:n=450,k={integer(10, 30)},cliques={integer(100, 300)}"),
        "geometric": spec(f"geometric:n={integer(250, 1000)},radius={near}"),
        "complement of geometric": partial(complement_of_geometric, n, far, r),
        "registers": partial(intervals, n, length, holes, r),
        "timetable": partial(timetable, events, 2 * events, integer(4, 7), integer(5, 15), r),
        "latin square": partial(latin_square, order, 200, r),
        "quasigroup": partial(generated, f"rook:{order}"),
        "queen": partial(generated, f"queen:{side}"),
        "insertions": partial(generated, f"full_insertions:{integer(1, 3)},{integer(3, 4)}"),
        "wavelengths": partial(wavelengths, integer(15, 40), integer(5, 20), paths, r),
        "kneser": partial(kneser, points, integer(2, 3)),
        "paley": partial(paley, prime),
        "hamming": partial(hamming, word, integer(3, 4)),
        "design": partial(affine_lines, plane),
        "scale-free": partial(scale_free, integer(500, 3000), integer(3, 12), r),
        "small world": partial(small_world, integer(500, 3000), degree, real(0.05, 0.5), r),
        "mesh": spec(f"delaunay:n={integer(2000, 20000)}"),
        "road": spec(f"road:rows={integer(50, 150)}"),
        "r-mat": spec(f"rmat:scale={integer(9, 13)}"),
        "full wavelengths": partial(
            wavelengths, integer(20, 60), integer(10, 80), 5000, r, integer(20, 50)
        ),
    }
