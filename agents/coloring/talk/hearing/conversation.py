"""
The conversation with a person as a flow: reported colors, missing colors, open questions.

``flow.coloring`` has one question for each node of the border, in any order; later answers replace
earlier ones. Then it waits until the person is satisfied. Its paths are the modes of talking (informing,
asking, bargaining), chosen by votes with hysteresis; demands and reports take effect in the same turn in
every mode. Questions of the agent ("do you mean green?") are kept for one turn, so that the next message
can answer them.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ....flow import Session, compile_flow
from ....flow.compiled import CompiledFlow
from ...situation import NodeColor
from ...view import View
from ..reading import Alternative, Question, Reading, ReadingKind, Understanding

#: Mode of talking that an intent votes for.
_MODES = {
    "COMMAND": "informing",
    "INFORMATION": "informing",
    "QUERY": "asking",
    "PREFERENCE": "bargaining",
}


#: Words by which a person goes another way than the agent asked about: "then I make h4 blue instead".
_ELSEWHERE = re.compile(
    r"\b(?:instead|then|rather|enough|solved|anyway|never ?mind|any ?more|any longer|no longer|done)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Conversation:
    """
    State of a conversation.

    Attributes
    ----------
    session
        Snapshot of the flow's session.
    asked
        Readings that the person was asked to confirm in the last turn, or before it told of other nodes.
    choices
        Meanings among which the person was asked to choose in the last turn.
    supposed
        Coloring that the person asked about in the last turn.
    before
        What puts back the colors that own nodes had before the person last demanded others.
    told
        What the person stated of colors in the last turn.
    said
        What the agent last wrote to the person; an answer may leave out the node that it names.
    kept
        Colors that the person wants its nodes to keep.
    step
        Step of the last turn in which the person spoke, or in which what is still open was asked.
    stands
        Steps in which what the person said so far became another, each with its digest: offers depend
        on it.
    """

    session: dict[str, Any]
    asked: tuple[Reading, ...] = ()
    choices: tuple[Alternative, ...] = ()
    supposed: tuple[NodeColor, ...] = ()
    before: tuple[Reading, ...] = ()
    told: tuple[Reading, ...] = ()
    said: str = ""
    kept: tuple[NodeColor, ...] = ()
    step: int = 0
    stands: tuple[tuple[int, str], ...] = ()

    def json_dict(self) -> dict[str, Any]:
        """Return plain values only."""
        plain = _plain_readings(self.asked)
        record: dict[str, Any] = {"session": self.session, "asked": plain}
        if self.choices:
            record["choices"] = [_plain(one) for one in self.choices]
        if self.supposed:
            record["supposed"] = [[pair.node, pair.color] for pair in self.supposed]
        if self.before:
            record["before"] = _plain_readings(self.before)
        if self.told:
            record["told"] = _plain_readings(self.told)
        if self.said:
            record["said"] = self.said
        if self.kept:
            record["kept"] = [[pair.node, pair.color] for pair in self.kept]
        if self.step:
            record["step"] = self.step
        if self.stands:
            record["stands"] = [list(one) for one in self.stands]
        return record

    @classmethod
    def of(cls, snapshot: Mapping[str, Any] | None, view: View, peer: str) -> Conversation:
        """Restore a snapshot; start a new conversation if there is none or the border is another."""
        flow = flow_of(view.border_of(peer), view.domain)
        if snapshot is None or snapshot.get("session", {}).get("hash") != flow.hash:
            session = Session(flow)
            session.start()
            kept_on = snapshot or {}
            return cls(session.dump(), said=kept_on.get("said", ""), stands=_stands(kept_on))
        asked, told, before = (
            tuple(Reading(one["kind"], one["node"], one["color"], 0.9) for one in snapshot.get(key, ()))
            for key in ("asked", "told", "before")
        )
        choices = tuple(_alternative(one) for one in snapshot.get("choices", ()))
        supposed, kept = (
            tuple(NodeColor(*pair) for pair in snapshot.get(key, ())) for key in ("supposed", "kept")
        )
        said = snapshot.get("said", "")
        at, stands = snapshot.get("step", 0), _stands(snapshot)
        return cls(
            dict(snapshot["session"]), asked, choices, supposed, before, told, said, kept, at, stands
        )


def _stands(snapshot: Mapping[str, Any]) -> tuple[tuple[int, str], ...]:
    return tuple((step, stand) for step, stand in snapshot.get("stands", ()))


def _plain_readings(readings: Sequence[Reading]) -> list[dict[str, Any]]:
    return [{"kind": one.kind, "node": one.node, "color": one.color} for one in readings]


def _plain(choice: Alternative) -> dict[str, Any]:
    """Return a choice as plain values."""
    readings = [
        {"kind": one.kind, "node": one.node, "color": one.color, "reason": one.reason}
        for one in choice.readings
    ]
    questions = [
        {
            "kind": q.kind,
            "node": q.node,
            "color": q.color,
            "pairs": [[p.node, p.color] for p in q.supposed],
        }
        for q in choice.questions
    ]
    return {"readings": readings, "questions": questions}


def _alternative(plain: Mapping[str, Any]) -> Alternative:
    readings = (Reading(r["kind"], r["node"], r["color"], 0.9, r["reason"]) for r in plain["readings"])
    questions = (
        Question(q["kind"], q["node"], tuple(NodeColor(*pair) for pair in q["pairs"]), q["color"])
        for q in plain["questions"]
    )
    return Alternative(tuple(readings), tuple(questions))


def document(border: Sequence[str], domain: Sequence[str]) -> dict[str, Any]:
    """Return the flow document of a border."""
    nodes: list[dict[str, Any]] = [
        {
            "id": f"q.{i}",
            "type": "question",
            "key": f"boundary.{node}",
            "prompt": f"What color is {node}?",
            "retry_prompt": f"{node} can be {', '.join(domain)}.",
            "allowed_values": list(domain),
            "overwrite": True,
        }
        for i, node in enumerate(border)
    ]
    nodes += [
        {
            "id": "q.satisfied",
            "type": "question",
            "key": "satisfied",
            "data_type": "boolean",
            "prompt": "Are you satisfied?",
            "overwrite": True,
        },
        {"id": "t.done", "type": "terminal", "prompt": "Then we are done."},
    ]
    names = [node["id"] for node in nodes]
    edges = [{"from": a, "to": b} for a, b in itertools.pairwise(names)]
    return {
        "version": "v1",
        "id": "flow.coloring",
        "nodes": nodes,
        "edges": edges,
        "paths": {
            "informing": {"description": "The person reports and demands."},
            "asking": {"description": "The person asks what would work."},
            "bargaining": {"description": "The person wishes, offers, accepts and refuses."},
        },
        "policies": {"path": {"lock_threshold": 3, "switch_margin": 1.0, "max_turns_unlocked": 0}},
    }


@functools.lru_cache(maxsize=256)
def flow_of(border: tuple[str, ...], domain: tuple[str, ...]) -> CompiledFlow:
    """Compile the flow of a border."""
    return compile_flow(document(border, domain))


@dataclass(frozen=True)
class Step:
    """The conversation after a message: missing colors, mode, events."""

    conversation: Conversation
    missing: tuple[str, ...]
    mode: str | None
    events: tuple[tuple[str, dict[str, Any]], ...]


class _Events(list[tuple[str, dict[str, Any]]]):
    def emit(self, name: str, data: Mapping[str, Any]) -> None:
        self.append((name, dict(data)))


def step(
    conversation: Conversation,
    understood: Sequence[Understanding],
    view: View,
    peer: str,
    *,
    asked: Sequence[Reading] = (),
    choices: Sequence[Alternative] = (),
    supposed: Sequence[NodeColor] = (),
    before: Sequence[Reading] = (),
    kept: Sequence[NodeColor] = (),
    beliefs: Mapping[str, str] | None = None,
    time_step: int = 0,
) -> Step:
    """
    Advance a conversation by the messages of one turn.

    Parameters
    ----------
    asked
        Readings that the person is asked to confirm in this turn.
    choices
        Meanings among which the person is asked to choose in this turn.
    supposed
        Coloring that the person asked about in this turn.
    before
        What puts back the colors of the nodes that the person demands others of in this turn.
    kept
        Colors that the person wants its nodes to keep.
    beliefs
        Colors of the border that are known from typed reports.
    time_step
        Step of this turn.
    """
    flow = flow_of(view.border_of(peer), view.domain)
    events = _Events()
    session = Session.resume(flow, conversation.session, sink=events)
    if session.state.status != "waiting":
        session = Session(flow, answers=_border(session), sink=events)
        session.start()
    border = view.border_of(peer)
    updates: dict[str, Any] = {
        f"boundary.{node}": color for node, color in (beliefs or {}).items() if node in border
    }
    for one in understood:
        updates.update(
            {f"boundary.{node}": color for node, color in one.reports.items() if node in border}
        )
        # A person who is not satisfied has not answered yet.
        if one.of("satisfied") and not one.of("unsatisfied"):
            updates["satisfied"] = True
        mode = _vote(one)
        if mode is not None:
            session.vote(mode, _confidence(one))
    missing = tuple(node for node in border if f"boundary.{node}" not in {**session.answers, **updates})
    if updates and session.state.status == "waiting":
        session.answer(updates, correcting=True)
    still_open = () if choices or asked else _still_open(conversation, understood)
    after = Conversation(
        session.dump(),
        tuple(asked) or still_open,
        tuple(choices),
        tuple(supposed),
        tuple(before) or conversation.before,
        _stated(understood),
        kept=tuple(kept),
        step=conversation.step if still_open else time_step,
        stands=conversation.stands,
    )
    return Step(after, missing, session.path.state.current, tuple(events))


def _still_open(conversation: Conversation, understood: Sequence[Understanding]) -> tuple[Reading, ...]:
    """Return what was asked before, if the person has only told something of other nodes since."""
    about = {one.node for one in conversation.asked}
    readings = [one for text in understood for one in text.readings]
    tells = all(one.kind in ("report", "forbidden", "required") for one in readings)
    if not readings or not tells or any(text.questions or text.unread for text in understood):
        return ()
    if any(_ELSEWHERE.search(text.text) for text in understood):
        return ()
    return conversation.asked if about.isdisjoint(one.node for one in readings) else ()


def _stated(understood: Sequence[Understanding]) -> tuple[Reading, ...]:
    """Return what some messages state of the colors of nodes."""
    kinds: tuple[ReadingKind, ...] = ("report", "demand", "forbidden", "required", "negation")
    return tuple(one for text in understood for one in text.of(*kinds) if one.node and one.color)


def _border(session: Session) -> dict[str, Any]:
    """Return what the next conversation keeps: the border, but not the satisfaction."""
    return {key: value for key, value in session.answers.items() if key.startswith("boundary.")}


def _vote(understood: Understanding) -> str | None:
    if understood.of("agree", "refuse", "hypothetical"):
        return "bargaining"
    return _MODES.get(understood.intents[0])


def _confidence(understood: Understanding) -> float:
    confidences = [reading.confidence for reading in understood.readings]
    return max([*confidences, *(question.confidence for question in understood.questions)], default=0.0)
