"""
A chart parser that returns every meaning of a sequence of words.

A grammar is written as text. Word classes are lists of phrases; a rule has a name and a pattern:

``[x]`` is optional, ``(x|y)`` a choice, ``{x}`` any number of repetitions, ``@name`` a word class,
``<name>`` a part with a meaning, and anything else a word. Each part gives the set of the distinct
values of its derivations, so that ambiguity costs time only where meanings differ. Earley parsing by
lark was tried first: 12 ms a sentence for a fifth of these rules, because it builds all derivations.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass

Values = tuple[Hashable, ...]
#: End of a derivation and the values of its parts.
Ends = tuple[tuple[int, Values], ...]
Terminal = Callable[[int], Hashable | None]
#: Parts that are stretches of words: their ends and values, by the place where they begin.
Spans = Mapping[str, Callable[[int], Iterator[tuple[int, Hashable]]]]


@dataclass(frozen=True)
class Words:
    """Phrases of which one has to follow, by their first words."""

    phrases: Mapping[str, tuple[tuple[str, ...], ...]]


@dataclass(frozen=True)
class Part:
    """A part with a meaning."""

    name: str


@dataclass(frozen=True)
class Choice:
    """Alternatives, each a sequence; the empty sequence makes them optional."""

    sequences: tuple[tuple[Item, ...], ...]
    repeated: bool = False


Item = Words | Part | Choice
Action = Callable[..., Hashable | None]

_TOKEN = re.compile(r"<\w+>|@\w+|[\[\](){}|]|[^\s\[\](){}|]+")


class Grammar:
    """Word classes and rules; words of the class ``neutral`` may stand anywhere and have no meaning."""

    def __init__(self) -> None:
        self.rules: dict[str, list[tuple[tuple[Item, ...], Action]]] = {}
        self._classes: dict[str, list[str]] = {}
        self._words: dict[tuple[str, ...], Words] = {}
        self._alternatives: dict[int, dict[str, list[int]]] = {}

    def word_classes(self, text: str) -> None:
        """Add word classes, one on each line: ``name: phrase | phrase``; ``@name`` includes another."""
        for line in _lines(text):
            name, _, phrases = line.partition(":")
            listed: list[str] = []
            for phrase in (part.strip() for part in phrases.split(" | ")):
                listed += self._classes[phrase[1:]] if phrase.startswith("@") else [phrase]
            self._classes[name.strip()] = listed

    @functools.cached_property
    def neutral(self) -> frozenset[str]:
        """Words that may stand anywhere and have no meaning."""
        return frozenset(self._classes["neutral"])

    def rule(self, name: str, pattern: str, action: Action) -> None:
        """Add a rule; the action makes one value of the values of the parts, or rejects them by None."""
        tokens = _TOKEN.findall(pattern)
        items, rest = self._sequence(tokens, 0)
        assert rest == len(tokens), pattern
        self.rules.setdefault(name, []).append((items, action))

    @functools.cached_property
    def _first(self) -> dict[str, set[str]]:
        """First words of each part that has rules."""
        first: dict[str, set[str]] = {name: set() for name in self.rules}
        grown = True
        while grown:
            grown = False
            for name, rules in self.rules.items():
                words = {word for items, _ in rules for word in _first_of(items, first)}
                grown |= not words <= first[name]
                first[name] |= words
        return first

    @functools.cached_property
    def rules_for(self) -> dict[str, dict[str, list[int]]]:
        """
        Numbers of the rules of each part that can begin with a word.

        Terminals stand in angle brackets; the empty word stands for rules that may be empty.
        """
        return {
            name: _by_first([items for items, _ in rules], self._first)
            for name, rules in self.rules.items()
        }

    def alternatives(self, choice: Choice) -> dict[str, list[int]]:
        """Return the numbers of the sequences of a choice that can begin with a word."""
        # A choice lives as long as the grammar, and is too long to be hashed.
        key = id(choice)
        if key not in self._alternatives:
            self._alternatives[key] = _by_first(choice.sequences, self._first)
        return self._alternatives[key]

    def _sequence(self, tokens: Sequence[str], i: int) -> tuple[tuple[Item, ...], int]:
        items: list[Item] = []
        while i < len(tokens) and tokens[i] not in ")]}|":
            token = tokens[i]
            if token in "([{":
                sequences: list[tuple[Item, ...]] = [()] if token != "(" else []
                i += 1
                while True:
                    sequence, i = self._sequence(tokens, i)
                    sequences.append(sequence)
                    if tokens[i] != "|":
                        break
                    i += 1
                items.append(Choice(tuple(sequences), repeated=token == "{"))
            elif token.startswith("<"):
                items.append(Part(token[1:-1]))
            else:
                phrases = tuple(self._classes[token[1:]] if token.startswith("@") else [token])
                # The same object each time, since a chart keeps what it has found by the object.
                items.append(self._words.setdefault(phrases, _words(phrases)))
            i += 1
        return tuple(items), i


def _first_of(items: Sequence[Item], first: Mapping[str, set[str]]) -> set[str]:
    """Return the words with which a sequence can begin, with the empty word if it may be empty."""
    words: set[str] = set()
    for item in items:
        if isinstance(item, Words):
            return words | item.phrases.keys()
        if isinstance(item, Part):
            begins = first.get(item.name, {f"<{item.name}>"})
        else:
            begins = {word for sequence in item.sequences for word in _first_of(sequence, first)}
        words |= begins - {""}
        if "" not in begins:
            return words
    return words | {""}


def _by_first(
    sequences: Sequence[Sequence[Item]], first: Mapping[str, set[str]]
) -> dict[str, list[int]]:
    """Return the numbers of the sequences that can begin with a word."""
    numbers: dict[str, list[int]] = {}
    for i, items in enumerate(sequences):
        for word in _first_of(items, first):
            numbers.setdefault(word, []).append(i)
    return numbers


def _words(phrases: Sequence[str]) -> Words:
    by_first: dict[str, list[tuple[str, ...]]] = {}
    for phrase in dict.fromkeys(phrases):
        first, *more = phrase.split()
        by_first.setdefault(first, []).append(tuple(more))
    return Words({first: tuple(more) for first, more in by_first.items()})


def _lines(text: str) -> Iterator[str]:
    joined = re.sub(r"\n +\|", " |", text)
    for line in joined.split("\n"):
        if line.strip() and not line.startswith("//"):
            yield line.strip()


class Chart:
    """
    Parses of one sequence of words.

    Parameters
    ----------
    spoken
        The words.
    terminals
        Parts that are single words: a function of the place gives the value, or None.
    spans
        Parts that are stretches of words.
    """

    def __init__(
        self,
        grammar: Grammar,
        spoken: Sequence[str],
        terminals: Mapping[str, Terminal],
        spans: Spans | None = None,
    ) -> None:
        self._grammar, self._spoken, self._terminals = grammar, spoken, terminals
        self._spans = spans or {}
        self._parts: dict[tuple[str, int], tuple[tuple[int, Hashable], ...]] = {}
        self._ahead: dict[int, frozenset[str]] = {}
        self._words: dict[tuple[int, int], Ends] = {}

    def meanings(self, name: str) -> list[Hashable]:
        """Return the distinct values of all derivations of the whole sequence."""
        end = len(self._spoken)
        return list(dict.fromkeys(v for j, v in self._part(name, 0) if self._skipped(j) == end))

    def _skipped(self, i: int) -> int:
        while i < len(self._spoken) and self._spoken[i] in self._grammar.neutral:
            i += 1
        return i

    def _places(self, i: int) -> Iterator[int]:
        """Give the places where the next word may be, behind neutral words."""
        while i < len(self._spoken):
            yield i
            if self._spoken[i] not in self._grammar.neutral:
                return
            i += 1

    def _next(self, i: int) -> frozenset[str]:
        """Return the words with which a part that begins at a place can begin, and the empty word."""
        if i not in self._ahead:
            words = {""}
            for k in self._places(i):
                words.add(self._spoken[k])
                words.update(f"<{name}>" for name, of in self._terminals.items() if of(k) is not None)
            words.update(f"<{name}>" for name in self._spans if self._part(name, i))
            self._ahead[i] = frozenset(words)
        return self._ahead[i]

    def _part(self, name: str, i: int) -> tuple[tuple[int, Hashable], ...]:
        key = name, i
        if key not in self._parts:
            self._parts[key] = ()
            self._parts[key] = tuple(dict.fromkeys(self._derived(name, i)))
        return self._parts[key]

    def _derived(self, name: str, i: int) -> Iterator[tuple[int, Hashable]]:
        terminal = self._terminals.get(name)
        if terminal is not None:
            for k in self._places(i):
                value = terminal(k)
                if value is not None:
                    yield k + 1, value
            return
        if name in self._spans:
            if i < len(self._spoken):
                yield from self._spans[name](i)
            return
        rules = self._grammar.rules[name]
        for number in self._able(self._grammar.rules_for[name], i):
            items, action = rules[number]
            for j, values in self._sequence(items, i):
                value = action(*values)
                if value is not None:
                    yield j, value

    def _sequence(self, items: tuple[Item, ...], i: int) -> Ends:
        ends: Ends = ((i, ()),)
        for item in items:
            if len(ends) == 1:
                k, before = ends[0]
                found = self._item(item, k)
                ends = tuple([(j, before + more) for j, more in found]) if before else found
            else:
                ends = tuple(
                    dict.fromkeys(
                        [(j, before + more) for k, before in ends for j, more in self._item(item, k)]
                    )
                )
            if not ends:
                break
        return ends

    def _item(self, item: Item, i: int) -> Ends:
        """Return the distinct ends of an item that begins at a place."""
        if isinstance(item, Part):
            return tuple([(j, (value,)) for j, value in self._part(item.name, i)])
        if isinstance(item, Choice):
            return self._choice(item, i)
        key = id(item), i
        if key not in self._words:
            self._words[key] = tuple(dict.fromkeys(self._phrases(item, i)))
        return self._words[key]

    def _phrases(self, item: Words, i: int) -> Iterator[tuple[int, Values]]:
        for k in self._places(i):
            for more in item.phrases.get(self._spoken[k], ()):
                if tuple(self._spoken[k + 1 : k + 1 + len(more)]) == more:
                    yield k + 1 + len(more), ()

    def _choice(self, item: Choice, i: int) -> Ends:
        found = ends = dict.fromkeys(self._alternatives(item, i))
        while item.repeated and ends:
            ends = dict.fromkeys(
                (j, before + more)
                for k, before in ends
                if k > i
                for j, more in self._alternatives(item, k)
                if j > k
            )
            found = {**found, **ends}
        return tuple(found)

    def _alternatives(self, item: Choice, i: int) -> Iterator[tuple[int, Values]]:
        for number in self._able(self._grammar.alternatives(item), i):
            yield from self._sequence(item.sequences[number], i)

    def _able(self, numbers: Mapping[str, list[int]], i: int) -> list[int]:
        """Return in order the numbers of the sequences that can begin at a place."""
        able = [numbers[word] for word in self._next(i) if word in numbers]
        return able[0] if len(able) == 1 else sorted({number for each in able for number in each})


__all__ = ["Chart", "Grammar"]
