"""
Which techniques take part, and their nominal shares of the work.

Sequential strategies make the first colorings, and members improve on them; which ones depends on the
method and on the size of the graph. ``schedule.py`` has the rule by which they share the work.

Tried without success: iterated greedy coloring, which colors whole classes again in another order
(Culberson and Luo 1996). On the cores of R-MAT graphs of scale 16 and 18 it had as many colors as DSATUR
after 10 s, 2500 and 480 rounds, where branch and bound has three fewer after 0.2 s and tabu search five
fewer after 25 s.
"""

from __future__ import annotations

from typing import Any

from ..graphs.graph import Graph
from ..search.memory import available, estimate, require
from ..search.partialcol import is_uneven
from ..sequential.classes import DENSE
from ..sequential.greedy import STRATEGIES
from .members import (
    SEARCHES,
    AtBoundMember,
    BranchAndBoundMember,
    BranchAndPriceMember,
    HiddenClassesMember,
    LeapMember,
    LocalSearchMember,
    LowerBoundMember,
    Member,
    SatMember,
    SymmetricMember,
)
from .options import DEFAULTS, Options, Settings

METHODS = ("auto", "exact", *SEARCHES, *STRATEGIES)

#: Vertex pairs times colors that RLF processes in a second.
RLF_RATE = 1.8e10

#: Share of the satisfiability solver while one color is in question, as a part of that of the bounds.
#: Branch and price, which has half of all work then, and clauses are good at different graphs.
LAST = 1.5

#: The local searches that only graphs with uneven degrees have. The conflict optimizer is the best one
#: on wap graphs, TabuCol on Leighton graphs: with the hidden number of colors of nine of them, six seeds
#: each, TabuCol took longer than 2 s in 1 of 54 runs, the conflict optimizer in 14, PartialCol in 32.
UNEVEN = ("conflict_optimizer", "tabucol")

#: Share of these while a coloring would close the gap, as a multiple of their usual one. Where degrees
#: are uneven, as many colors as a clique has are more likely than a higher bound: wap08a with 40 took
#: 17 s with it, 27 without, both with other work beside them.
LAST_UNEVEN = 4.0

#: The local searches of the portfolio beside the first one.
PARTNERS = ("memetic", "annealing", "partialcol", "conflict_optimizer", "kempe_walk", "tabucol")


def strategies(graph: Graph, method: str, options: Options = DEFAULTS.portfolio) -> list[str]:
    """Return the sequential strategies with which a method begins."""
    if method in STRATEGIES:
        return [method]
    names = ["smallest_last", "DSATUR"]
    if graph.m <= options.rlf_edges or graph.density >= options.rlf_density:
        names.append("RLF")
    return names


def rlf_seconds(graph: Graph, k: int) -> float:
    """
    Return an estimate of the seconds that RLF takes on a graph that needs about ``k`` colors.

    Measured: 15.5 s for geometric(20000, 0.1), 7.9 s for gnp(10000, 0.9), 4.9 s for gnp(10000, 0.5).
    """
    return graph.n**2 * k / RLF_RATE if graph.density >= DENSE else graph.m * k / RLF_RATE


def members(
    method: str,
    graph: Graph,
    k: int,
    *,
    seed: int = 0,
    threads: int = 1,
    parts: int = 1,
    has_target: bool = False,
    lower_bound: int = 0,
    settings: Settings = DEFAULTS,
    memory: int | None = None,
) -> list[Member[Any]]:
    """
    Return the members that work on one part.

    Parameters
    ----------
    method
        Method of :func:`solver.color`.
    graph
        Graph of the part.
    k
        Number of colors of the best coloring.
    seed
        Seed of the random number generators.
    threads
        Number of members that work side by side.
    parts
        Number of parts, which share the work of the first search.
    has_target
        Whether a number of colors was given.
    lower_bound
        Lower bound on the number of colors of the part, from a clique.
    settings
        Options and parameters.
    memory
        Bytes that the searches may allocate; None for half of what is free.

    Raises
    ------
    BudgetError
        If ``method`` names a search that needs more.
    """
    options = settings.portfolio

    def search(name: str, share: float, seeds: tuple[int, ...], **more: Any) -> LocalSearchMember:
        params = getattr(settings, name)
        patience = options.patience_search
        return LocalSearchMember(name, share, seeds, params=params, patience=patience, **more)

    if method in SEARCHES:
        require(method, graph, k, memory)
        return [
            search(method, width, (seed, i), from_best=i == 0, threads=width)
            for i, width in enumerate(_widths(method, threads))
        ]
    left = available() if memory is None else memory
    left -= estimate("tabucol", graph, k)
    names = []
    for name in PARTNERS:
        if _fits(name, graph, options) and estimate(name, graph, k) <= left:
            names.append(name)
            left -= estimate(name, graph, k)
    size = graph.n * k
    each = 1 if size > options.doubled else threads
    crews = sorted(
        (round_, place, name, width)
        for place, name in enumerate(names)
        for round_, width in enumerate(_widths(name, each))
    )
    searches = [
        search(
            name,
            width * (own := getattr(options, f"{name}_share")),
            (seed, i + 1),
            from_best=round_ == 0,
            threads=width,
            last_share=width * own * (LAST_UNEVEN if name in UNEVEN else 1.0),
        )
        for i, (round_, _, name, width) in enumerate(crews)
    ]
    # The first search takes the easy steps alone; where a proof is near, bounds may have a turn before.
    name, budget = "tabucol", options.easy_ticks // parts
    if left < 0 or _fits("kempe_walk", graph, options):
        name, budget = "kempe_walk", max(budget, options.walk_ticks * graph.n)
    elif "conflict_optimizer" in names:
        name = "conflict_optimizer"
    first = search(name, 1000, (seed,), budget=budget, first=size > options.small)
    bounds_share = _bounds_share(method, size, has_target, options)
    usual = bounds_share
    if method == "auto" and not has_target and _has_few_columns(graph.n, k, lower_bound, options):
        bounds_share = max(bounds_share, options.bounds_share_columns)
    provers = _bounds(method, size, seed, bounds_share, options)
    for member in provers:
        member.early = usual / bounds_share
    team: list[Member[Any]] = [*provers, *searches]
    others = sum(member.share for member in team)
    if size <= options.large and not has_target:
        team.append(BranchAndPriceMember(options.price_share * others, seed, options.patience))
    share = options.symmetric_share * others
    if share:
        patience = options.patience_symmetric
        early = options.symmetric_early if method == "auto" and not has_target else 1.0
        team.append(SymmetricMember(share, patience=patience, has_target=has_target, early=early))
    share = options.leap_share * others
    is_middling = options.small < size <= options.doubled and estimate("tabucol", graph, k) <= left
    if share and is_middling and not has_target:
        team.append(LeapMember(share, (seed, len(searches) + 1), params=settings.tabucol))
    share = options.at_bound_share * others
    # Where classes are small, linear programs find what the bound allows.
    if share and "tabucol" in names and not has_target and graph.n > options.column_size * k:
        team.append(AtBoundMember(share, (seed, len(searches) + 3), params=settings.tabucol))
    share = options.hidden_share * others
    if share and options.small < size and _fits("hidden classes", graph, options):
        team.append(HiddenClassesMember(share, (seed, len(searches) + 2)))
    return [first, *team]


def _bounds(
    method: str, size: int, seed: int, bounds_share: float, options: Options
) -> list[Member[Any]]:
    """Return bounds and exact searches, whose common share is three times ``bounds_share``."""
    share = 2 * bounds_share
    exact = method == "exact"
    literals = options.sat_literals_exact if exact else options.sat_literals
    bound = LowerBoundMember(share, seed, patience=options.patience_bounds)
    head_start = options.head_start if size > options.large else 0
    tree = BranchAndBoundMember(share / 4, head_start=head_start)
    tree.patience = options.patience
    sat = SatMember(share / 4, literals, options, last_share=LAST * share)
    sat.patience = options.patience
    provers: list[Member[Any]] = [bound, tree, sat]
    for member in provers:
        member.by_gap = member.late = not exact and size > options.small
    return provers


def _bounds_share(method: str, size: int, has_target: bool, options: Options) -> float:
    if method == "exact":
        return options.bounds_share_exact
    if size <= options.small:
        return options.bounds_share_small
    # A caller who gives a number of colors wants a coloring rather than a proof.
    if has_target or size > options.large:
        return options.bounds_share_large
    return options.bounds_share


def _has_few_columns(n: int, k: int, lower_bound: int, options: Options) -> bool:
    """
    Return whether column generation is likely to find an optimal coloring.

    If the color classes are small, as in dense geometric graphs, few independent sets are needed for an
    optimal linear program, and if a clique is nearly as large as ``k``, its solution is almost integral.
    """
    return n <= options.column_size * k and lower_bound >= options.column_clique * k


def _widths(name: str, threads: int) -> list[int]:
    """Return how many threads each search of a kind uses, if all of them together use ``threads``."""
    pairs, single = divmod(threads, 2)
    return [2] * pairs + [1] * single if name == "memetic" else [1] * threads


def _fits(name: str, graph: Graph, options: Options) -> bool:
    """Return whether a graph is of the kind that a search is for."""
    if name == "kempe_walk":
        return graph.n >= options.walk_vertices and 2 * graph.m <= options.walk_degree * graph.n
    if name in UNEVEN:
        return is_uneven(graph)
    if name == "hidden classes":
        return graph.n <= options.hidden_vertices and graph.density >= options.hidden_density
    return name != "annealing" or graph.n <= options.annealing_vertices
