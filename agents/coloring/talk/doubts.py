"""
Sentences that the rules for plain sentences may have misread, and the questions about them.

A statement that excludes, compares, corrects or hedges, one that denies something before its color, and
one that leaves a node or a color unread, may not mean what it seems to: each fact becomes a question.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .reading import Question, Reading
from .tokens import Token, outline
from .wordlist import words

_CONTRASTS = words(
    """
    neither nor except apart besides excluding either same different differ equal wait meant mean scratch
    correction mistyped unless only off away other were used until without earlier otherwise unlike
    first almost
    """
)
#: These also make a constraint doubtful, which the other words may state.
_COMPARISONS = words("same different differ equal unlike")
_EXCEPTS = words("except apart besides excluding")
_EXCEPTIONS = _EXCEPTS | {"but", "other"}
_HEDGES = re.compile(
    r"\bi (?:think|believe|guess|suppose|assume)\b|\bnot (?:\w+ )?(?:sure|certain)\b|\bi am unsure\b"
)
#: A sentence that begins with one of these states no fact.
_SUPPOSES = words("suppose supposing imagine assume assuming if hypothetically")
_STOPS = re.compile(
    r"(?:(?:oh|no|sorry|hm+|actually|please|but|ok|well) )*(?:wait|stop|cancel|do not|no|never mind"
    r"|leave it|forget it|forget that|scratch that|not yet|just kidding|i take it back"
    r"|i changed my mind)"
    r"(?: (?:do not|no|please|stop|that|it|do not do (?:that|it)|yet|wait|never mind|leave it))*"
)
#: What may take a report back: "forget the h5 blue".
_FORGETS = re.compile(r"(?:forget|ignore|scratch|disregard) (?:(?:the|my) )?NODE COLOR(?: [.!])*\s*")
_NEGATIONS = words("not no never none without hardly nobody")
_ENDS_OF_PARTS = words(", ; : - ( ) but and so because since . ! ?")
_AUXILIARIES = words("is are was were can could will would should does did has have")
#: A color after one of these is one that a node had, or is not to have.
_PASSED = words("from not than instead was longer no said")


def nothing_to_swap(nodes: Sequence[str], color: str) -> Reading:
    """Return the answer to who wants two nodes of one color exchanged: it demands no color."""
    both = f"{nodes[0]} and {nodes[1]} are both {color}, so that a swap changes nothing."
    return Reading("refused", nodes[0], None, 0.9, both)


def fixed_in_swap(node: str, color: str) -> Reading:
    """Return the answer to who wants a fixed node exchanged with another, which changes neither."""
    return Reading("refused", node, None, 0.9, f"{node} is fixed to {color}, so I can't change it.")


def checked(
    tokens: Sequence[Token], readings: Sequence[Reading], questions: Sequence[Question]
) -> tuple[list[Reading], list[Question]]:
    """Return the readings and questions of a sentence, with questions back where it is doubtful."""
    spoken = {token.text for token in tokens}
    left = list(_left_over(tokens, readings, questions))
    text = " ".join(token.text for token in tokens)
    colors = [token for token in left if token.is_color]
    if colors and any(question.supposed for question in questions):
        reason = f"Which node do you mean with {colors[0].text}?"
        return [*readings, Reading("doubt", None, None, 0.4, reason)], []
    supposes = bool({token.text for token in tokens[:2]} & _SUPPOSES)
    if left or supposes or spoken & _CONTRASTS or _HEDGES.search(text):
        strict = supposes or bool(spoken & _COMPARISONS) or _excepts_node(tokens)
        if any(one.kind in ("release", "retract") for one in readings) and spoken & _EXCEPTS:
            strict = True
        return [doubted(reading, strict=strict) for reading in readings], list(questions)
    denied = set(_denied_colors(tokens))
    return [doubted(one) if one.color in denied else one for one in readings], list(questions)


def doubted(reading: Reading, *, strict: bool = False) -> Reading:
    """Turn a fact into a question; with ``strict``, a constraint too."""
    node, color = reading.node, reading.color
    if node is None:
        return reading
    match reading.kind:
        case "demand":
            return Reading("doubt", node, color, 0.4, f"Do you want {node} to be {color}?")
        case "report":
            return Reading("doubt", node, color, 0.4, f"Is {node} {color} now?")
        case "required" | "forbidden" | "negation" if strict:
            verb = {"required": "must", "forbidden": "cannot", "negation": "should not"}[reading.kind]
            question = f"I am not sure what you mean. Do you mean that {node} {verb} be {color}?"
            return Reading("doubt", None, None, 0.4, question, meant=reading)
        case "release" | "retract" if strict:
            return Reading("doubt", None, None, 0.4, "I am not sure what you mean.")
        case _:
            return reading


def _excepts_node(tokens: Sequence[Token]) -> bool:
    """Return whether a node is excepted from something, and not a color."""
    return any(
        token.text in _EXCEPTIONS and any(one.is_node for one in tokens[i + 1 : i + 3])
        for i, token in enumerate(tokens)
    )


def asks_by_denying(tokens: Sequence[Token]) -> bool:
    """Return whether a question begins with a denied verb: "Can't a5 be blue?" denies nothing."""
    first, *rest = [token.text for token in tokens if token.kind != "sign"][:2] or [""]
    return "?" in [token.text for token in tokens] and first in _AUXILIARIES and rest == ["not"]


def takes_back(tokens: Sequence[Token]) -> bool:
    """Return whether a sentence without names retracts the one before it: "Wait, don't."."""
    named = any(token.is_node or token.is_color for token in tokens)
    spoken = " ".join(token.text for token in tokens if token.kind == "word")
    return not named and _STOPS.fullmatch(spoken) is not None


def _left_over(
    tokens: Sequence[Token], readings: Sequence[Reading], questions: Sequence[Question]
) -> Iterator[Token]:
    """Yield nodes and colors that no reading and no question mentions."""
    supposed = [pair for question in questions for pair in question.supposed]
    known = {reading.node for reading in readings} | {pair.node for pair in supposed}
    known |= {question.node for question in questions} | {question.color for question in questions}
    known |= {reading.color for reading in readings} | {pair.color for pair in supposed}
    for i, token in enumerate(tokens):
        if not (token.is_node or token.is_color) or token.text in known or _is_passed(tokens, i):
            continue
        if token.kind != "own" or tokens[i - 1].text != "your":
            yield token


def _is_passed(tokens: Sequence[Token], i: int) -> bool:
    """Return whether a color is one that a node had or is not to have, or that of a node not seen."""
    named = [token.kind for token in tokens[:i] if token.is_node or token.kind == "other"]
    if tokens[i].is_color and named[-1:] == ["other"]:
        return True
    return bool({token.text for token in tokens[max(0, i - 2) : i]} & _PASSED)


def _denied_colors(tokens: Sequence[Token]) -> Iterator[str]:
    """Yield colors that follow a negation in the same part of the sentence."""
    denied = False
    for i, token in enumerate(tokens):
        after = tokens[i + 1].text if i + 1 < len(tokens) else ""
        if token.text in _ENDS_OF_PARTS:
            denied = False
        elif token.text in _NEGATIONS and after not in ("forget", "worry", "problem"):
            denied = True
        elif token.is_color and denied:
            yield token.text


def forgets_report(tokens: Sequence[Token]) -> bool:
    """Return whether a message only wants the color of a node to be forgotten."""
    return _FORGETS.fullmatch(outline(tokens)) is not None
