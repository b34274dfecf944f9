"""
The judge of lower bounds: plain Python, no kernels, shares no code with what found the certificate.

Three kinds, each a dictionary that JSON can hold. A *clique* needs as many colors as it has vertices. A
*mycielskian* starts from a clique joined to an odd cycle, either of which may be missing, and adds one
color a level: where each vertex ``v`` of a subgraph has a copy that is joined to all neighbors of ``v``
in the subgraph, and one apex is joined to all copies, the whole needs one color more than the subgraph
(Hebrard and Katsirelos 2018, doi:10.1007/978-3-319-98334-9_12: let the apex have color c; to give each
vertex of color c the color of its copy would save c in the subgraph). A *fractional* one gives weights
to the vertices such that no independent set weighs more than ``largest``: as many of those as it takes
to hold the whole weight are needed (Held, Cook and Sewell 2012, doi:10.1007/s12532-012-0042-3). That no
independent set weighs more is searched for anew here, exactly and in integers, within a budget.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import InputError
from ..graphs.graph import Graph

KINDS = ("clique", "mycielskian", "fractional")
DEFAULT_STEPS = 20_000_000


@dataclass(frozen=True)
class Verdict:
    """
    What the check of a certificate came to.

    Attributes
    ----------
    bound
        Colors that any proper coloring needs if the certificate holds.
    holds
        True or False; None if the budget did not suffice to tell.
    reason
        One line: why the bound holds, or the first thing that is wrong.
    """

    bound: int
    holds: bool | None
    reason: str


def check_certificate(
    graph: Graph, certificate: Mapping[str, Any], *, max_steps: int = DEFAULT_STEPS
) -> Verdict:
    """
    Check that a certificate shows the lower bound that it stands for.

    Parameters
    ----------
    graph
        The graph.
    certificate
        ``{"kind": "clique", "vertices": [...]}``;
        ``{"kind": "mycielskian", "clique": [...], "odd_cycle": [...], "levels": [{"copies": [[vertex,
        copy], ...], "apex": vertex}, ...]}``; or ``{"kind": "fractional", "weights": [n integers],
        "largest": integer}``. Vertices count from 0. A ``"bound"`` beside them is checked as well.
    max_steps
        Budget of the search that a fractional certificate needs, in visits of a vertex; a million takes
        about a second. The other kinds need no search.

    Returns
    -------
    Verdict
        The bound, and whether it holds.

    Raises
    ------
    InputError
        If it is no certificate of one of these kinds.
    """
    kind = certificate.get("kind")
    if kind not in KINDS:
        raise InputError(f"certificate: kind {kind!r}, expected one of {', '.join(KINDS)}")
    if kind == "clique":
        verdict = _clique(graph, certificate)
    elif kind == "mycielskian":
        verdict = _mycielskian(graph, certificate)
    else:
        verdict = _fractional(graph, certificate, max_steps)
    if "bound" in certificate and verdict.holds:
        claimed = _integer("bound", certificate["bound"])
        if claimed > verdict.bound:
            return Verdict(claimed, False, f"it claims {claimed}, but shows only {verdict.bound}")
    return verdict


# ------------------------------------------------------------------------------------------ three kinds


def _clique(graph: Graph, certificate: Mapping[str, Any]) -> Verdict:
    vertices = _vertices(graph, "vertices", certificate.get("vertices"))
    fault = _not_a_clique(graph, vertices)
    return Verdict(len(vertices), fault is None, fault or f"a clique of {len(vertices)}")


def _mycielskian(graph: Graph, certificate: Mapping[str, Any]) -> Verdict:
    clique = _vertices(graph, "clique", certificate.get("clique", []))
    cycle = _vertices(graph, "odd_cycle", certificate.get("odd_cycle", []))
    levels = _list("levels", certificate.get("levels", []))
    bound = len(clique) + (3 if cycle else 0) + len(levels)
    fault = _not_a_clique(graph, clique) or _not_an_odd_cycle(graph, cycle)
    if fault:
        return Verdict(bound, False, fault)
    for v in clique:
        for u in cycle:
            if not _joined(graph, u, v):
                return Verdict(bound, False, f"vertices {u} and {v} are not joined")
    # Neighbors within the subgraph: only the edges that the argument uses.
    inside = {v: {u for u in clique if u != v} | set(cycle) for v in clique}
    for i, v in enumerate(cycle):
        inside[v] = {cycle[i - 1], cycle[(i + 1) % len(cycle)]} | set(clique)
    for number, level in enumerate(levels, start=1):
        copies, apex = _level(graph, level)
        for v, neighbors in inside.items():
            if v not in copies:
                return Verdict(bound, False, f"level {number}: vertex {v} has no copy")
            for u in (*neighbors, apex):
                if not _joined(graph, copies[v], u):
                    return Verdict(
                        bound, False, f"level {number}: vertices {copies[v]} and {u} are not joined"
                    )
        before = [(v, (*neighbors, apex)) for v, neighbors in inside.items()]
        for v, joined in before:
            for u in joined:
                inside.setdefault(copies[v], set()).add(u)
                inside.setdefault(u, set()).add(copies[v])
    base = f"a clique of {len(clique)}" if clique else ""
    if cycle:
        base += (" joined to " if clique else "") + f"an odd cycle of {len(cycle)}"
    return Verdict(bound, True, f"{base}, and {len(levels)} Mycielskian levels on it")


def _fractional(graph: Graph, certificate: Mapping[str, Any], max_steps: int) -> Verdict:
    weights = [_integer("weights", w) for w in _list("weights", certificate.get("weights"))]
    largest = _integer("largest", certificate.get("largest"))
    if len(weights) != graph.n:
        raise InputError(f"certificate: weights of {len(weights)} vertices, expected {graph.n}")
    if min(weights, default=0) < 0:
        raise InputError(f"certificate: weight {min(weights)}, expected 0 or more")
    if largest < 1:
        raise InputError(f"certificate: largest = {largest}, expected a positive integer")
    total = sum(weights)
    bound = -(-total // largest)
    heavier, steps = _heavier_set(graph, weights, largest, max_steps)
    if heavier:
        weight = sum(weights[v] for v in heavier)
        text = ", ".join(str(v) for v in sorted(heavier)[:8]) + (", ..." if len(heavier) > 8 else "")
        return Verdict(bound, False, f"the independent set {text} weighs {weight} > {largest}")
    if steps > max_steps:
        return Verdict(
            bound, None, f"unknown after {max_steps} steps whether an independent set is heavier"
        )
    return Verdict(bound, True, f"weight {total}, of which an independent set has at most {largest}")


# ------------------------------------------------------------------------------------------ the search


def _heavier_set(
    graph: Graph, weights: Sequence[int], largest: int, max_steps: int
) -> tuple[list[int], int]:
    """
    Find an independent set that weighs more than ``largest``: its vertices, none if there is none.

    Also the steps taken; with more than ``max_steps`` nothing is known. Depth first, sets as the bits of
    integers. A greedy cover by cliques bounds what a set of candidates can add: each clique is charged
    the least weight left among its vertices, and a vertex is covered when all its weight is charged.
    """
    chosen = sorted((v for v in range(graph.n) if weights[v]), key=lambda v: (-weights[v], v))
    place = {v: i for i, v in enumerate(chosen)}
    weight = [weights[v] for v in chosen]
    joined = [sum(1 << place[u] for u in graph.neighbors(v).tolist() if u in place) for v in chosen]
    steps = 0
    # One entry for each vertex taken so far: candidates, what is yet to be branched on, weight so far.
    candidates = (1 << len(chosen)) - 1
    branches, more = _cover(joined, weight, candidates, largest)
    steps += more
    stack = [(candidates, branches, 0)]
    path: list[int] = []
    while stack and steps <= max_steps:
        candidates, branches, so_far = stack[-1]
        if not branches:
            stack.pop()
            if path:
                path.pop()
            continue
        v = branches.pop()
        stack[-1] = (candidates & ~(1 << v), branches, so_far)
        path.append(v)
        so_far += weight[v]
        if so_far > largest:
            return [chosen[i] for i in path], steps
        candidates &= ~(joined[v] | 1 << v)
        branches, more = _cover(joined, weight, candidates, largest - so_far)
        steps += more
        stack.append((candidates, branches, so_far))
    return [], steps


def _cover(
    joined: Sequence[int], weight: Sequence[int], candidates: int, room: int
) -> tuple[list[int], int]:
    """Those candidates that cliques of weight ``room`` in all do not cover; the vertices visited."""
    rest = {v: weight[v] for v in _bits(candidates)}
    steps = len(rest)
    while candidates:
        clique = []
        common = candidates
        while common:
            v = (common & -common).bit_length() - 1
            clique.append(v)
            common &= joined[v]
        steps += len(clique)
        charge = min(rest[v] for v in clique)
        if charge > room:
            break
        room -= charge
        for v in clique:
            rest[v] -= charge
            if not rest[v]:
                candidates &= ~(1 << v)
    # The lightest last: branching on them first leaves fewer to the heavy ones.
    return sorted(_bits(candidates)), steps


def _bits(number: int) -> Iterator[int]:
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low


# ------------------------------------------------------------------------------------- reading the parts


def _joined(graph: Graph, u: int, v: int) -> bool:
    row = graph.neighbors(u)
    at = int(row.searchsorted(v))
    return at < len(row) and int(row[at]) == v


def _not_a_clique(graph: Graph, vertices: Sequence[int]) -> str | None:
    if len(set(vertices)) < len(vertices):
        return "a vertex of the clique stands twice"
    for i, u in enumerate(vertices):
        for v in vertices[:i]:
            if not _joined(graph, u, v):
                return f"vertices {v} and {u} are not joined"
    return None


def _not_an_odd_cycle(graph: Graph, cycle: Sequence[int]) -> str | None:
    if cycle and (len(cycle) % 2 == 0 or len(cycle) < 3):
        return f"a cycle of {len(cycle)} vertices, expected an odd number from 3"
    if len(set(cycle)) < len(cycle):
        return "a vertex of the cycle stands twice"
    for i, v in enumerate(cycle):
        if not _joined(graph, cycle[i - 1], v):
            return f"vertices {cycle[i - 1]} and {v} are not joined"
    return None


def _level(graph: Graph, level: Any) -> tuple[dict[int, int], int]:
    if not isinstance(level, Mapping):
        raise InputError(f"certificate: level {level!r}, expected copies and an apex")
    apex = _vertex(graph, "apex", level.get("apex"))
    copies = {}
    for pair in _list("copies", level.get("copies")):
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            raise InputError(f"certificate: copies: {pair!r}, expected [vertex, copy]")
        copies[_vertex(graph, "copies", pair[0])] = _vertex(graph, "copies", pair[1])
    return copies, apex


def _vertices(graph: Graph, name: str, value: Any) -> list[int]:
    return [_vertex(graph, name, v) for v in _list(name, value)]


def _vertex(graph: Graph, name: str, value: Any) -> int:
    v = _integer(name, value)
    if not 0 <= v < graph.n:
        raise InputError(f"certificate: {name}: vertex {v}, expected 0 <= vertex < {graph.n}")
    return v


def _list(name: str, value: Any) -> Sequence[Any]:
    if not isinstance(value, list | tuple):
        raise InputError(f"certificate: {name} = {value!r}, expected a list")
    return value


def _integer(name: str, value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise InputError(f"certificate: {name}: {value!r}, expected an integer")
    return value
