"""
Fewest colors within the same time, one core each: Kempe, gcol's evolutionary search, CP-SAT, HEAD.

gcol and HEAD search for a given k and are called with decreasing k until the time is up. CP-SAT starts
from Kempe's clique and a DSATUR coloring; its time excludes the construction of the model. Peers run in
separate processes, so that they can be ended.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ..instances import Missing, load
from .harness import Options, available, note
from .head import run_head

if TYPE_CHECKING:
    from solver import Graph

TITLE = "fewest colors in the same time (gcol, CP-SAT, HEAD)"
QUICK = ("queen16", "random250.5", "leighton450")
FULL = (*QUICK, "random500.5", "random1000.1", "DSJC500.5", "le450_25c", "r1000.1", "latin_square_10")
SCRIPT = Path(__file__).with_name("quality_worker.py")
#: CP-SAT builds its model before its time starts.
GRACE_SECONDS = 60.0


@dataclass(frozen=True)
class Reached:
    """Colors of a verified coloring, the time it was found, and a lower bound or None."""

    k: int | None
    seconds: float = 0.0
    bound: int | None = None

    def __str__(self) -> str:
        if self.k is None:
            return "nothing in time"
        proof = "" if self.bound is None else f", at least {self.bound}"
        return f"{self.k:4} colors after {self.seconds:6.2f} s{proof}"


def run(options: Options) -> None:
    limit = 60.0 if options.full else 5.0
    peers: dict[str, Callable[[Graph, float], Reached]] = {"kempe": kempe}
    if available("gcol") and available("networkx"):
        peers["gcol"] = partial(child, "gcol")
    if available("ortools"):
        peers["CP-SAT"] = partial(child, "cpsat")
    if options.head is None:
        print("  HEAD is left out: --head PATH")
    else:
        peers["HEAD"] = partial(head, options.head)
    for name in FULL if options.full else QUICK:
        try:
            graph = load(name)
        except Missing as missing:
            print(f"\n{missing}")
            continue
        print(f"\n{name}: n = {graph.n}, m = {graph.m}, {limit:.0f} s each")
        for peer, search in peers.items():
            note(f"{name}: {peer}")
            print(f"  {peer:10} {search(graph, limit)}")


def kempe(graph: Graph, limit: float) -> Reached:
    from solver.portfolio.color import color

    result = color(graph, time_limit=limit, seed=1)
    return Reached(result.k, result.history[-1][0], result.lower_bound)


def child(tool: str, graph: Graph, limit: float) -> Reached:
    """Run a tool in a process that prints its improvements, until it ends or the time is up."""
    from solver.cliques.clique import clique
    from solver.sequential.greedy import greedy

    with tempfile.TemporaryDirectory() as folder:
        start = greedy(graph, "DSATUR")
        data = {"edges": graph.edges(), "start": start, "clique": clique(graph, seed=1)}
        np.savez(Path(folder, "graph.npz"), n=graph.n, **data)
        command = [sys.executable, str(SCRIPT), tool, folder, str(limit)]
        child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            output, _ = child.communicate(timeout=limit + GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            child.kill()
            output, _ = child.communicate()
    return _last(graph, output, limit)


def _last(graph: Graph, output: str, limit: float) -> Reached:
    """Return the last improvement within the time."""
    from solver import is_proper

    best = Reached(None)
    for line in output.splitlines():
        answer = json.loads(line)
        if answer["seconds"] > limit * 1.05:
            break
        colors = np.array(answer["colors"])
        assert is_proper(graph, colors), "a peer returned a coloring that is not proper"
        k = len(np.unique(colors))
        seconds = best.seconds if k == best.k else answer["seconds"]
        best = Reached(k, seconds, answer.get("bound"))
    return best


def head(executable: Path, graph: Graph, limit: float) -> Reached:
    from solver import is_proper
    from solver.graphs.formats import write
    from solver.sequential.greedy import greedy

    k = int(greedy(graph, "DSATUR").max())  # one less than DSATUR uses
    best = Reached(k + 1)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "graph.col")
        write(graph, file)
        began = time.perf_counter()
        seed = 0
        while (left := limit - (time.perf_counter() - began)) > 0:
            seed += 1
            options = ["-w", "10", "-i", "10000", "-d", str(seed)]
            found = run_head(executable, file, k, options, timeout=left)
            if found is None:
                break
            if found.conflicts == 0:
                assert is_proper(graph, np.array(found.colors)), "HEAD: a coloring that is not proper"
                k = len(set(found.colors)) - 1
                best = Reached(k + 1, time.perf_counter() - began)
    return best
