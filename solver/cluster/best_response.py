"""
The exact best answer of a cluster to what it believes of the others; the best few; how many there are.

Three engines find it (:mod:`solver.cluster.engines`). Costs are integers, so all of them find the same
optimum;
among several, ``tie="lex"`` takes the first in node order, then domain order. Costs without an exact
integer form are compared in float64 up to ``engines.EXHAUSTIVE`` colorings, exactly as
:func:`solver.penalty` sums them; beyond that the answer is optimal up to rounding, one part in 10 ** 13
of the sum of all costs.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..problems.definition import Color, Node
from ..problems.penalty import Assignment, Scope, penalties
from ..problems.problem import Problem
from . import optima
from .cluster import Beliefs, Cluster, Known, prepared
from .engines import EXHAUSTIVE, Budget, Optimum, colorings_of, optimum, ready
from .local import LocalProblem

Tie = Literal["lex", "current", "any"]


class BestResponse(NamedTuple):
    """
    A best answer.

    Attributes
    ----------
    penalty
        ``solver.penalty`` of the beliefs and the assignment together, in the scope asked for.
    conflicts
        Number of their edges in conflict.
    assignment
        ``{node: color}`` of the cluster's nodes, fixed ones included, in node order.
    lower_bound
        No answer has less penalty; equal to ``penalty`` unless ``anytime`` was asked for.
    """

    penalty: float
    conflicts: int
    assignment: dict[Node, Color]
    lower_bound: float

    @property
    def proven(self) -> bool:
        """Whether no answer is better."""
        return self.lower_bound >= self.penalty


def best_response(
    problem: Problem,
    cluster: Hashable | Iterable[Node],
    beliefs: Beliefs = None,
    fixed: Mapping[Node, Color | None] | None = None,
    tie: Tie = "lex",
    scope: Scope = "global",
    *,
    current: Assignment | None = None,
    engine: str = "auto",
    budget: Budget = Budget(),  # noqa: B008
    anytime: bool = False,
) -> BestResponse:
    """
    Colors for the free nodes of a cluster that make the penalty least.

    Parameters
    ----------
    problem
        The problem.
    cluster
        An owner, or names of nodes.
    beliefs
        Colors of foreign nodes, by name or as integers (n,) with -1 for unknown. Nodes of unknown color
        cost nothing; what is said of the cluster's own nodes is not read.
    fixed
        Required colors of own nodes beyond ``problem.fixed``, which wins where both speak.
    tie
        Among several optima: ``"lex"`` the first in node order, then domain order; ``"current"`` the
        colors in ``current`` if they are optimal, else as ``"lex"``; ``"any"`` whichever is found first.
    scope
        ``"global"`` counts every edge whose ends have a color, ``"cluster"`` only those with an end in
        the cluster.
    current
        Colors of the cluster's nodes for ``tie="current"``; required colors override them.
    engine
        ``"elimination"``, ``"enumeration"``, ``"branch_and_bound"``, or ``"auto"`` for the one that is
        estimated to be fastest.
    budget
        Memory and work allowed.
    anytime
        Whether branch and bound may end with the best answer so far and a lower bound.

    Raises
    ------
    BudgetError
        If no engine, or not the one asked for, would keep to the budget; carries the estimate.
    InputError
        If a name, color or option is unknown.

    Examples
    --------
    >>> problem = Problem("xy", [("x", "y")], ["red", "green"], owners={"x": "me", "y": "you"})
    >>> best_response(problem, "me", {"y": "red"})
    BestResponse(penalty=0.0, conflicts=0, assignment={'x': 'green'}, lower_bound=0.0)
    """
    home = prepared(problem, cluster, scope)
    return respond(home, beliefs, fixed, tie, current, engine, budget, anytime)


def respond(
    cluster: Cluster,
    beliefs: Beliefs = None,
    fixed: Mapping[Node, Color | None] | None = None,
    tie: Tie = "lex",
    current: Assignment | None = None,
    engine: str = "auto",
    budget: Budget = Budget(),  # noqa: B008
    anytime: bool = False,
) -> BestResponse:
    """:func:`best_response` of a prepared cluster."""
    if tie not in ("lex", "current", "any"):
        raise InputError(f"tie = {tie!r}, expected 'lex', 'current' or 'any'")
    if engine == "auto" and tie != "current":
        at_once = _respond_at_once(cluster, beliefs, fixed, tie, budget)
        if at_once is not None:
            return at_once
    known = cluster.know(beliefs, fixed)
    local = cluster.local(known)
    found = optimum(local, known.colors, engine, tie != "any", budget, anytime)
    if tie == "current":
        found = found._replace(colors=_keep(cluster, local, known, current, found.colors))
    return answer(cluster, local, known.colors, found)


def _respond_at_once(
    cluster: Cluster,
    beliefs: Beliefs,
    fixed: Mapping[Node, Color | None] | None,
    tie: Tie,
    budget: Budget,
) -> BestResponse | None:
    """An answer from one call of a kernel; None if it needs another engine, or ties broken."""
    turn = ready(cluster, cluster.require(fixed), None, budget)
    if turn is None:
        return None
    colors = np.empty(cluster.problem.n, np.int32)
    is_legal, rivals, cost, known, total, conflicts = turn.program.respond(
        cluster.read(beliefs), turn.required, turn.costs, turn.ledger, turn.rank, colors
    )
    if not is_legal or (rivals and tie == "lex"):
        return None
    if total != known + turn.unit * cost:
        raise AssertionError(f"cost {cost} found, {total} - {known} counted: please report this")
    penalty = total * turn.scale
    return BestResponse(penalty, conflicts, cluster.named(colors), penalty)


def answer(
    cluster: Cluster, local: LocalProblem, known: NDArray[np.int32], found: Optimum
) -> BestResponse:
    """Evaluate an optimum by the problem's own terms, and see that they agree with its cost."""
    account = local.account(found.colors, known)
    if (
        found.cost is not None
        and local.exact
        and account.total != account.known + local.unit * found.cost
    ):
        raise AssertionError(f"{found} counts as {account}: please report this")
    penalty = lower = local.to_float(account.total)
    if found.lower_bound is not None:
        lower = min(lower, local.bound_to_float(account.known, found.lower_bound))
    return BestResponse(penalty, int(account.conflicts), cluster.named(found.colors), lower)


def _keep(
    cluster: Cluster,
    local: LocalProblem,
    known: Known,
    current: Assignment | None,
    best: NDArray[np.int32],
) -> NDArray[np.int32]:
    """The current colors, overlaid with the required ones, if they are as good as the best."""
    if current is None:
        raise InputError("current: tie='current' needs the cluster's current colors")
    own = cluster.problem.encode(current)[cluster.members]
    kept = best.copy()
    kept[cluster.members] = np.where(known.is_free, own, best[cluster.members])
    if kept[cluster.members].min(initial=0) < 0:
        return best
    best_total, kept_total, _ = local.account(best, kept)
    return kept if kept_total <= best_total else best


def best_responses(
    problem: Problem,
    cluster: Hashable | Iterable[Node],
    beliefs: Beliefs = None,
    fixed: Mapping[Node, Color | None] | None = None,
    scope: Scope = "global",
    *,
    count: int = 10,
    budget: Budget = Budget(),  # noqa: B008
) -> list[BestResponse]:
    """
    The best answers of a cluster in order of penalty, ties in lexicographic order.

    Parameters
    ----------
    problem, cluster, beliefs, fixed, scope, budget
        As in :func:`solver.best_response`.
    count
        How many, at least 1; fewer are returned if there are no more colorings.

    Raises
    ------
    BudgetError
        If the tables would not fit.
    """
    if count < 1:
        raise InputError(f"count = {count}, expected at least 1")
    home = prepared(problem, cluster, scope)
    known = home.know(beliefs, fixed)
    local = home.local(known)
    if not local.exact and local.colorings <= EXHAUSTIVE:
        parts = [
            (totals[i], start + i, colorings[i])
            for start, colorings, totals in _priced(local, known.colors)
            for i in np.argsort(totals, kind="stable")[:count].tolist()
        ]
        found = [colors for *_, colors in sorted(parts, key=lambda part: part[:2])[:count]]
    else:
        every = optima.ordered(local, known.colors, budget.memory)
        found = [colors for colors, _ in zip(every, range(count), strict=False)]
    answers = [answer(home, local, known.colors, Optimum(colors, None)) for colors in found]
    return answers if local.exact else sorted(answers, key=lambda a: a.penalty)


def _priced(
    local: LocalProblem, known: NDArray[np.int32]
) -> Iterator[tuple[int, NDArray[np.int32], NDArray[np.float64]]]:
    for start, colorings in colorings_of(local, known):
        yield start, colorings, penalties(local.seen, colorings)


def count_optima(
    problem: Problem,
    cluster: Hashable | Iterable[Node],
    beliefs: Beliefs = None,
    fixed: Mapping[Node, Color | None] | None = None,
    scope: Scope = "global",
    *,
    budget: Budget = Budget(),  # noqa: B008
) -> int:
    """
    Number of colorings of a cluster that have the least penalty.

    Exact at any size. Without an integer form of the costs, equal means equal in float64 up to
    ``EXHAUSTIVE`` colorings, and within the grid of :mod:`solver.cluster.local` beyond.

    Parameters
    ----------
    problem, cluster, beliefs, fixed, scope, budget
        As in :func:`solver.best_response`.

    Raises
    ------
    BudgetError
        If the tables would not fit.
    """
    home = prepared(problem, cluster, scope)
    known = home.know(beliefs, fixed)
    local = home.local(known)
    if not local.exact and local.colorings <= EXHAUSTIVE:
        totals = np.concatenate([totals for *_, totals in _priced(local, known.colors)])
        return int((totals == totals.min()).sum())
    return optima.count(local, known.colors, budget.memory)
