"""
The check of what policies return: an action of the agent concerned, in plain values.

An invalid result becomes a noop of that agent with ``policy_error`` in its metadata: a policy can lose
its turn, but not stop the step. A request is written as canonical JSON and read back, so that tools and
domains see exactly what a replay sees; only that of a policy that answers for its values is not read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypedDict

import msgspec
from pydantic import ValidationError

from ..canonical import canonical, plain_lines, read_float
from ..contracts import ActionRequest, PlainRequest, trusted_request

POLICY_ERROR = "policy_error"

# The address of an object differs between two runs of the same thing, the address of pydantic's page
# between its versions.
_CHANGING = re.compile(
    r" at 0x[0-9a-fA-F]+|\s+For further information visit https://errors\.pydantic\.dev/\S+"
)

LONGEST_ERROR = 500

#: Characters of the arguments, the reasoning or the metadata of an action.
LARGEST_ACTION = 1_000_000

#: A checked action and its canonical JSON.
Decision = tuple[ActionRequest, str]


class _Fields(TypedDict):
    """The fields of a request, as msgspec checks them."""

    run_id: str
    time_step: Annotated[int, msgspec.Meta(ge=0)]
    agent_id: str
    action_name: str
    arguments: dict[str, Any]
    reasoning: str | None
    metadata: dict[str, Any]


_encode_lines = msgspec.json.Encoder(order="deterministic").encode_lines
# To look for exponents by an expression first, and read without the hook, took as long.
_decode_lines = msgspec.json.Decoder(_Fields, float_hook=read_float).decode_lines

#: Requests that are checked at once.
_BLOCK = 256


def error_text(error: BaseException) -> str:
    """Return an error as one line of storable text that is the same in each run."""
    try:
        text = f"{type(error).__name__}: {error}"
    except Exception:  # of its __str__
        text = f"{type(error).__name__} without a text"
    text = _CHANGING.sub("", text)
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


def _read_back(requests: Sequence[ActionRequest]) -> list[Decision]:
    """Return requests as they are stored if msgspec writes all canonically; an empty list if not."""
    fields = [request.__dict__ for request in requests]
    try:
        raw = _encode_lines(fields)
        # JSON has no line breaks inside of a text.
        lines = raw.decode("utf-8").split("\n")
        if max(map(len, lines)) > LARGEST_ACTION:
            return []
        plain: list[Any] = _decode_lines(raw)
    except (ValueError, TypeError, RecursionError):
        return []
    if plain != fields or {*map(type, requests)} != {ActionRequest}:
        return []
    return list(zip(map(trusted_request, plain), lines, strict=False))


def _written(requests: Sequence[ActionRequest]) -> list[Decision]:
    """Return requests as they are, with their JSON; an empty list if one is too large or wrong."""
    try:
        lines = plain_lines([request.__dict__ for request in requests])
    except (ValueError, TypeError, RecursionError):
        return []
    return [] if max(map(len, lines)) > LARGEST_ACTION else list(zip(requests, lines, strict=True))


def checked_step(
    requests: Mapping[str, ActionRequest], run_id: str, time_step: int
) -> dict[str, Decision]:
    """Return the requests of a step by agent, each as :func:`checked` does, plain ones unread."""
    plain = [name for name, request in requests.items() if type(request) is PlainRequest]
    others = [name for name, request in requests.items() if type(request) is not PlainRequest]
    decisions: dict[str, Decision] = {}
    for names, read_all in ((plain, _written), (others, _read_back)):
        for start in range(0, len(names), _BLOCK):
            block = names[start : start + _BLOCK]
            read = read_all([requests[name] for name in block]) or (
                checked(requests[name], run_id, time_step, name) for name in block
            )
            decisions.update(zip(block, read, strict=True))
    return decisions


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
    if decisions := _read_back([request]):
        return decisions[0]
    fields = request.__dict__
    try:
        if any(is_larger(fields.get(name), LARGEST_ACTION) for name in _Fields.__annotations__):
            raise ValueError(f"the action is too large: expected at most {LARGEST_ACTION} characters")
        try:
            text = canonical(fields)
        except TypeError:  # pydantic knows a plain form of some objects
            text = canonical(request.model_dump(warnings=False))
        return ActionRequest.model_validate_json(text, strict=True), text
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        reason = f"not an action: {'.'.join(map(str, first['loc']))}: {first['msg']}"
    except (ValueError, TypeError, RecursionError) as error:
        reason = f"not plain values: {error_text(error)}"
    lost = lost_turn(run_id, time_step, agent_id, reason)
    return lost, canonical(lost.model_dump())
