"""
How a conversation moves through a compiled flow.

Questions wait for the person; decisions, actions and subgraphs are passed at once. Edges are tried by
priority, then in the order of the document; the first whose guard is true is taken, the else-edge if
none is. A guard never has an effect and never raises: what goes wrong in it is False, and recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..canonical import canonical
from ..contracts import EventSink
from ..errors import InputError
from .compiled import CompiledFlow, Place, Way
from .intake import Asked, excused, satisfied
from .ir import EXIT, ActionNode, Cause, QuestionNode, SubgraphNode, TerminalNode
from .path_policy import PathState, PathVotes
from .state import Frame, Reply, State
from .values import missing

#: All that a session tells a sink.
EVENTS = (
    "action",
    "ambiguous",
    "escalate",
    "guard_eval",
    "lock",
    "node_enter",
    "node_exit",
    "node_skip",
    "path_override",
    "path_switch",
    "path_vote",
    "question_asked",
    "stuck",
    "subgraph_pop",
    "subgraph_push",
    "terminal",
    "unknown_answer",
    "update_committed",
    "update_rejected",
    "validation_failed",
)

#: Chooses among edges whose guards are all true: gets the place and the edges, returns an index.
TieBreak = Callable[[Place, Sequence[Way]], int]


class Traversal:
    """Moves; what moves it, the answers of the person, is the session's business."""

    flow: CompiledFlow
    state: State
    sink: EventSink | None

    def _begin(
        self, flow: CompiledFlow, state: State, sink: EventSink | None, tie_break: TieBreak | None
    ) -> None:
        self.flow = flow
        self.state = state
        self.sink = sink
        self._tie_break = tie_break
        self._policies = flow.ir.policies
        log = self._log_vote if sink is not None else None
        self._votes = PathVotes(flow.ir.paths, self._policies.path, state.path, log)
        self._enter_scope()

    @property
    def node(self) -> str:
        """Id of the current node."""
        return self.state.frames[-1].node

    @property
    def answers(self) -> dict[str, Any]:
        """The known answers, as the current graph sees them."""
        answers: dict[str, Any] = self._roots["answers"]
        return answers

    @property
    def final(self) -> dict[str, Any]:
        """The answers of the flow itself, whatever subgraph the conversation is in."""
        return self.state.frames[0].answers or {}

    def questions(self) -> Mapping[str, Asked]:
        """The questions that may be answered now, by key; the pending one among them."""
        return self.flow.graphs[self.state.frames[-1].graph].questions

    def _emit(self, name: str, **data: Any) -> None:
        if self.sink is not None:
            self.sink.emit(f"flow.{name}", {"turn": self.state.turn, **data})

    def _log_vote(self, name: str, data: dict[str, Any]) -> None:
        self._emit(name, **data)

    def _at(self, place: Place) -> dict[str, Any]:
        return {"graph": place.graph, "node": place.node.id}

    def _known(self) -> dict[str, Any]:
        """For whoever takes over: all answers, and those of an isolated subgraph apart."""
        known = {"answers": dict(self.final)}
        return known if self.answers is self.final else {**known, "local": dict(self.answers)}

    # ------------------------------------------------------------------------------------------ moving

    def _run(self, errors: dict[str, str] | None = None) -> Reply:
        """Pass nodes until one asks or the flow ends."""
        errors = errors or {}
        for _ in range(self._policies.max_hops):
            place = self._place()
            node = place.node
            cause: Cause = "next"
            if isinstance(node, QuestionNode):
                assert place.asked is not None
                reason = self._skippable(place.asked)
                if reason is None:
                    return self._ask_here("ask", None, errors)
                self._emit("node_skip", **self._at(place), reason=reason)
            elif isinstance(node, TerminalNode):
                return self._end(node.reason or node.outcome, node, errors)
            elif isinstance(node, SubgraphNode):
                policies = self._policies
                if policies.allow_recursion and len(self.state.frames) > policies.max_depth:
                    return self._stop("max_depth")
                self._push(node)
                continue
            elif isinstance(node, ActionNode) and not self._act(place, node):
                cause = "failure"
            moved = self._move(place, cause)
            if moved == "no_edge" and self._settled(self._place()):
                # What is known leads nowhere: ask once more, as after an answer.
                return self._ask_here("retry", moved, errors)
            if moved is not None:
                return self._dead_end(moved, errors)
        return self._stop("max_hops")

    def _go(self, way: Way, errors: dict[str, str]) -> Reply:
        """Follow an edge that was already chosen, and go on."""
        moved = self._move(self._place(), way=way)
        return self._run(errors) if moved is None else self._dead_end(moved, errors)

    def _move(self, place: Place, cause: Cause = "next", way: Way | None = None) -> str | None:
        """Leave a node, and subgraphs as they end; None if another node was entered, else why not."""
        while True:
            if way is None and not (cause == "next" and place.ends):
                chosen = self._choose(place, cause)
                if isinstance(chosen, str):
                    return "action_failed" if cause == "failure" else chosen
                way = chosen
            target = EXIT if way is None else way.target
            self._emit("node_exit", **self._at(place), to=target)
            self.state.focus = None
            if target != EXIT:
                self._enter(place.graph, target)
                return None
            if len(self.state.frames) == 1:
                return "end"
            self._pop()
            place, cause, way = self._place(), "next", None

    def _enter(self, graph: str, node: str) -> None:
        self.state.frames[-1].node = node
        place = self.flow.place(graph, node)
        self._emit("node_enter", graph=graph, node=node, type=place.node.type)

    def _choose(self, place: Place, cause: Cause) -> Way | str:
        """The first edge whose guard is true, or else the else-edge, or else why there is none."""
        ways = place.ways.get(cause, ())
        for index, way in enumerate(ways):
            if self._holds(place, way):
                if way.guard is not None and self._minds_ambiguity():
                    return self._settle(place, ways[index:])
                return way
        return (place.otherwise if cause == "next" else None) or "no_edge"

    def _holds(self, place: Place, way: Way) -> bool:
        if way.guard is None:
            return True
        if self.sink is None:
            return way.guard(self._roots)
        outcome = way.guard.evaluate(self._roots)
        told = {"edge": way.name, "value": outcome.value}
        if outcome.error is not None:
            told["error"] = outcome.error
        self._emit("guard_eval", **self._at(place), **told)
        return outcome.value

    def _minds_ambiguity(self) -> bool:
        return self.sink is not None or self._policies.ambiguity != "first"

    def _settle(self, place: Place, ways: Sequence[Way]) -> Way | str:
        """The first of these is true. What about others of its priority?"""
        first = ways[0]
        true = [first]
        for way in ways[1:]:
            if way.priority == first.priority and way.guard is not None and self._holds(place, way):
                true.append(way)
        if len(true) == 1:
            return first
        chosen, how = first, self._policies.ambiguity
        if how == "tie_break" and self._tie_break is not None and place.node.type == "decision":
            index = self._tie_break(place, true)
            if index not in range(len(true)):
                raise InputError(f"tie_break returned {index!r}, expected 0 to {len(true) - 1}")
            chosen = true[index]
        self._emit(
            "ambiguous",
            **self._at(place),
            edges=[way.name for way in true],
            chosen=None if how == "escalate" else chosen.name,
        )
        return "ambiguous" if how == "escalate" else chosen

    def _push(self, node: SubgraphNode) -> None:
        assert node.ref is not None
        frame = Frame(graph=node.ref, node=self.flow.graphs[node.ref].entry)
        if node.scope == "isolated":
            answers = self.answers
            frame.answers = {
                inner: answers[outer] for inner, outer in node.inputs.items() if outer in answers
            }
            frame.unknown = []
        self._emit("subgraph_push", node=node.id, graph=node.ref, depth=len(self.state.frames))
        self.state.frames.append(frame)
        self._enter_scope()
        self._enter(frame.graph, frame.node)

    def _pop(self) -> None:
        frame = self.state.frames.pop()
        self._enter_scope()
        caller = self._place().node
        assert isinstance(caller, SubgraphNode)
        self._emit("subgraph_pop", node=caller.id, graph=frame.graph, depth=len(self.state.frames))
        if frame.answers is not None:
            for outer, inner in caller.outputs.items():
                if inner in frame.answers:
                    self._commit(outer, frame.answers[inner])

    def _enter_scope(self) -> None:
        """Point the guards at the answers of the innermost isolated graph."""
        frame = next(f for f in reversed(self.state.frames) if f.answers is not None)
        self._unknown = frame.unknown if frame.unknown is not None else []
        self._roots: dict[str, Any] = {
            "answers": frame.answers,
            "unknown": self._unknown,
            "ctx": self.state.ctx,
            "path": path_root(self.state.path),
        }

    def _act(self, place: Place, node: ActionNode) -> bool:
        """Call an action and store what it returns; False if it failed."""
        assert node.action is not None
        error = None
        try:
            results = self.flow.registry.actions[node.action](dict(node.arguments), dict(self.answers))
        except Exception as failure:
            error = f"{type(failure).__name__}: {failure}"
        else:
            staged, error = self._results(node, results)
        self._emit("action", **self._at(place), action=node.action, error=error)
        if error is None:
            for key, value in staged.items():
                self._commit(key, value)
        return error is None

    def _results(self, node: ActionNode, results: Any) -> tuple[dict[str, Any], str | None]:
        """What an action returned, judged like any answer."""
        if results is None:
            results = {}
        if not isinstance(results, Mapping):
            return {}, f"returned {type(results).__name__}, expected a mapping"
        questions, staged = self.questions(), {}
        for key, name in node.outputs.items():
            if name not in results:
                return {}, f"returned no {name!r}"
            value, error = results[name], None
            if key in questions:
                value, error = questions[key].judge(value)
            elif not is_plain(value):
                error = "expected plain data"
            if error is not None:
                return {}, f"{name}: {error}"
            staged[key] = value
        return staged, None

    def _commit(self, key: str, value: Any) -> None:
        self.answers[key] = value
        if key in self._unknown:
            self._unknown.remove(key)
        self._emit("update_committed", key=key, value=value)

    # --------------------------------------------------------------------------------------- questions

    def _place(self) -> Place:
        frame = self.state.frames[-1]
        return self.flow.graphs[frame.graph].places[frame.node]

    def _applies(self, asked: Asked) -> bool:
        return asked.applies(self._roots)

    def _skippable(self, asked: Asked) -> str | None:
        """Why a question need not be asked, or None."""
        node = asked.node
        key = node.key
        assert key is not None
        if not self._applies(asked):
            return "does not apply"
        if self.flow.groups and excused(key, self.flow.groups, self.answers):
            return "another alternative is complete"
        skip = self._policies.skip_known if node.skip_known is None else node.skip_known
        # A question that was just asked is settled by its answer, whatever the policy.
        if skip or self.state.focus == key:
            if not missing(self.answers.get(key)):
                return "known"
            if key in self._unknown:
                return "unknown"
        return None

    def _settled(self, place: Place) -> bool:
        """Whether this is a question whose answer is known, or known to be unknown."""
        if place.asked is None or not self._applies(place.asked):
            return False
        key = place.asked.node.key
        return key in self.answers or key in self._unknown

    def _ask_here(self, kind: str, reason: str | None, errors: Mapping[str, str] | None = None) -> Reply:
        """Wait for the answer to the current question."""
        asked = self._place().asked
        assert asked is not None
        self.state.focus = asked.node.key
        self.state.status = "waiting"
        return self._ask(kind, reason, errors)

    def _ask(self, kind: str, reason: str | None, errors: Mapping[str, str] | None = None) -> Reply:
        key = self.state.focus
        assert key is not None
        asked = self._place().asked
        if asked is None or asked.node.key != key:
            asked = self.questions()[key]
        node = asked.node
        prompt = node.prompt
        if kind == "retry":
            prompt = node.retry_prompt or node.clarification or node.prompt
        self._emit("question_asked", node=node.id, key=key, kind=kind, reason=reason)
        return Reply(
            kind, node.id, key, prompt, reason, dict(errors or {}), tuple(self._votes.clarify())
        )

    # -------------------------------------------------------------------------------------------- ends

    def _end(self, reason: str, node: TerminalNode | None, errors: Mapping[str, str]) -> Reply:
        self.state.status, self.state.reason, self.state.focus = "done", reason, None
        incomplete = tuple(
            " or ".join(" and ".join(a) for a in group.alternatives)
            for group in self.flow.groups
            if not satisfied(group, self.final)
        )
        self._emit(
            "terminal",
            node=self.node,
            reason=reason,
            outcome=node.outcome if node else "success",
            **self._known(),
            incomplete=list(incomplete),
        )
        prompt = node.prompt or node.label if node else None
        return Reply(
            "done", self.node, prompt=prompt, reason=reason, errors=dict(errors), incomplete=incomplete
        )

    def _dead_end(self, why: str, errors: Mapping[str, str]) -> Reply:
        """The graph is at its end, a human must decide, or no edge is taken."""
        if why == "end":
            return self._end("end_of_graph", None, errors)
        human = why in ("action_failed", "ambiguous")
        reply = self.escalate(why) if human else self._stop(why)
        return reply._replace(errors=dict(errors))

    def escalate(self, reason: str) -> Reply:
        """Hand over to a human; the conversation ends here."""
        self.state.status = "escalated"
        self.state.reason = reason
        self.state.focus = None
        self._emit("escalate", node=self.node, reason=reason, **self._known())
        return Reply("escalate", self.node, reason=reason)

    def _stop(self, reason: str) -> Reply:
        self.state.status, self.state.reason, self.state.focus = "stuck", reason, None
        self._emit("stuck", node=self.node, reason=reason, **self._known())
        return Reply("stuck", self.node, reason=reason)


def is_plain(value: Any) -> bool:
    """Whether JSON can hold a value."""
    try:
        canonical(value)
    except (TypeError, ValueError, RecursionError):
        return False
    return True


def path_root(state: PathState) -> dict[str, Any]:
    """What guards see of the votes: ``path.current`` and others are missing as long as there is none."""
    named = {"current": state.current, "active": state.active, "tentative": state.tentative}
    known = {name: value for name, value in named.items() if value is not None}
    return {"locked": state.locked, "votes": state.votes, **known}
