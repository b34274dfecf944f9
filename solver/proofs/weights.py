"""
Proofs from fractional certificates: weights of the vertices, and the largest of an independent set.

For each color, "the vertices of this color weigh at most ``largest``" is derived; the sum over all
colors, and over "each vertex has a color" with its weight, is a contradiction.

The inequality of a color comes from a search for a heavier independent set. A new variable r states
that the vertices of the color weigh more than ``largest``. At a node of the search some vertices are
chosen. Cliques with charges cover all candidates but those to branch on, so that r, what was chosen and
the refutations of the branches contradict each other by unit propagation after r and the cliques are
added up. The root refutes r. The search is done once, and its steps are repeated for each color.

Weights are scaled down first, to the least ``largest`` at which rounding down leaves a proof: the
certificate of gnp(60, 0.5, seed=1) has weights of 24 bits, and ``largest`` = 125 refutes 9 colors.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ..errors import BudgetError, InputError
from ..graphs.graph import Graph
from .clique import at_most_one
from .formula import Encoding
from .log import ProofLog, weighted

#: Largest ``largest`` that is tried in steps of 1; after it, in steps of 25%.
DENSE_SCALES = 64
#: Most tokens in the steps of all colors, about 6 bytes each.
MOST_TOKENS = 50_000_000


class Step(NamedTuple):
    """A refuted node of the search: the chosen vertices, and the cliques with their charges."""

    chosen: tuple[int, ...]
    charges: tuple[tuple[int, tuple[int, ...]], ...]


def scaled(weights: Mapping[int, int], largest: int, k: int) -> tuple[dict[int, int], int]:
    """
    Return smaller weights and bound that still refute ``k`` colors.

    Raises
    ------
    InputError
        If the given weights do not refute ``k`` colors.
    """
    if sum(weights.values()) <= k * largest:
        raise InputError(
            f"weights of {sum(weights.values())} in total: expected more than {k} times {largest}"
        )
    scale = 1
    while scale < largest:
        smaller = {v: weight * scale // largest for v, weight in weights.items()}
        if sum(smaller.values()) > k * scale:
            return {v: weight for v, weight in smaller.items() if weight}, scale
        scale = scale + 1 if scale < DENSE_SCALES else scale * 5 // 4
    return {v: weight for v, weight in weights.items() if weight}, largest


def refute_weights(
    log: ProofLog, encoding: Encoding, graph: Graph, weights: Mapping[int, int], largest: int
) -> int:
    """
    Derive a contradiction from weights; return its number.

    Parameters
    ----------
    log
        The proof.
    encoding
        Encoding of the colorings of ``graph``, or of a subgraph with the weighted vertices.
    graph
        Graph whose independent sets weigh at most ``largest``.
    weights
        Weight of each vertex, a positive integer; others have none.
    largest
        Largest weight of an independent set.

    Raises
    ------
    InputError
        If an independent set is heavier, or the weights refute only fewer colors.
    BudgetError
        If the proof has more than :data:`MOST_TOKENS` tokens.
    """
    plan = planned(graph, weights, largest, encoding.k, MOST_TOKENS)
    return refute_planned(log, encoding, plan)


class Plan(NamedTuple):
    """Scaled weights, the largest of an independent set, and the search that shows it."""

    weights: Mapping[int, int]
    largest: int
    steps: Sequence[Step]


def planned(graph: Graph, weights: Mapping[int, int], largest: int, k: int, most: int) -> Plan:
    """Return the steps for one of ``k`` colors, if those of all have at most ``most`` tokens."""
    weights, largest = scaled(weights, largest, k)
    return Plan(weights, largest, list(_search(graph, weights, largest, most // max(k, 1))))


def tokens(plan: Plan, k: int) -> int:
    """Return the number of tokens in the steps of ``k`` colors."""
    return k * sum(_tokens(step) for step in plan.steps)


def refute_planned(log: ProofLog, encoding: Encoding, plan: Plan, case: int | None = None) -> int:
    """
    Derive a contradiction from a plan, or, with a literal ``case``, from the plan and the literal.

    The encoding need hold only if the literal does: then its edges are clauses with the negated literal.
    """
    assert sum(plan.weights.values()) > encoding.k * plan.largest
    polish = [str(_bound_color(log, encoding, color, plan, case)) for color in range(encoding.k)]
    polish += [f"{encoding.some_color(v)} {weight} *" for v, weight in plan.weights.items()]
    return log.combination(" ".join([polish[0], *(f"{part} +" for part in polish[1:])]))


def _bound_color(
    log: ProofLog,
    encoding: Encoding,
    color: int,
    plan: Plan,
    case: int | None,
) -> int:
    """Derive that the vertices of a color weigh at most ``largest`` in a case; return its number."""
    weights, largest, steps = plan
    outside = [] if case is None else [-case]
    heavy = log.new_variable()
    name = {v: encoding.variable(v, color) for v in weights}
    rest = sum(weights.values()) - largest
    above = log.redundant(
        weighted([(largest + 1, -heavy), *((w, name[v]) for v, w in weights.items())], largest + 1),
        f"x{heavy} -> 0",
    )
    below = log.redundant(
        weighted([(rest, heavy), *((w, -name[v]) for v, w in weights.items())], rest), f"x{heavy} -> 1"
    )
    cliques: dict[tuple[int, ...], int] = {}
    open_steps: list[tuple[int, int]] = []  # depth and number of refuted nodes
    last = 0
    for chosen, charges in steps:
        parts = [str(above)]
        for charge, clique in charges:
            if len(clique) > 1 and clique not in cliques:
                cliques[clique] = log.combination(at_most_one(encoding, clique, color))
            known = cliques[clique] if len(clique) > 1 else at_most_one(encoding, clique, color)
            parts.append(f"{known} +" if charge == 1 else f"{known} {charge} * +")
        cover = log.combination(" ".join(parts))
        last = log.implied([-heavy, *outside, *(-name[v] for v in chosen)])
        done = [cover]
        while open_steps and open_steps[-1][0] > len(chosen):
            done.append(open_steps.pop()[1])
        log.delete(done)
        open_steps.append((len(chosen), last))
    result = log.combination(f"{below} {last} {rest} * +")
    log.delete([*cliques.values(), above, below, last])
    return result


def _search(graph: Graph, weights: Mapping[int, int], largest: int, most: int) -> Iterator[Step]:
    """Yield the refuted nodes of a search for a heavier independent set, children before parents."""
    order = sorted(weights, key=lambda v: (-weights[v], v))
    place = {v: i for i, v in enumerate(order)}
    weight = [weights[v] for v in order]
    adjacent = [sum(1 << place[u] for u in graph.neighbors(v).tolist() if u in place) for v in order]
    used = 0

    def opened(candidates: int, left: int) -> tuple[int, list[int], int, tuple[int, ...], Step]:
        branches, charges = _cover(adjacent, weight, candidates, left)
        vertices = tuple(order[i] for i in chosen)
        step = Step(vertices, tuple((c, tuple(sorted(order[i] for i in q))) for c, q in charges))
        return candidates, branches, left, vertices, step

    chosen: list[int] = []
    stack = [opened((1 << len(order)) - 1, largest)]
    while stack:
        candidates, branches, left, vertices, step = stack.pop()
        if not branches:
            yield step
            used += _tokens(step)
            if used > most:
                raise BudgetError("the proof", estimate=math.inf, budget=MOST_TOKENS, unit="tokens")
            del chosen[-1:]
            continue
        v = branches.pop()
        stack.append((candidates & ~(1 << v), branches, left, vertices, step))
        chosen.append(v)
        left -= weight[v]
        if left < 0:
            raise InputError(f"the independent set {vertices} is heavier than {largest}")
        stack.append(opened(candidates & ~(adjacent[v] | 1 << v), left))


def _tokens(step: Step) -> int:
    return len(step.chosen) * 2 + 8 + sum(len(clique) ** 2 // 2 for _, clique in step.charges)


def _cover(
    adjacent: Sequence[int], weight: Sequence[int], candidates: int, budget: int
) -> tuple[list[int], list[tuple[int, tuple[int, ...]]]]:
    """Cover candidates by cliques with charges within ``budget``; return the rest and the cliques."""
    uncovered = {v: weight[v] for v in _bits(candidates)}
    charges = []
    while candidates:
        clique = []
        common = candidates
        while common:
            v = (common & -common).bit_length() - 1
            clique.append(v)
            common &= adjacent[v]
        charge = min(uncovered[v] for v in clique)
        if charge > budget:
            break
        budget -= charge
        charges.append((charge, tuple(clique)))
        for v in clique:
            uncovered[v] -= charge
            if not uncovered[v]:
                candidates &= ~(1 << v)
    return list(_bits(candidates)), charges


def _bits(number: int) -> Iterator[int]:
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low
