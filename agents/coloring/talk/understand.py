"""
Understand what a person writes: a pure function of the message, the view and the situation.

The grammar gives all meanings of a message. One meaning is acted upon; several, and a part without a
meaning that names a node or a color, make the agent ask, with what it may mean as choices. What binds
nobody needs less: an offer by its two sides (``offers``), a question by its topic (``topics``).

Tried without success: log-linear classifiers of what is done with each node and color (words, pairs of
words, their classes, and the meanings of the rules as features), learned from 1,000 labelled sentences.
In five-fold cross-validation they were right on 41% of the messages, the rules on 33%; where the rules
ask, their best guess was right 9 times in 100 and wrong 14 times.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..situation import Situation
from ..view import View
from ..wording.untrusted import clean
from .by_exclusion import by_exclusion
from .contradictions import reversed_colors, reverses, without_contradictions
from .decisions import with_decisions
from .doubts import asks_by_denying, doubted, takes_back
from .grammar import (
    NOT_SURE,
    Interpretation,
    Meaning,
    choice,
    gist_of,
    interpretation,
    meanings_of,
    whether,
)
from .guesses import guesses
from .language import is_foreign
from .listed import chosen_from
from .nouns import with_names
from .offers import offer_in
from .opened import opened
from .plain_questions import plain_question
from .plain_stances import only_satisfied, plain_stance
from .reading import Question, Reading, Understanding
from .replying import answer_in, reply_in
from .settled import settled
from .slips import spelled_out
from .together import all_possible, together, without_corrected
from .tokens import Token
from .topics import states_clash, topic_of, with_topic
from .unlikely import without_unlikely
from .weighing import is_better, is_doubtful, leaves_out, says_less
from .word_classes import meanings_by_classes
from .wordlist import words

#: Signs after which a sentence ends.
_ENDS = ".!?;\n"
_MISTAKES = words("typo mistake mistyped misspoke misread mixed")
_STANCES = words("satisfied agree")
_IN_TURN = re.compile(r"\bbut (?:only )?(?:then|in return|in exchange|for that) (?!i\b)")
#: Kinds of readings that count only if there is no other.
_BESIDE = words("off_topic help")
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


def understand(
    text: str, view: View, situation: Situation, *, about: Sequence[str] = (), said: str = ""
) -> Understanding:
    """
    Return the meaning of a message; nothing is changed.

    Parameters
    ----------
    about
        Nodes that the agent asked about last, for which "it" may stand.
    said
        Words of the agent before the message, in which "the second one" may stand.
    """
    cleaned = clean(text)
    tokens = without_corrected(spelled_out(cleaned.text, view))
    unread = False
    if is_foreign(tokens):
        read = Interpretation([Reading("foreign_language")])
    else:
        plain, tokens = tokens, with_names(tokens, view, situation, about)
        read, unread = _read(tokens, view, situation, about)
        uncertain = unread or is_doubtful(read) or not (read.readings or read.questions)
        answer = (
            answer_in(plain, tokens, view, situation, about, None if uncertain else read)
            if about
            else None
        )
        if said and (chosen := _chosen(plain, said, view, situation, about)) is not None:
            read, unread = chosen, False
        elif answer is not None:
            read, unread = answer, False
        elif (limits := all_possible(tokens, view)) is not None:
            read, unread = limits, False
        elif (unread or _binds_or_doubts(read)) and (offer := offer_in(tokens, view)) is not None:
            read, unread = offer, False
        doubtful = unread or is_doubtful(read)
        nothing = not read.readings and not read.questions
        if (doubtful or nothing) and (free := opened(tokens, view, about)) is not None:
            read, unread = free, False
        elif (doubtful or _denies_all(read)) and (rest := by_exclusion(tokens, view, about)) is not None:
            read, unread = rest, False
        elif (doubtful or nothing) and states_clash(tokens):
            read, unread = Interpretation([], [Question("Q5")]), False
        elif unread and (parts := reply_in(tokens, view, situation, about)) is not None:
            read, unread = parts, False
        without_unlikely(read, tokens, view, situation)
        with_topic(read, plain)
        together(read, tokens, view)
        with_decisions(read, tokens)
        if only_satisfied(read.readings, tokens):
            read.readings[:] = [Reading("satisfied")]
        if about and _IN_TURN.search(" ".join(token.text for token in tokens)):
            # "I can do that, but then make a2 blue" may demand it in any case, or offer an exchange.
            read.readings[:] = [doubted(one) for one in read.readings]
    if reverses(tokens) and not (said and _chosen(tokens, said, view, situation, about)):
        read = _reversed(read)
    elif any(asks_by_denying(sentence) for sentence in _sentences(tokens)):
        read.readings[:] = [doubted(one, strict=True) for one in read.readings]
    elif not _MISTAKES.isdisjoint(token.text for token in tokens) and len(read.readings) > 1:
        # "h2 green, sorry, typo, h5 green": the first statement may be the mistake.
        read.readings[:] = [doubted(one, strict=True) for one in read.readings]
    return Understanding(
        text=cleaned.text,
        readings=settled(without_contradictions(read.readings, tokens)),
        questions=tuple(dict.fromkeys(read.questions)),
        conditions=tuple(dict.fromkeys(read.conditions)),
        assignments=tuple(dict.fromkeys(read.assignments)),
        cut=cleaned.cut,
        unread=unread,
        choices=tuple(read.choices),
    )


def _chosen(
    tokens: Sequence[Token], said: str, view: View, situation: Situation, about: Sequence[str]
) -> Interpretation | None:
    """Return what an answer chooses of the agent's words, with what it says besides."""
    chosen = chosen_from(tokens, said, view)
    if chosen is None:
        return None
    read = Interpretation(list(chosen.readings))
    if chosen.rest:
        more, unread = _read([*chosen.rest, Token("sign", ".")], view, situation, about)
        named = {one.node for one in chosen.readings}
        if unread or is_doubtful(more) or not more.readings:
            return None
        if any(one.node in named for one in more.readings):
            return None
        read.readings += more.readings
        read.questions += more.questions
    return read


def _binds_or_doubts(read: Interpretation) -> bool:
    """Return whether a message has no certain meaning, or one that binds on both sides."""
    kinds = {reading.kind for reading in read.readings}
    nothing = not read.readings and not read.questions
    both = kinds & {"report", "forbidden", "hypothetical", "preference"}
    if kinds == {"hypothetical", "preference"} or (kinds == {"preference"} and len(read.readings) > 1):
        # "I'd switch h5 to red provided that b2 goes blue" is an offer as a whole.
        return True
    return nothing or "doubt" in kinds or ("demand" in kinds and bool(both))


def _denies_all(read: Interpretation) -> bool:
    """Return whether several colors of one node are denied and nothing else is said."""
    denied = [one for one in read.readings if one.kind in ("negation", "forbidden")]
    return len(denied) == len(read.readings) > 1 and len({one.node for one in denied}) == 1


def _reversed(read: Interpretation) -> Interpretation:
    """Ask whether two statements are meant with their colors exchanged."""
    exchanged = reversed_colors(read.readings)
    if exchanged is None:
        kept = [doubted(one, strict=True) for one in read.readings]
        return replace(read, readings=kept or [Reading("doubt", None, None, 0.4, NOT_SURE)], choices=[])
    return whether([Interpretation(exchanged)])


def _read(
    tokens: Sequence[Token], view: View, situation: Situation, about: Sequence[str]
) -> tuple[Interpretation, bool]:
    """Read a message as a whole, or else sentence by sentence; return whether a part was not read."""
    kinds = {token.kind for token in tokens}
    if "other" in kinds and not kinds & {"own", "foreign"}:
        # "Your offer does not work because of h3" refuses, though it names a node that is not seen.
        of_classes = _by_classes(tokens, view, situation, about)
        stance = of_classes is not None and not of_classes.questions
        return (of_classes if of_classes and stance else Interpretation()), False
    plain = plain_stance(tokens, asked=bool(about)) or plain_question(tokens)
    if plain is not None:
        return plain, False
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
            return of_classes, False
    if decided is not None:
        return decided, False
    read = Interpretation()
    unread = left = unguessed = False
    for sentence in _sentences(tokens):
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
    return read, unread or left


def _meant(
    tokens: Sequence[Token], view: View, situation: Situation, about: Sequence[str]
) -> list[Interpretation]:
    """Return the interpretations of what is said in so many words, or else of its frame."""
    several = interpretations(tokens, view, situation, about)
    if not several or all(one.is_conditional for one in several):
        several = framed(tokens, view, situation, about) or several
    clashes = not _CLASHES.isdisjoint(token.text for token in tokens)
    for one in several:
        _unsettle(one)
        if clashes and one.questions:
            # "We clash at h2-b2, both green" says what is, not what is wanted.
            one.readings[:] = [doubted(r) if r.kind == "demand" else r for r in one.readings]
    if any(token.text == "please" for token in tokens):
        several = [one for one in several if "demand" in {r.kind for r in one.readings}] or several
    return [one for one in several if not any(says_less(one, other) for other in several)]


def _by_classes(
    tokens: Sequence[Token], view: View, situation: Situation, about: Sequence[str]
) -> Interpretation | None:
    """Return the interpretation by the classes of the words, if each of them is accounted for."""
    meanings = meanings_by_classes(tokens, view, situation, about)
    return interpretation(meanings, view, situation, about) if meanings else None


def framed(
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


def interpretations(
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
    if not any(one.readings for one in several):
        # Questions bind nothing: the one that supposes the most together is meant.
        return max(
            several,
            key=lambda one: (
                max((len(q.supposed) for q in one.questions), default=0),
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
    if any(reading.kind not in _FORCE for reading in one.readings) or one.conditions:
        return id(one)
    said = {(reading.node, reading.color) for reading in one.readings}
    asked = frozenset(q for q in one.questions if q.kind != "Q3" or not q.supposed)
    supposed = {(p.node, p.color) for q in one.questions for p in q.supposed if q.kind == "Q3"}
    return frozenset(said | supposed), asked


def _force(one: Interpretation) -> int:
    return max((_FORCE[reading.kind] for reading in one.readings), default=0)


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


def _sentences(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """Split a message at the ends of sentences, which stay with them."""
    sentence: list[Token] = []
    for token in tokens:
        sentence.append(token)
        if token.kind == "sign" and token.text in _ENDS:
            yield sentence
            sentence = []
    if sentence:
        yield sentence
