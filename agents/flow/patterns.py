"""
Regular expressions with bounded cost.

Python's matcher backtracks: ``(a+)+b`` needs exponential time. Flows may be untrusted, so patterns are
restricted to a profile with bounded cost: characters, classes, escapes,
groups and alternatives, quantifiers on single characters, and ``?`` on groups. Each variable part
multiplies the number of ways in which a text may be split; the product must stay below 2^25, for
texts of at most 256 characters.
"""

from __future__ import annotations

import re

MAX_TEXT = 256
MAX_WAYS = 2**25

_TOKEN = re.compile(
    r"(?P<escape>\\[^0-9])"
    r"|(?P<class>\[\^?\]?(?:\\.|[^\]\\])*\])"
    r"|(?P<open>\((?:\?:)?(?!\?))"
    r"|(?P<close>\))"
    r"|(?P<bar>\|)"
    r"|(?P<quantifier>(?:[*+?]|\{\d{1,4}\}|\{\d{1,4},\d{0,4}\})\??)"
    r"|(?P<char>[^\\\[\](){}*+?|])",
    re.DOTALL,
)


def compile_pattern(pattern: str) -> re.Pattern[str]:
    """
    Compile a pattern of the profile, for ``fullmatch``.

    Raises
    ------
    ValueError
        If the text is not a regular expression of the profile; the message has reason and position.
    """
    ways, position, previous = 1, 0, "start"
    while position < len(pattern):
        token = _TOKEN.match(pattern, position)
        if token is None:
            raise ValueError(f"column {position + 1}: {pattern[position:][:8]!r} is not allowed")
        kind = token.lastgroup or ""
        if kind == "quantifier":
            if previous == "close" and not token[0].startswith("?"):
                raise ValueError(f"column {position + 1}: a group may be optional, not repeated")
            ways *= _choices(token[0])
        elif kind == "bar":
            ways *= 2
        if ways > MAX_WAYS:
            raise ValueError(f"column {position + 1}: too many variable parts, it may match for hours")
        position, previous = token.end(), kind
    try:
        return re.compile(pattern)
    except (re.error, OverflowError) as error:
        raise ValueError(str(error)) from None


def _choices(quantifier: str) -> int:
    """Return the number of lengths of the repeated part."""
    if quantifier[0] == "?":
        return 2
    if quantifier[0] in "*+":
        return MAX_TEXT + 1
    low, comma, high = quantifier.rstrip("?")[1:-1].partition(",")
    if not comma:
        return 1
    return max(1, int(high or MAX_TEXT) - int(low) + 1)
