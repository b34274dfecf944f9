"""Roundabout ways to say what has plain words, and reasons that nothing marks as such."""

from __future__ import annotations

import re

_REASON = re.compile(
    r"(?:, *| *- +)(?=(?:it|that one|that) (?:touches|borders|is next to|is adjacent to|is connected to"
    r"|clashes with|would clash with|collides with|conflicts with)\b)",
    re.IGNORECASE,
)
_WAIT = re.compile(
    r"^(?:wait|hold on|hang on)[, ]+(?=(?:what|which|why|how|is|are|can|do|does|who)\b)", re.IGNORECASE
)
_STILL = re.compile(r"^(?:you|u) still (\w+ (?:on|at|for)\b)", re.IGNORECASE)
#: What replaces what.
_ROUNDABOUT = tuple(
    (re.compile(pattern, re.IGNORECASE), plain)
    for pattern, plain in (
        (r"^\s*(?:(?:both|all) of you|you (?:two|all|both)|everyone|everybody|guys|team) *[:,] *", ""),
        (r"(?<!\w)w/(?!o\b)", "with "),
        (r"(?<!\w)w/o(?!\w)", "without"),
        (
            r"\b(?:could|can|may|might|would) i (?:ask|trouble|bother|beg) (?:of )?(?:you|u) "
            r"(?:to|for)\b",
            "please",
        ),
        (
            r"\b(?:(?:i|we) )?would (?:(?:really|very much|much|greatly) )?"
            r"(?:appreciate|welcome|be grateful for|be happy about)\b",
            "i would like",
        ),
        (
            r"\b(?:my|our) (?:ideal|preferred|desired|favou?rite) "
            r"(?:outcome|solution|result|choice|option) (?:is|would be)\b",
            "i would like",
        ),
        (r"\b(?:see to it|ensure|take care|watch out) that\b", "make sure"),
        (
            r"\bwh(?:at|ich) colou?r did (?:you|u) "
            r"(?:end up with|choose|pick|take|get|settle on) (?:on|at|for|in)\b",
            "what color is",
        ),
        (r"\bwhat do (.+) look like\b", r"what color are \1"),
        (r",? either(?=\s*(?:[.!]|$))", ""),
    )
)


def put_plainly(text: str) -> str:
    """Return a text in plain words: "H4 can't be green, it touches h3" gives a reason."""
    for pattern, plain in _ROUNDABOUT:
        text = pattern.sub(plain, text)
    text = _REASON.sub(" because ", text)
    return _STILL.sub(r"are you still \1", _WAIT.sub("", text))
