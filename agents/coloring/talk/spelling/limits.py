"""
Limits of nodes in other words: under a heading, in a numbered list, or as the only color that is left.

"h4 constraints: not green, not blue", "h2 is left with only one color: blue" and "my neighbors don't
allow h4 to be blue" say what a node can be.
"""

from __future__ import annotations

import re

from .patterns import CANNOT, COLOR, MY, NAME, compiled, rewritten

_RULES = r"(?:constraints?|limits?|limitations?|restrictions?|rules?)"
#: Limits under a heading: "h4 constraints: not green, not blue".
_HEADED = re.compile(
    rf"\b(?:({NAME}) {_RULES}|{_RULES} (?:on|for|of|at) (?:my )?({NAME}))(?: (?:is|are))? ?[:=-] *"
    r"((?:(?:not|no|never|and|or|nor|,|&|/|;) *)+[a-z]+(?: *(?:,|and|&|/|;) *(?:and )?(?:not|no"
    r"|never) [a-z]+)*)"
    r"(?= *(?:[.!]|$))",
    re.IGNORECASE,
)
#: One color and no other: "only one color left: blue".
_ONE_LEFT = (
    r"(?:(?:only|just|exactly) )?(?:one|a single|1|only a) (?:(?:possible|remaining) )?"
    r"(?:colou?r|option|choice|possibility)(?: left)?(?: for it)?"
    r"[:,; -]*(?:namely |which is |and (?:it|that) is |(?:it|that) is )?"
)
#: Marks of a list: "1) h1 is blue 2) h4 is red".
_LISTED = re.compile(r"(?:^|[ ,;.\n]+)\(?(?:(?P<place>[1-5])[.):]|(?P<letter>[a-e])\)) +(?=\w)")
#: A numbered list of alternatives.
_CHOICE = re.compile(r"\?|\b(?:either|or|if|options?|choices?|prefer)\b", re.IGNORECASE)


def _unlisted(text: str) -> str:
    """Return a text with the entries of a numbered list as sentences."""
    marks = [one["place"] or str(" abcde".index(one["letter"])) for one in _LISTED.finditer(text)]
    if _CHOICE.search(text) or len(marks) < 2 or marks != [str(i + 1) for i in range(len(marks))]:
        return text
    return _LISTED.sub(". ", text).lstrip(". ")


def _limited(found: re.Match[str]) -> str:
    colors = re.findall(r"(?:not|no|never) ([a-z]+)", found[3], re.IGNORECASE)
    return f"{found[1] or found[2]} can not be {' or '.join(colors)}" if colors else found[0]


#: Two denials that leave one color: "there is no way around red for h2".
_INEVITABLE = (
    r"(?:(?:there(?: is|'s|s)|i(?:'ve)?(?: see| have| got| know)?|we have|have|got) )?(?:no|not any) "
    r"(?:(?:way|getting|going|working) (?:around|round|past)|(?:escaping|avoiding|escape)(?: from)?"
    r"|alternatives? (?:to|but|than)|(?:other )?(?:choice|option|way) (?:than|but|except|other than))"
    r"(?: (?:to have|having|to use|using|to take|taking|for))?"
)
#: A statement of its own: with a condition before it, the limit would not hold for good.
_OWN = (
    r"(?:^|(?<=[.!;] ))((?:(?:sorry|well|so|but|and|ok|okay|unfortunately|sadly|i fear|i'm afraid"
    r"|i am afraid|i think|as i see it),? )*)"
)
_BEING = r"(?:(?:to )?(?:be|become|turn|go|get|stay)|being|becoming|turning|going|getting|staying) "
_ENDS = r"(?=,? *(?:[.!]|$|because\b|since\b|as\b|sorry\b))"
_MUST = r"(?:unavoidable|inevitable|inescapable)"
_CHANGE = r"(?:change|changing|recolou?r|recolou?ring|touch|touching|move|moving|switch|switching|alter)"
_LIMITS = compiled(
    (
        # Of several nodes that do not change, none does.
        (
            rf"(\b(?:not|never|wont|dont|cannot)|n't) ((?:[a-z]+ ){{0,4}}{_CHANGE}) (?:either )?"
            rf"{MY},? n?or {MY}\b",
            r"\1 \2 \3 and \4",
        ),
        (
            rf"\b(i|we) ([a-z' ]*?)(change|recolou?r|touch|move|switch|alter) neither {MY},? nor {MY}\b",
            r"\1 \2not \3 \4 and \5",
        ),
        (
            rf"\b({NAME}) (?:(?:is|was) (?:now )?(?:left with|down to|reduced to)|has|has got"
            rf"|got) {_ONE_LEFT}"
            r"([a-z]+)(?= *(?:[.!]|$))",
            r"\1 can only be \2",
        ),
        (
            r"\bthere(?: is|'s) (?:only|just|exactly) (?:one|a single) (?:colou?r|option"
            r"|choice) (?:that |which |for )?"
            rf"(?:my )?({NAME})(?: can (?:have|take|be|use|get))?[:,; -]*(?:namely "
            rf"|and that is )?([a-z]+)(?= *(?:[.!]|$))",
            r"\1 can only be \2",
        ),
        (r"\b(can|could|may) only ever\b", r"\1 only"),
        (
            rf"\b(?:all|everything) (?:that )?(?:remains|is left) (?:for|to"
            rf"|on) (?:my )?({NAME}) is ([a-z]+)",
            r"\1 can only be \2",
        ),
        (
            r"(?:^|(?<=[.,;!] ))(?!if |not |what )(?:[a-z]+ ){1,4}(?:leaves?|left) (?:only"
            r"|nothing but) ([a-z]+) "
            rf"(?:for|to|on) (?:my )?({NAME})\b",
            r"\2 can only be \1",
        ),
        (
            r"(?:^|(?<=[.,;!] ))(?!if |you )(?:[a-z]+ ){1,4}(?:do(?:es)? not|do(?:es)?n'?t|will not"
            r"|won'?t) "
            rf"(?:allow|let|permit) (?:my )?({NAME}) (?:to )?(?:be|become|go|have|take|turn) (?:to "
            rf"|in )?(?=[a-z]+\b)",
            r"\1 cannot be ",
        ),
    )
)


_ONE_LEFT_BY_DENIALS = compiled(
    (
        (rf"{_OWN}{_INEVITABLE} {MY} {_BEING}{COLOR}{_ENDS}", r"\1\2 can only be \3"),
        (rf"{_OWN}{_INEVITABLE} (?:a )?{COLOR} (?:for|on|at|in) {MY}{_ENDS}", r"\1\3 can only be \2"),
        (rf"{_OWN}{COLOR} is {_MUST} (?:for|on|at|in) {MY}{_ENDS}", r"\1\3 can only be \2"),
        (rf"{_OWN}{MY} {_BEING}{COLOR} is {_MUST}{_ENDS}", r"\1\2 can only be \3"),
        (rf"{_OWN}{MY} {CANNOT} avoid (?:{_BEING})?{COLOR}{_ENDS}", r"\1\2 can only be \3"),
    )
)


def with_plain_limits(text: str) -> str:
    """Return a text in which limits are said as "can not be" and "can only be"."""
    text = _HEADED.sub(_limited, _unlisted(text))
    return rewritten(rewritten(text, _LIMITS), _ONE_LEFT_BY_DENIALS)
