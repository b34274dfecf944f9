"""
Typing errors in words: those that are one slip away from exactly one word on which a sentence turns.

Only letters that are exchanged, missing or added count as slips; a wrong letter makes too many other
words. A misspelled color is asked about (``tokens``), because everything depends on it.
"""

from __future__ import annotations

import functools
from dataclasses import replace

from .tokens import Token, known_words, one_slip
from .wordlist import words

#: Words that a sentence turns on, which people mistype.
_TURNS_ON = words(
    """
    change changed changing switch switched switching please color colors could would should paint
    painted green other another because already where which what that your with have make made making
    keep leave avoid either neither except anything something cannot happy satisfied conflict suggest
    prefer possible different without instead before turn turned node nodes
    """
)
#: The shortest word that is corrected.
_SHORTEST = 5
_SLANG = {
    "r": "are", "ur": "your", "wud": "would", "cud": "could", "shud": "should", "wat": "what",
    "wich": "which", "coud": "could", "woud": "would", "shoud": "should",
    "hav": "have", "dis": "this", "dat": "that", "yr": "your", "thnx": "thanks",
    "tnx": "thanks", "nd": "and", "yea": "yes", "yess": "yes", "yeh": "yes", "noo": "no",
    "plss": "please", "gud": "good", "tht": "that", "wnat": "want", "amke": "make", "mkae": "make",
    "kepe": "keep", "nto": "not", "teh": "the", "adn": "and", "tho": "though",
    "abt": "about", "smth": "something", "sth": "something", "bcs": "because", "yall": "you",
}  # fmt: skip


def corrected(token: Token) -> Token:
    """Return the word that is meant; a word without a slip is returned as it is."""
    if token.kind == "word":
        meant = _SLANG.get(token.text) or _meant(token.text)
        return replace(token, text=meant) if meant else token
    return token


@functools.cache
def _meant(word: str) -> str | None:
    if len(word) < _SHORTEST - 1 or not word.isalpha() or word in known_words():
        return None
    near = [known for known in _TURNS_ON if len(known) >= _SHORTEST and _slipped(word, known)]
    return near[0] if len(near) == 1 else None


def _slipped(word: str, known: str) -> bool:
    if not one_slip(word, known):
        return False
    return len(word) != len(known) or sorted(word) == sorted(known)
