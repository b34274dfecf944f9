"""
Movement of a conversation through a compiled flow.

Questions wait for the person; decisions, actions and subgraphs are passed at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .compiled import Place, Way
from .conversation import Conversation, is_plain, located
from .ir import EXIT, ActionNode, Cause, SubgraphNode, TerminalNode
from .replies import Replies
from .routing import Router
from .state import Frame, Reply


class Traversal:
    """
    Movement from node to node, in and out of subgraphs.

    Parameters
    ----------
    conversation
        Conversation that moves.
    router
        Router that chooses edges.
    replies
        Maker of the reply when the movement stops.
    """

    def __init__(self, conversation: Conversation, router: Router, replies: Replies) -> None:
        self._conversation = conversation
        self._router = router
        self._replies = replies

    def run(self, errors: dict[str, str] | None = None) -> Reply:
        """Move until a question is asked or the flow ends."""
        errors = errors or {}
        conversation, policies = self._conversation, self._conversation.policies
        for _ in range(policies.max_hops):
            place = conversation.place
            node = place.node
            cause: Cause = "next"
            if place.asked is not None:
                reason = conversation.skip_reason(place.asked)
                if reason is None:
                    return self._replies.ask_here(place.asked, "ask", None, errors)
                conversation.emit("node_skip", **located(place), reason=reason)
                if reason == "unknown" and place.ways.get("unknown"):
                    cause = "unknown"
            elif isinstance(node, TerminalNode):
                return self._replies.end(node.reason or node.outcome, node, errors)
            elif isinstance(node, SubgraphNode):
                if policies.allow_recursion and len(conversation.state.frames) > policies.max_depth:
                    return self._replies.stop("max_depth")
                self._push(node, place.calls)
                continue
            elif isinstance(node, ActionNode) and not self._act(place, node):
                cause = "failure"
            stopped = self.move(place, cause)
            if stopped is not None:
                here = conversation.place
                if stopped == "no_edge" and here.asked is not None and conversation.settled(here):
                    # The known answer leads nowhere: ask once more, as after an answer.
                    return self._replies.ask_here(here.asked, "retry", stopped, errors)
                return self.dead_end(stopped, errors)
        return self._replies.stop("max_hops")

    def go(self, way: Way, errors: dict[str, str]) -> Reply:
        """Follow a chosen edge, and move on."""
        stopped = self.move(self._conversation.place, way=way)
        return self.run(errors) if stopped is None else self.dead_end(stopped, errors)

    def move(self, place: Place, cause: Cause = "next", way: Way | None = None) -> str | None:
        """Leave a node, and subgraphs that end; return None, or the reason if no node is entered."""
        conversation = self._conversation
        while True:
            if way is None and not (cause == "next" and place.ends):
                chosen = self._router.choose(place, cause)
                if isinstance(chosen, str):
                    return "action_failed" if cause == "failure" else chosen
                way = chosen
            target = EXIT if way is None else way.target
            conversation.emit("node_exit", **located(place), to=target)
            conversation.state.focus = None
            if target != EXIT:
                self._enter(place.graph, target)
                return None
            if len(conversation.state.frames) == 1:
                return "end"
            self._pop()
            place, cause, way = conversation.place, "next", None

    def dead_end(self, reason: str, errors: Mapping[str, str]) -> Reply:
        """Reply at the end of the graph, or where no edge can be taken."""
        if reason == "end":
            return self._replies.end("end_of_graph", None, errors)
        human = reason in ("action_failed", "ambiguous")
        reply = self._replies.escalate(reason) if human else self._replies.stop(reason)
        return reply._replace(errors=dict(errors))

    def _enter(self, graph: str, node: str) -> None:
        conversation = self._conversation
        conversation.state.frames[-1].node = node
        place = conversation.flow.place(graph, node)
        conversation.emit("node_enter", graph=graph, node=node, type=place.node.type)

    def _push(self, node: SubgraphNode, graph: str) -> None:
        conversation = self._conversation
        frames = conversation.state.frames
        frame = Frame(graph=graph, node=conversation.flow.graphs[graph].entry)
        if node.scope == "isolated":
            answers = conversation.answers
            frame.answers = {
                inner: answers[outer] for inner, outer in node.inputs.items() if outer in answers
            }
            frame.unknown = []
        conversation.emit("subgraph_push", node=node.id, graph=graph, depth=len(frames))
        frames.append(frame)
        conversation.enter_scope()
        self._enter(frame.graph, frame.node)

    def _pop(self) -> None:
        conversation = self._conversation
        frame = conversation.state.frames.pop()
        conversation.enter_scope()
        caller = conversation.place.node
        depth = len(conversation.state.frames)
        conversation.emit("subgraph_pop", node=caller.id, graph=frame.graph, depth=depth)
        if frame.answers is not None and isinstance(caller, SubgraphNode):
            for outer, inner in caller.outputs.items():
                if inner in frame.answers:
                    conversation.commit(outer, frame.answers[inner])

    def _act(self, place: Place, node: ActionNode) -> bool:
        """Call an action and store its results; return False if it failed."""
        conversation = self._conversation
        error = None
        try:
            results = place.action(dict(node.arguments), dict(conversation.answers))
        except Exception as failure:
            error = f"{type(failure).__name__}: {failure}"
        else:
            staged, error = self._results(node, results)
        conversation.emit("action", **located(place), action=node.action, error=error)
        if error is None:
            for key, value in staged.items():
                conversation.commit(key, value)
        return error is None

    def _results(self, node: ActionNode, results: Any) -> tuple[dict[str, Any], str | None]:
        """Return the results of an action, checked like answers, and an error."""
        if results is None:
            results = {}
        if not isinstance(results, Mapping):
            return {}, f"returned {type(results).__name__}, expected a mapping"
        questions, staged = self._conversation.questions(), {}
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
