"""Fixed and allowed colors for :func:`solver.color`: a graph with a palette, and the way back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import InputError, expected
from ..graphs.graph import Graph
from ..graphs.verify import as_colors, conflicts
from ..reductions.list_coloring import ListColoring, list_coloring
from ..result import Result


def with_palette(
    graph: Graph,
    k: int | None,
    fixed: Mapping[int, int] | ArrayLike | None,
    allowed: ArrayLike | None,
) -> ListColoring | None:
    """Return the graph with a palette, or None if no color is fixed or forbidden."""
    if fixed is None and allowed is None:
        return None
    colors = _fixed_colors(graph, fixed)
    named = int(colors.max(initial=-1)) + 1
    if k is not None and named > k:
        v = int(colors.argmax())
        raise InputError(f"fixed: color {colors[v]} of vertex {v}: expected a color below k = {k}")
    lists = _allowed_colors(allowed, k)
    if lists is not None and lists.ndim == 2:
        named = lists.shape[1]
    return list_coloring(graph, max(named, min(graph.n, 1)), fixed=colors, allowed=lists)


def _fixed_colors(graph: Graph, fixed: Mapping[int, int] | ArrayLike | None) -> NDArray[np.int32]:
    """Return the fixed colors, -1 for free vertices."""
    colors = np.full(graph.n, -1, np.int32)
    if not isinstance(fixed, Mapping):
        return colors if fixed is None else as_colors(graph, fixed)
    for v, c in fixed.items():
        if not isinstance(v, Integral) or not isinstance(c, Integral):
            raise InputError(f"fixed: {v!r}: {c!r}: expected integers, a vertex and its color")
        if not 0 <= v < graph.n:
            raise InputError(f"fixed: vertex {v}: expected 0 to {graph.n - 1}")
        if not 0 <= c < 2**31 - 1:
            raise InputError(f"fixed: color {c} of vertex {v}: expected a color >= 0")
        colors[v] = c
    return colors


def _allowed_colors(allowed: ArrayLike | None, k: int | None) -> NDArray[Any] | None:
    """Return the table of allowed colors, its first ``k`` columns if ``k`` is given."""
    if allowed is None:
        return None
    lists = np.asarray(allowed)
    if lists.ndim == 2 and k is not None:
        if k > lists.shape[1]:
            raise expected("k", k, f"at most {lists.shape[1]}, the columns of allowed")
        lists = lists[:, :k]
    return lists


def decoded(graph: Graph, lists: ListColoring, result: Result) -> Result:
    """
    Return the result in the numbers of the graph without the palette.

    Colors keep their numbers, so that the colors up to the largest one that is fixed, or all columns of
    the table of allowed colors, count as used.
    """
    colors = lists.decode(result.colors)
    certificate: dict[str, Any] = {"kind": "search"}
    if result.certificate.get("kind") == "clique" and result.lower_bound >= lists.k:
        vertices = np.asarray(result.certificate["vertices"], np.int64)
        if (vertices < len(lists.free)).all():
            certificate = {"kind": "clique", "vertices": np.sort(lists.free[vertices]).tolist()}
    clashes = conflicts(graph, colors)
    k, lower_bound = max(result.k, lists.k), max(result.lower_bound, lists.k)
    return replace(
        result,
        colors=colors,
        k=k,
        conflicts=clashes,
        lower_bound=lower_bound,
        proven=clashes == 0 and k == lower_bound,
        certificate=certificate,
    )
