"""``kempe warmup``: compile every kernel, which ``compilation.py`` does."""

from __future__ import annotations

import argparse
import json

SUMMARY = "Compile everything now, so that no later call waits for the compiler."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of ``kempe warmup``."""
    parser.add_argument("--timing", action="store_true", help="print the CPU seconds by kernel")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace) -> int:
    """Run ``kempe warmup`` and return its exit status."""
    from .._jit import CompileTimes
    from .compilation import warmup

    with CompileTimes() as times:
        report = warmup()
    if options.timing:
        slowest = sorted(times.seconds.items(), key=lambda item: -item[1])
        report["kernels"] = dict(slowest)
    if options.json:
        print(json.dumps(report))
    else:
        cache = report["cache"] or "nowhere: no folder can be written, so each process compiles again"
        print(f"compiled in {report['seconds']:.1f} s, cached in {cache}")
        if options.timing:
            print("CPU seconds  compilations  kernel")
            for name, seconds in report["kernels"].items():
                print(f"{seconds:11.2f} {times.counts[name]:13d}  {name}")
    return 0
