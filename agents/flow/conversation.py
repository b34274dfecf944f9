"""
The standing of one conversation: its state, and what guards see of it.

Guards read the answers of the innermost isolated graph, the unknown keys, the host's context and the
votes on the path.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from ..canonical import canonical
from ..contracts import EventSink
from .compiled import TOP, CompiledFlow, Place
from .intake import Asked, excused
from .ir import Policies, SubgraphNode
from .path_policy import PathState, PathVotes
from .state import Frame, State
from .values import missing

#: Names of all events, without the prefix ``flow.``.
EVENTS = (
    "action",
    "ambiguous",
    "assign_failed",
    "escalate",
    "guard_eval",
    "lock",
    "message",
    "node_enter",
    "node_exit",
    "node_skip",
    "path_override",
    "path_switch",
    "path_unlock",
    "path_vote",
    "question_asked",
    "reroute",
    "stuck",
    "subgraph_pop",
    "subgraph_push",
    "terminal",
    "unknown_answer",
    "update_committed",
    "update_rejected",
    "validation_failed",
)


class Conversation:
    """
    One conversation: the flow, its state, and the roots that guards read.

    Attributes
    ----------
    flow, state, sink
        Flow, state, and receiver of events.
    policies
        Policies of the flow.
    votes
        Votes on the path.
    unknown
        Keys whose answer the person does not know, in the current scope.
    roots
        Values that guards read: ``answers``, ``unknown``, ``ctx``, ``path``.
    replay
        Number of times that each node may still be passed as before, after a correction.
    messages
        Texts to show before the next prompt.
    """

    def __init__(self, flow: CompiledFlow, state: State, sink: EventSink | None) -> None:
        self.flow = flow
        self.state = state
        self.sink = sink
        self.policies: Policies = flow.ir.policies
        log = self._log_vote if sink is not None else None
        self.votes = PathVotes(flow.ir.paths, self.policies.path, state.path, log)
        self.unknown: list[str] = []
        self.replay: Counter[str] = Counter()
        self.messages: list[str] = []
        self.roots: dict[str, Any] = {}
        self.enter_scope()

    def enter_scope(self) -> None:
        """Let guards read the answers of the innermost isolated graph."""
        frame = next(f for f in reversed(self.state.frames) if f.answers is not None)
        self.unknown = frame.unknown if frame.unknown is not None else []
        self.roots = {
            "answers": frame.answers,
            "unknown": self.unknown,
            "ctx": self.state.ctx,
            "path": path_root(self.state.path),
        }

    def refresh_path(self) -> None:
        """Let guards read the votes after a change."""
        self.roots["path"] = path_root(self.state.path)

    @property
    def node(self) -> str:
        """Id of the current node."""
        return self.state.frames[-1].node

    @property
    def place(self) -> Place:
        """Current place."""
        frame = self.state.frames[-1]
        return self.flow.graphs[frame.graph].places[frame.node]

    @property
    def answers(self) -> dict[str, Any]:
        """Known answers in the current scope."""
        answers: dict[str, Any] = self.roots["answers"]
        return answers

    @property
    def final(self) -> dict[str, Any]:
        """Answers of the main flow."""
        return self.state.frames[0].answers or {}

    def known(self) -> dict[str, Any]:
        """Return all answers, and separately those of an isolated subgraph, for a handoff."""
        known = {"answers": dict(self.final)}
        return known if self.answers is self.final else {**known, "local": dict(self.answers)}

    def questions(self) -> Mapping[str, Asked]:
        """Return the questions that may be answered now, by key."""
        return self.flow.graphs[self.state.frames[-1].graph].questions

    def applies(self, asked: Asked) -> bool:
        """Return whether a question applies."""
        return asked.applies(self.roots)

    def skip_reason(self, asked: Asked) -> str | None:
        """Return why a question need not be asked, or None."""
        if not self.applies(asked):
            return "does not apply"
        if self.flow.groups and excused(asked.key, self.flow.groups, self.answers):
            return "another alternative is complete"
        own = asked.node.skip_known
        skip = self.policies.skip_known if own is None else own
        # A question that was just asked is settled by its answer, whatever the policy.
        if skip or self.state.focus == asked.key:
            if not missing(self.answers.get(asked.key)):
                return "known"
            if asked.key in self.unknown and self.leaves_open(asked):
                return "unknown"
        return None

    def leaves_open(self, asked: Asked) -> bool:
        """Return whether the flow goes on if the person does not know the answer to a question."""
        place = self.place
        if self.policies.on_unknown == "skip" or asked.key in self.flow.excusable:
            return True
        if place.asked is not None and place.asked.key == asked.key and place.ways.get("unknown"):
            return True
        return not asked.node.required or excused(asked.key, self.flow.groups, self.answers)

    def settled(self, place: Place) -> bool:
        """Return whether the place is a question whose answer is known, or known to be unknown."""
        asked = place.asked
        if asked is None or not self.applies(asked):
            return False
        return asked.key in self.answers or asked.key in self.unknown

    def left(self, place: Place) -> None:
        """Record that a node was left."""
        name, state = name_of(place), self.state
        if self.replay[name] > 0:
            self.replay[name] -= 1
        else:
            state.passed[name] = state.passed.get(name, 0) + 1
        state.visited[name] = place.digest

    def replayed(self, place: Place) -> bool:
        """Return whether a node is passed as it was before a correction."""
        return self.replay[name_of(place)] > 0

    def rewind(self) -> None:
        """Go back to the entry with the answers of the main flow; nodes may be passed as before."""
        state = self.state
        for below, frame in zip(state.frames, state.frames[1:], strict=False):
            if frame.answers is not None:
                state.local[f"{below.graph}#{below.node}"] = dict(frame.answers)
        del state.frames[1:]
        state.frames[0].node = self.flow.graphs[TOP].entry
        state.focus = None
        self.replay = Counter(state.passed)
        self.emit("reroute")
        self.enter_scope()

    def keep(self, frame: Frame, caller: SubgraphNode) -> None:
        """Keep the answers of an isolated subgraph that was left."""
        top = self.state.frames[-1]
        self.state.local[f"{top.graph}#{caller.id}"] = dict(frame.answers or {})

    def restore(self, frame: Frame, caller: SubgraphNode) -> None:
        """Give a frame the answers that its subgraph had before a correction."""
        top = self.state.frames[-1]
        kept = self.state.local.get(f"{top.graph}#{caller.id}")
        if self.replay and kept is not None:
            frame.answers = {**kept, **(frame.answers or {})}

    def attempt(self, key: str) -> int:
        """Count an invalid answer, and return the number of attempts in a row."""
        attempts = self.state.frames[-1].attempts
        attempts[key] = attempts.get(key, 0) + 1
        return attempts[key]

    def commit(self, key: str, value: Any) -> None:
        """Store an answer."""
        self.answers[key] = value
        if key in self.unknown:
            self.unknown.remove(key)
        self.emit("update_committed", key=key, value=value)

    def emit(self, name: str, **data: Any) -> None:
        """Emit an event."""
        if self.sink is not None:
            self.sink.emit(f"flow.{name}", {"turn": self.state.turn, **data})

    def _log_vote(self, name: str, data: dict[str, Any]) -> None:
        self.emit(name, **data)


def name_of(place: Place) -> str:
    """Return the name of a place in saved states."""
    return f"{place.graph}#{place.node.id}"


def located(place: Place) -> dict[str, Any]:
    """Return the graph and the node of a place, for events."""
    return {"graph": place.graph, "node": place.node.id}


def is_plain(value: Any) -> bool:
    """Return whether JSON can represent a value."""
    try:
        canonical(value)
    except (TypeError, ValueError, RecursionError):
        return False
    return True


def path_root(state: PathState) -> dict[str, Any]:
    """Return the votes as guards see them; ``current`` and others are missing until there is one."""
    named = {"current": state.current, "active": state.active, "tentative": state.tentative}
    known = {name: value for name, value in named.items() if value is not None}
    return {"locked": state.locked, "votes": state.votes, **known}
