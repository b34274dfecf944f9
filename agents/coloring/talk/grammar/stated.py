"""
Readings of single statements: a demand of an own node, a report or a constraint of a foreign one.

Colors that are not known are refused or asked about; colors that a node must not have exclude them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...situation import Situation
from ...view import View
from ...wording.phrases import enumerated
from ..doubts import fixed_in_swap, nothing_to_swap
from ..reading import Reading, ReadingKind
from .asking import about_several, plain, which_color
from .interpretation import NOT_SURE, Interpretation, asked_back, unclear
from .naming import Colored, Naming


class Statements:
    """Reader of the statements of one message."""

    def __init__(self, view: View, situation: Situation, about: Sequence[str]) -> None:
        self._view, self._situation = view, situation
        self._bare = False
        self._naming = Naming(view, about)
        self.result = Interpretation()

    def _stated(self, node: str, colors: Sequence[str], kind: str) -> Iterator[Reading]:
        """Give a demand of an own node, or a report of a foreign one."""
        if not node:
            yield unclear(f"Which node do you mean with {plain(colors[0])}?" if colors else NOT_SURE)
            return
        own = node in self._view.own
        if not colors or len(colors) > 1:
            yield Reading("doubt", node, None, 0.4, which_color(node, self._view))
            return
        (color,) = colors
        yield from self._unknown(node, color) or self._known(node, color, kind, own)

    def _known(self, node: str, color: str, kind: str, own: bool) -> Iterator[Reading]:
        if not own:
            if kind == "order":
                reason = f"{node} is not mine, so I can't change it."
                yield Reading("refused", node, color, 0.9, reason)
            else:
                yield Reading("report", node, color, 0.9)
            return
        if kind == "report" and not self._bare:
            if self._situation.colors.get(node) != color:
                yield Reading("doubt", node, color, 0.4, f"Do you want {node} to be {color}?")
            return
        yield self._demand(node, color)

    def _demand(self, node: str, color: str) -> Reading:
        fixed = self._view.fixed.get(node, color)
        if fixed != color:
            reason = f"{node} is fixed to {fixed}, so I can't change it."
            return Reading("refused", node, color, 0.9, reason)
        return Reading("demand", node, color, 0.95)

    def _unknown(self, node: str, color: str) -> list[Reading]:
        """Refuse a color that the game does not have, and ask about one that is misspelled."""
        if color.startswith("!"):
            known = ", ".join(self._view.domain)
            reason = f"{color[1:]} is not one of the colors: {known}."
            return [Reading("refused", node or None, color[1:], 0.9, reason)]
        if color.startswith("~"):
            question = f"Do you mean {color[1:]} for {node}?"
            return [Reading("doubt", node or None, color[1:], 0.4, question, deliberate=True)]
        return []

    def _each(self, kind: ReadingKind, colored: Sequence[Colored]) -> Iterator[Reading]:
        for node, colors in colored:
            if not node:
                yield unclear(f"Which node do you mean with {plain(colors[0])}?")
            for color in colors if node else ():
                yield from self._unknown(node, color) or [Reading(kind, node, color, 0.8)]

    def _one_of(self, node: str, colors: Sequence[str]) -> Iterator[Reading]:
        """Exclude the other colors of a node that is to have one of several."""
        others = tuple(color for color in self._view.domain if color not in colors)
        unknown = [r for color in colors for r in self._unknown(node, color)]
        if unknown or not others:
            yield from unknown or [unclear(NOT_SURE)]
        else:
            yield from self._excluded(node, others, constraint=True)

    def _changed(self, node: str) -> Iterator[Reading]:
        """Exclude the present color of an own node that has to change."""
        color = self._situation.colors.get(node)
        if node in self._view.own and color is not None:
            yield from self._excluded(node, (color,))
        else:
            yield Reading("doubt", node, None, 0.4, which_color(node, self._view))

    def _unlike(self, nodes: Sequence[str]) -> Iterator[Reading]:
        """Exclude the color of a foreign node for an own one."""
        mine = [node for node in nodes if node in self._view.own]
        theirs = [node for node in nodes if node in self._view.owners]
        color = self._situation.beliefs.get(theirs[0]) if theirs else None
        if len(mine) != 1 or len(theirs) != 1 or len(nodes) != 2 or color is None:
            yield asked_back(about_several("notsame", nodes, ()))
            return
        yield from self._excluded(mine[0], (color,))

    def _matched(self, nodes: Sequence[str]) -> Iterator[Reading]:
        """Demand the color of another node for an own one."""
        # The color of a node that the person does not see must not become known by copying it.
        seen = self._view.border_to(self._view.person or "")
        known = dict(self._situation.beliefs)
        known |= {node: color for node, color in self._situation.colors.items() if node in seen}
        if len(nodes) != 2 or nodes[0] not in self._view.own or nodes[1] not in known:
            yield unclear(NOT_SURE)
            return
        yield self._demand(nodes[0], known[nodes[1]])

    def _must(self, node: str, colors: Sequence[str]) -> Iterator[Reading]:
        if not node or not colors:
            yield unclear(NOT_SURE)
        elif node in self._view.own and len(colors) > 1:
            yield from self._one_of(node, colors)
        elif node in self._view.own:
            yield from self._stated(node, colors, "order")
        elif (unknown := [r for color in colors for r in self._unknown(node, color)]) or len(
            colors
        ) == 1:
            yield from unknown or [Reading("required", node, colors[0], 0.85)]
        else:
            others = (color for color in self._view.domain if color not in colors)
            yield from (Reading("forbidden", node, color, 0.85) for color in others)

    def _excluded(
        self, node: str, colors: Sequence[str], *, constraint: bool = False, observed: bool = False
    ) -> Iterator[Reading]:
        foreign = node in self._view.owners
        if observed and node in self._view.own:
            # "b2 is not red" may be a remark or a wish.
            for color in colors:
                now = self._situation.colors.get(node) == color
                question = f"Do you want another color for {node}?" if now else f"{node} is not {color}."
                yield from self._unknown(node, color) or [unclear(question)]
            return
        if set(colors) >= set(self._view.domain):
            yield unclear(f"Which color is left for {node}?")
            return
        yield from self._each(
            "forbidden" if foreign and constraint else "negation", [(node, tuple(colors))]
        )

    def _keep(self, node: str) -> Iterator[Reading]:
        if node in self._view.own:
            color = self._situation.colors.get(node)
            if color is not None:
                yield Reading("demand", node, color, 0.75)
            return
        reported = [r.color for r in self.result.readings if r.kind == "report" and r.node == node]
        color = reported[-1] if reported else self._situation.beliefs.get(node)
        if color is None:
            yield Reading("doubt", node, None, 0.4, f"Which color does {node} have?")
        else:
            yield Reading("required", node, color, 0.8)

    def _content(self, node: str) -> Iterator[Reading]:
        """Say that a node is fine as it is, which asks for nothing."""
        if node in self._view.own:
            color = self._situation.colors.get(node)
            if color is None or self._situation.forced.get(node, color) != color:
                yield unclear(NOT_SURE)
            else:
                yield Reading("preference", node, color, 0.8)
            return
        color = self._situation.beliefs.get(node)
        if color is None:
            yield Reading("doubt", node, None, 0.4, f"Which color does {node} have?")
        else:
            yield Reading("report", node, color, 0.8)

    def _hearsay(self, node: str, colors: Sequence[str]) -> Iterator[Reading]:
        if len(colors) != 1 or not node:
            yield unclear(NOT_SURE)
        elif node in self._view.own:
            yield Reading("doubt", node, colors[0], 0.4, f"Do you want {node} to be {colors[0]}?")
        else:
            yield Reading("doubt", node, colors[0], 0.4, f"Is {node} {colors[0]} now?")

    def _swap(self, nodes: Sequence[str]) -> Iterator[Reading]:
        colors = self._situation.colors
        if len(nodes) == 2 and nodes[0] in colors and colors[nodes[0]] == colors.get(nodes[1]):
            yield nothing_to_swap(nodes, colors[nodes[0]])
        elif held := [node for node in nodes if node in self._view.fixed]:
            yield fixed_in_swap(held[0], self._view.fixed[held[0]])
        elif len(nodes) == 2 and all(node in colors for node in nodes):
            yield self._demand(nodes[0], colors[nodes[1]])
            yield self._demand(nodes[1], colors[nodes[0]])
        else:
            yield unclear(NOT_SURE)

    def _swap_reported(self, nodes: Sequence[str]) -> Iterator[Reading]:
        """Give the colors of two foreign nodes exchanged, if they are known."""
        beliefs = self._situation.beliefs
        if len(nodes) == 2 and all(node in beliefs for node in nodes):
            first, second = nodes
            yield from self._stated(first, (beliefs[second],), "report")
            yield from self._stated(second, (beliefs[first],), "report")
        else:
            yield unclear(NOT_SURE)

    def _like(self, nodes: Sequence[str], colors: Sequence[str]) -> Iterator[Reading]:
        """Ask whether a foreign node has the color of another node, or one that is named."""
        if colors:
            for node in nodes:
                if node in self._view.owners:
                    yield from self._hearsay(node, tuple(dict.fromkeys(colors)))
            return
        known = {**self._situation.beliefs, **self._situation.colors}
        if len(nodes) == 2 and nodes[0] in self._view.owners and nodes[1] in known:
            yield from self._hearsay(nodes[0], (known[nodes[1]],))
        else:
            yield unclear(NOT_SURE)

    def _all_but(self, excepted: Sequence[str], colors: Sequence[str]) -> Iterator[Reading]:
        """Ask about a statement on many nodes: a demand, or a report if a foreign node is excepted."""
        if len(set(colors)) != 1 or not excepted:
            yield unclear(NOT_SURE)
            return
        color = colors[0]
        if any(node in self._view.owners for node in excepted):
            for node in self._naming.theirs:
                if node not in excepted:
                    yield Reading("doubt", node, color, 0.4, f"Is {node} {color} now?")
            return
        question = f"Do you want all my nodes to be {color} except {enumerated(excepted)}?"
        for node in self._view.own:
            if node not in excepted and self._view.fixed.get(node, color) == color:
                yield Reading("doubt", node, color, 0.4, question, deliberate=True)

    def _forbidden(self, node: str, color: str) -> bool:
        return any(
            (c.node, c.color, c.kind) == (node, color, "forbidden") for c in self._situation.constraints
        )
