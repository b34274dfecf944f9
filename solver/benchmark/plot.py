"""The rows as a picture: how many colors, and how soon. Needs matplotlib, the extra ``plot``."""

from __future__ import annotations

import os
import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import InputError
from .results import Row

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Okabe and Ito's colors, told apart by every kind of eye, and a shape each for print.
STYLES = (
    ("#0072B2", "o"),
    ("#D55E00", "s"),
    ("#009E73", "D"),
    ("#CC79A7", "^"),
    ("#E69F00", "v"),
    ("#56B4E9", "P"),
    ("#000000", "X"),
)


def check_plot(path: str | os.PathLike[str]) -> None:
    """Complain before hours of runs, not after."""
    try:
        from matplotlib.backend_bases import FigureCanvasBase
    except ImportError:
        raise InputError("plot: needs matplotlib; pip install 'kempe[plot]'") from None
    known = FigureCanvasBase.get_supported_filetypes()
    suffix = Path(path).suffix.lstrip(".").lower()
    if suffix not in known:
        raise InputError(f"suffix {suffix!r}, expected one of {', '.join(sorted(known))}", path=path)


def plot(rows: Sequence[Row], path: str | os.PathLike[str]) -> None:
    """
    Draw one line for each instance: colors on the left, time on the right, one mark a run.

    Colors are counted from the best known number, or from the lower bound where none is known. A run
    that missed its target is a cross at the time when it gave up.
    """
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    instances = list(dict.fromkeys(row.instance for row in rows))
    methods = list(dict.fromkeys(row.method for row in rows))
    band = 0.6 if len(methods) > 1 else 0.0
    height = 1.6 + len(instances) * max(0.32, 0.16 * len(methods))
    figure = Figure(figsize=(9, height), layout="constrained")
    left, right = figure.subplots(1, 2, sharey=True, width_ratios=(1, 1))
    for i, method in enumerate(methods):
        offset = band * ((i + 0.5) / len(methods) - 0.5)
        color, marker = STYLES[i % len(STYLES)]
        for y, instance in enumerate(instances):
            group = [row for row in rows if (row.method, row.instance) == (method, instance)]
            gaps = [row.k - _reference(row)[0] for row in group if row.conflicts == 0]
            times = [row.time_to_best for row in group if row.time_to_best is not None]
            _marks(left, gaps, y + offset, color, marker)
            _marks(right, [max(t, 1e-4) for t in times], y + offset, color, marker)
            for row in group:
                if row.conflicts:
                    at = (row.k - _reference(row)[0], row.seconds)
                    for axes, x in zip((left, right), at, strict=True):
                        axes.plot(x, y + offset, "x", color=color, markersize=6, zorder=3)
        left.plot([], [], marker, color=color, label=method)
    if any(row.conflicts for row in rows):
        left.plot([], [], "x", color="0.3", label="target missed")
    references = [_reference(next(row for row in rows if row.instance == name))[1] for name in instances]
    labels = [f"{name}  {text}" for name, text in zip(instances, references, strict=True)]
    left.set_yticks(range(len(instances)), labels)
    left.set_ylim(len(instances) - 0.5, -0.5)
    left.xaxis.set_major_locator(MaxNLocator(integer=True))
    left.axvline(0, color="0.6", linewidth=1, zorder=1)
    left.margins(x=0.08)
    bounds = any(text.startswith("≥") for text in references)
    left.set_xlabel("colors above the number beside the name" + (" (≥: a bound)" if bounds else ""))
    right.set_xscale("log")
    right.set_xlabel("seconds until it was found")
    for axes in (left, right):
        axes.grid(axis="x", color="0.9", linewidth=0.8)
        axes.set_axisbelow(True)
        axes.spines[["top", "right", "left"]].set_visible(False)
        axes.tick_params(axis="y", length=0)
    figure.legend(loc="outside upper center", ncols=min(len(methods) + 1, 5), frameon=False)
    figure.savefig(path, dpi=150)


def _reference(row: Row) -> tuple[int, str]:
    if row.best_known_k is not None:
        return row.best_known_k, str(row.best_known_k)
    return row.lower_bound, f"≥{row.lower_bound}"


def _marks(axes: Axes, values: Sequence[float], y: float, color: str, marker: str) -> None:
    """Each run faint, their range a line, their median strong."""
    if not values:
        return
    axes.plot(values, [y] * len(values), marker, color=color, alpha=0.3, markersize=4, zorder=2)
    axes.plot([min(values), max(values)], [y, y], color=color, linewidth=1.2, zorder=2)
    axes.plot(statistics.median(values), y, marker, color=color, markersize=6, zorder=3)
