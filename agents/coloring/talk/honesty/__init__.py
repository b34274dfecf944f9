"""The guard: whether each sentence of a draft is true, by tables of rules."""

from .reader import Violation, violations

__all__ = ["Violation", "violations"]
