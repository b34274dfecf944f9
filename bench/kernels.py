"""
asv benchmarks: time and exact counters of each workload, memory, and start-up times.

Times are CPU times, since on a busy machine the wall clock has shown 146 ms for 4 ms of work. Even so,
asv has reported unchanged kernels as faster and slower ones as unchanged; use ``python -m bench.ab`` to
decide. The counters (``track_``) are exact.
"""

from __future__ import annotations

import time
from typing import ClassVar

from .workloads import COLORINGS, OTHERS, SEARCHES, prepare


class _Workload:
    param_names: ClassVar = ["workload"]
    timeout = 600
    rounds = 2
    repeat = (3, 10, 2.0)
    sample_time = 0.05
    warmup_time = 0.1
    timer = time.process_time

    def setup(self, workload):
        self.run = prepare(workload)

    def time_run(self, workload):
        self.run()


class Searches(_Workload):
    """Local searches of a fixed number of ticks."""

    params: ClassVar = list(SEARCHES)

    def track_conflicts(self, workload):
        return self.run()["conflicts"]

    def track_ticks(self, workload):
        return self.run()["ticks"]

    def track_iterations(self, workload):
        return self.run()["iterations"]

    track_conflicts.unit = "conflicts"
    track_ticks.unit = "ticks"
    track_iterations.unit = "iterations"


class Colorings(_Workload):
    """Sequential colorings."""

    params: ClassVar = list(COLORINGS)

    def track_colors(self, workload):
        return self.run()["colors"]

    track_colors.unit = "colors"


class Others(_Workload):
    """Other workloads."""

    params: ClassVar = list(OTHERS)

    def track_counter(self, workload):
        (counter,) = self.run().values()
        return counter

    track_counter.unit = "counts"


class Memory:
    """Peak memory of a process with one task, including its input."""

    timeout = 600

    def setup(self):
        prepare("build")

    def peakmem_build(self):
        from .instances import load

        load("rmat18")

    def peakmem_search(self):
        prepare("tabucol_random1000.5")


class FreshInterpreter:
    """Start-up times of a new interpreter whose kernels are cached."""

    timeout = 600

    def timeraw_import(self):
        return "import solver"

    def timeraw_first_coloring(self):
        return """
        import solver
        solver.color(solver.generators.queen(8), max_ticks=1000)
        """
