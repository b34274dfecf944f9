"""The rows as a picture: number of colors, and time to them. Needs matplotlib, the extra ``plot``."""

from __future__ import annotations

import math
import os
import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import InputError
from ..graphs.formats.replacing import replacing
from .results import Row

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Colors of Okabe and Ito, which color-blind readers can tell apart, each with a shape for print.
STYLES = (
    ("#0072B2", "o"),
    ("#D55E00", "s"),
    ("#009E73", "D"),
    ("#CC79A7", "^"),
    ("#E69F00", "v"),
    ("#56B4E9", "P"),
    ("#000000", "X"),
)
SHORTEST = 1e-4  # seconds; a logarithmic axis has no zero


def check_plot(path: str | os.PathLike[str]) -> None:
    """Raise an error if the picture cannot be drawn; called before the runs."""
    try:
        from matplotlib.backend_bases import FigureCanvasBase
    except ImportError:
        raise InputError("a plot needs matplotlib: pip install 'kempe[plot]'") from None
    known = FigureCanvasBase.get_supported_filetypes()
    suffix = Path(path).suffix.lstrip(".").lower()
    if suffix not in known:
        raise InputError(f"suffix {suffix!r}: expected one of {', '.join(sorted(known))}", path=path)


def plot(rows: Sequence[Row], path: str | os.PathLike[str]) -> None:
    """
    Draw one line for each instance: quality on the left, time on the right, one mark per run.

    Quality is the number of colors above the best-known one, or above the lower bound if none is known;
    with a target, the conflicts left. A run that missed its target is a cross at the time it ended.
    """
    from matplotlib.figure import Figure
    from matplotlib.ticker import FuncFormatter, MaxNLocator, NullFormatter

    instances = list(dict.fromkeys(row.instance for row in rows))
    methods = list(dict.fromkeys(row.method for row in rows))
    height = 1.6 + len(instances) * max(0.32, 0.16 * len(methods))
    figure = Figure(figsize=(9, height), layout="constrained")
    left, right = figure.subplots(1, 2, sharey=True)
    for i, method in enumerate(methods):
        offset = 0.6 * ((i + 0.5) / len(methods) - 0.5)
        for y, instance in enumerate(instances):
            group = [row for row in rows if (row.method, row.instance) == (method, instance)]
            for axes, value in ((left, _quality), (right, _seconds)):
                _marks(axes, [(value(row), row.conflicts == 0) for row in group], y + offset, _style(i))
        left.plot([], [], _style(i)[1], color=_style(i)[0], label=method)
    if any(row.conflicts for row in rows):
        left.plot([], [], "x", color="0.3", label="target missed")
    firsts = [next(row for row in rows if row.instance == instance) for instance in instances]
    left.set_yticks(range(len(instances)), [f"{row.instance}  {_reference(row)[1]}" for row in firsts])
    left.set_ylim(len(instances) - 0.5, -0.5)
    left.xaxis.set_major_locator(MaxNLocator(integer=True))
    worst, best = (pick(map(_quality, rows)) for pick in (max, min))
    left.set_xlim(min(best, 0) - 0.5, max(worst, 1) + 0.5)
    left.axvline(0, color="0.6", linewidth=1, zorder=1)
    left.set_xlabel(_quality_label(firsts))
    right.set_xscale("log")
    times = [math.log10(_seconds(row)) for row in rows]
    right.set_xlim(10 ** (math.floor(min(times)) - 0.1), 10 ** (math.ceil(max(times)) + 0.1))
    right.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:g}"))
    right.xaxis.set_minor_formatter(NullFormatter())
    right.set_xlabel("seconds to the coloring")
    for axes in (left, right):
        axes.grid(axis="x", color="0.9", linewidth=0.8)
        axes.set_axisbelow(True)
        axes.spines[["top", "right", "left"]].set_visible(False)
        axes.tick_params(axis="y", length=0)
    figure.legend(loc="outside upper center", ncols=min(len(methods) + 1, 5), frameon=False)
    with replacing(path) as unfinished:
        figure.savefig(unfinished, dpi=150)


def _style(i: int) -> tuple[str, str]:
    # From the eighth method on, colors repeat with other shapes.
    return STYLES[i % len(STYLES)][0], STYLES[(i + i // len(STYLES)) % len(STYLES)][1]


def _reference(row: Row) -> tuple[int, str]:
    if row.target_k is not None:
        return row.target_k, f"k = {row.target_k}"
    if row.best_known_k is not None:
        return row.best_known_k, str(row.best_known_k)
    return row.lower_bound, f"≥{row.lower_bound}"


def _quality(row: Row) -> int:
    return row.conflicts if row.target_k is not None else row.k - _reference(row)[0]


def _quality_label(rows: Sequence[Row]) -> str:
    if rows[0].target_k is not None:
        return "conflicts left"
    if all(row.best_known_k is not None for row in rows):
        return "colors above the best-known number"
    return "colors above the best-known number (≥: above a lower bound)"


def _seconds(row: Row) -> float:
    return max(row.seconds if row.time_to_best is None else row.time_to_best, SHORTEST)


def _marks(axes: Axes, values: Sequence[tuple[float, bool]], y: float, style: tuple[str, str]) -> None:
    """Draw each run faintly, the range of the successful ones as a line, and their median."""
    color, marker = style
    good = [value for value, success in values if success]
    missed = [value for value, success in values if not success]
    axes.plot(missed, [y] * len(missed), "x", color=color, markersize=6, zorder=3)
    if good:
        axes.plot(good, [y] * len(good), marker, color=color, alpha=0.3, markersize=4, zorder=2)
        axes.plot([min(good), max(good)], [y, y], color=color, linewidth=1.2, zorder=2)
        axes.plot(statistics.median(good), y, marker, color=color, markersize=6, zorder=3)
