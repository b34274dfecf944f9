"""A text of words between spaces, read one after another, as wcsp and UAI files are."""

from __future__ import annotations

import math
import re

import numpy as np
from numpy.typing import NDArray

from ...errors import InputError


class Words:
    """
    The words of a text and how many are used up.

    Attributes
    ----------
    at
        Position of the next word.
    """

    def __init__(self, text: str, path: str) -> None:
        self.text = text
        self.path = path
        self.words = text.split()
        self.at = 0

    def error(self, message: str, at: int | None = None) -> InputError:
        """An error at a word, the last one used if none is given, with its line."""
        at = self.at - 1 if at is None else at
        line = 1
        # Lines are not kept, since only an error asks for one.
        for i, match in enumerate(re.finditer(r"\S+", self.text)):
            if i == at or i == len(self.words) - 1:
                line = self.text.count("\n", 0, match.start()) + 1
                break
        return InputError(message, path=self.path, line=line)

    def word(self, what: str) -> str:
        """The next word."""
        if self.at >= len(self.words):
            raise self.error(f"the file ends where {what} is expected", len(self.words))
        self.at += 1
        return self.words[self.at - 1]

    def integer(self, what: str, lowest: float = -math.inf, highest: float = math.inf) -> int:
        """The next word as an integer within limits."""
        word = self.word(what)
        try:
            value = int(word)
        except ValueError:
            value = None
        if value is None or not lowest <= value <= highest:
            limits = "".join(
                [
                    f" >= {lowest}" if lowest > -math.inf else "",
                    f" <= {highest}" if highest < math.inf else "",
                ]
            )
            raise self.error(
                f"{what}: {word!r}, expected an integer{limits.replace(' <=', ' and <=', 1)}"
            )
        return value

    def numbers(self, count: int, what: str) -> NDArray[np.float64]:
        """The next ``count`` words as numbers; none is NaN."""
        words = self.words[self.at : self.at + count]
        if len(words) < count:
            raise self.error(f"the file ends within {what}", len(self.words))
        try:
            values = np.array(words, np.float64)
        except ValueError:
            values = np.array([_number(word) for word in words])
        if np.isnan(values).any():
            bad = int(np.isnan(values).argmax())
            raise self.error(f"{what}: {words[bad]!r}, expected a number", self.at + bad)
        self.at += count
        return values

    def expect_end(self) -> None:
        """Refuse words behind what was to be read."""
        if self.at < len(self.words):
            raise self.error(f"{self.words[self.at]!r} behind the last cost function", self.at)


def _number(word: str) -> float:
    try:
        return float(word)
    except ValueError:
        return math.nan
