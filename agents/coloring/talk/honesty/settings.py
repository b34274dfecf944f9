"""
Claims about what is possible: "h1 green and h4 red would work", "I have no way to solve this".

A set of colors works if it is allowed and the cluster has a coloring without conflict with it, while the
other nodes of the border are as they are known or supposed.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from ..facts import Facts
from ..grammar.naming import Naming
from .feasible import MOST_SETTINGS, fits, is_unseen
from .formulas import Setting
from .ruled_out import is_ruled_out

#: Colorings of the cluster that are counted.
MOST_COLORINGS = 729
Colored = Sequence[tuple[str, tuple[str, ...]]]


def holds_setting(
    claim: Setting, world: Facts, actual: Facts, naming: Naming, given: Mapping[str, str]
) -> bool:
    """Return whether the facts entail a claim about what is possible, under what is supposed."""
    naming.begin()
    pairs = list(claim.pairs if claim.kind in _SEPARATE else naming.completed(claim.pairs))
    colored = [one for pair in pairs for one in naming.expanded(pair)]
    if any(is_unseen(actual, node) for node, _ in colored):
        return False
    return _Claim(claim, colored, world, actual, given).holds()


#: Kinds whose nodes do not take the color of the nodes before them.
_SEPARATE = ("movable", "must move", "you must move", "you need not move", "you may move", "stay")


class _Claim:
    def __init__(
        self, claim: Setting, colored: Colored, world: Facts, actual: Facts, given: Mapping[str, str]
    ) -> None:
        self._claim, self._colored = claim, colored
        self._world, self._actual = world, actual
        # What is supposed of own nodes binds them; foreign nodes have it in the world.
        self._mine = {node: color for node, color in given.items() if node in actual.view.own}
        self._given = given
        self._nodes = [node for node, _ in colored]
        self._domain = actual.view.domain

    def holds(self) -> bool:
        foreign = all(node in self._actual.view.owners for node in self._nodes)
        own = all(node in self._actual.view.own for node in self._nodes)
        # Two colors of one node are no setting.
        named = bool(self._colored) and len(set(self._nodes)) == len(self._nodes)
        if self._colored and not named:
            return False
        if is_ruled_out(self._world, {n: c for n, c in self._given.items() if n not in self._mine}):
            return False
        match self._claim.kind:
            case "asked":
                return (
                    named
                    and foreign
                    and all(
                        self._works(one) and not one.items() <= self._world.beliefs.items()
                        for one in self._choices()
                    )
                )
            case "proposed":
                return (
                    named
                    and own
                    and all(
                        self._fits(one, demands=False) is True
                        or one.items() <= self._world.after.items()
                        for one in self._choices()
                    )
                )
            case "inner calm":
                return not self._inner()
            case "inner conflicts":
                return len(self._inner()) == self._claim.number
            case "points":
                return self._claim.number == self._actual.view.score(self._actual.after)
            case "points before":
                before = self._actual.view.score(self._actual.before)
                return self._claim.number == before == self._actual.view.score(self._actual.after)
            case "points more" | "points less":
                before = self._actual.view.score(self._actual.before)
                gained = self._actual.view.score(self._actual.after) - before
                return self._claim.number == (gained if self._claim.kind == "points more" else -gained)
            case "same points":
                view = self._actual.view
                return view.score(self._actual.after) == view.score(self._actual.before)
            case "at peace":
                return self._calm() and self._world is self._actual
            case "always at peace":
                earlier = self._actual.view.conflicts(self._actual.before, self._actual.beliefs)
                return self._calm() and not earlier and bool(self._actual.changed)
            case "left for":
                return (
                    named
                    and own
                    and all(
                        len(colors) == 2
                        and self._world.color(node) == colors[0] != colors[1]
                        and self._works({node: colors[1]})
                        and all(self._impossible({node: c}) for c in self._domain if c != colors[1])
                        for node, colors in self._colored
                    )
                )
            case "must leave":
                return (
                    named
                    and own
                    and self._fits({}) is True
                    and all(
                        self._world.color(node) in colors
                        and all(self._fits({node: color}) is False for color in colors)
                        for node, colors in self._colored
                    )
                )
            case "conflicts solved" | "both solved":
                conflicts = len(self._actual.conflicts)
                right = conflicts == 2 if self._claim.kind == "both solved" else conflicts > 0
                return right and all(self._works(one) for one in self._choices())
            case "solvable":
                return self._fits({}) is True
            case "unsolvable":
                return self._fits({}) is False
            case "no solution":
                # A demand of the person could be given up.
                return self._fits({}) is False and not self._world.demanded
            case "stuck":
                return bool(self._world.conflicts) and self._fits({}) is False
            case "can":
                return named and all(self._works(one) for one in self._choices())
            case "can again":
                return self._had() and all(self._works(one) for one in self._choices())
            case "cannot stay":
                present = all((self._world.color(node),) == colors for node, colors in self._colored)
                return named and present and all(self._impossible(one) for one in self._choices())
            case "only again":
                return self._had() and self._exactly(but=False)
            case "cannot":
                return named and all(self._impossible(one) for one in self._choices())
            case "only":
                return named and self._exactly(but=False)
            case "but":
                return named and self._exactly(but=True)
            case "any":
                return named and all(self._works(one) for one in self._all(self._nodes))
            case "none":
                return named and all(self._impossible(one) for one in self._all(self._nodes))
            case "count":
                return len(self._nodes) == 1 and self._claim.number == len(self._working())
            case "some other":
                return len(self._nodes) == 1 and bool(self._other_colors())
            case "no other":
                return (
                    len(self._nodes) == 1 and self._works(self._present()) and (not self._other_colors())
                )
            case "stay":
                return named and self._works(self._present())
            case "solutions":
                return self._claim.number == self._solutions()
            case "this only":
                return self._solutions() == 1 and self._calm()
            case "other solution":
                return (self._solutions() or 0) > self._calm()
            case "movable":
                return named and own and all(self._can_move(node) for node in self._nodes)
            case "must move":
                return named and own and self._solvable_only_without(self._present())
            case "need not move":
                return self._calm()
            case "you must move":
                return (
                    named
                    and foreign
                    and self._only_you()
                    and any(self._works(one) for one in self._all(self._nodes) if self._differs(one))
                )
            case "you need not move":
                return foreign and self._fits({}) is True
            case "you may move":
                return (
                    named
                    and foreign
                    and any(self._works(one) for one in self._all(self._nodes) if self._differs(one))
                )
            case "calm then":
                return self._calm() and bool(self._actual.conflicts)
            case "calm":
                return self._calm()
            case "war":
                return bool(self._world.conflicts) and self._fits({}) is not True
        return False

    # ------------------------------------------------------------------------------------------ settings

    def _choices(self) -> list[dict[str, str]]:
        if not all(colors for _, colors in self._colored):
            return [{"": ""}]
        rows = itertools.islice(
            itertools.product(*(colors for _, colors in self._colored)), MOST_SETTINGS
        )
        return [dict(zip(self._nodes, row, strict=True)) for row in rows]

    def _all(self, nodes: Sequence[str]) -> list[dict[str, str]]:
        if len(self._domain) ** len(nodes) > MOST_SETTINGS:
            return [{"": ""}]
        rows = itertools.product(self._domain, repeat=len(nodes))
        return [dict(zip(nodes, row, strict=True)) for row in rows]

    def _fits(self, setting: Mapping[str, str], *, demands: bool = True) -> bool | None:
        if any(self._given.get(node, color) != color for node, color in setting.items()):
            # What contradicts the supposition neither works nor fails under it.
            return None
        # A demand may be given up in a case that is only supposed.
        demands = demands and not self._given
        return fits(self._world, {**self._mine, **setting}, demands=demands)

    def _works(self, setting: Mapping[str, str]) -> bool:
        if "" in setting or is_ruled_out(self._world, setting):
            return False
        return self._fits(setting) is True

    def _impossible(self, setting: Mapping[str, str]) -> bool:
        return "" not in setting and self._fits(setting, demands=False) is False

    def _present(self) -> dict[str, str]:
        return {node: self._world.color(node) or "" for node in self._nodes}

    def _had(self) -> bool:
        """Return whether the nodes had the named colors before the turn, and have others now."""
        return bool(self._colored) and all(
            node in self._actual.changed and (self._actual.before.get(node),) == colors
            for node, colors in self._colored
        )

    def _differs(self, setting: Mapping[str, str]) -> bool:
        return all(self._world.color(node) not in (None, color) for node, color in setting.items())

    # -------------------------------------------------------------------------------------------- colors

    def _exactly(self, *, but: bool) -> bool:
        """Return whether exactly the named colors of each node work, or all others."""
        for node, colors in self._colored:
            wanted = [color for color in self._domain if (color in colors) != but]
            rest = [color for color in self._domain if color not in wanted]
            if not colors or not all(self._works({node: color}) for color in wanted):
                return False
            if not all(self._impossible({node: color}) for color in rest):
                return False
        return True

    def _working(self) -> list[str]:
        return [color for color in self._domain if self._works({self._nodes[0]: color})]

    def _other_colors(self) -> list[str]:
        present = self._world.color(self._nodes[0])
        return [color for color in self._working() if present not in (None, color)]

    def _can_move(self, node: str) -> bool:
        return any(
            self._works({node: color}) for color in self._domain if color != self._world.color(node)
        )

    def _solvable_only_without(self, present: dict[str, str]) -> bool:
        """Return whether there is a coloring without conflict, and each changes each of some nodes."""
        return self._fits({}) is True and all(
            self._fits({node: color}) is False for node, color in present.items()
        )

    def _only_you(self) -> bool:
        return bool(self._world.conflicts) and self._fits({}) is False

    def _solutions(self) -> int | None:
        """Return the number of colorings without conflict; None if they are too many to test."""
        facts, view = self._world, self._actual.view
        fixed = {**view.fixed, **{pin.node: pin.color for pin in facts.pins}, **self._mine}
        free = [node for node in view.own if node not in fixed]
        if len(self._domain) ** len(free) > MOST_COLORINGS or not facts.complete:
            return None
        rows = itertools.product(self._domain, repeat=len(free))
        colorings = ({**fixed, **dict(zip(free, row, strict=True))} for row in rows)
        return sum(not view.conflicts(coloring, facts.beliefs) for coloring in colorings)

    def _inner(self) -> list[tuple[str, str, str]]:
        return [one for one in self._world.conflicts if one[1] in self._world.view.own]

    def _calm(self) -> bool:
        return not self._world.conflicts and self._world.complete
