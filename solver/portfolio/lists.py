"""Fixed and allowed colors for :func:`solver.color`, checked; for fixed ones a graph with a palette."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..arguments import array
from ..bounds.renumbering import renumbered
from ..errors import InputError, expected, shortened
from ..graphs.graph import Graph
from ..graphs.verify import as_colors, conflicts, is_clique
from ..reductions.list_coloring import MAX_COLORS, ListColoring, list_coloring
from ..result import Result


def fixed_colors(
    graph: Graph, k: int | None, fixed: Mapping[int, int] | ArrayLike | None
) -> NDArray[np.int32]:
    """Return the fixed colors, which must be below ``k``; -1 for free vertices."""
    if isinstance(fixed, Mapping):
        colors = _colors_of(graph, fixed)
    elif fixed is None:
        colors = np.full(graph.n, -1, np.int32)
    else:
        colors = as_colors(graph, fixed, "fixed colors")
        if (colors >= MAX_COLORS).any():
            v = int(colors.argmax())
            raise _color_out_of_range(int(colors[v]), v)
    if k is not None and (colors >= k).any():
        v = int(colors.argmax())
        raise InputError(f"fixed: color {colors[v]} of vertex {v}: expected a color below k = {k}")
    return colors


def _colors_of(graph: Graph, fixed: Mapping[int, int]) -> NDArray[np.int32]:
    colors = np.full(graph.n, -1, np.int32)
    for v, c in fixed.items():
        if not all(isinstance(x, Integral) and not isinstance(x, bool) for x in (v, c)):
            raise InputError(
                f"fixed: {shortened(v)}: {shortened(c)}: expected integers, a vertex and its color"
            )
        if not 0 <= v < graph.n:
            raise InputError(f"fixed: vertex {shortened(v)}: expected 0 to {graph.n - 1}")
        if not 0 <= c < MAX_COLORS:
            raise _color_out_of_range(c, v)
        colors[v] = c
    return colors


def _color_out_of_range(color: int, vertex: int) -> InputError:
    return InputError(
        f"fixed: color {shortened(color)} of vertex {vertex}: expected 0 to {MAX_COLORS - 1}"
    )


def allowed_colors(
    graph: Graph, k: int | None, fixed: NDArray[np.int32], allowed: ArrayLike
) -> NDArray[np.bool_]:
    """Return the table of allowed colors, its first ``k`` columns if ``k`` is given."""
    lists = array("allowed", allowed, f"bool of shape ({graph.n}, colors)")
    if lists.dtype != bool or lists.ndim != 2 or len(lists) != graph.n:
        raise InputError(
            f"allowed has dtype {lists.dtype} and shape {lists.shape}:"
            f" expected bool of shape ({graph.n}, colors)"
        )
    columns = lists.shape[1]
    if k is not None and k > columns:
        raise expected("k", k, f"at most {columns}, the columns of allowed")
    if (fixed >= columns).any():
        v = int(fixed.argmax())
        legal = f"a color below {columns}, the columns of allowed"
        raise InputError(f"fixed: color {fixed[v]} of vertex {v}: expected {legal}")
    lists = lists[:, :k]
    bare = np.flatnonzero(~lists.any(axis=1))
    if len(bare) and k is not None:
        raise InputError(f"vertex {bare[0]} has no allowed color below k = {k}: expected at least one")
    return lists


def with_palette(
    graph: Graph, fixed: NDArray[np.int32], allowed: NDArray[np.bool_] | None = None
) -> ListColoring:
    """Return the graph with a palette of the colors that are fixed or forbidden for some vertex."""
    colors = int(fixed.max(initial=-1)) + 1 if allowed is None else allowed.shape[1]
    return list_coloring(graph, max(colors, min(graph.n, 1)), fixed=fixed, allowed=allowed)


def decoded(graph: Graph, lists: ListColoring, result: Result) -> Result:
    """
    Return the result in the numbers of the graph without the palette.

    Colors keep their numbers, so that the colors up to the largest one that is fixed count as used.
    """
    colors = lists.decode(result.colors)
    certificate: dict[str, Any] = {"kind": "search"}
    if result.lower_bound >= lists.k:
        certificate = _certificate(graph, lists, result.certificate)
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
        history=_at_least(lists.k, result.history),
    )


def _certificate(graph: Graph, lists: ListColoring, certificate: dict[str, Any]) -> dict[str, Any]:
    """
    Return a certificate in the numbers of the graph, in which fixed vertices stand for the palette.

    It is one on colorings with the fixed colors, which :func:`solver.check_certificate` has to know,
    unless the fixed vertices can be chosen such that a clique is one of the graph.
    """
    kind = certificate["kind"]
    if kind == "search":
        if certified := certificate.get("certified"):
            shown = _certificate(graph, lists, certified)
            return {**certificate, "certified": {**shown, "bound": certified["bound"]}}
        return certificate
    if kind == "clique":
        clique = _clique(graph, lists, np.asarray(certificate["vertices"], np.int64))
        if is_clique(graph, clique):
            return {"kind": "clique", "vertices": sorted(clique)}
    colors, first = np.unique(lists.fixed, return_index=True)
    vertices = np.concatenate([lists.free, first[colors >= 0]]).astype(np.int32)
    return {**renumbered(certificate, vertices, graph.n), "fixed": True}


def _clique(graph: Graph, lists: ListColoring, clique: NDArray[np.int64]) -> list[int]:
    """Return the vertices of a clique; for a color, one that has it and most neighbors in the clique."""
    vertices: list[int] = lists.free[clique[clique < len(lists.free)]].tolist()
    near = np.zeros(graph.n, np.int64)
    for v in vertices:
        near[graph.neighbors(v)] += 1
    for color in lists.named[clique[clique >= len(lists.free)] - len(lists.free)].tolist():
        having = np.flatnonzero(lists.fixed == color)
        vertices.append(int(having[near[having].argmax()]))
    return vertices


def _at_least(
    least: int, history: tuple[tuple[float, int, int, int], ...]
) -> tuple[tuple[float, int, int, int], ...]:
    """Return the entries that improve if ``least`` colors count as used."""
    improving: list[tuple[float, int, int, int]] = []
    for seconds, ticks, k, clashes in history:
        if not improving or max(k, least) < improving[-1][2]:
            improving.append((seconds, ticks, max(k, least), clashes))
    return tuple(improving)
