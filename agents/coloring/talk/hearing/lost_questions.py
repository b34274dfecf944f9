"""Questions of a message of which nothing was understood, beside statements that were."""

from __future__ import annotations

import re
from collections.abc import Callable

from ...wording.phrases import sentences_in
from ..reading import Understanding

#: Questions that ask for no more than a nod.
_NOD = re.compile(
    r"(?:\W|\b(?:ok|okay|right|correct|alright|all|agreed|deal|good|got|it|that|this|is|are|do|does|understood"
    r"|understand|fine|yes|no|clear|you|see|hear|know|did|get|with|sure|please|yeah|so|and|then|makes?|sense|sounds?"
    r"|isn't|aren't|don't|cool|for|me|us|can|could|will|would|work|works|not|or|how|about|what|what's)\b)*",
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
    facts = {(one.kind, one.node, one.color) for one in understood.readings if one.node is not None}
    if len(sentences) < 2 or not facts or understood.questions or understood.doubts:
        return False
    for sentence in sentences:
        if not sentence.endswith("?") or _NOD.fullmatch(sentence):
            continue
        part = read(sentence)
        if facts.isdisjoint((one.kind, one.node, one.color) for one in part.readings):
            return True
    return False
