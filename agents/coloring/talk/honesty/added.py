"""
Words of a draft that say more than the sentences it words.

A sentence that does not only say given sentences again is read, and the readings are checked. But a
reading leaves words out: "still", "yet" and "any more" say how it was before, "only", "all" and "at
least" what else there is, "because" and "if" what depends on what, "must" what cannot be otherwise, and
a question mark that it is not known. Of 9,351 sentences made from those of games by one such word, a
condition in front or two of them joined by a reason, 2,024 passed, and 70 since: two sentences joined by
"although", and words that change nothing ("both my a6 is red"). A word passes in a sentence that is read
only if every reading takes it in, or if one given sentence has it, with all the words around it.

The words that readings take in are listed here, not those that they leave out: any word may say more.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from ...view import View
from ..tokens import tokens_of
from ..wordlist import words
from .composed.harmless import is_harmless
from .plain_words import plain

#: Words that every reading takes in.
TAKEN_IN = words(
    """
    know i my mine your yours us from in at for between am do does did have has got not no nothing
    color colors node nodes border side part change changed switched moved set made turned recolored
    conflict conflicts clash clashes same fit fits
    """
)
#: Words that say nothing.
_SMALL = words("it its a an the this that these those here there on of to and but is are be yes NOTED")
#: Words that restrict what a given sentence says: who uses its other words has to say them, too.
_RESTRICTING = words("apart except unless if with least most only yet not would")
#: "Have to" says more than its words.
_COMPELLED = re.compile(r"\b(?:have|has|got) to\b")
#: "For that I changed a4": what something was done for.
_PURPOSE = re.compile(r"\b(?:for|to) (?:that|this|it)(?: end)?\b(?! node)")


def added(sentence: str, message: Sequence[str], view: View) -> list[str]:
    """
    Return the words of a sentence that say more than those that were given to be said.

    Parameters
    ----------
    sentence
        Sentence of a draft.
    message
        Sentences that were given to be said.
    view
        Nodes and colors that have names.
    """
    if is_harmless([token for token in tokens_of(sentence, view) if token.text != "\n"]):
        return []
    said = Counter(_words(sentence, view))
    more = [word for word in said if not (word in TAKEN_IN | _SMALL or _is_name(word))]
    if not more:
        return []
    # A question is what is asked only with all its words.
    idle = frozenset() if "?" in said else _SMALL
    wanted = Counter({word: count for word, count in said.items() if word not in idle})
    for one in message:
        given = Counter(_words(one, view))
        # "h1 could be red and blue" is more than "h1 could be red or blue".
        joined = "and" in said and "or" in given and "and" not in given
        if wanted <= given and _RESTRICTING & given.keys() <= said.keys() and not joined:
            return []
    return more


def _words(sentence: str, view: View) -> list[str]:
    """Return the words of a sentence, those for the same alike, and "?" if it asks."""
    spoken = [token for token in tokens_of(sentence, view) if token.text != "\n"]
    said = _PURPOSE.sub("FOR-THAT", _COMPELLED.sub("HAVE-TO", plain(spoken))).split()
    asks = ["?"] if any(token.text == "?" for token in spoken) else []
    return [*(word for word in said if word[-1].isalnum()), *asks]


def _is_name(word: str) -> bool:
    return word[0] in "@&#" or word.isdigit()
