"""
Whether the facts entail a claim, by its kind: colors, changes, conflicts, demands, requests.

What may be, could be or has to be is in ``modal``.
"""

from __future__ import annotations

from collections.abc import Callable

from .said import Said


def _fixed(it: Said) -> bool:
    fixed = it.facts.view.fixed
    return bool(it.own) and all(
        node in fixed and all(color == fixed[node] for color in colors) for node, colors in it.colored
    )


def _bound(it: Said) -> bool:
    bound = {**it.facts.demanded, **it.facts.view.fixed}
    return bool(it.own) and all(
        node in bound and all(color == bound[node] for color in colors) for node, colors in it.colored
    )


def _from_to(it: Said, first: int) -> bool:
    if len(it.colored) != 1 or len(it.colored[0][1]) != 2:
        return False
    node, colors = it.colored[0]
    return it.facts.before.get(node) == colors[first] and it.new(node, colors[1 - first])


def _colors_of(it: Said) -> list[str | None]:
    return [it.facts.color(node) for node in it.nodes]


def _all_known(it: Said) -> bool:
    return len(it.nodes) > 1 and None not in _colors_of(it)


def _differ(it: Said) -> bool:
    """Return whether the first node differs from each other one."""
    colors = _colors_of(it)
    return _all_known(it) and colors[0] not in colors[1:]


def _clash(it: Said) -> bool:
    between = it.between()
    if len(it.nodes) == 1:
        return any(edge in it.edges() for edge in between)
    return bool(between) and all(edge in it.edges() for edge in between)


def _visible(it: Said) -> list[str]:
    return [node for node in it.facts.view.owners if node not in it.facts.hidden]


def _visible_edges(it: Said) -> list[tuple[str, str]]:
    return [edge for edge in it.facts.view.crossing if edge[1] not in it.facts.hidden]


def _between_us(it: Said) -> list[tuple[str, str, str]]:
    return [clash for clash in it.facts.conflicts if clash[1] in _visible(it)]


def _is_edge(it: Said, pair: frozenset[str]) -> bool:
    return pair in {frozenset(edge) for edge in it.facts.view.edges}


def _in_conflict(it: Said) -> Callable[[str], bool]:
    return lambda node: it.facts.clashes([node])


def _in_visible_conflict(it: Said, node: str) -> bool | None:
    """Return whether a node is in a conflict that both participants see; None if that is unknown."""
    edges = [edge for edge in _visible_edges(it) if node in edge]
    colors = [(it.facts.color(own), it.facts.color(other)) for own, other in edges]
    if any(own is not None and own == other for own, other in colors):
        return True
    return False if edges and not any(None in pair for pair in colors) else None


def _needs_change(it: Said) -> bool:
    """Return whether the agent cannot end its conflicts alone, and each foreign node is in one."""
    clashing = bool(it.foreign) and all(map(_in_conflict(it), it.foreign))
    return clashing and it.facts.solvable is False


CHECKS: dict[str, Callable[[Said], bool]] = {
    "courtesy": lambda it: True,
    "state": lambda it: it.every(it.is_),
    "notstate": lambda it: it.every(lambda n, c: it.facts.color(n) not in (None, c)),
    "notfirst": lambda it: all(
        len(colors) == 2 and it.is_(node, colors[0]) for node, colors in it.colored
    ),
    "fromtolist": lambda it: all(
        len(colors) == 2 and it.facts.before.get(node) == colors[0] and it.new(node, colors[1])
        for node, colors in it.colored
    ),
    "gone": lambda it: it.every(lambda n, c: it.facts.before.get(n) == c != it.facts.after.get(n)),
    "became": lambda it: it.every(it.new),
    "becamelist": lambda it: it.every(it.new),
    "fromto": lambda it: _from_to(it, 0),
    "tofrom": lambda it: _from_to(it, 1),
    "changed": lambda it: bool(it.own) and set(it.nodes) <= set(it.facts.changed),
    "onlychanged": lambda it: bool(it.own) and set(it.nodes) == set(it.facts.changed),
    "countchanged": lambda it: it.number == len(it.facts.changed),
    "anychange": lambda it: bool(it.facts.changed),
    "nochange": lambda it: not it.facts.changed,
    "kept": lambda it: it.every(it.same),
    "unchanged": lambda it: bool(it.own) and all(it.same(node) for node in it.nodes),
    "peace": lambda it: it.peace,
    "war": lambda it: bool(it.facts.conflicts),
    "countwar": lambda it: it.number == len(it.facts.conflicts) and it.number > 0,
    "clash": _clash,
    "onlyclash": lambda it: _clash(it) and len(it.facts.conflicts) == 1,
    "noclash": lambda it: (
        bool(it.nodes)
        and not set(it.between()) & it.edges()
        and None not in _colors_of(it)
        and (it.facts.complete or len(it.nodes) > 1)
    ),
    "ended": lambda it: (
        len(it.nodes) == 2
        and it.facts.before.get(it.nodes[0]) == it.facts.beliefs.get(it.nodes[1])
        and it.facts.after.get(it.nodes[0]) != it.facts.beliefs.get(it.nodes[1])
        and frozenset(it.nodes) in {frozenset(edge) for edge in it.facts.view.edges}
    ),
    "same": lambda it: _all_known(it) and len(set(_colors_of(it))) == 1,
    "sharecolor": lambda it: len(it.nodes) > 1 and it.every(it.is_),
    "differ": _differ,
    "fixed": _fixed,
    "bound": _bound,
    "unknown": lambda it: bool(it.foreign) and not any(node in it.facts.beliefs for node in it.nodes),
    "works": lambda it: it.each_works(),
    "unknowable": lambda it: (
        bool(it.foreign)
        and not any(node in it.facts.beliefs for node in it.nodes)
        and not it.facts.conflicts
    ),
    "ends": lambda it: bool(it.facts.conflicts) and it.each_works(),
    # A request presupposes that it helps, and that the node has another color.
    "request": lambda it: (
        bool(it.facts.conflicts)
        and it.each_works()
        and not any(it.facts.beliefs.get(node) in colors for node, colors in it.colored)
    ),
    "neednot": lambda it: it.peace,
    "satisfied": lambda it: it.peace,
    "unsatisfied": lambda it: bool(it.facts.conflicts) and not it.facts.satisfied,
    "score": lambda it: it.number == it.facts.view.score(it.facts.after),
    "demanded": lambda it: it.every(lambda n, c: it.facts.demanded.get(n) == c),
    # What the agent knows of the person's nodes is what the person said last.
    "reported": lambda it: it.every(lambda n, c: n in it.foreign and it.is_(n, c)),
    "solvable": lambda it: it.facts.solvable is True,
    "unsolvable": lambda it: it.facts.solvable is False,
    "soare": lambda it: len(it.nodes) > 1 and it.every(it.is_),
    "countlist": lambda it: (
        it.number == len(it.facts.changed) and set(it.nodes) == set(it.facts.changed)
    ),
    "countclash": lambda it: it.number == len(it.facts.conflicts) and len(it.nodes) > 1 and _clash(it),
    "fine": lambda it: it.peace and it.every(it.is_),
    "doesnotwork": lambda it: (
        it.facts.solvable is False and it.every(lambda n, c: n in it.foreign and it.is_(n, c))
    ),
    "demandednode": lambda it: it.every(lambda n, c: it.facts.demanded.get(n) == c and it.is_(n, c)),
    "onlystate": lambda it: it.every(
        lambda n, c: [own for own, color in it.facts.after.items() if color == c] == [n]
    ),
    "noknown": lambda it: not it.facts.conflicts,
    "countbetween": lambda it: it.number == len(_between_us(it)) > 0,
    "keptsame": lambda it: all(
        len(colors) == 2 and colors[0] == colors[1] and it.same(node, colors[0])
        for node, colors in it.colored
    ),
    "penalty": lambda it: (
        not it.facts.view.preferences
        and it.facts.complete
        and it.number == it.facts.view.conflict_penalty * len(it.facts.conflicts)
    ),
    "adjacent": lambda it: len(it.nodes) > 1 and all(_is_edge(it, pair) for pair in it.between()),
    "onlytouch": lambda it: set(it.nodes) == {own for own, other in _visible_edges(it)},
    "seeonly": lambda it: set(it.nodes) == set(_visible(it)),
    "otherunknown": lambda it: True,
    "onlyunknown": lambda it: set(it.nodes) == {n for n in _visible(it) if n not in it.facts.beliefs},
    "knownot": lambda it: (
        len(it.nodes) == 2 and it.nodes[0] in it.facts.beliefs and it.nodes[1] not in it.facts.beliefs
    ),
    "wasbefore": lambda it: it.every(
        lambda n, c: it.facts.before.get(n) == c and n in it.facts.changed and n in it.facts.demanded
    ),
    "innocent": lambda it: (
        bool(it.facts.conflicts) and bool(it.foreign) and not any(map(_in_conflict(it), it.nodes))
    ),
    "unlessclash": lambda it: all(map(_in_conflict(it), it.nodes)) and _needs_change(it),
    "unlesswar": lambda it: _needs_change(it),
    "nowsame": lambda it: (
        _all_known(it)
        and len(set(_colors_of(it))) == 1
        and any(node in it.facts.changed for node in it.own)
    ),
    "willclash": _clash,
    "wasclash": lambda it: (
        len(it.nodes) == 2
        and _is_edge(it, frozenset(it.nodes))
        and it.nodes[1] not in it.facts.reported
        and it.facts.before.get(it.nodes[0]) == it.facts.beliefs.get(it.nodes[1], "")
    ),
    "clashonly": lambda it: len(it.nodes) == 2 and it.edges() == {frozenset(it.nodes)},
    "gonewith": lambda it: (
        len(it.foreign) == 1
        and not it.facts.clashes(it.foreign)
        and any(
            other == it.foreign[0]
            and other not in it.facts.reported
            and it.facts.before.get(own) == it.facts.beliefs.get(other, "")
            for own, other in _visible_edges(it)
        )
    ),
    "nowshare": lambda it: (
        len(it.nodes) > 1 and it.every(it.is_) and any(node in it.facts.changed for node in it.own)
    ),
    "didasked": lambda it: (
        any(node in it.facts.changed for node in it.facts.demanded)
        and it.facts.demanded.items() <= it.facts.after.items()
    ),
    "believed": lambda it: bool(it.colored) and all(
        bool(colors) and it.is_(node, colors[0]) for node, colors in it.colored
    ),
    "changeany": lambda it: bool(it.nodes) and all(_in_visible_conflict(it, node) for node in it.nodes),
    "awayfrom": lambda it: it.every(
        lambda n, c: n in it.foreign and it.is_(n, c) and _in_visible_conflict(it, n) is True
    ),
    "keepasis": lambda it: (
        bool(it.foreign)
        and not any(_in_visible_conflict(it, node) is not False for node in it.foreign)
        and len(it.foreign) == len(it.nodes)
    ),
    "eitherchanges": lambda it: len(it.nodes) == 2 and _clash(it),
    "unseen": lambda it: True,
    "yoursonly": lambda it: set(it.nodes) == set(_visible(it)) and it.number in (-1, len(it.nodes)),
    "notbut": lambda it: all(
        len(colors) == 2 and colors[0] != colors[1] and it.is_(node, colors[1])
        for node, colors in it.colored
    ),
    "yes": lambda it: it.facts.yes is True,
    "no": lambda it: it.facts.yes is False,
}  # fmt: skip
