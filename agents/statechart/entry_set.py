"""
The states entered together: the closure of targets under defaults, regions and histories.

This is ``computeEntrySet`` of appendix D of the SCXML recommendation, with what it calls.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .chart import Chart
from .content import Block


class EntrySet:
    """
    Set of states to enter.

    Attributes
    ----------
    states
        Ids of the states, to be entered in document order.
    by_default
        Compound states whose default is taken; their initial content is executed.
    by_history
        Content of history defaults that are taken, by the parent of the history.
    """

    def __init__(self, chart: Chart, history: Mapping[str, tuple[str, ...]]) -> None:
        self.chart = chart
        self.history = history
        self.states: set[str] = set()
        #: The states and their ancestors: those that have an entered state at or below them.
        self._covered: set[str] = set()
        self.by_default: set[str] = set()
        self.by_history: dict[str, Block] = {}

    def add(self, targets: Sequence[str], effective: Sequence[str], top: str) -> None:
        """Add the targets of a transition, with descendants, and ancestors below ``top``."""
        for target in targets:
            if target == top:  # XState: a transition to its own source, which is not left
                self._add_inside(target)
            else:
                self._add_below(target)
        for target in effective:
            if target != top:
                self._add_above(target, top)

    def _add_below(self, id: str) -> None:
        """Add a state and the descendants that must be active."""
        state = self.chart.states[id]
        if state.kind == "history":
            parent = self.chart.parent[id]
            remembered = self.history.get(id)
            if not remembered:
                self.by_history[parent] = state.initial_content
            targets = remembered or state.initial
            self.add(targets, targets, parent)
            return
        self._enter(id)
        self._add_inside(id)

    def _add_inside(self, id: str) -> None:
        if self.chart.is_compound(id):
            self.by_default.add(id)
            default = self.chart.default(id)
            self.add(default, default, id)
        elif self.chart.is_parallel(id):
            self._add_regions(id)

    def _enter(self, id: str) -> None:
        self.states.add(id)
        for one in (id, *self.chart.ancestors(id)):
            if one in self._covered:
                return
            self._covered.add(one)

    def _add_above(self, id: str, top: str) -> None:
        """Add the ancestors of a state below ``top``, and the regions beside them."""
        for ancestor in self.chart.ancestors(id):
            if ancestor == top:
                if self.chart.is_parallel(top):
                    self._add_regions(top)
                return
            self._enter(ancestor)
            if self.chart.is_parallel(ancestor):
                self._add_regions(ancestor)

    def _add_regions(self, id: str) -> None:
        for child in self.chart.children(id):
            if child.id not in self._covered:
                self._add_below(child.id)
