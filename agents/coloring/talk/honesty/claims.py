"""
Claims that a sentence makes in any of its readings, and whether the facts entail them.

The grammar in ``claims.txt`` enumerates what may be said. A sentence passes only if it has a reading and
every reading is entailed by the facts, with what its questions and requests presuppose.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Sequence
from importlib import resources
from typing import Any

from ..facts import Facts
from ..grammar.chart import Chart, Grammar
from ..grammar.compose import add_names, meaning_of
from ..grammar.meaning import Meaning, Names, Pair
from ..grammar.naming import Colored, Naming, NoAntecedent
from ..grammar.parse import rules_in, spoken_in, terminals_of, vocabulary
from ..tokens import tokens_of
from .ruled_out import is_ruled_out

#: Words that may stand anywhere in a claim: "now", "still" and "only" may not, as they are claims.
_CLASSES = """
neutral: please | also | then | so | well | unfortunately | sorry | currently | ok | instead | though
pronoun: it | which
pronouns: they | them | both | the two | these two | those two
joint: , and | and | , but | but | , so | so | ; | : | , because | because | , since | since | , | .
    | , while | while | and so | , which is why | , yet | yet | , as | and now | , and now | so that
    | , which | and that
after: i have no conflicts | i would have no conflicts
    | it works | it would work | i can color my nodes without conflicts | i can color my nodes
    | there is no conflict | there would be no conflict | i can color everything without a conflict
    | i can color my part without a conflict | it would help
"""
_NUMBERS = {
    word: number
    for number, word in enumerate(
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    )
}


@functools.cache
def _grammar() -> Grammar:
    rules = Grammar()
    rules.word_classes(vocabulary())
    rules.word_classes(_CLASSES)
    add_names(rules)
    rules.rule("peaceful", "@after", lambda: Names("group", ()))
    for prefix, nodes in (("", "nodes"), ("f", "foreign"), ("o", "own")):
        rules.rule(f"{prefix}cpair", f"<{nodes}> [is|are|=|:|in|at|on|were|was|to be] <color>", Pair)
        rules.rule(f"{prefix}cpair_to", f"<{nodes}> [to|in|into] <color>", Pair)
        for name in ("cpair", "cpair_to"):
            listed = f"{prefix}{name}s" if name == "cpair" else f"{prefix}cpairs_to"
            rules.rule(listed, f"<{prefix}{name}>", lambda pair: (pair,))
            rules.rule(
                listed,
                f"<{prefix}{name}> [,|and|, and|&|;] <{listed}>",
                lambda pair, more: (pair, *more),
            )
    text = resources.files(__package__).joinpath("claims.txt").read_text(encoding="utf-8")
    for kind, pattern in rules_in(text):
        rules.rule("claim", pattern, functools.partial(_claim, kind))
    rules.rule("said", "<claim> [?]", lambda claim: (claim,))
    rules.rule(
        "said", "(since|because|as|now that) <claim> [,] <said>", lambda claim, more: (claim, *more)
    )
    rules.rule("said", "<claim> ? <said>", lambda claim, more: (claim, *more))
    rules.rule("said", "<claim> [?] @joint <said>", lambda claim, more: (claim, *more))
    return rules


def _claim(kind: str, *values: Any) -> Meaning:
    numbers = tuple(value for value in values if isinstance(value, int))
    rest = [value for value in values if not isinstance(value, int)]
    return Meaning(kind, meaning_of(kind, *rest).pairs, group=tuple(map(str, numbers)))


def readings(text: str, facts: Facts) -> list[tuple[Meaning, ...]]:
    """Return all sequences of claims that a text may make; an empty list if it has no reading."""
    spoken = spoken_in(tokens_of(text, facts.view))
    if any(token.kind in ("no_color", "typo", "other") or token.quoted for token in spoken):
        return []

    def number(i: int) -> int | None:
        word = spoken[i].text
        return int(word) if word.isdigit() else _NUMBERS.get(word)

    terminals = {**terminals_of(spoken, facts.view), "number": number}
    words = [token.text if token.kind in ("word", "sign") else f"\0{token.kind}" for token in spoken]
    chart = Chart(_grammar(), words, terminals)
    return [value for value in chart.meanings("said") if isinstance(value, tuple)]


def false_claims(text: str, facts: Facts) -> list[str]:
    """Return the kinds of claims that are not entailed; ``["unclear"]`` if the text has no reading."""
    several = readings(text, facts)
    if not several:
        return ["unclear"]
    wrong: dict[str, None] = {}
    for claims in several:
        naming = Naming(facts.view)
        for claim in claims:
            try:
                parts = [list(naming.expanded(pair)) for pair in naming.completed(claim.pairs)]
            except NoAntecedent:
                wrong["unclear"] = None
                continue
            if not _holds(claim, parts, facts):
                wrong[claim.kind] = None
    return list(wrong)


# --------------------------------------------------------------------------------------------- checks


def _holds(claim: Meaning, parts: Sequence[Sequence[Colored]], facts: Facts) -> bool:
    colored = [one for part in parts for one in part]
    subject = [node for node, _ in parts[0]] if len(parts) > 1 else []
    nodes = [node for node, _ in colored if node]
    if any(node in facts.hidden for node in nodes) or any(not node for node, _ in colored):
        return False
    check = _CHECKS.get(claim.kind)
    return check is not None and check(_Said(claim, colored, nodes, subject, facts))


class _Said:
    """A claim about nodes, with the facts."""

    def __init__(
        self,
        claim: Meaning,
        colored: Sequence[Colored],
        nodes: Sequence[str],
        subject: Sequence[str],
        facts: Facts,
    ) -> None:
        self.colored, self.nodes, self.subject, self.facts = colored, nodes, set(subject), facts
        self.own = [node for node in nodes if node in facts.view.own]
        self.foreign = [node for node in nodes if node in facts.view.owners]
        self.peace = not facts.conflicts and facts.complete
        self.number = int(claim.group[0]) if claim.group else -1

    def every(self, holds: Callable[[str, str], bool]) -> bool:
        """Return whether something holds of each node and its one color."""
        return bool(self.colored) and all(
            len(colors) == 1 and holds(node, colors[0]) for node, colors in self.colored
        )

    def is_(self, node: str, color: str) -> bool:
        """Return whether a node has a color, as far as the agent knows."""
        return self.facts.color(node) == color

    def new(self, node: str, color: str) -> bool:
        """Return whether an own node has a color that it did not have before the turn."""
        before = self.facts.before.get(node)
        return self.facts.after.get(node) == color and before is not None and before != color

    def same(self, node: str, color: str | None = None) -> bool:
        """Return whether an own node kept its color."""
        after = self.facts.after.get(node)
        return after is not None and after == self.facts.before.get(node) and color in (None, after)

    def edges(self) -> set[frozenset[str]]:
        """Return the pairs of nodes in conflict."""
        return {frozenset(pair[:2]) for pair in self.facts.conflicts}

    def between(self) -> list[frozenset[str]]:
        """Return the edges between the nodes that are named; the first ones are the subject."""
        if len(self.nodes) == 1:
            edges = (frozenset(edge) for edge in self.facts.view.edges)
            return [edge for edge in edges if self.nodes[0] in edge]
        pairs = [frozenset(pair) for pair in itertools.combinations(self.nodes, 2)]
        if not self.subject:
            return pairs
        return [pair for pair in pairs if len(self.subject & pair) == 1]

    def choices(self) -> list[dict[str, str]]:
        """Return the settings that a request or a condition names; several colors are alternatives."""
        rows = itertools.product(*(colors for _, colors in self.colored))
        return [dict(zip(self.nodes, row, strict=True)) for row in rows]

    def each_works(self) -> bool:
        """Return whether each setting is allowed, and leaves a coloring without conflicts."""
        if not self.colored or not all(colors for _, colors in self.colored) or self.own:
            return False
        return all(
            not is_ruled_out(self.facts, one) and self.facts.can(one) is True for one in self.choices()
        )


def _fixed(it: _Said) -> bool:
    fixed = it.facts.view.fixed
    return bool(it.own) and all(
        node in fixed and all(color == fixed[node] for color in colors) for node, colors in it.colored
    )


def _bound(it: _Said) -> bool:
    bound = {**it.facts.demanded, **it.facts.view.fixed}
    return bool(it.own) and all(
        node in bound and all(color == bound[node] for color in colors) for node, colors in it.colored
    )


def _from_to(it: _Said, first: int) -> bool:
    if len(it.colored) != 1 or len(it.colored[0][1]) != 2:
        return False
    node, colors = it.colored[0]
    return it.facts.before.get(node) == colors[first] and it.new(node, colors[1 - first])


def _colors_of(it: _Said) -> list[str | None]:
    return [it.facts.color(node) for node in it.nodes]


def _all_known(it: _Said) -> bool:
    return len(it.nodes) > 1 and None not in _colors_of(it)


def _differ(it: _Said) -> bool:
    """Return whether the first node differs from each other one."""
    colors = _colors_of(it)
    return _all_known(it) and colors[0] not in colors[1:]


def _clash(it: _Said) -> bool:
    between = it.between()
    if len(it.nodes) == 1:
        return any(edge in it.edges() for edge in between)
    return bool(between) and all(edge in it.edges() for edge in between)


_CHECKS: dict[str, Callable[[_Said], bool]] = {
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
    "keep": lambda it: it.peace and it.every(it.is_) if any(c for _, c in it.colored) else it.peace,
    "neednot": lambda it: it.peace,
    "satisfied": lambda it: it.peace,
    "unsatisfied": lambda it: bool(it.facts.conflicts) and not it.facts.satisfied,
    "score": lambda it: it.number == it.facts.view.score(it.facts.after),
    "demanded": lambda it: it.every(lambda n, c: it.facts.demanded.get(n) == c),
    "reported": lambda it: it.every(lambda n, c: it.facts.reported.get(n) == c),
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
    "yes": lambda it: it.peace,
    "no": lambda it: bool(it.facts.conflicts),
}  # fmt: skip
