"""
A stack of flows: digressions into another flow and back, and cancelling.

A person who asks for the opening hours in the middle of an order gets the flow for opening hours, and
is then asked the pending question of the order again. Which message starts which flow is the decision of
the host, or of a model.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..contracts import EventSink
from ..errors import InputError, expected
from .compiled import CompiledFlow
from .session import Session
from .state import Reply

#: Limit of flows on the stack.
MAX_STACK = 16


class Dialogue:
    """
    Conversation over several flows.

    Parameters
    ----------
    flows
        Compiled flows by name.
    ctx
        Further values that guards read.
    shared
        Keys whose answers are given to a flow that begins, and taken over from one that is done.
    sink
        Receiver of events; ``flow.digression``, ``flow.resumed`` and ``flow.cancelled`` beside those of
        the sessions.

    Examples
    --------
    >>> from agents.flow import compile_flow
    >>> def flow(name, key):
    ...     nodes = [{"id": "q", "type": "question", "key": key, "prompt": f"{key}?"}]
    ...     nodes += [{"id": "end", "type": "terminal", "prompt": f"{name} is done."}]
    ...     edges = [{"from": "q", "to": "end"}]
    ...     return compile_flow({"version": "v1", "id": name, "nodes": nodes, "edges": edges})
    >>> dialogue = Dialogue({"order": flow("order", "size"), "hours": flow("hours", "day")})
    >>> dialogue.begin("order").prompt
    'size?'
    >>> dialogue.begin("hours").prompt
    'day?'
    >>> reply = dialogue.answer({"day": "Monday"})
    >>> reply.messages, reply.prompt
    (('hours is done.',), 'size?')
    """

    def __init__(
        self,
        flows: Mapping[str, CompiledFlow],
        *,
        ctx: Mapping[str, Any] | None = None,
        shared: Iterable[str] = (),
        sink: EventSink | None = None,
    ) -> None:
        for name, flow in flows.items():
            if not isinstance(flow, CompiledFlow):
                raise expected(f"flows[{name!r}]", flow, "a flow made by compile_flow")
        self.flows = dict(flows)
        self.ctx = dict(ctx or {})
        self.shared = tuple(shared)
        self.sink = sink
        self.stack: list[tuple[str, Session]] = []
        self.finished: list[tuple[str, dict[str, Any]]] = []

    @property
    def session(self) -> Session:
        """
        Session of the flow on top.

        Raises
        ------
        InputError
            If no flow has begun.
        """
        if not self.stack:
            raise InputError("no flow has begun")
        return self.stack[-1][1]

    def begin(self, name: str) -> Reply:
        """
        Begin a flow; one that is going on waits until it is done.

        Raises
        ------
        InputError
            If there is no such flow, it waits already, or too many flows wait.
        """
        if name not in self.flows:
            raise expected("flow", name, f"one of {', '.join(sorted(self.flows))}")
        if any(name == other for other, _ in self.stack):
            raise InputError(f"flow {name!r} is going on already")
        if len(self.stack) >= MAX_STACK:
            raise InputError(f"{len(self.stack)} flows are going on: expected at most {MAX_STACK}")
        flow = self.flows[name]
        known = self.session.final if self.stack else {}
        accepted = {*flow.graphs[""].questions, *flow.ir.given}
        answers = {key: known[key] for key in self.shared if key in known and key in accepted}
        if self.stack:
            self._emit("digression", flow=name, waiting=self.stack[-1][0])
        session = Session(flow, answers=answers, ctx=self.ctx, sink=self.sink)
        self.stack.append((name, session))
        return self._settled(session.start())

    def answer(
        self,
        updates: Mapping[str, Any],
        *,
        unknown: Iterable[str | None] = (),
        correcting: bool = False,
    ) -> Reply:
        """
        Process the answers of one turn in the flow on top.

        Returns
        -------
        Reply
            Reply of that flow. If it is done, the pending question of the flow below, with the text of
            the terminal among its messages.
        """
        reply = self.session.answer(updates, unknown=unknown, correcting=correcting)
        return self._settled(reply)

    def cancel(self) -> Reply:
        """End the flow on top without a result, and return to the one below."""
        name, session = self.stack.pop() if self.stack else ("", self.session)
        self._emit("cancelled", flow=name, answers=dict(session.final))
        if not self.stack:
            return Reply("done", reason="cancelled", outcome="cancelled")
        return self._resumed(())

    def _settled(self, reply: Reply) -> Reply:
        """Return to the flow below if the one on top is done with success."""
        if reply.kind != "done" or len(self.stack) == 1:
            if reply.kind == "done":
                name, session = self.stack.pop()
                self.finished.append((name, dict(session.final)))
            return reply
        name, session = self.stack.pop()
        self.finished.append((name, dict(session.final)))
        below = self.session
        taken = {
            key: session.final[key]
            for key in self.shared
            if key in session.final and key in below.questions() and key not in below.answers
        }
        texts = (*reply.messages, *([reply.prompt] if reply.prompt else []))
        if taken:
            return self._settled(below.answer(taken)._replace(messages=texts))
        return self._resumed(texts)

    def _resumed(self, texts: tuple[str, ...]) -> Reply:
        self._emit("resumed", flow=self.stack[-1][0])
        reply = self.session.prompt()
        return reply._replace(messages=(*texts, *reply.messages))

    def dump(self) -> list[dict[str, Any]]:
        """Return the stack as plain data, for :meth:`resume`."""
        return [{"flow": name, "state": session.dump()} for name, session in self.stack]

    def resume(self, data: Iterable[Mapping[str, Any]]) -> None:
        """
        Replace the stack by a saved one.

        Raises
        ------
        InputError
            If the data is not a saved stack of these flows.
        """
        stack: list[tuple[str, Session]] = []
        for item in data:
            name = item.get("flow") if isinstance(item, Mapping) else None
            if name not in self.flows or "state" not in item:
                raise InputError("not a saved dialogue: expected names of flows with their states")
            if any(name == other for other, _ in stack):
                raise InputError(f"not a saved dialogue: flow {name!r} is going on twice")
            if len(stack) >= MAX_STACK:
                raise InputError(f"not a saved dialogue: expected at most {MAX_STACK} flows")
            stack.append((name, Session.resume(self.flows[name], item["state"], sink=self.sink)))
        self.stack = stack

    def _emit(self, name: str, **data: Any) -> None:
        if self.sink is not None:
            self.sink.emit(f"flow.{name}", data)
