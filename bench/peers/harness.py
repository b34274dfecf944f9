"""Functions that sections share: alternating calls, tables, and the description of the machine."""

from __future__ import annotations

import argparse
import importlib
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import ModuleType

PACKAGES = ("numba", "numpy", "networkx", "igraph", "gcol", "ortools", "python-sat")


@dataclass(frozen=True)
class Sample:
    """One call: its time or rate, and its result."""

    value: float
    result: str = ""


@dataclass
class Contender:
    """
    One tool with one setting.

    Attributes
    ----------
    name
        Printed name; Kempe is first in a comparison.
    call
        Function that does the work once and returns a sample.
    samples
        Samples so far.
    """

    name: str
    call: Callable[[], Sample]
    samples: list[Sample] = field(default_factory=list)

    @property
    def median(self) -> float:
        return statistics.median(sample.value for sample in self.samples)


def take_turns(contenders: Sequence[Contender], rounds: int, budget: float) -> None:
    """
    Call each contender once per round; a peer drops out after ``budget`` seconds in all.

    The first call of each is discarded if there is a second, since it loads and fills caches. Kempe,
    which is first, is called as long as any peer is, and at least twice.
    """
    kempe, *peers = contenders
    spent = dict.fromkeys(range(len(peers)), 0.0)
    for turn in range(rounds + 1):
        playing = [i for i in spent if spent[i] <= budget]
        if turn > 1 and not playing:
            return
        _call(kempe, turn)
        for i in playing:
            began = time.perf_counter()
            _call(peers[i], turn)
            spent[i] += time.perf_counter() - began


def _call(contender: Contender, turn: int) -> None:
    sample = contender.call()
    if turn == 1:
        contender.samples.clear()
    contender.samples.append(sample)


def ratios(kempe: Contender, peer: Contender) -> float:
    """Return the median ratio of peer to Kempe within a round, or to Kempe's median if rounds differ."""
    if len(kempe.samples) == len(peer.samples):
        pairs = zip(peer.samples, kempe.samples, strict=True)
        return statistics.median(theirs.value / ours.value for theirs, ours in pairs)
    return peer.median / kempe.median


def print_comparison(title: str, contenders: Sequence[Contender], unit: str) -> None:
    """
    Print a table: Kempe first, then each peer with its ratio.

    For times the ratio is the peer's over Kempe's, for rates Kempe's over the peer's: above 1 Kempe is
    faster.
    """
    kempe, *peers = contenders
    print(f"\n{title}")
    for contender in contenders:
        ratio = ""
        if contender in peers:
            by_value = ratios(kempe, contender)
            ratio = f"{by_value if unit == 's' else 1 / by_value:9.2f} x"
        runs = f"{len(contender.samples)} runs" if len(contender.samples) > 1 else "1 run"
        figure = f"{contender.median:12.4g} {unit:8} {ratio:11}"
        print(f"  {contender.name:32} {figure} {contender.samples[-1].result}  ({runs})".rstrip())


def available(package: str) -> ModuleType | None:
    """Import a peer; return None and print a line if it is not installed."""
    try:
        return importlib.import_module(package)
    except ImportError:
        print(f"  {package} is not installed: left out (pip install 'kempe[peers]')")
        return None


def timed(function: Callable[[], object]) -> tuple[float, object]:
    """Return the wall seconds of a call and its value."""
    began = time.perf_counter()
    value = function()
    return time.perf_counter() - began, value


def note(text: str) -> None:
    """Print progress to standard error."""
    print(text, file=sys.stderr, flush=True)


def machine() -> str:
    """Return processor, load and versions."""
    versions = [f"Python {platform.python_version()}"]
    for package in PACKAGES:
        try:
            versions.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            versions.append(f"no {package}")
    lines = [f"{_processor()}, {os.cpu_count()} cores, {platform.system()}"]
    if hasattr(os, "getloadavg"):
        load = os.getloadavg()[0]
        busy = "; others are at work: trust the ratios, not the times" if load > 0.5 else ""
        lines.append(f"load {load:.1f}{busy}")
    return "\n".join([*lines, ", ".join(versions)])


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


@dataclass(frozen=True)
class Options:
    """
    Options of the command line that every section gets.

    Attributes
    ----------
    full
        Larger graphs and more rounds.
    head
        Executable of HEAD.
    graph_tool_python
        A Python that can import graph_tool.
    colpack
        Executable of ColPack.
    """

    full: bool
    head: Path | None
    graph_tool_python: str | None
    colpack: Path | None

    @classmethod
    def from_arguments(cls, arguments: argparse.Namespace) -> Options:
        return cls(arguments.full, arguments.head, arguments.graph_tool_python, arguments.colpack)

    @property
    def rounds(self) -> int:
        return 9 if self.full else 5

    @property
    def budget(self) -> float:
        """Seconds for one contender on one graph; calls in progress are not interrupted."""
        return 30.0 if self.full else 3.0
