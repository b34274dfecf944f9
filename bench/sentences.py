"""
Readings of sentences that somebody wrote: ``python -m bench.sentences FILE.jsonl``.

Each line of the file is an object with ``text`` and, optionally, ``agent`` (``Agent1`` or ``Agent2`` of
the study, by default ``Agent2``), ``colors`` of its nodes, ``beliefs`` about the person's nodes,
``forbidden`` and ``demanded`` (pairs of a node and a color that the person stated before), and ``asked``
(pairs of a node and a color, or null, that the agent asked about last). Other keys are copied.

A line of the output adds ``readings`` (kind, node, color), ``questions`` (kind, node, supposed colors),
``replies`` (what the agent says before its report), ``asks`` (whether it asks back), and ``ms``. "-"
reads standard input.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from agents.coloring.situation import Constraint, Pin, Received, Situation
from agents.coloring.talk.hearing import hear
from agents.coloring.talk.hearing.conversation import Conversation
from agents.coloring.talk.reading import Reading
from agents.coloring.view import View, view_of
from tests.study import study

COLORS = {
    "Agent1": {"a1": "green", "a2": "red", "a3": "red", "a4": "blue", "a5": "green"},
    "Agent2": {"b1": "red", "b2": "green", "b3": "red", "b4": "green", "b5": "blue"},
}
BELIEFS = {"Agent1": {"h1": "blue", "h4": "red"}, "Agent2": {"h2": "red", "h5": "blue"}}


def situation_of(line: Mapping[str, Any], view: View) -> Situation:
    """Return the situation that a line describes."""
    agent = view.agent
    asked = tuple(
        Reading("demand" if node in view.own else "report", node, color)
        for node, color in line.get("asked", ())
    )
    conversation = replace(Conversation.of(None, view, "Human"), asked=asked)
    return Situation(
        time_step=3,
        colors={**COLORS[agent], **line.get("colors", {})},
        beliefs=line.get("beliefs", BELIEFS[agent]),
        pins=tuple(Pin(node, color, "forced", "Human") for node, color in line.get("demanded", ())),
        constraints=tuple(
            Constraint(node, "forbidden", color, "Human", f"c{i}")
            for i, (node, color) in enumerate(line.get("forbidden", ()))
        ),
        flow=conversation.json_dict(),
    )


def read(line: Mapping[str, Any]) -> dict[str, Any]:
    """Return a line with what the agent understands."""
    view = view_of(study(1), line.get("agent", "Agent2"), person="Human")
    situation = situation_of(line, view)
    start = time.process_time()
    heard = hear([Received("Human", "free_text", line["text"], message_id="m1")], view, situation)
    spent = time.process_time() - start
    parsed = dict(heard.events)["nl.parsed"]
    replies = list(heard.replies)
    return {
        **line,
        "readings": [[one["kind"], one["node"], one["color"]] for one in parsed["readings"]],
        "questions": [[one["kind"], one["node"], one["pairs"]] for one in parsed["questions"]],
        "replies": replies,
        "asks": any(sign in reply for reply in replies for sign in ("?", "not sure", "not understand")),
        "ms": round(1000 * spent, 1),
    }


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.sentences", description=__doc__)
    parser.add_argument("file", type=argparse.FileType())
    for text in parser.parse_args().file:
        if text.strip():
            print(json.dumps(read(json.loads(text)), ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main())
