"""Kempe's core: graph coloring at machine speed. Knows graphs, colors and arrays, and nothing else."""

from . import generators
from .errors import BudgetError, DefinitionError, InputError, InputWarning, KempeError
from .formats import read, write
from .graph import Graph
from .greedy import core_numbers, greedy
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
    "conflicts",
    "core_numbers",
    "greedy",
    "generators",
    "is_proper",
    "read",
    "write",
]
