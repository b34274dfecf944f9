"""
Proofs from a tree of cases: two vertices have the same color, or different ones.

First the vertices of the pairs get at most one color each, without loss of generality. A new variable
for each pair states that its two vertices have the same color. A case is a conjunction of such variables
and negated ones, with a variable of its own; in it the vertices that are one have the colors of the
first, and further edges follow by unit propagation. Weights refute the case as in ``weights.py``, with
the negated variable of the case in each clause, and the clauses "one of the decisions is wrong" of two
cases give that of the case above.

The search for heavier independent sets is written for each case and color: the 52 cases of DSJC125.9
with 43 colors have 46 million tokens.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..bounds.branches import case as graph_of_case
from ..errors import BudgetError
from ..graphs.graph import Graph
from .formula import Formula
from .log import ProofLog, clause
from .weights import MOST_TOKENS, Plan, planned, refute_planned, tokens


class Place(NamedTuple):
    """A step of the certificate and where in the tree it is; a plan if it refutes a case."""

    decisions: tuple[
        tuple[int, bool], ...
    ]  #: number of the step of a pair, and whether it is one vertex
    name: list[int]  #: of each vertex the one that stands for it
    pair: tuple[int, int] | None
    plan: Plan | None


class CaseEncoding:
    """The encoding of a case on the vertices that stand for others; see :class:`.Encoding`."""

    def __init__(self, log: ProofLog, formula: Formula, case: int) -> None:
        self.k, self._formula, self._log, self._case = formula.k, formula, log, case
        self.derived: dict[tuple[int, int, int], int] = {}

    def variable(self, v: int, color: int) -> int:
        """See :class:`.Encoding`."""
        return self._formula.variable(v, color)

    def some_color(self, v: int) -> int:
        """See :class:`.Encoding`."""
        return self._formula.some_color(v)

    def edge(self, u: int, v: int, color: int) -> int:
        """See :class:`.Encoding`."""
        key = (min(u, v), max(u, v), color)
        if key not in self.derived:
            ends = [-self.variable(u, color), -self.variable(v, color)]
            self.derived[key] = self._log.implied([-self._case, *ends])
        return self.derived[key]


def places(graph: Graph, certificate: Mapping[str, Any], k: int) -> list[Place]:
    """
    Return the steps of a certificate that was checked, with plans that refute ``k`` colors.

    Raises
    ------
    BudgetError
        If the proof would have more than :data:`MOST_TOKENS` tokens, or a case needs none.
    """
    left = MOST_TOKENS
    result = []
    for decisions, joined, name, step in _walk(graph.n, certificate["steps"]):
        if "pair" in step:
            u, v = (name[x] for x in step["pair"])
            result.append(Place(decisions, name, (u, v), None))
            continue
        remaining, weights = graph_of_case(graph, joined, name, step["weights"])
        if remaining is None:  # pairs of adjacent vertices, which Kempe does not choose
            raise BudgetError("the proof", estimate=math.inf, budget=MOST_TOKENS, unit="tokens")
        positive = {v: weight for v, weight in enumerate(weights) if weight}
        plan = planned(remaining, positive, int(step["largest"]), k, left)
        left -= tokens(plan, k)
        result.append(Place(decisions, name, None, plan))
    return result


def _walk(
    n: int, steps: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[tuple[tuple[int, bool], ...], list[tuple[int, int]], list[int], Mapping[str, Any]]]:
    """Yield for each step its decisions, the joined pairs, the names, and the step itself."""
    waiting: list[tuple[tuple[tuple[int, bool], ...], list[tuple[int, int]], list[int]]]
    waiting = [((), [], list(range(n)))]
    for number, step in enumerate(steps):
        decisions, joined, name = waiting.pop()
        yield decisions, joined, name, step
        if "pair" in step:
            u, v = (name[x] for x in step["pair"])
            merged = [u if x == v else x for x in name]
            waiting.append(((*decisions, (number, False)), [*joined, (u, v)], name))
            waiting.append(((*decisions, (number, True)), joined, merged))


def refute_cases(log: ProofLog, formula: Formula, steps: Sequence[Place]) -> int:
    """Derive a contradiction from the steps of a certificate; return its number."""
    for v in sorted({v for place in steps if place.pair for v in place.pair}):
        _one_color(log, formula, v)
    same: dict[int, int] = {}
    last = 0
    open_cases: list[tuple[int, int]] = []  # depth and number of clauses that a case above still needs
    for number, place in enumerate(steps):
        if place.plan is None:
            assert place.pair is not None
            same[number] = _same(log, formula, *place.pair)
            continue
        wrong = [-same[i] if is_one else same[i] for i, is_one in place.decisions]
        last = _refute(log, formula, place.plan, wrong)
        while open_cases and open_cases[-1][0] == len(wrong):
            done = [last, open_cases.pop()[1]]
            wrong.pop()
            last = log.implied(wrong)
            log.delete(done)
        open_cases.append((len(wrong), last))
    return last


def _one_color(log: ProofLog, formula: Formula, v: int) -> None:
    """Derive that a vertex has at most one color, without loss of generality."""
    own = [formula.variable(v, color) for color in range(formula.k)]
    for i, x in enumerate(own):
        for y in own[:i]:
            log.redundant(clause([-y, -x]), f"x{x} -> 0")


def _same(log: ProofLog, formula: Formula, u: int, v: int) -> int:
    """Return a variable: the two vertices have the same color."""
    new = log.new_variable()
    pairs = [(formula.variable(u, color), formula.variable(v, color)) for color in range(formula.k)]
    for x, y in pairs:
        log.redundant(clause([new, -x, -y]), f"x{new} -> 1")
    for x, y in pairs:
        log.redundant(clause([-new, -x, y]), f"x{new} -> 0")
        log.redundant(clause([-new, x, -y]), f"x{new} -> 0")
    return new


def _refute(log: ProofLog, formula: Formula, plan: Plan, wrong: Sequence[int]) -> int:
    """Derive that one of the decisions of a case is wrong, given as negated literals."""
    case = log.new_variable()
    defined = [log.redundant(clause([-case, -literal]), f"x{case} -> 0") for literal in wrong]
    defined.append(log.redundant(clause([case, *wrong]), f"x{case} -> 1"))
    encoding = CaseEncoding(log, formula, case)
    sum_of_all = refute_planned(log, encoding, plan, case)
    result = log.implied(wrong)
    log.delete([*encoding.derived.values(), sum_of_all])
    return result
