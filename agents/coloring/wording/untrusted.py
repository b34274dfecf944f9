"""
Text from outside, made safe before it is read or shown.

Terminal escapes, control and direction characters and zero-width characters are removed; look-alikes of
ASCII signs (full-width letters, typographic quotes, arrows, dashes) are replaced by them; long texts are
cut, and the result says so.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

#: Length at which messages are cut, in characters.
MAX_LENGTH = 2000

# CSI and OSC sequences, the latter with its text; then any other escape with the character it takes.
_ESCAPES = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b\]|\x9d)[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?|\x1b.?"
)
_SIGNS = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u0060\u00b4", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
        **dict.fromkeys("\u2192\u27a1\u21d2\u27f6", "->"),
        "\u2026": "...",
    }
)
#: Control, format (directions, zero width), private use, surrogates, unassigned.
_UNSEEN = frozenset({"Cc", "Cf", "Co", "Cs", "Cn"})


@dataclass(frozen=True)
class Clean:
    """A safe text; ``cut`` is the number of characters removed from its end."""

    text: str
    cut: int = 0


def clean(text: str, limit: int = MAX_LENGTH) -> Clean:
    """Return a text safe to read and to show; line breaks stay, other space becomes one blank."""
    kept, cut = text[:limit], max(0, len(text) - limit)
    kept = _ESCAPES.sub("", kept)
    kept = unicodedata.normalize("NFKC", kept.translate(_SIGNS)).translate(_SIGNS)
    kept = "".join(
        c if c == "\n" else " " if c in "\t\r\v\f" else "" if unicodedata.category(c) in _UNSEEN else c
        for c in kept
    )
    lines = (" ".join(line.split()) for line in kept.split("\n"))
    return Clean("\n".join(lines).strip(), cut)


def fenced(text: str, name: str = "message") -> str:
    """Return a text as data for a prompt, between marks that it cannot contain."""
    inner = clean(text).text.replace("<", "(").replace(">", ")")
    return f"<{name}>\n{inner}\n</{name}>"
