"""
Is a trace what it claims to be? The record of the run, whole steps, the hash chain, and its actions
again.

A hash chain alone shows that nobody changed a byte without changing the hashes after it. Executing the
recorded actions again shows that the outcomes and messages are what those actions lead to.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from ..contracts import ActionRequest, DomainHandler, Observation
from ..errors import TraceError
from . import schema
from .chain import first_hash, next_hash
from .channel import InMemoryChannel
from .engine import WorldEngine, WorldEngineConfig
from .records import annotation_digest
from .tools import ToolRegistry
from .trace import TraceDb


class Verified(NamedTuple):
    """What was found in order; ``executed`` is false if a domain of the run was not at hand."""

    run_id: str
    steps: int
    rows: int
    messages: int
    calls: int
    hash: str
    executed: bool


class _Recorded:
    """Stands for an agent whose actions are taken from a trace."""

    stateless = True

    def decide(
        self, *, run_id: str, time_step: int, agent_id: str, observation: Observation
    ) -> ActionRequest:
        raise AssertionError("a recorded agent is not asked")


def verify(
    trace: TraceDb,
    run_id: str,
    *,
    execute: bool = True,
    tools: ToolRegistry | None = None,
    domains: Iterable[DomainHandler] = (),
) -> Verified:
    """
    Check one run of a trace, row by row.

    Parameters
    ----------
    trace
        Connected; it is only read.
    execute
        Whether to execute the recorded actions again.
    tools, domains
        What the run was made with. Without a domain that it used, nothing is executed.

    Raises
    ------
    TraceError
        Naming the first step where something is wrong, and what.
    """
    record = trace.find_run(run_id)
    if record is None:
        trace.get_run_metadata(run_id)
    elif first_hash(record[:4]) != record[4]:
        raise TraceError(f"the record of run {run_id!r} does not match its hash", path=trace.path)
    run = trace.get_run_metadata(run_id)
    steps = trace.steps(run_id)
    _check_nothing_beyond(trace, run_id, steps)
    counts = dict.fromkeys(schema.CHAINED, 0)
    agents: list[str] = []
    head = trace.head(run_id, 0)
    for time_step in range(steps):
        tables = [trace.table_rows(name, run_id, time_step) for name in schema.CHAINED]
        for name, rows in zip(schema.CHAINED, tables, strict=True):
            counts[name] += len(rows)
        found = [row[4] for row in tables[0]]
        agents = agents or found
        state_hash, stored = _step(trace, run_id, time_step)
        head = next_hash(head, time_step, state_hash, tables)
        if head != stored:
            raise TraceError(
                "what is recorded does not match the hash chain", path=trace.path, step=time_step
            )
        if found != agents:
            raise TraceError(
                f"{len(found)} rows: expected one for each of the {len(agents)} agents, in their order",
                path=trace.path,
                step=time_step,
            )
    _check_annotations(trace, run_id)
    if (damage := trace.query("PRAGMA quick_check(1)")) != [("ok",)]:
        raise TraceError(f"the file is damaged: {' '.join(damage[0][0].split())}", path=trace.path)
    handlers = {domain.name: domain for domain in domains}
    executed = execute and steps > 0 and _domains_of(trace) <= set(handlers)
    if executed:
        _execute(trace, run_id, steps, agents, run.config, tools, handlers)
    return Verified(
        run_id, steps, counts["trace"], counts["messages"], counts["llm_calls"], head, executed
    )


def _step(trace: TraceDb, run_id: str, time_step: int) -> tuple[str, str]:
    rows = trace.query(
        "SELECT state_hash, hash FROM steps WHERE run_id = ? AND time_step = ?", (run_id, time_step)
    )
    if not rows:
        raise TraceError("is missing", path=trace.path, step=time_step)
    return rows[0][0], rows[0][1]


def _check_nothing_beyond(trace: TraceDb, run_id: str, steps: int) -> None:
    """Rows that belong to no step, or to no run, would escape the chain."""
    for table in (*schema.CHAINED, "steps", "annotations"):
        # A note about the machine comes before the step it is for.
        last = steps if table == "annotations" else steps - 1
        ((beyond,),) = trace.query(
            f"SELECT min(time_step) FROM {table} WHERE run_id = ? AND (time_step < 0 OR time_step > ?)",
            (run_id, last),
        )
        if beyond is not None:
            raise TraceError(
                f"a row of {table} outside of the {steps} steps", path=trace.path, step=beyond
            )
        orphan = trace.query(
            f"SELECT run_id, time_step FROM {table} "
            "WHERE run_id NOT IN (SELECT run_id FROM runs) LIMIT 1"
        )
        if orphan:
            name, step = orphan[0]
            raise TraceError(f"a row of {table} of no run, {name!r}", path=trace.path, step=step)


def _check_annotations(trace: TraceDb, run_id: str) -> None:
    for row in trace.query("SELECT * FROM annotations WHERE run_id = ?", (run_id,)):
        if annotation_digest(row[:-1]) != row[-1]:
            raise TraceError(
                f"annotation {row[3]!r} does not match its digest", path=trace.path, step=row[1]
            )


def _domains_of(trace: TraceDb) -> set[str]:
    """Domains that have tables in the file."""
    ours = {"runs", "steps", "annotations", *schema.CHAINED}
    names = trace.query("SELECT name FROM sqlite_schema WHERE type = 'table'")
    return {name.partition("_")[0] for (name,) in names if name not in ours}


def _execute(
    trace: TraceDb,
    run_id: str,
    steps: int,
    agents: list[str],
    config: dict[str, Any],
    tools: ToolRegistry | None,
    domains: dict[str, DomainHandler],
) -> None:
    limit = config.get("message_history_limit", 0)
    engine = WorldEngine(
        WorldEngineConfig(run_id, message_history_limit=limit),
        dict.fromkeys(agents, _Recorded()),
        InMemoryChannel(),
        trace,
        tools=tools,
        domains=domains.values(),
    )
    with TraceDb("") as again:
        engine.relive(trace, steps, ask="none", beside=again)
        for (table,) in again.query("SELECT name FROM sqlite_schema WHERE type = 'table'"):
            if table.partition("_")[0] in domains:
                _compare(trace, again, table, run_id)


def _compare(trace: TraceDb, again: TraceDb, table: str, run_id: str) -> None:
    """Compare a domain's table with what executing the actions again made of it."""
    columns = [row[1] for row in again.query(f"PRAGMA table_info({table})")]
    order = ", ".join(str(i + 1) for i in range(len(columns)))
    text = f"SELECT * FROM {table} WHERE run_id = ? ORDER BY {order}"
    was, now = trace.query(text, (run_id,)), again.query(text, (run_id,))
    if was != now:
        at = columns.index("time_step")
        step = min(row[at] for row in set(was) ^ set(now) or was)
        raise TraceError(f"{table} is not what the actions lead to", path=trace.path, step=step)
