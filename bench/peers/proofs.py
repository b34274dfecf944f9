"""
Chromatic numbers proven within the same time: Kempe, CP-SAT, and a clique with CaDiCaL.

``--full`` takes every fourth, by name, of the instances that ``best_known.csv`` marks as proven. The
peers start from Kempe's clique and a DSATUR coloring and run in separate processes; CP-SAT's time
excludes the construction of its model.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ..instances import Missing, load
from .harness import Options, available, note

if TYPE_CHECKING:
    from solver import Graph

TITLE = "chromatic numbers proven in the same time (CP-SAT, clique + CaDiCaL)"
QUICK = (
    "queen:7",
    "queen:8",
    "gnp:n=60,p=0.5,seed=1",
    "leighton:450,5,60,seed=1",
    "gnp:n=150,p=0.9,seed=1",
)
# fmt: off
FULL = (
    "1-Insertions_4", "2-Insertions_3", "5-FullIns_3", "DSJR500.1", "R50_5g", "ash958GPIA",
    "flat300_20_0", "fpsol2.i.3", "inithx.i.2", "le450_15c", "le450_5a", "miles250", "mug88_1",
    "mulsol.i.3", "myciel5", "qg.order60", "queen14_14", "queen8_12", "r125.1", "r250.1c",
)
# fmt: on
SCRIPT = Path(__file__).with_name("proofs_worker.py")
#: CP-SAT builds its model before its time starts and may end late.
GRACE_SECONDS = 60.0


@dataclass(frozen=True)
class Bounds:
    """Final bounds and their time; empty if the tool had to be killed."""

    lower: int = 0
    upper: int | None = None
    seconds: float = 0.0

    @property
    def proven(self) -> bool:
        return self.lower == self.upper

    def __str__(self) -> str:
        if self.upper is None:
            return "nothing in time"
        if self.proven:
            return f"{self.upper:4} proven after {self.seconds:6.2f} s"
        return f"{self.lower:4} to {self.upper}"


def run(options: Options) -> None:
    compare(FULL if options.full else QUICK, 20.0 if options.full else 5.0)


def compare(names: Sequence[str], limit: float) -> dict[str, int]:
    """Print the bounds of each tool on each graph, and how many gaps it closed."""
    tools: dict[str, Callable[[Graph, float], Bounds]] = {"kempe": kempe}
    if available("ortools"):
        tools["CP-SAT"] = partial(in_child, "cpsat")
    if available("pysat"):
        tools["CaDiCaL"] = partial(in_child, "cadical")
    proven = dict.fromkeys(tools, 0)
    for name in names:
        try:
            graph = load(name)
        except Missing as missing:
            print(f"\n{missing}")
            continue
        print(f"\n{name}: n = {graph.n}, m = {graph.m}, {limit:.0f} s each")
        for tool, solve in tools.items():
            note(f"{name}: {tool}")
            bounds = solve(graph, limit)
            proven[tool] += bounds.proven
            print(f"  {tool:10} {bounds}", flush=True)
    print("\nproven: " + ", ".join(f"{tool} {count}" for tool, count in proven.items()))
    return proven


def kempe(graph: Graph, limit: float) -> Bounds:
    from solver import color

    color(graph, method="exact", max_ticks=1000)  # compile
    result = color(graph, method="exact", time_limit=limit)
    return Bounds(result.lower_bound, result.k, result.seconds)


def in_child(tool: str, graph: Graph, limit: float) -> Bounds:
    """Run a tool in a process that prints its bounds at the end."""
    from solver.cliques.clique import clique
    from solver.sequential.greedy import greedy

    with tempfile.TemporaryDirectory() as folder:
        data = {"edges": graph.edges(), "start": greedy(graph, "DSATUR"), "clique": clique(graph)}
        np.savez(Path(folder, "graph.npz"), n=graph.n, **data)
        command = [sys.executable, str(SCRIPT), tool, folder, str(limit)]
        try:
            child = subprocess.run(
                command, capture_output=True, text=True, check=True, timeout=limit + GRACE_SECONDS
            )
        except subprocess.TimeoutExpired:
            return Bounds()
    return Bounds(**json.loads(child.stdout.splitlines()[-1]))
