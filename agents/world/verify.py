"""
Verification of a trace: the record of the run, whole steps, the hash chain, and its actions.

The hash chain shows that no row was changed without changing the later hashes. Executing the recorded
actions again shows that the outcomes and messages follow from the actions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from ..canonical import canonical, digest
from ..contracts import ActionRequest, DomainHandler, Observation
from ..errors import TraceError, expected
from .chain import first_hash, next_hash
from .channel import InMemoryChannel
from .engine import WorldEngine, WorldEngineConfig
from .records import annotation
from .repeating import Ask
from .rows import CHAINED, JOURNAL, AnnotationRow, CallRow, EventRow, MessageRow, TraceRow
from .tools import ToolRegistry
from .trace import TraceDb

_HASH = re.compile(r"[0-9a-fA-F]{64}")

#: Hash of the state of a world without domains.
_NO_STATE = digest(canonical({}))


class Verified(NamedTuple):
    """
    Summary of a verified run.

    Attributes
    ----------
    run_id, steps, rows, messages, calls, hash
        Name of the run, numbers of steps, rows, messages and calls, and head of the chain.
    executed
        Whether the actions were executed again; false if a domain of the run was not given.
    planned
        Number of steps in the settings of the run, if any.
    """

    run_id: str
    steps: int
    rows: int
    messages: int
    calls: int
    hash: str
    executed: bool
    planned: int | None = None


class _Recorded:
    """Policy of an agent whose actions are taken from a trace."""

    stateless = True

    def decide(
        self, *, run_id: str, time_step: int, agent_id: str, observation: Observation
    ) -> ActionRequest:
        raise AssertionError("the actions of a recorded agent come from the trace")


def verify(
    trace: TraceDb,
    run_id: str,
    *,
    execute: bool = True,
    tools: ToolRegistry | None = None,
    domains: Iterable[DomainHandler] = (),
    head: str | None = None,
) -> Verified:
    """
    Check one run of a trace, row by row.

    Parameters
    ----------
    trace
        Connected trace; it is only read.
    execute
        Whether to execute the recorded actions again.
    tools, domains
        Tools and domains of the run. Without a domain that it used, no action is executed.
    head
        Head of the chain noted when the run ended, 64 hexadecimal digits in any case. It detects missing
        steps and a rebuilt chain, which the file alone cannot show.

    Raises
    ------
    InputError
        If ``head`` is no hash.
    TraceError
        If the trace is inconsistent; the message names the first step concerned.
    """
    head = None if head is None else checked_hash("head", head)
    record = trace.find_run(run_id)
    if record is None:
        trace.get_run_metadata(run_id)
    elif _storable(trace, first_hash, record[:-1]) != record.hash:
        raise TraceError(f"the record of run {run_id!r} does not match its hash", path=trace.path)
    run = trace.get_run_metadata(run_id)
    steps = trace.steps(run_id)
    _check_nothing_beyond(trace, run_id, steps)
    rows_of = dict.fromkeys(CHAINED, 0)
    roster = run.config.get("roster", run.config.get("agents"))
    agents: list[str] = roster if isinstance(roster, list) else []
    _check_schema(trace)
    current = trace.head(run_id, 0)
    domain_state = False
    for time_step in range(steps):
        rows = trace.table_rows(TraceRow, run_id, time_step)
        tables: tuple[list[Any], ...] = (
            rows,
            trace.table_rows(MessageRow, run_id, time_step),
            trace.table_rows(CallRow, run_id, time_step),
            trace.table_rows(EventRow, run_id, time_step),
        )
        for kind, table in zip(CHAINED, tables, strict=True):
            rows_of[kind] += len(table)
        recorded = [row.agent_id for row in rows]
        agents = agents or recorded
        state_hash, stored = _step(trace, run_id, time_step)
        domain_state = domain_state or state_hash != _NO_STATE
        current = _storable(trace, next_hash, current, time_step, state_hash, tables)
        if current != stored:
            raise TraceError("the rows do not match the hash chain", path=trace.path, step=time_step)
        # Agents are born and die in worlds with a state only.
        here = recorded if domain_state else agents
        if recorded != [name for name in agents if name in here]:
            raise TraceError(
                f"{len(recorded)} rows: expected one for each of the {len(agents)} agents, in order",
                path=trace.path,
                step=time_step,
            )
    _check_annotations(trace, run_id)
    if (damage := trace.query("SELECT * FROM pragma_quick_check(1)")) != [("ok",)]:
        raise TraceError(f"the file is damaged: {' '.join(damage[0][0].split())}", path=trace.path)
    if head is not None and head != current:
        raise TraceError(f"the head after {steps} steps is {current}: expected {head}", path=trace.path)
    handlers = {domain.name: domain for domain in domains}
    # Only a world with domains has a state, so a foreign table alone does not prevent execution.
    known = not domain_state or _domains_of(trace) <= set(handlers)
    executed = execute and steps > 0 and known
    if executed:
        _execute(trace, run_id, steps, agents, run.config, tools, handlers)
    return Verified(
        run_id,
        steps,
        rows_of[TraceRow],
        rows_of[MessageRow],
        rows_of[CallRow],
        current,
        executed,
        run.config.get("steps"),
    )


def checked_hash(what: str, text: str) -> str:
    """
    Return a hash in lowercase.

    Raises
    ------
    InputError
        If it is not 64 hexadecimal digits.
    """
    if not _HASH.fullmatch(text):
        raise expected(what, text, "64 hexadecimal digits")
    return text.lower()


def _storable(trace: TraceDb, function: Callable[..., str], *arguments: Any) -> str:
    """Return a hash of rows, or refuse values that were never written, such as infinity."""
    try:
        return function(*arguments)
    except ValueError as error:
        raise TraceError(f"a row is damaged: {error}", path=trace.path) from error


def _check_schema(trace: TraceDb) -> None:
    """Check the tables of the world, and that no trigger or view changes what they show."""
    with TraceDb("") as fresh:
        for name, sql in fresh.query("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL"):
            if trace.query("SELECT sql FROM sqlite_schema WHERE name = ?", (name,)) != [(sql,)]:
                raise TraceError(f"the schema of {name} is not that of a trace", path=trace.path)
    for kind, name in trace.query("SELECT type, name FROM sqlite_schema"):
        if kind in ("trigger", "view"):
            raise TraceError(f"{kind} {name!r}: a trace has none", path=trace.path)


def _step(trace: TraceDb, run_id: str, time_step: int) -> tuple[str, str]:
    rows = trace.query(
        "SELECT state_hash, hash FROM steps WHERE run_id = ? AND time_step = ?", (run_id, time_step)
    )
    if not rows:
        raise TraceError("the step is missing", path=trace.path, step=time_step)
    ((state_hash, head),) = rows
    return state_hash, head


def _check_nothing_beyond(trace: TraceDb, run_id: str, steps: int) -> None:
    """Refuse rows that belong to no step or no run, since the chain does not cover them."""
    for table in (*CHAINED.values(), "steps", "annotations"):
        # A note on the machine precedes its step.
        last = steps if table == "annotations" else steps - 1
        ((beyond,),) = trace.query(
            f"SELECT min(time_step) FROM {table} WHERE run_id = ? AND (time_step < 0 OR time_step > ?)",
            (run_id, last),
        )
        if beyond is not None:
            raise TraceError(
                f"a row of {table} lies outside the {steps} steps", path=trace.path, step=beyond
            )
        orphan = trace.query(
            f"SELECT run_id, time_step FROM {table} "
            "WHERE run_id NOT IN (SELECT run_id FROM runs) LIMIT 1"
        )
        if orphan:
            name, step = orphan[0]
            raise TraceError(
                f"a row of {table} belongs to no run: run id {name!r}", path=trace.path, step=step
            )


def _check_annotations(trace: TraceDb, run_id: str) -> None:
    columns = ", ".join(AnnotationRow._fields)
    for values in trace.query(f"SELECT {columns} FROM annotations WHERE run_id = ?", (run_id,)):
        row = AnnotationRow(*values)
        if annotation(*row[:-1]) != row:
            raise TraceError(
                f"annotation {row.kind!r} does not match its digest",
                path=trace.path,
                step=row.time_step,
            )


def _domains_of(trace: TraceDb) -> set[str]:
    """Return the names of the domains that have tables in the file."""
    world_tables = {"runs", "steps", "annotations", JOURNAL, *CHAINED.values()}
    names = trace.query("SELECT name FROM sqlite_schema WHERE type = 'table'")
    return {name.partition("_")[0] for (name,) in names if name not in world_tables}


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
        engine.relive(trace, steps, ask=Ask.NONE, beside=again)
        for (table,) in again.query("SELECT name FROM sqlite_schema WHERE type = 'table'"):
            if table.partition("_")[0] in domains:
                _compare(trace, again, table, run_id)


def _compare(trace: TraceDb, again: TraceDb, table: str, run_id: str) -> None:
    """Compare a domain's table with the result of executing the actions again."""
    columns = [name for (name,) in again.query("SELECT name FROM pragma_table_info(?)", (table,))]
    order = ", ".join(str(i + 1) for i in range(len(columns)))
    text = f"SELECT * FROM {table} WHERE run_id = ? ORDER BY {order}"
    recorded, executed = trace.query(text, (run_id,)), again.query(text, (run_id,))
    if recorded != executed:
        at = columns.index("time_step")
        step = min(row[at] for row in set(recorded) ^ set(executed) or recorded)
        raise TraceError(
            f"the rows of {table} do not follow from the actions", path=trace.path, step=step
        )
