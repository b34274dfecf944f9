"""What can be set about flat charts and their agents, checked where it is given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from ..errors import InputError


@dataclass(frozen=True)
class StatechartConfig:
    """
    The section ``statechart`` of a configuration.

    Parameters
    ----------
    default_timeout_ticks
        An agent is timed out with *more* ticks than this in one state; at least 1. The agent's own
        ``timeout_threshold`` wins.
    max_history_depth
        Records an agent keeps, oldest dropped first; at least 0.
    oracle_enabled
        Whether open choices go to the oracle; else the first option is taken, and the trace says so.
    """

    default_timeout_ticks: int = 5
    max_history_depth: int = 50
    oracle_enabled: bool = True

    def __post_init__(self) -> None:
        require_int("default_timeout_ticks", self.default_timeout_ticks, 1)
        require_int("max_history_depth", self.max_history_depth, 0)
        if not isinstance(self.oracle_enabled, bool):
            raise InputError(f"oracle_enabled = {self.oracle_enabled!r}: expected true or false")

    @classmethod
    def from_mapping(cls, section: Mapping[str, Any]) -> StatechartConfig:
        """Read a parsed YAML, TOML or JSON section; an unknown key is an error."""
        known = [field.name for field in fields(cls)]
        for key in section:
            if key not in known:
                raise InputError(f"statechart.{key}: unknown key, expected some of {', '.join(known)}")
        return cls(**section)


def require_int(name: str, value: object, low: int) -> None:
    """Raise unless the value is an integer of at least ``low``."""
    if isinstance(value, bool) or not isinstance(value, int) or value < low:
        raise InputError(f"{name} = {value!r}: expected an integer, at least {low}")


def require_fraction(name: str, value: object) -> None:
    """Raise unless the value is a number in [0, 1]."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise InputError(f"{name} = {value!r}: expected a number in [0, 1]")
