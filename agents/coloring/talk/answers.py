"""
Questions, answered exactly: Q1-Q5, why, and what was ruled out.

An answer is typed, with a text that says yes or no first. It is computed from the situation after the
turn, so that it is still so when it is read, and it names nothing that the person does not see: own
nodes away from the common border are spoken of without a name.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from solver import BudgetError

from ..bargaining.feasibility import Feasibility, feasible, feasible_all
from ..situation import Pin, Situation
from ..view import View
from ..wording.templates import enumerated, listed
from .reading import Question

#: Settings that a text lists; the typed answer holds all that were tested.
SHOWN = 5
#: Settings of the border that are tested for Q2; of a larger border only nodes that clash vary.
TESTED = 729


@dataclass(frozen=True)
class Answer:
    """
    What is answered.

    Attributes
    ----------
    question
        To what.
    yes
        The answer in one word, if it has one.
    text
        A sentence or two, yes or no first.
    feasible, infeasible
        Settings of the person's border that were tested.
    because
        Facts that rule out what was asked, as the person may read them.
    """

    question: Question
    yes: bool | None
    text: str
    feasible: tuple[dict[str, str], ...] = ()
    infeasible: tuple[dict[str, str], ...] = ()
    because: tuple[str, ...] = ()

    def json_dict(self) -> dict[str, Any]:
        """Plain values only."""
        return {
            "question": self.question.kind,
            "yes": self.yes,
            "text": self.text,
            "feasible": list(self.feasible),
            "infeasible": list(self.infeasible),
            "because": list(self.because),
        }


@dataclass
class _Asked:
    """Who asks whom, about what is so."""

    view: View
    situation: Situation
    peer: str
    seen: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        self.seen = frozenset((*self.view.border_of(self.peer), *self.view.border_to(self.peer)))


def answer(question: Question, view: View, situation: Situation, peer: str) -> Answer:
    """
    Answer a question.

    Parameters
    ----------
    situation
        After the turn: colors, beliefs, pins and constraints that stand.
    peer
        Who asks.
    """
    asked = _Asked(view, situation, peer)
    named = {question.node} if question.node else set()
    named |= {pair.node for pair in question.supposed}
    if not named <= asked.seen:
        return Answer(question, None, "I only speak of nodes on our common border.")
    try:
        return _ANSWERS[question.kind](question, asked)
    except BudgetError:
        return Answer(question, None, "I can't tell exactly: my part is too large for that.")


def answers(
    questions: Iterable[Question], view: View, situation: Situation, peer: str
) -> tuple[Answer, ...]:
    """Answer several, in order, each once."""
    found = [answer(question, view, situation, peer) for question in dict.fromkeys(questions)]
    return tuple({one.text: one for one in found}.values())


# ------------------------------------------------------------------------------------ what would do


def _colors_of(question: Question, asked: _Asked) -> Answer:
    """Q1: each color of one node, the rest of the border as it is believed to be."""
    node = question.node
    assert node is not None
    view = asked.view
    if node not in view.owners:
        return _own_colors(question, node, asked)
    allowed = _allowed(asked, [node])[node]
    tested: list[dict[str, str]] = [{node: color} for color in allowed]
    verdicts = [good for good, _ in feasible_all(view, asked.situation, tested)] if tested else []
    good = [one[node] for one, verdict in zip(tested, verdicts, strict=True) if verdict]
    known = _as_far(asked, {node})
    if not good:
        because = _because(feasible(view, asked.situation, tested[0]), asked) if tested else ()
        text = f"No color of {node} that you allow works for me alone{known}.{_why(because)}"
    else:
        text = f"{node} could be {_either(good)}: that works for me{known}."
    return _tested(question, bool(good), text, tested, verdicts)


def _own_colors(question: Question, node: str, asked: _Asked) -> Answer:
    good = [color for color in asked.view.domain if _with_own(asked, {node: color}).feasible]
    if node in asked.view.fixed:
        return Answer(question, None, f"{node} is fixed {asked.view.fixed[node]}.")
    text = f"I could make {node} {_either(good)}." if good else f"No color of {node} works for me."
    return Answer(question, bool(good), text)


def _settings(question: Question, asked: _Asked) -> Answer:
    """Q2: settings of the whole border, the current one among them."""
    border = asked.view.border_of(asked.peer)
    if not border:
        return Answer(question, None, "We have no common border.")
    varied = _varied(asked, border)
    allowed = _allowed(asked, varied)
    held = {
        n: asked.situation.beliefs[n] for n in border if n not in varied and n in asked.situation.beliefs
    }
    rows = itertools.product(*(allowed[node] for node in varied))
    tested = [{**held, **dict(zip(varied, row, strict=True))} for row in rows]
    verdicts = [good for good, _ in feasible_all(asked.view, asked.situation, tested)] if tested else []
    good = [one for one, verdict in zip(tested, verdicts, strict=True) if verdict]
    text = _settings_text(asked, varied, allowed, good)
    return _tested(question, bool(good), text, tested, verdicts)


def _settings_text(
    asked: _Asked,
    varied: Sequence[str],
    allowed: Mapping[str, Sequence[str]],
    good: Sequence[dict[str, str]],
) -> str:
    beliefs = asked.situation.beliefs
    if not good:
        because = _because(feasible(asked.view, asked.situation, {}), asked)
        return f"No setting of {enumerated(varied)} that you allow works for me.{_why(because)}"
    if len(good) == 1:
        return f"Exactly one setting works for me: {listed(good[0])}."
    near = sorted(good, key=lambda one: sum(beliefs.get(node) != color for node, color in one.items()))
    current = [one for one in near if all(beliefs.get(node) == color for node, color in one.items())]
    shown = "; ".join(listed(one) + (" (as it is)" if one in current else "") for one in near[:SHOWN])
    more = f"; and {len(good) - SHOWN} more" if len(good) > SHOWN else ""
    return f"These settings work for me: {shown}{more}.{_pattern(varied, allowed, good)}"


def _pattern(
    varied: Sequence[str], allowed: Mapping[str, Sequence[str]], good: Sequence[dict[str, str]]
) -> str:
    """What all settings that work have in common."""
    if len(good) == len(list(itertools.product(*(allowed[node] for node in varied)))):
        return " That is every one you allow."
    common = {
        node: good[0][node]
        for node in varied
        if len({one[node] for one in good}) == 1 and len(allowed[node]) > 1
    }
    return f" In all of them, {listed(common)}." if common else ""


def _can(question: Question, asked: _Asked) -> Answer:
    """Q3: whether a supposed coloring can be met; without one, the border as it is believed to be."""
    view = asked.view
    supposed = {pair.node: pair.color for pair in question.supposed if pair.node in view.owners}
    own = {pair.node: pair.color for pair in question.supposed if pair.node not in view.owners}
    for node, color in own.items():
        if view.fixed.get(node, color) != color:
            return Answer(question, False, f"No, {node} is fixed {view.fixed[node]}.")
    found = _with_own(asked, own, supposed)
    given = {**supposed, **own}
    with_it = f"with {listed(given)}" if given else "with your colors as I know them"
    known = _as_far(asked, set(supposed))
    if found.feasible:
        text = f"Yes, {with_it} I can color my part without a conflict{known}.{_plan(found, asked, own)}"
        return _tested(question, True, text, [supposed] if supposed else [], [True])
    least = "one conflict" if found.conflicts == 1 else f"{found.conflicts} conflicts"
    because = _because(found, asked)
    text = f"No, {with_it} I would have at least {least}.{_why(because)}"
    without = _settings(Question("Q2"), asked) if supposed and not own else None
    # In conflict, every reply says what would help.
    clean = not view.conflicts(asked.situation.colors, asked.situation.beliefs)
    if without is not None and without.feasible and clean:
        text += f" {without.text}"
    tested = [supposed] if supposed else []
    found_answer = _tested(question, False, text, tested, [False])
    more = without.feasible if without is not None else ()
    return replace(found_answer, because=because, feasible=more)


def _plan(found: Feasibility, asked: _Asked, own: Mapping[str, str]) -> str:
    """What the border would look like then, where it would change."""
    now = asked.situation.colors
    changed = {
        node: color
        for node, color in found.assignment.items()
        if node in asked.seen and now.get(node) != color and node not in own
    }
    return f" I would then have {listed(changed)}." if changed else ""


# ---------------------------------------------------------------------------------- how things stand


def _color(question: Question, asked: _Asked) -> Answer:
    """Q4: the color of a node; yes or no first if a color was named."""
    node = question.node
    assert node is not None
    own = node not in asked.view.owners
    color = (asked.situation.colors if own else asked.situation.beliefs).get(node)
    if color is None:
        return Answer(question, None, f"I don't know the color of {node}.")
    said = f"{node} is {color}" if own else f"I have {node} as {color}"
    if question.color is None:
        return Answer(question, None, f"{said}.")
    yes = color == question.color
    return Answer(question, yes, f"{'Yes' if yes else 'No'}, {said}.")


def _status(question: Question, asked: _Asked) -> Answer:
    """Q5: own border and beliefs; how well they fit is said by every reply."""
    mine = {n: asked.situation.colors[n] for n in asked.view.border_to(asked.peer)}
    theirs = {
        n: asked.situation.beliefs[n]
        for n in asked.view.border_of(asked.peer)
        if n in asked.situation.beliefs
    }
    parts = [
        f"I have {listed(mine)}." if mine else "",
        f"I see your {listed(theirs)}." if theirs else "",
    ]
    return Answer(question, None, " ".join(part for part in parts if part))


def _why_so(question: Question, asked: _Asked) -> Answer:
    """Why: what binds a node, what other colors would meet, or the facts that rule it out."""
    view, situation = asked.view, asked.situation
    pairs = {pair.node: pair.color for pair in question.supposed}
    own = {node: color for node, color in pairs.items() if node not in view.owners}
    node = next(iter(own), question.node if question.node in view.own else None)
    if node is not None:
        color = own.get(node, situation.colors[node])
        if color == situation.colors[node]:
            return Answer(question, None, _why_this(node, color, asked))
        bound = _bound(node, color, asked)
        if bound:
            return Answer(question, False, bound)
        found = _with_own(asked, {node: color})
        if found.feasible:
            return Answer(question, True, f"{node} could be {color}; tell me, and I make it so.")
    else:
        found = feasible(view, situation, {n: c for n, c in pairs.items() if n in view.owners})
        if found.feasible:
            return Answer(question, True, "Nothing rules it out.")
    because = _because(found, asked)
    least = "one conflict" if found.conflicts == 1 else f"{found.conflicts} conflicts"
    text = f"It would leave me with at least {least}.{_why(because)}"
    return replace(Answer(question, False, text), because=because)


def _why_this(node: str, color: str, asked: _Asked) -> str:
    bound = _bound(node, None, asked)
    if bound:
        return bound
    view = asked.view
    known = {**asked.situation.beliefs, **asked.situation.colors}
    reasons = []
    for other in view.domain:
        if other == color:
            continue
        touching = [v if u == node else u for u, v in view.edges if node in (u, v)]
        clash = [name for name in touching if known.get(name) == other]
        named = [name for name in clash if name in asked.seen]
        if named:
            reasons.append(f"{other} would clash with {enumerated(named)}")
        elif clash:
            reasons.append(f"{other} would clash within my part")
        else:
            reasons.append(f"{other} would do as well")
    return f"{node} is {color}; {enumerated(reasons)}."


def _bound(node: str, color: str | None, asked: _Asked) -> str:
    """What binds a node to another color, or to any."""
    view, situation = asked.view, asked.situation
    for bound, how in (
        (view.fixed, "is fixed {}"),
        (situation.committed, "is bound by a deal to be {}"),
        (situation.forced, "is {} because you asked for it"),
    ):
        if node in bound and bound[node] != color:
            return f"{node} {how.format(bound[node])}."
    return ""


def _constraints(question: Question, asked: _Asked) -> Answer:
    said = [
        f"{one.node} {'must be' if one.kind == 'required' else 'cannot be'} {one.color}"
        for one in asked.situation.constraints
        if one.by == asked.peer and one.node in asked.seen
    ]
    text = f"You told me that {enumerated(said)}." if said else "You have ruled nothing out so far."
    return Answer(question, None, text)


_ANSWERS = {
    "Q1": _colors_of,
    "Q2": _settings,
    "Q3": _can,
    "Q4": _color,
    "Q5": _status,
    "why": _why_so,
    "constraints": _constraints,
}


# --------------------------------------------------------------------------------------------- parts


def _with_own(
    asked: _Asked, own: Mapping[str, str], supposed: Mapping[str, str] | None = None
) -> Feasibility:
    """Feasibility with own nodes pinned besides."""
    kept = tuple(pin for pin in asked.situation.pins if pin.node not in own)
    pins = (*kept, *(Pin(node, color, "forced", asked.peer) for node, color in own.items()))
    return feasible(asked.view, replace(asked.situation, pins=pins), supposed or {})


def _allowed(asked: _Asked, nodes: Sequence[str]) -> dict[str, list[str]]:
    """Colors that the person has not ruled out."""
    left = {node: list(asked.view.domain) for node in nodes}
    for one in asked.situation.constraints:
        if one.node in left:
            left[one.node] = [c for c in left[one.node] if (c == one.color) == (one.kind == "required")]
    for node, color in asked.view.known_fixed.items():
        if node in left:
            left[node] = [color]
    return left


def _varied(asked: _Asked, border: Sequence[str]) -> tuple[str, ...]:
    """As many nodes of the border as can be tested, those in conflict first."""
    clashing = {v for _, v, _ in asked.view.conflicts(asked.situation.colors, asked.situation.beliefs)}
    first = sorted(border, key=lambda node: (node not in clashing, node))
    most = len(first)
    while most > 1 and len(asked.view.domain) ** most > TESTED:
        most -= 1
    return tuple(sorted(first[:most]))


def _because(found: Feasibility, asked: _Asked) -> tuple[str, ...]:
    return found.told(asked.view, asked.peer)


def _why(because: Sequence[str]) -> str:
    return f" What stands in the way: {enumerated(because)}." if because else ""


def _as_far(asked: _Asked, named: set[str]) -> str:
    """What an answer leaves open."""
    missing = [
        node
        for node in asked.view.border_of(asked.peer)
        if node not in asked.situation.beliefs and node not in named
    ]
    return f" (I don't know {enumerated(missing)} yet)" if missing else ""


def _either(colors: Sequence[str]) -> str:
    return colors[0] if len(colors) == 1 else f"{', '.join(colors[:-1])} or {colors[-1]}"


def _tested(
    question: Question,
    yes: bool,
    text: str,
    tested: Sequence[dict[str, str]],
    verdicts: Sequence[bool],
) -> Answer:
    both = list(zip(tested, verdicts, strict=False))
    good = tuple(one for one, verdict in both if verdict)
    bad = tuple(one for one, verdict in both if not verdict)
    return Answer(question, yes, text, good, bad)
