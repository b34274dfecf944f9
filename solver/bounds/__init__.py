"""
Lower bounds on the number of colors, with certificates that :mod:`solver.bounds.certificate` verifies.

``lower_bound.py`` runs all bounds in stages, the cliques of ``maximum_clique.py`` first.
``mycielskian.py`` has Mycielskians and odd cycles; ``fractional.py`` has fractional coloring, with
``columns.py`` (the linear program) and ``pricing.py`` (heaviest independent sets); ``dive.py`` and
``column_generation.py`` derive colorings from it.
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
