"""
Dictated messages: names and signs that are said as words.

"h one is blue full stop" is "h1 is blue.", "bee two" is b2, and "what color is b two question mark"
asks. A letter with a number is a node only if the agent sees it; "a two" may also begin a noun, and "a
for" an aim. In a telegram "STOP" is a full stop; "MAKE A2 RED, STOP" and "stop making a2 red" mean the
word.
"""

from __future__ import annotations

import re

from ...view import View
from ..wordlist import words

_DIGITS = {
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
    "eight": "8", "nine": "9", "ten": "10", "for": "4",
}  # fmt: skip
#: Names of letters that are no other words beside a number.
_LETTERS = {"bee": "b", "cee": "c", "dee": "d", "aitch": "h", "haitch": "h"}
_SPOKEN = re.compile(
    r"(?<![\w'])(?:(?P<verb>change|make|set|turn|switch|put|paint|keep|leave|move|color|colour|my|your)"
    rf" )?(?P<letter>[a-z]|{'|'.join(_LETTERS)})[ -]"
    r"(?P<number>one|two|three|four|five|six|seven|eight|nine|ten|for)(?![\w-])"
    r"(?= *(?P<next>[a-z']+|[^\w\s]|$))",
    re.IGNORECASE,
)
#: Words behind "a two" that go on with a sentence about a node.
_GOES_ON = words(
    """
    is are has to be i you it stays stay should must can cannot can't could will would goes go needs
    need comma full question isn't may might won't please now becomes turns
    """
)
_SIGNS = tuple(
    (re.compile(rf"[ ,]*(?<!\ba )(?<!\bthe )\b(?:{said})\b[ .?!]*", re.IGNORECASE), sign)
    for said, sign in (
        ("question mark", "? "),
        ("exclamation (?:mark|point)", "! "),
        ("comma", ", "),
        ("new (?:line|paragraph)", ", "),
        ("full stop(?= +[a-z])", ". "),
    )
)
#: "Stop" behind a word without a sign before it, at the end or before another word.
_STOP = re.compile(r"(?<=[\w)])(?: full stop|(?<!\bfull) stop)\b(?:[ .]+(?=\w)|[ .]*$)", re.IGNORECASE)
#: "Stop" as a verb, and what asks for an end of it where there is only one.
_STOPS = re.compile(
    r"\b(?:and|or|then|not|never|[a-z]+n'?t|cannot|to|must|should|will|would|can|could|does|you|i|we|it"
    r"|that|this|what|who|which|[a-z]*thing|no|wait) stop\b"
    r"|\bstop (?:it|that|this|there|here|[a-z]+ing)\b",
    re.IGNORECASE,
)
_STATES = re.compile(r"\b(?:is|are|was|has|must|can|cannot|can't)\b", re.IGNORECASE)
_BEGS = re.compile(
    r"\b(?:please|pls|plz|now|just) stop\b|\bstop (?:please|pls|plz|now)\b", re.IGNORECASE
)


def dictated(text: str, view: View) -> str:
    """Return a text with nodes and signs in place of the words that stand for them."""
    text = _with_full_stops(text)
    text = _SPOKEN.sub(lambda found: _node(found, view), text)
    for pattern, sign in _SIGNS:
        text = pattern.sub(sign, text)
    return text.rstrip(" ")


def _with_full_stops(text: str) -> str:
    """Return a telegram with full stops; one small "stop" behind an order may take it back."""
    stops = len(_STOP.findall(text))
    if not stops or _STOPS.search(text) or (stops == 1 and _BEGS.search(text)):
        return text
    if stops == 1 and not text.isupper() and re.search(r"\bstop[ .]*$", text, re.IGNORECASE) is None:
        return text
    telegram = text.isupper() or (stops > 1 and text.lower().rstrip(" .").endswith("stop"))
    ends = telegram or _STATES.search(text) is not None
    return _STOP.sub(lambda found: ". " if ends or "full" in found[0].lower() else ", stop ", text)


def _node(found: re.Match[str], view: View) -> str:
    letter = found["letter"].lower()
    name = _LETTERS.get(letter, letter) + _DIGITS[found["number"].lower()]
    behind = found["next"].casefold()
    goes_on = behind in _GOES_ON or not behind.isalpha() or view.color_name(behind) is not None
    article = found["letter"].casefold() == "a" and not goes_on
    aim = found["number"].casefold() == "for" and not (
        found["verb"] and (behind in ("to", "in", "into") or view.color_name(behind) is not None)
    )
    if view.node_name(name) is None or article or aim:
        return found[0]
    return f"{found['verb']} {name}" if found["verb"] else name
