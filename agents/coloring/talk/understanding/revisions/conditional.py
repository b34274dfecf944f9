"""What ends only on a condition that nobody watches: "b2 can be anything, if h5 stays red"."""

from __future__ import annotations

import re

from ...grammar import asked_back
from ...grammar.interpretation import NO_CONDITIONS
from ...reading import Reading
from ..message import Message, Result

_IF = (
    r"(?<!even )(?<!matter )(?:if|as long as|so long as|provided|providing|on (?:the )?condition|unless"
    r"|while|whenever|when)"
)
#: A sentence that is the condition of the one before.
_ALONE = re.compile(
    r"(?:(?:but|and|well|though|however|,) )*(?:(?:that is|this holds|holds|valid|just) )*"
    rf"(?:only )?{_IF}\b(?!.*(?:,|;|\bthen\b|\bi\b|\byou\b))"
)


def without_conditional(message: Message, result: Result) -> None:
    """
    Ask back instead of ending a demand or a limit on a condition.

    What would end then, and not before, stays; the condition, read as a supposition, is not answered.
    """
    ends = [one for one in result.readings if one.kind in ("release", "retract") and one.node]
    if not ends or "?" in message.words:
        return
    sentences = [one.strip() for one in re.split(r"[.!;\n]", message.words) if one.strip()]
    on_condition: list[Reading] = []
    supposed = [one for one in result.readings if one.kind == "hypothetical" and one.node and one.color]
    doubts = [one for one in result.readings if one.reason == NO_CONDITIONS]
    for i, sentence in enumerate(sentences):
        conditions = [one for one in supposed if _is_condition(one, sentence)]
        conditions += [one for one in doubts if re.search(rf"\b{_IF}\b", sentence)]
        governed = sentences[i - 1] if i and _ALONE.match(sentence) else sentence
        ending = [one for one in ends if one.node and re.search(rf"\b{re.escape(one.node)}\b", governed)]
        if conditions and ending:
            on_condition += [*ending, *conditions]
    if on_condition:
        result.readings[:] = [one for one in result.readings if one not in on_condition]
        result.readings.append(asked_back(NO_CONDITIONS))


def _is_condition(supposed: Reading, sentence: str) -> bool:
    node, color = re.escape(supposed.node or ""), re.escape(supposed.color or "")
    says = rf"\b{_IF} (?:(?:that|and only if|my|your|you|i|keep|leave|make) )*{node}\b[^,]*?\b{color}\b"
    return re.search(says, sentence) is not None
