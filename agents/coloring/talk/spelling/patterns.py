"""Patterns of names, colors and denials in what people write, and tables that put it plainly."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

NAME = r"[a-z]{1,2}\d+"
MY, YOUR = rf"(?:my )?({NAME})", rf"(?:your )?({NAME})"
#: A word where a color may stand, and the same as a group.
A_COLOR = (
    r"(?!(?:now|still|though|then|please|here|yet|too|again|only|also|there|not|no|is|are|and|or"
    r"|sorry|thanks)\b)[a-z]+"
)
COLOR = rf"({A_COLOR})"
CANNOT = r"(?:(?:could|can|must|may) not|(?:could|must)n'?t|cannot|can'?t)"
#: The end of a statement.
END = r"(?=\s*[.!]*\s*$)"

#: What stands for a match: words, or a function of it.
Plain = str | Callable[[re.Match[str]], str]


def compiled(rules: Sequence[tuple[str, Plain]]) -> tuple[tuple[re.Pattern[str], Plain], ...]:
    """Compile patterns that ignore case, each with what stands for its match."""
    return tuple((re.compile(pattern, re.IGNORECASE), plain) for pattern, plain in rules)


def rewritten(text: str, rules: Sequence[tuple[re.Pattern[str], Plain]]) -> str:
    """Return a text after each rule in turn has replaced what it matches."""
    for pattern, plain in rules:
        text = pattern.sub(plain, text)
    return text
