"""``kempe bandwidth``: colors of adjacent vertices that differ by given distances."""

from __future__ import annotations

import argparse
import contextlib
import json
from pathlib import Path
from typing import TYPE_CHECKING

from ..benchmark.figures import counted
from ..errors import expected
from ..graphs.formats.load import name_of
from .output import (
    check_replaceable,
    check_writable,
    hold_until_written,
    make_folders,
    replacing,
    require_one_document,
    write_or_print,
)
from .values import color_count, file_name, natural, positive

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..graphs.graph import Graph
    from ..variants.bandwidth import BandwidthResult

SUMMARY = "Color a graph so that the colors of adjacent vertices differ by given distances."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of ``kempe bandwidth``."""
    parser.add_argument(
        "graph",
        type=file_name,
        help="file with lines e VERTEX VERTEX DISTANCE, as the GEOM instances; - for standard input",
    )
    parser.add_argument("--time-limit", type=positive, metavar="S", help="seconds (default: 60)")
    parser.add_argument("--seed", type=natural, default=0, metavar="N", help="default: 0")
    parser.add_argument(
        "--output",
        type=file_name,
        metavar="F",
        help="file of the coloring: JSON if .json, else DIMACS; - prints it. A coloring of as many "
        "vertices is replaced",
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help="print the result as one JSON object with the keys k (largest color, from 1), lower_bound, "
        "proven, clique, seconds, sat_conflicts (work of the satisfiability solver), stop_reason, "
        "colors (from 0)",
    )


def run(options: argparse.Namespace) -> int:
    """Run ``kempe bandwidth`` and return its exit status."""
    from ..graphs.formats import write_coloring
    from ..variants.bandwidth import bandwidth_color

    output = options.output
    require_one_document(options.json, output)
    if output is not None:
        check_writable(output, options.graph)
    graph, distances = read_distances(options.graph)
    if output is not None:
        check_replaceable(output, graph.n)
        make_folders(output)
    with contextlib.ExitStack() as hold:
        result = bandwidth_color(graph, distances, time_limit=options.time_limit, seed=options.seed)
        hold_until_written(hold)

        def write(path: str) -> None:
            with replacing(path) as unfinished:
                write_coloring(unfinished, result)

        written = write_or_print(output, write, hold, as_json=options.json)
    if options.json:
        print(json.dumps(result.to_dict()))
    else:
        size = f"{counted(graph.n, 'vertex')}, {counted(graph.m, 'edge')}"
        reason = result.stop_reason.replace("_", " ")
        ended = f"{result.seconds:.1f} s, ended by: {reason}"
        lines = [f"{name_of(options.graph)}: {size}", _verdict(result), ended]
        print("\n".join(lines), file=written.stream(options.json))
    return 2 if written.failed else 0


def read_distances(path: str) -> tuple[Graph, NDArray[np.int64]]:
    """Read a graph with the distances of its edges, which a generated graph does not have."""
    from ..graphs.generators import is_spec
    from ..variants.bandwidth_file import read_bandwidth

    if is_spec(path) and not Path(path).exists():
        raise expected(
            "graph", path, "a file with lines e VERTEX VERTEX DISTANCE, not a generated graph"
        )
    return read_bandwidth(path)


def _verdict(result: BandwidthResult) -> str:
    """Return one line on the colors and the lower bound, which is one on the largest color."""
    import numpy as np

    clique = len(result.clique)
    # Without vertices the clique is empty as well.
    why = f"a clique of {clique}" if clique or not result.lower_bound else "a search"
    colors = color_count(len(np.unique(result.colors)), result.k)
    if result.proven:
        return f"{colors}, optimal: at the distances the largest cannot be smaller ({why})"
    return f"{colors}; at the distances the largest is at least {result.lower_bound} ({why})"
