"""
Cost networks: DPOP and branch and bound beside toulbar2, and the distance of every heuristic from it.

Networks are grids with random tables, random graphs of degree 4, and the latter with functions of three
variables. All costs are integers from 0 to 99. Exact methods must agree; for the others the last column
is the median cost above the optimum. pyDCOP 0.1.2 installs but fails on import with Python 3.10 and
later (``collections.Iterable``), so it takes no part. ``--full`` runs three seeds of each kind.
"""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from .harness import Contender, Options, Sample, available, print_comparison, take_turns

if TYPE_CHECKING:
    from solver.dcop import CostNetwork

TITLE = "cost networks (toulbar2)"
#: Variables, values, kind.
NETWORKS = ((36, 4, "grid"), (60, 4, "sparse"), (40, 3, "ternary"))
#: Cycles of each heuristic.
CYCLES = {"tabu": 10_000, "maxsum": 200, "dsa": 200, "mgm": 200, "mgm2": 200}


def run(options: Options) -> None:
    toulbar2 = available("pytoulbar2")
    for n, k, kind in NETWORKS:
        for seed in range(3 if options.full else 1):
            _compare(
                options, made(n, k, kind, seed), f"{n} variables, {k} values, {kind} {seed}", toulbar2
            )


def made(n: int, k: int, kind: str, seed: int) -> CostNetwork:
    """A random network; ``kind`` is grid, sparse or ternary."""
    from solver.dcop import CostNetwork

    random = np.random.default_rng([seed, n, k])
    if kind == "grid":
        side = round(n**0.5)
        scopes = [(v, v + 1) for v in range(n) if (v + 1) % side]
        scopes += [(v, v + side) for v in range(n - side)]
    else:
        pairs = [(u, v) for v in range(n) for u in range(v)]
        scopes = [pairs[i] for i in random.permutation(len(pairs))[: 2 * n if kind == "sparse" else n]]
    if kind == "ternary":
        scopes += [tuple(random.permutation(n)[:3].tolist()) for _ in range(n // 3)]
    functions = [(scope, random.integers(0, 100, (k,) * len(scope))) for scope in scopes]
    return CostNetwork([k] * n, [*functions, *(((v,), random.integers(0, 100, k)) for v in range(n))])


def _compare(options: Options, network: CostNetwork, title: str, toulbar2: object) -> None:
    from solver import BudgetError, dcop

    best = dcop.branch_and_bound(network)
    assert best.proven

    def exact(solve) -> Sample:
        began = time.perf_counter()
        cost = solve()
        seconds = time.perf_counter() - began
        assert cost == best.cost, f"{cost} is not {best.cost}"
        return Sample(seconds)

    contenders = [
        Contender("kempe, branch and bound", partial(exact, lambda: dcop.branch_and_bound(network).cost))
    ]
    try:
        dcop.dpop(network, work=1e9)
        contenders.append(Contender("kempe, DPOP", partial(exact, lambda: dcop.dpop(network).cost)))
    except BudgetError as error:
        print(f"  {error}")
    if toulbar2:
        contenders.append(Contender("toulbar2", partial(exact, lambda: by_toulbar2(network))))
    take_turns(contenders, options.rounds, options.budget)
    print_comparison(title, contenders, "s")
    for name, cycles in CYCLES.items():
        costs = [getattr(dcop, name)(network, cycles=cycles, seed=seed).cost for seed in range(5)]
        print(f"  {name:32} {np.median(costs) - best.cost:12.4g} above {best.cost:g} ({cycles} cycles)")


def by_toulbar2(network: CostNetwork) -> float:
    """Return the optimum of a network of integer costs >= 0."""
    import pytoulbar2

    tables = [(list(scope), table) for scope, table in network.functions() if scope]
    highest = sum(int(table.max()) for _, table in tables)
    model = pytoulbar2.CFN(highest + 1)
    for v, size in enumerate(network.sizes.tolist()):
        model.AddVariable(f"v{v}", range(size))
    for scope, table in tables:
        model.AddFunction(scope, table.astype(int).ravel().tolist())
    return float(round(model.Solve()[1]) + network.constant)
