"""
What NetworkX reads about its backend ``kempe`` when it is imported; loads nothing.

The entry point ``networkx.backend_info`` names :func:`info`; the functions themselves are in
``networkx_backend.py``, which NetworkX loads when one of them is called.
"""

from __future__ import annotations

from typing import Any

#: Function of NetworkX -> what its documentation should say about this backend.
FUNCTIONS = {
    "greedy_color": (
        "The strategies 'largest_first', 'random_sequential' and, on simple graphs, 'DSATUR' give "
        "NetworkX's colors; the others may break ties in another way. Also knows the strategies 'RLF', "
        "'incidence_degree' and 'natural'. Declines directed graphs, interchange, and strategies that "
        "are functions of your own."
    ),
    "equitable_color": "Declines directed graphs and graphs with loops.",
    "core_number": "Declines directed graphs.",
    "maximal_independent_set": (
        "Linear time. A seed gives another set than NetworkX's. Declines graphs with loops."
    ),
    "max_weight_clique": "Exact, by branch and bound on bits. Declines weights: weight=None only.",
    "max_clique": (
        "A largest clique if the search ends within a second or two, else a large one, without the "
        "approximation ratio of NetworkX's algorithm."
    ),
    "large_clique_size": "The size of a largest clique if the search ends within a second or two.",
}


def info() -> dict[str, Any]:
    """Metadata of the backend, in the form that NetworkX asks for."""
    return {
        "backend_name": "kempe",
        "project": "kempe",
        "package": "solver",
        "short_summary": "Graph coloring, cliques and cores by compiled kernels.",
        "functions": {name: {"additional_docs": text} for name, text in FUNCTIONS.items()},
    }
