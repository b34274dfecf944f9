"""
The check of what policies return: an action of the agent concerned, in plain values.

An invalid result becomes a noop of that agent with ``policy_error`` in its metadata: a policy can lose
its turn, but not stop the step. A request is written as canonical JSON and read back, so that tools and
domains see exactly what a replay sees: 10 us of about 45 us per row.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from pydantic import ValidationError

from ..canonical import canonical
from ..contracts import ActionRequest

POLICY_ERROR = "policy_error"

# The address of an object differs between two runs of the same thing.
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")

LONGEST_ERROR = 500


class Decision(NamedTuple):
    """A checked action and its canonical JSON."""

    request: ActionRequest
    info_json: str


def error_text(error: BaseException) -> str:
    """Return an error as one line of storable text that is the same in each run."""
    text = _ADDRESS.sub("", f"{type(error).__name__}: {error}")
    text = " ".join(text.encode("utf-8", "replace").decode("utf-8").split())
    return text if len(text) <= LONGEST_ERROR else f"{text[:LONGEST_ERROR]}..."


def lost_turn(run_id: str, time_step: int, agent_id: str, error: str, **metadata: Any) -> ActionRequest:
    """Return the noop of an agent whose policy failed."""
    return ActionRequest(
        run_id=run_id,
        time_step=time_step,
        agent_id=agent_id,
        action_name="noop",
        metadata={POLICY_ERROR: error, **metadata},
    )


def attributed(returned: object, run_id: str, time_step: int, agent_id: str) -> ActionRequest:
    """Return the result of a policy if it is a request of that agent, else a lost turn."""
    if not isinstance(returned, ActionRequest):
        error = f"the policy returned {type(returned).__name__}: expected ActionRequest"
        return lost_turn(run_id, time_step, agent_id, error)
    given = (returned.run_id, returned.time_step, returned.agent_id)
    if given != (run_id, time_step, agent_id):
        error = f"the policy answered for {given!r}: expected {(run_id, time_step, agent_id)!r}"
        return lost_turn(run_id, time_step, agent_id, error_text(ValueError(error)))
    return returned


def checked(request: ActionRequest, run_id: str, time_step: int, agent_id: str) -> Decision:
    """Return a request in plain values, or a lost turn."""
    try:
        text = canonical(request.model_dump(warnings=False))
        return Decision(ActionRequest.model_validate_json(text, strict=True), text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        reason = f"not an action: {'.'.join(map(str, first['loc']))}: {first['msg']}"
    except (ValueError, TypeError, RecursionError) as error:
        reason = f"not plain values: {error_text(error)}"
    lost = lost_turn(run_id, time_step, agent_id, reason)
    return Decision(lost, canonical(lost.model_dump()))
