"""
The meaning of a message by the rules: of the whole message, or else of each sentence.

The grammar gives all meanings of a text, the classes of its words another one, and frames of clauses a
last one. A sentence without any is read by its topic, or its possible meanings are asked about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...situation import Situation
from ...view import View
from ..doubts import doubted, takes_back
from ..grammar import NOT_SURE, Interpretation, Meaning, choice, gist_of, interpretation, meanings_of
from ..guessing import guesses
from ..reading import Question, Reading
from ..tokens import Token
from ..word_classes import meanings_by_classes
from ..wordlist import words
from .message import Result
from .plain_messages import plain_question, plain_stance
from .topics import topic_of
from .weighing import is_better, is_doubtful, leaves_out, says_less

#: Signs after which a sentence ends.
_ENDS = ".!?;\n"
_STANCES = words("satisfied agree")
#: Kinds of readings that count only if there is no other.
_BESIDE = words("off_topic help")
_SEES = re.compile(
    r"\b(?:see|sees|visible|hidden|know|aware|connected|joined|linked|adjacent|touch|touches|next to"
    r"|access)\b"
)
_ASKS_WHAT = re.compile(
    r"\?|^(?:(?:and|so|but|ok|hey|hi|please|then) )*(?:can|could|do|does|is|are|which|what|who|tell)\b"
)
_CLASHES = words("clash clashes conflict conflicts collide collides")
_WISHES = words("demand negation preference forbidden required")
_ASKING = words(
    """
    what which why how who where whose whats tell show list name know wonder wondering curious explain
    remind whether ask question confirm check report describe see options ideas suggestions if suppose
    """
)
#: Words that ask only where a sentence begins.
_ASKING_FIRST = words(
    "can could would will is are do does did am may might should shall any has have was were colors"
)
#: Kinds of statements that a condition before them would make conditional.
_BINDING = words("keep must cannot")


def read_by_rules(
    tokens: Sequence[Token], view: View, situation: Situation, about: Sequence[str] = ()
) -> Result:
    """Read a message as a whole, or else sentence by sentence."""
    kinds = {token.kind for token in tokens}
    if "other" in kinds and not kinds & {"own", "foreign"}:
        said = " ".join(token.text for token in tokens)
        if _ASKS_WHAT.search(said) and _SEES.search(said) and "no_color" not in kinds:
            # "Is h3 hidden from you?" asks what the agent sees.
            return Result(Interpretation([], [Question("sees")]))
        # "Your offer does not work because of h3" refuses, though it names a node that is not seen.
        rest = [t for one in sentences_of(tokens) if "other" not in {o.kind for o in one} for t in one]
        if any(token.is_color for token in rest):
            # "No, it touches h3. Blue?" asks about what was spoken of, for a reason that is not seen.
            return read_by_rules(rest, view, situation, about)
        of_classes = _by_classes(tokens, view, situation, about)
        stance = of_classes is not None and not of_classes.questions
        return Result(of_classes if of_classes and stance else Interpretation())
    plain = plain_stance(tokens, asked=bool(about)) or plain_question(tokens)
    if plain is not None:
        return Result(plain)
    whole = _meant(tokens, view, situation, about)
    decided = _decided(whole) if whole else None
    asks = any(token.text == "?" for token in tokens)
    if (
        decided is None
        or decided.questions
        or asks
        or is_doubtful(decided)
        or leaves_out(decided, tokens)
    ):
        of_classes = _by_classes(tokens, view, situation, about)
        if of_classes is not None and is_better(of_classes, decided):
            return Result(of_classes)
    if decided is not None:
        return Result(decided)
    read = Interpretation()
    unread = left = unguessed = False
    for sentence in sentences_of(tokens):
        several = _meant(sentence, view, situation, about)
        if several:
            part = _decided(several)
        elif (of_classes := _by_classes(sentence, view, situation, about)) is not None:
            part = of_classes
        elif (kind := _gist(sentence)) not in (None, "smalltalk"):
            part = _of_gist(kind, situation, view)
        elif (topic := topic_of(sentence, view)) is not None:
            part = topic
        elif kind is not None:
            part = _of_gist(kind, situation, view)
            left = True
        elif _says_something(sentence):
            part = guesses(sentence, view, situation)
            unread = True
            unguessed |= not part.readings
        else:
            unread |= takes_back(sentence)
            left = True
            continue
        read.readings += part.readings
        read.questions += part.questions
        read.conditions += part.conditions
        read.assignments += part.assignments
        # Only one question with choices can be open.
        if part.choices and part.choices != read.choices:
            read.choices = [] if read.choices else part.choices
    if unread:
        # A stance about a message that was not read as a whole may be about the rest.
        read.readings[:] = [
            doubted(one, strict=True) for one in read.readings if one.kind not in _STANCES
        ]
    if read.questions or any(one.kind not in _BESIDE for one in read.readings):
        read.readings[:] = [one for one in read.readings if one.kind not in _BESIDE]
    if unguessed and (read.readings or read.questions):
        # What is read does not hide that a part with a node or a color is not.
        read.readings.append(Reading("doubt", None, None, 0.4, NOT_SURE))
    return Result(read, unread or left)


def _meant(
    tokens: Sequence[Token], view: View, situation: Situation, about: Sequence[str]
) -> list[Interpretation]:
    """Return the interpretations of what is said in so many words, or else of its frame."""
    several = _interpretations(tokens, view, situation, about)
    if not several or all(one.is_conditional for one in several):
        several = _framed(tokens, view, situation, about) or several
    clashes = any(map(_names_clash, sentences_of(tokens)))
    for one in several:
        _unsettle(one)
        if clashes and one.questions:
            # "We clash at h2-b2, both green" says what is, not what is wanted.
            one.readings[:] = [doubted(r) if r.kind == "demand" else r for r in one.readings]
    if any(token.text == "please" for token in tokens):
        several = [one for one in several if "demand" in {r.kind for r in one.readings}] or several
    return [one for one in several if not any(says_less(one, other) for other in several)]


def _names_clash(sentence: Sequence[Token]) -> bool:
    """Return whether a sentence speaks of a clash and of a node or a color."""
    return _says_something(sentence) and not _CLASHES.isdisjoint(token.text for token in sentence)


def _by_classes(
    tokens: Sequence[Token], view: View, situation: Situation, about: Sequence[str]
) -> Interpretation | None:
    """Return the interpretation by the classes of the words, if each of them is accounted for."""
    meanings = meanings_by_classes(tokens, view, situation, about)
    return interpretation(meanings, view, situation, about) if meanings else None


def _framed(
    tokens: Sequence[Token], view: View, situation: Situation, about: Sequence[str] = ()
) -> list[Interpretation]:
    """Return the interpretations by the frames of clauses that leave out the fewest words."""
    if not _says_something(tokens):
        return []
    found: dict[tuple[int, int], dict[object, Interpretation]] = {}
    for meanings in meanings_of(tokens, view, loose=True):
        left_out = sum(len(one.group) for one in meanings if one.kind == "courtesy")
        if _half_supposed(meanings):
            continue
        one = interpretation(meanings, view, situation, about)
        if one is not None and not one.readings and not _may_ask(tokens):
            continue
        if one is not None and (one.readings or one.questions):
            found.setdefault((left_out, len(meanings)), {}).setdefault(one.key, one)
    several = list(found[min(found)].values()) if found else []
    return [one for one in several if not _only_asks_back(one)] or several


def _may_ask(tokens: Sequence[Token]) -> bool:
    """Return whether a message may ask: by its sign, a question word, or a verb before its subject."""
    spoken = [token.text for token in tokens if token.kind != "sign"]
    asks = not _ASKING.isdisjoint(spoken) or any(token.text == "?" for token in tokens)
    return asks or not _ASKING_FIRST.isdisjoint(spoken[:3])


def _unsettle(one: Interpretation) -> None:
    """Take no satisfaction from "keep b2 green and I'm happy"."""
    if not _WISHES.isdisjoint(reading.kind for reading in one.readings):
        one.readings[:] = [reading for reading in one.readings if reading.kind != "satisfied"]


def _only_asks_back(one: Interpretation) -> bool:
    return not one.questions and all(reading.kind == "doubt" for reading in one.readings)


def _interpretations(
    tokens: Sequence[Token], view: View, situation: Situation, about: Sequence[str] = ()
) -> list[Interpretation]:
    """Return the distinct interpretations of a message or a sentence."""
    several = meanings_of(tokens, view)
    shortest = min(map(len, several), default=0)
    if any(m.kind == "courtesy" for one in several for m in one):
        several = [one for one in several if len(one) > shortest or one[0].kind != "courtesy"] or several
    # With "please" a question about an own node is a request, whatever else it could be.
    # "Either red or green for b2" excludes blue, though it names no verb.
    several = [one for one in several if not _half_supposed(one)]
    begged = [one for one in several if any(meaning.begs for meaning in one)]
    by_length: dict[int, dict[object, Interpretation]] = {}
    for meanings in begged or several:
        one = interpretation(meanings, view, situation, about)
        if one is not None:
            by_length.setdefault(len(meanings), {}).setdefault(one.key, one)
    # "No red on h5" is one clause: a word that can begin it is not a clause before it.
    return list(by_length[min(by_length)].values()) if by_length else []


def _half_supposed(meanings: Sequence[Meaning]) -> bool:
    """Return whether what may be a part of a supposition follows: "if h4 is red but h1 stays"."""
    kinds = [meaning.kind for meaning in meanings]
    supposed = [i for i, kind in enumerate(kinds) if kind in ("suppose", "q3")]
    return bool(supposed) and not _BINDING.isdisjoint(kinds[supposed[0] :])


def _decided(several: Sequence[Interpretation]) -> Interpretation:
    if len(several) == 1:
        return several[0]
    offers = [one for one in several if one.conditions and one.assignments]
    if len(offers) == 1:
        # Nothing follows from an offer until it is accepted.
        return offers[0]
    helps = [one for one in several if [reading.kind for reading in one.readings] == ["help"]]
    if helps and all(not one.readings or one in helps for one in several):
        return helps[0]
    said = {(*one.readings, *one.conditions, *one.assignments) for one in several}
    if len(said) == 1 and not any(one.choices for one in several) and any(o.questions for o in several):
        # "I changed h1 to blue, ok?" says one thing, whatever it asks.
        said.clear()
    if not said or not any(one.readings for one in several):
        # Questions bind nothing: the one that supposes the most together is meant.
        return max(
            several,
            key=lambda one: (
                max((len(q.supposed) for q in one.questions), default=0),
                bool(one.questions),  # "what do you want?" asks, though it may be a mere phrase
                -len(one.questions),
            ),
        )
    if len({_facts(one) for one in several}) == 1:
        # They say the same of the same nodes with more or less force.
        return min(several, key=_force)
    most = max(several, key=lambda one: len(one.readings) + len(one.questions))
    if all(
        {*one.readings} <= {*most.readings} and {*one.questions} <= {*most.questions} for one in several
    ) and {one.kind for one in most.readings} <= {"preference", "hypothetical"}:
        # What binds nobody may be read to the full.
        return most
    return choice(several)


#: What kinds of readings do: the less, the smaller.
_FORCE = {"hypothetical": 1, "preference": 2, "report": 3, "demand": 4, "required": 4}


def _facts(one: Interpretation) -> object:
    """Return the nodes with colors that are asked or said; the interpretation itself if it says more."""
    beside = {reading for reading in one.readings if reading.kind not in _FORCE}
    if any(reading.node or reading.color for reading in beside) or one.conditions:
        return id(one)
    said = {(reading.node, reading.color) for reading in one.readings if reading not in beside}
    asked = frozenset(q for q in one.questions if q.kind != "Q3" or not q.supposed)
    supposed = {(p.node, p.color) for q in one.questions for p in q.supposed if q.kind == "Q3"}
    return frozenset(said | supposed), asked, frozenset(reading.kind for reading in beside)


def _force(one: Interpretation) -> int:
    return max((_FORCE.get(reading.kind, 0) for reading in one.readings), default=0)


def _gist(sentence: Sequence[Token]) -> str | None:
    """Return the kind of a sentence without names."""
    spoken = [token.text for token in sentence if token.kind == "word"]
    if not spoken or any(token.kind not in ("word", "sign") or token.quoted for token in sentence):
        return None
    if any(sign.isdigit() for word in spoken for sign in word):
        return None
    return gist_of(spoken, asking=any(token.text == "?" for token in sentence[-2:]))


def _of_gist(kind: str, situation: Situation, view: View) -> Interpretation:
    if kind != "takeback":
        return interpretation((Meaning(kind),), view, situation) or Interpretation()
    stated = dict.fromkeys(one.node for one in situation.constraints)
    readings = [Reading("release", node, None, 0.8) for node in situation.forced]
    readings += [Reading("retract", node, None, 0.8) for node in stated if node not in situation.forced]
    return Interpretation(readings or [Reading("refuse")])


def _says_something(sentence: Sequence[Token]) -> bool:
    return any(token.kind not in ("word", "sign") for token in sentence)


def sentences_of(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """Split a message at the ends of sentences, which stay with them."""
    sentence: list[Token] = []
    for token in tokens:
        sentence.append(token)
        if token.kind == "sign" and token.text in _ENDS:
            yield sentence
            sentence = []
    if sentence:
        yield sentence
