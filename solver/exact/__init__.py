"""Exact coloring: branch and bound, and satisfiability solvers."""

from .dsatur import DsaturSearch
from .sat import SatParams, SatSearch

__all__ = ["DsaturSearch", "SatParams", "SatSearch"]
