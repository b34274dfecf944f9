"""The compositional reader of the guard: sentences whose meaning is composed and then evaluated."""

from .reader import readings, verdict
from .truth import Truth

__all__ = ["Truth", "readings", "verdict"]
