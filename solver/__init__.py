"""Kempe's core: graph coloring at machine speed. Knows graphs, colors and arrays, and nothing else."""

from typing import TYPE_CHECKING, Any

from . import generators
from .best_response import BestResponse, best_response, best_responses, count_optima
from .clique import clique
from .cluster import Cluster
from .cluster_greedy import greedy_response
from .color import color
from .counterfactuals import Counterfactuals, counterfactual_tables, counterfactuals
from .engines import Budget
from .errors import BudgetError, DefinitionError, InputError, InputWarning, KempeError
from .formats import read, write
from .graph import Graph
from .greedy import core_numbers, greedy
from .memetic import MemeticParams, memetic
from .partialcol import PartialColParams, partialcol
from .penalty import conflict_counts, gamma, penalties, penalty
from .problem import Problem
from .result import Result
from .tabucol import TabuColParams, tabucol
from .verify import conflicts, is_proper

if TYPE_CHECKING:
    from . import dcop

__version__ = "0.1.0"

__all__ = [
    "BestResponse",
    "Budget",
    "BudgetError",
    "Cluster",
    "Counterfactuals",
    "DefinitionError",
    "Graph",
    "InputError",
    "InputWarning",
    "KempeError",
    "MemeticParams",
    "PartialColParams",
    "Problem",
    "Result",
    "TabuColParams",
    "best_response",
    "best_responses",
    "clique",
    "color",
    "conflict_counts",
    "conflicts",
    "core_numbers",
    "count_optima",
    "counterfactual_tables",
    "counterfactuals",
    "dcop",
    "gamma",
    "generators",
    "greedy",
    "greedy_response",
    "is_proper",
    "memetic",
    "partialcol",
    "penalties",
    "penalty",
    "read",
    "tabucol",
    "write",
]


def __getattr__(name: str) -> Any:
    # Loaded when named: most programs color graphs and nothing else.
    if name == "dcop":
        import importlib

        return importlib.import_module(".dcop", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
