"""``kempe warmup``: compile every kernel, which ``compilation.py`` does."""

from __future__ import annotations

import argparse
import json
import os

from .values import count

#: More do not help: the longest task takes a sixth of the whole time.
MOST_PROCESSES = 6

SUMMARY = "Compile everything now, so that no later call waits for the compiler."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of ``kempe warmup``."""
    parser.add_argument(
        "--jobs",
        type=count,
        metavar="J",
        help="processes that compile (default: one for each CPU, at most 6)",
    )
    parser.add_argument("--timing", action="store_true", help="print the CPU seconds by kernel")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace) -> int:
    """Run ``kempe warmup`` and return its exit status."""
    from .._jit import cache_directory
    from .compilation import warmup

    report = warmup(options.jobs or min(os.cpu_count() or 1, MOST_PROCESSES))
    folder = cache_directory()
    seconds = dict(sorted(report.seconds.items(), key=lambda item: -item[1]))
    if options.json:
        kernels = {"kernels": seconds} if options.timing else {}
        cache = None if folder is None else str(folder)
        print(json.dumps({"seconds": report.elapsed, "cache": cache} | kernels))
        return 0
    place = folder or "nowhere: no folder can be written, so each process compiles again"
    print(f"compiled in {report.elapsed:.1f} s, cached in {place}")
    if options.timing:
        if not seconds:
            print("nothing to compile: every kernel was in the cache")
        else:
            print("CPU seconds  compilations  kernel")
        for name, value in seconds.items():
            print(f"{value:11.2f} {report.counts[name]:13d}  {name}")
    return 0
