"""What a person asks in general: whether there are conflicts, whether all is done, how things are."""

from __future__ import annotations

import re

#: Questions by what they ask, each the last sentence of a message.
_QUESTIONS = {
    "conflicts": re.compile(
        r"^(?:(?:hi|hello|hey|ok|so|and|but)[, ]+)?"
        r"(?:do (?:we|you|i)|are there|is there|have (?:we|you)|got)"
        r"(?: \w+){0,4}? (?:any |a |some )?(?:open |more )?(?:conflicts?|clash(?:es)?)"
        r"(?: (?:now|left|at the moment|right now|between us|on your side|so far|at all))*$",
        re.IGNORECASE,
    ),
    "done": re.compile(
        r"^(?:(?:hi|hello|hey|ok|so|and|but)[, ]+)?(?:are (?:we|you)|is (?:everything|all)|is that)"
        r"(?: (?:all|already|now|then|both))* (?:done|finished|ready|through|solved|settled)"
        r"(?: (?:now|yet|then|already|here))*$",
        re.IGNORECASE,
    ),
    "well": re.compile(
        r"^(?:(?:hi|hello|hey|ok|so|and)[,! ]+)?how (?:is|are|'s) (?:it|things|everything|you|all)"
        r"(?: (?:going|doing|looking|now|so far|on your side))*$",
        re.IGNORECASE,
    ),
}


def asks(text: str) -> str:
    """
    Return what a message asks, with no other question: ``conflicts``, ``done`` or ``well``.

    An empty text stands for anything else.
    """
    parts = [
        part.strip() for part in re.split(r"[.!?]+", text.replace("how's", "how is")) if part.strip()
    ]
    if not parts or text.count("?") > 1:
        return ""
    return next((name for name, of in _QUESTIONS.items() if of.match(parts[-1])), "")
