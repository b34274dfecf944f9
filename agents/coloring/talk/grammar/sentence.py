"""Selection of the sentences to parse: short ones with names and with words of the grammar."""

from __future__ import annotations

from collections.abc import Sequence

from ..tokens import Token
from ..wordlist import words
from .meaning import Meaning

#: Longer sentences are not parsed: what the grammar covers is short.
MOST_WORDS = 30

#: Sentences without any of these are left to the rules for plain sentences, which are faster.
_MARKERS = words(
    """
    avoid neither nor not never no only just nothing except but apart besides excluding other both one
    either must should differ different same wait mean meant sorry scratch rather actually correction
    oops er uh mistyped typo used first went ended if when once unless provided can could impossible
    possible off away forced fixed locked limited stuck restricted all everything every mine something
    another else respectively any anything strike pardon mistake bad / : = -> until becomes
    showing shows sitting on at
    """
)
_PLACES = {"own": "OWN", "foreign": "FOR", "color": "COL"}


def meanings_of(tokens: Sequence[Token]) -> list[tuple[Meaning, ...]]:
    """Return the distinct meanings of a sentence, each a sequence of statements."""
    spoken = [token for token in tokens if token.text != "\n"]
    if not 2 <= len(spoken) <= MOST_WORDS or any(word.quoted for word in spoken):
        return []
    text, names = _with_places(spoken)
    if not names or not _MARKERS.intersection(text.split()):
        return []
    # Few messages get here; the parser is loaded with the first of them.
    from .parse import derived

    return derived(text, names)


def _with_places(spoken: Sequence[Token]) -> tuple[str, dict[str, str]]:
    """Replace names by numbered places, which may hold any sign."""
    names: dict[str, str] = {}
    parts = []
    for i, word in enumerate(spoken):
        place = _PLACES.get(word.kind)
        if place is None:
            parts.append(word.text if word.kind in ("word", "sign") else f"NAME{i}")
        else:
            parts.append(f"{place}{i}")
            names[parts[-1]] = word.text
    return " ".join(parts), names
