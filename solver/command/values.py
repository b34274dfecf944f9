"""Values on the command line: their types, and texts that several subcommands share."""

from __future__ import annotations

import argparse
import math

GRAPH_HELP = (
    "a graph file, - for DIMACS on standard input, or a generated graph such as queen:12 or "
    "gnp:n=1000,p=0.5,seed=1"
)


def positive(text: str) -> float:
    """Return a positive number, or report the argument as illegal."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a positive number")
    return value


def count(text: str) -> int:
    """Return a positive integer, or report the argument as illegal."""
    try:
        value = int(text)
    except ValueError:
        value = 0
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text!r}: expected an integer >= 1")
    return value
