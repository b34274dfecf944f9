"""
Texts of words and nested brackets, as loose as toulbar2 reads its cfn files.

Quotes, commas and colons may be missing, and braces and brackets are equivalent. Long lists of numbers
stay text until they are needed, so that a table of a million costs is not a million objects.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...errors import InputError

TOKEN = re.compile(
    r'^#[^\n]*|"([^"]*)"|([\[{])|([\]}])|((?:[-+]?[0-9.][^\s\[\]{},:"]*[\s,]+){8,})|([^\s\[\]{},:"]+)',
    re.MULTILINE,
)
#: Brackets within each other.
MAX_DEPTH = 32
#: Words and brackets, lists of numbers counting as one.
MAX_TOKENS = 1 << 20


@dataclass(frozen=True, slots=True)
class Word:
    """A string or number, and its place in the text."""

    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Run:
    """At least eight numbers in a row, and their place in the text."""

    text: str
    at: int

    def words(self) -> list[Word]:
        """Return the numbers one by one."""
        return [Word(text, self.at) for text in _split(self.text)]


@dataclass(frozen=True, slots=True)
class Group:
    """The contents of two brackets, and their place in the text."""

    items: list[Word | Run | Group]
    at: int

    def parts(self) -> list[Word | Group]:
        """Return the contents with all numbers one by one."""
        listed: list[Word | Group] = []
        for item in self.items:
            if isinstance(item, Run):
                listed += item.words()
            else:
                listed.append(item)
        return listed

    def leaves(self) -> Iterator[Word | Run]:
        """Yield all words in all depths."""
        stack = [iter(self.items)]
        while stack:
            for item in stack[-1]:
                if isinstance(item, Group):
                    stack.append(iter(item.items))
                    break
                yield item
            else:
                stack.pop()

    def words(self) -> list[Word]:
        """Return all words in all depths, numbers one by one."""
        listed: list[Word] = []
        for leaf in self.leaves():
            listed += leaf.words() if isinstance(leaf, Run) else [leaf]
        return listed

    def numbers(self) -> NDArray[np.float64]:
        """Return all words in all depths as numbers; ValueError if one is not."""
        parts = [
            np.array(_split(leaf.text) if isinstance(leaf, Run) else [leaf.text], np.str_)
            for leaf in self.leaves()
        ]
        return np.concatenate([np.empty(0), *(part.astype(np.float64) for part in parts)])


def _split(text: str) -> list[str]:
    return text.replace(",", " ").split()


def tree(text: str, path: str) -> Group:
    """
    Return the contents of the one pair of brackets that a text consists of.

    Raises
    ------
    InputError
        If the text is something else, or too deep or too long.
    """

    def error(message: str, at: int) -> InputError:
        return InputError(message, path=path, line=text.count("\n", 0, at) + 1)

    root = Group([], 0)
    stack = [root]
    for count, match in enumerate(TOKEN.finditer(text)):
        if count > MAX_TOKENS:
            raise error(f"expected at most {MAX_TOKENS} words, lists of numbers aside", match.start())
        quoted, opening, closing, run, bare = match.groups()
        if opening:
            group = Group([], match.start())
            stack[-1].items.append(group)
            stack.append(group)
            if len(stack) > MAX_DEPTH:
                raise error(
                    f"{opening!r}: expected at most {MAX_DEPTH} brackets in each other", group.at
                )
        elif closing:
            stack.pop()
            if not stack:
                raise error(f"{closing!r}: expected an opening bracket before it", match.start())
        elif run:
            stack[-1].items.append(Run(run, match.start()))
        elif (word := quoted if bare is None else bare) is not None:
            stack[-1].items.append(Word(word, match.start()))
    # toulbar2's own tutorials leave the outermost bracket open.
    if len(stack) > 2:
        raise error("this bracket: expected a closing one", stack[-1].at)
    if len(root.items) != 1 or not isinstance(root.items[0], Group):
        raise error("expected one object and nothing else", 0)
    return root.items[0]
