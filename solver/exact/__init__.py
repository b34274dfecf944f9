"""Exact coloring: branch and bound, satisfiability, and what puts them together."""

from .dsatur import DsaturSearch

__all__ = ["DsaturSearch"]
