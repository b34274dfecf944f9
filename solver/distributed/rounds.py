"""
Coloring a graph in shards, none of which knows more of the others than the colors at its boundary.

The framework of Bozdağ et al. [1]_, after Gebremedhin and Manne [2]_, with synchronous supersteps. In a
superstep each shard colors a chunk of its vertices by first-fit, as if nobody else were at work, and
tells its neighbors; two neighbors in different shards that were colored in the same superstep may now
have one color, and then the one of lower degree gives way. Unlike in the paper, it is colored again in
the next superstep, not in a next round when all others have a color, and degrees come before chance.
R-MAT graph of scale 18 in 16 shards, 16 supersteps, where first-fit takes 164 colors: 205 colors after
45 supersteps as in the paper, 193 after 91 with degrees, 146 after 32 with both. Small chunks leave few
conflicts, and many supersteps cost many messages.

A superstep is a function of a shard, its state, and its neighbors' messages: which worker makes it,
when, or how often, makes no difference to the coloring. Messages go to all neighbors alike: one
for each pair of shards would make the number of tasks quadratic.

.. [1] Bozdağ, Gebremedhin, Manne, Boman and Çatalyürek (2008). A framework for scalable greedy coloring
   on distributed-memory parallel computers. doi:10.1016/j.jpdc.2007.08.002
.. [2] Gebremedhin and Manne (2000). Scalable parallel graph coloring algorithms.
   doi:10.1002/1096-9128(200010)12:12<1131::AID-CPE528>3.0.CO;2-2
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..clock import Clock
from ..errors import InputError, KempeError
from . import superstep
from .executors import Executor, Task, Where, opened
from .shards import Shards
from .superstep import Standing, Totals

#: Supersteps between two looks at how many vertices may have to give way yet.
TAIL = 4


@dataclass(frozen=True)
class RoundsProgress:
    """
    How far a coloring in shards has come.

    Attributes
    ----------
    seconds
        Wall time since the call.
    supersteps
        Made so far.
    left
        Vertices that may have to give way yet.
    """

    seconds: float
    supersteps: int
    left: int


@dataclass(frozen=True, eq=False)
class ShardedColoring:
    """
    A proper coloring of a graph in shards.

    Attributes
    ----------
    colors
        int32[n], from 0; None if it was written to files instead.
    k
        Number of colors.
    supersteps
        It took.
    recolored
        Vertices that gave way to a neighbor, each time counted.
    bytes_sent
        From shard to shard, for coloring; each message counts once for each neighbor.
    bytes_checked
        Likewise for the final check.
    seconds
        Wall time.
    """

    colors: NDArray[np.int32] | None
    k: int
    supersteps: int
    recolored: int
    bytes_sent: int
    bytes_checked: int
    seconds: float


def color(
    shards: Shards | str | os.PathLike[str],
    *,
    supersteps: int = 16,
    seed: int = 0,
    output: str | os.PathLike[str] | None = None,
    workers: int | None = None,
    executor: Where = None,
    progress: Callable[[RoundsProgress], None] | None = None,
) -> ShardedColoring:
    """
    Color a graph in shards, in processes here or on a Dask cluster, whose workers see the folder.

    Parameters
    ----------
    shards
        From :func:`solver.distributed.cut`, or their folder.
    supersteps
        In which every vertex is colored once; a few more follow, for those that gave way.
    seed
        Decides which of two neighbors gives way.
    output
        Folder for the colors, ``0.npy``, ``1.npy``, ..., int32, one file a shard, written by the
        workers; if omitted, the caller gets them all.
    workers, executor
        As for :func:`solver.distributed.race`.
    progress
        Called after each round.

    Returns
    -------
    ShardedColoring
        Verified, each shard with the numbers that its neighbors have at the end. The colors depend on
        the shards, ``supersteps`` and ``seed`` alone. A worker needs its shard's rows, which are mapped
        from the file, and 8 bytes for each of its vertices and ghosts.

    Raises
    ------
    InputError
        If an argument is out of range or the folder has no shards.
    KempeError
        If a task lost its worker time and again.

    Examples
    --------
    >>> import solver, tempfile
    >>> graph = solver.generators.road(100, seed=1)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     shards = solver.distributed.cut(graph, folder, 4)
    ...     result = solver.distributed.color(shards, workers=2)
    >>> solver.is_proper(graph, result.colors)
    True
    """
    if supersteps < 1:
        raise InputError(f"supersteps = {supersteps}, expected at least 1")
    if seed < 0:
        raise InputError(f"seed = {seed}, expected at least 0")
    whole = shards if isinstance(shards, Shards) else Shards.open(shards)
    if output is not None:
        Path(output).mkdir(parents=True, exist_ok=True)
    with opened(executor, workers) as where:
        return _Rounds(whole, where, seed).hold(supersteps, output, progress)


# ------------------------------------------------------------------------------------- at the caller


class _Rounds:
    """One call of :func:`color`; for each shard the task of its last superstep, and of its message."""

    def __init__(self, shards: Shards, where: Executor, seed: int) -> None:
        self.shards, self.where, self.seed = shards, where, seed
        self.each = range(shards.count)
        self.steps: list[Task] = [where.submit(superstep.begin, shards, i) for i in self.each]
        self.messages = self._messages()
        self.made = 0

    def hold(
        self,
        supersteps: int,
        output: str | os.PathLike[str] | None,
        progress: Callable[[RoundsProgress], None] | None,
    ) -> ShardedColoring:
        clock = Clock()
        self._make(supersteps, supersteps)
        standings = self._standings()
        while left := sum(standing.recent for standing in standings):
            if progress is not None:
                progress(RoundsProgress(clock.seconds(), self.made, left))
            self._make(supersteps, TAIL)
            standings = self._standings()
        totals = self._verified()
        used = functools.reduce(np.union1d, [t.used for t in totals], np.empty(0, np.int32))
        return ShardedColoring(
            colors=self._colors(used, output),
            k=len(used),
            supersteps=self.made,
            recolored=sum(standing.recolored for standing in standings),
            bytes_sent=sum(standing.sent for standing in standings),
            bytes_checked=sum(t.received for t in totals),
            seconds=clock.seconds(),
        )

    def _make(self, chunks: int, supersteps: int) -> None:
        """Make so many supersteps."""
        for _ in range(supersteps):
            part = (self.made, chunks)
            self.steps = [
                self.where.submit(
                    superstep.make, self.shards, i, self.seed, part, self.steps[i], *self._heard(i)
                )
                for i in self.each
            ]
            self.messages = self._messages()
            self.made += 1

    def _messages(self) -> list[Task]:
        return [self.where.submit(superstep.told, step) for step in self.steps]

    def _heard(self, i: int) -> list[Task]:
        return [self.messages[j] for j in self.shards.neighbors[i]]

    def _standings(self) -> list[Standing]:
        tasks = [self.where.submit(superstep.standing, step) for step in self.steps]
        return [task.result() for task in tasks]

    def _verified(self) -> list[Totals]:
        """Have each shard check its edges against what its neighbors have at the end."""
        self.messages = [
            self.where.submit(superstep.boundary, self.shards, i, self.steps[i]) for i in self.each
        ]
        tasks = [
            self.where.submit(superstep.check, self.shards, i, self.steps[i], *self._heard(i))
            for i in self.each
        ]
        totals: list[Totals] = [task.result() for task in tasks]
        for i, shard in enumerate(totals):
            if shard.conflicts or shard.uncolored:
                raise KempeError(
                    f"shard {i}: {shard.conflicts} conflicts, {shard.uncolored} vertices uncolored; "
                    "please report this"
                )
        return totals

    def _colors(
        self, used: NDArray[np.int32], output: str | os.PathLike[str] | None
    ) -> NDArray[np.int32] | None:
        path = None if output is None else os.path.abspath(output)
        tasks = [self.where.submit(superstep.final, i, self.steps[i], used, path) for i in self.each]
        parts = [task.result() for task in tasks]
        return np.concatenate(parts) if output is None else None
