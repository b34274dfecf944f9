"""
Answers to the question which colors of a node are not wanted, put as what it can not be.

To "Is there a color that you do not want on h2?" it is "green, I'm afraid" that rules green out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...view import View
from ..tokens import Token, outline

_NOT = r"(?:not|don'?t|doesn'?t|shouldn'?t|can'?t|cannot|mustn'?t|couldn'?t|never)"
_ASKS = re.compile(
    rf"\b(?:which|what|is there|are there|any)\b[^?]*\bcolou?rs?\b[^?]*"
    rf"\b(?:{_NOT}\b[^?]*\b(?:want|like|wish|have|be|use|take|work)|avoid|exclude|rule out|unwanted)\b"
    r"[^?]*\?$"
)
_LEAD = (
    r"(?:(?:yes|jep|jup|hm+|um|uh+|er|well|ok|oh|sure|only|just"
    r"|i guess|i think|i suppose|indeed|actually|there is"
    r"|that would be|it would be|it is|i would say|i do not want|i want no|no|not|anything|all) |, )*"
)
_BEHIND = (
    r"(?: (?:[.,;!-]|please|thanks|thank you|i am afraid|i guess|i think|i suppose|that is (?:it|all)"
    r"|is the one|only|if possible|at all|for me|actually|really|sorry))*"
)
_COLORS = r"COLOR(?: (?:(?:,|and|or|nor|/) )*(?:i guess )?COLOR)*"
_ANSWER = re.compile(rf"{_LEAD}(?P<colors>{_COLORS}){_BEHIND}")
#: The same before more that wants nothing: "green. The rest is fine", "red, but blue is ok".
_FIRST = re.compile(
    rf"{_LEAD}(?P<colors>{_COLORS})(?: (?:[.,;!-]|because|since|as|but)){{1,2}} "
    r"(?:COLOR (?:is|would be) (?:ok|fine|good|possible|alright|no problem)(?: [.!])*"
    r"|(?!.*\b(?:COLOR|want|need|like|love|prefer|wish|please|(?:it|that|this) (?:should|must|has to) be"
    r"|is (?:good|best))\b).*)"
)
#: What turns the answer around.
_BUT = re.compile(r"\b(?:anything|everything|all|any) (?:but|except)\b|\bexcept\b")


def asks_for_unwanted(said: str) -> bool:
    """Return whether the agent asks last which colors are not wanted."""
    return _ASKS.search(re.split(r"(?<=[.!?])\s+|\n", said.strip())[-1].casefold()) is not None


def as_unwanted(tokens: Sequence[Token], view: View, about: Sequence[str], said: str) -> list[Token]:
    """
    Return an answer that names colors as what the node that was asked about can not be.

    Parameters
    ----------
    about, said
        Nodes and words of the question.
    """
    spoken = [token for token in tokens if token.text != "\n"]
    if len(about) != 1 or not asks_for_unwanted(said) or any(one.quoted for one in spoken):
        return list(tokens)
    answer = outline(spoken)
    found = _ANSWER.fullmatch(answer) or _FIRST.fullmatch(answer)
    if found is None or _BUT.search(answer):
        return list(tokens)
    start, end = (answer[: found.start("colors")].count(" "), answer[: found.end("colors")].count(" "))
    colors = [token for token in spoken[start : end + 1] if token.is_color]
    listed = [one for color in colors for one in (Token("word", "or"), color)][1:]
    own = about[0] in view.own
    denied = [Token("word", "can"), Token("word", "not"), Token("word", "be")]
    return [Token("own" if own else "foreign", about[0]), *denied, *listed]
