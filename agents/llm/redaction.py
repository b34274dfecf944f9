"""Removal of keys from texts: error messages of servers and libraries may quote them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

HIDDEN = "[key]"

_ENDS = ("_API_KEY", "_TOKEN", "_SECRET", "_PASSWORD", "_ACCESS_KEY")
_SHAPES = re.compile(
    r"\b(?:sk|pk|rk|gsk|xai|hf)[-_][A-Za-z0-9*_\-]{6,}|(?<=Bearer )\S+|(?<=://)[^/\s@]+(?=@)"
)
#: Shorter values may be ordinary words.
_SHORTEST = 6


def redacted(text: str, secrets: Iterable[str | None] = ()) -> str:
    """
    Replace secrets in a text: the given ones, those of the environment, and whatever looks like a key.

    Parameters
    ----------
    text
        Text of a message.
    secrets
        Known keys.
    """
    environment = (value for name, value in os.environ.items() if name.upper().endswith(_ENDS))
    known = {secret for secret in (*secrets, *environment) if secret and len(secret) >= _SHORTEST}
    for secret in sorted(known, key=len, reverse=True):
        text = text.replace(secret, HIDDEN)
    return _SHAPES.sub(HIDDEN, text)
