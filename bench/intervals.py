"""Medians of paired ratios with confidence intervals that allow for differences between processes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

RESAMPLES = 4000


@dataclass(frozen=True)
class Interval:
    """Median and limits of its 95% confidence interval."""

    median: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.median:.3f} [{self.low:.3f}, {self.high:.3f}]"


def bootstrap(ratios: ArrayLike, seed: int = 0) -> Interval:
    """
    Return the median of ratios measured in several pairs of processes.

    The addresses of its arrays and code make a process a few percent faster or slower for its whole
    life, so ratios from one pair of processes are correlated. The bootstrap therefore draws pairs of
    processes first and ratios within each of them second.

    Parameters
    ----------
    ratios
        Positive floats (processes, ratios of each).
    """
    table = np.asarray(ratios, float)
    if table.ndim != 2 or table.size == 0 or not np.all(table > 0):
        raise ValueError(f"ratios: shape {table.shape}, expected positive numbers (processes, ratios)")
    random = np.random.default_rng(seed)
    processes, each = table.shape
    rows = random.integers(processes, size=(RESAMPLES, processes, 1))
    columns = random.integers(each, size=(RESAMPLES, processes, each))
    medians = np.median(table[rows, columns].reshape(RESAMPLES, -1), axis=1)
    low, high = np.quantile(medians, (0.025, 0.975))
    return Interval(float(np.median(table)), float(low), float(high))
