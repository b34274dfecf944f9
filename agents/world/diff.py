"""
The first difference of two runs in the calls, actions, messages or events of an agent.

Ids and hashes are not compared, since they depend on the name of the run; so runs with different names
or seeds can be compared.
"""

from __future__ import annotations

import json
from itertools import zip_longest
from typing import Any, NamedTuple

from .rows import CHAINED, CallRow, EventRow, MessageRow, TraceRow
from .trace import TraceDb

_DERIVED = ("run_id", "trace_id", "message_id", "message_ids")


class Difference(NamedTuple):
    """First difference of two runs; ``agent_id`` is None if it concerns the whole step."""

    time_step: int
    agent_id: str | None
    what: str
    first: Any
    second: Any


def settings_that_differ(a: TraceDb, run_a: str, b: TraceDb, run_b: str) -> dict[str, tuple[Any, Any]]:
    """Return the settings that differ, with both values."""
    records = [t.get_run_metadata(r) for t, r in ((a, run_a), (b, run_b))]
    one, two = ({"seed": run.seed, **run.config} for run in records)
    return {
        name: (one.get(name), two.get(name))
        for name in sorted(one.keys() | two.keys())
        if one.get(name) != two.get(name)
    }


def diff(a: TraceDb, run_a: str, b: TraceDb, run_b: str) -> Difference | None:
    """
    Return the first difference of two runs; None if there is none.

    Parameters
    ----------
    a, b
        Connected traces, or one trace twice.
    run_a, run_b
        Name of a run of each trace.

    Raises
    ------
    TraceError
        If a trace has no such run.
    """
    for trace, run_id in ((a, run_a), (b, run_b)):
        trace.get_run_metadata(run_id)
    lengths = a.steps(run_a), b.steps(run_b)
    for time_step in range(min(lengths)):
        difference = _step(a, run_a, b, run_b, time_step)
        if difference is not None:
            return difference
    if lengths[0] != lengths[1]:
        return Difference(min(lengths), None, "steps", *lengths)
    return None


#: Compared columns of each table, with their names in a difference.
_COMPARED: dict[Any, dict[str, str]] = {
    CallRow: {
        "request_json": "request to the model",
        "response_json": "answer of the model",
        "error": "error of the model",
    },
    TraceRow: {"info_json": "action", "outcome_json": "outcome"},
    MessageRow: {
        "recipient": "recipient",
        "kind": "kind",
        "content": "content",
        "payload_json": "payload",
        "report_json": "report",
    },
    EventRow: {"name": "event", "data_json": "event"},
}


def _step(a: TraceDb, run_a: str, b: TraceDb, run_b: str, time_step: int) -> Difference | None:
    for kind, columns in _COMPARED.items():
        rows = a.table_rows(kind, run_a, time_step), b.table_rows(kind, run_b, time_step)
        for one, two in zip_longest(*rows):
            agents = _agent(one), _agent(two)
            if one is None or two is None or agents[0] != agents[1]:
                return Difference(time_step, None, f"agent in {CHAINED[kind]}", *agents)
            for column, name in columns.items():
                first, second = _plain(getattr(one, column)), _plain(getattr(two, column))
                if first != second:
                    return Difference(time_step, agents[0], name, first, second)
    return None


def _agent(row: TraceRow | MessageRow | CallRow | EventRow | None) -> str | None:
    """Return the agent of a row: for a message, its author."""
    if row is None:
        return None
    return row.author_id if isinstance(row, MessageRow) else row.agent_id


def _plain(text: str | None) -> Any:
    """Return parsed JSON without derived values; other text unchanged."""
    if text is None or not text.startswith("{"):
        return text
    try:
        return _without_derived(json.loads(text))
    except ValueError:
        return text


def _without_derived(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_derived(v) for name, v in value.items() if name not in _DERIVED}
    return value
