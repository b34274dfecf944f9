"""Values on the command line: their types, and texts that several subcommands share."""

from __future__ import annotations

import argparse
import math

SIZES = {"K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}

GRAPH_HELP = (
    "a graph file; - for standard input in DIMACS, Matrix Market or an edge list that begins with #; or "
    "a generated graph such as queen:12 or gnp:n=1000,p=0.5,seed=1"
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


def size(text: str) -> int:
    """Return a number of bytes from a number with K, M, G or T, or report the argument as illegal."""
    number, factor = text, 1
    if text and text[-1].upper() in SIZES:
        number, factor = text[:-1], SIZES[text[-1].upper()]
    try:
        value = float(number) * factor
    except ValueError:
        value = math.nan
    if not 1 <= value < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a size such as 500M or 4G")
    return int(value)


def count(text: str) -> int:
    """Return a positive integer, or report the argument as illegal."""
    try:
        value = int(text)
    except ValueError:
        value = 0
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text!r}: expected an integer >= 1")
    return value
