"""
Verification of lower bounds: plain Python, no kernels, no code shared with what found the certificate.

A certificate is a dictionary that JSON can store. There are four kinds.

A *clique* needs as many colors as it has vertices.

A *Mycielskian* starts from a clique joined to an odd cycle, one of which may be missing. The cycle needs
three colors more than the clique alone. Each level extends a subgraph H that needs k colors. It names a
vertex copy(v) for each vertex v of H, and a vertex apex, such that copy(v) is adjacent to the apex and
to all neighbors of v in H. Then H, the copies and the apex together need k + 1 colors. Proof: take a
coloring with k colors in which the apex has color c, and give each vertex v of H with color c the color
of copy(v), which is not c. This is a proper coloring of H without c, hence with k - 1 colors: a
contradiction. The proof does not require the copies to be distinct or new; copy(v) may be v. See Hebrard
and Katsirelos (2018), doi:10.1007/978-3-319-98334-9_12.

A *fractional* certificate gives each vertex a weight, such that no independent set weighs more than
``largest``. A coloring needs at least total / ``largest`` independent sets; see Held, Cook and Sewell
(2012), doi:10.1007/s12532-012-0042-3. That no independent set weighs more is verified by a search
(``heavier_set.py``), in integers and within a budget.

A *branches* certificate divides colorings into cases, by pairs of vertices with the same color or with
different ones, and refutes each case by weights as above; ``branches.py`` has the details.

A certificate with ``"fixed": True`` is one on the colorings that have some fixed colors. In it, the
first vertex of each fixed color stands for all vertices with that color: it is adjacent to the neighbors
of all of these, and to those that stand for other colors.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..arguments import integer
from ..errors import InputError, expected
from ..graphs.graph import Graph, as_graph
from ..graphs.own_names import in_order
from ..graphs.verify import as_colors
from .branches import Step, refute_cases
from .heavier_set import heavier_set

KINDS = ("clique", "mycielskian", "fractional", "branches")
#: Kind of a bound that leaves nothing to check.
SEARCH = "search"
DEFAULT_STEPS = 20_000_000
#: Largest number of fixed colors of a certificate, which are pairwise adjacent: 8 million edges.
MAX_FIXED = 4096


@dataclass(frozen=True)
class Verdict:
    """
    The result of verifying a certificate.

    Attributes
    ----------
    bound
        Number of colors that every proper coloring needs if the certificate holds.
    holds
        Whether the certificate holds; None if the budget was too small to decide, after a search, or
        without the fixed colors that it needs.
    reason
        One line: why the bound holds, or the first error.
    certified
        Verdict on the lower bound that has a certificate beside one that a search has proven; None if
        there is none.
    """

    bound: int
    holds: bool | None
    reason: str
    certified: Verdict | None = field(default=None, repr=False)


def check_certificate(
    graph: Graph,
    certificate: Mapping[str, Any],
    *,
    max_steps: int = DEFAULT_STEPS,
    fixed: Mapping[Any, int] | ArrayLike | None = None,
) -> Verdict:
    """
    Verify that a certificate proves its lower bound.

    Parameters
    ----------
    graph
        The graph.
    certificate
        ``{"kind": "clique", "vertices": [...]}``;
        ``{"kind": "mycielskian", "clique": [...], "odd_cycle": [...], "levels": [{"copies": [[vertex,
        copy], ...], "apex": vertex}, ...]}``; ``{"kind": "fractional", "weights": [n integers],
        "largest": integer}``; or ``{"kind": "branches", "colors": integer, "steps": [...]}``, where a
        step is ``{"pair": [vertex, vertex]}``, followed by the steps of the case that the two have the
        same color and those of the other case, or ``{"weights": [n integers], "largest": integer}``,
        which refutes the case. Vertices count from 0. If there is a ``"bound"``, it is verified as well.
        ``{"kind": "search"}`` says that there is nothing to verify: whether it holds is None. Its
        ``"certified"``, if there is one, is a certificate of a lower bound, which is verified. With
        ``"equitable": True`` the bound is one on equitable colorings, and with ``"fixed": True`` one on
        colorings with fixed colors.
    max_steps
        Budget of the search for a fractional certificate, or all searches for branches, in visits of a
        vertex; a million takes about 1 s. The other kinds need no search.
    fixed
        Fixed colors as for :func:`solver.color`: ``{vertex: color}``, or integers (n,) with -1 for free
        vertices. A vertex of a NetworkX or igraph graph may be called by its name. Without them, whether
        a certificate with ``"fixed": True`` holds is None.

    Returns
    -------
    Verdict
        The bound, and whether it holds.

    Raises
    ------
    InputError
        If ``certificate`` is not a certificate of one of these kinds, or there are more than 4096 fixed
        colors.
    """
    given, graph = graph, as_graph(graph)
    if not isinstance(certificate, Mapping):
        raise expected("certificate", certificate, "an object with a 'kind'")
    kind = certificate.get("kind")
    if fixed is not None:
        fixed = as_colors(graph, in_order(given, graph, fixed, "fixed"), "fixed colors")
    if kind == SEARCH:
        return _search(graph, certificate, max_steps, fixed)
    if kind not in KINDS:
        raise expected("kind of certificate", kind, f"one of {', '.join((*KINDS, SEARCH))}")
    needs_colors = certificate.get("fixed") is True
    if needs_colors and fixed is not None:
        graph = _with_fixed_colors(graph, fixed)
    verdict = _verdict(graph, certificate, integer("max_steps", max_steps, 0))
    if needs_colors and fixed is None and verdict.holds is not True:
        return Verdict(
            verdict.bound, None, "it is one on colorings with fixed colors, which were not given"
        )
    if verdict.holds and "bound" in certificate:
        claim = integer("bound", certificate["bound"], 0)
        if claim > verdict.bound:
            return Verdict(claim, False, f"the claimed bound is {claim}, the proven one {verdict.bound}")
    return verdict


def is_equitable(certificate: Mapping[str, Any]) -> bool:
    """Return whether a certificate is one of a bound on equitable colorings."""
    return certificate.get("equitable") is True


def searched(bound: int, certificate: Mapping[str, Any], **marks: Any) -> dict[str, Any]:
    """
    Return a certificate of a bound by a search, with one that can be verified beside it.

    Parameters
    ----------
    bound, certificate
        Best lower bound before the search, 0 if there is none, and its certificate.
    marks
        Further values, such as ``equitable=True``.
    """
    certified = {**certificate, "bound": bound} if bound else {}
    if certificate.get("kind") == SEARCH:
        certified = certificate.get("certified", {})
    return {"kind": SEARCH, **marks, **({"certified": certified} if certified else {})}


def _search(
    graph: Graph, certificate: Mapping[str, Any], max_steps: int, fixed: NDArray[np.int32] | None
) -> Verdict:
    """Return the verdict on a bound by a search, of which at most a smaller bound can be verified."""
    claim = integer("bound", certificate.get("bound", 0), 0)
    on = "it is one on equitable colorings, " if is_equitable(certificate) else "it was "
    reason = f"{on}proven by a search, which leaves no certificate"
    smaller = certificate.get("certified")
    if smaller is None:
        return Verdict(claim, None, reason)
    if not isinstance(smaller, Mapping) or smaller.get("kind") == SEARCH:
        raise expected("certified", smaller, f"a certificate of kind {', '.join(KINDS)}")
    verdict = check_certificate(graph, smaller, max_steps=max_steps, fixed=fixed)
    if verdict.holds is False:
        return Verdict(claim, False, f"what is certified does not hold: {verdict.reason}", verdict)
    if verdict.holds and 0 < claim <= verdict.bound:
        return verdict
    return Verdict(claim, None, reason, verdict)


def _verdict(graph: Graph, certificate: Mapping[str, Any], max_steps: int) -> Verdict:
    """Return the verdict on a certificate, apart from a bound that it claims."""
    kind = certificate["kind"]
    if kind == "clique":
        return _clique(graph, _vertices(graph, certificate, "vertices"))
    if kind == "mycielskian":
        return _mycielskian(
            graph,
            _vertices(graph, certificate, "clique"),
            _vertices(graph, certificate, "odd_cycle"),
            _levels(graph, certificate),
        )
    if kind == "fractional":
        return _fractional(graph, *_weights(graph, certificate), max_steps)
    colors = integer("colors", certificate.get("colors"), 0)
    return _branches(graph, colors, _steps(graph, certificate), max_steps)


def _with_fixed_colors(graph: Graph, fixed: NDArray[np.int32]) -> Graph:
    """Return the graph in which the first vertex of each fixed color stands for all that have it."""
    _, first, place = np.unique(fixed, return_index=True, return_inverse=True)
    standing = first[fixed[first] >= 0]
    if len(standing) > MAX_FIXED:
        raise expected("number of fixed colors", len(standing), f"at most {MAX_FIXED}")
    stands_for = np.where(fixed < 0, np.arange(graph.n), first[place])
    edges = stands_for[graph.edges()]
    pairs = standing[np.stack(np.triu_indices(len(standing), 1), axis=1)]
    # Adjacent vertices with the same fixed color have no coloring, so that any bound would hold.
    return Graph.from_edges(graph.n, np.concatenate([edges[edges[:, 0] != edges[:, 1]], pairs]))


# ----------------------------------------------------------------------------------- the four kinds


def _clique(graph: Graph, vertices: Sequence[int]) -> Verdict:
    fault = _fault_in_clique(graph, vertices)
    return Verdict(len(vertices), fault is None, fault or f"a clique of {len(vertices)}")


def _mycielskian(
    graph: Graph,
    clique: Sequence[int],
    cycle: Sequence[int],
    levels: Sequence[tuple[dict[int, int], int]],
) -> Verdict:
    bound = len(clique) + (3 if cycle else 0) + len(levels)
    if not clique and not cycle:
        return Verdict(bound, False, "the base is empty: expected a clique or an odd cycle")
    if cycle and (len(cycle) < 3 or len(cycle) % 2 == 0):
        return Verdict(bound, False, f"a cycle of {len(cycle)} vertices: expected an odd number >= 3")
    subgraph = _base(clique, cycle)
    fault = _fault_in_base(graph, subgraph, len(clique) + len(cycle))
    for number, (copies, apex) in enumerate(levels, start=1):
        if fault:
            break
        fault = _fault_in_level(graph, subgraph, copies, apex)
        if fault:
            fault = f"level {number}: {fault}"
        else:
            subgraph = _extended(subgraph, copies, apex)
    base = [f"a clique of {len(clique)}"] * bool(clique) + [f"an odd cycle of {len(cycle)}"] * bool(
        cycle
    )
    plural = "s" if len(levels) != 1 else ""
    reason = f"{' joined to '.join(base)}, with {len(levels)} Mycielskian level{plural}"
    return Verdict(bound, fault is None, fault or reason)


def _fractional(graph: Graph, weights: Sequence[int], largest: int, max_steps: int) -> Verdict:
    total = sum(weights)
    bound = -(-total // largest)
    vertices, steps = heavier_set(graph, weights, largest, max_steps)
    if vertices:
        weight = sum(weights[v] for v in vertices)
        text = ", ".join(map(str, vertices[:8])) + ", ..." * (len(vertices) > 8)
        return Verdict(bound, False, f"the independent set {text} weighs {weight} > {largest}")
    if steps > max_steps:
        return Verdict(bound, None, f"undecided after {max_steps} steps")
    reason = f"the total weight is {total}, that of an independent set at most {largest}"
    return Verdict(bound, True, reason)


def _branches(graph: Graph, colors: int, steps: Sequence[Step], max_steps: int) -> Verdict:
    holds, fault = refute_cases(graph, colors, steps, max_steps)
    cases = sum(step.pair is None for step in steps)
    return Verdict(colors + 1, holds, fault or f"{cases} cases, each refuted by weights")


# --------------------------------------------------------------------------- subgraphs and their edges

#: The vertices of a subgraph, each with its neighbors in the subgraph.
Subgraph = dict[int, set[int]]


def _base(clique: Collection[int], cycle: Sequence[int]) -> Subgraph:
    """Return a clique joined to a cycle."""
    subgraph: Subgraph = {v: set() for v in (*clique, *cycle)}
    _join(subgraph, ((u, v) for u in clique for v in (*clique, *cycle) if u != v))
    _join(subgraph, pairwise([*cycle, *cycle[:1]]))
    return subgraph


def _extended(subgraph: Subgraph, copies: Mapping[int, int], apex: int) -> Subgraph:
    """Return the subgraph with the copies of its vertices, the apex, and the edges of the definition."""
    larger = {v: set(neighbors) for v, neighbors in subgraph.items()}
    _join(larger, ((copies[v], u) for v, neighbors in subgraph.items() for u in (*neighbors, apex)))
    return larger


def _join(subgraph: Subgraph, edges: Iterable[tuple[int, int]]) -> None:
    for u, v in edges:
        subgraph.setdefault(u, set()).add(v)
        subgraph.setdefault(v, set()).add(u)


def _fault_in_clique(graph: Graph, vertices: Sequence[int]) -> str | None:
    if len(set(vertices)) < len(vertices):
        return "a vertex of the clique is repeated"
    faults = (_missing_edge(graph, v, vertices[:i]) for i, v in enumerate(vertices))
    return next(filter(None, faults), None)


def _fault_in_base(graph: Graph, base: Subgraph, size: int) -> str | None:
    if len(base) < size:
        return "a vertex of the base is repeated"
    return next(filter(None, (_missing_edge(graph, v, near) for v, near in base.items())), None)


def _fault_in_level(
    graph: Graph, subgraph: Subgraph, copies: Mapping[int, int], apex: int
) -> str | None:
    for v, neighbors in subgraph.items():
        if v not in copies:
            return f"vertex {v} has no copy"
        if fault := _missing_edge(graph, copies[v], {*neighbors, apex}):
            return fault
    return None


def _missing_edge(graph: Graph, v: int, neighbors: Collection[int]) -> str | None:
    """Name an edge from ``v`` to one of ``neighbors`` that the graph does not have."""
    missing = np.setdiff1d(np.array([*neighbors], np.int64), graph.neighbors(v))
    return f"vertices {v} and {missing[0]} are not adjacent" if len(missing) else None


# ----------------------------------------------------------------------------- reading the dictionary


def _list(certificate: Mapping[str, Any], key: str) -> Sequence[Any]:
    value = certificate.get(key, [] if key in ("clique", "odd_cycle", "levels") else None)
    if not isinstance(value, list | tuple):
        raise expected(key, value, "a list")
    return value


def _vertex(graph: Graph, name: str, value: Any) -> int:
    return integer(name, value, 0, graph.n - 1)


def _vertices(graph: Graph, certificate: Mapping[str, Any], key: str) -> list[int]:
    return [_vertex(graph, f"vertex in {key}", v) for v in _list(certificate, key)]


def _levels(graph: Graph, certificate: Mapping[str, Any]) -> list[tuple[dict[int, int], int]]:
    levels = []
    for level in _list(certificate, "levels"):
        if not isinstance(level, Mapping):
            raise expected("level", level, "an object with 'copies' and 'apex'")
        copies = {}
        for pair in _list(level, "copies"):
            if not isinstance(pair, list | tuple) or len(pair) != 2:
                raise expected("entry of copies", pair, "[vertex, copy]")
            v, copy = (_vertex(graph, "vertex in copies", x) for x in pair)
            copies[v] = copy
        levels.append((copies, _vertex(graph, "apex", level.get("apex"))))
    return levels


def _weights(graph: Graph, certificate: Mapping[str, Any]) -> tuple[list[int], int]:
    weights = [integer("weight", weight, 0) for weight in _list(certificate, "weights")]
    if len(weights) != graph.n:
        raise InputError(f"weights for {len(weights)} vertices: expected {graph.n}")
    return weights, integer("largest", certificate.get("largest"), 1)


def _steps(graph: Graph, certificate: Mapping[str, Any]) -> list[Step]:
    steps = []
    for step in _list(certificate, "steps"):
        if not isinstance(step, Mapping):
            raise expected("step", step, "an object with 'pair' or with 'weights' and 'largest'")
        if "pair" not in step:
            steps.append(Step(None, *_weights(graph, step)))
            continue
        pair = _vertices(graph, step, "pair")
        if len(pair) != 2:
            raise expected("pair", pair, "two vertices")
        steps.append(Step((pair[0], pair[1])))
    return steps
