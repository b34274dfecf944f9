"""
Regular expressions that are matched in linear time.

Python's matcher backtracks: ``(a+)+b`` needs exponential time, and flows may be untrusted. RE2 builds an
automaton instead; it refuses what has none (back-references, lookaround) and limits repetitions to 1,000
and memory to 1 MB. A profile of Python's syntax with a bound on the number of ways to split a text was
tried before: it refused card numbers and IBANs, while ``a?`` 24 times took 2.4 s.
"""

from __future__ import annotations

import re
from re import _parser as parsed_by_python  # type: ignore[attr-defined]
from typing import Any, Protocol, cast

from ..errors import KempeError

#: Limit of the length of a pattern.
MAX_PATTERN = 1000

_MEMORY = 1 << 20

#: Texts that Python reads in another way than RE2, or warns of.
_DIFFERENT = ("[[", "[:", "{,", "--", "&&", "~~", "||")

#: Width from which Python's parser, whose limit differs between versions, may mean that there is none.
_UNBOUNDED = 2**31


class Pattern(Protocol):
    """Compiled regular expression."""

    pattern: str

    def fullmatch(self, text: str) -> Any:
        """Return a match of the whole text, or None."""


def widths(pattern: str) -> tuple[int, int | None]:
    """
    Return the lengths of the shortest and the longest text of a pattern, the latter None if unbounded.

    RE2 does not tell them, so Python's parser does, which has no public name. What it cannot read, or
    reads in another way, counts as ``(0, None)``.
    """
    if any(text in pattern for text in _DIFFERENT):
        return 0, None
    try:
        least, most = parsed_by_python.parse(pattern).getwidth()
    except (re.error, OverflowError, RecursionError):
        return 0, None
    return least, most if most < _UNBOUNDED else None


def compile_pattern(pattern: str) -> Pattern:
    """
    Compile a regular expression, for ``fullmatch``.

    Raises
    ------
    ValueError
        If the text is not a regular expression in the syntax of RE2.
    KempeError
        If google-re2 is not installed.
    """
    try:
        import re2
    except ModuleNotFoundError as error:
        raise KempeError('patterns need google-re2: pip install "kempe[agents]"') from error
    if len(pattern) > MAX_PATTERN:
        raise ValueError(f"{len(pattern)} characters: expected at most {MAX_PATTERN}")
    options = re2.Options()
    options.max_mem = _MEMORY
    options.log_errors = False
    try:
        return cast("Pattern", re2.compile(pattern, options))
    except re2.error as error:
        reason = error.args[0] if error.args else "not a regular expression"
        text = reason.decode(errors="replace") if isinstance(reason, bytes) else str(reason)
        raise ValueError(text) from None
