"""
Coloring of sparse Jacobians and Hessians: seconds for ordering and coloring, and colors.

Each tool gets the pattern in its own form, built beforehand; Kempe's time includes verification.
ColPack is C++: ``colpack_worker.cpp`` beside this file explains how to build a worker from it, and
``$KEMPE_COLPACK`` names the executable. It runs on one thread, as Kempe does.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from ..instances import Missing, load
from ..jsonworker import JsonWorker, WorkerError
from .harness import Contender, Options, Sample, print_comparison, take_turns

TITLE = "coloring sparse Jacobians and Hessians (ColPack, SciPy)"

#: Our orders by ColPack's names.
ORDERS = {
    "natural": "NATURAL",
    "largest_first": "LARGEST_FIRST",
    "smallest_last": "SMALLEST_LAST",
    "incidence_degree": "INCIDENCE_DEGREE",
}
#: SciPy's groups need a Python object per nonzero.
SCIPY_NONZEROS = 3_000_000
#: Patterns on which ColPack's bicoloring ends within seconds.
BICOLORED_NONZEROS = 100_000


def run(options: Options) -> None:
    with ExitStack() as stack:
        colpack = _colpack(stack)
        for name, matrix in _matrices(options.full):
            pattern = matrix.tocsr()
            print(f"\n{name}: {pattern.shape[0]} x {pattern.shape[1]}, {pattern.nnz} nonzeros", end="")
            print(f", at most {np.diff(pattern.indptr).max()} in a row")
            if colpack is not None:
                colpack.load(pattern)
            for title, contenders in _groups(pattern, colpack):
                take_turns(contenders, options.rounds, options.budget)
                print_comparison(title, contenders, "s")


# ------------------------------------------------------------------------------------------ matrices


def _matrices(full: bool) -> Iterator[tuple[str, Any]]:
    """Yield names and sparse matrices, real ones if ``$KEMPE_INSTANCES`` has them."""
    from scipy.sparse import eye_array, kron, random_array

    side, edge, n = (1000, 100, 500_000) if full else (300, 40, 50_000)
    line, cube = _line(side), _line(edge)
    five = kron(line, eye_array(side)) + kron(eye_array(side), line)
    square = kron(cube, eye_array(edge)) + kron(eye_array(edge), cube)
    yield "5-point stencil", five
    yield "9-point stencil", kron(line, line)
    yield "7-point stencil", kron(square, eye_array(edge)) + kron(eye_array(edge**2), cube)
    yield "27-point stencil", kron(kron(cube, cube), cube)
    random = np.random.default_rng(1)
    yield "band of 7 and 3 at random", _line(n, 3) + random_array((n, n), density=3 / n, rng=random)
    tall = random_array((4 * n, n // 2), density=10 / n, rng=random)
    yield "tall, 5 in a row at random", tall
    yield "arrow", _arrow(3000)
    yield "dense rows and columns", _dense_blocks(2000, 20, random)
    yield "R-MAT", load("rmat14" if full else "rmat:12,seed=1").to_scipy()
    for name in ("wing", "rgg_n_2_15_s0", "fe_4elt2", "ca-AstroPh-cc"):
        try:
            graph = load(name)
        except Missing:
            print(f"\n{name}: left out, $KEMPE_INSTANCES has it not")
            continue
        yield name, graph.to_scipy() + eye_array(graph.n)


def _line(n: int, radius: int = 1) -> Any:
    from scipy.sparse import diags_array

    offsets = range(-radius, radius + 1)
    return diags_array([1.0] * len(offsets), offsets=list(offsets), shape=(n, n))


def _arrow(n: int) -> Any:
    from scipy.sparse import csr_array

    i = np.arange(n)
    rows, columns = np.concatenate([i, 0 * i, i]), np.concatenate([i, i, 0 * i])
    return csr_array((np.ones(3 * n), (rows, columns)), shape=(n, n))


def _dense_blocks(n: int, width: int, random: np.random.Generator) -> Any:
    from scipy.sparse import csr_array

    matrix = random.random((n, n)) < 3 / n
    matrix[:width] |= random.random((width, n)) < 0.5
    matrix[:, :width] |= random.random((n, width)) < 0.5
    return csr_array(matrix)


# ---------------------------------------------------------------------------------------- contenders


def _groups(pattern: Any, colpack: ColPack | None) -> Iterator[tuple[str, list[Contender]]]:
    """Return the comparisons on one pattern, each with Kempe first."""
    from solver.derivatives import color_hessian, color_jacobian

    def kempe(name: str, call: Callable[..., Any], *arguments: Any, **options: Any) -> Contender:
        return Contender(f"kempe {name}", partial(_kempe, pattern, call, arguments, options))

    def theirs(kind: str, *orders: str) -> list[Contender]:
        if colpack is None:
            return []
        return [Contender(f"ColPack {o}", partial(colpack.sample, kind, ORDERS[o])) for o in orders]

    columns = [kempe("auto", color_jacobian), *theirs("columns", *ORDERS)]
    if pattern.nnz <= SCIPY_NONZEROS:
        columns.append(Contender("SciPy group_columns", partial(_scipy, pattern)))
    yield "columns", columns
    if colpack is None:
        return
    for order in ORDERS:
        same = [kempe(order, color_jacobian, order=order), *theirs("columns", order)]
        yield f"columns, {order}", same
    if pattern.nnz <= BICOLORED_NONZEROS:
        yield (
            "rows and columns",
            [kempe("auto", color_jacobian, "both"), *theirs("bicoloring", "largest_first")],
        )
    if pattern.shape[0] == pattern.shape[1] and (pattern != pattern.T).nnz == 0:
        orders = ("natural", "largest_first", "smallest_last")
        for kind, recovery in (("STAR", "direct"), ("ACYCLIC", "substitution")):
            ours = kempe("auto", color_hessian, recovery)
            yield f"Hessian, {recovery}", [ours, *theirs(kind, *orders)]
            ours = kempe("largest_first", color_hessian, recovery, order="largest_first")
            yield f"Hessian, {recovery}, largest_first", [ours, *theirs(kind, "largest_first")]


def _kempe(matrix: Any, call: Callable[..., Any], arguments: Any, options: Any) -> Sample:
    from solver.derivatives import Pattern

    pattern = Pattern.of(matrix)
    _ = pattern.transposed
    began = time.perf_counter()
    coloring = call(pattern, *arguments, **options)
    seconds = time.perf_counter() - began
    return Sample(seconds, f"{coloring.k} colors{', proven' if coloring.proven else ''}")


def _scipy(matrix: Any) -> Sample:
    from scipy.optimize._numdiff import group_columns

    began = time.perf_counter()
    groups = group_columns(matrix)
    return Sample(time.perf_counter() - began, f"{groups.max() + 1} colors")


# ------------------------------------------------------------------------------------------- ColPack


def _colpack(stack: ExitStack) -> ColPack | None:
    executable = os.environ.get("KEMPE_COLPACK")
    if executable is None:
        print("  ColPack: left out, $KEMPE_COLPACK names no worker (see colpack_worker.cpp)")
        return None
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    try:
        worker = stack.enter_context(JsonWorker([executable], env=os.environ | {"OMP_NUM_THREADS": "1"}))
    except OSError as error:
        print(f"  ColPack cannot be used: {error}")
        return None
    return ColPack(worker, folder)


@dataclass
class ColPack:
    """Worker process and its matrix."""

    worker: JsonWorker
    folder: Path
    matrix: Any = None
    loaded: int = 0

    def load(self, matrix: Any) -> None:
        """Write the pattern to the file that the worker reads."""
        self.matrix = matrix
        self.loaded += 1
        head = [*matrix.shape, matrix.nnz]
        parts = [np.array(part, np.int32) for part in (head, matrix.indptr, matrix.indices)]
        self._pattern().write_bytes(b"".join(part.tobytes() for part in parts))

    def _pattern(self) -> Path:
        return self.folder / f"{self.loaded}.pattern"

    def sample(self, kind: str, order: str) -> Sample:
        """Return one verified coloring."""
        colors = self.folder / "colors"
        try:
            answer = self.worker.ask(
                kind=kind, order=order, pattern=str(self._pattern()), colors=str(colors)
            )
        except WorkerError as error:
            raise SystemExit(f"ColPack: {error}") from None
        found = np.fromfile(colors, np.int32)
        if (
            kind == "bicoloring"
        ):  # ColPack numbers vertices differently, so this coloring cannot be verified here
            return Sample(answer["seconds"], f"{answer['k']} colors")
        _verify(kind, self.matrix, found)
        return Sample(answer["seconds"], f"{len(np.unique(found))} colors")


def _verify(kind: str, matrix: Any, colors: np.ndarray) -> None:
    from solver import Graph
    from solver.derivatives import Pattern, is_acyclic_coloring, is_star_coloring
    from solver.derivatives.partial_distance2 import is_partial_distance2

    if kind == "columns":
        proper = is_partial_distance2(Pattern.of(matrix), colors)
    else:
        judge = is_star_coloring if kind == "STAR" else is_acyclic_coloring
        proper = judge(Graph.from_scipy(matrix), colors)
    assert proper, f"ColPack's {kind} coloring is wrong"
