"""The actions of recorded runs, as lines of text or JSON: ``kempe world log``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import groupby

from ..contracts import TraceEvent
from ..errors import expected
from .order import ORDER_SEED, executed
from .setup import MODES, Settings
from .trace import TraceDb

#: Number of agents that a message lists.
_LISTED = 10


def log_lines(
    trace: TraceDb,
    run_ids: Sequence[str],
    *,
    agent: str | None = None,
    first: int = 0,
    last: int | None = None,
    as_json: bool = False,
) -> Iterator[str]:
    """
    Yield a line for each action, those of a step in the order of their execution.

    Parameters
    ----------
    run_ids
        Runs of the trace; if there are several, a line with its name precedes the actions of each.
    agent
        The agent whose actions are wanted; by default all.
    first, last
        First and last step; by default all.
    as_json
        Whether a line is a JSON object, with the place of the action in its step as ``order``.

    Raises
    ------
    InputError
        If no run has that agent or those steps.
    """
    _check(trace, run_ids, agent, first, last)
    for run_id in run_ids:
        if len(run_ids) > 1 and not as_json:
            yield f"run {run_id}"
        for order, event in _events(trace, run_id, first, last):
            if agent in (None, event.agent_id):
                yield _json(event, order) if as_json else _text(event)


def _check(
    trace: TraceDb, run_ids: Sequence[str], agent: str | None, first: int, last: int | None
) -> None:
    if last is not None and last < first:
        raise expected("--to", last, f"an integer >= {first}, as --from")
    steps = max([0, *map(trace.steps, run_ids)])
    if first and first >= steps:
        legal = (
            f"an integer <= {steps - 1}, the last recorded step" if steps else "0: no step is recorded"
        )
        raise expected("--from", first, legal)
    if agent is not None:
        known = list(dict.fromkeys(name for run_id in run_ids for name in _agents(trace, run_id)))
        if agent not in known:
            others = len(known) - _LISTED
            more = f" or one of {others} others" if others > 0 else ""
            legal = ", ".join(known[:_LISTED]) or "none: no action is recorded"
            raise expected("--agent", agent, f"{legal}{more}")


def _agents(trace: TraceDb, run_id: str) -> list[str]:
    """Return the agents of a run, also those that have not been born."""
    run = trace.get_run_metadata(run_id)
    recorded = run.config.get("roster", run.config.get("agents"))
    if isinstance(recorded, list):
        return recorded
    # The command line names the agents by their number; the mode of a game is another thing.
    if run.config.get("mode") in MODES:
        return Settings.of(run).agent_ids()
    rows = trace.query(
        "SELECT DISTINCT agent_id, seq FROM trace WHERE run_id = ? ORDER BY seq", (run_id,)
    )
    return [agent for agent, _ in rows]


def _events(
    trace: TraceDb, run_id: str, first: int, last: int | None
) -> Iterator[tuple[int, TraceEvent]]:
    """Yield the rows of a run and their places in the order of execution, in that order."""
    order_seed = trace.get_run_metadata(run_id).config.get(ORDER_SEED)
    events = trace.fetch_trace_events(run_id, first, last)
    for time_step, rows in groupby(events, lambda event: event.time_step):
        yield from enumerate(executed(rows, order_seed, time_step))


def _json(event: TraceEvent, order: int) -> str:
    row = {**event.model_dump(mode="json"), "order": order}
    return json.dumps(row, ensure_ascii=False, separators=(",", ":"))


def _text(event: TraceEvent) -> str:
    arguments = json.dumps(event.info["arguments"], ensure_ascii=False)
    failed = "" if event.outcome["success"] else f"   FAILED: {event.outcome['error']}"
    return f"{event.time_step:>6}  {event.agent_id}  {event.action_type} {arguments}{failed}"
