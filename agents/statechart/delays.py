"""Delays: ticks, or CSS times as in SCXML. A second is 1000 ticks."""

from __future__ import annotations

import re
from fractions import Fraction

TICKS_PER_SECOND = 1000
_TIME = re.compile(r"\+?(\d+|\d*\.\d+)\s*(ms|s|)\Z")


def ticks_of(text: str) -> int | None:
    """
    Return a delay in ticks: ``"5"`` is 5, ``"1.5s"`` and ``"1500ms"`` are 1500.

    Returns
    -------
    int or None
        None if the text is not a delay, or not a whole number of ticks.
    """
    found = _TIME.match(text.strip())
    if found is None:
        return None
    seconds = {"ms": Fraction(1, 1000), "s": Fraction(1), "": Fraction(1, TICKS_PER_SECOND)}
    ticks = Fraction(found[1]) * seconds[found[2]] * TICKS_PER_SECOND
    return int(ticks) if ticks.denominator == 1 else None
