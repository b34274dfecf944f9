"""Which policies decide again when a recorded run is repeated, and how a repeated step differs."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from .rows import TraceRow


class Ask(Enum):
    """Which policies decide again when a recorded run is repeated."""

    NONE = "none"
    STATEFUL = "stateful"
    ALL = "all"


def decides_again(policy: object, ask: Ask) -> bool:
    """Return whether a policy decides again."""
    return ask is Ask.ALL or (ask is Ask.STATEFUL and not getattr(policy, "stateless", False))


def difference(recorded: Sequence[TraceRow], repeated: Sequence[TraceRow]) -> str:
    """Describe how a repeated step differs from the recorded one."""
    for before, after in zip(recorded, repeated, strict=False):
        if before.info_json != after.info_json:
            return _changed("action", before.agent_id, before.info_json, after.info_json)
        if before.outcome_json != after.outcome_json:
            return _changed("outcome", before.agent_id, before.outcome_json, after.outcome_json)
    return "its messages, calls, events or hashes do not follow from its actions"


def _changed(name: str, agent_id: str, before: str, after: str) -> str:
    return f"the {name} of {agent_id!r} was {before}, and is now {after}"
