"""``kempe color``: color a graph, write the coloring and say how good it is."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, TextIO

from ..benchmark.figures import counted, with_prefix
from ..errors import BudgetError, InputError, expected
from ..graphs.formats.load import load_noted, name_of
from .output import STDOUT, check_writable, names_in, note_kept, require_one_document, write
from .values import GRAPH_HELP, count, positive, size

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..graphs.graph import Graph
    from ..result import Result

SUMMARY = "Color a graph."

METHODS_HELP = (
    "auto (default); exact (most of the work for a proof); one search (tabucol, partialcol, memetic, "
    "annealing, conflict_optimizer, kempe_walk); or a sequential strategy such as DSATUR"
)


#: Least time for the search, however long reading the graph took.
LEAST_SECONDS = 0.1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of ``kempe color``."""
    parser.epilog = _families()
    parser.add_argument("graph", help=GRAPH_HELP)
    parser.add_argument("-k", type=int, metavar="K", help="stop at a coloring with K colors")
    parser.add_argument(
        "--time-limit",
        type=positive,
        metavar="S",
        help="seconds from the start (default: 60)",
    )
    parser.add_argument(
        "--max-ticks",
        type=count,
        metavar="N",
        help="work limit instead of a time limit: the same result on every machine",
    )
    parser.add_argument(
        "--memory-limit",
        type=size,
        metavar="B",
        help="memory of the searches, such as 500M or 4G (default: half of what is free)",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="default: 0")
    parser.add_argument("--method", default="auto", metavar="M", help=METHODS_HELP)
    parser.add_argument("--initial", metavar="F", help="initial coloring")
    parser.add_argument("--fixed", metavar="F", help="partial coloring that must be kept")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="value of an option of docs/options.md; may be repeated",
    )
    parser.add_argument(
        "--output",
        metavar="F",
        help="file of the coloring: JSON if .json, else DIMACS; - prints it. A better coloring of the "
        "graph in the file is kept. Names of vertices are written as comments, c vertex 1 is NAME",
    )
    parser.add_argument(
        "--proof",
        metavar="F",
        help="write a proof of the lower bound for VeriPB, and beside it, with the suffix .opb, the "
        "formula that it refutes",
    )
    parser.add_argument("--picture", metavar="F", help="draw the coloring to a PNG, SVG or PDF file")
    parser.add_argument(
        "--json",
        action="store_true",
        help="print the result as one JSON object with the keys k, conflicts, lower_bound, proven, "
        "certificate, method, seconds, ticks, iterations, stop_reason, history, colors, and names if "
        "the file has names or ids that were renumbered",
    )
    parser.add_argument("--threads", type=count, default=1, metavar="T", help="default: 1")
    parser.add_argument("--no-progress", action="store_true", help="no progress line")


def _families() -> str:
    """Return the list of generated graphs for the help."""
    from ..graphs import generators

    rows = [f"  {row.name}:{row.arguments}\n      {row.summary}" for row in generators.table()]
    return "\n".join(["generated graphs, arguments by position or by name:", *rows])


def run(options: argparse.Namespace) -> int:
    """Run ``kempe color`` and return its exit status."""
    from ..graphs.formats import read_coloring
    from ..portfolio.color import color
    from ..portfolio.options import parse
    from ..portfolio.request import checked_limits
    from .progress_line import ProgressLine

    require_one_document(options.json, options.output)
    if options.output is not None:
        check_writable(options.output, options.graph)
    for name, path in (("--picture", options.picture), ("--proof", options.proof)):
        if path in STDOUT:
            raise expected(name, path, "a file")
        if path is not None:
            check_writable(path)
    if options.proof:
        from ..proofs.write import path_of_formula

        check_writable(str(path_of_formula(options.proof)))
        if options.fixed:
            raise InputError(
                "--proof: expected no --fixed, which restricts the bound to fewer colorings"
            )
    if options.picture:
        from .layout import layout
        from .picture import picture, require_matplotlib

        require_matplotlib()
    graph, has_names = load_noted(options.graph)
    initial = read_coloring(options.initial, graph.n) if options.initial else None
    fixed = read_coloring(options.fixed, graph.n, partial=True) if options.fixed else None
    if fixed is not None:
        _check_fixed(graph, fixed, options.k, options.fixed)
    limits = checked_limits(options.time_limit, options.max_ticks)
    with ProgressLine(limits.seconds, visible=not options.no_progress) as line:
        result = color(
            graph,
            options.k,
            method=options.method,
            initial=initial,
            fixed=fixed,
            time_limit=limits.seconds and max(LEAST_SECONDS, limits.seconds - options.clock()),
            max_ticks=options.max_ticks,
            seed=options.seed,
            threads=options.threads,
            progress=line,
            options=dict(map(parse, options.set)),
            memory_limit=options.memory_limit,
        )
    name = name_of(options.graph)
    output = options.output
    names = names_in(options.graph, graph.n) if has_names and (output or options.json) else None
    kept = None if output is None else write(output, graph, result, fixed, names)
    if kept is not None:
        note_kept(output)
    if options.picture:
        board, points = layout(graph, options.graph)
        picture(
            graph,
            result.colors,
            options.picture,
            title=name,
            lower_bound=result.lower_bound,
            board=board,
            points=points,
        )
    if options.json:
        print(json.dumps({**result.to_dict(), **({} if names is None else {"names": names})}))
    else:
        files = {"coloring": output, "picture": options.picture}
        if kept is not None:
            clashes = f" and {counted(kept[0], 'conflict')}" if kept[0] else ""
            files["coloring"] = f"{output}, kept: {counted(kept[1], 'color')}{clashes}"
        stream = sys.stderr if output in STDOUT else sys.stdout
        _summarize(name, graph, result, options.clock(), files, line.compiled, stream)
    proven = True
    if options.proof:
        quiet = options.json or output in STDOUT
        proven = _prove(
            options.proof, graph, result, options.time_limit, sys.stderr if quiet else sys.stdout
        )
    return 0 if result.conflicts == 0 and proven else 1


def _check_fixed(graph: Graph, fixed: NDArray[np.int32], k: int | None, path: str) -> None:
    """Refuse fixed colors that no coloring has, with numbers as in files of colorings."""
    import numpy as np

    counts = "vertices and colors count from 1"
    if k is not None and (fixed >= k).any():
        v = int(fixed.argmax())
        raise InputError(
            f"vertex {v + 1}: color {fixed[v] + 1}: expected at most k = {k} ({counts})", path=path
        )
    u, v = graph.edges().T
    wrong = np.flatnonzero((fixed[u] == fixed[v]) & (fixed[u] >= 0))
    if len(wrong):
        a, b = u[wrong[0]], v[wrong[0]]
        raise InputError(
            f"adjacent vertices {a + 1} and {b + 1} both have color {fixed[a] + 1}: "
            f"expected two colors ({counts})",
            path=path,
        )


def _prove(path: str, graph: Graph, result: Result, seconds: float | None, stream: TextIO) -> bool:
    """Write the proof of the lower bound, and print what it proves; return success."""
    from ..proofs import write_proof

    if not graph.n:
        print("no proof: a graph without vertices needs no colors", file=sys.stderr)
        return False
    try:
        proof = write_proof(
            path, graph, result.certificate, bound=result.lower_bound, time_limit=seconds
        )
    except (BudgetError, InputError) as error:
        print(f"no proof: {error}", file=sys.stderr)
        return False
    print(
        f"proof that {counted(proof.bound - 1, 'color')} "
        f"{'does' if proof.bound == 2 else 'do'} not suffice ({proof.kind}): {proof.proof}   "
        f"formula: {proof.formula}",
        file=stream,
    )
    return True


def _summarize(
    name: str,
    graph: Graph,
    result: Result,
    seconds: float,
    files: dict[str, str | None],
    compiled: tuple[int, int] | None,
    stream: TextIO,
) -> None:
    """Print what was found; ``seconds`` are those since the start of the process."""
    rate = with_prefix(result.iterations / max(result.seconds, 1e-9))
    moves = f"{counted(result.iterations, 'move')} ({rate}/s), " if result.iterations else ""
    lines = [
        f"{name}: {counted(graph.n, 'vertex')}, {counted(graph.m, 'edge')}, density {graph.density:.3g}",
        verdict(result),
        f"found by {result.method}, {seconds:.1f} s in all, {moves}"
        f"ended by: {result.stop_reason.replace('_', ' ')}",
    ]
    if compiled is not None and compiled[0] < compiled[1]:
        lines.append(
            f"{compiled[1] - compiled[0]} of {compiled[1]} groups of kernels were not compiled in time: "
            "run kempe warmup once"
        )
    if any(files.values()):
        lines.append("   ".join(f"{what}: {file}" for what, file in files.items() if file))
    print("\n".join(lines), file=stream)


def verdict(result: Result) -> str:
    """Return one line on the number of colors and the lower bound."""
    why = _reason(result)
    if result.conflicts:
        left = counted(result.conflicts, "conflict")
        text = f"no coloring with {counted(result.k, 'color')} found: {left} left"
        if result.k < result.lower_bound:
            text += f"; none exists: at least {result.lower_bound} colors are needed ({why})"
        return text
    if result.proven:
        return f"{counted(result.k, 'color')}, optimal: no fewer are possible ({why})"
    return f"{result.k} colors, proper; at least {result.lower_bound} are needed ({why})"


def _reason(result: Result) -> str:
    """Return how the lower bound is known."""
    kind = result.certificate.get("kind")
    if kind == "clique":
        return f"a clique of {len(result.certificate['vertices'])}"
    if kind == "mycielskian":
        return "a Mycielskian"
    if kind == "branches":
        cases = sum("weights" in step for step in result.certificate["steps"])
        return f"{cases} cases, each refuted by weights"
    return "fractional coloring" if kind == "fractional" else "an exhaustive search"
