"""Defects that people make from the documentation alone, and healthy flows close to them."""

from __future__ import annotations

from tests.agents.flow.later import call, graph
from tests.agents.flow.support import chain, decision, document, edge, end, question

CYCLES = {"allow_cycles": True}
MAIL = question("mail")
RIGHT = question("right", data_type="boolean")
KIND = question("kind", allowed_values=["car", "bike"])
PLATE, FRAME = question("plate"), question("frame")
OTHER = end("other")
GUESTS = {"repeat": {"key": "guests", "prompt": "Another guest?", "maximum": 3}}
GUEST = {"guest": graph([question("name")], [edge("q.name", "__exit__")])}


def until_right(mail, right, entry="q.mail"):
    """A question, and another one whether its answer is right."""
    edges = [
        edge("q.mail", "q.right"),
        edge("q.right", "end", "answers.right"),
        edge("q.right", "q.mail", "else"),
    ]
    return document([mail, right, end()], edges, entry=entry, policies=CYCLES)


def lookup(**arguments):
    """An action that decides whether its question is asked again."""
    action = {"id": "find", "type": "action", "action": "check_pin", "outputs": {"ok": "ok"}}
    return document(
        [question("pin"), {**action, "arguments": arguments}, decision("d"), end()],
        [
            edge("q.pin", "find"),
            edge("find", "d"),
            edge("d", "end", "answers.ok"),
            edge("d", "q.pin", "else"),
        ],
        entry="q.pin",
        policies=CYCLES,
    )


def registration(text):
    edges = [
        edge("q.kind", "q.plate", "answers.kind == 'car'"),
        edge("q.kind", "q.frame", "else"),
        edge("q.plate", "end"),
        edge("q.frame", "end"),
    ]
    return document([KIND, PLATE, FRAME, end(prompt=text)], edges)


def party(guard):
    edges = [edge("g", "d"), edge("d", "end", guard), edge("d", "other", "else")]
    nodes = [call("g", "guest", scope="isolated", **GUESTS), decision("d"), end(), OTHER]
    return document(nodes, edges, subgraphs=GUEST)


AGAIN = {"skip_known": False}

DEFECTS = [
    ("a loop back to an answered question", until_right(MAIL, RIGHT), ["/nodes/0"]),
    ("an action whose question is not asked again", lookup(), ["/nodes/0"]),
    ("an argument that looks like an answer", lookup(pin="answers.pin"), ["/nodes/1/arguments/pin"]),
    ("an end that speaks of the other branch", registration("Plate {plate}"), ["/nodes/3/prompt"]),
    (
        "a pattern longer than the maximal length",
        chain(question("iban", pattern="CH[0-9]{19}", max_length=16), end()),
        ["/nodes/0/pattern"],
    ),
    (
        "a pattern shorter than the minimal length",
        chain(question("pin", pattern="[0-9]{4,6}", min_length=8), end()),
        ["/nodes/0/pattern"],
    ),
    ("more guests than there may be", party("size(answers.guests) > 5"), ["/edges/1/guard"]),
]

HEALTHY = [
    ("a loop that asks again", until_right({**MAIL, **AGAIN}, {**RIGHT, **AGAIN})),
    ("an end that speaks of both branches", registration("Plate {plate|none}, frame {frame|none}")),
    ("fewer guests than there may be", party("size(answers.guests) > 2")),
    (
        "a pattern within the lengths",
        chain(question("pin", pattern="[[:digit:]]{4,6}|x+", min_length=4, max_length=6), end()),
    ),
    (
        "a hub that asks for what is missing",
        document(
            [decision("hub"), MAIL, PLATE, end()],
            [
                edge("hub", "q.mail", "!has(answers.mail)", priority=1),
                edge("hub", "q.plate", "!has(answers.plate)", priority=2),
                edge("hub", "end", "else", priority=3),
                edge("q.mail", "hub"),
                edge("q.plate", "hub"),
            ],
            entry="hub",
            policies=CYCLES,
        ),
    ),
]
