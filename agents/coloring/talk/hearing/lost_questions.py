"""Questions of a message of which nothing was understood, beside statements that were."""

from __future__ import annotations

import re
from collections.abc import Callable

from ...wording.phrases import sentences_in
from ..reading import Understanding

#: Questions that ask for no more than a nod, if they do not begin with a question word.
_NOD = re.compile(
    r"(?!\W*(?:what|which|who|how|why|when|where)\b(?! about (?:it|that|this)\b))"
    r"(?:\W|\b(?:ok|okay|right|correct|alright|all|agreed|deal|good|got|it|that|this|is|are|do|does|did"
    r"|understood|understand|fine|yes|no|clear|you|see|hear|know|get|with|sure|please|yeah|so|and|then"
    r"|makes?|sense|sounds?|isn't|aren't|don't|didn't|haven't|cool|for|me|us|i|we|can|could|will|would"
    r"|work|works|not|or|how|about|what|guess|remember|notice|noticed|believe|tell|told|have|heard|a|an"
    r"|any|handle|manage|live|mean|meant|one|there|ready|happy|glad|satisfied|still|now|too|nice|great"
    r"|better|want|wanted|hello|hi|anyone|anybody|agree|seen|kind|help|adapt|listening|was|wasn't|be"
    r"|everything|anything|else|your|turn)\b)*"
    r"|\W*(?:and |so )?(?:you know|guess) what\W*",
    re.IGNORECASE,
)
#: How a question begins that wants an answer: "who would have thought?" wants none.
_WANTS = re.compile(
    r"\W*(?:(?:and|so|but|ok|okay|well|also|then|please|now|oh|agent ?\d+|by the way|btw)\b\W*)*"
    r"(?:(?:what|which|who|whose|how|why|when|where|in what)\b"
    r"(?! an?\b| (?:would|could) have\b| (?:knows?|cares?)\b| the (?:heck|hell)\b| are you\W*$"
    r"| (?:cool|nice|great|good|bad|funny|hard) is (?:that|this|it)\W*$)"
    r"|(?:is|are|am|was|were|do|does|did|have|has|had|can|could|will|would|should|shall|may|might)(?:n't)?"
    r" \w)",
    re.IGNORECASE,
)


def loses_question(understood: Understanding, read: Callable[[str], Understanding]) -> bool:
    """
    Return whether a message is understood but for a question.

    Parameters
    ----------
    understood
        Meaning of the message.
    read
        Reader of a sentence alone.
    """
    sentences = sentences_in(understood.text)
    facts = [one for one in understood.readings if one.node is not None]
    beside = understood.of("off_topic", "help", "doubt") or understood.questions
    if len(sentences) < 2 or not facts or beside:
        return False
    taken = {(one.kind, one.node, one.color) for one in facts}
    changes = {
        str(one.node).casefold()
        for one in facts
        if one.kind in ("demand", "negation", "release", "refused")
    }
    named = [{*re.findall(r"\w+", one.casefold())} for one in sentences]
    nodes = {str(one.node).casefold() for one in facts}
    for i, sentence in enumerate(sentences):
        # "Is h2 green? Yes, h2 is green." answers itself, and "could you change b2?" is a request.
        answered = any(nodes & words for words in named[i + 1 :]) or changes & named[i]
        asks = sentence.endswith("?") and _WANTS.match(sentence)
        if not asks or answered or _NOD.fullmatch(sentence):
            continue
        part = read(sentence)
        if taken.isdisjoint((one.kind, one.node, one.color) for one in part.readings):
            return True
    return False
