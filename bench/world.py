"""
Rates of the world engine and its trace: ``python -m bench.world``.

Figures are medians over rounds, with a database on disk. *Engine* is the time without that of the
policies.
"""

from __future__ import annotations

import argparse
import random
import resource
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from agents.canonical import canonical, derived_id
from agents.contracts import RunMetadata
from agents.world import (
    InMemoryChannel,
    RandomAgentPolicy,
    TraceDb,
    WorldEngine,
    WorldEngineConfig,
    stable_agent_seed,
    verify,
)

AGENTS = 1000

Make = Callable[[int, TraceDb], dict[str, Any]]


class Timed:
    """Policy whose time is measured."""

    spent = 0.0

    def __init__(self, policy: Any) -> None:
        self.policy = policy
        self.stateless = getattr(policy, "stateless", False)

    def decide(self, **asked: Any) -> Any:
        started = time.perf_counter()
        try:
            return self.policy.decide(**asked)
        finally:
            Timed.spent += time.perf_counter() - started


def random_agents(count: int, trace: TraceDb) -> dict[str, Any]:
    ids = [f"agent_{i:03d}" for i in range(count)]
    return {name: RandomAgentPolicy(random.Random(stable_agent_seed(42, name))) for name in ids}


def cognitive_agents(count: int, trace: TraceDb, *, policy: str) -> dict[str, Any]:
    from agents.llm import MockLLMGateway
    from agents.world.cognitive_policies import cognitive_policy

    return {
        f"agent_{i:03d}": cognitive_policy(
            policy, gateway=MockLLMGateway(seed=i, sink=trace), model="mock"
        )
        for i in range(count)
    }


def run(make: Make, count: int, steps: int, history: int, folder: Path) -> dict[str, float]:
    """Run a world and return its rates."""
    Timed.spent = 0.0
    stamps = []
    config = WorldEngineConfig(run_id="bench", message_history_limit=history)
    with TraceDb(folder / "w.db") as trace:
        agents = {name: Timed(policy) for name, policy in make(count, trace).items()}
        engine = WorldEngine(config, agents, InMemoryChannel(), trace)
        started, cpu = time.perf_counter(), time.process_time()
        engine.run(steps, until=lambda _: stamps.append(time.process_time()))
        seconds, cpu = time.perf_counter() - started, time.process_time() - cpu
        rows = steps * len(agents)
        tenth = max(1, steps // 10)
        first, last = stamps[tenth] - stamps[0], stamps[-1] - stamps[-1 - tenth]
        started = time.process_time()
        verify(trace, "bench")
        checked = time.process_time() - started
    return {
        "rows/s": rows / seconds,
        "rows/s of CPU": rows / cpu,
        "engine's share": 1 - Timed.spent / seconds,
        "engine us/row": (seconds - Timed.spent) / rows * 1e6,
        "last tenth / first tenth": last / first,
        "verified rows/s": rows / checked,
        "file MB": (folder / "w.db").stat().st_size / 1e6,
    }


def trace_alone(steps: int, folder: Path) -> dict[str, float]:
    """Write prepared rows."""
    info = canonical(
        {
            "run_id": "bench",
            "time_step": 1,
            "agent_id": "agent_000",
            "action_name": "emit_event",
            "arguments": {"value": 205886, "seen_time_step": 1},
            "reasoning": None,
            "metadata": {"policy": "RandomAgentPolicy"},
        }
    )
    outcome = canonical({"success": True, "data": {"ok": True}, "error": None, "trace_id": "0" * 32})
    head = "f" * 64
    made = [
        [
            (
                "bench", t, i, derived_id("trace", "bench", t, f"agent_{i:03d}", i), f"agent_{i:03d}",
                "emit_event", info, outcome, t + i / 1000, head,
            )
            for i in range(AGENTS)
        ]
        for t in range(steps)
    ]  # fmt: skip
    with TraceDb(folder / "t.db") as trace:
        trace.insert_run(RunMetadata(run_id="bench"))
        started, cpu = time.perf_counter(), time.process_time()
        for t, rows in enumerate(made):
            with trace.transaction(t):
                head = trace.append_step(
                    "bench", t, previous=head, state_hash=head, rows=rows, messages=[], scopes=[]
                )
        seconds, cpu = time.perf_counter() - started, time.process_time() - cpu
    rows = steps * AGENTS
    return {"rows/s": rows / seconds, "rows/s of CPU": rows / cpu}


def beside_sqlite(count: int, steps: int, rounds: int, folder: Path) -> dict[str, float]:
    """Run random agents and write their rows once more with SQLite alone, in turn; times of the CPU."""
    world, raw = [], []
    for i in range(rounds):
        with TraceDb(folder / f"{i}.db") as trace:
            config = WorldEngineConfig(run_id="bench", message_history_limit=0)
            engine = WorldEngine(config, random_agents(count, trace), InMemoryChannel(), trace)
            engine.run(1)
            started = time.process_time()
            engine.run(steps)
            world.append(time.process_time() - started)
            written = trace.query("SELECT * FROM trace WHERE time_step > 0 ORDER BY time_step, seq")
            ((table,),) = trace.query("SELECT sql FROM sqlite_schema WHERE name = 'trace'")
        alone = sqlite3.connect(folder / f"{i}.raw", isolation_level=None)
        alone.execute("PRAGMA journal_mode = WAL")
        alone.execute("PRAGMA synchronous = NORMAL")
        alone.execute(table)
        insert = f"INSERT INTO trace VALUES ({', '.join('?' * len(written[0]))})"
        started = time.process_time()
        for first in range(0, len(written), count):
            alone.execute("BEGIN")
            alone.executemany(insert, written[first : first + count])
            alone.execute("COMMIT")
        raw.append(time.process_time() - started)
        alone.close()
    rows = count * (steps - 1)
    return {
        "rows/s of CPU": rows / min(world),
        "rows/s of CPU, SQLite alone": rows / min(raw),
        "ratio, best of each": min(raw) / min(world),
        "ratio, median": statistics.median(a / b for a, b in zip(raw, world, strict=True)),
    }


def workload(name: str, folder: Path) -> dict[str, float]:
    """Run one workload in this process."""
    if name == "sqlite":
        return beside_sqlite(300, 60, 7, folder)
    if name == "trace":
        return trace_alone(100, folder)
    if name == "random":
        return run(random_agents, AGENTS, 100, 0, folder)
    if name == "long":
        return run(random_agents, 50, 2000, 0, folder)
    simple = partial(cognitive_agents, policy="SimpleCognitivePolicy")
    if name == "talk":
        return run(simple, 20, 500, 20, folder)
    if name == "simple":
        return run(simple, 200, 10, 20, folder)
    return run(partial(cognitive_agents, policy="CognitiveAgentPolicy"), 200, 10, 20, folder)


WORKLOADS = {
    "sqlite": "300 random agents, 60 steps, beside SQLite alone (WAL, the same rows and table)",
    "trace": "trace alone, 1,000 rows a step, 100 steps",
    "random": "1,000 random agents, 100 steps",
    "long": "50 random agents, 2,000 steps",
    "talk": "20 cognitive agents on the mock, 500 steps, the last 20 messages seen",
    "simple": "200 cognitive agents on the mock, 10 steps, in a line",
    "graph": "200 cognitive agents on the mock, 10 steps, on LangGraph",
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.world", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[*WORKLOADS, []], metavar="NAME")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--one", choices=WORKLOADS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        with tempfile.TemporaryDirectory() as folder:
            found = workload(options.one, Path(folder))
        found["peak MB"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        for name, value in found.items():
            print(f"{name}\t{value}")
        return 0
    for name in options.names or WORKLOADS:
        found: dict[str, list[float]] = {}
        for _ in range(options.rounds):
            # One process per workload, so that peak memory is measured separately.
            command = [sys.executable, "-m", "bench.world", "--one", name]
            text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            for line in text.splitlines():
                key, value = line.split("\t")
                found.setdefault(key, []).append(float(value))
        print(WORKLOADS[name])
        for key, values in found.items():
            print(f"  {key:<26}{statistics.median(values):>12,.4g}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
