"""Delays: ticks, or CSS times as SCXML writes them. A second is a thousand ticks."""

from __future__ import annotations

import re
from fractions import Fraction

TICKS_PER_SECOND = 1000
_TIME = re.compile(r"\+?(\d+|\d*\.\d+)\s*(ms|s|)\Z")


def ticks_of(text: str) -> int | None:
    """
    Read a delay: ``"5"`` is five ticks, ``"1.5s"`` and ``"1500ms"`` are 1500.

    Returns
    -------
    int or None
        None if the text is no delay, or no whole number of ticks.
    """
    found = _TIME.match(text.strip())
    if found is None:
        return None
    seconds = {"ms": Fraction(1, 1000), "s": Fraction(1), "": Fraction(1, TICKS_PER_SECOND)}
    ticks = Fraction(found[1]) * seconds[found[2]] * TICKS_PER_SECOND
    return int(ticks) if ticks.denominator == 1 else None
