"""The words of clauses by what they add to a meaning: a word or phrase may belong to several classes."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources

from ..grammar.frames import forms_in

#: Classes of verbs by the names of ``verbs.txt`` of the grammar, and the endings of their four forms.
_VERBS = {
    "set": "SET",
    "use": "SET",
    "turn": "SET",
    "keep": "KEEP",
    "stick": "KEEP",
    "avoid": "AVOID",
    "change": "CHANGE",
}

Phrases = Mapping[str, tuple[tuple[tuple[str, ...], str], ...]]


@functools.cache
def lexicon() -> Phrases:
    """Return the phrases with their classes by first words, the longest first."""
    talk = __package__.rpartition(".")[0]
    own = (resources.files(__package__) / "lexicon.txt").read_text(encoding="utf-8")
    verbs = (resources.files(f"{talk}.grammar") / "verbs.txt").read_text(encoding="utf-8")
    found: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for name, phrases in [*_classes(own), *_verb_classes(verbs)]:
        for phrase in phrases:
            first, *_ = split = tuple(phrase.split())
            found.setdefault(first, []).append((split, name))
    return {first: tuple(sorted(some, key=lambda one: -len(one[0]))) for first, some in found.items()}


def _classes(text: str) -> Iterator[tuple[str, list[str]]]:
    for line in re.sub(r"\n +\|", " |", text).split("\n"):
        if line.strip() and not line.startswith("//"):
            name, _, phrases = line.partition(": ")
            yield name, [phrase.strip() for phrase in phrases.split(" | ") if phrase.strip()]


def _verb_classes(text: str) -> Iterator[tuple[str, list[str]]]:
    for line in forms_in(text):
        name, _, phrases = line.partition(": ")
        verb, _, form = name.rpartition("_")
        if verb in _VERBS:
            yield f"{_VERBS[verb]}{form}", phrases.split(" | ")
            if verb == "set":
                yield "MAKE", phrases.split(" | ")


def classes_at(words: Sequence[str], i: int) -> tuple[frozenset[str], int]:
    """Return the classes of the longest phrase at a place and where it ends; none for other words."""
    longest, end = set[str](), i
    for phrase, name in lexicon().get(words[i], ()):
        if i + len(phrase) < end:
            break
        if tuple(words[i : i + len(phrase)]) == phrase:
            end = i + len(phrase)
            longest.add(name)
    return frozenset(longest), max(end, i + 1)


__all__ = ["classes_at", "lexicon"]
