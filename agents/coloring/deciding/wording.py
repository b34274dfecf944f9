"""
Texts of a language model in a turn, checked against the facts after it.

A speaker words what the product says to the person; in mode LLM_API a model may also write a text to
a neighbor. A false draft is not sent: the product's text replaces it, or nothing is sent. Each
draft and its verdict is an event.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from ..bargaining.feasibility import feasible
from ..events import Event
from ..messages import Kind, Outgoing
from ..talk.facts import Facts, facts_of
from ..talk.honesty import violations
from ..talk.request import request_of
from ..wording.hearing import Speaker
from ..wording.phrases import sentences_in
from .drafts import is_repeated
from .position import Position

#: Characters of a refused draft that an event keeps.
KEPT = 200


def facts_for(position: Position, messages: Sequence[Outgoing], recipient: str) -> Facts:
    """Gather the facts that may be stated to the recipient of the messages."""
    view, after, heard = position.view, position.after, position.heard
    payloads: list[Mapping[str, Any]]
    payloads = [m.payload for m in messages if m.recipient == recipient and m.payload is not None]
    answers = position.answers if recipient == view.person else ()
    payloads += [one.json_dict() for one in answers]
    if recipient == view.person:
        payloads += [{"text": text} for text in heard.replies]
    text = position.said[-1].text if position.said and recipient == view.person else ""
    return facts_of(
        view,
        position.before,
        position.assignments,
        beliefs=after.beliefs,
        satisfied=position.satisfied,
        pins=after.pins,
        constraints=after.constraints,
        payloads=payloads,
        solvable=not position.conflicts or feasible(view, after, after.beliefs, explain=False).feasible,
        promised=heard.promised,
        reported=heard.reports,
        recipient=recipient,
        request=request_of(view, recipient, text, heard, answers, after.offers),
    )


def word(
    position: Position,
    speaker: Speaker,
    messages: Sequence[Outgoing],
    *,
    as_they_are: Collection[Kind] = (),
) -> tuple[list[Outgoing], list[Event]]:
    """
    Let a model word the messages to the person.

    Parameters
    ----------
    as_they_are
        Kinds of messages that are not reworded.
    """
    person = position.view.person
    if person is None or all(message.recipient != person for message in messages):
        return list(messages), []
    facts = facts_for(position, messages, person)
    events: list[Event] = []
    worded = []
    for message in messages:
        if message.recipient == person and message.kind not in as_they_are:
            question = position.said[-1].text if position.said and message.kind == "reply" else ""
            spoken = speaker.say(message.text, facts, question)
            events += spoken.events
            message = message.model_copy(update={"text": spoken.text})
        worded.append(message)
    return worded, events


def post(position: Position, messages: Sequence[Outgoing]) -> tuple[list[Outgoing], list[Event]]:
    """
    Send the texts that a model proposes if they are true and were not sent before.

    They may say no more than the product's own messages to the peer, colors and conflicts apart.
    """
    sent: list[Outgoing] = []
    events: list[Event] = []
    for peer, text in position.words.items():
        said = [one for m in messages if m.recipient == peer for one in sentences_in(m.text)]
        found = violations(text, facts_for(position, messages, peer), said)
        wrong = list(dict.fromkeys(map(str, found)))
        message = Outgoing(recipient=peer, kind="free_text", text=text)
        if not wrong and is_repeated(message, position.after):
            wrong = ["said before"]
        verdict = {"recipient": peer, "draft": text[:KEPT], "violations": wrong}
        events.append(("nl.guard", {**verdict, "action": "dropped" if wrong else "sent"}))
        sent += [] if wrong else [message]
    return sent, events
