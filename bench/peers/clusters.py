"""
Exact answers for a cluster: a best response, the table over a boundary, beside toulbar2 and CP-SAT.

Instances are the usual soft coloring ones: Delaunay triangulations thinned to average degree 3.5
(``planar``) or random graphs of that degree (``sparse``), preferences that are multiples of 1/1024 in
[0, 1], conflict penalty 10, and boundary nodes that touch one to three nodes each. All solvers see the
same integers and must agree on every optimum. Kempe is called as users call it, by names; its plan is
kept between calls unless a line says "set-up included". A peer builds its model and solves it in each
call, as its interface asks. Tables take a peer one solve a row; it gets a sample of the rows, scaled up.

The last section has wider instances, which need branch and bound: random graphs of degree 4 with unequal
weights or with many ties, and whole Delaunay triangulations.
"""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from .harness import Contender, Options, Sample, available, print_comparison, take_turns

if TYPE_CHECKING:
    from solver import Problem

TITLE = "exact answers for a cluster (toulbar2, CP-SAT)"
UNIT = 1024
#: Own nodes, colors, kind.
ANSWERS = ((5, 3, "sparse"), (30, 4, "planar"), (100, 3, "planar"), (200, 4, "planar"))
WIDE = ((60, 4, "sparse"), (100, 3, "sparse"), (100, 4, "sparse"), (200, 4, "sparse"))
#: Nodes, colors, kind, of instances without a boundary.
HARD = ((60, 3, "weighted"), (100, 3, "weighted"), (100, 4, "tied"), (60, 4, "triangulated"))
#: Own nodes, colors, boundary nodes, kind.
TABLES = ((5, 3, 4, "sparse"), (10, 4, 6, "sparse"), (30, 4, 4, "planar"), (30, 4, 6, "planar"))
ROWS = 3


def run(options: Options) -> None:
    peers = {"toulbar2": (available("pytoulbar2"), by_toulbar2)}
    if options.full:
        peers["CP-SAT"] = (available("ortools"), by_cp_sat)
    present = {name: solve for name, (module, solve) in peers.items() if module}
    seeds = range(3 if options.full else 1)
    for m, k, kind in ANSWERS:
        for seed in seeds:
            _compare_answers(options, present, made(m, k, 3, kind, seed), f"{kind} {seed}", False)
    for m, k, kind in WIDE:
        for seed in range(3):
            _compare_answers(options, present, made(m, k, 3, kind, seed), f"{kind} {seed}", True)
    for m, k, kind in HARD:
        for seed in range(3):
            _compare_answers(options, present, hard(m, k, kind, seed), f"{kind} {seed}", True)
    for m, k, b, kind in TABLES:
        _compare_tables(options, present, made(m, k, b, kind, 1), f"{kind}")


def made(m: int, k: int, b: int, kind: str, seed: int) -> tuple[Problem, dict[int, int]]:
    """A problem whose first m nodes are the cluster "me", and beliefs about the other b."""
    from solver import Problem

    random = np.random.default_rng([seed, m, k, b])
    pairs = [(u, v) for v in range(m) for u in range(v)]
    if kind == "planar":
        from scipy.spatial import Delaunay

        corners = Delaunay(random.random((m, 2))).simplices
        found = np.concatenate([corners[:, [0, 1]], corners[:, [1, 2]], corners[:, [0, 2]]])
        pairs = [(u, v) for u, v in np.unique(np.sort(found, axis=1), axis=0).tolist()]
    wanted = min(len(pairs), round(1.75 * m))
    edges = [pairs[i] for i in random.permutation(len(pairs))[:wanted]]
    for h in range(m, m + b):
        edges += [(v, h) for v in random.permutation(m)[: random.integers(1, 4)].tolist()]
    wishes = np.zeros((m + b, k))
    wishes[:m] = random.integers(0, UNIT + 1, (m, k)) / UNIT
    owners = {v: "me" if v < m else "you" for v in range(m + b)}
    problem = Problem(range(m + b), edges, range(k), wishes, 10.0, owners=owners)
    return problem, {h: int(random.integers(k)) for h in range(m, m + b)}


def hard(m: int, k: int, kind: str, seed: int) -> tuple[Problem, dict[int, int]]:
    """A wide problem without a boundary."""
    from solver import Problem

    random = np.random.default_rng([seed, m, k])
    weights, wishes = np.ones(2 * m), random.integers(0, UNIT + 1, (m, k)) / UNIT
    if kind == "triangulated":
        from scipy.spatial import Delaunay

        corners = Delaunay(random.random((m, 2))).simplices
        pairs = np.concatenate([corners[:, [0, 1]], corners[:, [1, 2]], corners[:, [0, 2]]])
        edges = np.unique(np.sort(pairs, axis=1), axis=0)
        weights = np.ones(len(edges))
    else:
        pairs = np.array([(u, v) for v in range(m) for u in range(v)])
        edges = pairs[np.sort(random.permutation(len(pairs))[: 2 * m])]
    if kind == "weighted":
        weights = random.integers(UNIT // 2, 5 * UNIT // 2, 2 * m) / UNIT
        wishes = 1.5 * random.integers(0, UNIT // 2, (m, k)) * 2 / UNIT
    elif kind == "tied":
        wishes = random.integers(0, 3, (m, k)) / 2
    owners = dict.fromkeys(range(m), "me")
    return Problem(range(m), edges.tolist(), range(k), wishes, weights=weights, owners=owners), {}


def _compare_answers(options, peers, instance, kind, is_fresh) -> None:
    from solver import best_response

    problem, beliefs = instance
    expected = best_response(problem, "me", beliefs, tie="any").penalty
    repeats = 1 if is_fresh or problem.n > 150 else 20

    def kempe() -> Sample:
        spent = 0.0
        for _ in range(repeats):
            asked = problem.replace() if is_fresh else problem  # without what earlier calls kept
            began = time.perf_counter()
            answer = best_response(asked, "me", beliefs, tie="any")
            spent += time.perf_counter() - began
        assert answer.penalty == expected
        return Sample(spent / repeats)

    contenders = [Contender("kempe", kempe)]
    for name, solve in peers.items():
        contenders.append(Contender(name, partial(_sample, solve, problem, beliefs, expected)))
    take_turns(contenders, options.rounds, options.budget)
    m = len(problem.clusters["me"])
    how = "set-up included" if is_fresh else "plan kept"
    print_comparison(f"best response: {m} nodes, {problem.k} colors, {kind}, {how}", contenders, "s")


def _sample(solve, problem, beliefs, expected) -> Sample:
    began = time.perf_counter()
    penalty = solve(problem, beliefs)
    seconds = time.perf_counter() - began
    assert penalty is None or penalty == expected, f"{penalty} is not {expected}"
    return Sample(seconds, "" if penalty is not None else "not solved")


def _compare_tables(options, peers, instance, kind) -> None:
    from solver import counterfactuals

    problem, _ = instance
    boundary = problem.clusters["you"]
    expected = counterfactuals(problem, "me", boundary)
    repeats = 20

    def kempe() -> Sample:
        began = time.perf_counter()
        for _ in range(repeats):
            table = counterfactuals(problem, "me", boundary)
            _ = table.penalty, table.colors
        return Sample((time.perf_counter() - began) / repeats)

    def peer(solve) -> Sample:
        rows = np.linspace(0, expected.penalty.size - 1, ROWS).astype(int)
        began = time.perf_counter()
        for row in rows.tolist():
            digits = np.unravel_index(row, expected.shape)
            coloring = dict(zip(boundary, map(int, digits), strict=True))
            assert solve(problem, coloring) == expected.penalty[digits]
        return Sample((time.perf_counter() - began) / ROWS * expected.penalty.size)

    contenders = [Contender("kempe, all assignments", kempe)]
    contenders += [Contender(f"{name}, by row", partial(peer, solve)) for name, solve in peers.items()]
    take_turns(contenders, options.rounds, options.budget)
    m, b = len(problem.clusters["me"]), len(boundary)
    title = f"table: {m} nodes, {problem.k} colors, {b} boundary nodes, {kind}"
    print_comparison(title, contenders, "s")


def _reduced(problem, beliefs):
    """Return unary costs and weighted edges of the cluster in units of 1/1024, beliefs folded in."""
    m = len(problem.clusters["me"])
    unary = np.rint(-problem.preferences[:m] * UNIT).astype(np.int64)
    weights = np.rint(problem.weights * UNIT).astype(np.int64).tolist()
    edges = []
    for (u, v), weight in zip(problem.ends.tolist(), weights, strict=True):
        if v < m:
            edges.append((u, v, weight))
        elif u < m:
            unary[u, beliefs[v]] += weight
    return unary, edges


def by_toulbar2(problem, beliefs) -> float:
    import pytoulbar2

    unary, edges = _reduced(problem, beliefs)
    m, k = unary.shape
    lowest = unary.min(axis=1)
    highest = int((unary.max(axis=1) - lowest).sum()) + sum(weight for *_, weight in edges)
    network = pytoulbar2.CFN(highest + 1)
    for v in range(m):
        network.AddVariable(f"v{v}", range(k))
        network.AddFunction([v], (unary[v] - lowest[v]).tolist())
    for u, v, weight in edges:
        network.AddFunction([u, v], (np.eye(k, dtype=np.int64) * weight).ravel().tolist())
    solution = network.Solve()
    return float(round(solution[1]) + int(lowest.sum())) / UNIT


def by_cp_sat(problem, beliefs) -> float | None:
    from ortools.sat.python import cp_model

    unary, edges = _reduced(problem, beliefs)
    m, k = unary.shape
    model = cp_model.CpModel()
    has = [[model.new_bool_var("") for _ in range(k)] for _ in range(m)]
    for row in has:
        model.add_exactly_one(row)
    cost = [int(unary[v, c]) * has[v][c] for v in range(m) for c in range(k)]
    for u, v, weight in edges:
        clash = model.new_bool_var("")
        for c in range(k):
            model.add_bool_or([has[u][c].Not(), has[v][c].Not(), clash])
        cost.append(weight * clash)
    model.minimize(sum(cost))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = 10
    status = solver.solve(model)
    return solver.objective_value / UNIT if status == cp_model.OPTIMAL else None
