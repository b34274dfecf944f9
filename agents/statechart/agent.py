"""
The part of an agent that a flat chart moves: its state, its history, how long it has been there.

The chart is shared and holds nothing; all that changes is here. The chart decides, the agent applies.
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
    """Wall clock, aware."""
    return datetime.now(UTC)


class ChartAgent:
    """
    Anything that has a place in a flat chart.

    Parameters
    ----------
    state
        Where it starts.
    name
        For prompts and traces.
    timeout_threshold
        Ticks in one state after which it counts as stuck; at least 1. Default from ``config``.
    config
        History depth, and the default of the threshold.
    clock
        Gives the timestamps of the history; None for none (a trace must not depend on it anyway).

    Attributes
    ----------
    ticks_in_state
        Rounds since the state was entered.
    age
        Rounds it has lived: the logical time of its records.
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
        # Moves become records when somebody looks: making one costs as much as the rest of a move.
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
        Enter a state: record the move, forget the oldest, start the ticks anew.

        Entering the state one is in changes nothing unless it is ``external``: a machine that only
        marks time has to time out.
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
        """The last ``max_history_depth`` moves, oldest first."""
        if self._history is None:
            self._history = []
        if self._fresh:
            self._history += [StateTransition(*move) for move in self._fresh]
            self._fresh.clear()
            del self._history[: max(0, len(self._history) - self.max_history_depth)]
        return self._history

    def tick(self) -> None:
        """Let one round pass."""
        self.ticks_in_state += 1
        self.age += 1

    def is_timed_out(self) -> bool:
        """Whether it has been in its state for more ticks than its threshold."""
        return self.ticks_in_state > self.timeout_threshold

    def snapshot(self) -> dict[str, Any]:
        """
        Everything that firing changes or depends on, as plain values.

        Contexts in the history are kept as they are, so they have to be plain values themselves.
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
        Become as a snapshot says; states are looked up in the enum of the present state.

        Raises
        ------
        InputError
            If the snapshot is none, or names a state that the enum does not have; nothing has changed.
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
    An agent of the social chart.

    Parameters
    ----------
    name, interests, personality
        For the oracle's prompt.
    engagement_threshold
        In [0, 1]; what is at least that relevant is worth engaging with.
    low_threshold, high_threshold
        In [0, 1], in this order: what is less relevant than the one is passed over, what is more
        relevant than the other is written about, and in between the oracle is asked.
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
        if not 0 <= low_threshold <= high_threshold <= 1 or not 0 <= engagement_threshold <= 1:
            require_fraction("engagement_threshold", engagement_threshold)
            require_fraction("high_threshold", high_threshold)
            require_fraction("low_threshold", low_threshold)
            raise InputError(
                f"low_threshold = {low_threshold}: expected at most high_threshold = {high_threshold}"
            )
        self.interests = interests
        self.personality = personality
        self.engagement_threshold = engagement_threshold
        self.low_threshold = low_threshold
        self.high_threshold = high_threshold

    def should_engage(self, relevance: float) -> bool:
        """Whether something is relevant enough: at least ``engagement_threshold``."""
        return relevance >= self.engagement_threshold
