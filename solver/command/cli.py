"""
The command ``kempe``.

Subcommands of other packages register in the entry-point group ``kempe.commands``: a function that takes
the arguments after the subcommand's name and returns the exit status. It is loaded only when named.

Exit status: 0 done, 1 no answer of the asked quality, 2 the input or the call is wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import warnings
from collections.abc import Callable, Sequence
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from .. import __version__
from ..errors import InputError, InputWarning, KempeError
from ..graphs.formats.load import load as _load
from ..graphs.formats.load import name_of as _name_of

Command = Callable[[argparse.Namespace], int]

METHODS_HELP = (
    "auto (default), exact (most of the work for a proof), one search (tabucol, partialcol, memetic, "
    "annealing, kempe_walk), or a sequential strategy such as DSATUR"
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run ``kempe`` and return its exit status."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    signal.signal(signal.SIGTERM, _interrupt)
    with warnings.catch_warnings():
        warnings.simplefilter("always", InputWarning)
        warnings.showwarning = _show_warning  # type: ignore[assignment]
        return _run(arguments)


def _run(arguments: list[str]) -> int:
    try:
        if arguments and (other := _registered(arguments[0])):
            return other(arguments[1:])
        options = _parser().parse_args(arguments)
        command: Command = options.command
        return command(options)
    except KempeError as error:
        print(f"kempe: error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("kempe: interrupted before there was anything to keep", file=sys.stderr)
        return 1
    except BrokenPipeError:
        # The reader of our output has gone; keep Python from complaining when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def _show_warning(message: Warning | str, *_: Any) -> None:
    print(f"kempe: warning: {message}", file=sys.stderr)


def _others() -> set[str]:
    return {entry.name for entry in entry_points(group="kempe.commands")}


def _registered(name: str) -> Callable[[list[str]], int] | None:
    found = entry_points(group="kempe.commands", name=name)
    return next(iter(found)).load() if found else None


# ------------------------------------------------------------------------------------------- arguments


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="kempe",
        description="Color graphs with few colors, and say how good that is.",
        epilog=f"More commands, each with a --help of its own: {', '.join(sorted(_others()))}.",
    )
    parser.add_argument("--version", action="version", version=f"kempe {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    source = "a graph file, or a generated graph such as queen:12 or gnp:n=1000,p=0.5,seed=1"

    def add(name: str, command: Command, text: str, **more: Any) -> argparse.ArgumentParser:
        sub = commands.add_parser(
            name,
            help=text,
            description=text,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            **more,
        )
        sub.set_defaults(command=command)
        return sub

    color = add("color", _color, "Color a graph.", epilog=_families())
    color.add_argument("graph", help=source)
    color.add_argument("-k", type=int, metavar="K", help="stop at a coloring with K colors")
    color.add_argument("--time-limit", type=_positive, metavar="S", help="seconds (default: 60)")
    color.add_argument(
        "--max-ticks",
        type=_count,
        metavar="N",
        help="limit work instead of time: repeatable to the byte",
    )
    color.add_argument("--seed", type=int, default=0, metavar="N", help="default: 0")
    color.add_argument("--method", default="auto", metavar="M", help=METHODS_HELP)
    color.add_argument("--initial", metavar="F", help="a coloring to start from")
    color.add_argument("--fixed", metavar="F", help="a partial coloring that must be kept")
    color.add_argument(
        "--output",
        metavar="F",
        help="where the coloring goes (default: GRAPH.K.sol): JSON if .json, else DIMACS; - prints it",
    )
    color.add_argument("--picture", metavar="F", help="draw the coloring to a PNG, SVG or PDF file")
    color.add_argument("--json", action="store_true", help="print the result as one JSON object")
    color.add_argument("--threads", type=_count, default=1, metavar="T", help="default: 1")
    color.add_argument("--no-progress", action="store_true", help="no progress line")

    check = add(
        "check",
        _check,
        "Check a coloring, a lower bound, or both: exit status 0 if all that is asked holds.",
    )
    check.add_argument("graph", help=source)
    check.add_argument("coloring", nargs="?", help="DIMACS solution format, or JSON")
    check.add_argument(
        "--bound",
        metavar="F",
        help="the certificate of a lower bound as JSON, or a result that holds one",
    )
    check.add_argument(
        "--max-steps", type=_count, metavar="N", help="work limit of a proof that needs search"
    )
    check.add_argument("--json", action="store_true", help="print one JSON object")

    info = add("info", _info, "Describe a graph, with quick bounds on its chromatic number.")
    info.add_argument("graph", help=source)
    info.add_argument("--json", action="store_true", help="print one JSON object")

    from ..benchmark import command as benchmark

    benchmark.add_arguments(add("bench", benchmark.bench, benchmark.TEXT))

    warmup = add("warmup", _warmup, "Compile everything now, so that no later call waits for it.")
    warmup.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


def _families() -> str:
    from ..graphs import generators

    rows = [f"  {row.name}:{row.arguments}\n      {row.summary}" for row in generators.table()]
    return "\n".join(["generated graphs, arguments by position or by name:", *rows])


def _positive(text: str) -> float:
    value = float(text)
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text}: expected a positive number")
    return value


def _count(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text}: expected an integer from 1")
    return value


# -------------------------------------------------------------------------------------------- commands


def _color(options: argparse.Namespace) -> int:
    from ..graphs.formats import read_coloring, write_coloring
    from ..portfolio.color import color
    from ..portfolio.request import DEFAULT_SECONDS
    from .progress import ProgressLine

    for path in (options.output, options.picture):
        if path is not None:
            _check_writable(path)
    if options.picture:
        from .layout import layout
        from .picture import picture, require_matplotlib

        require_matplotlib()
    graph = _load(options.graph)
    initial = read_coloring(options.initial, graph.n) if options.initial else None
    fixed = read_coloring(options.fixed, graph.n, partial=True) if options.fixed else None
    seconds = options.time_limit
    if seconds is None and options.max_ticks is None:
        seconds = DEFAULT_SECONDS
    with ProgressLine(seconds, visible=not options.no_progress) as line:
        result = color(
            graph,
            options.k,
            method=options.method,
            initial=initial,
            fixed=fixed,
            time_limit=seconds,
            max_ticks=options.max_ticks,
            seed=options.seed,
            threads=options.threads,
            progress=line,
        )
    name = _name_of(options.graph)
    output = options.output
    if output is None and not options.json:
        output = f"{name}.{result.k}.sol"
    if output is not None:
        write_coloring("/dev/stdout" if output == "-" else output, result)
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
        print(json.dumps(result.to_dict()))
    else:
        _summarize(name, graph, result, output, options.picture)
    return 0 if result.conflicts == 0 else 1


def _summarize(name: str, graph: Any, result: Any, output: str | None, picture: str | None) -> None:
    """Say what was found; on standard error if the coloring itself goes to standard output."""
    from .progress import with_prefix

    rate = with_prefix(result.iterations / max(result.seconds, 1e-9))
    lines = [
        f"{name}: {graph.n} vertices, {graph.m} edges, density {graph.density:.3g}",
        _verdict(result),
        f"found by {result.method}, {result.seconds:.1f} s in all, {result.iterations} moves "
        f"({rate}/s), ended by: {result.stop_reason.replace('_', ' ')}",
        f"coloring: {output}" + (f"   picture: {picture}" if picture else ""),
    ]
    print("\n".join(lines), file=sys.stderr if output == "-" else sys.stdout)


def _check_writable(path: str) -> None:
    """Refuse a place that cannot be written before the work is done, not after."""
    if path in ("-", "/dev/stdout"):
        return
    folder = Path(path).absolute().parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot make the folder: {error.strerror}", path=folder) from error
    if Path(path).is_dir() or not os.access(path if Path(path).exists() else folder, os.W_OK):
        raise InputError("cannot be written", path=path)


def _verdict(result: Any) -> str:
    why = _reason(result)
    if result.conflicts:
        text = f"no coloring with {result.k} colors found: {result.conflicts} conflicts left"
        if result.k < result.lower_bound:
            text += f"; there is none: at least {result.lower_bound} are needed ({why})"
        return text
    if result.proven:
        return f"{result.k} colors, optimal: no fewer are possible ({why})"
    return f"{result.k} colors, proper; no fewer than {result.lower_bound} ({why})"


def _reason(result: Any) -> str:
    """How the lower bound is known."""
    kind = result.certificate.get("kind")
    if kind == "clique":
        return f"a clique of {len(result.certificate['vertices'])}"
    if kind == "mycielskian":
        return "a Mycielskian"
    return "fractional coloring" if kind == "fractional" else "an exhaustive search"


def _check(options: argparse.Namespace) -> int:
    if options.coloring is None and options.bound is None:
        raise InputError("nothing to check: expected a coloring, --bound, or both")
    if options.max_steps is not None and options.bound is None:
        raise InputError("--max-steps limits the check of a bound, expected --bound")
    graph = _load(options.graph)
    facts: dict[str, Any] = {}
    lines: list[str] = []
    good = True
    if options.coloring is not None:
        good &= _check_coloring(graph, options.coloring, facts, lines)
    if options.bound is not None:
        good &= _check_bound(graph, options.bound, options.max_steps, facts, lines)
    if len(lines) == 2 and good and facts["k"] == facts["lower_bound"]:
        lines.append("optimal")
    print(json.dumps(facts) if options.json else "\n".join(lines))
    return 0 if good else 1


def _check_coloring(graph: Any, path: str, facts: dict[str, Any], lines: list[str]) -> bool:
    """Whether the coloring is proper; adds what there is to say about it."""
    import numpy as np

    from ..graphs.formats import read_coloring
    from ..graphs.verify import conflicts

    colors = read_coloring(path, graph.n)
    uncolored = int(np.count_nonzero(colors < 0))
    clashes = conflicts(graph, colors)
    used = len(np.unique(colors[colors >= 0]))
    proper = clashes == 0 and uncolored == 0
    facts.update(proper=proper, k=used, conflicts=clashes, uncolored=uncolored)
    if proper:
        lines.append(f"proper: {used} colors")
    else:
        lines.append(f"not proper: {used} colors, {clashes} conflicts, {uncolored} vertices uncolored")
        edges = graph.edges()
        u, v = edges.T
        wrong = edges[(colors[u] == colors[v]) & (colors[u] >= 0)]
        for a, b in wrong[:10]:
            lines.append(f"  vertices {a + 1} and {b + 1} both have color {colors[a] + 1}")
        if len(wrong) > 10:
            lines.append(f"  and {len(wrong) - 10} more")
    return proper


def _check_bound(
    graph: Any, path: str, max_steps: int | None, facts: dict[str, Any], lines: list[str]
) -> bool:
    """Whether the bound holds; adds what there is to say about it."""
    from ..bounds.certificate import DEFAULT_STEPS, check_certificate
    from ..graphs.formats import read_certificate

    try:
        verdict = check_certificate(graph, read_certificate(path), max_steps=max_steps or DEFAULT_STEPS)
    except InputError as error:
        raise InputError(str(error), path=path) if error.path is None else error from error
    facts.update(bound_holds=verdict.holds, lower_bound=verdict.bound, reason=verdict.reason)
    if verdict.holds:
        lines.append(f"no fewer than {verdict.bound} colors: {verdict.reason}")
    else:
        fault = "is not decided" if verdict.holds is None else "does not hold"
        lines.append(f"the certificate of {verdict.bound} colors {fault}: {verdict.reason}")
    return verdict.holds is True


def _info(options: argparse.Namespace) -> int:
    from ..cliques.clique import clique
    from ..sequential.greedy import greedy

    graph = _load(options.graph)
    upper = {name: int(greedy(graph, name).max(initial=-1)) + 1 for name in ("smallest_last", "DSATUR")}
    facts = {
        "name": _name_of(options.graph),
        "n": graph.n,
        "m": graph.m,
        "density": graph.density,
        "min_degree": int(graph.degrees.min(initial=graph.n)) if graph.n else 0,
        "mean_degree": 2 * graph.m / graph.n if graph.n else 0.0,
        "max_degree": graph.max_degree,
        "clique": len(clique(graph)),
        **upper,
    }
    if options.json:
        print(json.dumps(facts))
    else:
        print(f"{facts['name']}: {graph.n} vertices, {graph.m} edges, density {graph.density:.3g}")
        print(
            f"degrees {facts['min_degree']} to {facts['max_degree']}, "
            f"{facts['mean_degree']:.3g} on average"
        )
        best = min(upper.values())
        print(f"chromatic number between {facts['clique']} (a clique) and {best} (sequential coloring)")
    return 0


def _warmup(options: argparse.Namespace) -> int:
    from .warmup import warmup

    report = warmup()
    if options.json:
        print(json.dumps(report))
    else:
        where = (
            report["cache"] or "nowhere: no directory can be written, kernels compile in each process"
        )
        print(f"compiled in {report['seconds']:.1f} s, cached in {where}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
