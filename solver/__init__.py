"""Kempe's core: graph coloring at machine speed. Knows graphs, colors and arrays, and nothing else."""

from . import generators
from .clique import clique
from .errors import BudgetError, DefinitionError, InputError, InputWarning, KempeError
from .graph import Graph
from .result import Result
from .verify import conflicts, is_proper

__version__ = "0.1.0"

__all__ = [
    "BudgetError",
    "DefinitionError",
    "Graph",
    "InputError",
    "InputWarning",
    "KempeError",
    "Result",
    "clique",
    "conflicts",
    "generators",
    "is_proper",
]
