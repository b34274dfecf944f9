"""Kempe's core: graph coloring at machine speed. Knows graphs, colors and arrays, and nothing else."""

from .errors import BudgetError, DefinitionError, InputError, InputWarning, KempeError
from .graph import Graph
from .penalty import conflict_counts, gamma, penalties, penalty
from .problem import Problem
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
    "Problem",
    "Result",
    "conflict_counts",
    "conflicts",
    "gamma",
    "is_proper",
    "penalties",
    "penalty",
]
