"""
Verbs that are misspelled together with their negation: "musnt", "shoudn't", "do nt", "wo'nt".

A word that may be a denied verb is never read as the plain one. It is put as the contraction that it
misspells; where it may as well misspell the plain verb ("mustt"), what is said with it is asked about.
Only letters that are missing, added or exchanged count as slips, as in ``slips``.
"""

from __future__ import annotations

import functools
import re

from ...view import View
from ..tokens import CONTRACTIONS, known_words, slipped
from ..wordlist import words

#: Verbs that are denied by an ending, and how the irregular ones are.
_VERBS = words(
    "can could might must shall should will would do does did is are was were have has had need"
)
_IRREGULAR = {"can": "can't", "will": "won't", "shall": "shan't"}
_DENIED = {verb: _IRREGULAR.get(verb, f"{verb}n't") for verb in sorted(_VERBS)}
#: The denied verbs without their sign, as many people write them.
_WITHOUT_SIGN = {denied.replace("'", ""): denied for denied in (*_DENIED.values(), "ain't")}
#: The same without their last letter: "mustn". Without it "can't", "won't" and "don't" are other words.
_CUT = {
    form[:-1]: denied
    for form, denied in _WITHOUT_SIGN.items()
    if form not in ("cant", "wont", "dont", "havent")
}
#: As near to the verb as to its denial: "you haven to make b2 red".
_EITHER = "haven"
#: Verbs as they sound.
_SHORT = {
    "cud": "could", "coud": "could", "cld": "could", "wud": "would", "woud": "would", "wld": "would",
    "shud": "should", "shld": "should", "shuld": "should", "shoud": "should",
    "mst": "must", "mus": "must", "muss": "must", "ca": "can", "wo": "will", "sha": "shall",
    "duz": "does",
}  # fmt: skip
_ENDINGS = ("not", "ent", "nt")
#: The letters beside "n" on a keyboard: "isb't", "mustmt".
_BESIDE_N = re.compile(r"[bhjm]t$")
#: The shortest plain verb of which a slip is recognized, and the shortest word that may be either.
_SHORTEST = 4
#: Words one slip away from a denied verb that misspell none; "wnt" is told by the word behind it.
_OTHERS = words("want wnt chant canto canst donut hast wast doest")

_VERB = "|".join(sorted({*_VERBS, "ca", "wo", "sha"}))
_APART = re.compile(rf"(?<![\w'])({_VERB})[ '](?:n'?t|n t)(?![\w'])", re.IGNORECASE)
_SPLIT = re.compile(
    rf"(?<![\w'])({'|'.join(sorted({*_CUT, 'can', 'won', 'don'}))})[ ;,]t(?![\w'])", re.IGNORECASE
)
_WORD = re.compile(r"(?<![\w'])[a-z]+(?:'[a-z]+)*(?![\w'])(?P<not> not(?!\w))?", re.IGNORECASE)
#: "Won" and "don" without their last letter, by the verb behind them.
_WITHOUT_T = re.compile(
    r"(?<![\w'])(won|don)"
    r"(?= (?:be|make|use|set|put|take|turn|change|color|move|keep|work|go|have|want)\b)",
    re.IGNORECASE,
)
#: "Want" or "won't", by the word behind it.
_WILL_NOT = re.compile(r"\bwnt (?=be\b)", re.IGNORECASE)
_WANT = re.compile(r"\bwnt\b", re.IGNORECASE)
_WANT_OR_NOT = re.compile(
    r"\bwnt (?:change|move|touch|work|make|set|do|take|give|accept|agree|switch|keep|turn|go|have)\b",
    re.IGNORECASE,
)


def with_plain_negations(text: str, view: View) -> str:
    """Return a text in which misspelled denied verbs are spelled as they are meant."""
    text = _APART.sub(lambda found: _DENIED[_plain(found[1].lower())], text)
    text = _SPLIT.sub(lambda found: _WITHOUT_SIGN[f"{found[1].lower()}t"], text)
    text = _WITHOUT_T.sub(r"\1't", text)
    text = _WILL_NOT.sub("won't ", text)
    if _WANT_OR_NOT.search(text) is None:
        text = _WANT.sub("want", text)
    return _WORD.sub(lambda found: _respelled(found, view), text)


def may_be_denied(text: str, view: View) -> bool:
    """Return whether a text has a word that may be a denied verb or the plain one: "mustt"."""
    spoken = (found[0].removesuffix(found["not"] or "") for found in _WORD.finditer(text))
    unnamed = (one for one in spoken if view.color_name(one) is None)
    return _WANT_OR_NOT.search(text) is not None or any(map(is_either, map(_letters, unnamed)))


def _letters(word: str) -> str:
    return word.casefold().replace("'", "")


def _plain(verb: str) -> str:
    return _SHORT.get(verb, verb)


def _respelled(found: re.Match[str], view: View) -> str:
    denies = found["not"] or ""
    word = found[0].removesuffix(denies)
    if view.color_name(word) is not None:
        return found[0]
    if denies:
        # "You mus not" is denied by the word behind it, whatever the verb.
        verb = _misspelled(_letters(word))
        return found[0] if verb is None else f"{verb} not"
    meant = _denied_verb(_letters(word), "'" in word)
    return found[0] if meant in (None, word.casefold()) else meant


@functools.cache
def _denied_verb(letters: str, signed: bool) -> str | None:
    """Return the contraction that a word misspells; None if it is no such word, or a known one."""
    if letters in _CUT:
        return _CUT[letters]
    if letters in _OTHERS or (letters in {*known_words(), *CONTRACTIONS} and not signed):
        return None
    if letters in _WITHOUT_SIGN:
        return _WITHOUT_SIGN[letters]
    return None if is_either(letters) else _nearest(letters)


def _nearest(letters: str) -> str | None:
    """Return a contraction of which a word is one slip, or whose verb before the ending is one."""
    near = [
        denied for form, denied in _WITHOUT_SIGN.items() if "n" in letters and slipped(letters, form)
    ]
    letters = _BESIDE_N.sub("nt", letters)
    for ending in _ENDINGS:
        stem = letters.removesuffix(ending)
        verb = stem if stem in _VERBS else _misspelled(stem)
        if stem != letters and verb is not None:
            near.append(_DENIED[verb])
    return near[0] if near else None


@functools.cache
def is_either(letters: str) -> bool:
    """Return whether a word is one slip from a denied verb and from the plain one, in equal measure."""
    if letters == _EITHER:
        return True
    if len(letters) < _SHORTEST or letters in known_words() | _OTHERS or letters in _WITHOUT_SIGN:
        return False
    keeps = letters in _CUT or letters.endswith(("n", *_ENDINGS))
    denied = any(slipped(letters, form) for form in _WITHOUT_SIGN)
    return denied and not keeps and any(slipped(letters, verb) for verb in _VERBS)


def _misspelled(word: str) -> str | None:
    """Return the verb that a word misspells; None if it is a verb, or none that is known."""
    if word in _SHORT:
        return _SHORT[word]
    if word in known_words() or word in _VERBS:
        return None
    near = [verb for verb in sorted(_VERBS) if len(verb) >= _SHORTEST and slipped(word, verb)]
    return near[0] if len(near) == 1 else None
