"""
The end of a step: the request of each agent is executed in order, and all is written in one transaction.

If anything fails, nothing of the step is left in the database.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from sqlite3 import Connection
from typing import Any, NamedTuple

from ..canonical import canonical, derived_id, derived_ids, id_place
from ..contracts import ActionOutcome, ActionRequest, OutgoingMessage
from ..errors import ActionRejected, InputError, expected
from .boundary import POLICY_ERROR, checked_step
from .faults import RAISED, raise_noted
from .judge import Judge
from .mailbox import Message
from .order import shuffle
from .rows import Row, TraceRow
from .scope import Scope, entered
from .tools import DONE
from .trace import TraceDb

#: Data of an action that does nothing, which many do.
_DONE_TEXT = canonical(DONE.data)

#: Metadata key: number of further requests of the agent in the step.
DROPPED = "dropped_requests"


class StepReport(NamedTuple):
    """Summary of a step: ``failed`` actions, and turns ``lost`` to errors of policies."""

    time_step: int
    rows: int
    failed: int
    messages: int
    hash: str
    lost: int = 0
    first_loss: str = ""


class Clerk:
    """
    Writer of the steps of a run.

    Parameters
    ----------
    run_id
        Name of the run.
    agents
        Ids of the agents in the order of their rows.
    judge
        Executor of their actions.

    Attributes
    ----------
    order_seed
        Seed of the shuffled order of execution; None for the order of the agents.
    """

    def __init__(self, run_id: str, agents: Iterable[str], judge: Judge) -> None:
        self._run_id = run_id
        self._agents = dict.fromkeys(agents)
        self._places = [id_place(agent_id, seq) for seq, agent_id in enumerate(self._agents)]
        self._judge = judge
        self.order_seed: int | None = None

    def commit(
        self,
        trace: TraceDb,
        time_step: int,
        requests: Sequence[ActionRequest],
        scopes: Sequence[Scope],
        *,
        head: str,
        stamps: Sequence[float],
    ) -> tuple[StepReport, list[Message]]:
        """
        Execute and write a step.

        Parameters
        ----------
        requests
            Requests in the order of submission.
        scopes
            Scopes with the events that the agents emitted.
        head
            Head of the hash chain before the step.
        stamps
            Timestamp of the row of each agent of the run.
        """
        run_id = self._run_id
        rows: list[Row] = []
        messages: list[Message] = []
        losses: list[str] = []
        failed = 0
        places = []
        decisions = checked_step(self._first_of_each(requests), run_id, time_step)
        ids = derived_ids("trace", run_id, time_step, self._places)
        columns = zip(self._agents, stamps, ids, strict=True)
        for seq, (agent_id, stamp, trace_id) in enumerate(columns):
            if agent_id in decisions:
                request, info = decisions[agent_id]
                places.append((seq, agent_id, trace_id, request, info, stamp))
                if POLICY_ERROR in request.metadata:
                    error = request.metadata[POLICY_ERROR]
                    losses.append(f"the policy of {agent_id!r} failed at step {time_step}: {error}")
        if self.order_seed is not None:
            shuffle(places, self.order_seed, time_step)
        world = Scope(time_step, None)
        with trace.transaction(time_step) as connection, entered(world):
            for seq, agent_id, trace_id, request, info, stamp in places:
                try:
                    result, sent = self._executed(request, connection, trace_id, len(messages), stamp)
                except ActionRejected as rejection:
                    result = _result_text(trace_id, "null", canonical(str(rejection)), "false")
                    failed += 1
                else:
                    messages += sent
                # A row of ``TraceRow``, as a tuple: its class takes eight times as long to make.
                rows.append(
                    (run_id, time_step, seq, trace_id, agent_id, request.action_name, info, result,
                     stamp, head)
                )  # fmt: skip
            if self.order_seed is not None:
                rows.sort(key=itemgetter(TraceRow._fields.index("seq")))
            state = self._judge.end_step(run_id, time_step, connection)
            new_head = trace.append_step(
                run_id,
                time_step,
                previous=head,
                state_hash=self._judge.state_hash(state, time_step),
                rows=rows,
                messages=messages,
                scopes=[*scopes, world],
            )
        report = StepReport(
            time_step, len(rows), failed, len(messages), new_head, len(losses), "".join(losses[:1])
        )
        return report, messages

    def _executed(
        self, request: ActionRequest, connection: Connection, trace_id: str, first: int, stamp: float
    ) -> tuple[str, Sequence[Message]]:
        """Execute an action, and return its result as canonical JSON and its messages."""
        try:
            outcome = self._judge.execute(request, connection)
            if outcome is DONE:
                return _result_text(trace_id, _DONE_TEXT), ()
            try:
                if not outcome.messages:
                    return _result_text(trace_id, canonical(outcome.data)), ()
                sent = self._address(request, outcome.messages, first, stamp)
                return _result_text(trace_id, canonical(_with_ids(request, outcome, sent))), sent
            except (ValueError, TypeError, RecursionError) as error:
                raise InputError(f"the outcome is not plain: {error}") from error
        except ActionRejected:
            raise
        except RAISED as error:
            domain, colon, action = request.action_name.partition(":")
            by = f"of {request.agent_id!r} at step {request.time_step}"
            where = f"domain {domain!r}: action {action!r}" if colon else f"action {domain!r}"
            raise_noted(error, f"{where} {by}")

    def _first_of_each(self, requests: Sequence[ActionRequest]) -> dict[str, ActionRequest]:
        """Return the first request of each agent that made one."""
        first: dict[str, ActionRequest] = {}
        dropped: dict[str, int] = {}
        for request in requests:
            name = request.agent_id
            if name not in self._agents:
                raise expected("agent_id", name, "an agent of the run")
            if name in first:
                dropped[name] = dropped.get(name, 0) + 1
            else:
                first[name] = request
        for name, count in dropped.items():
            metadata = {**first[name].metadata, DROPPED: count}
            first[name] = first[name].model_copy(update={"metadata": metadata})
        return first

    def _address(
        self, request: ActionRequest, outgoing: Sequence[OutgoingMessage], first: int, stamp: float
    ) -> list[Message]:
        run_id, time_step, author_id = self._run_id, request.time_step, request.agent_id
        return [
            Message(
                time_step=time_step,
                seq=seq,
                message_id=derived_id("message", run_id, time_step, author_id, seq),
                author_id=author_id,
                recipient=message.recipient,
                kind=message.kind,
                content=message.content,
                payload_json=_text(message.payload, message.payload_text),
                report_json=_text(message.report, message.report_text),
                created_at=stamp,
            )
            for seq, message in enumerate(outgoing, first)
        ]


def _result_text(trace_id: str, data: str, error: str = "null", success: str = "true") -> str:
    """Return the canonical JSON of a result from that of its parts."""
    return f'{{"data":{data},"error":{error},"success":{success},"trace_id":"{trace_id}"}}'


def _text(content: Mapping[str, Any] | None, text: str | None) -> str | None:
    """Return typed content as canonical JSON, which the domain may have written."""
    return text if content is None or text is not None else canonical(dict(content))


def _with_ids(
    request: ActionRequest, outcome: ActionOutcome, sent: Sequence[Message]
) -> Mapping[str, Any]:
    """Return the data for the author: with ``message_id`` from a tool, ``message_ids`` from a domain."""
    ids = [message.message_id for message in sent]
    named = {"message_ids": ids} if ":" in request.action_name else {"message_id": ids[0]}
    return {**outcome.data, **named}
