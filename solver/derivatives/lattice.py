"""
Periodic coloring of meshes: color ``a x + b y + c z`` modulo ``k`` at the point ``(x, y, z)``.

Matrices of finite differences and volumes on a regular mesh have a few diagonals, and an optimal
coloring with a period in each direction (Goldfarb and Toint 1984, Mathematics of Computation 43: 69-88).
First fits miss it: 7 colors instead of 5 for the 5-point stencil, 13 instead of 7 for the 7-point one.

The mesh is not given. Its strides are guessed from the most frequent diagonals, and the neighborhoods
from a sample of rows; a periodic coloring for those is then checked on the whole pattern, so that a
wrong guess costs only time.
"""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import NDArray

from .._kernels.derivatives import recoverable
from .pattern import Pattern

Ints = NDArray[np.int64]

#: Most diagonals of a stencil; the 27-point one on a mesh with three unknowns has 81 or more.
DIAGONALS = 256
#: Sizes of samples of rows: to see whether there are few diagonals, and to find the neighborhoods.
GLANCE, SAMPLE = 32, 300
#: Largest extents of a stencil in a direction. With two unknowns a point, the next point is two columns
#: away, a direction of its own; the second next is not if the number of points is odd.
REACHES = (1, 2, 3)
#: Directions of the mesh, with that of the unknowns of one point.
DIRECTIONS = 4
#: Candidates checked on the whole pattern, and coefficients tried for each number of colors.
CHECKED, TRIED = 4, 1 << 17


def periodic_coloring(pattern: Pattern, fewest: int, below: int) -> NDArray[np.int32] | None:
    """Return a coloring of the columns with ``fewest`` to ``below - 1`` colors for a mesh, or None."""
    m, n = pattern.shape
    if m != n or not 0 < fewest < below or len(np.unique(_diagonals(pattern, GLANCE))) > DIAGONALS:
        return None
    diagonals, counts = np.unique(_diagonals(pattern, SAMPLE), return_counts=True)
    if len(diagonals) > DIAGONALS:
        return None
    for reach in REACHES:
        strides = _strides(diagonals, counts, reach)
        if strides is not None:
            colors = _along(pattern, strides, fewest, below)
            if colors is not None:
                return colors
    return None


def _along(pattern: Pattern, strides: Ints, fewest: int, below: int) -> NDArray[np.int32] | None:
    points = _points(np.arange(pattern.shape[1]), strides)
    differences = _differences(pattern, points)
    checked = 0
    for k in range(fewest, below):
        coefficients = _coefficients(differences, k)
        if coefficients is None:
            continue
        colors = (points @ coefficients % k).astype(np.int32)
        last = np.full(k, -1, np.int32)
        if not recoverable.has_repeats(pattern.indptr, pattern.indices, colors, last):
            return np.unique(colors, return_inverse=True)[1].astype(np.int32)
        checked += 1
        if checked == CHECKED:
            break
    return None


def _sampled(pattern: Pattern, count: int) -> Ints:
    """Return rows at equal distances, some of them inside the mesh for any strides."""
    return np.unique(np.linspace(0, pattern.shape[0] - 1, count).astype(np.int64))


def _diagonals(pattern: Pattern, count: int) -> Ints:
    """Return column minus row for the nonzeros of some rows."""
    rows = _sampled(pattern, count)
    return np.concatenate(
        [pattern.indices[pattern.indptr[i] : pattern.indptr[i + 1]].astype(np.int64) - i for i in rows]
    )


def _strides(diagonals: Ints, counts: Ints, reach: int) -> Ints | None:
    """Return the most frequent diagonals that are not sums of others; each must divide the next."""
    ahead = diagonals > 0
    by_count = np.lexsort((diagonals[ahead], -counts[ahead]))
    strides: list[int] = []
    reached = {0}
    for d in diagonals[ahead][by_count].tolist():
        if d not in reached:
            if len(strides) == DIRECTIONS:
                return None
            strides.append(d)
            reached = {x + c * d for x in reached for c in range(-reach, reach + 1)}
    strides.sort()
    if not strides or any(b % a for a, b in itertools.pairwise(strides)):
        return None
    return np.array(strides)


def _points(places: Ints, strides: Ints) -> Ints:
    """Return coordinates, (places, directions)."""
    points = np.empty((len(places), len(strides)), np.int64)
    for i in range(len(strides) - 1, -1, -1):
        points[:, i], places = np.divmod(places, strides[i])
    return points


def _differences(pattern: Pattern, points: Ints) -> Ints:
    """Return the differences of columns that share a sampled row, (differences, directions)."""
    differences: set[tuple[int, ...]] = set()
    for i in _sampled(pattern, SAMPLE):
        row = points[pattern.indices[pattern.indptr[i] : pattern.indptr[i + 1]]]
        apart = (row[:, None] - row[None]).reshape(-1, points.shape[1])
        differences.update(map(tuple, apart.tolist()))
    differences.discard((0,) * points.shape[1])
    return np.array(sorted(differences), np.int64).reshape(-1, points.shape[1])


def _coefficients(differences: Ints, k: int) -> Ints | None:
    """Return coefficients modulo ``k`` that give no difference the color 0, or None."""
    directions = differences.shape[1]
    # A factor coprime to k only renames colors, so the first coefficient may be a divisor of k.
    first = [a for a in range(1, k + 1) if k % a == 0]
    choices = [np.array(first), *[np.arange(k)] * (directions - 1)]
    if np.prod([float(len(choice)) for choice in choices]) > TRIED:
        return None
    grid = np.stack(np.meshgrid(*choices, indexing="ij"), axis=-1).reshape(-1, directions)
    for difference in differences:
        grid = grid[grid @ difference % k != 0]
    return grid[0] if len(grid) else None
