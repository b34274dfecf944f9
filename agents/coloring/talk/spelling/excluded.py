"""
Suppositions that a node does not have a color: "could a2 be red if h1 isn't red?".

Nothing further on supposes a color that is not. The question becomes one for what a node could be
without that color, or which of its colors go with another supposed color; any other question is asked
once for each color that is left.
"""

from __future__ import annotations

import re

from ...view import View
from .patterns import NAME

_NODE = rf"(?:(?:my|your|node) )?({NAME})"
_COLOR = (
    r"((?!(?:now|still|though|then|please|here|yet|too|again|only|also|there|not|no|is|are|and|or|a|the"
    r"|part|sure|ok|so|going|to|in|possible|any|anything|fixed|free|given|one|my|your|that"
    r"|this|it|be)\b)"
    r"[a-z]+)"
)
#: A color and no other one: what stands before "or" is a part of what is excluded.
_EXCLUDED = rf"{_COLOR}(?!,? (?:or|nor|and) )"
_IS_NOT = (
    r"(?:(?:is|was|were|be|becomes?|stays?|are|goes|could|can|may|must|does|did|should"
    r"|would) ?(?:not|n'?t)"
    r"|cannot|(?:ca|wo)n'?t|(?:is|was|were) no longer|not)(?: (?:be|get|become|stay|go|in|to|on))*"
)
#: Words before a question.
_LEADING = r"(?:(?:and|so|ok|okay|but|then|hm+|well|hey|hi|agent ?\d+)\b[,:]? *)*"
_LEAD = rf"({_LEADING})"
_IF = r"(?:if|when|once|in case|suppose|supposing|assuming|say|with)"
_SCORE = re.compile(r"\b(?:scores?|points?)\b", re.IGNORECASE)
#: "But h2 stays as it is" says of another node what holds anyway.
_ELSE_AS_NOW = (
    rf"(?:,? (?:but|and|while) {_NODE} (?:stays|remains|is|does(?: not|n'?t) change)"
    r"(?: (?:as|like|how|what) (?:it is|now|is|it was)| the same| put| there| unchanged)*)?"
)

#: "Could a2 be red if h1 isn't red?"
_BESIDE = re.compile(
    rf"^{_LEAD}(?:can|could|would|will|is|does|do|may|might)(?: (?:it|you|u))?"
    r"(?: (?:do|make|have|set|take|manage|accept|like|(?:be )?(?:fine|ok|okay|happy|satisfied) with"
    rf"|(?:live|work) with))? {_NODE}(?: (?:be|become|work|in|as|with|to be|go|get|stay))* {_COLOR}"
    r"(?: (?:be )?(?:possible|ok|okay|fine|work|do|feasible)(?: (?:for|with) (?:you|u))?)?,? "
    rf"{_IF} {_NODE} {_IS_NOT} {_EXCLUDED}{_ELSE_AS_NOW} *\?",
    re.IGNORECASE,
)
#: The same with the supposition first.
_BESIDE_LAST = re.compile(
    rf"^{_LEAD}{_IF} {_NODE} {_IS_NOT} {_EXCLUDED}(?:,|,? then)? *(?:can|could|would|will|is|may|might)"
    rf"(?: (?:it|you|u))?(?: (?:do|make|have|set|take|manage))? {_NODE}"
    rf"(?: (?:be|become|work|in|as|to be|go|get|stay))* {_COLOR}"
    r"(?: (?:be )?(?:possible|ok|okay|fine|work|do|feasible)(?: (?:for|with) (?:you|u))?)? *\?",
    re.IGNORECASE,
)
#: "What if h1 is not red?"
_ALONE = re.compile(
    rf"^{_LEAD}(?:(?:what|how|would|will|does|do|could|can|is|which|where)\b"
    rf"(?:(?!\b{NAME}\b|\b(?:but|without)\b)[^?.!;])*)?"
    rf"\b{_IF} {_NODE} {_IS_NOT} {_EXCLUDED}{_ELSE_AS_NOW}"
    rf"(?P<more>(?:[,;:-]+ *|,? (?:and )?)(?:what|how|which|(?:could|can|would|will) (?:it|that|you)"
    rf" (?:work|help|manage|do|cope|live))\b(?:(?!\b{NAME}\b)[^?.!;])*)? *(?:\?|$)",
    re.IGNORECASE,
)
#: A supposition within a question of any other form.
_WITHIN = re.compile(
    rf"(?<![^.?!;])(?=\s*{_LEADING}(?:what|which|how|who|would|will|can|could|may|might|is"
    r"|are|do|does|if|suppose|supposing|assuming|when)\b)"
    rf"(?P<before>(?:(?!\bchange\b)[^.?!;])*\b{_IF}\b(?:(?!\bnot\b"
    rf"|n't\b)[^.?!;,])*?\b)(?:(?:my|your|node) )?(?P<node>{NAME}) "
    rf"{_IS_NOT} (?P<color>{_EXCLUDED})"
    r"(?P<after>(?:(?!\bnot\b|n't\b|\bi(?:'ll|'d| will| would| can| could)\b)[^.?!;])*\?)",
    re.IGNORECASE,
)
#: "What would you pick for h1 if it can't be red?"
_IT = re.compile(
    rf"^{_LEAD}(?:what|which)\b(?:(?!\b{NAME}\b)[^?.!;])*\b{_NODE}\b(?:(?!\b{NAME}\b)[^?.!;,])*,? "
    rf"{_IF} (?:it|that|this|that one) {_IS_NOT} {_EXCLUDED} *(?:\?|$)",
    re.IGNORECASE,
)
#: "Would you be fine with h4 red unless I make h1 green?"
_UNLESS = re.compile(
    r"(\b(?:would|could|can|will|is|are|does|do)\b[^.?!;]*)\bunless (?:i (?:(?:can|could|will) )?"
    rf"(?:make|set|turn|color|put|have|change|switch|paint) )?{_NODE} "
    rf"(?:(?:is|was|were|becomes|goes|to|in|to be|being) )*{_COLOR}( *\?)",
    re.IGNORECASE,
)
#: "You don't need h2 blue, do you?"
_NEEDED = re.compile(
    r"\b(?:you|u) (?:really )?(?:do not|don'?t|need not)(?: really)? need "
    rf"{_NODE} (?:(?:to|be|in|as) )*{_COLOR}(?:, do (?:you|u)| or)? *\?",
    re.IGNORECASE,
)
#: "Could you live without h1 being green?"
_WITHOUT = re.compile(
    rf"^{_LEAD}(?:can|could|would|will) (?:you|u) (?:\w+ ){{1,3}}without {_NODE} "
    rf"(?:being|in|as|on|staying|getting|going) {_COLOR} *\?",
    re.IGNORECASE,
)
#: "What if I don't make h4 blue?"
_NOT_MADE = re.compile(
    r"\bif i (?:do not|don'?t) (?:make|set|turn|color|put|have|change|switch|paint)"
    rf" {_NODE} (?:(?:to|in|to be|into) )*{_COLOR}(?= *\?\s*$)",
    re.IGNORECASE,
)
#: "What if neither h2 nor h5 is red?"
_NEITHER = re.compile(
    rf"^{_LEAD}(?:what|how about|would it (?:work|help|be (?:ok|okay|fine))) if neither {_NODE} nor "
    rf"{_NODE} (?:is|was|were|becomes) {_COLOR} *\?",
    re.IGNORECASE,
)


def _anything_but(lead: str, node: str, color: str, said: str) -> str:
    """Ask what a node could be without a color, for the score if the question asks for it."""
    asks = "what would your score be if" if _SCORE.search(said) else "what if"
    return f"{lead}{asks} {node} is anything but {color}?"


def without_excluded(text: str, view: View) -> str:
    """Return a text whose questions suppose no color that a node is said not to have."""
    # Which of several colors two nodes have instead is left open: the list of what works has all.
    text = _NEITHER.sub(r"\1what works for you?", text)
    text = _NOT_MADE.sub(r"if \1 is not \2", text)
    text = _NEEDED.sub(r"what if \1 is anything but \2?", _UNLESS.sub(r"\1if \2 is not \3\4", text))
    for beside, order in ((_BESIDE, (1, 2, 3, 4)), (_BESIDE_LAST, (3, 4, 1, 2))):
        found = beside.search(text)
        if found is not None:
            lead, *named = found.groups()[:5]
            node, color, other, excluded = (named[i - 1] for i in order)
            if color == excluded or other != node:
                rest = text[found.end() :]
                return f"{lead}which colors of {other} go with {node} {color}?{rest}"
    for pattern in (_IT, _ALONE, _WITHOUT):
        found = pattern.search(text)
        if found is not None:
            asked = _anything_but(found[1], found[2], found[3], found[0])
            return asked + text[found.end() :]
    return _WITHIN.sub(lambda found: _for_each(found, view), text)


def _for_each(found: re.Match[str], view: View) -> str:
    """Return a question once for each color that a node may have instead."""
    others = [one for one in view.domain if one.casefold() != found["color"].casefold()]
    if len(others) == len(view.domain):
        return found[0]  # no color
    return " ".join(f"{found['before']}{found['node']} is {one}{found['after']}" for one in others)
