"""The subcommand ``kempe bench``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict

from ..command.progress import ProgressLine
from ..errors import InputError
from .plan import Task, find_sources, plan
from .results import ResultFile, Row
from .runs import Failure, run_all
from .summary import seconds_text, summarize, table

TEXT = "Measure methods on many graphs; an interrupted benchmark goes on where it was."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of ``kempe bench``."""
    parser.add_argument("sources", nargs="+", metavar="GRAPH", help="graph files, folders, specs")
    parser.add_argument(
        "--methods",
        type=_words,
        default=["auto"],
        metavar="M,M",
        help="as in kempe color (default: auto)",
    )
    parser.add_argument(
        "--seeds", type=_seeds, default=[0], metavar="S", help="how many, or a list such as 0,1,5-9"
    )
    parser.add_argument("--time-limit", type=float, metavar="S", help="seconds of a run (default: 60)")
    parser.add_argument("--max-ticks", type=int, metavar="N", help="limit work instead of time")
    parser.add_argument(
        "-k", "--k", type=_target, metavar="K", help="stop at K colors; best, best+1: of the best known"
    )
    parser.add_argument(
        "--best-known",
        metavar="CSV",
        help="columns instance,best_known_k (default: best_known.csv beside the graphs or one up)",
    )
    parser.add_argument(
        "--output", metavar="CSV", default="bench.csv", help="one row a run (default: bench.csv)"
    )
    parser.add_argument("--plot", metavar="F", help="draw the results to a PNG, SVG or PDF file")
    parser.add_argument("--colorings", metavar="DIR", help="write each coloring to this folder")
    parser.add_argument(
        "--jobs", type=int, default=1, metavar="J", help="runs side by side; they slow each other down"
    )
    parser.add_argument(
        "--dask", metavar="ADDRESS", help="make the runs on the workers of this Dask scheduler"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object: rows and summary")
    parser.add_argument("--no-progress", action="store_true", help="nothing on standard error")


def _words(text: str) -> list[str]:
    return list(dict.fromkeys(text.split(",")))


def _seeds(text: str) -> list[int]:
    if text.isdecimal() and int(text) > 0:
        return list(range(int(text)))
    seeds: list[int] = []
    for part in text.split(","):
        first, dash, last = part.partition("-")
        if not first.isdecimal() or (dash and not last.isdecimal()):
            raise argparse.ArgumentTypeError(f"{text}: expected a number of seeds or a list as 0,1,5-9")
        seeds += range(int(first), int(last or first) + 1)
    return list(dict.fromkeys(seeds))


def _target(text: str) -> int | str:
    return int(text) if text.lstrip("-").isdecimal() else text


def bench(options: argparse.Namespace) -> int:
    """Run ``kempe bench``; returns its exit status."""
    if options.jobs < 1:
        raise InputError(f"jobs = {options.jobs}, expected at least 1")
    if options.dask is not None and options.jobs > 1:
        raise InputError(f"jobs = {options.jobs}: a Dask cluster has workers of its own, expected 1")
    if options.plot:
        from .plot import check_plot

        check_plot(options.plot)
    tasks = plan(
        find_sources(options.sources),
        methods=options.methods,
        seeds=options.seeds,
        time_limit=options.time_limit,
        max_ticks=options.max_ticks,
        k=options.k,
        best_known=options.best_known,
        colorings=options.colorings,
    )
    with ResultFile(options.output) as results:
        failures, interrupted = _run(tasks, results, options)
        wanted = {task.key for task in tasks}
        rows = [row for row in results.rows if row.key in wanted]
    summaries = summarize(rows)
    if options.json:
        answer = {"rows": [asdict(row) for row in rows], "summary": [asdict(s) for s in summaries]}
        print(json.dumps(answer))
    elif rows:
        print(table(summaries))
        print(f"rows: {options.output}" + (f"   plot: {options.plot}" if options.plot else ""))
    if options.plot and rows:
        from .plot import plot

        plot(rows, options.plot)
    for failure in failures:
        print(f"kempe: error: {failure.message}", file=sys.stderr)
    if interrupted:
        left = len(tasks) - len(rows)
        print(f"kempe: interrupted with {left} runs left; the same command goes on", file=sys.stderr)
    return 2 if failures else 1 if interrupted else 0


def _run(
    tasks: Sequence[Task], results: ResultFile, options: argparse.Namespace
) -> tuple[list[Failure], bool]:
    """Make the runs that the file has not got; returns what failed, and whether Ctrl-C ended it."""
    done = {row.key for row in results.rows}
    left = [task for task in tasks if task.key not in done]
    failures: list[Failure] = []

    def say(text: str) -> None:
        if not options.no_progress:
            print(text, file=sys.stderr, flush=True)

    if len(left) < len(tasks):
        say(f"{len(tasks) - len(left)} of {len(tasks)} runs are in {options.output}")
    seconds = left[0].time_limit if left else None
    try:
        with ProgressLine(seconds) as line:
            progress = None if options.no_progress else line
            runs = run_all(left, options.jobs, progress, options.dask)
            for number, outcome in enumerate(runs, 1):
                line.wipe()
                if isinstance(outcome, Failure):
                    failures.append(outcome)
                    say(f"[{number}/{len(left)}] {outcome.task.instance}: {outcome.message}")
                else:
                    results.append(outcome)
                    say(f"[{number}/{len(left)}] {describe(outcome)}")
    except KeyboardInterrupt:
        return failures, True
    return failures, False


def describe(row: Row) -> str:
    """One line on a finished run."""
    head = f"{row.instance} {row.method} seed {row.seed}: {row.k} colors"
    if row.conflicts:
        return f"{head} not reached, {row.conflicts} conflicts left"
    if row.proven:
        head += ", optimal"
    elif row.best_known_k is not None:
        head += f" (best known {row.best_known_k})"
    return head if row.time_to_best is None else f"{head} in {seconds_text(row.time_to_best)}"
