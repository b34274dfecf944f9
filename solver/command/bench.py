"""``kempe bench``: measure methods on many graphs."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict

from ..benchmark.figures import counted, seconds_text
from ..benchmark.plan import Task, find_sources, plan
from ..benchmark.results import ResultFile, Row
from ..benchmark.runs import Failure, run_all
from ..benchmark.summary import summarize, table
from ..errors import expected
from .output import check_writable, make_folders
from .progress_line import ProgressLine
from .values import count

SUMMARY = "Measure methods on many graphs; the same command continues an interrupted benchmark."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of ``kempe bench``."""
    parser.add_argument(
        "sources", nargs="+", metavar="GRAPH", help="graph files, folders of them, generated graphs"
    )
    parser.add_argument(
        "--methods",
        type=_words,
        default=["auto"],
        metavar="M,M",
        help="methods of kempe color (default: auto)",
    )
    parser.add_argument(
        "--seeds",
        type=_seeds,
        default=[0],
        metavar="S",
        help="number of seeds, or a list such as 0,1,5-9; 5-5 is seed 5 alone (default: seed 0)",
    )
    parser.add_argument("--time-limit", type=float, metavar="S", help="seconds per run (default: 60)")
    parser.add_argument("--max-ticks", type=int, metavar="N", help="work limit instead of a time limit")
    parser.add_argument(
        "-k",
        "--k",
        type=_target,
        metavar="K",
        help="stop at K colors; best or best+1: relative to the best-known number",
    )
    parser.add_argument(
        "--best-known",
        metavar="CSV",
        help="columns instance,best_known_k (default: best_known.csv near the graph)",
    )
    parser.add_argument(
        "--output", metavar="CSV", default="bench.csv", help="one row per run (default: bench.csv)"
    )
    parser.add_argument("--plot", metavar="F", help="draw the results to a PNG, SVG or PDF file")
    parser.add_argument("--colorings", metavar="DIR", help="write each coloring to this folder")
    parser.add_argument(
        "--jobs",
        type=count,
        default=1,
        metavar="J",
        help="runs side by side, which slow each other down",
    )
    parser.add_argument("--dask", metavar="ADDRESS", help="run on the workers of this Dask scheduler")
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object with rows and summary"
    )
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
            raise argparse.ArgumentTypeError(f"{text!r}: expected a number, or a list such as 0,1,5-9")
        if dash and int(last) < int(first):
            raise argparse.ArgumentTypeError(f"{text!r}: expected the lower seed first: {last}-{first}")
        seeds += range(int(first), int(last or first) + 1)
    return list(dict.fromkeys(seeds))


def _target(text: str) -> int | str:
    return int(text) if text.lstrip("-").isdecimal() else text


def run(options: argparse.Namespace) -> int:
    """Run ``kempe bench`` and return its exit status."""
    if options.dask is not None and options.jobs > 1:
        raise expected("jobs", options.jobs, "1 with a Dask cluster, which has its own workers")
    if options.plot:
        from ..benchmark.plot import check_plot

        check_plot(options.plot)
        check_writable(options.plot)
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
    if options.plot:
        make_folders(options.plot)
    with ResultFile(options.output) as results:
        failures, interrupted = _run_missing(tasks, results, options)
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
        from ..benchmark.plot import plot

        if sys.stdout is not None:
            sys.stdout.flush()  # whatever becomes of the plot
        plot(rows, options.plot)
    for failure in failures:
        print(f"kempe: error: {failure.message}", file=sys.stderr)
    if interrupted:
        left = len(tasks) - len(rows)
        print(
            f"kempe: interrupted, {counted(left, 'run')} left; the same command continues",
            file=sys.stderr,
        )
    return 2 if failures else 1 if interrupted else 0


def _run_missing(
    tasks: Sequence[Task], results: ResultFile, options: argparse.Namespace
) -> tuple[list[Failure], bool]:
    """Make the runs that the file lacks; return those that failed, and whether Ctrl-C ended them."""
    done = {row.key for row in results.rows}
    left = [task for task in tasks if task.key not in done]
    failures: list[Failure] = []

    def say(text: str) -> None:
        if not options.no_progress:
            print(text, file=sys.stderr, flush=True)

    if len(left) < len(tasks):
        say(f"{len(tasks) - len(left)} of {len(tasks)} runs are in {options.output}")
    if left:
        from ..portfolio.readiness import UNITS, is_compiled

        if not all(map(is_compiled, UNITS)):
            from .compilation import warmup
            from .warmup import MOST_PROCESSES

            # Compile before the first run, whose time limit would count it.
            say("compiling kernels (once per machine)")
            warmup(min(os.cpu_count() or 1, MOST_PROCESSES), coloring_only=True)
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
    """Return one line on a finished run."""
    head = f"{row.instance} {row.method} seed {row.seed}: {counted(row.k, 'color')}"
    if row.conflicts:
        return f"{head} not reached, {counted(row.conflicts, 'conflict')} left"
    if row.proven:
        head += ", optimal"
    elif row.best_known_k is not None:
        head += f" (best known {row.best_known_k})"
    return head if row.time_to_best is None else f"{head} in {seconds_text(row.time_to_best)}"
