"""
Questions for what colors are worth: "I could make h1 green, what would that give you?".

They become questions for the score with colors that are supposed, which the solver answers. What is best
for everybody each agent answers for itself; an agent does not see the points of who asks.
"""

from __future__ import annotations

import re

from .patterns import NAME, compiled, rewritten

_COLOR = (
    r"(?!(?:now|still|then|please|here|yet|too|again|also|there|not|no|is|are|and|or|a|the"
    r"|with|for|if|in|to"
    r"|but|than|as|be)\b)[a-z]+"
)
_PAIR = rf"(?:(?:my|your) )?{NAME} (?:(?:is|was|were|goes|to|in|on|as|being|to be) )?{_COLOR}"
_PAIRS = rf"{_PAIR}(?:(?:,? and|,? with|,| plus| \+) {_PAIR})*"
_SEVERAL = rf"{_PAIR}(?:(?:,? and|,? with| plus| \+) {_PAIR})+"
_BETTER = (
    r"(?:better|nicer|best|more (?:useful|valuable|points|favou?rable)|worth more|preferable"
    r"|higher|rather"
    r"|prefer|like more|like better|gives? you more(?: points)?|gives? more(?: points)?|suits?)"
)
_ALL = (
    r"(?:everybody|everyone|all(?: of us)?|us(?: all| both| two)?|both of us|both(?: sides)?"
    r"|(?:the|our) (?:whole )?(?:team|group)|you and me|the (?:two|three) of us)(?: together)?(?: here)?"
)
_EACH = re.compile(
    rf"\b({NAME}) (?:(?:is|was|were|goes|to|in|on|as|being|to be) )?({_COLOR})", re.IGNORECASE
)


def _stated(pairs: str) -> str:
    return " and ".join(f"{node} {color}" for node, color in _EACH.findall(pairs))


def _scored(*suppositions: str) -> str:
    """Ask for the score with each of some suppositions."""
    return " ".join(f"would {_stated(one)} be better for you?" for one in suppositions)


_QUESTIONS = compiled(
    (
        (
            rf"\b(?:(?:i|we) (?:could|can|would|might|may|'d) (?:\w+ )?"
            rf"|if (?:i (?:\w+ )?)?|with )"
            rf"(?P<pairs>{_PAIRS})(?: instead| now| then)?(?:[,.;:-]+ *| )(?:and |then )?"
            r"(?:what|how much|how many points|which score) (?:would|will|does|do|could|can) "
            r"(?:that|this|it|you) (?:then )?(?:give|get|earn|bring|yield|score|make|be worth)"
            r"(?: (?:to |for )?(?:you|u))?(?: (?:in )?(?:points|score))?(?: then)? *\?",
            lambda found: _scored(found["pairs"]),
        ),
        (
            rf"\b(?:which|what|would|is|are|do|does)\b(?:(?!\b{NAME}\b)[^?.!]){{0,80}}?\b{_BETTER}\b"
            rf"(?:(?!\b{NAME}\b)[^?.!]){{0,60}}?(?:[,:-]+ *"
            rf"| )(?P<one>{_SEVERAL}),? or (?P<two>{_SEVERAL})"
            r"(?: (?:for|to) (?:you|u|me))? *\?",
            lambda found: _scored(found["one"], found["two"]),
        ),
        (
            rf"(?:^|(?<=[.!,] ))(?:is |are |would )?(?P<one>{_SEVERAL}),? or (?P<two>{_SEVERAL}),? "
            rf"(?:which (?:one )?(?:is|would be) |be |is |what is |what'?s )?{_BETTER}\b[^?.!]*\?",
            lambda found: _scored(found["one"], found["two"]),
        ),
        # Two settings beside each other, or one beside the present one.
        (
            rf"^(?:(?:please|ok|so|can you|could you),? )*compare (?P<one>{_PAIRS}) (?:with|to"
            rf"|and|against"
            rf"|versus|vs\.?) (?P<two>{_PAIRS})(?: please| for me)*(?=\s*[.?!]*\s*$)",
            lambda found: _scored(found["one"], found["two"]),
        ),
        (
            rf"^(?:(?:please|ok|so|can you|could you),? )*compare (?P<one>{_PAIR}(?:(?:,? and"
            rf"|,)? {_PAIR})*) "
            r"(?:with|to|against) (?:what (?:we|i|you) have|now|the present|how it is|this)\b[^.?!]*",
            lambda found: _scored(found["one"]),
        ),
        (
            rf"\bhow (?:would|does|do) (?P<one>{_PAIRS}) compare (?:to|with) (?P<two>{_PAIRS})"
            r"(?: for (?:you|u))? *\?",
            lambda found: _scored(found["one"], found["two"]),
        ),
        (
            rf"\b(?:which|what) (?:one )?would (?:you|u) rather (?:have|see"
            rf"|like)[,:]? (?P<one>{_PAIRS}),? or "
            rf"(?P<two>{_PAIRS}) *\?",
            lambda found: _scored(found["one"], found["two"]),
        ),
        (
            rf"\b(?:do|would) (?:you|u) (?:prefer|rather have|like) (?P<one>{_PAIR}) (?:over|to"
            rf"|more than"
            rf"|better than|rather than) (?P<two>{_PAIR}) *\?",
            lambda found: _scored(found["one"], found["two"]),
        ),
        (
            rf"\bwhich of (?P<one>{_PAIR}) (?:and|or) (?P<two>{_PAIR}) (?:gives?|brings?|gets?"
            rf"|earns?|is|would)"
            r"\b[^.?!]*\?",
            lambda found: _scored(found["one"], found["two"]),
        ),
        (
            rf"\bwould (?P<one>{_PAIR}) be (?:worse|better)(?: for (?:you"
            rf"|u))? than (?P<two>{_PAIR}) *\?",
            lambda found: _scored(found["one"], found["two"]),
        ),
        (
            rf"\b(?:is|would) (?P<one>{_PAIR}) (?:be )?an improvement(?: for (?:you|u))? *\?",
            lambda found: _scored(found["one"]),
        ),
        (
            rf"\b(?:is|are|would) ({NAME}) (?:in )?({_COLOR}) or (?:\1 )?(?:in )?({_COLOR})(?: be)? "
            rf"{_BETTER} (?:for|to) (?:you|u|{_ALL}) *\?",
            r"would \1 \2 or \1 \3 be better for you?",
        ),
        (
            r"((?:^|(?<=[.!?] ))(?:(?:so|and|but|ok|hm+|well),? )*"
            r"(?:what|which|would|is|are|how|do|does|could|will)\b[^.!?]{0,120}?"
            r"\b(?:best|better|good|nicer|nicest|optimal|ideal|great)) "
            rf"for {_ALL}(?=\s*(?:[?.!,]|if\b|$))",
            r"\1 for you",
        ),
        (
            r"\b(?:which|what) (colou?rs|settings?|combinations?)((?: of mine| of my nodes"
            r"| for my nodes)?) "
            rf"(?:would|will|do|could) (?:give|get|bring|earn) {_ALL} (?:the most|most|more) points *\?",
            r"which \1\2 would be best for you?",
        ),
        (
            r"\bis there (?:a|any|some|anything|something) ?(?:better|nicer)"
            r" ?(?:choice|option|solution|settings?|colou?rs?|combination|idea|one)?(?: of colou?rs?)?"
            r"(?: than (?:that|this|it|now))?(?: for (?:you|u|both|us|all(?: of us)?))? *\?",
            "which colors of my nodes would be best for you?",
        ),
        (
            r"\bfor (?:all )?(?:of )?my nodes (?:that|which) (?:touch|border|are next to|meet) "
            r"(?:yours|your nodes|you)\b",
            "for my nodes",
        ),
        (
            r"\bhow (?:can|could|do|would|may|might|should) i (?:still )?"
            r"(?:(?:get|earn|make|gain|win|have|reach) (?:\w+ )?(?:points|score)"
            r"|(?:score|do) (?:better|more|higher)"
            r"|(?:increase|improve|raise|maximi[sz]e) my (?:points|score)) *(?:\?|$)",
            "how are points counted?",
        ),
        (r"\bpts\b", "points"),
        (
            r"\bhow many points (?:is|are|does|do) (?!(?:you|u|i|we|it|that|this|they|my|your"
            r"|the|one|both|all)\b)"
            rf"{_COLOR}(?: nodes?)?(?: (?:give|count|have|bring|worth|get|earn|for))?(?: me"
            rf"| you| us)? *(?:\?|$)",
            "how are points counted?",
        ),
        (
            r"\b(?:what|how much) is (?!(?:it|that|this|your|my|the|offer)\b)[a-z]+ worth *(?:\?|$)",
            "how are points counted?",
        ),
    )
)


def asked_for_score(text: str) -> str:
    """Return a text whose questions for what something is worth ask for a score."""
    return rewritten(text, _QUESTIONS)
