"""``kempe completion``: print a script that completes commands and options in a shell."""

from __future__ import annotations

import argparse
from importlib.metadata import entry_points

from ..errors import KempeError

SUMMARY = "Print a completion script for a shell."

SHELLS = ("bash", "zsh", "tcsh")
EPILOG = """\
Needs shtab: pip install "kempe[completion]". For instance:
  kempe completion bash > ~/.local/share/bash-completion/completions/kempe
  kempe completion zsh > "${fpath[1]}/_kempe"
"""

#: Arguments that are paths of files.
FILES = frozenset(
    {"graph", "graphs", "coloring", "initial", "fixed", "output", "picture", "bound", "plot"}
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of ``kempe completion``."""
    parser.add_argument("shell", choices=SHELLS)
    parser.epilog = EPILOG


def run(options: argparse.Namespace) -> int:
    """Run ``kempe completion`` and return its exit status."""
    try:
        import shtab
    except ModuleNotFoundError as error:
        raise KempeError('kempe completion needs shtab: pip install "kempe[completion]"') from error
    kempe: argparse.ArgumentParser = options.parser
    (subcommands,) = (a for a in kempe._actions if isinstance(a, argparse._SubParsersAction))
    for sub in subcommands.choices.values():
        for action in sub._actions:
            if action.dest in FILES:
                action.complete = shtab.FILE
    for entry in entry_points(group="kempe.commands"):
        subcommands.add_parser(entry.name, help=f"see kempe {entry.name} --help")
    print(shtab.complete(kempe, shell=options.shell))
    return 0
