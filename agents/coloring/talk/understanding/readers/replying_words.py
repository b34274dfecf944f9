"""
Patterns of the parts of answers that leave out the node: ``replying.txt``.

N stands for nodes and C for colors; the first pattern that a whole part matches gives its act.
"""

from __future__ import annotations

import re
from importlib import resources

from ...reading import ReadingKind

_YES = re.compile(
    r"(?:yes|sure|agreed|deal|of course|certainly|gladly|absolutely|exactly|right|fine|alright)(?: |$)"
)
_NO = re.compile(
    r"(?:no (?:way|thanks|thank you|need|chance|deal)|no|never|(?:rather not|not really)(?! C)"
    r"|(?:neither|none)(?= it\b|$))(?: |$)"
)
#: "No blue" excludes a color, and "no limits" leaves all of them.
_NOT_NO = re.compile(
    r"(?:no|never) (?:C|N|limits?|more|other|restrictions?|preferences?|matter|can do|idea|clue)\b"
)
_LEAD = re.compile(
    r"(?:ok|well|so|oh|ah|hm+|um|please|sorry|actually|hey|hi|hello|thanks|thank you|great|good|nice"
    r"|perfect|cool|i see|i know|got it|understood|noted|in that case|honestly|look|dear|man|true"
    r"|my bad|oops|then|just|finally|otherwise|or else|for now|right now|at the moment|currently"
    r"|let me (?:think|see)"
    r"|and(?! (?:C|if|with|what|how|which|to)\b)|but)(?: |$)"
)


def lead_of(said: str) -> tuple[ReadingKind | None, str]:
    """Return the stance with which a part begins, and the rest."""
    stance: ReadingKind | None = None
    while True:
        if found := _LEAD.match(said):
            pass
        elif found := _YES.match(said):
            stance = "agree"
        elif not _NOT_NO.match(said) and (found := _NO.match(said)):
            stance = "refuse"
        else:
            return stance, said
        said = said[found.end() :].strip()


def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return the acts of the file with their patterns, in order."""
    text = resources.files(__package__).joinpath("replying.txt").read_text(encoding="utf-8")
    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith("    "):
            # A space before the first sign of the next line belongs to the pattern there.
            lines[-1] += line[4:]
        elif line and not line.startswith("//"):
            lines.append(line)
    names: dict[str, str] = {}
    found: list[tuple[str, re.Pattern[str]]] = []
    for line in lines:
        act, _, pattern = line.partition(": ")
        pattern = re.sub(r"@([a-z_]+?)(?=@|$|[^a-z_]|C\b)", lambda name: names[name[1]], pattern)
        if act.startswith("@"):
            names[act[1:]] = pattern
        else:
            found.append((act, re.compile(pattern)))
    return tuple(found)


#: Acts with the patterns of parts of answers.
PATTERNS = _patterns()
