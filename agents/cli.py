"""
The command ``vvm``: runs a world of random agents (phase 1) or of agents with a model (phase 2).

Without a phase it runs phase 1. ``kempe world`` verifies and replays the traces.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Callable, Sequence

from solver.command.parser import Parser

from .errors import KempeError

_HELP_FLAGS = ("-h", "--help")


def main(argv: Sequence[str] | None = None) -> int:
    """Run ``vvm`` and return its exit status."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if not arguments or (arguments[0].startswith("-") and arguments[0] not in _HELP_FLAGS):
        arguments.insert(0, "phase1")
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        options = _parser().parse_args(arguments)
        command: Callable[[argparse.Namespace], int] = options.command
        return command(options)
    except KempeError as error:
        print(f"vvm: error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("vvm: interrupted before the first step", file=sys.stderr)
        return 1
    except BrokenPipeError:
        # The reader has closed the pipe; avoid an error when Python flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def _parser() -> argparse.ArgumentParser:
    try:
        from .world.launch import add_experiment, add_phase1, add_phase2
    except ModuleNotFoundError as error:
        raise KempeError(f'vvm needs {error.name}: pip install "kempe[agents]"') from error
    parser = Parser(prog="vvm", description="Run agents in a world. Without a phase: phase1.")
    modes = parser.add_subparsers(required=True, metavar="PHASE")
    add_phase1(modes)
    add_phase2(modes)
    add_experiment(modes)
    return parser


if __name__ == "__main__":
    sys.exit(main())
