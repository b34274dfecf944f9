"""
Pseudo-trees: trees of variables in which every pair with a table is an ancestor and a descendant.

A depth-first traversal of the network gives one (Freuder and Quinn 1985). It starts from the variable
with the most neighbors and continues with the neighbor that has the most, the heuristic that Petcu and
Faltings use for DPOP; ties go to the first variable. Disconnected networks give a forest.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class PseudoTree:
    """
    A depth-first forest and its separators.

    Attributes
    ----------
    order
        Variables in the order of the traversal, each after its ancestors.
    parents
        Parent of each variable, -1 for a root.
    children
        Children of each variable, in the order of the traversal.
    separators
        Separator of each variable: the ancestors that share a table with it or with one of its
        descendants, the deepest first.
    """

    order: list[int]
    parents: list[int]
    children: list[list[int]]
    separators: list[list[int]]

    @property
    def width(self) -> int:
        """Number of variables in the largest separator."""
        return max(map(len, self.separators), default=0)


def pseudo_tree(n: int, ends: NDArray[np.int32]) -> PseudoTree:
    """Return the forest of variables ``0 .. n - 1`` and pairs int32[m, 2]; O(m log m + n width)."""
    neighbors: list[list[int]] = [[] for _ in range(n)]
    for u, v in ends.tolist():
        neighbors[u].append(v)
        neighbors[v].append(u)
    by_degree = sorted(range(n), key=lambda v: (-len(neighbors[v]), v))
    rank = {v: place for place, v in enumerate(by_degree)}
    for near in neighbors:
        near.sort(key=rank.__getitem__)
    parents, depths, order = [-1] * n, [-1] * n, []
    children: list[list[int]] = [[] for _ in range(n)]
    for root in by_degree:
        if depths[root] >= 0:
            continue
        depths[root] = 0
        order.append(root)
        path = [(root, iter(neighbors[root]))]
        while path:
            v, untried = path[-1]
            child = next((u for u in untried if depths[u] < 0), None)
            if child is None:
                path.pop()
                continue
            parents[child], depths[child] = v, depths[v] + 1
            children[v].append(child)
            order.append(child)
            path.append((child, iter(neighbors[child])))
    separators: list[list[int]] = [[] for _ in range(n)]
    for v in reversed(order):
        above = {u for u in neighbors[v] if depths[u] < depths[v]}
        above.update(*(separators[child] for child in children[v]))
        above.discard(v)
        separators[v] = sorted(above, key=depths.__getitem__, reverse=True)
    return PseudoTree(order, parents, children, separators)
