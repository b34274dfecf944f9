"""
A session: the answers of the person, and the reply to each.

Answers are checked before anything is stored (``intake``), stored key by key, and then the flow moves
(``traversal``). After an invalid answer it stays at its node. The events of :data:`EVENTS` go to the
sink as ``"flow.<name>"``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..contracts import EventSink
from ..errors import InputError, expected, shortened
from .actions import Steps, adrive, drive
from .compiled import TOP, CompiledFlow
from .conversation import EVENTS, Conversation, is_plain, located
from .intake import Asked
from .path_policy import PathVotes
from .replies import Replies
from .routing import Router, TieBreak
from .state import Frame, Reply, State
from .traversal import Traversal
from .upgrade import Upgrader, upgraded

__all__ = ["EVENTS", "Session", "TieBreak", "Upgrader"]


class Session:
    """
    A conversation along a flow.

    Parameters
    ----------
    flow
        Compiled flow.
    answers, ctx
        Answers known before, and further values that guards read. Plain data.
    sink
        Receiver of events.
    tie_break
        Choice among edges whose guards are true at one priority, if the policy is ``"tie_break"``.
    """

    def __init__(
        self,
        flow: CompiledFlow,
        *,
        answers: Mapping[str, Any] | None = None,
        ctx: Mapping[str, Any] | None = None,
        sink: EventSink | None = None,
        tie_break: TieBreak | None = None,
    ) -> None:
        top = Frame(graph=TOP, node=flow.graphs[TOP].entry, answers={}, unknown=[])
        for name, value in (ctx or {}).items():
            if not is_plain(value):
                raise expected(f"ctx[{name!r}]", value, "plain data, as in JSON")
        state = State(flow=flow.id, hash=flow.hash, frames=[top], ctx=dict(ctx or {}))
        self._connect(Conversation(flow, state, sink), tie_break)
        for key, value in (answers or {}).items():
            self._preset(key, value)

    def _connect(self, conversation: Conversation, tie_break: TieBreak | None) -> None:
        if conversation.flow.missing:
            names = ", ".join(conversation.flow.missing)
            raise InputError(f"registry: expected the functions that the flow declares: {names}")
        self._conversation = conversation
        self._replies = Replies(conversation)
        self._router = Router(conversation, tie_break)
        self._traversal = Traversal(conversation, self._router, self._replies)

    def _preset(self, key: str, value: Any) -> None:
        asked = self.flow.graphs[TOP].questions.get(key)
        if asked is not None:
            checked, error = asked.judge(value)
            if error is not None:
                raise InputError(f"answers[{key!r}] = {shortened(value)}: {error}")
            value = checked
        elif key not in self.flow.ir.given:
            known = ", ".join(sorted([*self.flow.graphs[TOP].questions, *self.flow.ir.given]))
            raise expected("key of answers", key, f"one of {known}")
        elif not is_plain(value):
            raise expected(f"answers[{key!r}]", value, "plain data, as in JSON")
        self.answers[key] = value

    # ----------------------------------------------------------------------------------------- reading

    @property
    def flow(self) -> CompiledFlow:
        """Compiled flow."""
        return self._conversation.flow

    @property
    def state(self) -> State:
        """State of the conversation."""
        return self._conversation.state

    @property
    def sink(self) -> EventSink | None:
        """Receiver of events."""
        return self._conversation.sink

    @property
    def node(self) -> str:
        """Id of the current node."""
        return self._conversation.node

    @property
    def answers(self) -> dict[str, Any]:
        """Known answers in the current graph."""
        return self._conversation.answers

    @property
    def final(self) -> dict[str, Any]:
        """Answers of the main flow, also while the conversation is in a subgraph."""
        return self._conversation.final

    def questions(self) -> Mapping[str, Asked]:
        """Return the questions that may be answered now, by key, including the pending one."""
        return self._conversation.questions()

    @property
    def unknown(self) -> list[str]:
        """Keys whose answer the person does not know."""
        return self._conversation.unknown

    @property
    def pending(self) -> str | None:
        """Key of the pending question."""
        return self.state.focus

    @property
    def current_node_key(self) -> str | None:
        """Key of the current node, if it is a question."""
        asked = self._conversation.place.asked
        return asked.key if asked else None

    @property
    def path(self) -> PathVotes:
        """Votes on the path; to change them, use :meth:`vote` and :meth:`override_path`."""
        return self._conversation.votes

    def applicable(self) -> list[str]:
        """Return the keys of the questions that apply now, answered or not, in order."""
        questions = self.questions()
        order = sorted(questions, key=lambda key: questions[key].order)
        return [key for key in order if self._conversation.applies(questions[key])]

    # ------------------------------------------------------------------------------------------ saving

    def dump(self) -> dict[str, Any]:
        """Return the state as plain data, for :meth:`resume`."""
        return self.state.model_dump(mode="json")

    @classmethod
    def resume(
        cls,
        flow: CompiledFlow,
        data: Mapping[str, Any],
        *,
        sink: EventSink | None = None,
        tie_break: TieBreak | None = None,
        upgrades: Mapping[str, Upgrader] | None = None,
        again: bool = False,
    ) -> Session:
        """
        Return the session of a saved conversation.

        Parameters
        ----------
        flow
            Flow of the conversation, or a newer version with an upgrade.
        data
            Result of :meth:`dump`.
        upgrades
            Functions from old data to new data, by the hash of the old flow. The ``upgrades`` of the
            flow itself, which rename nodes and keys, are always used.
        again
            Whether to go over the flow again, with the known answers, if nodes that the conversation has
            passed differ and there is no upgrade. Otherwise that is an error.

        Raises
        ------
        InputError
            If the data is not a state, or is of another flow, or of another logic without an upgrade.
        """
        state = upgraded(flow, data, upgrades or {}, again=again)
        session = cls.__new__(cls)
        session._connect(Conversation(flow, state, sink), tie_break)
        if state.status == "rewound":
            drive(session._traversal.again({}))
        return session

    # ----------------------------------------------------------------------------------------- talking

    def start(self) -> Reply:
        """
        Enter the flow and move to the first question.

        Raises
        ------
        InputError
            If the conversation has started already.
        """
        return self._finish(drive(self._start()))

    async def astart(self) -> Reply:
        """Enter the flow as :meth:`start` does, and await asynchronous actions."""
        return self._finish(await adrive(self._start()))

    def _start(self) -> Steps[Reply]:
        if self.state.status != "new":
            raise InputError(f"the conversation is {self.state.status}: it cannot be started again")
        place = self._conversation.place
        self._conversation.emit("node_enter", **located(place), type=place.node.type)
        return (yield from self._traversal.run())

    def _finish(self, reply: Reply) -> Reply:
        """Add the messages of the turn to its reply."""
        shown = tuple(self._conversation.messages)
        self._conversation.messages.clear()
        return reply._replace(messages=shown) if shown else reply

    def prompt(self) -> Reply:
        """Return the pending question again; after the end its kind and reason, without the texts."""
        state = self.state
        if state.status == "new":
            return self.start()
        if state.status == "waiting":
            return self._replies.ask(self._pending_question(), "ask", None)
        kinds = {"done": "done", "escalated": "escalate", "stuck": "stuck"}
        return Reply(kinds[state.status], self.node, reason=state.reason, outcome=state.outcome)

    def answer(
        self,
        updates: Mapping[str, Any],
        *,
        unknown: Iterable[str | None] = (),
        correcting: bool = False,
    ) -> Reply:
        """
        Process the answers of one turn.

        Parameters
        ----------
        updates
            Values by key, for any of :meth:`questions`.
        unknown
            Keys whose answer the person does not know; None means the pending one.
        correcting
            Whether earlier answers are to be replaced.

        Returns
        -------
        Reply
            Next question or end. ``errors`` has the answers that were not stored.

        Raises
        ------
        InputError
            If the conversation has ended or not begun, or the updates are not values by key.
        """
        return self._finish(drive(self._answer(updates, unknown, correcting=correcting)))

    async def aanswer(
        self,
        updates: Mapping[str, Any],
        *,
        unknown: Iterable[str | None] = (),
        correcting: bool = False,
    ) -> Reply:
        """Process the answers of one turn as :meth:`answer` does, and await asynchronous actions."""
        return self._finish(await adrive(self._answer(updates, unknown, correcting=correcting)))

    def _answer(
        self, updates: Mapping[str, Any], unknown: Iterable[str | None], *, correcting: bool
    ) -> Steps[Reply]:
        conversation, state = self._conversation, self.state
        if not isinstance(updates, Mapping):
            raise expected("updates", updates, "values by key")
        if state.status != "waiting":
            raise InputError(f"the conversation is {state.status}: no question is pending")
        state.turn += 1
        self._traversal.begin_turn()
        verdict = self.flow.intake.judge(
            updates, self.questions(), conversation.roots, pending=state.focus, correcting=correcting
        )
        before = conversation.answers
        changed = [
            key
            for key, value in verdict.accepted.items()
            if key in before and key != state.focus and before[key] != value
        ]
        for key, value in verdict.accepted.items():
            conversation.commit(key, value)
            if key != self.current_node_key:
                state.frames[-1].attempts.pop(key, None)
        for key, error in verdict.rejected.items():
            conversation.emit("update_rejected", key=key, reason=error)
        errors = {**verdict.rejected, **verdict.invalid}
        ended = self._take_unknown(unknown, errors)
        if ended is not None:
            return ended
        if changed:
            return (yield from self._traversal.again(errors))
        if verdict.invalid:
            reply = yield from self._invalid(verdict.invalid, updates, errors)
            if reply is not None:
                return reply
        return (yield from self._after_answer(errors))

    def correct(self, updates: Mapping[str, Any]) -> Reply:
        """
        Replace earlier answers; they are checked like any others.

        The conversation goes over the flow again with the known answers, so that it stands where the
        new answers lead. Actions that were called are not called again unless their node allows it.
        """
        return self.answer(updates, correcting=True)

    def vote(self, candidate: str | None, confidence: float | None = None) -> str:
        """Add a vote on the path; see :meth:`PathVotes.vote`."""
        outcome = self._conversation.votes.vote(candidate, confidence)
        self._conversation.refresh_path()
        return outcome

    def override_path(self, path: str | None) -> None:
        """Lock a path, or with None restart the votes."""
        self._conversation.votes.override(path)
        self._conversation.refresh_path()

    def escalate(self, reason: str) -> Reply:
        """Hand over to a human; the conversation ends here."""
        return self._replies.escalate(reason)

    # ----------------------------------------------------------------------------------------- answers

    def _take_unknown(self, keys: Iterable[str | None], errors: dict[str, str]) -> Reply | None:
        """Record unknown answers; return a reply if one ends the conversation."""
        conversation, questions = self._conversation, self.questions()
        for given in keys:
            key = self.state.focus if given is None else given
            if key is None or key not in questions:
                errors[str(key)] = "no question asks for it"
                continue
            leaves = conversation.leaves_open(questions[key])
            if key in conversation.answers or (leaves and key in conversation.unknown):
                continue
            conversation.emit("unknown_answer", key=key)
            if not leaves and conversation.policies.on_unknown == "escalate":
                return self.escalate("unknown_answer")
            if key not in conversation.unknown:
                conversation.unknown.append(key)
            if leaves:
                continue
            if key == self.current_node_key and (
                conversation.attempt(key) >= self._max_attempts(questions[key])
            ):
                self.state.frames[-1].attempts.pop(key, None)
                return self.escalate("unknown_answer")._replace(errors=dict(errors))
        return None

    def _invalid(
        self, invalid: Mapping[str, str], updates: Mapping[str, Any], errors: dict[str, str]
    ) -> Steps[Reply | None]:
        """Ask the first invalid question again, or give up on it; None if no invalid one applies."""
        conversation, questions = self._conversation, self.questions()
        for key, error in invalid.items():
            conversation.emit("validation_failed", key=key, value=_shown(updates[key]), error=error)
        applicable = [key for key in invalid if conversation.applies(questions[key])]
        if not applicable:
            return None
        key = applicable[0]
        attempts = conversation.attempt(key)
        asked = questions[key]
        conversation.state.focus = key
        if attempts >= self._max_attempts(asked):
            return (yield from self._give_up(key, errors))
        if key == self.current_node_key and conversation.place.ways.get("invalid"):
            way = self._router.choose(conversation.place, "invalid")
            if not isinstance(way, str):
                return (yield from self._traversal.go(way, errors))
        return self._replies.ask(self._pending_question(), "retry", errors.get(key), errors)

    def _max_attempts(self, asked: Asked) -> int:
        return asked.node.max_attempts or self._conversation.policies.max_attempts

    def _pending_question(self) -> Asked:
        """Return the pending question: that of the current node if its key is pending."""
        asked = self._conversation.place.asked
        key = self.state.focus or ""
        return asked if asked is not None and asked.key == key else self.questions()[key]

    def _give_up(self, key: str, errors: dict[str, str]) -> Steps[Reply | None]:
        self.state.frames[-1].attempts.pop(key, None)
        if key != self.current_node_key:
            return None  # it will be asked when the flow gets there
        place = self._conversation.place
        if place.ways.get("exhausted"):
            way = self._router.choose(place, "exhausted")
            if not isinstance(way, str):
                return (yield from self._traversal.go(way, errors))
        return self.escalate("max_attempts")._replace(errors=dict(errors))

    def _after_answer(self, errors: dict[str, str]) -> Steps[Reply]:
        """Move on if the current question is settled, else ask it again."""
        conversation, frame = self._conversation, self.state.frames[-1]
        place = conversation.place
        asked = place.asked
        if asked is None or place.calls:  # a repeated subgraph asks whether there is another item
            return (yield from self._traversal.run(errors))
        self.state.focus = asked.key
        if conversation.skip_reason(asked) is None:
            return self._replies.ask(asked, "ask", None, errors)
        way = None
        if asked.key in conversation.unknown and place.ways.get("unknown"):
            chosen = self._router.choose(place, "unknown")
            way = None if isinstance(chosen, str) else chosen
        stopped = self._traversal.move(place, way=way)
        stays = stopped == "no_edge" and conversation.place is place and conversation.settled(place)
        # The answer is valid and leads nowhere: an error of the flow, but another answer may help.
        if stays and conversation.attempt(asked.key) < self._max_attempts(asked):
            return self._replies.ask_here(asked, "retry", stopped, errors)
        frame.attempts.pop(asked.key, None)
        if stopped is None:
            return (yield from self._traversal.run(errors))
        return self._traversal.dead_end(stopped, errors)


def _shown(value: Any) -> Any:
    """Return a refused value for the trace: plain, and cut at 200 characters."""
    if value is None or isinstance(value, bool) or (isinstance(value, int | float) and is_plain(value)):
        return value
    text = value if isinstance(value, str) else repr(value)
    return text[:200].encode(errors="backslashreplace").decode()
