"""
Lower bounds on the number of colors, with certificates that :mod:`solver.bounds.certificate` checks.

Mycielskians and odd cycles (``mycielskian.py``); fractional coloring (``fractional.py``, with
``columns.py``, the linear program, and ``pricing.py``, the heaviest independent sets); dives from it
(``dive.py``, ``column_generation.py``); and all of it in stages, after the cliques of
``maximum_clique.py`` (``lower_bound.py``).
"""

from .column_generation import ColumnGeneration, column_generation
from .fractional import FractionalColoring
from .lower_bound import Bound, LowerBound, lower_bound
from .mycielskian import MycielskianSearch

__all__ = [
    "Bound",
    "ColumnGeneration",
    "FractionalColoring",
    "LowerBound",
    "MycielskianSearch",
    "column_generation",
    "lower_bound",
]
