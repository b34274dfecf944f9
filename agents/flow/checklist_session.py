"""
A conversation along a checklist.

There are no edges: after every turn the engine asks the applicable, required, unanswered question with
the lowest (priority, id). Answers are checked as in flows, key by key, before anything is stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from ..contracts import EventSink
from ..errors import DefinitionError, InputError
from .checklist import Checklist, read_checklist
from .compiler import validator_of
from .conversation import path_root
from .guards import Guards, scopes
from .intake import Asked, Intake
from .ir import VERSION, Flow
from .path_policy import PathState, PathVotes
from .references import check_references
from .registry import EMPTY, Registry
from .rules import Findings, pointer
from .state import Reply
from .values import AnswerCheck


class ChecklistState(BaseModel):
    """Checklist conversation as plain data."""

    model_config = ConfigDict(extra="forbid")

    status: Literal["new", "waiting", "escalated"] = "new"
    reason: str | None = None
    turn: int = 0
    answers: dict[str, JsonValue] = Field(default_factory=dict)
    unknown: list[str] = Field(default_factory=list)
    pending_field: str | None = None
    current_node_key: str | None = None
    attempts: dict[str, int] = Field(default_factory=dict)
    path: PathState = Field(default_factory=PathState)

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> ChecklistState:
        """
        Return a saved state, also a legacy one: ``answers, pending_field, active_path, path_locked``.

        Raises
        ------
        InputError
            If the data is not a state.
        """
        plain = dict(data)
        if "path" not in plain and {"active_path", "path_locked"} & plain.keys():
            active, locked = plain.pop("active_path", None), plain.pop("path_locked", False)
            plain["path"] = {
                "tentative": active,
                "active": active if locked else None,
                "locked": bool(locked and active),
            }
            plain.setdefault("status", "waiting" if plain.get("pending_field") else "new")
        try:
            return cls.model_validate(plain)
        except ValidationError as error:
            wrong = [f"{'/'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors()]
            raise InputError(f"not a saved checklist: {'; '.join(wrong)}") from None


class ChecklistSession:
    """
    Conversation along a checklist.

    Parameters
    ----------
    config
        Configuration of version 0.
    registry
        Validators by name, predicates for ``when``.
    state
        Saved state.
    ctx
        Further values that guards read.
    sink
        Receiver of events, which are those of flows.

    Raises
    ------
    DefinitionError
        If the configuration is invalid; the error lists all findings.
    """

    #: Number of invalid answers to one question before a handoff.
    max_attempts = 3

    def __init__(
        self,
        config: Any,
        registry: Registry = EMPTY,
        *,
        state: ChecklistState | None = None,
        ctx: Mapping[str, Any] | None = None,
        sink: EventSink | None = None,
    ) -> None:
        self.checklist = read_checklist(config)
        self.state = state or ChecklistState()
        self.sink = sink
        log = None if sink is None else lambda name, data: self._emit(name, **data)
        self.path = PathVotes(self.checklist.paths, self.checklist.policy, self.state.path, log)
        self._asked = _compile(self.checklist, registry)
        self._intake = Intake((), (), overwrite=False)
        self._ctx = dict(ctx or {})

    @property
    def answers(self) -> dict[str, Any]:
        """Known answers."""
        return self.state.answers

    @property
    def pending(self) -> str | None:
        """Key of the pending question."""
        return self.state.pending_field

    def dump(self) -> dict[str, Any]:
        """Return the state as plain data."""
        return self.state.model_dump(mode="json")

    def questions(self) -> dict[str, Asked]:
        """Return the questions by key; those of the current path override global ones."""
        mine = self.checklist.paths.get(self.path.state.current or "", ())
        return {str(q.key): self._asked[q.id] for q in (*self.checklist.questions, *mine)}

    def start(self) -> Reply:
        """Ask the first question."""
        if self.state.status == "escalated":
            raise InputError("the conversation is escalated: it cannot be started again")
        return self._next({})

    def answer(
        self,
        updates: Mapping[str, Any],
        *,
        unknown: Iterable[str | None] = (),
        correcting: bool = False,
    ) -> Reply:
        """Process the answers of one turn; see :meth:`Session.answer`."""
        state = self.state
        if state.status != "waiting":
            raise InputError(f"the conversation is {state.status}: no question is pending")
        state.turn += 1
        questions, roots = self.questions(), self._roots()
        verdict = self._intake.judge(
            updates, questions, roots, pending=state.pending_field, correcting=correcting
        )
        for key, value in verdict.accepted.items():
            state.answers[key] = value
            if key != state.current_node_key:
                state.attempts.pop(key, None)
            state.unknown = [other for other in state.unknown if other != key]
            self._emit("update_committed", key=key, value=value)
        for given in unknown:
            key = (state.pending_field if given is None else given) or ""
            if key in questions and key not in state.answers and key not in state.unknown:
                state.unknown.append(key)
                self._emit("unknown_answer", key=key)
        for key, error in verdict.rejected.items():
            self._emit("update_rejected", key=key, reason=error)
        for key, error in verdict.invalid.items():
            self._emit("validation_failed", key=key, error=error)
        errors = {**verdict.rejected, **verdict.invalid}
        matters = [key for key in verdict.invalid if questions[key].applies(self._roots())]
        return self._retry(questions[matters[0]], errors) if matters else self._next(errors)

    def vote(self, candidate: str | None, confidence: float | None = None) -> str:
        """Add a vote on the path."""
        return self.path.vote(candidate, confidence)

    def override_path(self, path: str | None) -> None:
        """Lock a path."""
        self.path.override(path)

    def escalate(self, reason: str) -> Reply:
        """Hand over to a human."""
        state = self.state
        state.status, state.reason = "escalated", reason
        state.pending_field = state.current_node_key = None
        self._emit("escalate", reason=reason, answers=dict(state.answers))
        return Reply("escalate", reason=reason)

    def missing(self) -> list[str]:
        """Return the keys still to be asked, in order."""
        return [asked.key for asked in self._missing()]

    def _missing(self) -> list[Asked]:
        roots, state = self._roots(), self.state
        open_questions = [
            asked
            for key, asked in self.questions().items()
            if asked.node.required
            and key not in state.answers
            and key not in state.unknown
            and asked.applies(roots)
        ]
        return sorted(open_questions, key=lambda asked: (asked.node.priority, asked.node.id))

    def _roots(self) -> dict[str, Any]:
        state = self.state
        return {
            "answers": state.answers,
            "unknown": state.unknown,
            "ctx": self._ctx,
            "path": path_root(state.path),
        }

    def _next(self, errors: dict[str, str]) -> Reply:
        found = self._missing()
        current = self.state.current_node_key
        if current is not None and (not found or found[0].key != current):
            self.state.attempts.pop(current, None)
        if not found:
            stray = bool(self.checklist.paths) and self.path.state.current is None
            reply = self.escalate("no_path" if stray else "checklist_complete")
            return reply._replace(errors=dict(errors))
        return self._ask(found[0], "ask", None, errors)

    def _retry(self, asked: Asked, errors: dict[str, str]) -> Reply:
        key, attempts = asked.key, self.state.attempts
        attempts[key] = attempts.get(key, 0) + 1
        if attempts[key] >= (asked.node.max_attempts or self.max_attempts):
            del attempts[key]
            if key == self.state.current_node_key:
                return self.escalate("max_attempts")._replace(errors=dict(errors))
            return self._next(errors)  # it will be asked when its turn comes
        return self._ask(asked, "retry", errors[key], errors)

    def _ask(self, asked: Asked, kind: str, reason: str | None, errors: dict[str, str]) -> Reply:
        node, state = asked.node, self.state
        state.status = "waiting"
        state.pending_field = node.key
        if kind == "ask":
            state.current_node_key = node.key
        prompt = node.prompt
        if kind == "retry":
            prompt = node.retry_prompt or node.clarification or node.prompt
        self._emit("question_asked", node=node.id, key=node.key, kind=kind, reason=reason)
        return Reply(kind, node.id, node.key, prompt, reason, dict(errors), tuple(self.path.clarify()))

    def _emit(self, name: str, **data: Any) -> None:
        if self.sink is not None:
            self.sink.emit(f"flow.{name}", {"turn": self.state.turn, **data})


def _compile(checklist: Checklist, registry: Registry) -> dict[str, Asked]:
    """Return the compiled questions by id; the rules for questions are those of flows."""
    registry = replace(registry, validators={**registry.validators, **checklist.validators})
    findings = Findings()
    flow = Flow(
        version=VERSION,
        id=checklist.id,
        nodes=list(checklist.everything),
        edges=[],
        paths=dict(checklist.about),
    )
    shared = scopes(flow)
    about_questions = {"FLOW104", "FLOW112", "FLOW113", "FLOW206", "FLOW309"}
    for finding in check_references(flow, registry, shared).sorted():
        if finding.code in about_questions:
            findings.add(finding.code, _moved(finding.location, checklist), finding.message)
    if findings.errors:
        raise DefinitionError(f"checklist {checklist.id!r} has errors", findings.sorted())
    guards = Guards(flow, registry, shared, findings)
    asked = {}
    for order, node in enumerate(checklist.everything):
        at = checklist.places[node.id]
        when = guards.when("", node, at)
        check = validator_of(node, registry, guards, at)
        asked[node.id] = Asked(
            node.key or "", node, (node.priority, order), AnswerCheck(node), check, when
        )
    if findings.errors:
        raise DefinitionError(f"checklist {checklist.id!r} has errors", findings.sorted())
    return asked


def _moved(location: str, checklist: Checklist) -> str:
    """Return the location in the configuration of a location in the flow."""
    _, _, index, *rest = location.split("/")
    node = checklist.everything[int(index)]
    return pointer(*checklist.places[node.id]) + "".join(f"/{part}" for part in rest)
