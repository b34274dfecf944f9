"""Exact coloring: branch and bound, satisfiability, and what puts them together."""

from .dsatur import DsaturSearch
from .prove import ProveParams, prove
from .sat import SatParams, SatSearch

__all__ = ["DsaturSearch", "ProveParams", "SatParams", "SatSearch", "prove"]
