"""
The UAI format: a Markov random field, whose factors are converted to costs.

A word for the kind (MARKOV, or BAYES, whose tables are factors too), the domain sizes, the scopes of all
factors and then their tables. A factor ``p`` is the cost ``-ln p``, rounded to a double; 0 is forbidden.
The least cost belongs to the most probable assignment, whose probability is ``exp(-cost)`` up to a
constant.
"""

from __future__ import annotations

import math

import numpy as np

from ...errors import expected
from ..network import MAX_ARITY, CostNetwork
from .limits import MAX_VALUES, Totals
from .words import Words

KINDS = ("MARKOV", "BAYES")


def parse(text: str, path: str) -> CostNetwork:
    """Return the cost network in a text; ``path`` is for messages."""
    words, totals = Words(text, path), Totals(path)
    kind = words.word("kind of network")
    if kind not in KINDS:
        raise words.expected("kind of network", kind, "MARKOV or BAYES")
    n = words.integer("number of variables", 0, words.most)
    sizes = []
    for v in range(n):
        sizes.append(words.integer(f"domain size of variable {v}", 1, MAX_VALUES))
        totals.add_values(f"domain size of variable {v}", sizes[v], words.line())
    m = words.integer("number of factors", 0, words.most)
    scopes = []
    for i in range(m):
        arity = words.integer(f"arity of factor {i}", 0)
        if arity > MAX_ARITY:
            raise words.expected(f"arity of factor {i}", arity, f"at most {MAX_ARITY}")
        scope = [words.integer(f"variable of factor {i}", 0, n - 1) for _ in range(arity)]
        if len(set(scope)) < len(scope):
            raise words.expected(f"scope of factor {i}", scope, "distinct variables")
        scopes.append(scope)
    functions = []
    for i, scope in enumerate(scopes):
        shape = tuple(sizes[v] for v in scope)
        cells = math.prod(shape)
        words.integer(f"number of entries of factor {i}", cells, cells)
        totals.add_table(f"factor {i}", shape, words.line())
        start = words.at
        factors = words.numbers(cells, f"factor {i}")
        if (wrong := (factors < 0) | np.isinf(factors)).any():
            bad = int(wrong.argmax())
            place = words.place(start, bad)
            raise words.expected(f"factor {i}", float(factors[bad]), "a finite number >= 0", place)
        with np.errstate(divide="ignore"):
            # Adding 0 turns the -0 of factor 1 into 0.
            functions.append((scope, -np.log(factors).reshape(shape) + 0.0))
    words.expect_end()
    return CostNetwork(sizes, functions)


def render(network: CostNetwork, path: str) -> str:
    """Return a network as text; ``path`` is for messages."""
    functions = network.functions()
    position = {name: v for v, name in enumerate(network.names)}
    scopes = [" ".join(map(str, [len(s), *(position[name] for name in s)])) for s, _ in functions]
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
            raise expected("uai: cost", worst, "a cost c with a probability exp(-c)", path=path)
        lines.append(f"{table.size}\n" + " ".join(map(repr, factors.ravel().tolist())))
    return "\n".join(lines) + "\n"
