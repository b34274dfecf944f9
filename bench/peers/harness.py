"""What the sections share: taking turns, tables, and naming the machine."""

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
    """One call: how long it took (or how fast it was), and what came out."""

    value: float
    result: str = ""


@dataclass
class Contender:
    """
    A tool with one setting.

    Attributes
    ----------
    name
        As printed; that of Kempe comes first in a comparison.
    call
        Does the work once and says how long it took.
    samples
        What was measured.
    """

    name: str
    call: Callable[[], Sample]
    samples: list[Sample] = field(default_factory=list)

    @property
    def median(self) -> float:
        return statistics.median(sample.value for sample in self.samples)


def take_turns(contenders: Sequence[Contender], rounds: int, budget: float) -> None:
    """
    Call each contender once a round; a peer drops out when its calls took ``budget`` seconds together.

    The first call of each is thrown away if there is a second: it loads and fills caches. Kempe, which
    comes first, plays as long as any peer does, and twice at least.
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
    """Median of peer over Kempe within a round; over Kempe's median where rounds do not match."""
    if len(kempe.samples) == len(peer.samples):
        pairs = zip(peer.samples, kempe.samples, strict=True)
        return statistics.median(theirs.value / ours.value for theirs, ours in pairs)
    return peer.median / kempe.median


def print_comparison(title: str, contenders: Sequence[Contender], unit: str) -> None:
    """
    A table: Kempe first, then each peer with its ratio.

    With the unit ``s`` a ratio is the peer's time over Kempe's; with a rate, Kempe's over the peer's.
    Either way above 1 means that Kempe is faster.
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
    """Import a peer; None, and a line that names it, if it is not installed."""
    try:
        return importlib.import_module(package)
    except ImportError:
        print(f"  {package} is not installed: left out (pip install 'kempe[peers]')")
        return None


def timed(function: Callable[[], object]) -> tuple[float, object]:
    """Wall seconds of a call, and what it returned."""
    began = time.perf_counter()
    value = function()
    return time.perf_counter() - began, value


def note(text: str) -> None:
    """A line on standard error about what is going on."""
    print(text, file=sys.stderr, flush=True)


def machine() -> str:
    """What the figures depend on: processor, load, versions."""
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
    What the command line asks of every section.

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
        """Seconds that one contender may use on one graph; a call in progress is not cut off."""
        return 30.0 if self.full else 3.0
