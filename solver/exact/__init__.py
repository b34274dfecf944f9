"""Exact coloring: branch and bound, branch and price, satisfiability solvers, symmetric colorings."""

from .branch_and_price import BranchAndPrice
from .dsatur import DsaturSearch
from .sat import SatParams, SatSearch

__all__ = ["BranchAndPrice", "DsaturSearch", "SatParams", "SatSearch"]
