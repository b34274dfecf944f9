"""
Where two runs part: the first step at which an agent was told, did or got something else.

Ids and hashes are left out of the comparison, since they follow from the name of the run; so two runs
with different names or seeds can be compared.
"""

from __future__ import annotations

import json
from itertools import zip_longest
from typing import Any, NamedTuple

from .trace import TraceDb

_DERIVED = ("run_id", "trace_id", "message_id", "message_ids")


class Difference(NamedTuple):
    """The first difference of two runs; ``agent_id`` is None if it is about the whole step."""

    time_step: int
    agent_id: str | None
    what: str
    first: Any
    second: Any


def settings_that_differ(a: TraceDb, run_a: str, b: TraceDb, run_b: str) -> dict[str, tuple[Any, Any]]:
    """Compare the records of two runs."""
    records = [t.get_run_metadata(r) for t, r in ((a, run_a), (b, run_b))]
    one, two = ({"seed": run.seed, **run.config} for run in records)
    return {
        name: (one.get(name), two.get(name))
        for name in sorted(one.keys() | two.keys())
        if one.get(name) != two.get(name)
    }


def diff(a: TraceDb, run_a: str, b: TraceDb, run_b: str) -> Difference | None:
    """
    Find the first difference of two runs; None if one is the other.

    Parameters
    ----------
    a, b
        Connected traces, or one trace twice.
    run_a, run_b
        A run of each.
    """
    lengths = a.steps(run_a), b.steps(run_b)
    for time_step in range(min(lengths)):
        found = _step(a, run_a, b, run_b, time_step)
        if found is not None:
            return found
    if lengths[0] != lengths[1]:
        return Difference(min(lengths), None, "steps", *lengths)
    return None


def _step(a: TraceDb, run_a: str, b: TraceDb, run_b: str, time_step: int) -> Difference | None:
    for table, who, columns in (
        (
            "llm_calls",
            3,
            {8: "request to the model", 9: "answer of the model", 10: "error of the model"},
        ),
        ("trace", 4, {6: "action", 7: "outcome"}),
        ("messages", 4, {5: "recipient", 6: "kind", 7: "content", 8: "payload", 9: "report"}),
        ("events", 3, {4: "event", 5: "event"}),
    ):
        rows = a.table_rows(table, run_a, time_step), b.table_rows(table, run_b, time_step)
        for one, two in zip_longest(*rows):
            if one is None or two is None or one[who] != two[who]:
                agents = [row and row[who] for row in (one, two)]
                return Difference(time_step, None, f"agent in {table}", *agents)
            for column, name in columns.items():
                first, second = _plain(one[column]), _plain(two[column])
                if first != second:
                    return Difference(time_step, one[who], name, first, second)
    return None


def _plain(text: str | None) -> Any:
    """Read JSON and leave out what is derived; other text as it is."""
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
