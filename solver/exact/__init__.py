"""Exact coloring: branch and bound, and satisfiability; the front door lets both take part."""

from .dsatur import DsaturSearch
from .sat import SatParams, SatSearch

__all__ = ["DsaturSearch", "SatParams", "SatSearch"]
