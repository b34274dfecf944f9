"""
Compare the speed of two revisions: ``python -m bench.ab BASE [HEAD]``.

Each revision runs in separate processes with separate kernels, in the order A, B, B, A, ... A sample is
the CPU time of the fastest of 5 calls, a ratio is one sample of HEAD over one of BASE, and 40 ratios
from 5 pairs of processes give a median with a bootstrap interval. HEAD fails if the whole interval is
above 1.03 twice, the second time in new processes, or if an exact counter of a workload differs and
``--changed`` was not given.

asv is not used for this because on a shared machine ``asv continuous`` reported identical kernels as
faster in one run of two, and missed a slow-down of 12% that interleaved pairs found in two of two.
Instruction counts are not available on virtual machines, and under valgrind the start of the interpreter
dominates.

Exit status: 0 not slower, 1 slower or changed, 2 could not be measured.
"""

from __future__ import annotations

import argparse
import fnmatch
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from .intervals import Interval, bootstrap
from .jsonworker import JsonWorker, WorkerError, serve
from .workloads import Run, prepare, workloads

ROOT = Path(__file__).resolve().parent.parent
CALLS = 5
PAIRS = 8
PROCESSES = 5
THRESHOLD = 1.03


class CannotRun(Exception):
    """Raised if the two revisions cannot be measured."""


# -------------------------------------------------------------------------------------- in the child


def answer_requests() -> None:
    """Prepare and time workloads on request of the parent process."""
    # CPU time excludes other processes; its resolution is coarse on some systems.
    coarse = time.get_clock_info("process_time").resolution > 1e-5
    clock = time.perf_counter if coarse else time.process_time
    ready: dict[str, Run] = {}

    def answer(workload: str, calls: int) -> dict[str, object]:
        if workload not in ready:
            ready[workload] = prepare(workload)
        seconds = []
        counters: dict[str, int] = {}
        for _ in range(calls):
            began = clock()
            counters = ready[workload]()
            seconds.append(clock() - began)
        return {"seconds": min(seconds, default=0.0), "counters": counters}

    serve(answer)


# ------------------------------------------------------------------------------------- in the parent


@dataclass
class Comparison:
    """Measurements of one workload with two revisions."""

    name: str
    ratios: list[list[float]] = field(default_factory=list)
    base_seconds: list[float] = field(default_factory=list)
    head_seconds: list[float] = field(default_factory=list)
    counters: tuple[dict[str, int], dict[str, int]] = field(default_factory=lambda: ({}, {}))
    only_in: str | None = None

    @property
    def interval(self) -> Interval:
        return bootstrap(self.ratios)

    @property
    def slower(self) -> bool:
        return self.only_in is None and self.interval.low > THRESHOLD

    @property
    def changed(self) -> bool:
        return self.counters[0] != self.counters[1]


def check_out(revision: str | None, folder: Path) -> Path:
    """
    Check out ``solver`` of a revision (None: the working tree) with ``bench`` of the working tree.

    Both sides have the same workloads; a revision reports those that it lacks.
    """
    folder.mkdir(parents=True)
    skip = shutil.ignore_patterns("__pycache__")
    if revision is None:
        shutil.copytree(ROOT / "solver", folder / "solver", ignore=skip)
    else:
        command = ["git", "-C", str(ROOT), "archive", "--format=tar", revision, "solver"]
        archive = subprocess.run(command, capture_output=True, check=False)
        if archive.returncode:
            raise CannotRun(f"{revision}: {archive.stderr.decode(errors='replace').strip()}")
        with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as tar:
            tar.extractall(folder, filter="data")
    shutil.copytree(ROOT / "bench", folder / "bench", ignore=skip)
    return folder


def commit_of(revision: str) -> str:
    """Return the abbreviated hash of a revision."""
    command = ["git", "-C", str(ROOT), "rev-parse", "--verify", "--short", revision + "^{commit}"]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    if found.returncode:
        raise CannotRun(f"{revision}: git knows no such revision ({found.stderr.strip()})")
    return found.stdout.strip()


@contextmanager
def two_workers(base: Path, head: Path) -> Iterator[tuple[JsonWorker, JsonWorker]]:
    """Start a process for each tree. Trees are kept, so that later pairs find compiled kernels."""
    with ExitStack() as stack:
        workers = []
        for tree in (base, head):
            environment = os.environ | {"NUMBA_CACHE_DIR": str(tree / "cache"), "PYTHONPATH": str(tree)}
            command = [sys.executable, "-c", "import bench.ab; bench.ab.answer_requests()"]
            worker = JsonWorker(command, cwd=tree, env=environment)
            workers.append(stack.enter_context(worker))
        yield workers[0], workers[1]


def compile_all(base: Path, head: Path, names: Sequence[str]) -> list[Comparison]:
    """Compile the kernels of both sides in parallel, and return the workloads that both have."""
    comparisons = [Comparison(name) for name in names]
    with two_workers(base, head) as workers:
        for comparison in comparisons:
            _show(f"compiling {comparison.name}")
            for worker in workers:
                worker.send(workload=comparison.name, calls=0)
            comparison.only_in = _PRESENT[tuple(_has(worker, comparison.name) for worker in workers)]
    return comparisons


_PRESENT = {
    (True, True): None,
    (True, False): "only BASE has it",
    (False, True): "only HEAD has it",
    (False, False): "neither has it",
}


def _has(worker: JsonWorker, name: str) -> bool:
    try:
        worker.receive()
    except WorkerError as error:
        if not str(error).startswith("NotImplementedError"):
            raise CannotRun(f"{name}: {error}") from None
        return False
    return True


def measure(base: Path, head: Path, comparisons: Sequence[Comparison]) -> None:
    """Time the workloads on both sides alternately."""
    for process in range(PROCESSES):
        with two_workers(base, head) as workers:
            for comparison in comparisons:
                _show(f"{process + 1}/{PROCESSES} {comparison.name}")
                _measure_once(workers, comparison, first=process % 2)
    _show("")


def _measure_once(workers: tuple[JsonWorker, JsonWorker], comparison: Comparison, first: int) -> None:
    """Return PAIRS ratios from one pair of processes."""
    for worker in workers:
        worker.ask(workload=comparison.name, calls=0)
    samples = np.empty((PAIRS, 2))
    for pair in range(PAIRS):
        leader = (first + pair) % 2
        for side in (leader, 1 - leader):
            sample = workers[side].ask(workload=comparison.name, calls=CALLS)
            samples[pair, side] = sample["seconds"]
            comparison.counters[side].update(sample["counters"])
    comparison.ratios.append((samples[:, 1] / samples[:, 0]).tolist())
    comparison.base_seconds.extend(samples[:, 0])
    comparison.head_seconds.extend(samples[:, 1])


def _show(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def report(comparison: Comparison) -> str:
    """Return one line about a workload."""
    if comparison.only_in is not None:
        return f"{comparison.name:32} not compared: {comparison.only_in}"
    base, head = (1e3 * np.median(s) for s in (comparison.base_seconds, comparison.head_seconds))
    verdict = "slower" if comparison.slower else ""
    if comparison.changed:
        before, after = comparison.counters
        differences = [
            f"{counter} {before.get(counter)} -> {after.get(counter)}"
            for counter in sorted(before | after)
            if before.get(counter) != after.get(counter)
        ]
        verdict = "; ".join([*([verdict] if verdict else []), "changed: " + ", ".join(differences)])
    line = f"{comparison.name:32} {base:9.2f} {head:9.2f}   {comparison.interval}   {verdict}"
    return line.rstrip()


def pin() -> str:
    """Pin both processes, which never run at the same time, to one core if the system allows it."""
    if not hasattr(os, "sched_setaffinity"):
        return "not pinned"
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return f"pinned to core {core}"


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m bench.ab",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("base", help="revision to compare with, such as main")
    parser.add_argument("head", nargs="?", help="revision to judge (default: the working tree)")
    parser.add_argument("--only", metavar="GLOB", default="*", help="workloads, such as 'tabucol*'")
    parser.add_argument("--changed", metavar="GLOB", default="", help="workloads that should change")
    options = parser.parse_args(argv)
    names = fnmatch.filter(workloads(), options.only)
    if not names:
        parser.error(f"--only {options.only}: expected to match one of {', '.join(workloads())}")
    try:
        return _gate(options, names)
    except (CannotRun, WorkerError, OSError) as error:
        print(f"bench.ab: {error}", file=sys.stderr)
        return 2


def _gate(options: argparse.Namespace, names: list[str]) -> int:
    base = commit_of(options.base)
    head = None if options.head is None else commit_of(options.head)
    with tempfile.TemporaryDirectory(prefix="kempe-ab-") as folder:
        trees = check_out(base, Path(folder, "base")), check_out(head, Path(folder, "head"))
        first = compile_all(*trees, names)
        common = [comparison for comparison in first if comparison.only_in is None]
        if not common:
            raise CannotRun("the revisions have none of these workloads in common")
        print(f"BASE {base} ({options.base}), HEAD {head or 'working tree'}; {pin()}")
        print(f"{'workload':32} {'BASE ms':>9} {'HEAD ms':>9}   HEAD / BASE [95 %]")
        measure(*trees, common)
        print(*map(report, first), sep="\n")
        again = [Comparison(comparison.name) for comparison in common if comparison.slower]
        if again:
            print("again, in new processes:")
            measure(*trees, again)
            print(*map(report, again), sep="\n")
    expected = fnmatch.filter(names, options.changed)
    slower = [comparison.name for comparison in again if comparison.slower]
    changed = [c.name for c in common if c.changed and c.name not in expected]
    for text, guilty in (("slower, twice", slower), ("counters changed", changed)):
        if guilty:
            print(f"{text}: {', '.join(guilty)}")
    if not slower and not changed:
        print("HEAD is not slower")
    return 1 if slower or changed else 0


if __name__ == "__main__":
    sys.exit(main())
