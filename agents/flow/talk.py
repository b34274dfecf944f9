"""
A flow in the terminal.

The rules of extraction interpret the input. ``/help`` lists the commands. Ctrl-C and the end of input
stop the conversation; a state file, if given, is written after every turn, and the same command resumes
from it.
"""

from __future__ import annotations

import json
import os
import sys
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TextIO

from ..contracts import EventSink
from ..errors import InputError, shortened
from .compiled import CompiledFlow
from .extraction import extract
from .routing import TieBreak
from .session import Session
from .state import Reply
from .values import match_option

HELP = """\
/unknown      I do not know
/explain      what is meant, and examples
/answers      what is known so far
/correct K=V  change an earlier answer
/quit         stop here"""

Say = Callable[[str], None]


def printable(text: str) -> str:
    """Return text without control characters."""
    kept = (c if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cf", "Cs") else "�" for c in text)
    return "".join(kept)


class Failures:
    """Receiver of events that tells which actions and assignments fail, and why."""

    def __init__(self, say: Say) -> None:
        self._say = say

    def emit(self, name: str, data: Mapping[str, Any]) -> None:
        """Tell a failure."""
        if name == "flow.action" and data["error"] is not None:
            self._tell(f"action {data['action']!r} at node {data['node']!r}: {data['error']}")
        elif name == "flow.assign_failed":
            self._tell(f"value of {data['key']!r} at node {data['node']!r}: {data['error']}")

    def _tell(self, text: str) -> None:
        self._say(f"kempe flow: {printable(text)}")


class Talk:
    """
    Conversation in the terminal.

    Parameters
    ----------
    session
        Session, new or resumed.
    lines
        Lines of input.
    say
        Function that shows a line.
    save
        Function called after every turn.
    """

    def __init__(
        self, session: Session, lines: Iterator[str], say: Say, save: Callable[[], None] = lambda: None
    ) -> None:
        self.session = session
        self._lines = lines
        self._say = say
        self._save = save

    def run(self) -> Reply | None:
        """Return the last reply; None if the person left before the end."""
        reply = self.session.prompt()
        self._save()
        try:
            while not reply.over:
                self._show(reply)
                line = next(self._lines, None)
                if line is None or line.strip() == "/quit":
                    return None
                reply = self._take(line.strip(), reply)
                self._save()
        except KeyboardInterrupt:
            return None
        for text in (*reply.messages, *([reply.prompt] if reply.prompt else [])):
            self._say(printable(text))
        return reply

    def _show(self, reply: Reply) -> None:
        for text in reply.messages:
            self._say(printable(text))
        for key, error in reply.errors.items():
            self._say(f"  ({printable(f'{key}: {error}')})")
        if reply.clarify:
            self._say(f"Is this about {', '.join(map(printable, reply.clarify))}?")
            return
        if reply.reason == "no_edge":
            self._say("  (that leads nowhere; please answer differently)")
        self._say(printable(reply.prompt or ""))
        if reply.key is not None:
            options = self.session.questions()[reply.key].node.allowed_values
            if options:
                self._say(f"  [{printable(' | '.join(options))}]")

    def _take(self, line: str, reply: Reply) -> Reply:
        session = self.session
        if line.startswith("/"):
            return self._command(line, reply)
        if reply.clarify:
            path = match_option(line, list(reply.clarify))
            session.override_path(path)
            return session.answer({})
        found = extract(session, line)
        if found.path is not None:
            session.vote(found.path, found.confidence)
        if not found.updates and not found.unknown and line and reply.key is not None:
            # The rules do not understand it: let the question itself say what it expects.
            found.updates[reply.key] = line
        return session.answer(found.updates, unknown=found.unknown)

    def _command(self, line: str, reply: Reply) -> Reply:
        session, (word, _, rest) = self.session, line.partition(" ")
        if word == "/unknown":
            return session.answer({}, unknown=[None])
        if word == "/correct":
            key, equals, value = (part.strip() for part in rest.partition("="))
            if equals:
                return session.correct({key: value})
            self._say("  /correct KEY=VALUE")
        elif word == "/answers":
            for key, value in sorted(session.answers.items()):
                self._say(f"  {printable(f'{key}: {value}')}")
        elif word == "/explain" and reply.key is not None:
            node = session.questions()[reply.key].node
            self._say(f"  {printable(node.clarification or node.description or 'no more is known')}")
            for example in node.examples:
                self._say(f"  for example: {printable(example)}")
        else:
            self._say(HELP)
        return session.prompt()


def typed(stream: TextIO, prompt: str = "> ") -> Iterator[str]:
    """Yield lines from the terminal, with a prompt, or from a pipe."""
    if not stream.isatty():
        yield from stream
        return
    while True:
        try:
            yield input(prompt)
        except EOFError:
            return


def open_session(
    flow: CompiledFlow,
    state: Path | None,
    *,
    answers: Mapping[str, Any] | None = None,
    ctx: Mapping[str, Any] | None = None,
    tie_break: TieBreak | None = None,
    sink: EventSink | None = None,
    again: bool = False,
) -> Session:
    """
    Return the session in a state file if it exists, else a new one.

    With ``again`` a conversation that has passed nodes which differ goes over the flow again.

    Raises
    ------
    InputError
        If the file is not a state, of another flow, or of a conversation with other values of ``ctx``.
    """
    if state is None or not state.exists():
        return Session(flow, answers=answers, ctx=ctx, tie_break=tie_break, sink=sink)
    try:
        data = json.loads(state.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise InputError(f"not a saved conversation: {error}", path=state) from None
    if not isinstance(data, dict):
        raise InputError("not a saved conversation", path=state)
    try:
        session = Session.resume(flow, data, tie_break=tie_break, sink=sink, again=again)
    except InputError as error:
        raise InputError(str(error), path=state) from None
    if ctx and dict(ctx) != session.state.ctx:
        raise InputError(f"the conversation has the ctx {shortened(session.state.ctx)}", path=state)
    return session


def saver(session: Session, state: Path | None) -> Callable[[], None]:
    """Return a function that replaces the state file atomically."""
    if state is None:
        return lambda: None

    def save() -> None:
        beside = state.with_name(f".{state.name}.{os.getpid()}")
        try:
            beside.write_text(json.dumps(session.dump(), indent=1) + "\n", encoding="utf-8")
            beside.replace(state)
        except OSError as error:
            raise InputError(f"cannot be written: {error.strerror}", path=state) from None

    return save


def stdout(line: str) -> None:
    """Print and flush."""
    print(line, flush=True)


def stderr(line: str) -> None:
    """Print to standard error."""
    print(line, file=sys.stderr, flush=True)
