"""The cost functions of a network in the form that the kernels for any number of variables read."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._kernels.dcop.factors import Factors
from .network import CostNetwork, Scope


def factor_graph(network: CostNetwork, *, with_pairs: bool) -> Factors:
    """
    Return the factors of a network, or its pairs and factors; made once.

    Pairs come before factors, each in the order of the network.
    """
    key = "_factor_graph" if with_pairs else "_factors"
    cached: Factors | None = network.__dict__.get(key)
    if cached is None:
        cached = network.__dict__[key] = _factor_graph(network, with_pairs)
    return cached


def _factor_graph(network: CostNetwork, with_pairs: bool) -> Factors:
    grid = network.grid
    scopes = [*(map(tuple, network.ends.tolist()) if with_pairs else ()), *network.scopes]
    starts = np.concatenate([grid.table_start if with_pairs else [], grid.factor_start])
    return list_factors(network.sizes.tolist(), scopes, starts, grid.tables)


def list_factors(
    sizes: list[int], scopes: list[Scope], starts: NDArray[Any], tables: NDArray[np.int64]
) -> Factors:
    """Return functions by scope; the table of each begins at ``starts``."""
    strides: list[int] = []
    for scope in scopes:
        last_first = itertools.accumulate((sizes[v] for v in scope[:0:-1]), int.__mul__, initial=1)
        strides += list(last_first)[::-1]
    flat = np.array([v for scope in scopes for v in scope], np.int32)
    lengths = np.array([len(scope) for scope in scopes], np.int64)
    order = np.argsort(flat, kind="stable")
    return Factors(
        scope_starts=np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
        scopes=flat,
        strides=np.array(strides, np.int64),
        starts=starts.astype(np.int64),
        tables=tables,
        row_starts=np.searchsorted(flat[order], np.arange(len(sizes) + 1)).astype(np.int64),
        rows=np.repeat(np.arange(len(scopes), dtype=np.int32), lengths)[order],
    )


def least_of_factors(network: CostNetwork) -> list[int]:
    """Return the least entry of each factor."""
    starts = network.grid.factor_start.tolist()
    counts = network.sizes.tolist()
    return [
        int(network.grid.tables[start : start + math.prod(counts[v] for v in scope)].min())
        for start, scope in zip(starts, network.scopes, strict=True)
    ]
