"""
The exact best response of a cluster to its beliefs; the best few responses; the number of optimal ones.

Beliefs are encoded by :mod:`solver.cluster.prepared`, folded into a local problem, and solved by one of
three engines (:mod:`solver.cluster.engines`). Costs are integers, so all engines find the same optimum;
``tie="lex"`` chooses the first in node order, then domain order. Costs without an exact integer form are
compared in float64 up to ``ties.EXHAUSTIVE`` colorings, exactly as :func:`solver.penalty` sums them;
beyond that the answer is optimal up to rounding, one part in 10 ** 13 of the sum of all costs.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._kernels.cluster import elimination_answers
from ..errors import InputError, expected, shortened
from ..problems.definition import Color, Node
from ..problems.penalty import Assignment, Scope, penalties
from ..problems.problem import Problem
from . import optima
from .budget import Budget
from .engines import LocalOptimum, optimum
from .local import LocalProblem
from .prepared import Beliefs, Cluster, Known, prepare
from .ties import EXHAUSTIVE, colorings_of

Tie = Literal["lex", "current", "any"]


class BestResponse(NamedTuple):
    """
    A best response.

    Attributes
    ----------
    penalty
        ``solver.penalty`` of the beliefs and the assignment together, in the given scope.
    conflicts
        Number of their edges in conflict.
    assignment
        ``{node: color}`` of the cluster's nodes, fixed ones included, in node order.
    lower_bound
        Lower bound on the penalty of any response; less than ``penalty`` only with ``anytime``.
    """

    penalty: float
    conflicts: int
    assignment: dict[Node, Color]
    lower_bound: float

    @property
    def proven(self) -> bool:
        """Whether the response is proven optimal."""
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
    order: tuple[Sequence[Node], Sequence[Color]] | None = None,
    engine: str = "auto",
    budget: Budget = Budget(),  # noqa: B008
    anytime: bool = False,
) -> BestResponse:
    """
    Find colors for the free nodes of a cluster that minimize the penalty.

    The answer is exact, which takes exponential time in the worst case. The budget limits it, not a time
    limit: 200 nodes, each with 40 neighbors, and 5 colors use up the default in about a minute.

    Parameters
    ----------
    problem
        The problem.
    cluster
        Owner, or names of nodes.
    beliefs
        Colors of foreign nodes, by name or as integers (n,) with -1 for unknown. Nodes of unknown color
        cost nothing; entries for the cluster's own nodes are ignored.
    fixed
        Required colors of the cluster's nodes; ``problem.fixed`` takes precedence.
    tie
        Choice among several optima: ``"lex"``, the first in node order, then domain order;
        ``"current"``, the colors in ``current`` if they are optimal, otherwise as ``"lex"``; ``"any"``,
        the one found first.
    scope
        ``"global"`` counts every edge whose ends have a color, ``"cluster"`` only those with an end in
        the cluster.
    current
        Colors of the cluster's nodes for ``tie="current"``; required colors override them.
    order
        All nodes of the problem and all colors in another order, for ``tie="lex"`` alone: a random order
        draws a random one of the optima.
    engine
        ``"elimination"``, ``"enumeration"``, ``"branch_and_bound"``, or ``"auto"``, the one with the
        lowest estimated time.
    budget
        Limits on memory and work, and on the nodes of branch and bound, by default 200,000.
    anytime
        Whether branch and bound, when its nodes are used up, returns the best response so far and a
        lower bound instead of raising a BudgetError.

    Raises
    ------
    BudgetError
        If every engine, or the chosen one, would exceed the budget, or has exceeded it.
    InputError
        If a name, color or option is unknown.

    Examples
    --------
    >>> problem = Problem("xy", [("x", "y")], ["red", "green"], owners={"x": "me", "y": "you"})
    >>> best_response(problem, "me", {"y": "red"})
    BestResponse(penalty=0.0, conflicts=0, assignment={'x': 'green'}, lower_bound=0.0)
    """
    home = prepare(problem, cluster, scope)
    if order is None:
        return respond(home, beliefs, fixed, tie, current, engine, budget, anytime)
    nodes, colors = order
    if tie != "lex":
        raise expected("order", "given", "None, because tie is not 'lex'")
    if {*nodes} != {*problem.nodes} or len(nodes) != problem.n:
        raise expected("order: nodes", shortened(nodes), "each node of the problem once")
    if sorted(map(problem.color_index, colors)) != [*range(problem.k)]:
        raise expected("order: colors", shortened(colors), "each color of the problem once")
    if engine == "auto" and not anytime:
        response = _respond_in_order(home, beliefs, fixed, nodes, colors, budget)
        if response is not None:
            return response
    reordered = problem.replace(nodes=nodes, domain=colors)
    response = respond(
        prepare(reordered, home.names, scope), beliefs, fixed, tie, None, engine, budget, anytime
    )
    return response._replace(assignment={node: response.assignment[node] for node in home.names})


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
    """Return the best response of a prepared cluster; see :func:`best_response`."""
    if tie not in ("lex", "current", "any"):
        raise expected("tie", tie, "'lex', 'current' or 'any'")
    if engine == "auto":
        response = _respond_at_once(cluster, beliefs, fixed, tie, current, budget)
        if response is not None:
            return response
    known = cluster.know(beliefs, fixed)
    local = cluster.local(known)
    best = optimum(local, known.colors, engine, tie != "any", budget, anytime)
    if tie == "current":
        best = best._replace(colors=_keep(cluster, local, known, current, best.colors))
    return answer(cluster, local, known.colors, best)


def _respond_at_once(
    cluster: Cluster,
    beliefs: Beliefs,
    fixed: Mapping[Node, Color | None] | None,
    tie: Tie,
    current: Assignment | None,
    budget: Budget,
) -> BestResponse | None:
    """Return a response from one kernel call; None if that needs another engine, or ties broken."""
    required = cluster.require(fixed)
    turn = cluster.turn(required, None, budget, first=tie != "any")
    if turn is None:
        return None
    colors = np.empty(cluster.problem.n, np.int32)
    is_legal, rivals, cost, known, total, conflicts = turn.program.respond(
        cluster.read(beliefs), turn.arguments, turn.costs, colors
    )
    if not is_legal:
        return None
    if tie == "current":
        kept = _overlaid(cluster, required[cluster.members] < 0, current, colors)
        if kept is not None:
            kept_total, _, kept_conflicts = elimination_answers.account(
                turn.arguments.ledger, kept, kept, cluster.problem.k
            )
            if kept_total <= total:
                penalty = kept_total * turn.arguments.scale
                return BestResponse(penalty, kept_conflicts, cluster.named(kept), penalty)
    if rivals and tie != "any":
        return None
    if total != known + turn.arguments.unit * cost:
        raise AssertionError(f"cost {cost} found, {total} - {known} counted: please report this")
    penalty = total * turn.arguments.scale
    return BestResponse(penalty, conflicts, cluster.named(colors), penalty)


def _respond_in_order(
    cluster: Cluster,
    beliefs: Beliefs,
    fixed: Mapping[Node, Color | None] | None,
    nodes: Sequence[Node],
    colors: Sequence[Color],
    budget: Budget,
) -> BestResponse | None:
    """Return the first response in an order of nodes and colors; None if that needs another engine."""
    ordered = cluster.turn_in_order(cluster.require(fixed), nodes, colors, budget)
    if ordered is None:
        return None
    turn, number = ordered
    found = np.empty(cluster.problem.n, np.int32)
    is_legal, rivals, cost, known, total, conflicts = turn.program.respond(
        cluster.read(beliefs), turn.arguments, turn.costs, found
    )
    if not is_legal:
        return None
    if rivals or total != known + turn.arguments.unit * (cost // number):
        raise AssertionError(
            f"cost {cost} / {number} found, {total} - {known} counted: please report this"
        )
    penalty = total * turn.arguments.scale
    return BestResponse(penalty, conflicts, cluster.named(found), penalty)


def answer(
    cluster: Cluster, local: LocalProblem, known: NDArray[np.int32], best: LocalOptimum
) -> BestResponse:
    """Evaluate an optimum by the problem's own terms, and check that they agree with its cost."""
    account = local.account(best.colors, known)
    if best.cost is not None and local.exact and account.total != account.known + local.unit * best.cost:
        raise AssertionError(f"{best} counts as {account}: please report this")
    penalty = lower = local.to_float(account.total)
    if best.lower_bound is not None:
        lower = min(lower, local.bound_to_float(account.known, best.lower_bound))
    return BestResponse(penalty, int(account.conflicts), cluster.named(best.colors), lower)


def _keep(
    cluster: Cluster,
    local: LocalProblem,
    known: Known,
    current: Assignment | None,
    best: NDArray[np.int32],
) -> NDArray[np.int32]:
    """Return the current colors, overlaid with the required ones, if they are as good as the best."""
    kept = _overlaid(cluster, known.is_free, current, best)
    if kept is None:
        return best
    best_total, kept_total, _ = local.account(best, kept)
    return kept if kept_total <= best_total else best


def _overlaid(
    cluster: Cluster, is_free: NDArray[np.bool_], current: Assignment | None, best: NDArray[np.int32]
) -> NDArray[np.int32] | None:
    """Return the best coloring with the current colors of the free nodes; None if one is unknown."""
    if current is None:
        raise InputError("current: expected the cluster's current colors, because tie = 'current'")
    encoded = cluster.read(current) if type(current) is dict else cluster.problem.encode(current)
    own = encoded[cluster.members]
    kept = best.copy()
    kept[cluster.members] = np.where(is_free, own, best[cluster.members])
    return None if kept[cluster.members].min(initial=0) < 0 else kept


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
    Return the best responses of a cluster by increasing penalty, ties in lexicographic order.

    Parameters
    ----------
    problem, cluster, beliefs, fixed, scope, budget
        As in :func:`solver.best_response`.
    count
        Number of responses, at least 1; fewer are returned if there are no more colorings.

    Raises
    ------
    BudgetError
        If the tables would not fit.
    """
    if count < 1:
        raise expected("count", count, "an integer >= 1")
    home = prepare(problem, cluster, scope)
    known = home.know(beliefs, fixed)
    local = home.local(known)
    if not local.exact and local.colorings <= EXHAUSTIVE:
        parts = [
            (totals[i], start + i, colorings[i])
            for start, colorings, totals in _evaluated(local, known.colors)
            for i in np.argsort(totals, kind="stable")[:count].tolist()
        ]
        best = [colors for *_, colors in sorted(parts, key=lambda part: part[:2])[:count]]
    else:
        every = optima.ordered(local, known.colors, budget.memory)
        best = [colors for colors, _ in zip(every, range(count), strict=False)]
    responses = [answer(home, local, known.colors, LocalOptimum(colors, None)) for colors in best]
    return responses if local.exact else sorted(responses, key=lambda response: response.penalty)


def _evaluated(
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
    Return the number of colorings of a cluster that have the least penalty.

    Exact at any size. Without an integer form of the costs, penalties are compared in float64 up to
    ``ties.EXHAUSTIVE`` colorings, and on the grid of :mod:`solver.cluster.local` beyond.

    Parameters
    ----------
    problem, cluster, beliefs, fixed, scope, budget
        As in :func:`solver.best_response`.

    Raises
    ------
    BudgetError
        If the tables would not fit.
    """
    home = prepare(problem, cluster, scope)
    known = home.know(beliefs, fixed)
    local = home.local(known)
    if not local.exact and local.colorings <= EXHAUSTIVE:
        totals = np.concatenate([totals for *_, totals in _evaluated(local, known.colors)])
        return int((totals == totals.min()).sum())
    return optima.count(local, known.colors, budget.memory)
