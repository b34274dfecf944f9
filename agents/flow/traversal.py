"""
Movement of a conversation through a compiled flow.

Questions wait for the person; decisions, actions and subgraphs are passed at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping
from typing import Any

from .actions import Call, Outcome, Steps
from .compiled import TOP, Place, Way
from .conversation import Conversation, is_plain, located, name_of
from .ir import EXIT, ActionNode, AssignNode, Cause, MessageNode, SubgraphNode, TerminalNode
from .replies import Replies
from .routing import Router
from .state import Frame, Reply
from .values import read_declared


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
        self._calls: Counter[str] = Counter()

    def run(self, errors: dict[str, str] | None = None) -> Steps[Reply]:
        """Move until a question is asked or the flow ends; yield the calls of actions."""
        errors = errors or {}
        conversation, policies = self._conversation, self._conversation.policies
        seen: set[tuple[int, str, str]] = set()
        again = 0
        while True:
            place = conversation.place
            node = place.node
            here = (len(conversation.state.frames), place.graph, node.id)
            # Each node counts once, so that many known answers are no loop.
            again = again + 1 if here in seen else 0
            seen.add(here)
            if again >= policies.max_hops:
                return self._replies.stop("max_hops")
            cause: Cause = "next"
            if isinstance(node, SubgraphNode):
                step = self._repeat(place, node) if node.repeat else "enter"
                if step == "ask" and place.asked is not None:
                    return self._replies.ask_here(place.asked, "ask", None, errors)
                if step == "enter":
                    if policies.allow_recursion and len(conversation.state.frames) > policies.max_depth:
                        return self._replies.stop("max_depth")
                    self._push(node, place.calls)
                    continue
            elif place.asked is not None:
                reason = self._skip_reason(place)
                if reason is None:
                    return self._replies.ask_here(place.asked, "ask", None, errors)
                conversation.emit("node_skip", **located(place), reason=reason)
                if reason == "unknown" and place.ways.get("unknown"):
                    cause = "unknown"
            elif isinstance(node, TerminalNode):
                return self._replies.end(node.reason or node.outcome, node, errors)
            elif isinstance(node, MessageNode):
                if not conversation.replayed(place):
                    self._replies.show(node)
            elif isinstance(node, AssignNode):
                cause = "next" if self._assign(place) else "failure"
            elif isinstance(node, ActionNode):
                if self._calls[node.id] >= policies.max_calls:
                    return self._replies.escalate("max_calls")
                cause = yield from self._act(place, node)
            stopped = self.move(place, cause)
            if stopped is not None:
                current = conversation.place
                if stopped == "no_edge" and current.asked is not None and conversation.settled(current):
                    # The known answer leads nowhere: ask once more, as after an answer.
                    return self._replies.ask_here(current.asked, "retry", stopped, errors)
                return self.dead_end(stopped, errors)

    def begin_turn(self) -> None:
        """Forget what the last turn has called."""
        self._calls.clear()

    def again(self, errors: dict[str, str]) -> Steps[Reply]:
        """
        Go over the flow from its entry, after earlier answers were replaced.

        Answers that are known are not asked again, actions that were called are not called again unless
        the node allows it, and messages that were shown are not repeated.
        """
        conversation = self._conversation
        conversation.rewind()
        self._enter(TOP, conversation.flow.graphs[TOP].entry)
        reply = yield from self.run(errors)
        conversation.replay.clear()
        return reply

    def go(self, way: Way, errors: dict[str, str]) -> Steps[Reply]:
        """Follow a chosen edge, and move on."""
        stopped = self.move(self._conversation.place, way=way)
        if stopped is not None:
            return self.dead_end(stopped, errors)
        return (yield from self.run(errors))

    def _skip_reason(self, place: Place) -> str | None:
        conversation = self._conversation
        if place.asked is None:
            return None
        reason = conversation.skip_reason(place.asked)
        if reason is None and conversation.settled(place) and conversation.replayed(place):
            return "known"
        return reason

    def _repeat(self, place: Place, node: SubgraphNode) -> str:
        """Return whether to enter a repeated subgraph, to ask whether to, or to go on."""
        conversation, repeat = self._conversation, node.repeat
        if repeat is None or place.asked is None:
            return "enter"
        if conversation.replayed(place):
            return "leave"
        items = conversation.answers.get(repeat.key)
        count = len(items) if isinstance(items, list) else 0
        more = conversation.answers.pop(place.asked.key, None)
        declined = place.asked.key in conversation.unknown
        if declined:
            conversation.unknown.remove(place.asked.key)
        if count >= repeat.maximum:
            return "leave"
        if count < repeat.minimum or more is True:
            return "enter"
        if more is False or declined:
            if repeat.key not in conversation.answers:
                conversation.commit(repeat.key, [])
            return "leave"
        return "ask"

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
            conversation.left(place)
            conversation.emit("node_exit", **located(place), to=target)
            conversation.state.focus = None
            if target != EXIT:
                self._enter(place.graph, target)
                return None
            if len(conversation.state.frames) == 1:
                return "end"
            self._pop()
            place, cause, way = conversation.place, "next", None
            if isinstance(place.node, SubgraphNode) and place.node.repeat is not None:
                return None  # there may be another item

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
            conversation.restore(frame, node)
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
        if frame.answers is None or not isinstance(caller, SubgraphNode):
            return
        if caller.repeat is not None:
            fields = caller.outputs or {key: key for key in frame.answers if key not in caller.inputs}
            item = {name: frame.answers[key] for name, key in fields.items() if key in frame.answers}
            items = conversation.answers.get(caller.repeat.key)
            conversation.commit(caller.repeat.key, [*(items if isinstance(items, list) else []), item])
            return
        conversation.keep(frame, caller)
        for outer, inner in caller.outputs.items():
            if inner in frame.answers:
                conversation.commit(outer, frame.answers[inner])

    def _assign(self, place: Place) -> bool:
        """Store the values of expressions; return False if one fails."""
        conversation = self._conversation
        questions = conversation.questions()
        for key, expression in place.values:
            value, error = expression.evaluate(conversation.roots)
            if error is None and key in questions:
                value, error = questions[key].judge(value)
            if error is not None:
                conversation.emit("assign_failed", **located(place), key=key, error=error)
                return False
            conversation.commit(key, value)
        return True

    def _act(self, place: Place, node: ActionNode) -> Generator[Call, Outcome, Cause]:
        """Call an action and store its results; return the cause of the edge to take."""
        conversation = self._conversation
        failed = conversation.state.failed
        name = name_of(place)
        if not node.again and conversation.replayed(place):
            return "failure" if name in failed else "next"
        self._calls[node.id] += 1
        outcome = yield Call(node, place.action, conversation.answers)
        error = outcome.error
        staged: dict[str, Any] = {}
        if error is None:
            staged, error = self._results(node, outcome.results)
        tries = {"attempts": outcome.attempts} if outcome.attempts > 1 else {}
        conversation.emit("action", **located(place), action=node.action, error=error, **tries)
        if error is None:
            for key, value in staged.items():
                conversation.commit(key, value)
        if error is None and name in failed:
            failed.remove(name)
        elif error is not None and name not in failed:
            failed.append(name)
        return "next" if error is None else "failure"

    def _results(self, node: ActionNode, results: Any) -> tuple[dict[str, Any], str | None]:
        """Return the results of an action, checked like answers, and an error."""
        if results is None:
            results = {}
        if not isinstance(results, Mapping):
            return {}, f"returned {type(results).__name__}, expected a mapping"
        questions, staged = self._conversation.questions(), {}
        signature = self._conversation.flow.ir.actions.get(node.action or "")
        for key, name in node.outputs.items():
            if name not in results:
                return {}, f"returned no {name!r}"
            value, error = results[name], None
            if key in questions:
                value, error = questions[key].judge(value)
            elif not is_plain(value):
                error = "expected plain data"
            elif signature is not None:
                value, error = read_declared(signature.results.get(name, "any"), value)
            if error is not None:
                return {}, f"{name}: {error}"
            staged[key] = value
        return staged, None
