"""A text of words between spaces, read in turn: the form of wcsp and UAI files."""

from __future__ import annotations

import math
import re

import numpy as np
from numpy.typing import NDArray

from ...errors import InputError, expected

WORD = re.compile(rb"[^\x00-\x20]+")
#: Largest absolute value of an integer.
MAX_INTEGER = (1 << 63) - 1
#: Bytes that are split into words together, which bounds memory.
WINDOW = 1 << 20


class Words:
    """
    The words of a text.

    Attributes
    ----------
    at
        Position of the first unread byte.
    """

    def __init__(self, text: str, path: str) -> None:
        self.data = text.encode()
        self.path = path
        self.at = 0
        self._last = 0

    @property
    def most(self) -> int:
        """Upper bound on the number of words."""
        return len(self.data) // 2 + 1

    def line(self, at: int | None = None) -> int:
        """Return the line of a position, by default that of the last word."""
        return self.data.count(b"\n", 0, self._last if at is None else at) + 1

    def error(self, message: str, at: int | None = None) -> InputError:
        """Return an error at a position, by default at the last word."""
        return InputError(message, path=self.path, line=self.line(at))

    def expected(self, what: str, value: object, legal: str, at: int | None = None) -> InputError:
        """Return the error for an illegal value at a position, by default at the last word."""
        return expected(what, value, legal, path=self.path, line=self.line(at))

    def word(self, what: str) -> str:
        """Return the next word."""
        match = WORD.search(self.data, self.at)
        if match is None:
            raise self.error(f"{what}: expected before the end of the file", len(self.data.rstrip()))
        self._last, self.at = match.span()
        return match[0].decode()

    def integer(self, what: str, lowest: int = -MAX_INTEGER, highest: int = MAX_INTEGER) -> int:
        """Return the next word as an integer within limits."""
        word = self.word(what)
        try:
            value = int(word)
        except ValueError:
            value = None
        if value is None or not lowest <= value <= highest:
            limits = [f">= {lowest}"] if lowest > -MAX_INTEGER else []
            limits += [f"<= {highest}"] if highest < MAX_INTEGER else []
            raise self.expected(what, word, " ".join(["an integer", " and ".join(limits)]).rstrip())
        return value

    def numbers(self, count: int, what: str) -> NDArray[np.float64]:
        """Return the next ``count`` words as numbers, none of them NaN."""
        if count > (len(self.data) - self.at) // 2 + 1:
            raise self.error(f"{what}: expected {count} numbers before the end of the file", self.at)
        values = np.empty(count)
        done = 0
        while done < count:
            match = WORD.search(self.data, self.at)
            if match is None:
                end = len(self.data.rstrip())
                raise self.error(f"{what}: expected {count} numbers before the end of the file", end)
            start = match.start()
            end = min(start + WINDOW, len(self.data))
            while end < len(self.data) and self.data[end] > 32:
                end += 1
            words = self.data[start:end].split(None, count - done)
            if len(words) > count - done:
                end -= len(words.pop())
            part = _as_numbers(words)
            if np.isnan(part).any():
                bad = int(np.isnan(part).argmax())
                raise self.expected(what, words[bad].decode(), "a number", self.place(start, bad))
            values[done : done + len(part)] = part
            self._last, self.at = start, end
            done += len(part)
        return values

    def place(self, start: int, number: int) -> int:
        """Return the position of a word, given the number of words between it and ``start``."""
        for _ in range(number + 1):
            match = WORD.search(self.data, start)
            if match is None:
                break
            place, start = match.span()
        return place

    def expect_end(self) -> None:
        """Raise InputError if there are unread words."""
        match = WORD.search(self.data, self.at)
        if match is not None:
            what = "after the last cost function"
            raise self.expected(what, match[0].decode(), "the end of the file", match.start())


def _as_numbers(words: list[bytes]) -> NDArray[np.float64]:
    try:
        return (
            np.array(words, np.bytes_).astype(np.float64) if max(map(len, words)) < 40 else _slow(words)
        )
    except ValueError:
        return _slow(words)


def _slow(words: list[bytes]) -> NDArray[np.float64]:
    return np.array([_number(word) for word in words])


def _number(word: bytes) -> float:
    try:
        return float(word)
    except ValueError:
        return math.nan
