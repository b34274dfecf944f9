"""
Shadow mode: the checklist engine and the graph engine on the same conversation.

One of the two replies to the person; the other gets the same answers, and differences are recorded. A
flow without differences for long enough can be switched over.

For a converted checklist two differences are known. After a vote for a path the checklist asks another
question at once, the graph when its pending question is settled. Answers to questions of another path
are refused by the checklist, and kept by the graph.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple

from ..contracts import EventSink
from ..errors import expected
from .checklist_session import ChecklistSession
from .compiler import compile_flow
from .migrate import checklist_to_graph
from .registry import EMPTY, Registry
from .session import Session
from .state import Reply


class Difference(NamedTuple):
    """Difference of the engines at a turn, in ``"asks"``, ``"answers"`` or ``"errors"``."""

    turn: int
    what: str
    legacy: Any
    graph: Any


class Shadow:
    """
    Conversation with two engines.

    Parameters
    ----------
    config
        Checklist (v0).
    registry
        Functions of the host for both engines.
    leading
        Engine whose replies are returned: ``"legacy"`` or ``"graph"``.
    document
        Graph; by default the converted checklist.
    sink
        Receiver of the events of the leading engine, and of ``flow.shadow_difference``.
    """

    def __init__(
        self,
        config: Any,
        registry: Registry = EMPTY,
        *,
        leading: Literal["legacy", "graph"] = "legacy",
        document: Mapping[str, Any] | None = None,
        sink: EventSink | None = None,
    ) -> None:
        if leading not in ("legacy", "graph"):
            raise expected("leading", leading, "'legacy' or 'graph'")
        self.leading = leading
        self.sink = sink
        self.differences: list[Difference] = []
        first = leading == "legacy"
        self.legacy = ChecklistSession(config, registry, sink=sink if first else None)
        flow = compile_flow(document or checklist_to_graph(config), registry)
        self.graph = Session(flow, sink=None if first else sink)
        self._turn = 0

    def start(self) -> Reply:
        """Ask the first question."""
        return self._compare(self.legacy.start(), self.graph.start())

    def answer(self, updates: Mapping[str, Any], *, unknown: Iterable[str | None] = ()) -> Reply:
        """Process the answers of one turn."""
        self._turn += 1
        said = tuple(unknown)
        replies = []
        for engine in (self.legacy, self.graph):
            waiting = engine.state.status == "waiting"
            replies.append(engine.answer(updates, unknown=said) if waiting else Reply("silent"))
        return self._compare(*replies)

    def vote(self, candidate: str | None, confidence: float | None = None) -> str:
        """Add a vote on the path."""
        outcomes = [e.vote(candidate, confidence) for e in (self.legacy, self.graph)]
        return outcomes[0 if self.leading == "legacy" else 1]

    def _compare(self, legacy: Reply, graph: Reply) -> Reply:
        # A checklist that is complete escalates; a graph that is complete ends.
        asks: list[tuple[str, str | None]] = [
            (r.kind, r.key) if not r.over else ("over", r.reason or r.kind) for r in (legacy, graph)
        ]
        pairs: list[tuple[str, Any, Any]] = [
            ("asks", asks[0], asks[1]),
            ("answers", dict(self.legacy.answers), dict(self.graph.answers)),
            ("errors", legacy.errors, graph.errors),
        ]
        for what, one, other in pairs:
            if one != other:
                difference = Difference(self._turn, what, one, other)
                self.differences.append(difference)
                if self.sink is not None:
                    self.sink.emit("flow.shadow_difference", difference._asdict())
        return legacy if self.leading == "legacy" else graph
