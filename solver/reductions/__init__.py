"""Exact reductions before a search, undone after it; and extraction, which is a heuristic."""

from .reduce import Reduction, reduce
from .step import Part

__all__ = ["Part", "Reduction", "reduce"]
