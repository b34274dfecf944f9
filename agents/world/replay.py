"""
Reconstruction from a trace: the messages, the state at a step, the decisions.

``replay`` creates the agents of a run anew and lets them decide again. Language models are not called:
their recorded answers are replayed to the same agent at the same step, if the request is the same.
"""

from __future__ import annotations

from typing import Any

from ..errors import expected
from .recorded import RecordedGateway
from .repeating import Ask
from .setup import Settings, make_engine
from .trace import TraceDb
from .verify import verify


def replay(trace: TraceDb, run_id: str) -> int:
    """
    Repeat the decisions of a run and compare them with the trace.

    Returns
    -------
    int
        Number of repeated steps: all steps of the trace.

    Raises
    ------
    TraceError
        If a step differs (the message names the first), or the agents of the run are unknown because a
        program defined them.
    GatewayError
        If a request to a language model differs from the recorded one.
    """
    steps = verify(trace, run_id, execute=False).steps
    run = trace.get_run_metadata(run_id)
    with TraceDb("") as again:
        settings = Settings.of(run)
        gateway = None
        if settings.gateway == "litellm":
            native = settings.supports_tool_calls is not False
            gateway = RecordedGateway(trace, run_id, sink=again, supports_tool_calls=native)
        engine = make_engine(run, again, gateway=gateway)
        engine.relive(trace, steps, ask=Ask.ALL, beside=again)
    return steps


def rebuild_messages(trace: TraceDb, run_id: str, before: int) -> list[dict[str, Any]]:
    """
    Return the messages posted before a step, rebuilt from the actions ``post_message`` alone.

    Messages of domains are not included, since they depend on the state of the domain.

    Raises
    ------
    InputError
        If ``before`` is not from 0 to the number of recorded steps.
    TraceError
        If there is no such run.
    """
    trace.get_run_metadata(run_id)
    steps = trace.steps(run_id)
    if not 0 <= before <= steps:
        raise expected("before", before, f"an integer from 0 to {steps}, the number of recorded steps")
    messages: list[dict[str, Any]] = []
    for event in trace.fetch_trace_events(run_id, 0, before - 1):
        if event.action_type == "post_message" and event.outcome["success"]:
            arguments = event.info["arguments"]
            messages.append(
                {
                    "message_id": event.outcome["data"]["message_id"],
                    "time_step": event.time_step,
                    "author_id": event.agent_id,
                    "recipient": arguments.get("to", "*"),
                    "content": arguments["content"].strip(),
                }
            )
    return messages


def snapshot(trace: TraceDb, run_id: str, time_step: int) -> dict[str, Any]:
    """
    Return the messages and the number of rows of the world after a step.

    Raises
    ------
    InputError
        If the step is not recorded.
    TraceError
        If there is no such run.
    """
    trace.get_run_metadata(run_id)
    steps = trace.steps(run_id)
    if not 0 <= time_step < steps:
        raise expected("time_step", time_step, f"an integer >= 0 and < {steps}, a recorded step")
    rows = sum(1 for _ in trace.fetch_trace_events(run_id, 0, time_step))
    return {
        "time_step": time_step,
        "messages": rebuild_messages(trace, run_id, time_step + 1),
        "trace_count": rows,
    }
