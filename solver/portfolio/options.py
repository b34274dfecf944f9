"""
The one table of all tunable numbers: thresholds and shares of the portfolio, parameters of the searches.

It feeds ``solver.color(options={...})``, ``kempe color --set NAME=VALUE`` and ``docs/options.md``.
Names of the portfolio's own options stand alone; those of a search follow its name and a dot:
``tabucol.tenure``.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..errors import InputError, expected
from ..search.annealing import AnnealingParams
from ..search.base import SLICE_TICKS
from ..search.conflict_optimizer import ConflictOptimizerParams
from ..search.kempe_walk import KempeWalkParams
from ..search.memetic import MemeticParams
from ..search.parameters import Choice, Option, assigned, number, table, validate
from ..search.partialcol import PartialColParams
from ..search.tabucol import TabuColParams


@dataclass(frozen=True)
class Options:
    """
    Options of the portfolio.

    Attributes
    ----------
    rlf_edges
        Largest sparse graph that RLF colors at the start, in edges.
    rlf_density
        Density from which RLF colors a graph of any size at the start.
    small
        Largest n k at which bounds and exact searches have most of the work.
    large
        Largest n k at which bounds and exact searches have more than a small share.
    doubled
        Largest n k at which each thread has local searches of its own.
    memetic_share
        Share of the memetic search.
    annealing_share
        Share of simulated annealing.
    partialcol_share
        Share of PartialCol.
    conflict_optimizer_share
        Share of the conflict optimizer on graphs with uneven degrees.
    kempe_walk_share
        Share of the walk along Kempe chains.
    tabucol_share
        Share of TabuCol on graphs with uneven degrees, after the first search.
    leap_share
        Share of attempts at far fewer colors, as a part of all other shares.
    at_bound_share
        Share of the search for as many colors as the lower bound on graphs with uneven degrees, as a
        part of all other shares.
    hidden_share
        Share of the extraction of hidden classes until it finds one, as a part of all other shares.
    hidden_vertices
        Largest graph for the extraction of hidden classes.
    hidden_density
        Least density for the extraction of hidden classes.
    price_share
        Share of branch and price while one color is in question, as a part of all other shares.
    symmetric_share
        Share of symmetric colorings on graphs with automorphisms, as a part of all other shares.
    symmetric_early
        Factor of their share at first, if no k is given.
    bounds_share_small
        Share of bounds and exact searches up to ``small``.
    bounds_share
        Share of bounds and exact searches up to ``large``.
    bounds_share_large
        Share of bounds and exact searches above ``large``, or if k is given.
    bounds_share_columns
        Least share of bounds and exact searches on graphs with small color classes and a large clique.
    bounds_share_exact
        Share of bounds and exact searches with ``method="exact"``.
    column_size
        Largest mean size of a color class on such a graph.
    column_clique
        Least size of a clique on such a graph, as a part of the number of colors.
    annealing_vertices
        Largest graph for simulated annealing, whose adjacency matrix takes n^2 / 8 bytes.
    walk_vertices
        Smallest graph for the walk along Kempe chains.
    walk_degree
        Largest mean degree for the walk along Kempe chains.
    walk_ticks
        Ticks per vertex of the walk for each number of colors while it works alone.
    easy_ticks
        Ticks of the first local search for each number of colors while it works alone; a quarter after
        each one that another member found.
    head_start
        Ticks of branch and bound before all other members, above ``large``.
    sat_literals
        Largest formula of the satisfiability solver.
    sat_literals_exact
        Largest formula of the satisfiability solver with ``method="exact"``.
    sat_hopeless
        Multiple of the largest formula at which a graph is refused before a clique is searched.
    sat_clause_ticks
        Ticks that writing one clause counts.
    sat_propagations
        Propagations of the satisfiability solver in one turn.
    floor
        Least factor by which the distance from a coloring, or turns in vain, reduce a share.
    lead
        Largest factor for the share of the local search that found the last colorings.
    rest
        Least factor by which turns in vain reduce the common share of the local searches.
    rest_size
        Largest n k at which their common share is reduced.
    early_turns
        Turns in vain of all local searches that halve what is missing to the share of what waits for
        them: column generation with ``bounds_share_columns``, and symmetric colorings.
    patience
        Turns in vain that halve the share of an exact search.
    patience_search
        Turns in vain that halve the share of a local search.
    patience_bounds
        Turns in vain that halve the share of the bounds.
    patience_symmetric
        Turns in vain that halve the share of symmetric colorings.
    turn_ticks
        Fewest ticks in one turn, however many parts the graph has.
    """

    rlf_edges: int = number(
        200_000, 0, decided_by="ego-twitter, 1.3 M edges: 9.1 s with RLF, 0.8 s without"
    )
    rlf_density: float = number(0.02, 0, 1)
    small: int = number(3_000, 0)
    large: int = number(
        200_000, 0, decided_by="R-MAT of scale 16: linear programs took 6.4 of the first 10 s"
    )
    doubled: int = number(20_000_000, 0)
    memetic_share: float = number(
        3.0, 0, above=True, decided_by="random graphs: the memetic search leads"
    )
    annealing_share: float = number(1.0, 0, above=True, decided_by="queen graphs, latin_square_10")
    partialcol_share: float = number(1.0, 0, above=True, decided_by="le450_15c")
    conflict_optimizer_share: float = number(1.0, 0, above=True, decided_by="wap04a")
    kempe_walk_share: float = number(1.0, 0, above=True)
    tabucol_share: float = number(
        1.0,
        0,
        above=True,
        decided_by="nine Leighton graphs: hidden k after 5 s in 18 of 18 runs, in 11 without",
    )
    leap_share: float = number(
        0.07, 0, decided_by="flat1000_50_0: 84 colors after 20 s without, 50 with them"
    )
    at_bound_share: float = number(
        0.5, 0, decided_by="leighton(450, 23, 259): 26 colors after 10 s without, 23 with it"
    )
    hidden_share: float = number(
        0.03, 0, decided_by="flat1000_60_0: 84 colors after 20 s without, 60 with it"
    )
    hidden_vertices: int = number(4_000, 0)
    hidden_density: float = number(0.05, 0, 1)
    price_share: float = number(
        2.0, 0, above=True, decided_by="queen10_10: proven after 48 CPU s, after 59 with 1.0"
    )
    symmetric_share: float = number(
        1.0, 0, decided_by="queen16_16: 18 colors after 10 CPU s without, 16 after 5 with it"
    )
    symmetric_early: float = number(
        1 / 8, 0, 1, above=True, decided_by="queen graphs: they had half of the first 3 s"
    )
    bounds_share_small: float = number(2.0, 0, above=True)
    bounds_share: float = number(0.5, 0, above=True)
    bounds_share_large: float = number(0.125, 0, above=True)
    bounds_share_columns: float = number(
        6.0, 0, above=True, decided_by="r1000.5: 245 colors after 60 CPU s with 0.125, 234 after 23"
    )
    bounds_share_exact: float = number(8.0, 0, above=True)
    column_size: float = number(12.0, 0)
    column_clique: float = number(0.9, 0, 1)
    annealing_vertices: int = number(20_000, 0)
    walk_vertices: int = number(2_000, 0)
    walk_degree: float = number(32.0, 0)
    walk_ticks: int = number(
        256, 0, decided_by="four colors took 17 a vertex on Delaunay graphs, 190 on small worlds"
    )
    easy_ticks: int = number(4 * SLICE_TICKS, 0)
    head_start: int = number(
        1 << 25, 0, decided_by="R-MAT of scale 16: 71 colors in 0.2 s; local searches 73 in 25 s"
    )
    sat_literals: int = number(
        1_500_000, 1, decided_by="DSJC1000.5: ten of the first fifteen seconds with 4 million"
    )
    sat_literals_exact: int = number(10_000_000, 1)
    sat_hopeless: int = number(8, 1, decided_by="a clique takes 1 s on a graph of a million edges")
    sat_clause_ticks: int = number(128, 0, decided_by="a million clauses take 2 s to write")
    sat_propagations: int = number(
        1 << 18,
        1,
        decided_by="0.05 s; four times as many took 20 of 53 s on gnp(82, 0.536)",
    )
    floor: float = number(1 / 8, 0, 1, above=True)
    lead: float = number(
        8.0, 1, decided_by="dense random graphs: the memetic search had a third of the first 3 s"
    )
    rest: float = number(
        1 / 4, 0, 1, above=True, decided_by="flat300_20_0: 22 CPU s to the proof, with 1 more than 25"
    )
    rest_size: int = number(12_000, 0)
    early_turns: float = number(
        96.0, 0, above=True, decided_by="dense geometric and queen graphs, even half, 3 s"
    )
    patience: float = number(16.0, 0, above=True)
    patience_search: float = number(64.0, 0, above=True)
    patience_bounds: float = number(128.0, 0, above=True)
    patience_symmetric: float = number(32.0, 0, above=True)
    turn_ticks: int = number(1 << 16, 1, decided_by="less takes as long as changing turns")

    def __post_init__(self) -> None:
        validate(self)


@dataclass(frozen=True)
class Settings:
    """
    Options of the portfolio and parameters of each search.

    Attributes
    ----------
    portfolio
        Options of the portfolio.
    tabucol, partialcol, memetic, annealing, conflict_optimizer, kempe_walk
        Parameters of each search; the memetic search uses those of TabuCol, too.
    """

    portfolio: Options = field(default_factory=Options)
    tabucol: TabuColParams = field(default_factory=TabuColParams)
    partialcol: PartialColParams = field(default_factory=PartialColParams)
    memetic: MemeticParams = field(default_factory=MemeticParams)
    annealing: AnnealingParams = field(default_factory=AnnealingParams)
    conflict_optimizer: ConflictOptimizerParams = field(default_factory=ConflictOptimizerParams)
    kempe_walk: KempeWalkParams = field(default_factory=KempeWalkParams)


#: Settings with the default of every option.
DEFAULTS = Settings()

#: The parameters of each search, by its name.
SEARCH_PARAMS: dict[str, type] = {
    "tabucol": TabuColParams,
    "partialcol": PartialColParams,
    "memetic": MemeticParams,
    "annealing": AnnealingParams,
    "conflict_optimizer": ConflictOptimizerParams,
    "kempe_walk": KempeWalkParams,
}

#: All options: those of the portfolio, then those of the searches.
OPTIONS: tuple[Option, ...] = (
    *table(Options),
    *(row for name, params in SEARCH_PARAMS.items() for row in table(params, f"{name}.")),
)
_BY_NAME = {option.name: option for option in OPTIONS}


def settings(options: Mapping[str, object] | None) -> Settings:
    """
    Return the settings with some options replaced.

    Raises
    ------
    InputError
        If a name is unknown or a value illegal.
    """
    if not isinstance(options, Mapping | None):
        raise expected("options", options, "values by name, such as {'tabucol.tenure_slope': 0.5}")
    chosen: dict[str, dict[str, object]] = {}
    for name, value in (options or {}).items():
        option = _option(name)
        if value not in option.legal:
            raise expected(name, value, str(option.legal))
        group, _, field_name = name.rpartition(".")
        chosen.setdefault(group or "portfolio", {})[field_name] = value
    groups = {name: _group(name, values) for name, values in chosen.items()}
    result = replace(DEFAULTS, **groups)
    if "tabucol" in groups:
        result = replace(result, memetic=replace(result.memetic, tabu=result.tabucol))
    return result


def _group(name: str, values: Mapping[str, object]) -> Any:
    """Return one group of settings with some options replaced."""
    try:
        return assigned(getattr(DEFAULTS, name), values)
    except InputError as error:  # two values exclude each other: the group knows only its own names
        raise InputError(f"{name}.{error}") from error


def parse(assignment: str) -> tuple[str, object]:
    """
    Return the name and the value of ``NAME=VALUE``, as the command line gives them.

    Raises
    ------
    InputError
        If there is no ``=``, the name is unknown, or the value is not of the option's type.
    """
    name, sign, text = assignment.partition("=")
    if not sign:
        raise expected("option", assignment, "NAME=VALUE")
    legal = _option(name).legal
    if isinstance(legal, Choice):
        return name, text
    try:
        return name, int(text) if legal.whole else float(text)
    except ValueError:
        raise expected(name, text, str(legal)) from None


def _option(name: str) -> Option:
    if name not in _BY_NAME:
        near = difflib.get_close_matches(str(name), _BY_NAME, n=3) or list(_BY_NAME)[:3]
        raise expected("option", name, f"one of those in docs/options.md, such as {', '.join(near)}")
    return _BY_NAME[name]


def markdown() -> str:
    """Return the table of all options as it stands in ``docs/options.md``."""
    rows = ["| option | default | legal values | meaning | decided by |", "|---|---|---|---|---|"]
    for option in OPTIONS:
        cells: list[Any] = [f"`{option.name}`", f"`{option.default}`", option.legal, option.help]
        rows.append(f"| {' | '.join(map(str, cells))} | {option.decided_by} |")
    return "\n".join(rows)


if __name__ == "__main__":
    print(markdown())
