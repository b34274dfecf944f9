"""Rows of the tables of a trace database, with named columns in the order of ``schema``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

#: Values of a row in the order of its columns.
Row = Sequence[Any]


class RunRow(NamedTuple):
    """A row of ``runs``."""

    run_id: str
    seed: int | None
    created_at: float
    config_json: str
    hash: str


class TraceRow(NamedTuple):
    """A row of ``trace``."""

    run_id: str
    time_step: int
    seq: int
    trace_id: str
    agent_id: str
    action_type: str
    info_json: str
    outcome_json: str
    created_at: float
    environment_state_hash: str | None


class MessageRow(NamedTuple):
    """A row of ``messages``."""

    run_id: str
    time_step: int
    seq: int
    message_id: str
    author_id: str
    recipient: str
    kind: str
    content: str
    payload_json: str | None
    report_json: str | None
    created_at: float


class CallRow(NamedTuple):
    """A row of ``llm_calls``."""

    run_id: str
    time_step: int
    seq: int
    agent_id: str | None
    purpose: str
    prompt_version: str | None
    prompt_hash: str
    model: str
    request_json: str
    response_json: str | None
    error: str | None
    prompt_tokens: int | None
    completion_tokens: int | None
    cost: float | None
    attempts: int


class EventRow(NamedTuple):
    """A row of ``events``."""

    run_id: str
    time_step: int
    seq: int
    agent_id: str | None
    name: str
    data_json: str


class AnnotationRow(NamedTuple):
    """A row of ``annotations``."""

    run_id: str
    time_step: int
    seq: int
    kind: str
    body_json: str
    digest: str


#: Tables that the hash chain covers, in the order in which they are hashed.
CHAINED = {TraceRow: "trace", MessageRow: "messages", CallRow: "llm_calls", EventRow: "events"}

#: Table of paid answers of the step in progress; it exists in traces of runs with a model only.
JOURNAL = "journal"

ChainedRow = TypeVar("ChainedRow", TraceRow, MessageRow, CallRow, EventRow)
