"""Summaries of the rows: one line for each instance and method."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .figures import seconds_text, with_prefix
from .results import Row


@dataclass(frozen=True)
class Summary:
    """
    Results of one method on one instance, over its seeds.

    Attributes
    ----------
    best_k, mean_k
        Least and mean number of colors of the runs without conflicts; None if there are none.
    hits
        Number of runs that ended with ``best_k`` colors.
    time_to_best, iterations_per_second
        Medians over the hits and over all runs.
    """

    instance: str
    method: str
    target_k: int | None
    n: int
    m: int
    runs: int
    hits: int
    best_k: int | None
    mean_k: float | None
    lower_bound: int
    proven: bool
    best_known_k: int | None
    time_to_best: float | None
    iterations_per_second: float


def summarize(rows: Iterable[Row]) -> list[Summary]:
    """Return a summary for each instance, method and target, in order of appearance."""
    groups: dict[tuple[object, ...], list[Row]] = {}
    for row in rows:
        limits = (row.time_limit, row.max_ticks)
        groups.setdefault((row.instance, row.method, row.target_k, *limits), []).append(row)
    return [_summary(group) for group in groups.values()]


def _summary(group: list[Row]) -> Summary:
    first = group[0]
    proper = [row.k for row in group if row.conflicts == 0]
    best = min(proper, default=None)
    hits = [row for row in group if row.conflicts == 0 and row.k == best]
    times = [row.time_to_best for row in hits if row.time_to_best is not None]
    bound = max(row.lower_bound for row in group)
    return Summary(
        instance=first.instance,
        method=first.method,
        target_k=first.target_k,
        n=first.n,
        m=first.m,
        runs=len(group),
        hits=len(hits),
        best_k=best,
        mean_k=statistics.fmean(proper) if proper else None,
        lower_bound=bound,
        proven=best is not None and best == bound,
        best_known_k=first.best_known_k,
        time_to_best=statistics.median(times) if times else None,
        iterations_per_second=statistics.median(row.iterations_per_second for row in group),
    )


def table(summaries: Sequence[Summary]) -> str:
    """Return the summaries as aligned text."""
    lines = [["instance", "n", "m", "method", "k", "mean", "known", "bound", "hits", "time", "moves/s"]]
    for s in summaries:
        k = "-" if s.best_k is None else str(s.best_k)
        lines.append(
            [
                s.instance,
                str(s.n),
                str(s.m),
                s.method,
                k if s.target_k is None else f"{k} of {s.target_k}",
                "-" if s.mean_k is None else f"{s.mean_k:.1f}",
                "" if s.best_known_k is None else str(s.best_known_k),
                f"{s.lower_bound} proven" if s.proven else str(s.lower_bound),
                f"{s.hits}/{s.runs}",
                "-" if s.time_to_best is None else seconds_text(s.time_to_best),
                with_prefix(s.iterations_per_second) if s.iterations_per_second else "-",
            ]
        )
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    left = {0, 3}
    return "\n".join(
        "  ".join(
            text.ljust(width) if i in left else text.rjust(width)
            for i, (text, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )
