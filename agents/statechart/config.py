"""Configuration of flat charts and their agents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from ..errors import expected


@dataclass(frozen=True)
class StatechartConfig:
    """
    Section ``statechart`` of a configuration.

    Parameters
    ----------
    default_timeout_ticks
        Ticks in one state, >= 1; an agent with *more* is timed out. The ``timeout_threshold`` of the
        agent takes precedence.
    max_history_depth
        Number of records that an agent keeps, >= 0; the oldest are dropped.
    oracle_enabled
        Whether the oracle decides open choices; otherwise the first option is taken and recorded.
    """

    default_timeout_ticks: int = 5
    max_history_depth: int = 50
    oracle_enabled: bool = True

    def __post_init__(self) -> None:
        require_int("default_timeout_ticks", self.default_timeout_ticks, 1)
        require_int("max_history_depth", self.max_history_depth, 0)
        if not isinstance(self.oracle_enabled, bool):
            raise expected("oracle_enabled", self.oracle_enabled, "true or false")

    @classmethod
    def from_mapping(cls, section: Mapping[str, Any]) -> StatechartConfig:
        """Return the configuration in a parsed section; an unknown key is an error."""
        known = [field.name for field in fields(cls)]
        for key in section:
            if key not in known:
                raise expected("key of statechart", key, f"one of {', '.join(known)}")
        return cls(**section)


def require_int(name: str, value: object, low: int) -> None:
    """Raise unless the value is an integer of at least ``low``."""
    if isinstance(value, bool) or not isinstance(value, int) or value < low:
        raise expected(name, value, f"an integer >= {low}")


def require_fraction(name: str, value: object) -> None:
    """Raise unless the value is a number in [0, 1]."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise expected(name, value, "a number in [0, 1]")
