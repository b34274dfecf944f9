"""
A second opinion on what a person means: that of the network, beside that of the rules.

The rules read what they know and ask about the rest; the network has seen many messages and knows none
of them for sure. Where both say the same, it holds. Where they differ, a table says by what each of them
reads how sure the network has to be to be believed, and from when on the person is asked which of the
two is meant. Some things the rules know better: what stands, how a question goes on, and that "could you
make b2 red?" may ask.

The levels were set on 2,797 messages from which nothing was learned (``tools/reader/levels.jsonl``),
whose writers had been told to be as different as they could. 58% of them are read right, 25% asked
about, and in 2.5% a fact is taken that was not stated; with the networks and levels before it was 54%
and 4%. The network alone reads 66% right, and takes a wrong fact from 11%. Of 1,200 other messages at
which nobody had looked, 74% were read right and 25 for another fact, with the networks and levels before
71% and 35. Where the rules ask, the network is right in 95% of what it reads with a probability of 0.9
or more, and in 78% of what it reads with 0.6 to 0.7; with 0.5 to 0.6 it is right in 77 messages of 120.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from ...situation import Situation
from ...view import View
from ..grammar import Interpretation, choice, whether
from ..reading import Alternative, Question, Reading, Understanding
from ..tokens import tokens_of
from ..unwanted import asks_for_unwanted
from ..wordlist import words
from .acts import ACTS, Act, interpreted, reduced
from .marks import marked
from .network import probabilities

#: A level that no probability reaches.
NEVER = 2.0
#: Probability from which the network is believed where the rules ask.
SURE = 0.6
#: The same where it reads what the rules read too, but for what they ask about or leave unread.
SURE_OF_SAME = 0.35
#: The same where the rules ask which of several meanings is meant or for a missing color, and against
#: an offer.
SURE_OF_WHICH = 0.75
#: The same where a message has the form of a question and the network reads facts and no question.
SURE_OF_QUESTION = 0.9


@dataclass(frozen=True)
class Level:
    """Probability from which a reading of the network holds, and from which the person is asked."""

    believed: float
    asked: float = NEVER


#: By what the rules read, or that they ask or leave a part unread, and by what the network reads.
LEVELS = {
    ("asks", "facts"): Level(SURE, 0.4),
    ("asks", "words"): Level(0.4),
    ("asks", "stance"): Level(0.5),
    ("asks", "nothing"): Level(SURE),
    ("nothing", "facts"): Level(SURE, 0.4),
    ("nothing", "words"): Level(0.4),
    ("nothing", "stance"): Level(SURE),
    ("words", "facts"): Level(0.7, 0.2),
    ("words", "words"): Level(0.7),
    ("words", "stance"): Level(0.5),
    ("words", "nothing"): Level(0.5),
    ("stance", "facts"): Level(0.7, 0.4),
    ("stance", "words"): Level(0.5),
    ("stance", "stance"): Level(0.9),
    ("stance", "nothing"): Level(0.9),
    ("facts", "facts"): Level(0.8, 0.2),
    ("facts", "words"): Level(0.5, 0.2),
    ("facts", "stance"): Level(0.75, 0.3),
    ("facts", "nothing"): Level(NEVER),
}

_STANCES = words("agree refuse satisfied unsatisfied")
_FACTS = words("demand report forbidden required negation")
_LIFTS = words("release retract")
#: Acts that state something about a node.
_TOLD = words("report forbid require want avoid change keep free withdraw")
#: Acts that give a node a color, and words right before a color that deny it.
_POSITIVE = words("report require prefer give want take fine")
_DENYING = words("off not never without avoid")
_ARTICLES = words("the a an any")
#: Words with which "unless" says what is offered: "I won't make h4 blue unless a4 is green".
_NOT = words("not never no cannot")
#: Words that give a color by another node.
_COMPARING = words("same different like as unlike equal")
#: What the rules read and the network has no act for.
_BEYOND = words("refused complaint restore indifferent foreign_language deals points")
_BOTH = re.compile(r"\b(?:both|either|each|two)(?: one)?(?: of)? (?:my|mine)\b", re.IGNORECASE)
_YOURS = words("your yours ur")
_ALL = words("both all each every everything either neither none too also same other others rest")

_HEDGES = re.compile(
    r"\b(?:think|thinking|maybe|perhaps|guess|might|not sure)\b|, sorry,", re.IGNORECASE
)
_CORRECTS = re.compile(r"\bi meant?\b", re.IGNORECASE)

_ASKS_YOU = re.compile(
    r"(?:(?:and|so|but|ok|well|then)[, ]+)*(?:do|did|are|have|will|would|can|could|does|is) "
    r"(?:you|u|we|they|anybody|everybody|everyone|it|this|that)\b.*\?\s*$",
    re.IGNORECASE,
)
#: A message that asks, also without a sign: "is it ok now with red".
_QUESTION_FORM = re.compile(
    r"^(?:(?:and|so|but|ok|well|then)[, ]+)*(?:is|are|does|did|was|were)\b|\?\s*$", re.IGNORECASE
)
#: Meanings of a mere yes, no, or word of (dis)satisfaction.
_IDLE = frozenset((one, None, None) for one in _STANCES)
#: What has less force than a fact about the same node and color.
_WEAK = words("hypothetical preference Q3")

#: A part of a meaning: its kind, a node, and colors.
_Part = tuple[object, ...]


def second_opinion(
    understood: Understanding, view: View, situation: Situation, *, said: str = ""
) -> Understanding:
    """
    Return what a message means by the rules and by the network together.

    Parameters
    ----------
    understood
        What the rules understand.
    said
        Words of the agent before the message.
    """
    against = contest(understood, view, situation, said=said)
    if against is None:
        return understood
    other, ours, theirs, sure = against
    if not (ours or theirs):
        # Neither reads a fact or a question: it may be small talk, or a call for help.
        return as_read(understood, other) if understood.unread and sure >= SURE else understood
    if ours == theirs:
        needed = SURE_OF_WHICH if _asks_which(understood) else SURE_OF_SAME
        return _without_doubts(understood) if _asks(understood) and sure >= needed else understood
    level = _level(understood, against)
    if sure >= level.believed:
        return as_read(understood, other)
    if sure < level.asked or understood.doubts or (understood.unread and ours):
        return understood
    return as_read(understood, choice([_of(understood), other]) if ours else whether([other]))


class Contest(NamedTuple):
    """What the network reads, the meanings by the rules and by the network, and how sure that is."""

    other: Interpretation
    ours: set[_Part]
    theirs: set[_Part]
    sure: float


def contest(
    understood: Understanding, view: View, situation: Situation, *, said: str = ""
) -> Contest | None:
    """Return what the network reads beside the rules; None where these stand however sure it is."""
    if _is_beyond(understood, view) or _asks_on_purpose(understood):
        return None
    kinds = {one.kind for one in understood.readings}
    if asks_for_unwanted(said) and kinds <= {"forbidden", "negation"}:
        # The network reads "green" as the color that is wanted; what the rules do not read is asked.
        return None
    acts, sure = learned(understood.text, view, said=said)
    other = interpreted(acts, view, situation)
    text = understood.text
    if other is None or _guesses_nodes(acts, text, view) or _guesses_colors(acts, text, view):
        return None
    ours = meaning_of(understood.readings, understood.questions, view)
    theirs = meaning_of(other.readings, other.questions, view)
    if ours != theirs and _stand_as_they_are(understood, acts, ours, theirs, view, situation):
        return None
    return Contest(other, ours, theirs, sure)


def _stand_as_they_are(
    understood: Understanding,
    acts: Collection[Act],
    ours: set[_Part],
    theirs: set[_Part],
    view: View,
    situation: Situation,
) -> bool:
    """Return whether the rules know better than the network, however sure that is."""
    text, asks = understood.text, _asks(understood)
    if theirs and _is_stance(theirs) and _ASKS_YOU.match(text) is not None:
        return True  # "Do you both agree?" agrees to nothing
    if not asks and (_are_same(ours, theirs) or _says_less(understood, ours, theirs)):
        return True
    if _is_weaker(ours, theirs) or _are_opposed(ours, theirs):
        # Of two readings of the same pairs the one with less force holds, and "I'd rather not have h2
        # green" does not like h2 green.
        return True
    lifted = _lifted(ours, theirs)
    freed = {one for one in theirs if one[0] in _LIFTS and one[1] in lifted}
    if lifted and (asks or theirs - freed == ours):
        # "h4 is fixed. No point in asking again" lifts nothing, and "forget that, h5 is blue" not h5.
        return True
    if asks or not ours:
        return False
    if {act.node for act in acts} & {*situation.forced, *(one.node for one in situation.constraints)}:
        # "I don't want b2 blue any more" ends a demand, of which the network does not know.
        return True
    stances = {(one.kind, None, None) for one in understood.readings}
    nodes = {act.node for act in acts if act.node is not None}
    spoken_of = {one[1] for one in ours if one[1] is not None}
    # "No, it's green" is of the node of which the rules know that it was spoken of, and not of another.
    elsewhere = bool(nodes and spoken_of) and nodes.isdisjoint(
        spoken_of | {token.text for token in tokens_of(text, view)}
    )
    return elsewhere or _leaves_out(ours, theirs) or bool(theirs and theirs <= stances)


def _level(understood: Understanding, against: Contest) -> Level:
    """Return from which probability on the network is believed, and from which the person is asked."""
    ours, theirs = against.ours, against.theirs
    sorts = sorts_of(understood, against)
    level = LEVELS[sorts]
    least, asked = 0.0, level.asked
    colorless = any(one.node is not None and one.color is None for one in understood.doubts)
    offers = bool(understood.conditions or understood.assignments)
    if _asks_which(understood) or colorless or offers:
        least = SURE_OF_WHICH
    states = sorts[1] == "facts" and not against.other.questions
    if states and _QUESTION_FORM.search(understood.text) is not None:
        least, asked = SURE_OF_QUESTION, NEVER
    if offers or (ours and ours < theirs):
        # Terms would be lost with a choice, and of what is read by both nobody needs to be asked.
        asked = NEVER
    if sorts[0] != "asks" and _lifted(ours, theirs):
        least = NEVER
    return Level(max(level.believed, least), asked)


def sorts_of(understood: Understanding, against: Contest) -> tuple[str, str]:
    """Return the sorts of what the rules and the network read, by which ``LEVELS`` is ordered."""
    # What the network drops of the facts that were read is not to be lost beside a part that was not.
    dropped = {one for one in against.ours - against.theirs if one[0] in _FACTS | _LIFTS}
    asks = _asks(understood) and not dropped
    return "asks" if asks else _sort_of(against.ours), _sort_of(against.theirs)


def _asks(understood: Understanding) -> bool:
    return understood.unread or bool(understood.doubts)


def _lifted(ours: set[_Part], theirs: set[_Part]) -> set[object]:
    """Return the nodes whose limits end by the network, and of which the rules read facts."""
    return _nodes_of(theirs, _LIFTS) & _nodes_of(ours, _FACTS)


def learned(text: str, view: View, *, said: str = "") -> tuple[list[Act], float]:
    """
    Return the acts of a message by the network, and the probability that they are all of them.

    There are none for a message that is too long for it, of which it would read a part.
    """
    message = marked(text, said, view)
    if not message.whole:
        return [], 0.0
    likely = probabilities(message)
    acts = [Act(ACTS[act], *message.pairs[pair]) for pair, act in np.argwhere(likely > 0.5)]
    return reduced(acts), float(np.exp(np.log(np.maximum(likely, 1 - likely)).sum()))


def _is_beyond(understood: Understanding, view: View) -> bool:
    """Return whether the network has no act for what the rules read, or only unseen nodes are named."""
    kinds: set[str] = {one.kind for one in understood.readings}
    kinds |= {one.kind for one in understood.questions}
    named = {token.kind for token in tokens_of(understood.text, view)}
    goes_on = any(one.kind == "Q3" and not one.supposed for one in understood.questions)
    return goes_on or bool(kinds & _BEYOND) or ("other" in named and not named & {"own", "foreign"})


def _asks_on_purpose(understood: Understanding) -> bool:
    """Return whether the rules ask about what they know well, or about a guess of the person."""
    hedged = bool(understood.doubts) and _HEDGES.search(understood.text) is not None
    return hedged or any(one.deliberate for one in understood.doubts)


def _asks_which(understood: Understanding) -> bool:
    """Return whether the rules ask which of several meanings is meant."""
    corrects = bool(understood.doubts) and _CORRECTS.search(understood.text) is not None
    # The last choice after mere guesses is "something else".
    several = bool(understood.choices) and understood.choices[-1] != Alternative()
    named = {(one.node, one.color) for one in understood.doubts if one.color is not None}
    return corrects or several or len({node for node, _ in named}) < len(named)


def _guesses_nodes(acts: Collection[Act], text: str, view: View) -> bool:
    """
    Return whether acts are about nodes that a text cannot mean.

    An answer without a node is taken for several: "green" after two questions. Or it names a node, and
    is taken for another: "why don't you make a5 blue? It was blue before" tells no color of h4.
    """
    tokens = tokens_of(text, view)
    named = {token.text for token in tokens}
    nodes = {one.node for one in acts if one.node is not None}
    guessed = nodes - named
    of_two = _BOTH.search(text) is not None or (len(named & {*view.owners}) > 1 and "either" in named)
    if guessed & {*view.own} and of_two and _YOURS.isdisjoint(named):
        return True  # "both of mine have to be blue" asks nothing of the agent's node
    kept = all(one.kind == "keep" for one in acts)
    if guessed & {*view.own} and guessed & {*view.owners} and not kept:
        return True  # "no reds at all next to me" names no node of either side
    if not guessed or not _ALL.isdisjoint(named):
        return False
    if len(nodes) > 1 and guessed == nodes:
        return True
    names = any(token.is_node or token.kind == "other" for token in tokens)
    return names and any(one.node in guessed and one.kind in _TOLD for one in acts)


def _guesses_colors(acts: Collection[Act], text: str, view: View) -> bool:
    """
    Return whether acts give colors that a text denies or does not name.

    "If you keep b2 off red" gives b2 another color, and "h1 must not be the same as h5" names none.
    """
    tokens = [token for token in tokens_of(text, view) if token.text not in _ARTICLES]
    denied = {
        token.text
        for before, token in itertools.pairwise(tokens)
        if token.is_color and before.text in _DENYING
    }
    for i, token in enumerate(tokens):
        if token.text == "between":  # "it zigzags between red and blue" gives neither
            denied |= {one.text for one in tokens[i + 1 : i + 4] if one.is_color}
    colored = {one.text: two.text for one, two in itertools.pairwise(tokens) if two.is_color}
    if any(one.kind == "keep" and one.color is None and one.node in colored for one in acts):
        return True  # "I'm keeping h1 red" gives it this color, whatever it has
    said = {token.text for token in tokens}
    if "unless" in said and said.isdisjoint(_NOT):
        denied.update(one.color for one in acts if one.kind in ("give", "take") and one.color)
    named = {token.text for token in tokens if token.is_color}
    if any(one.kind in _POSITIVE and one.color in denied for one in acts):
        return True
    compares = any(token.text in _COMPARING for token in tokens)
    return compares and any(one.color is not None and one.color not in named for one in acts)


def _sort_of(meaning: Collection[_Part]) -> str:
    """Return what a meaning does: it states facts, or is a yes or no, or other words, or nothing."""
    if any(one[0] in _FACTS | _LIFTS for one in meaning):
        return "facts"
    return ("stance" if _is_stance(meaning) else "words") if meaning else "nothing"


def _leaves_out(ours: set[_Part], theirs: set[_Part]) -> bool:
    """
    Return whether the network passes over what the rules read.

    Of "h2 can only be red or blue, h5 can be anything" it leaves out all that is said of h2; and what it
    leaves out of wishes and questions is no reason against them.
    """
    about = {one[1] for one in theirs}
    return (
        bool(theirs)
        and all(
            one[0] in _WEAK | {"Q1", "Q2"} or (one[0] in _FACTS | _LIFTS and one[1] not in about)
            for one in ours - theirs
        )
        and theirs < ours
    )


def _is_stance(meaning: Iterable[_Part]) -> bool:
    """Return whether there is nothing but a yes, a no, or whether somebody is satisfied."""
    return all(one[0] in _STANCES for one in meaning)


def _nodes_of(meaning: Iterable[_Part], kinds: Collection[str]) -> set[object]:
    return {one[1] for one in meaning if one[0] in kinds}


def _are_same(ours: set[_Part], theirs: set[_Part]) -> bool:
    """
    Return whether two meanings are the same, but for stances and the question how things stand.

    "Could you make b2 red?" may ask or demand. Of colors the rules know more: "leave b2 on blue".
    """
    if ours and {one[:2] for one in ours} == {one[:2] for one in theirs} and len(ours) == len(theirs):
        return True
    stances = _is_stance(ours) and _is_stance(theirs)
    if ours and not stances and ours ^ theirs <= _IDLE | {("Q5", None)}:
        return True
    demanded = {("Q3", None, one[1:]) for one in ours if one[0] == "demand"}
    return {one for one in ours if one[0] != "demand"} == theirs - demanded


def _says_less(understood: Understanding, ours: set[_Part], theirs: set[_Part]) -> bool:
    """
    Return whether the network reads less closely what the rules read.

    "I have to make h1 red" leaves no other color than the one that it reports; "which do you prefer on
    h2, red or blue?" asks about two colors, and "what do you see at h1?" for that of one node.
    """
    required = {("report", one.node, one.color) for one in understood.of("required")}
    if required & theirs:
        return theirs - required <= ours
    if theirs == {("sees", None)}:
        return bool(ours) and all(one[0] == "Q4" for one in ours)
    open_ones = {one[1] for one in theirs if one[0] == "Q1"}
    compared = {pair[0] for one in ours for pair in one[2:] if isinstance(pair, tuple)}
    several = len(ours) > 1 and all(one[0] == "Q3" and len(one) == 3 for one in ours)
    return several and len(theirs) == 1 and compared == open_ones


def _is_weaker(ours: set[_Part], theirs: set[_Part]) -> bool:
    """Return whether the rules read only wishes or questions where the network reads these facts."""
    only_ours, only_theirs = ours - theirs, theirs - ours
    pairs = [
        {pair for one in part for pair in (one[2:] if one[0] == "Q3" else [one[1:]])}
        for part in (only_ours, only_theirs)
    ]
    weak = bool(only_ours) and all(one[0] in _WEAK for one in only_ours)
    wished = {one[1]: one[2] for one in only_ours if one[0] == "preference"}
    # "I really need blue for h1" leaves no other color, by the network.
    excludes = bool(only_theirs) and all(
        one[0] == "forbidden" and wished.get(one[1], one[2]) != one[2] for one in only_theirs
    )
    facts = any(one[0] in _FACTS for one in only_theirs)
    return weak and ((pairs[0] == pairs[1] and facts) or excludes)


def _are_opposed(ours: set[_Part], theirs: set[_Part]) -> bool:
    """Return whether the rules rule out a color of a node that the network likes or reports."""
    denied = {one[1:] for one in ours if one[0] in ("forbidden", "negation")}
    return any(one[0] in ("preference", "report", "demand") and one[1:] in denied for one in theirs)


def meaning_of(readings: Iterable[Reading], questions: Iterable[Question], view: View) -> set[_Part]:
    """Return what is stated and asked, in a form in which the same meanings are equal."""
    readings = tuple(readings)
    found: set[_Part] = set()
    for one in readings:
        if one.kind == "negation" and one.node in view.owners:
            found.add(("forbidden", one.node, one.color))  # "h2 is not red" may be said of now only
        elif one.kind == "required":
            found |= {("forbidden", one.node, color) for color in view.domain if color != one.color}
        elif one.kind in ("release", "retract"):
            found.add((one.kind, one.node))
        elif one.node is not None or one.kind in _STANCES:
            found.add((one.kind, one.node, one.color))
    for question in questions:
        about = question.node if question.kind in ("Q1", "Q4") else None
        supposed = question.supposed if question.kind == "Q3" else ()
        found.add((question.kind, about, *sorted((pair.node, pair.color) for pair in supposed)))
    # "Yes, make b2 red" says no more than "make b2 red".
    return {one for one in found if one[0] not in _STANCES} or found


def _without_doubts(understood: Understanding) -> Understanding:
    """Return what the rules read, without what they ask about it."""
    readings = tuple(one for one in understood.readings if one.kind != "doubt")
    if not readings and not understood.questions:
        return understood
    return replace(understood, readings=readings, unread=False, choices=())


def as_read(understood: Understanding, read: Interpretation) -> Understanding:
    """Return a message with another interpretation."""
    return replace(
        understood,
        readings=tuple(read.readings),
        questions=tuple(dict.fromkeys(read.questions)),
        conditions=tuple(read.conditions),
        assignments=tuple(read.assignments),
        unread=False,
        choices=tuple(read.choices),
    )


def _of(understood: Understanding) -> Interpretation:
    return Interpretation(
        list(understood.readings),
        list(understood.questions),
        list(understood.conditions),
        list(understood.assignments),
    )
