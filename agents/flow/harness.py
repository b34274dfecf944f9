"""
Scripted conversations and their traces.

A script is an object with a list of ``turns``. Playing it gives a trace: all events and replies, one
JSON object per line, with sorted keys and without time, so that the same flow and script give the same
bytes. A reviewed trace is *golden*; :func:`compare` returns the differences of a new one.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from ..canonical import canonical
from ..errors import InputError, shortened
from .compiled import CompiledFlow
from .extraction import extract
from .session import Session


class Vote(BaseModel):
    """Vote on the path."""

    model_config = ConfigDict(extra="forbid", strict=True)

    path: str | None
    confidence: float | None = None


class Turn(BaseModel):
    """
    Turn of a script; votes come before answers.

    Attributes
    ----------
    answer, unknown, correct
        Arguments of :meth:`Session.answer`; a null in ``unknown`` is the pending key.
    say
        Free text for the rules of extraction.
    vote, override
        Vote on the path, and path to lock.
    reload
        Whether the conversation is saved as JSON and read back first.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    answer: dict[str, JsonValue] | None = None
    correct: dict[str, JsonValue] | None = None
    unknown: list[str | None] = []
    say: str | None = None
    vote: Vote | None = None
    override: str | None = None
    reload: bool = False


class Script(BaseModel):
    """Scripted conversation: answers known before, ``ctx`` for guards and texts, and turns."""

    model_config = ConfigDict(extra="forbid", strict=True)

    answers: dict[str, JsonValue] = Field(default_factory=dict)
    ctx: dict[str, JsonValue] = Field(default_factory=dict)
    turns: list[Turn]


class Trace:
    """Sink that keeps every event as a line of canonical JSON."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def emit(self, name: str, data: Mapping[str, Any]) -> None:
        """Add an event."""
        self.lines.append(canonical({"event": name, **data}))

    def named(self, name: str) -> list[dict[str, Any]]:
        """Return the events of one name."""
        events = [json.loads(line) for line in self.lines]
        return [event for event in events if event["event"] == name]

    def text(self) -> str:
        """Return all lines."""
        return "".join(f"{line}\n" for line in self.lines)


def read_script(data: Any, path: str | None = None) -> Script:
    """
    Return a script.

    Raises
    ------
    InputError
        If it is not a script; the message lists all errors, and begins with the path of its file.
    """
    if not isinstance(data, Mapping):
        legal = 'expected an object {"turns": [...]}'
        raise InputError(f"not a script: {legal}, got {type(data).__name__}", path=path)
    try:
        return Script.model_validate(data)
    except ValidationError as error:
        wrong = "; ".join(map(_told, error.errors()))
        raise InputError(f"not a script: {wrong}", path=path) from None


def _told(error: Any) -> str:
    """Return an error of pydantic in words, with its place."""
    where = "/".join(map(str, error["loc"]))
    if error["type"] == "missing":
        return f"{where} is missing"
    if error["type"] == "extra_forbidden":
        model = Vote if "vote" in error["loc"] else Turn if "turns" in error["loc"] else Script
        return f"{where}: unknown, expected one of {', '.join(model.model_fields)}"
    return f"{where}: {error['msg'][:1].lower()}{error['msg'][1:]}, got {shortened(error['input'])}"


def play(flow: CompiledFlow, script: Script) -> Trace:
    """
    Play a script to its end, or until the conversation is over.

    Raises
    ------
    InputError
        If turns are left when the conversation is over.
    """
    trace = Trace()
    session = Session(flow, answers=script.answers, ctx=script.ctx, sink=trace)
    reply = session.start()
    trace.emit("reply", reply.json_dict())
    for number, turn in enumerate(script.turns, 1):
        if reply.over:
            raise InputError(
                f"turn {number} of {len(script.turns)}: the conversation is over: {reply.reason}"
            )
        if turn.reload:
            saved = json.loads(json.dumps(session.dump()))
            session = Session.resume(flow, saved, sink=trace)
        if turn.vote is not None:
            session.vote(turn.vote.path, turn.vote.confidence)
        if turn.override is not None:
            session.override_path(turn.override)
        updates, unknown = dict(turn.answer or {}), list(turn.unknown)
        if turn.say is not None:
            found = extract(session, turn.say)
            trace.emit("extracted", found.json_dict())
            updates, unknown = {**found.updates, **updates}, [*found.unknown, *unknown]
        if turn.correct is not None:
            reply = session.answer({**updates, **turn.correct}, unknown=unknown, correcting=True)
        else:
            reply = session.answer(updates, unknown=unknown)
        trace.emit("reply", reply.json_dict())
    trace.emit("state", session.dump())
    return trace


def compare(trace: Trace, golden: Path, *, update: bool = False) -> list[str]:
    """
    Compare a trace with the golden one.

    Parameters
    ----------
    golden
        File of the golden trace, JSON lines.
    update
        Whether to write the trace to the file instead.

    Returns
    -------
    list of str
        Unified diff; empty if they are equal.
    """
    if update:
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(trace.text(), encoding="utf-8")
        return []
    old: Sequence[str] = []
    if golden.exists():
        old = golden.read_text(encoding="utf-8").splitlines()
    return list(difflib.unified_diff(old, trace.lines, golden.name, "now", lineterm="", n=1))
