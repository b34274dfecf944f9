"""
The UAI format: a pairwise Markov random field, its factors turned into costs.

A word for the kind (MARKOV, or BAYES, whose tables are factors too), the domain sizes, the scopes of all
factors and then their tables. A factor ``p`` is the cost ``-ln p``, rounded to a double, and 0 is
forbidden; the least cost is then the most probable assignment, and its probability ``exp(-cost)`` up to
a constant.
"""

from __future__ import annotations

import math

import numpy as np

from ...errors import InputError
from ..network import CostNetwork
from .words import Words

KINDS = ("MARKOV", "BAYES")


def parse(text: str, path: str) -> CostNetwork:
    """The cost network in a text; ``path`` is for messages."""
    words = Words(text, path)
    kind = words.word("MARKOV or BAYES")
    if kind not in KINDS:
        raise words.error(f"{kind!r}, expected MARKOV or BAYES")
    n = words.integer("number of variables", 0, len(words.words))
    sizes = [words.integer(f"domain size of variable {v}", 1) for v in range(n)]
    m = words.integer("number of factors", 0, len(words.words))
    scopes = []
    for i in range(m):
        arity = words.integer(f"arity of factor {i}", 0)
        if arity > 2:
            raise words.error(f"factor {i} has arity {arity}, expected at most 2")
        scope = [words.integer(f"variable of factor {i}", 0, n - 1) for _ in range(arity)]
        if len(set(scope)) < len(scope):
            raise words.error(f"factor {i}: variable {scope[0]} stands twice in the scope")
        scopes.append(scope)
    functions = []
    for i, scope in enumerate(scopes):
        shape = tuple(sizes[v] for v in scope)
        cells = math.prod(shape)
        words.integer(f"number of entries of factor {i}", cells, cells)
        began = words.at
        factors = words.numbers(cells, f"factor {i}")
        if (wrong := (factors < 0) | np.isinf(factors)).any():
            at = began + int(wrong.argmax())
            raise words.error(f"factor {i}: {words.words[at]}, expected a finite number >= 0", at)
        with np.errstate(divide="ignore"):
            # Adding 0 turns the -0 of factor 1 into 0.
            functions.append((scope, -np.log(factors).reshape(shape) + 0.0))
    words.expect_end()
    return CostNetwork(sizes, functions)


def render(network: CostNetwork, path: str) -> str:
    """A network as text; ``path`` is for messages."""
    functions = network.functions()
    scopes = [
        " ".join(map(str, [len(s), *(network.names.index(name) for name in s)])) for s, _ in functions
    ]
    lines = [
        "MARKOV",
        str(network.n),
        " ".join(map(str, network.sizes.tolist())),
        str(len(functions)),
        *scopes,
    ]
    for _, table in functions:
        with np.errstate(over="ignore", under="ignore"):
            factors = np.exp(-table)
        if (np.isinf(factors) | ((factors < np.finfo(float).tiny) & np.isfinite(table))).any():
            worst = float(table[np.isfinite(table)].flat[np.abs(table[np.isfinite(table)]).argmax()])
            raise InputError(f"uai: exp(-{worst:g}) is no number a double can hold", path=path)
        lines.append(f"{table.size}\n" + " ".join(map(repr, factors.ravel().tolist())))
    return "\n".join(lines) + "\n"
