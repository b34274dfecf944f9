"""
Instances x methods x seeds, one row a run: what ``kempe bench`` does.

Each finished run is appended to a CSV file at once. A later call with the same file does only the runs
it has not got, so that a benchmark may be interrupted, killed, and extended by instances or seeds.
Kernels are compiled before the first run: no time contains the compiler's.
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
