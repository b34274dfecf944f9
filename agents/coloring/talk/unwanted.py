"""
Answers to the question which colors of a node are not wanted, put as what it can not be.

To "Is there a color that you do not want on h2?" it is "green, I'm afraid" that rules green out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..view import View
from .tokens import Token, outline

_NOT = r"(?:not|don'?t|doesn'?t|shouldn'?t|can'?t|cannot|mustn'?t|couldn'?t|never)"
_ASKS = re.compile(
    r"\b(?:which|what|(?:is|are) there (?:an?|any))\b[^?.,]{0,30}\bcolou?rs?\b[^?.,]{0,30}"
    rf"\b(?:{_NOT}\b[^?.,]{{0,15}}\b(?:want|like|have|be|take|use)|avoid|exclude|rule out)"
    r"(?: (?:(?:on|for|at|in|of|to have|to be) )?(?:my |your )?[a-z]{1,2}\d+)?\?$"
)
_LEAD = (
    r"(?:(?:yes|jep|jup|hm+|um|uh+|er|well|ok|oh|sure|i guess|i think|i suppose|indeed|actually|there is"
    r"|that would be|it would be|it is|i would say|i do not want|i want no) |, )*"
)
_BEHIND = (
    r"(?: (?:[.,;!-]|please|thanks|thank you|i am afraid|i guess|i think|i suppose|that is (?:it|all)"
    r"|is the one|if possible|at all|for me|actually|really|sorry))*"
)
_COLORS = r"COLOR(?: (?:(?:,|and|or|nor|/) )*(?:i guess )?COLOR)*"
_ANSWER = re.compile(rf"{_LEAD}(?P<colors>{_COLORS}){_BEHIND}")
_REST = (
    r"(?:the |any |every|both )?(?:rest|others?|other two|(?:any|every)thing else|else"
    r"|either(?: one)? of the (?:others?|other two))"
)
#: The same before a reason, or before what is said of the other colors: "green. h3 is green", "green.
#: The rest is fine".
_FIRST = re.compile(
    rf"(?:(?:only|just) )?{_LEAD}(?P<colors>{_COLORS})(?: (?:[.,;!-]|but|and))*"
    rf"(?: (?:with )?{_REST} (?!.*\b(?:COLOR|not|no|never|bad)\b).*\b(?:fine|ok|live|content|good"
    r"|great|works?|happy|accept|possible|suits?)\b.*"
    r"| COLOR (?:is|would be) (?:ok|fine|good|possible)(?: [.!])*"
    r"| (?:because|since|as) (?:(?:of|my|its|the|it is next to|it touches) )*"
    r"(?:NODE|[a-z]\d|neighbou?rs?)\b(?: (?:is|are|has) \w+)?(?: [.!])*"
    r"| (?:my |the |its neighbou?r )?[a-z]\d (?:is|has)(?: already)? (?:COLOR|it|that)(?: [.!])*)"
)
#: The same before a sentence about a node that the agent sees.
_HEAD = re.compile(rf"{_LEAD}(?P<colors>{_COLORS})(?= [.!;] (?:(?:and|but|my|also) )*NODE (?:is|has) )")


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
    head = None if found else _HEAD.match(answer)
    found = found or head
    if found is None:
        return list(tokens)
    start, end = (answer[: found.start("colors")].count(" "), answer[: found.end("colors")].count(" "))
    colors = [token for token in spoken[start : end + 1] if token.is_color]
    listed = [one for color in colors for one in (Token("word", "or"), color)][1:]
    own = about[0] in view.own
    denied = [Token("word", "can"), Token("word", "not"), Token("word", "be")]
    rest = spoken[end + 1 :] if head else []
    return [Token("own" if own else "foreign", about[0]), *denied, *listed, *rest]
