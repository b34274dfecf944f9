"""``kempe check``: check a coloring, a lower bound, or both."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from ..benchmark.figures import counted
from ..errors import InputError
from ..graphs.formats.load import load
from .output import require_one_reader
from .values import GRAPH_HELP, color_count, count, file_name

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..graphs.graph import Graph

SUMMARY = "Check a coloring, a lower bound, or both; exit status 0 if all of it holds."

#: Conflicting edges that are printed.
SHOWN = 10
#: Largest result that is read a second time for what it says of itself.
MAX_BYTES = 1 << 30


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of ``kempe check``."""
    parser.add_argument("graph", type=file_name, help=GRAPH_HELP)
    parser.add_argument(
        "coloring", nargs="?", type=file_name, help="coloring in DIMACS solution format or JSON"
    )
    parser.add_argument(
        "--distances",
        action="store_true",
        help="check the distances of a file of kempe bandwidth, lines e VERTEX VERTEX DISTANCE; "
        "conflicts are then edges whose colors are too close",
    )
    parser.add_argument(
        "--bound",
        type=file_name,
        metavar="F",
        help="certificate of a lower bound as JSON, or a result that holds one",
    )
    parser.add_argument(
        "--max-steps", type=count, metavar="N", help="work limit of a check that needs a search"
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help="print one JSON object; of the coloring, the keys proper, k (number of different colors), "
        "largest (color, from 1), conflicts, uncolored, and claimed_k if the file says another number; "
        "of the bound, bound_holds (null if not decided), lower_bound and reason",
    )


def run(options: argparse.Namespace) -> int:
    """Run ``kempe check`` and return its exit status."""
    if options.coloring is None and options.bound is None:
        raise InputError("nothing to check: expected a coloring, --bound, or both")
    if options.max_steps is not None and options.bound is None:
        raise InputError("--max-steps: expected only with --bound")
    require_one_reader({"graph": options.graph, "coloring": options.coloring, "--bound": options.bound})
    if options.distances and options.bound is not None:
        raise InputError("--distances: expected no --bound, which is on the number of different colors")
    distances = None
    if options.distances:
        from ..variants.bandwidth_file import read_bandwidth

        graph, distances = read_bandwidth(options.graph)
    else:
        graph = load(options.graph)
    facts: dict[str, Any] = {}
    lines: list[str] = []
    holds = True
    if options.coloring is not None:
        holds &= _check_coloring(graph, distances, options.coloring, facts, lines)
    if options.bound is not None:
        holds &= _check_bound(graph, options.bound, options.max_steps, facts, lines)
    if len(lines) == 2 and holds and facts["k"] == facts["lower_bound"]:
        lines.append("optimal")
    print(json.dumps(facts) if options.json else "\n".join(lines))
    return 0 if holds else 1


def _check_coloring(
    graph: Graph,
    distances: NDArray[np.int64] | None,
    path: str,
    facts: dict[str, Any],
    lines: list[str],
) -> bool:
    """Return whether the coloring is proper; append what was found to ``facts`` and ``lines``."""
    import numpy as np

    from ..graphs.formats import read_coloring
    from ..graphs.verify import conflicts

    colors = read_coloring(path, graph.n)
    uncolored = int(np.count_nonzero(colors < 0))
    if distances is None:
        clashes = conflicts(graph, colors)
    else:
        clashes = len(_too_close(graph, distances, colors))
    k = len(np.unique(colors[colors >= 0]))
    largest = int(colors.max(initial=-1)) + 1
    proper = clashes == 0 and uncolored == 0
    claimed = _claimed_colors(path)
    facts.update(proper=proper, k=k, largest=largest, conflicts=clashes, uncolored=uncolored)
    if proper:
        lines.append(f"proper: {color_count(k, largest)}")
        if claimed is not None and claimed < largest:
            facts["claimed_k"] = claimed
            lines.append(f"{path} says {counted(claimed, 'color')}, which is not so")
            return False
        return True
    lines.append(
        f"not proper: {color_count(k, largest)}, {counted(clashes, 'conflict')}, "
        f"{counted(uncolored, 'uncolored vertex')}"
    )
    wrong = _too_close(graph, distances, colors)
    edges = graph.edges()
    for i in wrong[:SHOWN]:
        a, b = edges[i]
        both = f"both have color {colors[a] + 1}"
        if distances is not None:
            both = f"have colors {colors[a] + 1} and {colors[b] + 1}, at distance {distances[i]}"
        lines.append(f"  vertices {a + 1} and {b + 1} {both} (all from 1)")
    if len(wrong) > SHOWN:
        lines.append(f"  and {len(wrong) - SHOWN} more")
    return False


def _too_close(
    graph: Graph, distances: NDArray[np.int64] | None, colors: NDArray[np.int32]
) -> NDArray[np.intp]:
    """Return the indices of the edges whose colors differ by less than the distance, which may be 1."""
    import numpy as np

    u, v = graph.edges().T
    least = 1 if distances is None else distances
    is_colored = (colors[u] >= 0) & (colors[v] >= 0)
    return np.flatnonzero((np.abs(colors[u] - colors[v]) < least) & is_colored)


def _claimed_colors(path: str) -> int | None:
    """Return the number of colors that a result in JSON says it has, if the file is one."""
    from ..graphs.formats.source import Source

    if path == "-":  # was read before
        return None
    with Source(path) as source:
        if source.peek(4096).lstrip()[:1] != b"{":
            return None
        claimed = json.loads(source.take(MAX_BYTES)).get("k")
    return claimed if isinstance(claimed, int) else None


def _check_bound(
    graph: Graph, path: str, max_steps: int | None, facts: dict[str, Any], lines: list[str]
) -> bool:
    """Return whether the bound holds; append what was found to ``facts`` and ``lines``."""
    from ..bounds.certificate import DEFAULT_STEPS, check_certificate
    from ..graphs.formats import read_certificate

    try:
        verdict = check_certificate(graph, read_certificate(path), max_steps=max_steps or DEFAULT_STEPS)
    except InputError as error:
        raise InputError(str(error), path=path) if error.path is None else error from error
    facts.update(bound_holds=verdict.holds, lower_bound=verdict.bound, reason=verdict.reason)
    if verdict.holds:
        lines.append(f"at least {counted(verdict.bound, 'color')}: {verdict.reason}")
    else:
        fault = "is not decided" if verdict.holds is None else "does not hold"
        counts = " (certificates count from 0)" if verdict.holds is False else ""
        lines.append(f"the lower bound of {verdict.bound} {fault}: {verdict.reason}{counts}")
    return verdict.holds is True
