"""What is kept in the trace of a message that was read."""

from __future__ import annotations

from typing import Any

from ...situation import Received
from ..reading import Understanding


def recorded(message: Received, understood: Understanding, second: dict[str, Any]) -> dict[str, Any]:
    """Return what was understood of a message, and what the second reader read, for the trace."""
    return {
        "message_id": message.message_id,
        "intents": list(understood.intents),
        "readings": [
            {
                "kind": one.kind,
                "node": one.node,
                "color": one.color,
                "confidence": one.confidence,
                "source": one.source,
            }
            for one in understood.readings
        ],
        "questions": [
            {"kind": one.kind, "node": one.node, "pairs": [[p.node, p.color] for p in one.supposed]}
            for one in understood.questions
        ],
        "cut": understood.cut,
        "second_reader": second,
    }
