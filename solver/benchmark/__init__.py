"""
Benchmarks: instances x methods x seeds, one row per run; ``kempe bench`` is the command.

Each finished run is appended to a CSV file at once. A later call with the same file makes only the runs
that the file lacks, so that a benchmark may be interrupted, and extended by instances or seeds.
"""

from .best_known import BestKnown, read_best_known
from .plan import Task, find_sources, plan
from .results import COLUMNS, ResultFile, Row
from .runs import Failure, run_all, run_one
from .summary import Summary, summarize, table

__all__ = [
    "COLUMNS",
    "BestKnown",
    "Failure",
    "ResultFile",
    "Row",
    "Summary",
    "Task",
    "find_sources",
    "plan",
    "read_best_known",
    "run_all",
    "run_one",
    "summarize",
    "table",
]
