"""
Coloring with several processes of this machine, or with the workers of a Dask cluster.

:func:`portfolio` colors a graph that fits into one worker by several runs that share what they find.
:func:`color` colors a graph that need not fit, which :func:`cut` divides into shards.
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
