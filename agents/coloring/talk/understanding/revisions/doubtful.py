"""
Messages of which every fact is doubtful: they take back, correct or exchange what they state.

"Other way around" exchanges two colors, which the agent asks about. "Can't a5 be blue?" denies nothing,
"h2 green, sorry, typo, h5 green" may take back its first statement, and "I can do that, but then make a2
blue" may demand a2 blue in any case, or offer an exchange.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ...doubts import asks_by_denying, doubted
from ...grammar import NOT_SURE, Interpretation, whether
from ...reading import Reading
from ...wordlist import words
from ..message import Message, Result
from ..rules import sentences_of

_MISTAKES = words("typo mistake mistyped misspoke misread mixed")
_IN_TURN = re.compile(r"\bbut (?:only )?(?:then|in return|in exchange|for that) (?!i\b)")
_REVERSED = re.compile(
    r"\b(?:the )?(?:other|wrong|opposite) way (?:a?round|about)\b|\bvice versa\b"
    r"|\bthe (?:reverse|opposite)\b|\b(?:mixed|mix) (?:them|it|that|those) up\b"
    r"|\bswitch(?:ed)? (?:them|those|these)\b|\breversed\b"
    r"|\bswap(?:ped)? (?:them|those|these)\b"
)


#: What depends on a condition in both its parts: "red if h4 is blue, otherwise green".
_EITHER_WAY = re.compile(r"\b(?:if|when|unless)\b.*\b(?:otherwise|if not|or else|else)\b")


def doubt_all(message: Message, result: Result) -> None:
    """Ask about every fact of a message that makes all of them doubtful."""
    if message.about and _IN_TURN.search(message.words):
        result.readings[:] = [doubted(one) for one in result.readings]
    if _EITHER_WAY.search(message.words) and any(one.kind == "doubt" for one in result.readings):
        result.readings[:] = [doubted(one, strict=True) for one in result.readings]
    if _REVERSED.search(message.words) and result.reader not in ("choice", "pointing"):
        result.read = _reversed(result.read)
    elif any(asks_by_denying(sentence) for sentence in sentences_of(message.tokens)) or (
        len(result.readings) > 1 and not _MISTAKES.isdisjoint(token.text for token in message.tokens)
    ):
        result.readings[:] = [doubted(one, strict=True) for one in result.readings]


def _reversed(read: Interpretation) -> Interpretation:
    """Ask whether two statements are meant with their colors exchanged."""
    exchanged = _exchanged(read.readings)
    if exchanged is None:
        kept = [doubted(one, strict=True) for one in read.readings]
        return replace(read, readings=kept or [Reading("doubt", None, None, 0.4, NOT_SURE)], choices=[])
    return whether([Interpretation(exchanged)])


def _exchanged(readings: Sequence[Reading]) -> list[Reading] | None:
    """Return two statements with their colors exchanged; None if it is not clear which ones."""
    stated = [one for one in readings if one.kind in ("demand", "report", "doubt") and one.node]
    if len(stated) != 2 or len(stated) != len(readings):
        return None
    first, second = stated
    if first.kind != second.kind or "doubt" in (first.kind, second.kind) or first.node == second.node:
        return None
    return [replace(first, color=second.color), replace(second, color=first.color)]
