"""
Leads that say how what stands behind them is meant.

"Dry run: h2=blue, what breaks?" supposes h2 blue and reports nothing; "hard requirement: h2 blue" leaves
no other color, and as an answer "requirement: blue" does so for the node that was asked about.
"""

from __future__ import annotations

import re

_NODE = r"(?:my |your )?[a-z]{1,2}\d+"
_BEGINS = r"^\s*(?:(?:ok|okay|so|and|hey|hi|well|now|hm+|then|but|let'?s do|let us do),? )*"
#: Leads that also need no sign behind them, and those that do.
_SUPPOSING = (
    r"(?:(?:hypothetical|theoretical)ly(?: speaking)?|for (?:the )?sake of (?:the |an )?argument"
    r"|for argument'?s? sake|purely (?:hypothetical|theoretical)(?:ly)?|as a thought experiment)"
)
_TRYING = (
    r"(?:(?:this|that|it)(?: is|'s) )?(?:(?:just|only|merely|purely|quick) )*(?:as )?(?:a |an |in )?"
    r"(?:quick |mere |little |pure )?"
    r"(?:dry[ -]?run|(?:test|trial)[ -]run|testing|test|trial|thought experiment|experiment|what[ -]if"
    r"|hypothetical|hypothesis|theory|simulat(?:ion|ing)|scenario|supposition)(?: only)?"
)
_SUPPOSED = re.compile(
    rf"{_BEGINS}(?:{_SUPPOSING}(?:\s*[:,.-]+)?|{_TRYING}\s*[:,.-]+)\s+(?=[^?]*\b{_NODE}\b)"
    r"(?P<rest>.+)$",
    re.IGNORECASE | re.DOTALL,
)
#: What is asked about a supposition, with no names of its own.
_ASKED = re.compile(
    r"[,.;:-]* *(?:and |so |then )*\b(?:what|how|does|do|would|will|is"
    r"|are|any|who|which|anything|ok|good"
    r"|problem)\b(?:(?![a-z]{1,2}\d)[^?,.;])*\?\s*$",
    re.IGNORECASE,
)
_CONDITION = re.compile(r"^(?:what )?(?:if|suppose|say|imagine|assume|assuming|let)\b", re.IGNORECASE)
_REQUIREMENT = re.compile(
    rf"{_BEGINS}(?:(?:my|our|the|one|only|single|hard|strict|firm|absolute|main|a|just) )*"
    r"(?:requirement|must[ -]have|prerequisite|hard limit|necessity)"
    rf"(?: (?:for|on|about) (?P<on>{_NODE}))?(?: (?:is|would be)(?: that)?| ?[:=-]+) *"
    rf"(?:(?P<node>{_NODE})(?: (?:is|to be|being|in|must be|should be|at|on)| ?[:=])? )?"
    r"(?P<color>(?!(?:not|no|none|nothing|that|anything|any|to|either)\b)[a-z]+)"
    r"(?= *(?:[.!,;]|$| (?:please|thanks|for)\b))",
    re.IGNORECASE,
)


def led(text: str) -> str:
    """Return a text in which what a lead supposes or requires is said to be so."""
    if (found := _SUPPOSED.match(text)) is not None:
        rest = _ASKED.sub("", found["rest"]).strip(" .!?,")
        return f"{'' if _CONDITION.match(rest) else 'what if '}{rest}?"
    return _REQUIREMENT.sub(
        lambda found: f"{found['node'] or found['on'] or 'it'} must be {found['color']}", text
    )
