"""
Sentences that claim nothing: greetings, thanks, and other courtesy in any words.

A sentence is harmless if each word is in a small vocabulary of courtesy, and one of them makes it
courtesy. The vocabulary has no node, color, number, quantifier, negation, verb of change, or word that
judges a proposal ("fine", "works", "possible"): "good to know" is harmless, "good for me" is not.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from ...tokens import Token
from ...wordlist import words

_MAKING = words(
    """
    thanks thank noted understood hello hi hey welcome sorry apologies appreciated appreciate cheers
    question know morning evening curious
    """
)
#: Words that courtesy may have.
VOCABULARY = _MAKING | words(
    """
    a an the you your for of to i it that this is was are be ok good great nice kind quick fair very so
    much lot really just me us let telling letting asking sharing saying pointing out heads - up
    info information message news note clarification clarity patience reply answer again here there and
    interesting got course about my in advance back hear had from helpful useful
    """
)
_PHRASES = (
    "no need to apologize",
    "no need to be sorry",
    "no worries",
    "no hurry",
    "take your time",
    "that is helpful",
)
#: What the agent or the person did, and for whom something is good.
_DONE = words("let know got had was")
_GOOD = words("ok good great nice fair kind helpful useful")
#: Words that consent, judge, or say that one has met before.
_TELLING = {"you got", "very good", "very fair", "very nice", "really good", "welcome back", "are ok"}

_APPROVING = words("great nice good perfect clever excellent wonderful")


def approves(spoken: Sequence[Token]) -> bool:
    """Return whether courtesy begins with approval: "great, thanks", but not "good question"."""
    said = [token.text for token in spoken if token.kind != "sign"]
    return said[0] in _APPROVING and not {*said[1:2]} & words("question morning evening to day")


def is_harmless(spoken: Sequence[Token]) -> bool:
    """Return whether a sentence is courtesy only."""
    said = [token for token in spoken if token.kind != "sign" or token.text not in ",.!;:"]
    if " ".join(token.text for token in said) in _PHRASES:
        return True
    plain = all(token.kind in ("word", "sign") and token.text in VOCABULARY for token in said)
    spoken_words = {token.text for token in said}
    claims = not spoken_words.isdisjoint(_DONE) and not spoken_words.isdisjoint(("i", "was"))
    pairs = {f"{a.text} {b.text}" for a, b in itertools.pairwise(said)}
    if pairs & _TELLING or ("hear" in spoken_words and "hear from" not in pairs):
        return False
    about = {"for me", "for us"} & pairs
    states = not spoken_words.isdisjoint(("is", "are")) and "question" not in spoken_words
    judges = not spoken_words.isdisjoint(_GOOD) and (bool(about) or states)
    judges |= [token.text for token in said[:2]] == ["thanks", "to"]
    return plain and not claims and not judges and not spoken_words.isdisjoint(_MAKING)
