"""Small cost networks for property tests."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from solver.dcop import CostNetwork
from tests.strategies import chosen


@st.composite
def networks(draw, max_n=5, max_size=5, costs=None, tree=False, coloring=False, factors=0):
    """A network of integer costs; a tree, one that only costs equal values, or with some factors."""
    costs = st.integers(-20, 20) if costs is None else costs
    n = draw(st.integers(1, max_n))
    if coloring:
        sizes = [draw(st.integers(1, max_size))] * n
    else:
        sizes = [draw(st.integers(1, max_size)) for _ in range(n)]
    if tree:
        pairs = {(draw(st.integers(0, v - 1)), v) for v in range(1, n)}
    else:
        every = [(u, v) for v in range(n) for u in range(v)]
        pairs = set(draw(chosen(every))) if every else set()
    functions = []
    for v, size in enumerate(sizes):
        functions.append(((v,), draw(st.lists(costs, min_size=size, max_size=size))))
    for u, v in sorted(pairs):
        if coloring:
            table = draw(st.integers(0, 20)) * np.eye(sizes[u], dtype=np.int64)
        else:
            cells = sizes[u] * sizes[v]
            table = np.reshape(
                draw(st.lists(costs, min_size=cells, max_size=cells)), (sizes[u], sizes[v])
            )
        scope, table = ((v, u), table.T) if draw(st.booleans()) else ((u, v), table)
        functions.append((scope, table))
    for _ in range(draw(st.integers(0, factors)) if n > 2 else 0):
        scope = draw(st.permutations(range(n)))[: draw(st.integers(3, 4))]
        shape = [sizes[v] for v in scope]
        cells = int(np.prod(shape))
        functions.append(
            (scope, np.reshape(draw(st.lists(costs, min_size=cells, max_size=cells)), shape))
        )
    return CostNetwork(sizes, functions)


def either_kind(**options):
    """General networks and colorings, which take different kernels in Max-Sum."""
    return st.one_of(networks(**options), networks(coloring=True, **options))
