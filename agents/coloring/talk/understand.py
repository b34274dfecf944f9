"""
Understand what a person writes: a pure function of the message, the view and the situation.

The grammar gives all meanings of a message. One meaning is acted upon; several, and a part without a
meaning that names a node or a color, make the agent ask, with what it may mean as choices.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..situation import Situation
from ..view import View
from ..wording.untrusted import clean
from .contradictions import reversed_colors, reverses, without_contradictions
from .doubts import doubted, takes_back
from .grammar import NOT_SURE, Interpretation, choice, interpretation, meanings_of, whether
from .guesses import guesses
from .language import is_foreign
from .reading import Reading, Understanding
from .settled import settled
from .tokens import Token, tokens_of, without_records
from .wordlist import words

#: Signs after which a sentence ends.
_ENDS = ".!?;\n"
_MISTAKES = words("typo mistake mistyped misspoke misread mixed")
_STANCES = words("satisfied agree")


def understand(
    text: str, view: View, situation: Situation, *, about: Sequence[str] = ()
) -> Understanding:
    """
    Return the meaning of a message; nothing is changed.

    Parameters
    ----------
    about
        Nodes that the agent asked about last, for which "it" may stand.
    """
    cleaned = clean(text)
    tokens = tokens_of(without_records(cleaned.text), view)
    unread = False
    if is_foreign(tokens):
        read = Interpretation([Reading("foreign_language")])
    else:
        read, unread = _read(tokens, view, situation, about)
    if reverses(tokens):
        read = _reversed(read)
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
        return Interpretation(), False
    whole = interpretations(tokens, view, situation, about)
    if whole:
        return _decided(whole), False
    read = Interpretation()
    unread = left = unguessed = False
    for sentence in _sentences(tokens):
        several = interpretations(sentence, view, situation, about)
        if several:
            part = _decided(several)
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
        read.choices = part.choices if not read.choices else []
    if unread:
        # A stance about a message that was not read as a whole may be about the rest.
        read.readings[:] = [
            doubted(one, strict=True) for one in read.readings if one.kind not in _STANCES
        ]
    if unguessed and (read.readings or read.questions):
        # What is read does not hide that a part with a node or a color is not.
        read.readings.append(Reading("doubt", None, None, 0.4, NOT_SURE))
    return read, unread or left


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
    begged = [one for one in several if any(meaning.begs for meaning in one)]
    by_length: dict[int, dict[object, Interpretation]] = {}
    for meanings in begged or several:
        one = interpretation(meanings, view, situation, about)
        if one is not None:
            by_length.setdefault(len(meanings), {}).setdefault(one.key, one)
    # "No red on h5" is one clause: a word that can begin it is not a clause before it.
    return list(by_length[min(by_length)].values()) if by_length else []


def _decided(several: Sequence[Interpretation]) -> Interpretation:
    if len(several) == 1:
        return several[0]
    return choice(several)


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
