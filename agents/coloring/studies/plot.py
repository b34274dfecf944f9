"""The shares of games solved as a picture. Needs matplotlib, the extra ``plot``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .intervals import CONDITION


def plot(path: Path, lines: Sequence[Mapping[str, Any]]) -> None:
    """Draw the share of games solved by condition, with intervals."""
    from matplotlib.figure import Figure

    shown = [line for line in lines if line["size"] == "all"]
    names = [" ".join(str(line[name]) for name in CONDITION[:-1]) for line in shown]
    figure = Figure(figsize=(9, 1 + 0.4 * len(shown)), layout="constrained")
    axes = figure.add_subplot()
    for y, line in enumerate(shown):
        low, high = line["solved_low"], line["solved_high"]
        axes.plot([low, high], [y, y], color="tab:blue", linewidth=2)
        axes.plot([line["solved"]], [y], "o", color="tab:blue")
    axes.set_yticks(range(len(shown)), names)
    axes.set_ylim(len(shown) - 0.5, -0.5)
    axes.set_xlim(-0.02, 1.02)
    axes.set_xlabel("share of games solved, with 95% interval")
    figure.savefig(path)
