"""
Coloring on more than one process or machine, by processes here or by Dask anywhere.

:func:`portfolio` colors a graph that fits into one worker by several runs that share what they find.
"""

from .executors import Dask, Executor, Processes
from .portfolio import portfolio

__all__ = ["Dask", "Executor", "Processes", "portfolio"]
