"""Replies of the engine: questions, and the ends of a conversation."""

from __future__ import annotations

from collections.abc import Mapping

from .conversation import Conversation, name_of
from .intake import Asked, satisfied
from .ir import MessageNode, TerminalNode
from .state import Reply, Status
from .templates import rendered


class Replies:
    """Maker of replies; each one changes the status of the conversation and emits an event."""

    def __init__(self, conversation: Conversation) -> None:
        self._conversation = conversation

    def ask_here(
        self, asked: Asked, kind: str, reason: str | None, errors: Mapping[str, str] | None = None
    ) -> Reply:
        """Wait for the answer to the current question."""
        conversation = self._conversation
        conversation.state.visited[name_of(conversation.place)] = conversation.place.own_digest
        conversation.state.focus = asked.key
        self._conversation.state.status = "waiting"
        return self.ask(asked, kind, reason, errors)

    def ask(
        self, asked: Asked, kind: str, reason: str | None, errors: Mapping[str, str] | None = None
    ) -> Reply:
        """Ask a question, of the current node or another."""
        node, clarify = asked.node, self._conversation.votes.clarify
        prompt = node.prompt
        if kind == "retry":
            prompt = node.retry_prompt or node.clarification or node.prompt
        self._conversation.emit("question_asked", node=node.id, key=asked.key, kind=kind, reason=reason)
        prompt = self._text(prompt)
        return Reply(kind, node.id, asked.key, prompt, reason, dict(errors or {}), tuple(clarify()))

    def show(self, node: MessageNode) -> None:
        """Show the text of a message node with the next reply."""
        text = self._text(node.prompt) or ""
        self._conversation.emit("message", node=node.id, text=text)
        self._conversation.messages.append(text)

    def _text(self, text: str | None) -> str | None:
        return None if text is None else rendered(text, self._conversation.roots)

    def end(self, reason: str, node: TerminalNode | None, errors: Mapping[str, str]) -> Reply:
        """End the flow at a terminal, or at the end of the graph."""
        conversation = self._conversation
        outcome = node.outcome if node else "success"
        self._close("done", reason)
        conversation.state.outcome = outcome
        incomplete = tuple(
            " or ".join(" and ".join(alternative) for alternative in group.alternatives)
            for group in conversation.flow.groups
            if not satisfied(group, conversation.final)
        )
        conversation.emit(
            "terminal",
            node=conversation.node,
            reason=reason,
            outcome=outcome,
            **conversation.known(),
            incomplete=list(incomplete),
        )
        prompt = self._text(node.prompt or node.label) if node else None
        return Reply(
            "done",
            conversation.node,
            prompt=prompt,
            reason=reason,
            errors=dict(errors),
            incomplete=incomplete,
            outcome=outcome,
        )

    def escalate(self, reason: str) -> Reply:
        """Hand over to a human."""
        self._close("escalated", reason)
        return self._stopped("escalate", reason)

    def stop(self, reason: str) -> Reply:
        """Stop, because no edge leads on."""
        self._close("stuck", reason)
        return self._stopped("stuck", reason)

    def _close(self, status: Status, reason: str) -> None:
        state = self._conversation.state
        state.status, state.reason, state.focus = status, reason, None

    def _stopped(self, kind: str, reason: str) -> Reply:
        conversation = self._conversation
        conversation.emit(kind, node=conversation.node, reason=reason, **conversation.known())
        return Reply(kind, conversation.node, reason=reason)
