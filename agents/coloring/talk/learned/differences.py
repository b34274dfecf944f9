"""
How two readings of the same message differ: in what they state, in force, or in what they leave out.

A meaning is a set of what is stated and asked, in a form in which the same meanings are equal.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ...view import View
from ..reading import Question, Reading, Understanding
from ..wordlist import words

#: A part of a meaning: its kind, a node, and colors.
Part = tuple[object, ...]
Meaning = set[Part]

_STANCES = words("agree refuse satisfied unsatisfied")
FACTS = words("demand report forbidden required negation")
LIFTS = words("release retract")
_DENIES = words("forbidden negation")
#: Meanings of a mere yes, no, or word of (dis)satisfaction.
_IDLE = frozenset((one, None, None) for one in _STANCES)
#: The meaning of the question how things stand.
STATUS = ("Q5", None)
#: What has less force than a fact about the same node and color.
_WEAK = words("hypothetical preference Q3")


def meaning_of(readings: Iterable[Reading], questions: Iterable[Question], view: View) -> Meaning:
    """Return what is stated and asked, in a form in which the same meanings are equal."""
    readings = tuple(readings)
    found: Meaning = set()
    for one in readings:
        if one.kind == "negation" and one.node in view.owners:
            found.add(("forbidden", one.node, one.color))  # "h2 is not red" may be said of now only
        elif one.kind == "required":
            found |= {("forbidden", one.node, color) for color in view.domain if color != one.color}
        elif one.kind == "forbidden" and one.node in view.own:
            found.add(("negation", one.node, one.color))  # the network knows no difference
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


def sort_of(meaning: Collection[Part]) -> str:
    """Return what a meaning does: it states facts, or is a yes or no, or other words, or nothing."""
    if any(one[0] in FACTS | LIFTS for one in meaning):
        return "facts"
    return ("stance" if is_stance(meaning) else "words") if meaning else "nothing"


def is_stance(meaning: Iterable[Part]) -> bool:
    """Return whether there is nothing but a yes, a no, or whether somebody is satisfied."""
    return all(one[0] in _STANCES for one in meaning)


def _nodes_of(meaning: Iterable[Part], kinds: Collection[str]) -> set[object]:
    return {one[1] for one in meaning if one[0] in kinds}


def _pairs_of(meaning: Iterable[Part], kinds: Collection[str]) -> set[Part]:
    return {one[1:] for one in meaning if one[0] in kinds}


def lifted_nodes(ours: Meaning, theirs: Meaning) -> set[object]:
    """Return the nodes whose limits end by the network, and of which the rules read facts."""
    return _nodes_of(theirs, LIFTS) & _nodes_of(ours, FACTS)


def keeps_what_is_free(ours: Meaning, theirs: Meaning) -> bool:
    """Return whether the network demands a color of what is free: "do what you want with b1"."""
    return any(one[0] == "demand" for one in theirs if one[1] in _nodes_of(ours, LIFTS))


def frees_beside_colors(ours: Meaning, theirs: Meaning) -> bool:
    """Return whether the network frees a node of several colors: "h2 may be red or blue"."""
    liked = [one[1] for one in ours if one[0] == "preference"]
    return any(liked.count(node) > 1 for node in _nodes_of(theirs, LIFTS))


def are_same(ours: Meaning, theirs: Meaning) -> bool:
    """
    Return whether two meanings are the same, but for stances and the question how things stand.

    Of colors the rules know more: "leave b2 on blue"; and "what do you see at h1?" asks for that of h1.
    """
    if theirs == {("sees", None)} and ours and all(one[0] == "Q4" for one in ours):
        return True
    if ours and {one[:2] for one in ours} == {one[:2] for one in theirs} and len(ours) == len(theirs):
        return True
    stances = is_stance(ours) and is_stance(theirs)
    return bool(ours - {STATUS}) and not stances and ours ^ theirs <= _IDLE | {STATUS}


def are_opposed(ours: Meaning, theirs: Meaning) -> bool:
    """Return whether the rules rule out a color of a node that the network reports or demands."""
    return bool(_pairs_of(ours, _DENIES) & _pairs_of(theirs, ("report", "demand")))


def likes_what_is_denied(ours: Meaning, theirs: Meaning) -> bool:
    """Return whether the rules rule out a color of a node that the network likes."""
    return bool(_pairs_of(ours, _DENIES) & _pairs_of(theirs, ("preference",)))


def is_weaker(ours: Meaning, theirs: Meaning) -> bool:
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
    facts = any(one[0] in FACTS for one in only_theirs)
    return weak and ((pairs[0] == pairs[1] and facts) or excludes)


def says_less(understood: Understanding, ours: Meaning, theirs: Meaning) -> bool:
    """
    Return whether the network reads less closely what the rules read.

    "I have to make h1 red" leaves no other color than the one that it reports, and "which do you prefer
    on h2, red or blue?" asks about two colors.
    """
    required = {("report", one.node, one.color) for one in understood.of("required")}
    if required & theirs:
        return theirs - required <= ours
    open_ones = {one[1] for one in theirs if one[0] == "Q1"}
    compared = {pair[0] for one in ours for pair in one[2:] if isinstance(pair, tuple)}
    several = len(ours) > 1 and all(one[0] == "Q3" and len(one) == 3 for one in ours)
    return several and len(theirs) == 1 and compared == open_ones


def leaves_out(ours: Meaning, theirs: Meaning) -> bool:
    """
    Return whether the network passes over what the rules read.

    Of "h2 can only be red or blue, h5 can be anything" it leaves out all that is said of h2; and what it
    leaves out of wishes and questions is no reason against them.
    """
    about = {one[1] for one in theirs}
    return (
        bool(theirs)
        and all(
            one[0] in _WEAK | {"Q1", "Q2"} or (one[0] in FACTS | LIFTS and one[1] not in about)
            for one in ours - theirs
        )
        and theirs < ours
    )


def demands_what_is_asked(ours: Meaning, theirs: Meaning) -> bool:
    """Return whether the network reads a question where the rules demand: "can you make b2 red?"."""
    demanded = {("Q3", None, one[1:]) for one in ours if one[0] == "demand"}
    rest = {one for one in ours if one[0] != "demand"}
    return bool(demanded & theirs) and rest == theirs - demanded
