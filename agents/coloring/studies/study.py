"""
Studies: modes x topologies x algorithms x people x seeds, on all cores, to a tidy table.

One row is one game. Rows are written as games end, and an interrupted study continues with the missing
ones. A summary of each condition and a comparison of each two have 95% confidence intervals. The
solver's distributed algorithms can be run on the same problems, and the baselines of the arena on graphs
with known answers.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from ...errors import InputError, expected
from ..conformance import ALGORITHMS, CONFORMANCE
from ..modes import MODES
from ..tasks.instances import PALETTES, TOPOLOGIES
from .games import (
    BASELINES,
    SEATS,
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

Task = tuple[Callable[..., dict[str, Any]], tuple[Any, ...]]


def plot(path: Path, lines: Sequence[Mapping[str, Any]]) -> None:
    """Draw the share of games solved by condition, with intervals."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise InputError("--plot: expected matplotlib: pip install 'kempe[plot]'") from None
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


# ------------------------------------------------------------------------------------------- command


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="kempe team study", description="Play many games, and measure them."
    )
    parser.add_argument(
        "--output", required=True, metavar="F.csv", help="the table; goes on if it exists"
    )
    parser.add_argument("--mode", nargs="+", choices=MODES, default=["RB"])
    parser.add_argument("--topology", nargs="+", default=[], metavar="T")
    parser.add_argument("--problems", type=int, default=0, metavar="N", help="random games to add")
    parser.add_argument("--problem-seed", type=int, default=0, metavar="N")
    parser.add_argument("--algorithm", nargs="+", choices=ALGORITHMS, default=["greedy"])
    parser.add_argument("--conformance", nargs="+", choices=tuple(CONFORMANCE), default=["product"])
    parser.add_argument("--human", nargs="+", default=["emulator"], metavar="H")
    parser.add_argument("--seed", nargs="+", type=int, default=[0], metavar="N")
    parser.add_argument("--max-steps", type=int, default=50, metavar="N")
    parser.add_argument("--baselines", action="store_true", help="run DSA(-C), MGM(-2) and Max-Sum too")
    arena = parser.add_argument_group(
        "arena", "games on graphs with known chromatic numbers, one agent at each node"
    )
    arena.add_argument(
        "--arena", nargs="+", choices=TOPOLOGIES, default=[], metavar="T", help=", ".join(TOPOLOGIES)
    )
    arena.add_argument(
        "--sizes",
        nargs="+",
        type=int,
        default=[4, 8, 16],
        metavar="N",
        help="numbers of agents (default: 4 8 16)",
    )
    arena.add_argument(
        "--palette",
        choices=PALETTES,
        default="tight",
        help="as many colors as the graph needs, or one more than its largest degree",
    )
    arena.add_argument(
        "--seats",
        nargs="+",
        choices=SEATS,
        default=list(SEATS),
        metavar="S",
        help=f"{', '.join(SEATS)} (default: all)",
    )
    parser.add_argument("--workers", type=int, default=os.cpu_count(), metavar="N")
    parser.add_argument("--plot", metavar="F.png", help="file for a plot of the shares solved")
    return parser


def main(argv: Sequence[str]) -> int:
    """Run ``kempe team study`` and return its exit status."""
    options = _parser().parse_args(list(argv))
    path = Path(options.output)
    if options.workers is not None and options.workers < 1:
        raise expected("--workers", options.workers, "an integer >= 1")
    for name, file in (("--output", path), ("--plot", Path(options.plot or path))):
        if not file.absolute().parent.is_dir():
            raise expected(name, str(file), "a file in an existing folder")
    rows: list[Mapping[str, Any]] = list(read_rows(path))
    known = {identity(row) for row in rows}
    tasks = [(key, task) for key, task in _tasks(options) if identity(key) not in known]
    status = _run([task for _, task in tasks], rows, path, options.workers)
    lines = summary(rows)
    write_lines(path.with_suffix(".summary.csv"), lines)
    differences = comparison(rows)
    write_lines(path.with_suffix(".comparison.csv"), differences)
    _print(lines, differences)
    if options.plot:
        plot(Path(options.plot), lines)
    return status


def _tasks(options: argparse.Namespace) -> list[tuple[dict[str, Any], Task]]:
    """Return all games of a study: the columns that identify each, and how it is played."""
    wanted = games(options)
    if any(one.human.partition(":")[0] == "terminal" for one in wanted):
        raise expected("--human", "terminal", "none, emulator or script:FILE")
    tasks: list[tuple[dict[str, Any], Task]] = [(key_of(one), (play_one, (one,))) for one in wanted]
    if options.baselines:
        for topology, seed in dict.fromkeys((one.topology, one.seed) for one in wanted):
            for name in BASELINES:
                run = name, topology, seed
                tasks.append((baseline_key(*run), (baseline, run)))
    tasks += [(arena_key(*game), (arena_game, game)) for game in arena_games(options)]
    return tasks


def _run(todo: Sequence[Task], rows: list[Mapping[str, Any]], path: Path, workers: int) -> int:
    """Play the missing games; the table on disk is complete after each game."""
    if not todo:
        return 0
    pool = ProcessPoolExecutor(max_workers=max(1, workers))
    try:
        futures = [pool.submit(function, *arguments) for function, arguments in todo]
        for number, future in enumerate(as_completed(futures), 1):
            rows.append(future.result())
            write_rows(path, rows)
            print(f"\r{number}/{len(futures)} games", end="", file=sys.stderr)
        print(file=sys.stderr)
    except KeyboardInterrupt:
        pool.shutdown(wait=False, cancel_futures=True)
        print(f"\ninterrupted; the same command continues from {path}", file=sys.stderr)
        return 1
    pool.shutdown()
    return 0


def _print(lines: Sequence[Mapping[str, Any]], differences: Sequence[Mapping[str, Any]]) -> None:
    print(f"{'condition':<52} {'games':>5} {'solved':>7}   95% interval  {'steps':>6} {'messages':>8}")
    for line in lines:
        name = " ".join(str(line[part]) for part in CONDITION)
        means = ["" if line[name] is None else f"{line[name]:.1f}" for name in ("steps", "messages")]
        print(
            f"{name:<52} {line['games']:>5} {line['solved']:>7.1%}   "
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
