"""Values on the command line: their types, and texts that several subcommands share."""

from __future__ import annotations

import argparse
import math

from ..errors import shortened

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
        raise argparse.ArgumentTypeError(f"{shortened(text)}: expected a positive number")
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
        raise argparse.ArgumentTypeError(f"{shortened(text)}: expected a size such as 500M or 4G")
    return int(value)


def count(text: str) -> int:
    """Return a positive integer, or report the argument as illegal."""
    return _integer(text, 1)


def natural(text: str) -> int:
    """Return an integer that is not negative, or report the argument as illegal."""
    return _integer(text, 0)


def _integer(text: str, least: int) -> int:
    try:
        value = int(text)
    except ValueError:
        value = least - 1
    if value < least:
        raise argparse.ArgumentTypeError(f"{shortened(text)}: expected an integer >= {least}")
    return value


def file_name(text: str) -> str:
    """Return the name of a file, or report an empty one as illegal."""
    if not text:
        raise argparse.ArgumentTypeError("'': expected the name of a file")
    return text


def color_count(different: int, largest: int) -> str:
    """
    Return a number of colors in words.

    Parameters
    ----------
    different
        Number of different colors.
    largest
        Largest color, from 1. It is named where some smaller color is not used.
    """
    from ..benchmark.figures import counted

    if different == largest:
        return counted(different, "color")
    return f"{counted(different, 'different color')}, the largest is {largest} (from 1)"
