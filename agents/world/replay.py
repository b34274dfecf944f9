"""
What a trace alone can bring back: the messages, the state at a step, the decisions.

``replay`` makes the agents of a run anew and lets them decide again. Language models are not asked:
their recorded answers are given back, to the same agent at the same step, if it asks the same
question.
"""

from __future__ import annotations

from typing import Any

from .recorded import RecordedGateway
from .setup import Settings, make_engine
from .trace import TraceDb
from .verify import verify


def replay(trace: TraceDb, run_id: str) -> int:
    """
    Let the agents of a run decide again.

    Returns
    -------
    int
        How many steps came out the same: all of the trace.

    Raises
    ------
    TraceError
        Naming the first step that was changed or came out differently, or if the agents are known
        only to the program that made the run.
    GatewayError
        If an agent asks a language model what it did not ask then.
    """
    steps = verify(trace, run_id, execute=False).steps
    run = trace.get_run_metadata(run_id)
    with TraceDb("") as again:
        asks = Settings.of(run).gateway == "litellm"
        gateway = RecordedGateway(trace, run_id, sink=again) if asks else None
        engine = make_engine(run, again, gateway=gateway)
        engine.relive(trace, steps, ask="all", beside=again)
    return steps


def rebuild_messages(trace: TraceDb, run_id: str, before: int) -> list[dict[str, Any]]:
    """
    Rebuild the messages posted before a step from the actions alone, not from their table.

    Only of ``post_message``: what a domain sends follows from its state.
    """
    found: list[dict[str, Any]] = []
    for event in trace.fetch_trace_events(run_id, 0, before - 1):
        if event.action_type == "post_message" and event.outcome["success"]:
            arguments = event.info["arguments"]
            found.append(
                {
                    "message_id": event.outcome["data"]["message_id"],
                    "time_step": event.time_step,
                    "author_id": event.agent_id,
                    "recipient": arguments.get("to", "*"),
                    "content": arguments["content"].strip(),
                }
            )
    return found


def snapshot(trace: TraceDb, run_id: str, time_step: int) -> dict[str, Any]:
    """Describe the world after a step: its messages, and how many rows led there."""
    rows = sum(1 for _ in trace.fetch_trace_events(run_id, 0, time_step))
    return {
        "time_step": time_step,
        "messages": rebuild_messages(trace, run_id, time_step + 1),
        "trace_count": rows,
    }
