"""Whether "yes" confirms what the agent asked about, when it is not all that a message says."""

from __future__ import annotations

from dataclasses import replace

from ..reading import Reading, Understanding
from .conversation import Conversation
from .second_reader import back


def asked_again(reading: Reading) -> Reading:
    """Return the question to which a reading is the answer, once more."""
    node, color, mine = reading.node, reading.color, reading.kind == "demand"
    if reading.kind not in ("demand", "report"):
        limit = replace(reading, kind="forbidden") if reading.kind == "negation" else reading
        return Reading("doubt", None, None, 0.4, back(limit), meant=reading)
    if color is None:
        question = f"Which color do you want for {node}?" if mine else f"Which color does {node} have?"
    else:
        question = f"Do you want {node} to be {color}?" if mine else f"Is {node} {color} now?"
    return Reading("doubt", node, color, 0.4, question)


def confirms(understood: Understanding, conversation: Conversation) -> bool:
    """Return whether "yes" comes before other statements: "yes, and h5 is green"."""
    kinds = [reading.kind for reading in understood.readings]
    others = {reading.node for reading in understood.readings[1:]}
    return (
        kinds[:1] == ["agree"]
        and set(kinds[1:]) == {"report"}
        and not understood.questions
        and not others & {reading.node for reading in conversation.asked}
        and bool(conversation.asked)
        and all(reading.color is not None for reading in conversation.asked)
        and len({reading.node for reading in conversation.asked}) == len(conversation.asked)
    )


def changes_answer(understood: Understanding, conversation: Conversation) -> bool:
    """Return whether "yes" comes with another color than was asked about: "yes, but b2 green"."""
    asked = {reading.node: reading.color for reading in conversation.asked}
    return any(
        reading.node in asked and reading.color not in (None, asked[reading.node])
        for reading in understood.readings
    )
