"""
Agents of a flat chart: state, history, and ticks in the state.

The chart is shared and immutable; everything that changes is in the agent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from enum import Enum
from typing import Any

from ..errors import InputError
from .config import StatechartConfig, require_fraction, require_int
from .states import AgentState
from .transitions import StateTransition

_DEFAULTS = StatechartConfig()


def utc_now() -> datetime:
    """Return the wall-clock time in UTC."""
    return datetime.now(UTC)


class ChartAgent:
    """
    Agent of a flat chart.

    Parameters
    ----------
    state
        Initial state.
    name
        Name for prompts and traces.
    timeout_threshold
        Ticks in one state after which the agent is timed out, >= 1. Default from ``config``.
    config
        History depth and default threshold.
    clock
        Clock for the timestamps of the history; None for no timestamps. Traces do not depend on it.

    Attributes
    ----------
    ticks_in_state
        Ticks since the state was entered.
    age
        Ticks since the agent was created: the logical time of its records.
    """

    __slots__ = (
        "_fresh",
        "_history",
        "age",
        "clock",
        "max_history_depth",
        "name",
        "state",
        "ticks_in_state",
        "timeout_threshold",
    )

    def __init__(
        self,
        state: Enum,
        *,
        name: str = "",
        timeout_threshold: int | None = None,
        config: StatechartConfig = _DEFAULTS,
        clock: Callable[[], datetime] | None = utc_now,
    ) -> None:
        if timeout_threshold is None:
            timeout_threshold = config.default_timeout_ticks
        elif timeout_threshold.__class__ is not int or timeout_threshold < 1:
            require_int("timeout_threshold", timeout_threshold, 1)
        self.name = name
        self.state = state
        # Moves become records on access: making one costs as much as the rest of a move.
        self._fresh: list[tuple[Any, ...]] = []
        self._history: list[StateTransition] | None = None
        self.ticks_in_state = 0
        self.age = 0
        self.timeout_threshold: int = timeout_threshold
        self.max_history_depth = config.max_history_depth
        self.clock = clock

    def transition_to(
        self, state: Enum, trigger: str, context: Any = None, *, external: bool = False
    ) -> None:
        """
        Enter a state, record the move, and restart the ticks.

        Entering the current state changes nothing unless it is ``external``, so that an agent without
        progress times out.
        """
        before = self.state
        if state is before and not external:
            return
        when = None if self.clock is None else self.clock()
        fresh = self._fresh
        fresh.append((before, state, trigger, when, context, self.age))
        if len(fresh) > 2 * self.max_history_depth:
            del fresh[: len(fresh) - self.max_history_depth]
        self.state = state
        self.ticks_in_state = 0

    @property
    def state_history(self) -> list[StateTransition]:
        """Last ``max_history_depth`` moves, oldest first."""
        if self._history is None:
            self._history = []
        if self._fresh:
            self._history += [StateTransition(*move) for move in self._fresh]
            self._fresh.clear()
            del self._history[: max(0, len(self._history) - self.max_history_depth)]
        return self._history

    def tick(self) -> None:
        """Advance the time by one tick."""
        self.ticks_in_state += 1
        self.age += 1

    def is_timed_out(self) -> bool:
        """Return whether the agent has been in its state for more ticks than its threshold."""
        return self.ticks_in_state > self.timeout_threshold

    def snapshot(self) -> dict[str, Any]:
        """
        Return the state of the agent as plain values.

        Contexts in the history are included unchanged, so they must be plain values.
        """
        return {
            "name": self.name,
            "state": self.state.value,
            "ticks_in_state": self.ticks_in_state,
            "age": self.age,
            "timeout_threshold": self.timeout_threshold,
            "max_history_depth": self.max_history_depth,
            "state_history": [
                {
                    "from_state": move.from_state.value,
                    "to_state": move.to_state.value,
                    "trigger": move.trigger,
                    "timestamp": None if move.timestamp is None else move.timestamp.isoformat(),
                    "context": move.context,
                    "tick": move.tick,
                }
                for move in self.state_history
            ],
        }

    def restore(self, snapshot: Mapping[str, Any]) -> None:
        """
        Restore a snapshot; states are looked up in the enum of the current state.

        Raises
        ------
        InputError
            If the snapshot is invalid, or names a state that the enum does not have; nothing has
            changed.
        """
        states: Any = type(self.state)
        try:
            state = states(snapshot["state"])
            fresh = [
                (
                    states(move["from_state"]),
                    states(move["to_state"]),
                    move["trigger"],
                    None if move["timestamp"] is None else datetime.fromisoformat(move["timestamp"]),
                    move["context"],
                    move["tick"],
                )
                for move in snapshot["state_history"]
            ]
            numbers = [snapshot[key] for key in ("ticks_in_state", "age", "timeout_threshold")]
            depth, name = snapshot["max_history_depth"], snapshot["name"]
        except (KeyError, TypeError, ValueError) as error:
            raise InputError(f"snapshot of an agent: {type(error).__name__}: {error}") from None
        for key, number, low in zip(
            ("ticks_in_state", "age", "timeout_threshold"), numbers, (0, 0, 1), strict=True
        ):
            require_int(key, number, low)
        require_int("max_history_depth", depth, 0)
        self.name, self.state = name, state
        self.ticks_in_state, self.age, self.timeout_threshold = numbers
        self.max_history_depth = depth
        self._history, self._fresh = None, fresh


class SocialAgent(ChartAgent):
    """
    Agent of the social chart.

    Parameters
    ----------
    name, interests, personality
        Attributes for the prompt of the oracle.
    engagement_threshold
        Relevance in [0, 1] from which the agent engages.
    low_threshold, high_threshold
        Thresholds of relevance, 0 <= low <= high <= 1: below the first the agent scrolls on, above the
        second it writes, and in between the oracle decides.
    timeout_threshold, config, clock
        As for :class:`ChartAgent`.
    """

    __slots__ = ("engagement_threshold", "high_threshold", "interests", "low_threshold", "personality")

    def __init__(
        self,
        name: str = "",
        *,
        interests: Sequence[str] = (),
        personality: str = "",
        engagement_threshold: float = 0.5,
        low_threshold: float = 0.3,
        high_threshold: float = 0.7,
        timeout_threshold: int | None = None,
        config: StatechartConfig = _DEFAULTS,
        clock: Callable[[], datetime] | None = utc_now,
    ) -> None:
        super().__init__(
            AgentState.IDLE, name=name, timeout_threshold=timeout_threshold, config=config, clock=clock
        )
        require_fraction("engagement_threshold", engagement_threshold)
        require_fraction("high_threshold", high_threshold)
        require_fraction("low_threshold", low_threshold)
        if low_threshold > high_threshold:
            raise InputError(
                f"low_threshold = {low_threshold}: expected at most high_threshold = {high_threshold}"
            )
        self.interests = interests
        self.personality = personality
        self.engagement_threshold = engagement_threshold
        self.low_threshold = low_threshold
        self.high_threshold = high_threshold

    def should_engage(self, relevance: float) -> bool:
        """Return whether the relevance is at least ``engagement_threshold``."""
        return relevance >= self.engagement_threshold
