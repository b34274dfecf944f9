"""
Maps: colors of the areas of a GeoDataFrame, different for neighbors.

The argument may be any table with a column of polygons, such as a ``geopandas.GeoDataFrame`` or
``GeoSeries``; neighbors are computed by shapely, or given as weights of libpysal. The names of the
strategies are those of ``mapclassify.greedy``, so that it can be replaced; ``"fewest"`` is the default
here: :func:`solver.color`, which finds four colors on planar maps and proves when fewer do not suffice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..arguments import positive
from ..arguments import seed as check_seed
from ..errors import InputError, expected
from ..graphs.graph import Graph, build
from ..portfolio.color import color
from ..sequential.greedy import greedy
from ..variants.balance import balance

#: Strategies of ``mapclassify.greedy`` that :func:`solver.greedy` computes.
SEQUENTIAL = (
    "largest_first",
    "smallest_last",
    "independent_set",
    "connected_sequential_bfs",
    "connected_sequential_dfs",
    "connected_sequential",
    "saturation_largest_first",
    "DSATUR",
)
CONTIGUITY = ("queen", "rook")


def neighbor_graph(
    frame: Any, contiguity: str | Any = "queen", min_distance: float | None = None
) -> Graph:
    """
    Return the graph of neighboring areas; vertex ``i`` is row ``i``.

    Parameters
    ----------
    frame
        ``GeoDataFrame``, ``GeoSeries`` or a sequence of shapely geometries.
    contiguity
        ``"queen"``, areas that have a point in common; ``"rook"``, areas that have a border in common,
        of positive length; or weights of libpysal (``W`` with ``id_order``, or ``Graph``).
    min_distance
        Distance up to which areas are neighbors, in the units of the coordinates; instead of contiguity.

    Returns
    -------
    Graph
        The graph. Missing (None, NaN) and empty geometries have no neighbors. Invalid ones, such as
        polygons that cross themselves, have those that shapely finds.

    Raises
    ------
    InputError
        If an argument is out of range, a row is no geometry or has infinite coordinates, shapely cannot
        intersect an invalid one, or the weights have other rows than the frame.
    ImportError
        If shapely 2 is not installed and no weights are given.
    """
    shapes = _shapes(frame)
    n = len(shapes)
    if not isinstance(contiguity, str):
        return _from_weights(contiguity, frame, n)
    if contiguity not in CONTIGUITY:
        raise expected("contiguity", contiguity, f"{' or '.join(CONTIGUITY)}, or weights of libpysal")
    import shapely

    geometries = _geometries(shapes)
    radius = None if min_distance is None else positive("min_distance", min_distance)
    try:
        u, v = _neighbors(geometries, contiguity, radius)
    except shapely.errors.GEOSException as error:
        raise _invalid(geometries, error) from None
    return build(n, u, v)[0]


def _neighbors(
    geometries: NDArray[np.object_], contiguity: str, radius: float | None
) -> tuple[NDArray[np.integer], NDArray[np.integer]]:
    """Return the ends of the pairs of neighbors, the first below the second."""
    import shapely

    tree = shapely.STRtree(geometries)
    if radius is not None:
        u, v = tree.query(geometries, predicate="dwithin", distance=radius)
        return u[u < v], v[u < v]
    u, v = tree.query(geometries, predicate="intersects")
    u, v = u[u < v], v[u < v]
    if contiguity == "rook":
        shared = shapely.intersection(geometries[u], geometries[v])
        has_border = (shapely.length(shared) > 0) | (shapely.area(shared) > 0)
        u, v = u[has_border], v[has_border]
    return u, v


def color_map(
    frame: Any,
    strategy: str = "fewest",
    *,
    contiguity: str | Any = "queen",
    min_distance: float | None = None,
    time_limit: float | None = None,
    seed: int = 0,
) -> Any:
    """
    Color the areas of a map so that neighbors have different colors.

    Parameters
    ----------
    frame
        ``GeoDataFrame``, ``GeoSeries`` or a sequence of shapely geometries.
    strategy
        ``"fewest"``: as few colors as :func:`solver.color` finds. Or a strategy of
        ``mapclassify.greedy``: ``"balanced"``, classes made similar in size by :func:`solver.balance`
        afterwards; ``"random_sequential"``; ``"largest_first"``, ``"smallest_last"``,
        ``"independent_set"``, ``"connected_sequential"``, ``"connected_sequential_bfs"``,
        ``"connected_sequential_dfs"``, ``"saturation_largest_first"`` or ``"DSATUR"``.
    contiguity, min_distance
        Neighbors, as for :func:`neighbor_graph`.
    time_limit
        Seconds of wall time of ``"fewest"`` and ``"balanced"``; 60 if not given.
    seed
        Seed of these two and of ``"random_sequential"``.

    Returns
    -------
    pandas.Series or NDArray[np.int32]
        Colors from 0, with the index of the frame if it has one.

    Raises
    ------
    InputError
        If an argument is out of range.
    ImportError
        If shapely 2 is not installed and no weights are given.
    """
    graph = neighbor_graph(frame, contiguity, min_distance)
    seed = check_seed(seed)
    if strategy in ("fewest", "balanced"):
        colors = color(graph, time_limit=time_limit, seed=seed).colors
        if strategy == "balanced":
            colors = balance(graph, colors)
    elif strategy == "random_sequential":
        colors = greedy(graph, np.random.default_rng(seed).permutation(graph.n))
    elif strategy in SEQUENTIAL:
        colors = greedy(graph, strategy)
    else:
        legal = f"fewest, balanced, random_sequential, {', '.join(SEQUENTIAL)}"
        raise expected("strategy", strategy, f"one of {legal}")
    index = getattr(frame, "index", None)
    if index is None or callable(index):
        return colors
    import pandas

    return pandas.Series(colors, index=index)


def _shapes(frame: Any) -> list[Any]:
    column = getattr(frame, "geometry", frame)
    legal = "a GeoDataFrame, a GeoSeries or a sequence of geometries"
    if column is frame and hasattr(frame, "columns"):
        raise InputError(f"frame: a table without a column of geometries: expected {legal}")
    if isinstance(column, str | Mapping) or not isinstance(column, Iterable):
        raise expected("frame", frame, legal)
    return list(column)


def _geometries(shapes: list[Any]) -> NDArray[np.object_]:
    """Return the shapes, missing ones as None; refuse what is no geometry, and infinite ones."""
    import shapely

    geometries = np.empty(len(shapes), object)
    for i, shape in enumerate(shapes):
        if isinstance(shape, shapely.Geometry):
            geometries[i] = shape
        elif not (shape is None or str(shape) in ("nan", "<NA>")):
            raise expected(f"frame: row {i}", shape, "a shapely geometry or None")
    far = np.flatnonzero(np.isinf(shapely.bounds(geometries)).any(axis=1))
    if len(far):
        raise expected(f"frame: row {far[0]}", geometries[far[0]], "finite coordinates")
    return geometries


def _invalid(geometries: NDArray[np.object_], error: Exception) -> InputError:
    """Return the error for the first invalid geometry, after one that shapely has raised."""
    import shapely

    for i in np.flatnonzero(~shapely.is_valid(geometries)).tolist():
        if geometries[i] is not None:  # what is missing is not valid
            legal = (
                f"a valid geometry, as of shapely.make_valid ({shapely.is_valid_reason(geometries[i])})"
            )
            return expected(f"frame: row {i}", geometries[i], legal)
    return InputError(f"frame: {error}: expected geometries that shapely can compare")


def _from_weights(weights: Any, frame: Any, n: int) -> Graph:
    """Return the graph of weights of libpysal: a Graph with an adjacency, or W with neighbors."""
    adjacency = getattr(weights, "adjacency", None)
    neighbors: Mapping[Any, Iterable[Any]] | None = getattr(weights, "neighbors", None)
    if adjacency is not None:
        names = list(weights.unique_ids)
        inside = adjacency.to_numpy() != 0  # areas without neighbors have a loop of weight 0
        ends = [adjacency.index.get_level_values(level)[inside] for level in (0, 1)]
        pairs = list(zip(*ends, strict=True))
    elif isinstance(neighbors, Mapping):
        names = list(weights.id_order)
        pairs = [(name, other) for name, others in neighbors.items() for other in others]
    else:
        raise expected("contiguity", weights, f"{' or '.join(CONTIGUITY)}, or weights of libpysal")
    index = getattr(frame, "index", None)
    rows = list(index) if index is not None and not callable(index) else list(range(n))
    if set(names) != set(rows) and set(names) == set(range(n)):
        rows = list(range(n))  # weights by position
    place = {name: i for i, name in enumerate(rows)}
    if len(place) != n or set(names) != set(place):
        raise InputError("contiguity: expected weights of the rows of the frame, with distinct names")
    unknown = [name for pair in pairs for name in pair if name not in place]
    if unknown:
        raise expected("contiguity: neighbor", unknown[0], "the name of a row of the frame")
    ends_of = np.array([(place[a], place[b]) for a, b in pairs if a != b], np.int64).reshape(-1, 2)
    heads: NDArray[np.int64] = ends_of[:, 0]
    return build(n, heads, ends_of[:, 1])[0]
