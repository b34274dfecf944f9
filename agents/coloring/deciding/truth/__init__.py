"""The guard of the product's own words: each sentence and each move is recomputed before it is sent."""

from .checking import Checked, only_true, true_moves
from .evidence import Evidence

__all__ = ["Checked", "Evidence", "only_true", "true_moves"]
