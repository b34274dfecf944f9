"""
The statements of a clause, by its mood and the owner of its nodes.

An order for an own node is a demand, a fact about a foreign one a report, a prohibition on a foreign one
a constraint. A misspelled color, a choice where one color is needed, and "it can't change" about a color
that is not known are doubts, which the agent asks about.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...situation import Situation
from ...view import View
from ..doubts import fixed_in_swap, nothing_to_swap
from ..pairs import Pair
from ..reading import Reading, ReadingKind
from ..tokens import Token
from .clauses import Clause
from .moods import ALLOWS, Mood, is_plain, only

_SWAP = re.compile(
    r"OWN (?:and|with) OWN.*\b(?:swap|exchange)\b|\b(?:swap|exchange|switch)\b(?!.*COL).*OWN (?:and"
    r"|with) OWN"
)

_YOURS = re.compile(
    r"\byour (?:node )?OWN (?:is|are|has|have)\b|\byou (?:have|are using|are at|use)\b(?! to\b).*OWN"
)

_HOPES = re.compile(r"\b(?:hope|wish|might|maybe|perhaps|try)\b")

_CONFIDENCE: dict[Mood, float] = {
    "order": 0.95,
    "state": 0.85,
    "done": 0.9,
    "require": 0.85,
    "should": 0.75,
    "forbid": 0.85,
}


class Stating:
    """
    Collector of the statements of clauses.

    Parameters
    ----------
    view, situation
        The view and the situation of the agent that reads.
    """

    def __init__(self, view: View, situation: Situation) -> None:
        self.view, self.situation = view, situation
        self.readings: list[Reading] = []

    def take(self, clause: Clause, shape: str, mood: Mood | None, pairs: Sequence[Pair]) -> None:
        """Take a clause that the person says in their own name; ``shape`` is its relevant part."""
        if _SWAP.search(shape):
            self._swap([token.text for token in clause.tokens if token.kind == "own"])
            return
        if not pairs:
            self._without_color(clause, mood)
            return
        for pair in pairs:
            if (mood in ("forbid",) and only(shape)) or (
                mood == "require" and len(pair.colors) > 1 and pair.nodes[0].kind == "foreign"
            ):
                self._narrow(pair)
            elif mood == "loosen":
                self._loosen(pair.nodes, pair.colors)
            elif _is_choice(pair, mood, shape):
                for node in pair.nodes:
                    self._doubt(node.text, f"Which color do you mean for {node.text}?")
            else:
                for node, color in matched(pair):
                    self._one(node, color, mood, shape, plain=pair.plain)

    def _one(self, node: Token, color: Token, mood: Mood | None, shape: str, *, plain: bool) -> None:
        own = node.kind == "own"
        if color.kind == "typo":
            question = f"Do you mean {color.text} for {node.text}?"
            self.readings.append(Reading("doubt", node.text, color.text, 0.4, question, deliberate=True))
            return
        kind = _kind(mood, own)
        if mood == "state" and re.search(
            r"\b(?:was|were|had|used to)\b(?! (?:just |now )?(?:changed|set|turned))", shape
        ):
            kind = None
        if (
            not own
            and mood in ("plan", "prefer", "state", "done", None)
            and ALLOWS.search(shape)
            and not _HOPES.search(shape)
            and self._forbidden(node.text, color.text)
        ):
            kind = "retract"
        if kind is None or (not plain and kind in ("demand", "report", "required")):
            return
        if (
            kind == "demand"
            and mood == "state"
            and re.search(r"\b(?:is|are)\b", shape)
            and self.situation.colors.get(node.text) == color.text
        ):
            return
        refusal = self._refusal(node, color, kind)
        if refusal is not None:
            self.readings.append(Reading("refused", node.text, color.text, 0.9, refusal))
            return
        if kind == "demand" and mood in ("state", "order", "done") and _YOURS.search(shape):
            return
        if mood in ("state", "done", None) and kind in ("demand", "report") and not is_plain(shape):
            self._doubt(
                node.text,
                f"Do you want {node.text} to be {color.text}?"
                if own
                else f"Is {node.text} {color.text} now?",
                color.text,
            )
            return
        confidence = _CONFIDENCE.get(mood, 0.8) if mood is not None else 0.7
        if own and mood == "state":
            confidence = 0.7
        self.readings.append(Reading(kind, node.text, color.text, confidence))

    def _refusal(self, node: Token, color: Token, kind: ReadingKind) -> str | None:
        if color.kind == "no_color":
            known = ", ".join(self.view.domain)
            return f"{color.text} is not one of the colors: {known}."
        if kind != "demand":
            return None
        if node.kind == "foreign":
            return f"{node.text} is not mine, so I can't change it."
        fixed = self.view.fixed.get(node.text)
        if fixed is not None and fixed != color.text:
            return f"{node.text} is fixed to {fixed}, so I can't change it."
        return None

    def _without_color(self, clause: Clause, mood: Mood | None) -> None:
        nodes = [token for token in clause.tokens if token.is_node and not token.quoted]
        for node in nodes:
            if mood == "loosen":
                self._loosen([node], [])
            elif node.kind == "foreign" and mood in ("forbid", "require"):
                self._immutable(node.text, [token.text for token in clause.tokens if token.is_color])
            elif (
                node.kind == "own"
                and mood in ("keep", "require")
                and not re.search(r"\bneed\b|(?<!not )\b(?:change|move|switch|differ)\b", clause.shape)
            ):
                self._keep(node.text)
            elif node.kind == "own" and mood == "order":
                self._doubt(node.text, f"Which color do you want for {node.text}?")

    def _keep(self, node: str) -> None:
        color = self.situation.colors.get(node)
        if color is not None:
            self.readings.append(Reading("demand", node, color, 0.75))

    def _immutable(self, node: str, named: Sequence[str]) -> None:
        color = named[0] if named else self.situation.beliefs.get(node) or self._just_reported(node)
        if color is None:
            self._doubt(node, f"Which color does {node} have?")
        else:
            self.readings.append(Reading("required", node, color, 0.8))

    def _just_reported(self, node: str) -> str | None:
        reported = [r.color for r in self.readings if r.kind == "report" and r.node == node]
        return reported[-1] if reported else None

    def _narrow(self, pair: Pair) -> None:
        """State a constraint by the colors that are left: one is required, or the others forbidden."""
        left = [color.text for color in pair.colors if color.kind == "color"]
        for node in pair.nodes:
            if node.kind == "own":
                kind: ReadingKind = "demand" if len(left) == 1 else "doubt"
                if kind == "demand":
                    self._one(node, pair.colors[0], "should", "", plain=True)
                else:
                    self._doubt(node.text, f"Which color do you mean for {node.text}?")
            elif len(left) == 1:
                self.readings.append(Reading("required", node.text, left[0], 0.85))
            else:
                for color in self.view.domain:
                    if left and color not in left:
                        self.readings.append(Reading("forbidden", node.text, color, 0.8))

    def _loosen(self, nodes: Sequence[Token], colors: Sequence[Token]) -> None:
        for node in nodes:
            if node.kind == "own":
                self.readings.append(Reading("release", node.text, None, 0.85))
            elif colors:
                for color in colors:
                    self.readings.append(Reading("retract", node.text, color.text, 0.8))
            else:
                self.readings.append(Reading("retract", node.text, None, 0.8))

    def _swap(self, nodes: Sequence[str]) -> None:
        a, b = nodes[:2]
        colors = self.situation.colors
        if a in colors and colors[a] == colors.get(b):
            self.readings.append(nothing_to_swap((a, b), colors[a]))
            return
        if held := [node for node in (a, b) if node in self.view.fixed]:
            self.readings.append(fixed_in_swap(held[0], self.view.fixed[held[0]]))
            return
        for node, other in ((a, b), (b, a)):
            if other in colors:
                self._one(Token("own", node), Token("color", colors[other]), "order", "", plain=True)

    def _doubt(self, node: str, question: str, color: str | None = None) -> None:
        self.readings.append(Reading("doubt", node, color, 0.4, question))

    def _forbidden(self, node: str, color: str) -> bool:
        return any(
            c.node == node and c.color == color and c.kind == "forbidden"
            for c in self.situation.constraints
        )


_OWN: dict[Mood, ReadingKind] = {
    **dict.fromkeys(("order", "keep", "require", "should", "state"), "demand"),
    **dict.fromkeys(("forbid", "negate"), "negation"),
    **dict.fromkeys(("prefer", "plan"), "preference"),
}
_FOREIGN: dict[Mood, ReadingKind] = {
    "order": "demand",
    "require": "required",
    "forbid": "forbidden",
    "negate": "negation",
    **dict.fromkeys(("state", "done"), "report"),
    **dict.fromkeys(("keep", "should", "prefer", "plan"), "preference"),
}


def _kind(mood: Mood | None, own: bool) -> ReadingKind | None:
    return None if mood is None else (_OWN if own else _FOREIGN).get(mood)


def matched(pair: Pair) -> list[tuple[Token, Token]]:
    """Return (node, color) pairs: one to one if there are as many colors as nodes, else all pairs."""
    if len(pair.colors) == len(pair.nodes) > 1:
        return list(zip(pair.nodes, pair.colors, strict=True))
    return [(node, color) for node in pair.nodes for color in pair.colors]


def _is_choice(pair: Pair, mood: Mood | None, shape: str) -> bool:
    """Return whether several colors are named where only one is possible."""
    if mood in ("forbid", "negate", "prefer", "plan", "loosen"):
        return False
    if pair.either:
        return True
    return len(pair.colors) > 1 and not (len(pair.colors) == len(pair.nodes) and "respectively" in shape)
