"""
Sentences of people and replies to agents, labelled from the game alone, and their scoring.

The scene is that of ``sentences``. A label lists facts, separated by semicolons: ``D b2 red`` a demand,
``R`` a report, ``F`` and ``M`` a forbidden and a required color, ``REL`` and ``RET`` a released demand
and a retracted constraint, ``J`` a joint constraint. ``Q1``-``Q5``, ``WHY`` and ``CON`` are questions.
``SAT``, ``UNSAT``, ``NO``, ``REF`` (a demand that has to be refused) and ``WISH`` say how the sentence
is meant, ``LANG`` marks another language, ``?`` what the agent has to ask about, and ``-`` that nothing
is stated. Before a bar stands what the agent asked last: ``@h5?|`` the color of h5, ``@b2=red?|``
whether to make b2 red.

``confident`` is the verdict of a sentence from which the agent takes a fact, a stance or a question that
it does not have; ``right`` and ``asked`` (asked back) are the ones wanted.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from pathlib import Path

from agents.coloring.situation import Received
from agents.coloring.talk.hearing import hear
from agents.coloring.talk.hearing.conversation import Conversation
from agents.coloring.talk.reading import Reading
from tests.agents.coloring.speakers import SITUATION, VIEW

_DATA = Path(__file__).parent / "data"
SENTENCES = json.loads((_DATA / "dialogue.json").read_text())
_ACTS = {
    **{"demand": "D", "report": "R", "forbidden": "F", "required": "M"},
    **{"release": "REL", "retract": "RET"},
}
_KINDS = {"why": "WHY", "constraints": "CON"}


@dataclass
class Read:
    """What the agent took from a message, in the notation of the labels."""

    facts: set = field(default_factory=set)
    questions: set = field(default_factory=set)
    kinds: set = field(default_factory=set)
    wishes: set = field(default_factory=set)
    replies: str = ""

    @property
    def asks(self):
        return any(word in self.replies for word in ("?", "not sure", "cannot act", "do not see"))


def situation(asked):
    """The situation after the agent's question."""
    if not asked:
        return SITUATION
    readings = []
    for part in asked.strip("@?").split(","):
        node, _, color = part.partition("=")
        readings.append(Reading("demand" if color else "report", node, color or None))
    conversation = replace(Conversation.of(None, VIEW, "Human"), asked=tuple(readings))
    return replace(SITUATION, flow=conversation.json_dict())


def read(text, asked=""):
    heard = hear([Received("Human", "free_text", text, message_id="m1")], VIEW, situation(asked))
    parsed = dict(heard.events)["nl.parsed"]
    result = Read(replies=" ".join(heard.replies))
    for reading in parsed["readings"]:
        kind, node, color = reading["kind"], reading["node"], reading["color"]
        if kind in _ACTS:
            parts = (_ACTS[kind], node, None if kind == "release" else color)
            result.facts.add(" ".join(part for part in parts if part))
        else:
            result.kinds.add(kind)
            if kind in ("preference", "hypothetical"):
                result.wishes.add((node, color))
    for question in parsed["questions"]:
        kind = _KINDS.get(question["kind"], question["kind"])
        named = [tuple(pair) for pair in question["pairs"]] if kind == "Q3" else []
        node = (question["node"],) if kind in ("Q1", "Q4") and question["node"] else ()
        node = node or tuple(pair[0] for pair in question["pairs"][:1]) * (kind == "Q4")
        result.questions.add((kind, *node, *sorted(named)))
    if not result.questions and result.wishes:
        result.questions = {("Q3", *sorted(result.wishes))}
    return result


def labelled(label):
    """Facts, questions and the way that a label says a sentence is meant."""
    facts, questions, way = set(), set(), ""
    for part in filter(None, (part.strip() for part in label.split(";"))):
        first, *names = part.split()
        if first in (*_ACTS.values(), "J"):
            facts.add(part)
        elif first == "Q3":
            questions.add((first, *sorted(zip(names[::2], names[1::2], strict=True))))
        elif first in ("Q1", "Q2", "Q4", "Q5", "WHY", "CON"):
            questions.add((first, *names))
        else:
            way = part
    return facts, questions, way


def verdict(text, label):
    """Return "right", "asked", "missed" or "confident"."""
    asked, _, label = label.rpartition("|")
    found = read(text, asked)
    facts, questions, way = labelled(label)
    stance = {"SAT": "satisfied", "UNSAT": "unsatisfied"}.get(way)
    wish = tuple(way.split()[1:]) if way.startswith("WISH") else None
    allowed = questions | ({("Q3", wish)} if wish else set())
    wished = {("Q3", *sorted(found.wishes))}
    taken = found.questions - allowed if found.questions != wished or questions else set()
    if found.facts - facts or ("satisfied" in found.kinds and stance != "satisfied"):
        return "confident"
    if taken and not (found.asks and not facts):
        return "confident"
    right = {
        "LANG": "English" in found.replies,
        "?": found.asks,
        "NO": "refuse" in found.kinds or "All right" in found.replies,
        "REF": "refused" in found.kinds,
        "SAT": "satisfied" in found.kinds,
        "UNSAT": "unsatisfied" in found.kinds,
    }.get(way, True)
    if wish:
        right = wish in found.wishes or " ".join(wish) in found.replies
    if right and found.facts == facts and (found.questions >= questions or wish):
        return "right"
    return "asked" if found.asks else "missed"
