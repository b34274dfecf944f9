"""
The wcsp format of toulbar2: words between spaces, variables and values by number, integer costs.

A header (name, variables, largest domain, cost functions, upper bound), the domain sizes, then each
function: its arity, its variables, a default cost and how many tuples differ from it, and these. An
arity below 0 marks a function that others may share, by giving minus its number instead of tuples. A
default cost of -1 announces a function given by a keyword, of which the arithmetic ones on two variables
are read.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ...errors import InputError
from ..network import CostNetwork
from .arithmetic import PARAMETERS, table_of
from .words import Words


def parse(text: str, path: str) -> CostNetwork:
    """The cost network in a text; ``path`` is for messages."""
    words = Words(text, path)
    words.word("the name of the problem")
    n = words.integer("number of variables", 0, len(words.words))
    words.integer("largest domain size")
    m = words.integer("number of cost functions", 0, len(words.words))
    bound = words.integer("upper bound")
    sizes = []
    for v in range(n):
        size = words.integer(f"domain size of variable {v}")
        if size == 0:
            raise words.error(f"domain size of variable {v}: 0, expected another integer")
        # A negative size is toulbar2's sign for a domain that it need not list.
        sizes.append(abs(size))
    shared: list[tuple[tuple[int, ...], NDArray[np.float64]]] = []
    functions = [_function(words, f"cost function {i}", sizes, bound, shared) for i in range(m)]
    words.expect_end()
    return CostNetwork(sizes, functions, upper_bound=bound)


def _function(
    words: Words,
    name: str,
    sizes: list[int],
    bound: int,
    shared: list[tuple[tuple[int, ...], NDArray[np.float64]]],
) -> tuple[tuple[int, ...], NDArray[np.float64]]:
    arity = words.integer(f"arity of {name}")
    if abs(arity) > 2:
        raise words.error(f"{name} has arity {abs(arity)}, expected at most 2")
    scope = tuple(words.integer(f"variable of {name}", 0, len(sizes) - 1) for _ in range(abs(arity)))
    if len(set(scope)) < len(scope):
        raise words.error(f"{name}: variable {scope[0]} stands twice in the scope")
    shape = tuple(sizes[v] for v in scope)
    default = words.integer(f"default cost of {name}", -1)
    if default == -1:
        return scope, _by_keyword(words, name, shape)
    most = math.prod(shape) if shape else 0
    tuples = words.integer(f"number of tuples of {name}", -len(shared), most)
    if tuples < 0:
        kin, table = shared[-tuples - 1]
        if kin != shape:
            raise words.error(f"{name}: domain sizes {shape}, but the function shared has {kin}")
        return scope, table
    table = np.full(shape, float(default))
    began = words.at
    cells = words.numbers(tuples * (len(shape) + 1), name).reshape(tuples, len(shape) + 1)
    places = cells[:, :-1].T
    limits = np.array(shape).reshape(-1, 1)
    wrong = (cells != np.floor(cells)).any(axis=1) | (cells[:, -1] < 0)
    wrong |= ((places < 0) | (places >= limits)).any(axis=0)
    if wrong.any():
        at = began + int(wrong.argmax()) * cells.shape[1]
        given = " ".join(words.words[at : at + cells.shape[1]])
        raise words.error(f"{name}: tuple {given!r}, expected values below {shape} and a cost >= 0", at)
    if tuples:
        table[tuple(places.astype(np.int64))] = cells[:, -1]
    table[table >= bound] = math.inf
    if arity < 0:
        shared.append((shape, table))
    return scope, table


def _by_keyword(words: Words, name: str, shape: tuple[int, ...]) -> NDArray[np.float64]:
    keyword = words.word(f"keyword of {name}")
    if keyword not in PARAMETERS or len(shape) != 2:
        raise words.error(f"{name} is a global cost function ({keyword}), expected a table")
    parameters = words.numbers(PARAMETERS[keyword], f"parameters of {name}").tolist()
    return table_of(keyword, shape[0], shape[1], parameters)


def render(network: CostNetwork, path: str) -> str:
    """
    A network as text; ``path`` is for messages.

    The format has no negative costs, so each function is raised to start at 0, and the constant takes
    what is left; only if that is negative is there no way.
    """
    functions = []
    constant = network.constant
    for scope, table in network.functions():
        finite = table[np.isfinite(table)]
        if (finite != np.floor(finite)).any():
            raise InputError("wcsp takes integer costs only; cfn takes all", path=path)
        if not scope:
            continue
        lowest = min(0.0, finite.min(initial=0.0))
        constant += lowest
        functions.append((tuple(network.names.index(name) for name in scope), table - lowest))
    if constant < 0:
        raise InputError(
            f"wcsp takes no negative costs, and {constant:g} is left; cfn takes all", path=path
        )
    highest = constant + sum(table[np.isfinite(table)].max(initial=0) for _, table in functions)
    # What is forbidden must cost the bound; without any, one above all that is allowed serves.
    top = int(highest) + 1 if math.isinf(network.upper_bound) else int(network.upper_bound)
    if constant:
        functions.insert(0, ((), np.array(constant)))
    lines = [
        f"kempe {network.n} {network.sizes.max(initial=0)} {len(functions)} {top}",
        " ".join(map(str, network.sizes.tolist())),
    ]
    for scope, table in functions:
        costs = np.where(np.isinf(table), top, table).astype(np.int64)
        cells = np.argwhere(costs).tolist() if scope else []
        head = [len(scope), *scope, 0 if scope else int(costs), len(cells)]
        lines.append(" ".join(map(str, head)))
        lines += [" ".join(map(str, [*cell, costs[tuple(cell)]])) for cell in cells]
    return "\n".join(lines) + "\n"
