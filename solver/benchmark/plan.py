"""Which runs a benchmark consists of: its graphs, found and named, times methods times seeds."""

from __future__ import annotations

import functools
import itertools
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..errors import InputError
from ..graphs.formats.load import name_of
from .best_known import BestKnown, beside, read_best_known

#: What is taken from a folder. Files with ambiguous suffixes (``.txt``, ``.csv``) must be named.
FOLDER_SUFFIXES = (".col", ".col.b", ".mtx", ".graph", ".edges", ".el")
COMPRESSIONS = ("", ".gz", ".xz", ".bz2")


@dataclass(frozen=True)
class Task:
    """One run to do: what identifies its row, and what else it takes."""

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
        """As that of the row."""
        return (
            *(self.instance, self.method, self.seed),
            *(self.time_limit, self.max_ticks, self.target_k),
        )


def find_sources(names: Iterable[str]) -> list[str]:
    """
    Files and specs, with each folder replaced by the graph files below it.

    Raises
    ------
    InputError
        If something does not exist, a folder has no graphs, or two sources have one name: rows are
        told apart by it.
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
                raise InputError(f"no graph files ({' '.join(FOLDER_SUFFIXES)}) below it", path=name)
            found.extend(inside)
        elif generators.is_spec(name) or Path(name).is_file():
            found.append(name)
        else:
            raise InputError("no such file or folder", path=name)
    found = list(dict.fromkeys(found))
    by_name: dict[str, str] = {}
    for source in found:
        if (other := by_name.setdefault(name_of(source), source)) != source:
            raise InputError(f"{other} and {source} are both named {name_of(source)}; give only one")
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
    The runs of a benchmark, all methods and seeds of one instance after another.

    Parameters
    ----------
    sources
        As :func:`find_sources` returns them.
    methods
        See :func:`solver.color`.
    seeds
        One run for each.
    time_limit, max_ticks
        Of each run; see :func:`solver.color`.
    k
        Stop at so many colors. ``"best"`` means the best-known number, ``"best+1"`` one more.
    best_known
        File for :func:`read_best_known`. By default ``best_known.csv`` beside each graph file or in
        the folder above.
    colorings
        Folder to write each coloring to.
    """
    from ..portfolio.request import DEFAULT_SECONDS
    from ..portfolio.shares import METHODS

    for method in methods:
        if method not in METHODS:
            raise InputError(f"methods: {method!r}, expected some of {', '.join(METHODS)}")
    if time_limit is None and max_ticks is None:
        time_limit = DEFAULT_SECONDS
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
                raise InputError(f"k = {k}: no best-known number of colors for {name}")
            target = best.k + surplus
        tasks += [
            Task(name, method, seed, time_limit, max_ticks, target, source, best, colorings)
            for method, seed in itertools.product(methods, seeds)
        ]
    return tasks


def _surplus(k: int | str | None) -> int | None:
    if k is None or isinstance(k, int):
        if k is not None and k < 1:
            raise InputError(f"k = {k}, expected at least 1")
        return None
    head, _, tail = k.partition("+")
    if head != "best" or (k != "best" and not tail.isdecimal()):
        raise InputError(f"k = {k!r}, expected a number, best or best+N")
    return int(tail or 0)
