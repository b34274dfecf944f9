"""
A second opinion on what a person means: that of the network, beside that of the rules.

The rules read what they know and ask about the rest; the network has seen many messages and knows none
of them for sure. Where both say the same, it holds. Where they differ, a table says by what each of them
reads how sure the network has to be to be believed, and from when on the person is asked which of the
two is meant. Some things the rules know better: what stands, and that "could you make b2 red?" may ask.
Others they mostly know better, as that a wish is no fact: there the network has to be surer.

The levels were set on 4,291 messages from which nothing was learned (``tools/reader/levels.jsonl``),
whose writers had been told to be as different as they could. 56% of them are read right, 29% asked
about, and in 2.1% a fact is taken that was not stated; 58, 26 and 2.7% where the network was believed
from 0.7 on where the rules ask, and where nobody was asked about two facts of which the rules mostly
know the right one. The rules alone read 38% right, and the network alone 68%, which takes a wrong fact
from 10%. Where the rules ask, the network is right in 97% of what it reads with a probability of 0.9 or
more, 91, 83 and 72% with 0.8, 0.7 and 0.6 or more up to the next of them. Of 1,200 other messages,
written for a figure, 982 were read right and 12 for another fact; 991 and 17 before. Of the 600 of them
at which nobody had looked it was 6 both times. A network that leaves out a node that a message names
is mostly right: it names a reason ("h2 will suffer"), and to ask about it cost 13 answers for 2.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from ...situation import Situation
from ...view import View
from ..doubts import forgets_report
from ..grammar import Interpretation, choice, whether
from ..reading import Alternative, Understanding
from ..spelling.slips import spelled_out
from ..tokens import tokens_of
from ..unwanted import asks_for_unwanted
from ..wordlist import words
from .acts import ACTS, Act, interpreted, reduced
from .differences import (
    FACTS,
    LIFTS,
    STATUS,
    Meaning,
    are_opposed,
    are_same,
    demands_what_is_asked,
    frees_beside_colors,
    is_weaker,
    keeps_what_is_free,
    leaves_out,
    lifted_nodes,
    likes_what_is_denied,
    meaning_of,
    says_less,
    sort_of,
)
from .forms import CORRECTS, asks_by_order, is_doubtful, is_no_order, without_wondered, words_deny
from .marks import marked
from .network import probabilities

#: A level that no probability reaches.
NEVER = 2.0
#: Probability from which the network is believed where the rules ask and it reads facts.
SURE = 0.8
#: The same where it reads what binds nobody.
SURE_OF_TALK = 0.5
#: The same where it reads what the rules read too, but for what they ask about or leave unread.
SURE_OF_SAME = 0.35
#: The same where the rules ask which of several meanings is meant or for a missing color, and against
#: an offer.
SURE_OF_WHICH = 0.75
#: The same where a message has the form of a question and the network reads facts and no question.
SURE_OF_QUESTION = 0.9
#: The same where the network reads of nodes that neither the rules nor the message speak of.
SURE_ELSEWHERE = 0.95
#: The same against what the rules mostly know better, as that a wish is no fact.
SURE_AGAINST = 0.8


@dataclass(frozen=True)
class Level:
    """Probability from which a reading of the network holds, and from which the person is asked."""

    believed: float
    asked: float = NEVER


#: By what the rules read, or that they ask or leave a part unread, and by what the network reads.
LEVELS = {
    ("asks", "facts"): Level(SURE, 0.4),
    ("asks", "words"): Level(0.5),
    ("asks", "stance"): Level(0.4),
    ("asks", "nothing"): Level(SURE_OF_TALK),
    ("nothing", "facts"): Level(SURE, 0.4),
    ("nothing", "words"): Level(0.4),
    ("nothing", "stance"): Level(SURE_OF_TALK),
    ("words", "facts"): Level(0.8, 0.2),
    ("words", "words"): Level(0.7),
    ("words", "stance"): Level(0.5),
    ("words", "nothing"): Level(0.5),
    ("stance", "facts"): Level(0.7, 0.4),
    ("stance", "words"): Level(0.5),
    ("stance", "stance"): Level(0.8),
    ("stance", "nothing"): Level(0.9),
    ("facts", "facts"): Level(0.8, 0.05),
    ("facts", "words"): Level(0.5, 0.2),
    ("facts", "stance"): Level(0.75, 0.3),
    ("facts", "nothing"): Level(NEVER),
}

#: Acts that state something about a node.
_TOLD = words("report forbid require want avoid change keep free withdraw")
_SATISFIED = {("satisfied", None, None)}
_AGREES = {("agree", None, None)}
#: Acts that give a node a color, and words right before a color that deny it.
_POSITIVE = words("report require prefer give want take fine")
_DENYING = words("off not never without avoid")
_ARTICLES = words("the a an any")
#: Words with which "unless" says what is offered: "I won't make h4 blue unless a4 is green".
_NOT = words("not never no cannot")
#: Words that give a color by another node.
_COMPARING = words("same different like as unlike equal")
#: What the rules read and the network has no act for.
_BEYOND = words(
    """
    refused complaint restore indifferent foreign_language deals points offers meant now told asked
    fixed agreed
    """
)
_BOTH = re.compile(r"\b(?:both|either|each|two)(?: one)?(?: of)? (?:my|mine)\b", re.IGNORECASE)
_YOURS = words("your yours ur")
_ALL = words("both all each every everything either neither none too also same other others rest")

_HEDGES = re.compile(
    r"\b(?:think|thinking|maybe|perhaps|guess|might|not sure)\b|, sorry,", re.IGNORECASE
)
#: A message that asks, also without a sign: "is it ok now with red".
_QUESTION_FORM = re.compile(
    r"^(?:(?:and|so|but|ok|well|then)[, ]+)*(?:is|are|does|did|was|were)\b|\?\s*$", re.IGNORECASE
)


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
    if not understood.text:
        # Of no words the network sees only what the agent said, and takes them for its answer.
        return understood
    against = contest(understood, view, situation, said=said)
    if against is None:
        return understood
    other, ours, theirs, sure, _ = against
    if not (ours or theirs):
        # Neither reads a fact or a question: it may be small talk, or a call for help.
        is_talk = understood.unread and sure >= SURE_OF_TALK
        return as_read(understood, other) if is_talk else understood
    if ours == theirs:
        needed = SURE_OF_WHICH if _asks_which(understood) else SURE_OF_SAME
        return _without_doubts(understood) if _asks(understood) and sure >= needed else understood
    level = _level(understood, against, view)
    if sure >= level.believed:
        return as_read(understood, other)
    differing = {one[0] for one in ours ^ theirs}
    if differing <= {"preference", "hypothetical"} and {o[1:] for o in ours} == {o[1:] for o in theirs}:
        return understood  # a person sees no difference between a wish and a supposition
    if sure < level.asked or understood.doubts or (understood.unread and ours):
        return understood
    return as_read(understood, choice([_of(understood), other]) if ours else whether([other]))


class Contest(NamedTuple):
    """
    What the network reads beside the rules.

    Attributes
    ----------
    other
        What the network reads.
    ours, theirs
        Meanings by the rules and by the network.
    sure
        How sure the network is.
    least
        How sure it has to be at least, whatever the levels say.
    """

    other: Interpretation
    ours: Meaning
    theirs: Meaning
    sure: float
    least: float


def contest(
    understood: Understanding, view: View, situation: Situation, *, said: str = ""
) -> Contest | None:
    """Return what the network reads beside the rules; None where these stand however sure it is."""
    if _is_beyond(understood) or _asks_on_purpose(understood):
        return None
    kinds = {one.kind for one in understood.readings}
    if asks_for_unwanted(said) and kinds <= {"forbidden", "negation"}:
        # The network reads "green" as the color that is wanted; what the rules do not read is asked.
        return None
    text = understood.text
    acts, sure = learned(text, view, said=said)
    acts = without_wondered(acts, text, view)
    other = interpreted(acts, view, situation)
    if other is None or _guesses_nodes(acts, text, view) or _guesses_colors(acts, text, view):
        return None
    ours = meaning_of(understood.readings, understood.questions, view)
    theirs = meaning_of(other.readings, other.questions, view)
    if ours == _AGREES and theirs == _asked(said, view):
        return None  # "yes, do it" to "shall I make b2 red?" says it once
    least = _least(understood, acts, ours, theirs, view, situation)
    return Contest(other, ours, theirs, sure, least) if least < NEVER else None


def _least(
    understood: Understanding,
    acts: Collection[Act],
    ours: Meaning,
    theirs: Meaning,
    view: View,
    situation: Situation,
) -> float:
    """Return how sure the network has to be against what the rules know better, or mostly do."""
    text, asks = understood.text, _asks(understood)
    if ours == theirs:
        return 0.0
    if {one[0] for one in theirs} & {"forbidden", "negation"} and asks_by_order(understood, view):
        return NEVER  # "should h1 never be blue" rules nothing out
    weak = is_weaker(ours, theirs)
    if words_deny(text, ours, theirs) or likes_what_is_denied(ours, theirs):
        return NEVER  # "I'd rather not have h2 green" does not like h2 green
    if (weak and is_no_order(text, ours - theirs, view)) or _lifts_too_much(ours, theirs, asks=asks):
        return NEVER
    lifted = lifted_nodes(ours, theirs)
    if lifted and all(("negation", node, situation.colors.get(str(node))) in ours for node in lifted):
        return NEVER  # "whichever color you pick, a5 cannot remain what it is" wants a5 to change
    if lifted and forgets_report(tokens_of(text, view)):
        return NEVER  # "forget the h5 blue" frees nothing: what the rules read in it is that report
    if keeps_what_is_free(ours, theirs) or frees_beside_colors(ours, theirs):
        return NEVER
    goes_on = _goes_on(understood, view)
    if (goes_on and theirs == {STATUS}) or (not asks and are_same(ours, theirs)):
        return NEVER
    mostly = weak or goes_on or ours == {STATUS} or are_opposed(ours, theirs)
    if asks or not ours:
        return SURE_AGAINST if mostly else SURE_OF_WHICH if _denies_doubts(understood, theirs) else 0.0
    stances = {(one.kind, None, None) for one in understood.readings}
    if ours == {STATUS} and {("unsatisfied", None, None)} <= stances and theirs == _SATISFIED:
        return NEVER  # "I do have one", of a conflict, is no word of satisfaction
    shorter, about = leaves_out(ours, theirs), {one[1] for one in theirs}
    if (theirs and theirs <= stances) or (shorter and any(one[1] not in about for one in ours - theirs)):
        return NEVER
    if {act.node for act in acts} & {*situation.forced, *(one.node for one in situation.constraints)}:
        return NEVER  # "I don't want b2 blue any more" ends a demand, of which the network does not know
    if mostly or shorter or says_less(understood, ours, theirs) or demands_what_is_asked(ours, theirs):
        return SURE_AGAINST
    drops = theirs < ours and any(one[0] in FACTS | LIFTS for one in ours - theirs)
    if _is_elsewhere(text, acts, ours, view):
        return SURE_ELSEWHERE
    return SURE_OF_QUESTION if drops else 0.0  # "Change b2 to blue. What color is b2?" asks and demands


def _asked(said: str, view: View) -> Meaning:
    """Return the demand that a yes to the last sentence of the agent means, if it names one color."""
    named = tokens_of(re.split(r"(?<=[.!?])\s+", said.strip())[-1], view)
    nodes, colors = ({one.text for one in named if one.kind == kind} for kind in ("own", "color"))
    return {("demand", *nodes, *colors)} if len(nodes) == len(colors) == 1 else set()


def _lifts_too_much(ours: Meaning, theirs: Meaning, *, asks: bool) -> bool:
    """
    Return whether the network lifts a limit of a node of which the rules read a fact.

    "h4 is fixed. No point in asking again" lifts nothing, and "forget that, h5 is blue" not h5.
    """
    lifted = lifted_nodes(ours, theirs)
    freed = {one for one in theirs if one[0] in LIFTS and one[1] in lifted}
    return bool(lifted) and (asks or theirs - freed == ours)


def _denies_doubts(understood: Understanding, theirs: Meaning) -> bool:
    """Return whether the network rules out a color about which the rules ask: "b2 blue but not blue"."""
    doubted = {(one.node, one.color) for one in understood.doubts if one.color is not None}
    return any(one[0] in ("forbidden", "negation") and one[1:] in doubted for one in theirs)


def _is_elsewhere(text: str, acts: Collection[Act], ours: Meaning, view: View) -> bool:
    """
    Return whether the network reads of nodes that neither the rules nor the message speak of.

    "No, it's green" is of the node of which the rules know that it was spoken of, and not of another.
    """
    nodes = {act.node for act in acts if act.node is not None}
    spoken_of = {one[1] for one in ours if one[1] is not None}
    named = {token.text for token in tokens_of(text, view)}
    return bool(nodes and spoken_of) and nodes.isdisjoint(spoken_of | named)


def _level(understood: Understanding, against: Contest, view: View) -> Level:
    """Return from which probability on the network is believed, and from which the person is asked."""
    ours, theirs = against.ours, against.theirs
    sorts = sorts_of(understood, against)
    level = LEVELS[sorts]
    elsewhere = against.least == SURE_ELSEWHERE
    # A limit and a report of the same color differ too little to ask.
    disputed = sorts == ("facts", "facts") and not (elsewhere or says_less(understood, ours, theirs))
    least, asked = against.least, NEVER if against.least and not disputed else level.asked
    colorless = any(one.node is not None and one.color is None for one in understood.doubts)
    offers = bool(understood.conditions or understood.assignments)
    if offers and is_weaker(theirs, ours):
        return Level(SURE_OF_SAME)  # a term of an offer, which the rules take for a fact
    if _asks_which(understood) or colorless or offers:
        least = max(least, SURE_OF_WHICH)
    states = sorts[1] == "facts" and not against.other.questions
    if states and _QUESTION_FORM.search(understood.text) is not None:
        least, asked = max(least, SURE_OF_QUESTION), NEVER
    if offers or (ours and ours < theirs):
        # Terms would be lost with a choice, and of what is read by both nobody needs to be asked.
        asked = NEVER
    doubtful = is_doubtful(understood.text, theirs, view)
    if doubtful or (sorts[0] != "asks" and lifted_nodes(ours, theirs)):
        least = NEVER
    return Level(max(level.believed, least), asked)


def sorts_of(understood: Understanding, against: Contest) -> tuple[str, str]:
    """Return the sorts of what the rules and the network read, by which ``LEVELS`` is ordered."""
    # What the network drops of the facts that were read is not to be lost beside a part that was not.
    dropped = {one for one in against.ours - against.theirs if one[0] in FACTS | LIFTS}
    asks = _asks(understood) and not dropped
    return "asks" if asks else sort_of(against.ours), sort_of(against.theirs)


def _asks(understood: Understanding) -> bool:
    return understood.unread or bool(understood.doubts)


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


def _is_beyond(understood: Understanding) -> bool:
    """Return whether the network has no act for what the rules read."""
    kinds: set[str] = {one.kind for one in understood.readings}
    asked = {about for one in understood.questions for about in (one.kind, one.subject)}
    return bool((kinds | asked) & _BEYOND)


def _goes_on(understood: Understanding, view: View) -> bool:
    """Return whether the rules read a question about what was said, or no node is named that is seen."""
    named = {token.kind for token in tokens_of(understood.text, view)}
    goes_on = any(one.kind == "Q3" and not one.supposed for one in understood.questions)
    return goes_on or ("other" in named and not named & {"own", "foreign"})


def _asks_on_purpose(understood: Understanding) -> bool:
    """Return whether the rules ask about what they know well, or about a guess of the person."""
    hedged = bool(understood.doubts) and _HEDGES.search(understood.text) is not None
    # "h2 is red and h2 is blue": either may be meant.
    pairs = [(one.node, one.color) for one in understood.doubts if one.color is not None]
    torn = len({node for node, _ in pairs}) < len({*pairs})
    return hedged or torn or any(one.deliberate for one in understood.doubts)


def _asks_which(understood: Understanding) -> bool:
    """Return whether the rules ask which of several meanings is meant."""
    corrects = bool(understood.doubts) and CORRECTS.search(understood.text) is not None
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
    tokens = spelled_out(text, view)  # "h one" names h1
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
    if any(token.text in _COMPARING for token in tokens):
        return any(one.color is not None and one.color not in named for one in acts)
    # "Green isn't possible for h5", after "your options are green and blue", is not about blue.
    told = {one.color for one in acts if one.kind in _TOLD and one.color is not None}
    return bool(named) and not told <= named


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
