"""
The choice of the answer to a question: Q1-Q5, reasons, stated constraints.

An answer is computed from the situation after the turn, so that it is still true when it is read. It
names nothing that the person does not see.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from solver import BudgetError

from ...situation import NodeColor, Situation
from ...view import View
from ...wording.phrases import enumerated, sentences_in
from ..reading import Question
from .answer import Answer, Asked
from .meant import agreed, meant
from .offered import made_because, offers_told, taken_because, why_rejected, with_open
from .scores import best_first
from .settings import can, colors_of, settings
from .status import border_edges, color_of, constraints, deals, points, promised, status, why

#: Subjects of the question for the score.
_SCORES = ("score", "higher score")
#: What may stand before colors in an answer.
_BEFORE_COLORS = re.compile(r"^(?:(?:Yes|No), )?(?:[Aa]s far as I know |My |Your )?")


def answer(
    question: Question, view: View, situation: Situation, peer: str, *, makes_offers: bool = True
) -> Answer:
    """
    Answer a question.

    Parameters
    ----------
    situation
        The situation after the turn: colors, beliefs, pins, constraints and offers that stand.
    peer
        The participant who asks.
    makes_offers
        Whether the agent makes offers of its own accord.
    """
    asked = Asked(view, situation, peer, makes_offers)
    named = {question.node} if question.node else set()
    named |= {pair.node for pair in question.supposed}
    if not named <= asked.seen:
        return Answer(question, None, "I can only talk about nodes on our common border.")
    try:
        return _answer(question, asked)
    except BudgetError:
        text = "I cannot tell exactly, because my part of the graph is too large."
        return Answer(question, None, text)


def answers(
    questions: Iterable[Question],
    view: View,
    situation: Situation,
    peer: str,
    *,
    makes_offers: bool = True,
) -> tuple[Answer, ...]:
    """Answer several questions in order, each once."""
    given: list[Answer] = []
    asked = tuple(dict.fromkeys(_in_context(tuple(questions), view)))
    asked = _together(asked, view.border_of(peer))
    named = [one for one in asked if one.kind != "why" or one.node or one.supposed or one.subject]
    for group in _alternatives(named or asked, view):
        if len(group) == 1:
            given.append(answer(group[0], view, situation, peer, makes_offers=makes_offers))
        else:
            given += _compared(group, view, situation, peer)
    given = _without_hopeless(given, view.border_to(peer))
    wider = [{*one.question.supposed} for one in given if one.yes and one.question.kind == "Q3"]
    # Who can do more under a supposition can do with the supposition alone.
    less = [one for one in given if one.question.kind in ("Q2", "Q3")]
    less = [one for one in less if any({*one.question.supposed} < more for more in wider)]
    less += [one for one in given if one.question.kind == "Q5" and {*one.question.supposed} in wider]
    scored = any(one.question.kind == "Q3" and one.question.subject == "score" for one in given)
    # A score under a supposition names the present one, too.
    less += [
        one for one in given if scored and (one.question.kind, one.question.subject) == ("Q5", "score")
    ]
    told = [one for one in given if one not in less]
    plans = " ".join(one.text for one in told if one.question.kind == "Q3")
    told = [_told_once(one, told) for one in told if not _is_planned(one, plans)]
    return tuple({one.text: one for one in told}.values())


def _told_once(given: Answer, told: Sequence[Answer]) -> Answer:
    """Return a status without the color that an answer beside it gives."""
    if given.question.kind != "Q5":
        return given
    beside = [one for one in told if one.question.kind in ("Q4", "constraints")]
    colors = {_BEFORE_COLORS.sub("", said) for one in beside for said in sentences_in(one.text)}
    kept = [one for one in sentences_in(given.text) if _BEFORE_COLORS.sub("", one) not in colors]
    return replace(given, text=" ".join(kept))


def _without_hopeless(given: Sequence[Answer], mine: Sequence[str]) -> list[Answer]:
    """
    Leave out that no color of any own node works, beside the settings of the person that do.

    The colors of the person are the cause, and are what the answer that names them is about.
    """
    none = [one for one in given if one.question.kind == "Q1" and one.text.startswith("No color ")]
    helps = any(one.question.kind == "Q2" and one.yes for one in given)
    all_of_them = len(mine) > 1 and {*mine} <= {one.question.node for one in none}
    return [one for one in given if not (helps and all_of_them and one in none)]


def _together(questions: tuple[Question, ...], border: Sequence[str]) -> tuple[Question, ...]:
    """Ask for settings instead of for the colors of all nodes of the border one after the other."""
    open_ones = [
        one for one in questions if one.kind == "Q1" and one.node in border and not one.supposed
    ]
    if len(border) < 2 or {one.node for one in open_ones} != {*border}:
        return questions
    settings_of_all = Question("Q2", subject=open_ones[0].subject)
    return tuple(dict.fromkeys(settings_of_all if one in open_ones else one for one in questions))


def _is_planned(given: Answer, plans: str) -> bool:
    """Return whether an answer names the only color of a node, which another has named."""
    question, (_, _, colors) = given.question, given.text.rpartition(" could be ")
    return question.kind == "Q1" and f"{question.node} would be {colors.rstrip('.')}" in plans


def _in_context(questions: Sequence[Question], view: View) -> Iterator[Question]:
    """Put questions under the supposition that they follow or depend on."""
    supposing = [
        one
        for one in questions
        if one.kind == "Q3"
        and one.supposed
        and (one.subject == "given" or any(pair.node in view.owners for pair in one.supposed))
    ]
    nodes = {frozenset(pair.node for pair in one.supposed) for one in supposing}
    if len(supposing) > 1 and len(nodes) == 1 and any(_asks_beside(o, ()) for o in questions):
        # "If h1 isn't red, what can h4 be?" is asked once for each color that is left.
        for one in supposing:
            yield from _in_context([o for o in questions if o is one or o not in supposing], view)
        return
    if len(supposing) != 1:
        yield from questions
        return
    at = questions.index(supposing[0])
    given = supposing[0].supposed
    scored = any(one.subject in _SCORES for one in questions[at + 1 :])
    beside = supposing[0].subject == "given"
    open_ones = [one for one in questions if beside and _asks_beside(one, given)]
    for i, one in enumerate(questions):
        of_own = [pair.node in view.own for pair in one.supposed] or [one.node in view.own]
        follows = i > at and all(of_own)
        if one in open_ones or (follows and one.kind in ("Q1", "Q4") and one.color is None):
            yield Question("Q1", one.node, given, subject=one.subject)
        elif i == at and open_ones and not scored:
            continue  # "What could h1 be if h4 were red?" asks only what goes with it.
        elif i == at and scored:
            yield replace(one, subject="score")
        elif i > at and one.kind == "Q5" and one.subject in _SCORES:
            continue
        elif follows and one.kind == "Q3" and one.supposed:
            yield replace(one, supposed=(*given, *one.supposed))
        else:
            yield one


def _asks_beside(question: Question, given: Sequence[NodeColor]) -> bool:
    """Return whether a question is which colors another node could have."""
    return (
        question.kind == "Q1"
        and not question.supposed
        and question.node not in {pair.node for pair in given}
    )


def _alternatives(questions: Iterable[Question], view: View) -> list[list[Question]]:
    """Put questions whether a foreign node could have one color or another into one group."""
    groups: list[list[Question]] = []
    places: dict[str, list[Question]] = {}
    for question in questions:
        node = question.supposed[0].node if question.kind == "Q3" and len(question.supposed) == 1 else ""
        if node in view.owners and node in places:
            places[node].append(question)
            continue
        groups.append([question])
        if node:
            places[node] = groups[-1]
    return groups


def _compared(
    questions: Sequence[Question], view: View, situation: Situation, peer: str
) -> list[Answer]:
    """Answer for several colors of a node: those that work in one sentence, the others one by one."""
    given = [answer(question, view, situation, peer) for question in questions]
    good = [one for one in given if one.yes]
    if len(good) < 2 or any(question.subject == "score" for question in questions):
        return given
    node = questions[0].supposed[0].node
    colors = [one.question.supposed[0].color for one in good]
    works = "both work" if len(good) == 2 else "all work"
    text = f"{node} could be {enumerated(colors, 'or')}; {works} for me."
    if all(question.subject == "either" for question in questions):
        # Of colors that all work, who has the choice wants to know which is better.
        text = " ".join([text, *_ranked(node, colors, Asked(view, situation, peer))])
    together = replace(
        good[0],
        text=text,
        feasible=tuple(s for one in good for s in one.feasible),
        beside=tuple(one.question for one in good[1:]),
    )
    return [together, *(one for one in given if not one.yes)]


def _ranked(node: str, colors: Sequence[str], asked: Asked) -> list[str]:
    """Say what the agent can score with colors that all work, the highest score first."""
    if not {*asked.view.border_of(asked.peer)} <= {node, *asked.situation.beliefs}:
        return []
    try:
        return best_first(asked, [{node: color} for color in colors])
    except BudgetError:
        return []


def _answer(question: Question, asked: Asked) -> Answer:
    match question:
        case Question(kind="Q1", node=str(node)):
            return colors_of(question, node, asked)
        case Question(kind="Q2", subject="offer"):
            return with_open(settings(question, asked), asked)
        case Question(kind="Q2"):
            return settings(question, asked)
        case Question(kind="Q3"):
            return can(question, asked)
        case Question(kind="Q4", node=str(node)):
            return color_of(question, node, asked)
        case Question(kind="why", subject="offer"):
            return why_rejected(question, asked)
        case Question(kind="why"):
            return why(question, asked)
        case Question(kind="constraints"):
            return constraints(question, asked)
        case Question(kind="Q5", subject="meant"):
            return meant(question, asked)
        case Question(kind="Q5", subject="agreed"):
            return agreed(question, asked)
        case Question(kind="offers"):
            return offers_told(question, asked)
        case Question(kind="deals", subject="offer"):
            return made_because(question, asked)
        case Question(kind="deals", subject="taken"):
            return taken_because(question, asked)
        case Question(kind="deals", subject="promise", node=str(node)):
            return promised(question, node, asked)
        case Question(kind="deals"):
            return deals(question, asked)
        case Question(kind="points"):
            return points(question, asked)
        case Question(kind="sees"):
            return border_edges(question, asked)
        case _:
            return status(question, asked)
