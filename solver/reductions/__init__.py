"""Exact reductions before a search, undone after it; and extraction, a heuristic."""

from .extraction import Extraction, ExtractionParams, extract
from .reduce import Reduction, reduce, unreduced
from .step import Part

__all__ = ["Extraction", "ExtractionParams", "Part", "Reduction", "extract", "reduce", "unreduced"]
