"""
The wcsp format of toulbar2: words between spaces, variables and values by number, integer costs.

A header (name, variables, largest domain, cost functions, upper bound), the domain sizes, then each
function: its arity, its variables, a default cost, the number of tuples that differ from it, and these.
A negative arity marks a function that others may share, by giving minus its number instead of tuples. A
default cost of -1 announces a function given by a keyword; the arithmetic ones on two variables and
those that count values (:mod:`solver.dcop.formats.counting`) are read.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ...errors import InputError, expected
from ..network import MAX_ARITY, MAX_DOUBLE, CostNetwork
from .arithmetic import PARAMETERS, table_of
from .counting import KEYWORDS, Functions, read_functions
from .limits import MAX_VALUES, Totals
from .words import Words

Table = NDArray[np.float64]


def parse(text: str, path: str) -> CostNetwork:
    """Return the cost network in a text; ``path`` is for messages."""
    return _Parser(text, path).network()


class _Parser:
    def __init__(self, text: str, path: str) -> None:
        self.words = Words(text, path)
        self.totals = Totals(path)
        self.sizes: list[int] = []
        self.bound = 0
        self.shared: list[Table] = []

    def network(self) -> CostNetwork:
        words = self.words
        words.word("name of the problem")
        n = words.integer("number of variables", 0, words.most)
        words.integer("largest domain size")
        m = words.integer("number of cost functions", 0, words.most)
        self.bound = words.integer("upper bound")
        for v in range(n):
            # A negative size marks a domain that toulbar2 need not list.
            size = abs(words.integer(f"domain size of variable {v}", -MAX_VALUES, MAX_VALUES))
            if size == 0:
                raise words.expected(f"domain size of variable {v}", 0, "another integer")
            self.totals.add_values(f"domain size of variable {v}", size, words.line())
            self.sizes.append(size)
        functions = [part for i in range(m) for part in self.functions(f"cost function {i}")]
        words.expect_end()
        return CostNetwork(self.sizes, functions, upper_bound=self.bound)

    def functions(self, name: str) -> Functions:
        """Read a function; a global one may be a sum of several."""
        words = self.words
        arity = words.integer(f"arity of {name}")
        if abs(arity) > MAX_ARITY:
            raise words.expected(f"arity of {name}", abs(arity), f"at most {MAX_ARITY}")
        variable, last = f"variable of {name}", len(self.sizes) - 1
        scope = tuple(words.integer(variable, 0, last) for _ in range(abs(arity)))
        if len(set(scope)) < len(scope):
            raise words.expected(f"scope of {name}", scope, "distinct variables")
        shape = tuple(self.sizes[v] for v in scope)
        default = words.integer(f"default cost of {name}", -1)
        if default == -1:
            return self.by_keyword(name, scope, shape)
        most = math.prod(shape) if shape else 0
        tuples = words.integer(f"number of tuples of {name}", -len(self.shared), most)
        self.totals.add_table(name, shape, words.line())
        if tuples < 0:
            table = self.shared[-tuples - 1]
            if table.shape != shape:
                raise words.expected(
                    f"{name}: domain sizes of the shared function", table.shape, f"{shape}"
                )
            return [(scope, table)]
        table = self.with_tuples(name, np.full(shape, float(default)), tuples)
        self.forbid(name, table)
        if arity < 0:
            self.shared.append(table)
        return [(scope, table)]

    def forbid(self, name: str, table: Table) -> None:
        """Let costs of at least the bound forbid, and check the others. Mutates: table."""
        finite = table[table < self.bound]
        if finite.max(initial=0) >= MAX_DOUBLE:
            raise self.words.expected(f"{name}: cost", int(finite.max()), "less than 2 ** 53")
        table[table >= self.bound] = math.inf

    def with_tuples(self, name: str, table: Table, tuples: int) -> Table:
        """Read the tuples that differ from the default cost."""
        words, shape = self.words, table.shape
        start = words.at
        cells = words.numbers(tuples * (len(shape) + 1), name).reshape(tuples, len(shape) + 1)
        places = cells[:, :-1].T
        limits = np.array(shape).reshape(-1, 1)
        wrong = (cells != np.floor(cells)).any(axis=1) | (cells[:, -1] < 0)
        wrong |= ((places < 0) | (places >= limits)).any(axis=0)
        if wrong.any():
            bad = int(wrong.argmax())
            given = " ".join(f"{x:g}" for x in cells[bad].tolist())
            place = words.place(start, bad * cells.shape[1])
            raise words.expected(f"{name}: tuple", given, f"values below {shape}, a cost >= 0", place)
        if tuples:
            table[tuple(places.astype(np.int64))] = cells[:, -1]
        return table

    def by_keyword(self, name: str, scope: tuple[int, ...], shape: tuple[int, ...]) -> Functions:
        words = self.words
        keyword = words.word(f"keyword of {name}")
        if keyword in KEYWORDS:
            functions = read_functions(keyword, name, scope, self.sizes, self.bound, words, self.totals)
            for _, table in functions:
                self.forbid(name, table)
            return functions
        if keyword not in PARAMETERS or len(shape) != 2:
            raise words.expected(f"{name}: global function", keyword, "a table")
        self.totals.add_table(name, shape, words.line())
        parameters = words.numbers(PARAMETERS[keyword], f"parameters of {name}").tolist()
        return [(scope, table_of(keyword, shape[0], shape[1], parameters))]


def render(network: CostNetwork, path: str) -> str:
    """
    Return a network as text; ``path`` is for messages.

    The format has no negative costs, so each function is shifted to start at 0, and the constant takes
    the difference; a negative constant is refused.
    """
    functions = []
    constant = network.constant
    position = {name: v for v, name in enumerate(network.names)}
    for scope, table in network.functions():
        finite = table[np.isfinite(table)]
        if (finite != np.floor(finite)).any():
            raise InputError("wcsp: expected integer costs; cfn has all", path=path)
        if np.abs(finite).max(initial=0) > MAX_DOUBLE:
            worst = float(np.abs(finite).max())
            raise expected("wcsp: cost", worst, "at most 2 ** 53 in absolute value", path=path)
        if not scope:
            continue
        lowest = min(0.0, finite.min(initial=0.0))
        constant += lowest
        functions.append((tuple(position[name] for name in scope), table - lowest))
    if constant < 0:
        raise expected("wcsp: constant cost", float(constant), "a number >= 0; cfn has all", path=path)
    highest = int(constant) + sum(int(t[np.isfinite(t)].max(initial=0)) for _, t in functions)
    # Forbidden entries must cost the bound; without a bound, one above every allowed cost serves.
    top = highest + 1 if math.isinf(network.upper_bound) else int(network.upper_bound)
    if highest > MAX_DOUBLE:
        raise expected("wcsp: sum of the largest costs", highest, "at most 2 ** 53", path=path)
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
