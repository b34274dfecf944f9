"""
The log of decisions, and checkpoints: files about many agents of a flat chart.

A log has one line of JSON per move. A checkpoint has the whole state of all agents, with history and
thresholds; it is written whole or not at all.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import IO, Any, NamedTuple, Protocol

from ..errors import InputError, expected
from .agent import utc_now
from .config import require_int
from .states import AgentState

#: Version of the format of checkpoints.
VERSION = "1.0"
_EFFECTS = {
    AgentState.COMPOSING.value: "compose",
    AgentState.ENGAGING_LIKE.value: "like",
    AgentState.ENGAGING_REPLY.value: "reply",
    AgentState.ENGAGING_RESHARE.value: "reshare",
}


def social_action(state: str) -> str:
    """Return what an agent of the social chart does in a turn that begins in a state."""
    return _EFFECTS.get(state, "scroll")


class DecisionLog:
    """
    Event sink that writes one line of JSON for each move of an agent.

    A line has ``timestamp``, ``round``, ``agent_id``, ``trigger``, ``from_state``, ``to_state``,
    ``action_type`` and ``reasoner_used`` (whether an oracle chose the target).

    Parameters
    ----------
    stream
        Text stream for the lines.
    action_type
        Function from the name of the left state to the type of the action.
    clock
        Clock of the timestamps; None for null, so that equal runs have equal logs.

    Attributes
    ----------
    round
        Number of the round in the following lines; set by the caller.
    """

    def __init__(
        self,
        stream: IO[str],
        *,
        action_type: Callable[[str], str] = social_action,
        clock: Callable[[], datetime] | None = utc_now,
    ) -> None:
        self.stream = stream
        self.action_type = action_type
        self.clock = clock
        self.round = 0
        self._chosen: set[tuple[str, str]] = set()

    def emit(self, name: str, data: Mapping[str, Any]) -> None:
        """Receive an event of :class:`.statechart.Statechart`."""
        if name == "statechart.oracle" and data["oracle_used"] and not data.get("fallback"):
            self._chosen.add((data["agent"], data["trigger"]))
        elif name == "statechart.transition":
            key = (data["agent"], data["trigger"])
            line = {
                "timestamp": None if self.clock is None else self.clock().isoformat(),
                "round": self.round,
                "agent_id": data["agent"],
                "trigger": data["trigger"],
                "from_state": data["from"],
                "to_state": data["to"],
                "action_type": self.action_type(data["from"]),
                "reasoner_used": key in self._chosen,
            }
            self._chosen.discard(key)
            self.stream.write(json.dumps(line) + "\n")


class Restorable(Protocol):
    """Agent with a snapshot, such as :class:`.agent.ChartAgent`."""

    name: str

    def snapshot(self) -> dict[str, Any]:
        """Return the state of the agent as plain values."""

    def restore(self, snapshot: Mapping[str, Any]) -> None:
        """Restore a snapshot, or raise InputError and change nothing."""


class Checkpoint(NamedTuple):
    """
    Content of a checkpoint.

    Attributes
    ----------
    round
        Number of the finished round.
    agents
        Snapshots by name of the agent.
    """

    round: int
    agents: dict[str, dict[str, Any]]

    def restore(self, agents: Iterable[Restorable]) -> None:
        """
        Restore agents from their snapshots, by name.

        Raises
        ------
        InputError
            If an agent has no snapshot, or a snapshot has no agent or is invalid; no agent has changed.
        """
        everyone = list(agents)
        for agent in everyone:
            if agent.name not in self.agents:
                raise expected("agent", agent.name, "the name of an agent of the checkpoint")
        if left := self.agents.keys() - {agent.name for agent in everyone}:
            names = ", ".join(agent.name for agent in everyone)
            raise expected("agents", names, f"all of the checkpoint, also {', '.join(sorted(left))}")
        before = [agent.snapshot() for agent in everyone]
        try:
            for agent in everyone:
                agent.restore(self.agents[agent.name])
        except InputError:
            for agent, snapshot in zip(everyone, before, strict=True):
                agent.restore(snapshot)
            raise


def save_checkpoint(folder: str | Path, round: int, agents: Iterable[Restorable]) -> Path:
    """
    Write ``checkpoint_round_NNNN.json`` and return its path; an interruption leaves no partial file.

    Raises
    ------
    InputError
        If two agents have one name, a context has no JSON form, or the file cannot be written.
    """
    require_int("round", round, 0)
    snapshots: dict[str, Any] = {}
    for agent in agents:
        if agent.name in snapshots:
            raise expected("name of an agent", agent.name, "a name that no other agent has")
        snapshots[agent.name] = agent.snapshot()
    target = Path(folder) / f"checkpoint_round_{round:04d}.json"
    unfinished = target.with_name(f".{os.getpid()}-{target.name}")
    try:
        text = json.dumps({"version": VERSION, "round": round, "agents": snapshots}, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise InputError(f"checkpoint: expected contexts with a JSON form: {error}") from None
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_text(text, encoding="utf-8")
        os.replace(unfinished, target)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", path=target) from None
    finally:
        unfinished.unlink(missing_ok=True)
    return target


def load_checkpoint(path: str | Path) -> Checkpoint:
    """
    Return the content of a checkpoint.

    Raises
    ------
    InputError
        If the file cannot be read, has another version, or is not a checkpoint.
    """
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", path=path) from None
    except ValueError as error:
        raise InputError(f"not a checkpoint: {error}", path=path) from None
    version = content.get("version") if isinstance(content, dict) else None
    if version != VERSION:
        raise expected("version", version, repr(VERSION), path=path)
    number, agents = content.get("round"), content.get("agents")
    if not isinstance(number, int) or not isinstance(agents, dict):
        raise InputError("not a checkpoint: expected 'round' and 'agents'", path=path)
    return Checkpoint(number, agents)
