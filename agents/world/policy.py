"""
Random agents, the seeds of agents, and their order.

A seed is the first eight bytes of the SHA-256 of ``"master:agent"``, unsigned. Unlike ``hash()`` it does
not depend on the process; it does not fit a signed column and is not stored. The order of calls to the
random generator is fixed by test vectors: one ``choice`` for the action, then one ``randint`` for
``emit_event``.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from inspect import getattr_static
from types import FunctionType

from ..contracts import EVERYONE, ActionRequest, Observation, trusted_request
from ..errors import expected

ACTION_SPACE = ("noop", "emit_event")
LARGEST_VALUE = 1_000_000

_DIGITS = re.compile(r"([0-9]+)")


def stable_agent_seed(master_seed: int, agent_id: str) -> int:
    """Return the seed of an agent, in [0, 2**64), the same on every machine and in every process."""
    sha = hashlib.sha256(f"{master_seed}:{agent_id}".encode()).digest()
    return int.from_bytes(sha[:8], "big", signed=False)


def natural_key(agent_id: str) -> tuple[list[tuple[int, int, str]], str]:
    """
    Return the sort key of an agent id, with numbers by value: agent_101 comes before agent_1000.

    Ids with equal numbers but different texts (``a1``, ``a01``) are ordered by the text.
    """
    parts = [
        (0, int(p), "") if p[0] in "0123456789" else (1, 0, p) for p in _DIGITS.split(agent_id) if p
    ]
    return parts, agent_id


def check_agents(agents: object) -> None:
    """
    Check the policies of agents by id.

    Raises
    ------
    InputError
        If an id is not printable, or a policy has no method to decide.
    """
    if not isinstance(agents, Mapping):
        raise expected("agents", agents, "policies by the ids of their agents")
    for name, policy in agents.items():
        if not isinstance(name, str) or name in ("", EVERYONE) or not name.isprintable():
            raise expected("agent id", name, f"printable text other than {EVERYONE!r}")
        methods = [way for way in ("decide", "adecide") if callable(getattr(policy, way, None))]
        if not methods:
            raise expected(f"policy of {name!r}", policy, "an object with a method decide or adecide")
        # A class in the place of its instance would lose every turn, but for methods that need none.
        if isinstance(policy, type) and any(
            isinstance(getattr_static(policy, method), FunctionType) for method in methods
        ):
            raise expected(f"policy of {name!r}", policy, "an instance of that class")


@dataclass(frozen=True)
class RandomAgentPolicy:
    """
    Policy that takes a random action: does nothing, or emits an event with a random value.

    Parameters
    ----------
    rng
        Random number generator, the only state of the policy.
    action_space
        Names of the actions to choose from, by default ``["noop", "emit_event"]``. All but
        ``emit_event`` are taken without arguments.
    """

    rng: random.Random
    action_space: list[str] = field(default_factory=lambda: list(ACTION_SPACE))

    def decide(
        self, *, run_id: str, time_step: int, agent_id: str, observation: Observation
    ) -> ActionRequest:
        """Return a random action, with a random value if it is ``emit_event``."""
        action = self.rng.choice(self.action_space)
        arguments = {}
        if action == "emit_event":
            arguments = {
                "value": self.rng.randint(0, LARGEST_VALUE),
                "seen_time_step": observation.get("time_step"),
            }
        return trusted_request(
            {
                "run_id": run_id,
                "time_step": time_step,
                "agent_id": agent_id,
                "action_name": action,
                "arguments": arguments,
                "reasoning": None,
                "metadata": {"policy": "RandomAgentPolicy"},
            }
        )
