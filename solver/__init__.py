"""
The core of Kempe: graph coloring on arrays, compiled with numba.

Public names are imported when first used: numba alone takes a quarter of a second, and code that only
catches a ``KempeError`` does not need it.
"""

from importlib import import_module
from typing import Any

__version__ = "0.2.0"

# Module -> the public functions and classes that it defines, as in the stub.
_HOMES = {
    "bounds": ("Bound", "column_generation", "lower_bound"),
    "bounds.certificate": ("Verdict", "check_certificate"),
    "cliques.clique": ("clique",),
    "cliques.independent_set": ("independent_set",),
    "cliques.maximum_clique": ("CliqueResult", "maximum_clique"),
    "cluster.best_response": ("BestResponse", "best_response", "best_responses", "count_optima"),
    "cluster.prepared": ("Cluster",),
    "cluster.counterfactuals": ("Counterfactuals", "counterfactual_tables", "counterfactuals"),
    "cluster.budget": ("Budget",),
    "cluster.greedy_response": ("greedy_response",),
    "counting.count": ("chromatic_polynomial", "count_colorings"),
    "counting.enumerate": ("colorings",),
    "counting.unique": ("Criticality", "is_critical", "is_uniquely_colorable"),
    "errors": ("BudgetError", "DefinitionError", "Finding", "InputError", "InputWarning", "KempeError"),
    "graphs.formats": ("read", "write"),
    "graphs.graph": ("Graph",),
    "portfolio.color": ("color",),
    "problems.conflicts": ("conflicts", "is_proper"),
    "problems.penalty": ("conflict_counts", "gamma", "penalties", "penalty"),
    "problems.problem": ("Problem",),
    "proofs": ("WrittenProof", "write_proof"),
    "reductions": ("Reduction", "extract", "reduce"),
    "reductions.list_coloring": ("ListColoring", "list_coloring"),
    "result": ("Result",),
    "search.annealing": ("AnnealingParams", "annealing"),
    "search.conflict_optimizer": ("ConflictOptimizerParams", "conflict_optimizer"),
    "search.kempe_chains": ("kempe_chain", "kempe_exchange"),
    "search.kempe_walk": ("KempeWalkParams", "kempe_walk"),
    "search.memetic": ("MemeticParams", "memetic"),
    "search.partialcol": ("PartialColParams", "partialcol"),
    "search.tabucol": ("TabuColParams", "tabucol"),
    "sequential.greedy": ("greedy",),
    "sequential.orders": ("core_numbers",),
    "variants.balance": ("balance",),
    "variants.bandwidth": ("BandwidthResult", "bandwidth_color"),
    "variants.bandwidth_file": ("read_bandwidth",),
    "variants.equitable": ("EquitableResult", "equitable_color", "is_equitable"),
    "variants.recolor": ("recolor",),
    "variants.spill": ("SpillResult", "spill"),
    "variants.weighted": ("WeightedResult", "coloring_cost", "weighted_color"),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

# Public modules, with all names that they list.
_MODULES = ("dcop", "derivatives", "distributed", "generators", "pauli", "stop")

__all__ = sorted([*_HOME, *_MODULES])

# Packages and modules that docstrings name, importable by attribute.
_ROOMS = [
    "benchmark",
    "bounds",
    "cliques",
    "cluster",
    "command",
    "counting",
    "errors",
    "exact",
    "graphs",
    "interop",
    "portfolio",
    "problems",
    "proofs",
    "reductions",
    "result",
    "search",
    "sequential",
    "threads",
    "variants",
]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        value = getattr(import_module(f".{_HOME[name]}", __name__), name)
    elif name in _MODULES or name in _ROOMS:
        value = import_module(f".{name}", __name__)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
