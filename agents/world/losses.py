"""Turns that policies lose to their errors: a warning of the first, and an end where they are many."""

from __future__ import annotations

import logging
from collections import deque

from ..errors import PolicyError
from .clerk import StepReport

#: Number of steps over which the share of lost turns is computed.
LOST_STEPS = 10
#: Default share of lost turns at which a run stops.
MAX_LOST_SHARE = 0.5

log = logging.getLogger("agents.world")


class Losses:
    """
    Counter of the lost turns of a run.

    Parameters
    ----------
    run_id
        Name of the run.
    max_share
        Share of the turns of ``LOST_STEPS`` steps at which the run stops; None if it never stops.

    Attributes
    ----------
    total
        Number of lost turns. The first is logged as a warning.
    """

    def __init__(self, run_id: str, max_share: float | None) -> None:
        self.total = 0
        self._run_id = run_id
        self._max_share = max_share
        self._recent: deque[StepReport] = deque(maxlen=LOST_STEPS)

    def check(self, report: StepReport) -> None:
        """
        Count the lost turns of a step.

        Raises
        ------
        PolicyError
            If too many turns were lost in the last steps.
        """
        if report.lost and not self.total:
            log.warning("run %s: %s", self._run_id, report.first_loss)
        self.total += report.lost
        self._recent.append(report)
        if self._max_share is None or not report.lost or len(self._recent) < LOST_STEPS:
            return
        lost, turns = (sum(getattr(step, name) for step in self._recent) for name in ("lost", "rows"))
        if lost >= self._max_share * turns:
            self._recent.clear()
            raise PolicyError(
                f"step {report.time_step}: {lost} of {turns} turns in {LOST_STEPS} steps were lost, "
                f"the last: {report.first_loss}"
            )
