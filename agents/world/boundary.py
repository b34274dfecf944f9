"""
The check of what policies return: an action of the agent concerned, in plain values.

An invalid result becomes a noop of that agent with ``policy_error`` in its metadata: a policy can lose
its turn, but not stop the step. A request is written as canonical JSON and read back, so that tools and
domains see exactly what a replay sees.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import NoneType
from typing import Any, NamedTuple

from pydantic import ValidationError

from ..canonical import canonical, canonical_plain
from ..contracts import ActionRequest

POLICY_ERROR = "policy_error"

# The address of an object differs between two runs of the same thing.
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")

LONGEST_ERROR = 500

#: Characters of the arguments, the reasoning or the metadata of an action.
LARGEST_ACTION = 1_000_000
_SCALARS = frozenset({str, int, bool, NoneType})
_TYPES = {
    "run_id": str, "time_step": int, "agent_id": str, "action_name": str, "reasoning": str,
    "arguments": dict, "metadata": dict,
}  # fmt: skip


class Decision(NamedTuple):
    """A checked action and its canonical JSON."""

    request: ActionRequest
    info_json: str


def error_text(error: BaseException) -> str:
    """Return an error as one line of storable text that is the same in each run."""
    try:
        text = f"{type(error).__name__}: {error}"
    except Exception:  # of its __str__
        text = f"{type(error).__name__} without a text"
    text = _ADDRESS.sub("", text)
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


def _is_flat(request: ActionRequest) -> bool:
    """Return whether a request is valid, and reading its JSON would give the same request."""
    fields = request.__dict__
    if type(request) is not ActionRequest or len(fields) != len(_TYPES):
        return False
    for name, kind in _TYPES.items():
        if type(fields[name]) is not kind and (name != "reasoning" or fields[name] is not None):
            return False
    for part in (request.arguments, request.metadata):
        for key, value in part.items():
            if type(key) is not str or type(value) not in _SCALARS:
                return False
    return True


def is_larger(value: object, limit: int) -> bool:
    """Return whether plain values have more than ``limit`` characters, without looking at more."""
    size, pending = 0, [value]
    while pending:
        item = pending.pop()
        if isinstance(item, str | bytes):
            size += len(item)
        elif isinstance(item, Mapping):
            size += len(item)
            pending += [*item, *item.values()] if size <= limit else ()
        elif isinstance(item, list | tuple):
            size += len(item)
            pending += item if size <= limit else ()
        if size > limit:
            return True
    return False


def checked(request: ActionRequest, run_id: str, time_step: int, agent_id: str) -> Decision:
    """Return a request in plain values, or a lost turn."""
    fields = request.__dict__
    if _is_flat(request):
        try:
            text = canonical_plain(fields)
            if len(text) <= LARGEST_ACTION:
                return Decision(ActionRequest.model_validate(fields, strict=True), text)
        except ValueError:
            pass  # described below
    try:
        if any(is_larger(fields.get(name), LARGEST_ACTION) for name in _TYPES):
            raise ValueError(f"the action is too large: expected at most {LARGEST_ACTION} characters")
        try:
            text = canonical(fields)
        except TypeError:  # pydantic knows a plain form of some objects
            text = canonical(request.model_dump(warnings=False))
        return Decision(ActionRequest.model_validate_json(text, strict=True), text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        reason = f"not an action: {'.'.join(map(str, first['loc']))}: {first['msg']}"
    except (ValueError, TypeError, RecursionError) as error:
        reason = f"not plain values: {error_text(error)}"
    lost = lost_turn(run_id, time_step, agent_id, reason)
    return Decision(lost, canonical(lost.model_dump()))
