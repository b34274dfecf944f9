"""
Which graphs are proven within a limit of CPU time: one line of JSON for each graph.

    python -m bench.proven table.jsonl --names names.txt --seconds 15
    python -m bench.proven table.jsonl --random 100 --seconds 20
    python -m bench.proven table.jsonl --summary

Graphs that the file has already are left out, so that a run can be resumed and other names added.
Names are those of ``bench.instances``; ``--random`` makes uniform random graphs with 60 to 90 vertices
and densities from 0.1 to 0.9.

Each graph is colored in a process of its own, which ends the search as Ctrl-C would when its CPU time,
all threads together, is used up. Kernels are loaded before. Wall time would depend on what else the
machine does.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import signal
import time
from pathlib import Path
from typing import Any

from .instances import Missing, load

#: Wall time at most, in multiples of the CPU time.
PATIENCE = 20


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench.proven", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("table", type=Path, help="file of JSON lines, which is continued")
    parser.add_argument("--names", type=Path, help="file with a name of a graph in each line")
    parser.add_argument("--random", type=int, metavar="N", help="N uniform random graphs")
    parser.add_argument("--seed", type=int, default=0, help="first seed of the random graphs")
    parser.add_argument("--seconds", type=float, default=15.0, help="of CPU time (default: 15)")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--method", default="auto")
    parser.add_argument("--summary", action="store_true", help="only sum up the table")
    options = parser.parse_args()
    names = options.names.read_text().split() if options.names else []
    names += [random_spec(options.seed + i) for i in range(options.random or 0)]
    if not options.summary:
        fill(options, names)
    print(summary(read(options.table)))


def fill(options: argparse.Namespace, names: list[str]) -> None:
    """Add the graphs that the table lacks."""
    import solver

    for spec in ("queen:7", "gnp:n=70,p=0.5,seed=1"):
        solver.color(solver.generators.from_spec(spec), time_limit=5)
    known = {row["name"] for row in read(options.table)}
    for name in names:
        if name in known:
            continue
        try:
            load(name)
        except Missing as missing:
            print(missing)
            continue
        row = in_process(name, options)
        print(line(row), flush=True)
        with options.table.open("a") as file:
            file.write(json.dumps(row) + "\n")


def in_process(name: str, options: argparse.Namespace) -> dict[str, Any]:
    """Color a graph in a new process and return its row."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=work, args=(theirs, name, options))
    process.start()
    theirs.close()
    try:
        row: dict[str, Any] = ours.recv()
    except EOFError:
        row = {"name": name, "proven": False, "error": "the process ended without a result"}
    process.join()
    return row


def work(pipe: Any, name: str, options: argparse.Namespace) -> None:
    """Color a graph until its CPU time is used up, and send the row."""
    import solver

    graph = load(name)
    signal.signal(signal.SIGPROF, signal.default_int_handler)
    began = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, options.seconds)
    result = solver.color(
        graph,
        method=options.method,
        threads=options.threads,
        time_limit=PATIENCE * options.seconds,
    )
    signal.setitimer(signal.ITIMER_PROF, 0)
    pipe.send(
        {
            "name": name,
            "n": graph.n,
            "m": graph.m,
            "k": result.k,
            "bound": result.lower_bound,
            "proven": result.proven,
            "coloring": result.method,
            "proof": result.certificate["kind"],
            "cpu": round(time.process_time() - began, 2),
            "wall": round(result.seconds, 2),
            "limit": options.seconds,
            "stop": result.stop_reason,
        }
    )
    pipe.close()
    os._exit(0)  # a linear program may still run in a thread that was left


def random_spec(seed: int) -> str:
    """Return the spec of a uniform random graph."""
    draw = random.Random(seed)
    return f"gnp:n={draw.randint(60, 90)},p={draw.uniform(0.1, 0.9):.3f},seed={seed}"


def read(table: Path) -> list[dict[str, Any]]:
    """Return the rows of a table, none if there is no such file."""
    lines = table.read_text().splitlines() if table.exists() else []
    return [json.loads(text) for text in lines]


def line(row: dict[str, Any]) -> str:
    if "error" in row:
        return f"{row['name']:24} {row['error']}"
    gap = f"{row['k']}" if row["proven"] else f"{row['bound']}-{row['k']}"
    how = f"{row['coloring']} / {row['proof']}"
    return f"{row['name']:24} {row['n']:6} {row['m']:8} {gap:>9} {row['cpu']:8.2f} s  {how}"


def summary(rows: list[dict[str, Any]]) -> str:
    """Return the number of graphs proven, and the others."""
    proven = [row for row in rows if row["proven"]]
    others = sorted((row for row in rows if not row["proven"]), key=lambda row: str(row["name"]))
    head = f"{len(proven)} of {len(rows)} proven in {sum(row.get('cpu', 0) for row in rows):.0f} CPU s"
    return "\n".join([head, *("  " + line(row) for row in others)])


if __name__ == "__main__":
    main()
