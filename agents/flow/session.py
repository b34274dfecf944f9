"""
One conversation: what the person says, and what is made of it.

Answers are judged before anything is stored (``intake``), stored key by key, and only then does the flow
move (``traversal``). An invalid answer leaves it where it is. Whatever happens has a name: the events of
:data:`EVENTS` go to any sink, as ``"flow.<name>"``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..contracts import EventSink
from ..errors import InputError
from .compiled import TOP, CompiledFlow
from .intake import Asked, excused
from .path_policy import PathVotes
from .state import Frame, Reply, State
from .traversal import EVENTS, TieBreak, Traversal, is_plain, path_root

__all__ = ["EVENTS", "Session", "TieBreak", "Upgrader"]

#: Turns the data of an old state into that of a new one.
Upgrader = Callable[[dict[str, Any]], dict[str, Any]]


class Session(Traversal):
    """
    A conversation.

    Parameters
    ----------
    flow
        What to talk about.
    answers, ctx
        What is known before, and what guards read beside the answers. Plain data.
    sink
        Takes the events.
    tie_break
        Chooses where two guards of one priority are true, if the flow's policy is ``"tie_break"``.
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
                raise InputError(f"ctx[{name!r}]={value!r}, expected plain data, as JSON has it")
        state = State(flow=flow.id, hash=flow.hash, frames=[top], ctx=dict(ctx or {}))
        self._begin(flow, state, sink, tie_break)
        for key, value in (answers or {}).items():
            self._preset(key, value)

    def _preset(self, key: str, value: Any) -> None:
        asked = self.flow.graphs[TOP].questions.get(key)
        if asked is not None:
            checked, error = asked.judge(value)
            if error is not None:
                raise InputError(f"answers[{key!r}]={value!r}: {error}")
            value = checked
        elif key not in self.flow.ir.given:
            known = ", ".join(sorted([*self.flow.graphs[TOP].questions, *self.flow.ir.given]))
            raise InputError(f"answers: the flow has no key {key!r}, expected some of: {known}")
        elif not is_plain(value):
            raise InputError(f"answers[{key!r}]={value!r}, expected plain data, as JSON has it")
        self.answers[key] = value

    # ------------------------------------------------------------------------------------- what stands

    @property
    def unknown(self) -> list[str]:
        """Keys whose answer the person does not know."""
        return self._unknown

    @property
    def pending(self) -> str | None:
        """The key that is being asked for; the legacy name is ``pending_field``."""
        return self.state.focus

    @property
    def current_node_key(self) -> str | None:
        """The key of the current node, if it is a question."""
        asked = self._place().asked
        return asked.node.key if asked else None

    @property
    def path(self) -> PathVotes:
        """The votes; use :meth:`vote` and :meth:`override_path`, which keep the guards informed."""
        return self._votes

    def applicable(self) -> list[str]:
        """Keys of the questions that apply now, answered or not, in question order."""
        questions = self.questions()
        order = sorted(questions, key=lambda key: questions[key].order)
        return [key for key in order if self._applies(questions[key])]

    # ------------------------------------------------------------------------------------------ saving

    def dump(self) -> dict[str, Any]:
        """The state as plain data, for :meth:`resume`."""
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
    ) -> Session:
        """
        Go on with a conversation.

        Parameters
        ----------
        flow
            The flow it was begun under, or a newer one with an upgrade for it.
        data
            Of :meth:`dump`.
        upgrades
            By the hash they start from: functions from old data to new data. The flow's own
            ``upgrades``, which rename nodes and keys, are used without being asked for.

        Raises
        ------
        InputError
            The data is no state, or of another flow, or of another logic for which there is no upgrade.
        """
        from .upgrade import upgraded

        state = upgraded(flow, data, upgrades or {})
        session = cls.__new__(cls)
        session._begin(flow, state, sink, tie_break)
        return session

    # ----------------------------------------------------------------------------------------- talking

    def start(self) -> Reply:
        """
        Enter the flow and go on to the first question.

        Raises
        ------
        InputError
            It has been started already.
        """
        if self.state.status != "new":
            raise InputError(f"the conversation is {self.state.status}, it cannot be started again")
        place = self._place()
        self._emit("node_enter", **self._at(place), type=place.node.type)
        return self._run()

    def prompt(self) -> Reply:
        """What was said last, for a person who comes back: the question, or how it ended."""
        state = self.state
        if state.status == "new":
            return self.start()
        if state.status == "waiting":
            return self._ask("ask", None)
        kinds = {"done": "done", "escalated": "escalate", "stuck": "stuck"}
        return Reply(kinds[state.status], self.node, reason=state.reason)

    def answer(
        self,
        updates: Mapping[str, Any],
        *,
        unknown: Iterable[str | None] = (),
        correcting: bool = False,
    ) -> Reply:
        """
        Take what the person said in one turn.

        Parameters
        ----------
        updates
            Values by key, of any questions: :meth:`questions`.
        unknown
            Keys whose answer the person does not know; None means the pending one.
        correcting
            The person changes earlier answers on purpose.

        Returns
        -------
        Reply
            What to say next. ``errors`` has what was not stored.

        Raises
        ------
        InputError
            The conversation has ended, or has not begun; or the updates are no values by key.
        """
        state = self.state
        if not isinstance(updates, Mapping):
            raise InputError(f"updates {updates!r}: expected values by key")
        if state.status != "waiting":
            raise InputError(f"the conversation is {state.status}, nothing was asked")
        state.turn += 1
        verdict = self.flow.intake.judge(
            updates, self.questions(), self._roots, pending=state.focus, correcting=correcting
        )
        for key, value in verdict.accepted.items():
            self._commit(key, value)
            if key != self.current_node_key:
                state.frames[-1].attempts.pop(key, None)
        for key, error in verdict.rejected.items():
            self._emit("update_rejected", key=key, reason=error)
        errors = {**verdict.rejected, **verdict.invalid}
        ended = self._take_unknown(unknown, errors)
        if ended is not None:
            return ended
        if verdict.invalid:
            reply = self._invalid(verdict.invalid, updates, errors)
            if reply is not None:
                return reply
        return self._after_answer(errors)

    def correct(self, updates: Mapping[str, Any]) -> Reply:
        """Change earlier answers; they are judged like any others."""
        return self.answer(updates, correcting=True)

    def vote(self, candidate: str | None, confidence: float | None = None) -> str:
        """Take an opinion on the path; see :meth:`PathVotes.vote`."""
        outcome = self._votes.vote(candidate, confidence)
        self._roots["path"] = path_root(self.state.path)
        return outcome

    def override_path(self, path: str | None) -> None:
        """Lock a path by hand, or with None start the votes over."""
        self._votes.override(path)
        self._roots["path"] = path_root(self.state.path)

    # ----------------------------------------------------------------------------------------- answers

    def _take_unknown(self, keys: Iterable[str | None], errors: dict[str, str]) -> Reply | None:
        questions = self.questions()
        for given in keys:
            key = self.state.focus if given is None else given
            if key is None or key not in questions:
                errors[str(key)] = "no question asks for it"
                continue
            if key in self.answers or key in self._unknown:
                continue
            self._emit("unknown_answer", key=key)
            here = key == self.current_node_key and self._place().ways.get("unknown")
            if here or self._policies.on_unknown == "skip" or not self._required(questions[key]):
                self._unknown.append(key)
            elif self._policies.on_unknown == "escalate":
                return self.escalate("unknown_answer")
        return None

    def _required(self, asked: Asked) -> bool:
        key = asked.node.key
        return asked.node.required and not excused(key or "", self.flow.groups, self.answers)

    def _invalid(
        self, invalid: Mapping[str, str], updates: Mapping[str, Any], errors: dict[str, str]
    ) -> Reply | None:
        """Ask the first invalid one again, or give up on it; None if nothing invalid matters now."""
        state, questions = self.state, self.questions()
        for key, error in invalid.items():
            self._emit("validation_failed", key=key, value=_shown(updates[key]), error=error)
        matters = [key for key in invalid if self._applies(questions[key])]
        if not matters:
            return None
        key = matters[0]
        attempts = self._attempt(key)
        asked = questions[key]
        state.focus = key
        if attempts >= (asked.node.max_attempts or self._policies.max_attempts):
            return self._give_up(key, errors)
        if key == self.current_node_key and self._place().ways.get("invalid"):
            way = self._choose(self._place(), "invalid")
            if not isinstance(way, str):
                return self._go(way, errors)
        return self._ask("retry", errors.get(key), errors)

    def _attempt(self, key: str) -> int:
        attempts = self.state.frames[-1].attempts
        attempts[key] = attempts.get(key, 0) + 1
        return attempts[key]

    def _give_up(self, key: str, errors: dict[str, str]) -> Reply | None:
        self.state.frames[-1].attempts.pop(key, None)
        if key != self.current_node_key:
            return None  # it will be asked when the flow gets there
        place = self._place()
        if place.ways.get("exhausted"):
            way = self._choose(place, "exhausted")
            if not isinstance(way, str):
                return self._go(way, errors)
        return self.escalate("max_attempts")._replace(errors=dict(errors))

    def _after_answer(self, errors: dict[str, str]) -> Reply:
        """Move on if the current question is settled, else ask it (again)."""
        place, frame = self._place(), self.state.frames[-1]
        asked = place.asked
        assert asked is not None
        key = asked.node.key
        assert key is not None
        self.state.focus = key
        if self._skippable(asked) is None:
            return self._ask("ask", None, errors)
        way = None
        if key in self._unknown and place.ways.get("unknown"):
            chosen = self._choose(place, "unknown")
            way = None if isinstance(chosen, str) else chosen
        moved = self._move(place, way=way)
        stays = moved == "no_edge" and self._place() is place and self._settled(place)
        # The answer is valid and leads nowhere: the flow's fault, but the person may help.
        if stays and self._attempt(key) < (asked.node.max_attempts or self._policies.max_attempts):
            return self._ask_here("retry", moved, errors)
        frame.attempts.pop(key, None)
        return self._run(errors) if moved is None else self._dead_end(moved, errors)


def _shown(value: Any) -> Any:
    """A refused value for the record: plain, and not longer than an answer may be."""
    if value is None or isinstance(value, bool) or (isinstance(value, int | float) and is_plain(value)):
        return value
    text = value if isinstance(value, str) else repr(value)
    return text[:200].encode(errors="backslashreplace").decode()
