"""
Who takes part in coloring a graph, and with what share of the work.

Sequential strategies make the start, and members narrow what is left; which of them depends on the
method that was asked for and on the size of the graph. How they share the work is told in ``gap.py``.

Tried: iterated greedy coloring, which colors whole classes again in another order (Culberson and Luo
1996). On the cores of R-MAT graphs of scale 16 and 18 it had no color fewer than DSATUR after 10 s, 2500
and 480 rounds, where branch and bound has three fewer after 0.2 s and tabu search five after 25 s.
"""

from __future__ import annotations

from ..graphs.graph import Graph
from ..sequential.greedy import STRATEGIES
from .gap import Member
from .members import SEARCHES, Asking, Bounding, Branching, Improving

METHODS = ("auto", "exact", *SEARCHES, *STRATEGIES)

#: RLF sweeps the uncolored part once a color: on larger sparse graphs it would eat the search's time
#: (ego-twitter, 1.3 M edges, busy machine: the whole call took 9.1 s with it, 0.8 s without).
RLF_EDGES = 200_000
RLF_DENSITY = 0.02
#: Local searches that take part, and what they count.
SHARES = {"memetic": 3.0, "annealing": 1.0, "partialcol": 1.0, "kempe_walk": 1.0}
#: Largest graph that annealing is tried on: its adjacency takes n^2 / 8 bytes.
ANNEALED = 20_000
#: Fewest vertices and largest average degree that the walk along Kempe chains is tried on.
WALKED = 2_000
WALKED_DEGREE = 32
#: Work of the walk for each vertex, where that is more than is given for the easy steps: four colors
#: took 17 a vertex on Delaunay graphs, and 190 on small worlds of degree 6.
WALK_TICKS = 256
#: Up to this size (n k) each thread has searches of its own to choose from.
DOUBLED = 20_000_000
#: Up to this size (n k) bounds and exact searches have most of the work.
SMALL = 3_000
#: From this size (n k) on they have next to none of it. On the core of a sparse graph linear programs
#: are hopeless, and take longer than they count: 6.4 of the first 10 s on R-MAT graphs of scale 16.
LARGE = 200_000
#: Work there of the branch and bound for a start: its first branches make good use of DSATUR where no
#: local search gets near (R-MAT of scale 16: 71 colors in 0.2 s, and 73 in 25 s of any of the others).
HEAD_START = 1 << 25
#: Largest formula of the satisfiability solver, and if a proof is all that is asked: with 4 million in
#: any case, they took ten of the first fifteen seconds of DSJC1000.5, to say that 16 colors are too few.
LITERALS, EXACT_LITERALS = 1_500_000, 10_000_000


def strategies(graph: Graph, method: str) -> list[str]:
    """Sequential strategies that a method begins with."""
    if method in STRATEGIES:
        return [method]
    names = ["smallest_last", "DSATUR"]
    if graph.m <= RLF_EDGES or graph.density >= RLF_DENSITY:
        names.append("RLF")
    return names


def members(
    method: str, graph: Graph, k: int, seed: int, threads: int, *, easy_ticks: int, asked: bool
) -> list[Member]:
    """Those who work on one part, and their shares."""
    if method in SEARCHES:
        return [Improving(method, 1, (seed, i), from_best=i == 0) for i in range(threads)]
    names = [name for name in SHARES if _fits(name, graph)]
    size = graph.n * k
    repeated = names if size > DOUBLED else names * threads
    above = [
        Improving(name, SHARES[name], (seed, i + 1), from_best=i < len(names))
        for i, name in enumerate(repeated)
    ]
    weight = _weight_of_bounds(method, size, asked)
    literals = EXACT_LITERALS if method == "exact" else LITERALS
    branching = Branching(weight / 2, head_start=HEAD_START if size > LARGE else 0)
    below = [Bounding(2 * weight, seed), branching, Asking(weight / 2, literals)]
    # One search takes the easy steps alone; where a proof is near, bounds may have a turn before.
    name, budget = "tabucol", easy_ticks
    if _fits("kempe_walk", graph):
        name, budget = "kempe_walk", max(easy_ticks, WALK_TICKS * graph.n)
    easy = Improving(name, 1000, (seed,), budget=budget, first=size > SMALL)
    return [easy, *below, *above]


def _weight_of_bounds(method: str, size: int, asked: bool) -> float:
    """What bounds and exact searches count; each local search counts 1, the memetic one 3."""
    if method == "exact":
        return 8.0
    if size <= SMALL:
        return 2.0  # a proof is near
    # Who names a number of colors wants a coloring.
    return 0.125 if asked or size > LARGE else 0.5


def _fits(name: str, graph: Graph) -> bool:
    if name == "kempe_walk":
        return graph.n >= WALKED and 2 * graph.m <= WALKED_DEGREE * graph.n
    return name != "annealing" or graph.n <= ANNEALED
