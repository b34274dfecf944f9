"""
Studies: modes x topologies x algorithms x people x seeds, on all cores, to a tidy table.

One row is one game. Rows are written as games end, and an interrupted study continues with the missing
ones. A summary of each condition and a comparison of each two have 95% confidence intervals. The
solver's distributed algorithms can be run on the same problems, and the baselines of the arena on graphs
with known answers.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import BrokenExecutor
from pathlib import Path
from typing import Any

from ...processes import Call, as_they_end, why_it_ended
from ..modes import MODES, no_model
from .arguments import read
from .games import (
    BASELINES,
    arena_game,
    arena_games,
    arena_key,
    baseline,
    baseline_key,
    games,
    identity,
    key_of,
    play_one,
)
from .intervals import CONDITION, comparison, summary, write_lines
from .table import read_rows, write_rows


def main(argv: Sequence[str]) -> int:
    """Run ``kempe team study`` and return its exit status."""
    options = read(argv)
    path = Path(options.output)
    rows: list[Mapping[str, Any]] = list({identity(row): row for row in read_rows(path)}.values())
    known = {identity(row) for row in rows}
    tasks = [(key, task) for key, task in _tasks(options) if identity(key) not in known]
    status = _run([task for _, task in tasks], rows, path, options.workers)
    lines = summary(rows)
    write_lines(path.with_suffix(".summary.csv"), lines)
    differences = comparison(rows)
    write_lines(path.with_suffix(".comparison.csv"), differences)
    _print(lines, differences)
    if options.plot:
        from .plot import plot

        plot(Path(options.plot), lines)
    return status


def _tasks(options: argparse.Namespace) -> list[tuple[dict[str, Any], Call]]:
    """Return all games of a study: the columns that identify each, and how it is played."""
    wanted = games(options)
    for mode in dict.fromkeys(one.mode for one in wanted if MODES[one.mode].consults):
        print(f"kempe: warning: {no_model(mode)}", file=sys.stderr)
    tasks: list[tuple[dict[str, Any], Call]] = [(key_of(one), (play_one, (one,))) for one in wanted]
    if options.baselines:
        for topology, seed in dict.fromkeys((one.topology, one.seed) for one in wanted):
            for name in BASELINES:
                run = name, topology, seed
                tasks.append((baseline_key(*run), (baseline, run)))
    tasks += [(arena_key(*game), (arena_game, game)) for game in arena_games(options)]
    # A mode or a seed that is named twice is no second game.
    return list({identity(key): (key, task) for key, task in tasks}.values())


def _run(todo: Sequence[Call], rows: list[Mapping[str, Any]], path: Path, workers: int) -> int:
    """Play the missing games; the table on disk is complete after each game."""
    if not todo:
        return 0
    try:
        for number, (_, future) in enumerate(as_they_end(todo, max(1, workers)), 1):
            rows.append(future.result())
            write_rows(path, rows)
            print(f"\r{number}/{len(todo)} games", end="", file=sys.stderr)
        print(file=sys.stderr)
    except (KeyboardInterrupt, BrokenExecutor) as error:
        print(f"\n{why_it_ended(error)}; the same command continues from {path}", file=sys.stderr)
        return 1
    return 0


def _print(lines: Sequence[Mapping[str, Any]], differences: Sequence[Mapping[str, Any]]) -> None:
    print(
        f"{'condition':<52} {'model':<5} {'games':>5} {'solved':>7}   95% interval  "
        f"{'steps':>6} {'messages':>8}"
    )
    for line in lines:
        name = " ".join(str(line[part]) for part in CONDITION)
        means = ["" if line[name] is None else f"{line[name]:.1f}" for name in ("steps", "messages")]
        print(
            f"{name:<52} {line['model']:<5} {line['games']:>5} {line['solved']:>7.1%}   "
            f"{line['solved_low']:.1%}-{line['solved_high']:.1%}  "
            f"{means[0]:>6} {means[1]:>8}"
        )
    clear = [
        line
        for line in differences
        if line["size"] == "all" and (line["solved_low"] > 0 or line["solved_high"] < 0)
    ]
    if clear:
        print("\nshares that differ on the same games, with 95% interval:")
    for line in clear:
        print(
            f"{line['first']} - {line['second']}: {line['solved']:+.1%}, "
            f"{line['solved_low']:+.1%} to {line['solved_high']:+.1%}, {line['games']} games"
        )
