"""The runs of a benchmark: its graphs, times methods, times seeds."""

from __future__ import annotations

import functools
import itertools
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..errors import InputError, expected
from ..graphs.formats.load import name_of
from .best_known import BestKnown, beside, read_best_known

#: Suffixes of files taken from a folder; files with others (``.txt``, ``.csv``) must be named.
FOLDER_SUFFIXES = (".col", ".col.b", ".mtx", ".graph", ".edges", ".el")
COMPRESSIONS = ("", ".gz", ".xz", ".bz2")


@dataclass(frozen=True)
class Task:
    """One run: the arguments that identify its row, and the others."""

    instance: str
    method: str
    seed: int
    time_limit: float | None
    max_ticks: int | None
    target_k: int | None
    source: str
    best_known: BestKnown | None = None
    colorings: str | None = None

    @property
    def key(self) -> tuple[object, ...]:
        """Arguments that identify the run, as in its row."""
        return (
            *(self.instance, self.method, self.seed),
            *(self.time_limit, self.max_ticks, self.target_k),
        )


def find_sources(names: Iterable[str]) -> list[str]:
    """
    Return files and specifications, with each folder replaced by the graph files in it.

    Raises
    ------
    InputError
        If a file does not exist, a folder has no graph files, or two graphs have the same name, by
        which rows are identified.
    """
    from ..graphs import generators
    from ..graphs.formats.folder import is_graph

    found: list[str] = []
    for name in names:
        if is_graph(name):
            found.append(name)
        elif Path(name).is_dir():
            inside = sorted(str(path) for path in Path(name).rglob("*") if _is_graph_file(path))
            if not inside:
                raise InputError(
                    f"no graph files ({' '.join(FOLDER_SUFFIXES)}) in the folder", path=name
                )
            found.extend(inside)
        elif generators.is_spec(name) or Path(name).is_file():
            found.append(name)
        else:
            raise InputError("no such file or folder", path=name)
    found = list(dict.fromkeys(found))
    by_name: dict[str, str] = {}
    for source in found:
        if (other := by_name.setdefault(name_of(source), source)) != source:
            raise InputError(
                f"{other} and {source} are both named {name_of(source)}: expected one of them"
            )
    return found


def _is_graph_file(path: Path) -> bool:
    from ..graphs.formats.folder import is_graph

    endings = tuple(a + b for a, b in itertools.product(FOLDER_SUFFIXES, COMPRESSIONS))
    return is_graph(path) or (path.is_file() and path.name.lower().endswith(endings))


def plan(
    sources: Sequence[str],
    *,
    methods: Sequence[str] = ("auto",),
    seeds: Iterable[int] = (0,),
    time_limit: float | None = None,
    max_ticks: int | None = None,
    k: int | str | None = None,
    best_known: str | os.PathLike[str] | None = None,
    colorings: str | None = None,
) -> list[Task]:
    """
    Return the runs of a benchmark, all methods and seeds of one instance after another.

    Parameters
    ----------
    sources
        Result of :func:`find_sources`.
    methods
        Methods of :func:`solver.color`.
    seeds
        Seeds; there is one run for each.
    time_limit, max_ticks
        Limits of each run; see :func:`solver.color`.
    k
        Number of colors that suffices. ``"best"`` is the best-known number, ``"best+1"`` one more.
    best_known
        File for :func:`read_best_known`; by default ``best_known.csv`` in the folder of each graph file
        or in its parent.
    colorings
        Folder to which each coloring is written.
    """
    from ..portfolio.request import checked_limits, checked_method

    for method in methods:
        checked_method("methods", method)
    limits = checked_limits(time_limit, max_ticks)
    surplus = _surplus(k)
    given = None if best_known is None else read_best_known(best_known)
    read = functools.cache(read_best_known)
    seeds = list(seeds)
    tasks = []
    for source in sources:
        name = name_of(source)
        known = given
        if known is None:
            file = beside(source)
            known = {} if file is None else read(file)
        best = known.get(name.lower())
        target = k if isinstance(k, int) else None
        if surplus is not None:
            if best is None:
                raise expected("k", k, f"an integer: no best-known number of colors for {name}")
            target = best.k + surplus
        tasks += [
            Task(name, method, seed, limits.seconds, limits.ticks, target, source, best, colorings)
            for method, seed in itertools.product(methods, seeds)
        ]
    return tasks


def _surplus(k: int | str | None) -> int | None:
    """Return how many colors ``k`` is above the best-known number; None if it is a number itself."""
    if k is None or isinstance(k, int):
        if k is not None and k < 1:
            raise expected("k", k, "an integer >= 1")
        return None
    head, _, tail = k.partition("+")
    if head != "best" or (k != "best" and not tail.isdecimal()):
        raise expected("k", k, "an integer, best or best+N")
    return int(tail or 0)
