"""
Which of several people an agent answers.

An agent answers one person in each step: the one whose words have waited longest, and all that this
person has said until then. Words of others wait for a later step. Each conversation is kept by itself,
so a "yes" answers the question that was put to the same person. In a game with one person nothing waits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..situation import Received, Situation
from ..turn import Turn

#: Words of a person to an agent, in plain values.
Words = tuple[dict[str, Any], ...]


@dataclass(frozen=True)
class Talks:
    """
    Conversations of an agent with several people.

    They are kept in the place of the only conversation, :attr:`Situation.flow`.

    Attributes
    ----------
    flows
        ``{person: snapshot of the conversation}``.
    waiting
        Words without an answer by person, the first to be answered first.
    """

    flows: Mapping[str, dict[str, Any]] = field(default_factory=dict)
    waiting: Mapping[str, Words] = field(default_factory=dict)

    @classmethod
    def of(cls, seat: Situation) -> Talks:
        """Read the conversations from a situation."""
        kept = seat.flow or {}
        waiting = {person: tuple(words) for person, words in kept.get("waiting", ())}
        return cls(kept.get("flows", {}), waiting)

    @property
    def next(self) -> str | None:
        """Person to be answered next; None if nobody waits."""
        return next(iter(self.waiting), None)

    def words(self) -> list[dict[str, Any]]:
        """Return the words to be answered next."""
        return [dict(one) for one in self.waiting[self.next]] if self.next is not None else []

    def after(self, person: str, turn: Turn | None, said: Mapping[str, Words]) -> Talks:
        """
        Return the conversations after a step.

        Parameters
        ----------
        person
            Person whom the agent has answered.
        turn
            The agent's turn; None if it had none, so that the words still wait.
        said
            Words of each person to the agent in the step.
        """
        flows, waiting = dict(self.flows), dict(self.waiting)
        if turn is not None:
            waiting.pop(person, None)
            if turn.flow is not None:
                flows[person] = turn.flow
        for speaker, words in said.items():
            waiting[speaker] = (*waiting.get(speaker, ()), *words)
        return Talks(flows, waiting)

    def plain(self) -> dict[str, Any] | None:
        """Return plain values; None if there is nothing to keep."""
        if not self.flows and not self.waiting:
            return None
        waiting = [[person, list(words)] for person, words in self.waiting.items()]
        return {"flows": dict(self.flows), "waiting": waiting}


def said_to(
    name: str, people: Sequence[str], turns: Mapping[str, Turn], time_step: int
) -> dict[str, Words]:
    """Return the words of each person to an agent in a step, but not their moves of bargaining."""
    said: dict[str, Words] = {}
    for person in people:
        words = [
            vars(
                Received(
                    sender=person,
                    kind=message.kind,
                    text=message.text,
                    payload=None if message.payload is None else dict(message.payload),
                    report=None if message.report is None else dict(message.report),
                    time_step=time_step,
                )
            )
            for message in (turns[person].messages if person in turns else ())
            if message.recipient == name and message.kind != "rb" and message.text.strip()
        ]
        if words:
            said[person] = tuple(words)
    return said
