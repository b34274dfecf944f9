"""
Kempe's core: graph coloring at machine speed. Knows graphs, colors and arrays, and nothing else.

Public names load when first used: numba alone takes a quarter of a second, and who catches a
``KempeError`` or reads a world's trace needs none of it.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

__version__ = "0.1.0"

# Module -> its public names; none if the module itself is public. The stub says the same.
_HOMES = {
    "annealing": ("AnnealingParams", "annealing"),
    "best_response": ("BestResponse", "best_response", "best_responses", "count_optima"),
    "bounds": ("Bound", "column_generation", "lower_bound"),
    "certificate": ("Verdict", "check_certificate"),
    "clique": ("clique",),
    "cluster": ("Cluster",),
    "cluster_greedy": ("greedy_response",),
    "color": ("color",),
    "counterfactuals": ("Counterfactuals", "counterfactual_tables", "counterfactuals"),
    "dcop": (),
    "derivatives": (),
    "distributed": (),
    "engines": ("Budget",),
    "equitable": ("equitable_color", "is_equitable"),
    "errors": ("BudgetError", "DefinitionError", "Finding", "InputError", "InputWarning", "KempeError"),
    "formats": ("read", "write"),
    "generators": (),
    "graph": ("Graph",),
    "greedy": ("core_numbers", "greedy"),
    "independent_set": ("independent_set",),
    "kempe_chains": ("kempe_chain", "kempe_exchange"),
    "kempe_walk": ("KempeWalkParams", "kempe_walk"),
    "list_coloring": ("ListColoring", "list_coloring"),
    "maximum_clique": ("CliqueResult", "maximum_clique"),
    "memetic": ("MemeticParams", "memetic"),
    "partialcol": ("PartialColParams", "partialcol"),
    "penalty": ("conflict_counts", "gamma", "penalties", "penalty"),
    "problem": ("Problem",),
    "recolor": ("recolor",),
    "reductions": ("Reduction", "extract", "reduce"),
    "result": ("Result",),
    "tabucol": ("TabuColParams", "tabucol"),
    "verify": ("conflicts", "is_proper"),
    "weighted": ("WeightedResult", "coloring_cost", "weighted_color"),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names or (module,)}

__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(f".{_HOME[name]}", __name__)
    value = module if name == _HOME[name] and not _HOMES[name] else getattr(module, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


class _Package(ModuleType):
    """Keeps ``solver.color`` the function, though importing the module ``color`` would replace it."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (isinstance(value, ModuleType) and name in _HOMES.get(name, ())):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
