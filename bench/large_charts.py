"""
Costs of checking charts of 1 MB: ``python -m bench.large_charts [--bytes N] [SHAPE ...]``.

Each chart repeats one part of a chart until it has the size, so that an effort that grows with the
square of a number of parts shows. Each is checked in a process of its own: CPU seconds and the peak
memory, imports included (1.7 s, 111 MB), or "over" the limit of CPU seconds.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

LIMIT = 60
_NUMBER = '<datamodel><data id="n" expr="0"/></datamodel>'


def repeated(part: Callable[[int], str], size: int) -> str:
    """Return parts 0, 1, 2, ... until they have a size."""

    def parts() -> Iterator[str]:
        written = 0
        for number in count():
            if written >= size:
                return
            yield (text := part(number))
            written += len(text)

    return "".join(parts())


def _nested(number: int) -> str:
    return "".join(f'<state id="s{number}_{i}">' for i in range(60)) + "</state>" * 60


def _region(number: int) -> str:
    states = f'<state id="a{number}"><transition event="e" target="b{number}"/></state>'
    return f'<state id="s{number}">{states}<state id="b{number}"/></state>'


def _chain(size: int) -> str:
    """Return a row of states, whose last transition leads back to the first."""
    states = repeated(
        lambda i: f'<state id="s{i}"><transition event="e" target="s{i + 1}"/></state>', size
    )
    return f'{states}<state id="s{states.count("<state")}"><transition event="e" target="s0"/></state>'


def _one_state(transition: Callable[[int], str], size: int) -> str:
    return f'{_NUMBER}<state id="a">{repeated(transition, size)}</state><state id="b"/><state id="c"/>'


SHAPES: dict[str, Callable[[int], str]] = {
    "a chain of states": _chain,
    "parallel regions": lambda size: f'<parallel id="p">{repeated(_region, size)}</parallel>',
    "an event per transition": lambda size: _one_state(
        lambda i: f'<transition event="e{i}" target="b"/>', size
    ),
    "one event": lambda size: _one_state(lambda i: '<transition event="e" target="b"/>', size),
    "one event, two targets": lambda size: _one_state(
        lambda i: f'<transition event="e" target="{"bc"[i % 2]}"/>', size
    ),
    "guards": lambda size: _one_state(
        lambda i: f'<transition event="e" cond="n == {i}" target="b"/>', size
    ),
    "guards, two targets": lambda size: _one_state(
        lambda i: f'<transition event="e" cond="n == {i}" target="{"bc"[i % 2]}"/>', size
    ),
    "nested states": lambda size: repeated(_nested, size),
    "unreachable states": lambda size: repeated(lambda i: f'<state id="s{i}"/>', size),
}


def cost(path: Path, limit: int = LIMIT) -> tuple[float, float] | None:
    """Return the CPU seconds and the peak MB of a check, or None over the limit."""
    command = [sys.executable, "-m", "kempe", "chart", "check", str(path)]
    child = subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1)),
    )
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 1):
        return None
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def main() -> int:
    parser = argparse.ArgumentParser(description="Costs of checking large charts.")
    parser.add_argument("--bytes", type=int, default=1_000_000, help="size of the charts")
    parser.add_argument("shapes", nargs="*", metavar="SHAPE", help=", ".join(SHAPES))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "chart.scxml"
        for name in options.shapes or SHAPES:
            text = SHAPES[name](options.bytes)
            path.write_text(
                f'<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0">{text}</scxml>'
            )
            used = cost(path)
            told = f"over {LIMIT} CPU s" if used is None else "{:.1f} CPU s, {:.0f} MB".format(*used)
            print(f"{name}: {told}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
