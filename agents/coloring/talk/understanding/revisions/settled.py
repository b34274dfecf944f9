"""The last statement about each node."""

from __future__ import annotations

from dataclasses import replace

from ...reading import Reading
from ..message import Message, Result


def settled(message: Message, result: Result) -> None:
    """Keep the last statement about each node, and each reading once."""
    kept: list[Reading] = []
    for reading in result.readings:
        if reading.kind in ("demand", "release", "refused"):
            kept = [r for r in kept if not (r.node == reading.node and r.kind in ("demand", "release"))]
        if reading.kind == "negation":
            kept = [r for r in kept if (r.kind, r.node) != ("release", reading.node)]
        if reading.kind in ("demand", "report"):
            over = (reading.kind, "negation", "doubt")
            kept = [r for r in kept if not (r.node == reading.node and r.kind in over)]
            kept = [
                r
                for r in kept
                if (r.kind, r.node, r.color) != ("preference", reading.node, reading.color)
            ]
        if reading.kind == "preference" and any(
            (r.kind, r.node, r.color) == ("demand", reading.node, reading.color) for r in kept
        ):
            # "Don't touch a2, it's perfect" says why.
            continue
        if reading.kind == "doubt" and any(
            (r.node, r.color) == (reading.node, reading.color) and r.kind in ("demand", "report")
            for r in kept
            if r.node and r.color
        ):
            # "b2 is right where it is. Keep it green." leaves nothing to ask.
            continue
        if all(replace(r, confidence=0.0) != replace(reading, confidence=0.0) for r in kept):
            kept.append(reading)
    required = {(one.node, one.color) for one in kept if one.kind == "required"}
    result.readings[:] = [
        one for one in kept if one.kind != "report" or (one.node, one.color) not in required
    ]
