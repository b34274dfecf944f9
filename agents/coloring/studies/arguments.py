"""
The arguments of ``kempe team study``.

An argument that would have no effect is refused: those of the arena without ``--arena``, and those of
teams where only the arena is played.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from solver.benchmark.plot import check_plot
from solver.command.parser import Parser

from ...errors import expected
from ..conformance import ALGORITHMS, CONFORMANCE
from ..modes import MODES
from ..tasks.instances import LARGEST, PALETTES, TOPOLOGIES
from .games import SEATS

#: Arguments of teams' games and of the arena's, with what they are if they are not given.
TEAMS: dict[str, Any] = {
    "mode": ["RB"],
    "algorithm": ["greedy"],
    "conformance": ["product"],
    "human": ["emulator"],
    "max_steps": 50,
    "baselines": False,
}
ARENAS: dict[str, Any] = {"sizes": [4, 8, 16], "palette": "tight", "seats": list(SEATS)}


def read(argv: Sequence[str]) -> argparse.Namespace:
    """Return the arguments, complete; refuse illegal ones and those without effect."""
    options = _parser().parse_args(list(argv))
    _check_values(options)
    _check_files(options)
    if not options.arena:
        _refuse(options, ARENAS, "--arena beside it")
    elif not options.topology and options.problems is None:
        _refuse(options, TEAMS, "--topology or --problems beside it, since the arena plays no teams")
    if options.problems is None:
        _refuse(options, {"problem_seed": 0}, "--problems beside it")
    for name, value in {**TEAMS, **ARENAS, "problem_seed": 0, "problems": 0}.items():
        if getattr(options, name) is None:
            setattr(options, name, value)
    return options


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="kempe team study", description="Play many games, and measure them.")
    parser.add_argument(
        "--output", required=True, metavar="F.csv", help="the table; goes on if it exists"
    )
    parser.add_argument("--mode", nargs="+", choices=MODES, help="default: RB")
    parser.add_argument(
        "--topology", nargs="+", default=[], metavar="T", help="default: study, without --problems"
    )
    parser.add_argument(
        "--problems", type=int, metavar="N", help="number of random games, beside --topology"
    )
    parser.add_argument("--problem-seed", type=int, metavar="N", help="seed of these games (default: 0)")
    parser.add_argument("--algorithm", nargs="+", choices=ALGORITHMS, help="default: greedy")
    parser.add_argument("--conformance", nargs="+", choices=tuple(CONFORMANCE), help="default: product")
    parser.add_argument("--human", nargs="+", metavar="H", help="default: emulator")
    parser.add_argument("--seed", nargs="+", type=int, default=[0], metavar="N", help="default: 0")
    parser.add_argument("--max-steps", type=int, metavar="N", help="default: 50")
    parser.add_argument(
        "--baselines", action="store_true", default=None, help="run DSA(-C), MGM(-2) and Max-Sum too"
    )
    _add_arena(parser)
    parser.add_argument("--workers", type=int, default=os.cpu_count(), metavar="N")
    parser.add_argument("--plot", metavar="F.png", help="file for a plot of the shares solved")
    return parser


def _add_arena(parser: argparse.ArgumentParser) -> None:
    arena = parser.add_argument_group(
        "arena", "games on graphs with known chromatic numbers, one agent at each node"
    )
    arena.add_argument(
        "--arena", nargs="+", choices=TOPOLOGIES, default=[], metavar="T", help=", ".join(TOPOLOGIES)
    )
    arena.add_argument(
        "--sizes", nargs="+", type=int, metavar="N", help="numbers of agents (default: 4 8 16)"
    )
    arena.add_argument(
        "--palette",
        choices=PALETTES,
        help="as many colors as the graph needs (tight, the default), or one more than its largest "
        "degree",
    )
    arena.add_argument(
        "--seats", nargs="+", choices=SEATS, metavar="S", help=f"{', '.join(SEATS)} (default: all)"
    )


def _check_values(options: argparse.Namespace) -> None:
    for name, least in (("problems", 1), ("problem_seed", 0), ("max_steps", 1), ("workers", 1)):
        value = getattr(options, name)
        if value is not None and value < least:
            raise expected(_flag(name), value, f"an integer >= {least}")
    for seed in options.seed:
        if not 0 <= seed < 2**63:
            raise expected("--seed", seed, "integers in [0, 2**63)")
    for size in options.sizes or ():
        if not 4 <= size <= LARGEST:
            raise expected("--sizes", size, f"integers in [4, {LARGEST}]")
    for human in options.human or ():
        if human.partition(":")[0] in ("terminal", "page"):
            raise expected("--human", human, "none, emulator or script:FILE")


def _check_files(options: argparse.Namespace) -> None:
    for name, file in (("--output", options.output), ("--plot", options.plot)):
        if file is not None and not Path(file).absolute().parent.is_dir():
            raise expected(name, file, "a file in an existing folder")
    if options.plot is not None:
        check_plot(options.plot)


def _refuse(options: argparse.Namespace, names: dict[str, Any], legal: str) -> None:
    """Refuse arguments that would have no effect."""
    for name in names:
        value = getattr(options, name)
        if value is not None:
            text = " ".join(map(str, value)) if isinstance(value, list) else value
            raise expected(_flag(name), text, legal)


def _flag(name: str) -> str:
    return "--" + name.replace("_", "-")
