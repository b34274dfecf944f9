"""
What a language model words or wants to say in a turn, held against what is so after it.

A speaker words what the product says to the person; in mode LLM_API a model may also say something of
its own to a neighbor. Either way what is not so does not get out: the product's words go in its place,
or nothing does. Each draft and its verdict is an event.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..bargaining.feasibility import feasible
from ..messages import Outgoing
from ..situation import Received, Situation
from ..talk.facts import Facts, facts_of
from ..talk.honesty import violations
from ..view import View
from ..wording.hearing import Heard, Speaker
from .compute import Computed, Event
from .speaking import is_repeated

#: Characters of a refused draft that an event keeps.
KEPT = 200


@dataclass(frozen=True)
class After:
    """
    Where a turn has come to.

    Attributes
    ----------
    before
        The situation that it began with.
    situation
        With the beliefs, colors and pins that stand after it.
    """

    view: View
    before: Situation
    situation: Situation
    computed: Computed
    heard: Heard

    def facts(self, messages: Sequence[Outgoing], recipient: str) -> Facts:
        """Gather what may be said to somebody who gets the messages."""
        view, situation, computed = self.view, self.situation, self.computed
        payloads: list[Mapping[str, Any]]
        payloads = [m.payload for m in messages if m.recipient == recipient and m.payload is not None]
        if recipient == view.person:
            payloads += [one.json_dict() for one in self.heard.answers(view, situation)]
        return facts_of(
            view,
            self.before,
            computed.assignments,
            beliefs=situation.beliefs,
            satisfied=computed.satisfied,
            pins=situation.pins,
            constraints=situation.constraints,
            payloads=payloads,
            solvable=not computed.conflicts or feasible(view, situation, {}, explain=False).feasible,
            promised=self.heard.promised,
            reported=self.heard.reports,
            recipient=recipient,
        )


def word(
    after: After,
    speaker: Speaker,
    messages: Sequence[Outgoing],
    said: Sequence[Received],
    *,
    as_it_is: Collection[str] = (),
) -> tuple[list[Outgoing], list[Event]]:
    """Let a model word what goes to the person, but for messages of some kinds."""
    person = after.view.person
    if person is None or all(message.recipient != person for message in messages):
        return list(messages), []
    facts = after.facts(messages, person)
    events: list[Event] = []
    worded = []
    for message in messages:
        if message.recipient == person and message.kind not in as_it_is:
            asked = said[-1].text if said and message.kind == "reply" else ""
            spoken = speaker.say(message.text, facts, asked)
            events += spoken.events
            message = message.model_copy(update={"text": spoken.text})
        worded.append(message)
    return worded, events


def post(
    after: After, words: Mapping[str, str], messages: Sequence[Outgoing]
) -> tuple[list[Outgoing], list[Event]]:
    """Send what a model wants to say, ``{recipient: text}``, if it is so and was not said before."""
    sent: list[Outgoing] = []
    events: list[Event] = []
    for peer, text in words.items():
        wrong = list(dict.fromkeys(map(str, violations(text, after.facts(messages, peer)))))
        message = Outgoing(recipient=peer, kind="free_text", text=text)
        if not wrong and is_repeated(message, after.situation):
            wrong = ["said before"]
        told = {"recipient": peer, "draft": text[:KEPT], "violations": wrong}
        events.append(("nl.guard", {**told, "action": "dropped" if wrong else "sent"}))
        sent += [] if wrong else [message]
    return sent, events
