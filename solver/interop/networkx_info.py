"""
Metadata of the NetworkX backend ``kempe``, which NetworkX reads at import; imports no other module.

The entry point ``networkx.backend_info`` is :func:`info`. The functions are in ``networkx_backend.py``,
which NetworkX imports when one of them is called.
"""

from __future__ import annotations

from typing import Any

#: Name of a NetworkX function -> text on this backend for its documentation.
FUNCTIONS = {
    "greedy_color": (
        "The strategies 'largest_first', 'random_sequential' and, on simple graphs, 'DSATUR' give "
        "NetworkX's colors; the others may break ties differently. Further strategies: 'RLF', "
        "'incidence_degree' and 'natural'. Declines directed graphs, interchange, and strategies given "
        "as functions of the caller."
    ),
    "equitable_color": "Declines directed graphs and graphs with loops.",
    "core_number": "Declines directed graphs.",
    "maximal_independent_set": (
        "Linear time. For a given seed, the set differs from NetworkX's. Declines graphs with loops."
    ),
    "max_weight_clique": "Exact, by branch and bound. Declines weights: weight=None only.",
    "max_clique": (
        "A largest clique if the search ends within one or two seconds, otherwise a large one, without "
        "the approximation ratio of NetworkX's algorithm."
    ),
    "large_clique_size": "The size of a largest clique if the search ends within one or two seconds.",
}


def info() -> dict[str, Any]:
    """Return the metadata of the backend in NetworkX's format."""
    return {
        "backend_name": "kempe",
        "project": "kempe",
        "package": "solver",
        "short_summary": "Graph coloring, cliques and cores by compiled kernels.",
        "functions": {name: {"additional_docs": text} for name, text in FUNCTIONS.items()},
    }
