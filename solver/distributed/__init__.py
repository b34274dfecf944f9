"""
Coloring on more than one process or machine, by processes here or by Dask anywhere.

:func:`portfolio` colors a graph that fits into one worker by several runs that share what they find.

:func:`color` colors one that need not: :func:`cut` into shards, it is colored in rounds.
"""

from .cut import cut
from .executors import Dask, Executor, Processes
from .race import portfolio
from .rounds import RoundsProgress, ShardedColoring, color
from .shards import Shards

__all__ = [
    "Dask",
    "Executor",
    "Processes",
    "RoundsProgress",
    "ShardedColoring",
    "Shards",
    "color",
    "cut",
    "portfolio",
]
