"""``kempe color``: color a graph, write the coloring and say how good it is."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from ..benchmark.figures import counted, with_prefix
from ..errors import BudgetError, InputError, expected
from ..graphs.formats.load import name_of
from .interrupts import interrupts
from .output import (
    STDOUT,
    GraphNames,
    check_replaceable,
    check_writable,
    hold_until_written,
    load_named,
    make_folders,
    require_different,
    require_one_document,
    require_one_reader,
    vertex_label,
    write,
    write_or_print,
)
from .values import GRAPH_HELP, color_count, count, file_name, natural, positive, size

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
    parser.add_argument("graph", type=file_name, help=GRAPH_HELP)
    parser.add_argument(
        "-k",
        type=count,
        metavar="K",
        help="stop at a coloring with at most K colors; the exit status is 1 if none was found",
    )
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
    parser.add_argument("--seed", type=natural, default=0, metavar="N", help="default: 0")
    parser.add_argument("--method", default="auto", metavar="M", help=METHODS_HELP)
    parser.add_argument(
        "--initial",
        type=file_name,
        metavar="F",
        help="initial coloring of all vertices, in a file such as --output writes; colors belong to the "
        "names of vertices in it, if it has some and so has the graph",
    )
    parser.add_argument(
        "--fixed",
        type=file_name,
        metavar="F",
        help="partial coloring that must be kept: lines l VERTEX COLOR, both from 1; VERTEX may be a "
        "name in the graph that is not a number, and c vertex 1 is NAME tells what 1 is. Colors keep "
        "their numbers, up to 1048576, and the largest one is made as small as possible, not the number "
        "of colors",
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="value of an option of docs/options.md; may be repeated",
    )
    parser.add_argument(
        "--output",
        type=file_name,
        metavar="F",
        help="file of the coloring: JSON if .json, else DIMACS; - prints it. A file that exists must be "
        "a coloring of as many vertices; it is kept if it is a better one of this graph, and replaced "
        "otherwise. Names of vertices are written as comments, c vertex 1 is NAME",
    )
    parser.add_argument(
        "--proof",
        type=file_name,
        metavar="F",
        help="write a proof of the lower bound for VeriPB, and beside it, with the suffix .opb, the "
        "formula that it refutes",
    )
    parser.add_argument(
        "--picture", type=file_name, metavar="F", help="draw the coloring to a PNG, SVG or PDF file"
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help="print the result as one JSON object with the keys k (number of colors; with --fixed the "
        "largest color, from 1), conflicts, lower_bound, proven, certificate, method, seconds, ticks, "
        "iterations, stop_reason, history, colors (from 0), and names if the file has names or ids that "
        "were renumbered",
    )
    parser.add_argument(
        "--threads",
        type=count,
        default=1,
        metavar="T",
        help="searches at the same time, at most as many as there are CPUs; with --max-ticks alone "
        "exactly as many, for equal results on all machines; default: 1",
    )
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

    _check_files(options)
    graph, names = load_named(options.graph)
    if options.output is not None:
        check_replaceable(options.output, graph.n, names)
    initial = read_coloring(options.initial, graph.n, names=names) if options.initial else None
    fixed = None
    if options.fixed:
        fixed = read_coloring(options.fixed, graph.n, partial=True, names=names)
        _check_fixed(graph, fixed, options.k, options.fixed, names)
    make_folders(options.output, options.picture, options.proof)
    largest_fixed = 0 if fixed is None else int(fixed.max(initial=-1)) + 1
    limits = checked_limits(options.time_limit, options.max_ticks)
    output = options.output
    with contextlib.ExitStack() as hold:
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
            hold_until_written(hold)
        name = name_of(options.graph)
        listed = names.or_none() if names is not None and (output or options.json) else None
        written = write_or_print(
            output,
            lambda path: write(path, graph, result, fixed, listed),
            hold,
            as_json=options.json,
        )
    stream = written.stream(options.json)
    if options.json:
        print(json.dumps({**result.to_dict(), **({} if listed is None else {"names": listed})}))
    else:
        file = written.path if written.kept is None else f"{written.path}, kept: {written.kept}"
        outcome = verdict(result, largest_fixed)
        _summarize(name, graph, result, outcome, options.clock(), file, line.compiled, stream)
    if sys.stdout is not None:
        sys.stdout.flush()  # whatever becomes of the rest
    drawn = proven = True
    if options.picture:
        # With fixed colors the bound is one on the largest color, which a picture does not show.
        bound = None if largest_fixed else result.lower_bound
        drawn = _completed("picture", lambda: _draw(graph, result, options, name, bound, stream))
    if options.proof:
        proven = _completed(
            "proof", lambda: _prove(options.proof, graph, result, options.time_limit, stream)
        )
    if written.failed:
        return 2
    return 0 if result.conflicts == 0 and proven and drawn else 1


def _completed(what: str, work: Callable[[], bool]) -> bool:
    """Return whether work that comes after the coloring was done; what ends it ends only this work."""
    try:
        if not interrupts.came:
            return work()
    except KeyboardInterrupt:
        pass
    except (BudgetError, InputError) as error:
        print(f"no {what}: {error}", file=sys.stderr)
        return False
    print(f"kempe: interrupted: no {what}", file=sys.stderr)
    return False


def _draw(
    graph: Graph,
    result: Result,
    options: argparse.Namespace,
    name: str,
    lower_bound: int | None,
    stream: TextIO,
) -> bool:
    """Draw the coloring, and print where; return success."""
    from .layout import layout
    from .picture import picture

    board, points = layout(graph, options.graph)
    picture(
        graph,
        result.colors,
        options.picture,
        title=name,
        lower_bound=lower_bound,
        board=board,
        points=points,
    )
    print(f"picture: {options.picture}", file=stream)
    return True


def _check_files(options: argparse.Namespace) -> None:
    """Refuse files that cannot be what they are given for, before the work rather than after it."""
    require_one_reader({"graph": options.graph, "--initial": options.initial, "--fixed": options.fixed})
    require_one_document(options.json, options.output)
    if options.output is not None:
        check_writable(options.output, options.graph)
    outputs = {"--output": options.output, "--proof": options.proof, "--picture": options.picture}
    for name in ("--picture", "--proof"):
        if (path := outputs[name]) in STDOUT:
            raise expected(name, path, "a file")
        if path is not None:
            check_writable(path)
    if options.proof is not None:
        from ..proofs.write import path_of_formula

        if Path(options.proof).suffix == ".opb":
            raise expected("--proof", options.proof, "a suffix other than .opb, which the formula gets")
        outputs["the formula of --proof"] = str(path_of_formula(options.proof))
        check_writable(outputs["the formula of --proof"])
        if options.fixed:
            raise InputError(
                "--proof: expected no --fixed, which restricts the bound to fewer colorings"
            )
    require_different({"graph": options.graph, **outputs})
    if options.picture is not None:
        from .picture import require_format, require_matplotlib

        require_format("--picture", options.picture)
        require_matplotlib()


def _check_fixed(
    graph: Graph, fixed: NDArray[np.int32], k: int | None, path: str, names: GraphNames | None
) -> None:
    """Refuse fixed colors that no coloring has, with numbers as in files of colorings."""
    import numpy as np

    from ..reductions.list_coloring import MAX_COLORS

    counts = "vertices and colors count from 1" if names is None else "colors count from 1"
    limit, legal = MAX_COLORS, str(MAX_COLORS)
    if k is not None and k < limit:
        limit, legal = k, f"k = {k}"
    if (fixed >= limit).any():
        v = int(fixed.argmax())
        raise InputError(
            f"vertex {vertex_label(names, v)}: color {fixed[v] + 1}: expected at most {legal} "
            f"({counts})",
            path=path,
        )
    u, v = graph.edges().T
    wrong = np.flatnonzero((fixed[u] == fixed[v]) & (fixed[u] >= 0))
    if len(wrong):
        a, b = (vertex_label(names, int(end[wrong[0]])) for end in (u, v))
        raise InputError(
            f"adjacent vertices {a} and {b} both have color {fixed[u[wrong[0]]] + 1}: "
            f"expected two colors ({counts})",
            path=path,
        )


def _prove(path: str, graph: Graph, result: Result, seconds: float | None, stream: TextIO) -> bool:
    """Write the proof of the lower bound, and print what it proves; return success."""
    from ..proofs import write_proof

    if not graph.n:
        print("no proof: a graph without vertices needs no colors", file=sys.stderr)
        return False
    proof = write_proof(path, graph, result.certificate, bound=result.lower_bound, time_limit=seconds)
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
    outcome: str,
    seconds: float,
    output: str | None,
    compiled: tuple[int, int] | None,
    stream: TextIO,
) -> None:
    """Print what was found; ``seconds`` are those since the start of the process."""
    rate = with_prefix(result.iterations / max(result.seconds, 1e-9))
    moves = f"{counted(result.iterations, 'move')} ({rate}/s), " if result.iterations else ""
    lines = [
        f"{name}: {counted(graph.n, 'vertex')}, {counted(graph.m, 'edge')}, density {graph.density:.3g}",
        outcome,
        f"found by {result.method}, {seconds:.1f} s in all, {moves}"
        f"ended by: {result.stop_reason.replace('_', ' ')}",
    ]
    if compiled is not None and compiled[0] < compiled[1]:
        lines.append(
            f"{compiled[1] - compiled[0]} of {compiled[1]} groups of kernels were not compiled in time: "
            "run kempe warmup once"
        )
    if output is not None:
        lines.append(f"coloring: {output}")
    print("\n".join(lines), file=stream)


def verdict(result: Result, largest_fixed: int = 0) -> str:
    """
    Return one line on the number of colors and the lower bound.

    Parameters
    ----------
    result
        The result.
    largest_fixed
        Largest color that was fixed, from 1; 0 if there is none. With fixed colors the bound is one on
        the largest color, since colors keep their numbers.
    """
    import numpy as np

    bound, why = result.lower_bound, _reason(result, largest_fixed)
    needed = f"at least {bound} are needed ({why})"
    no_fewer = f"no fewer are possible ({why})"
    if largest_fixed:
        needed = f"with the fixed colors the largest is at least {bound} ({why})"
        no_fewer = f"with the fixed colors the largest cannot be smaller ({why})"
    if result.conflicts:
        left = counted(result.conflicts, "conflict")
        text = f"no coloring with {counted(result.k, 'color')} found: {left} left"
        if result.k < bound:
            none = f"at least {bound} colors are needed ({why})"
            text += f"; none exists: {needed if largest_fixed else none}"
        return text
    colors = color_count(len(np.unique(result.colors)), int(result.colors.max(initial=-1)) + 1)
    return f"{colors}, optimal: {no_fewer}" if result.proven else f"{colors}, proper; {needed}"


def _reason(result: Result, largest_fixed: int) -> str:
    """Return how the lower bound is known."""
    if largest_fixed and result.lower_bound == largest_fixed:
        return f"color {largest_fixed} is fixed"
    kind = result.certificate.get("kind")
    if kind == "clique":
        return f"a clique of {len(result.certificate['vertices'])}"
    if kind == "mycielskian":
        return "a Mycielskian"
    if kind == "branches":
        cases = sum("weights" in step for step in result.certificate["steps"])
        return f"{cases} cases, each refuted by weights"
    return "fractional coloring" if kind == "fractional" else "an exhaustive search"
