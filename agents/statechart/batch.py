"""
A flat chart for many agents at once: their states are one array, a trigger is one table lookup.

Guards must be made of columns (:mod:`.columns`). The scalar chart decides once for every trigger, state
and combination of truth values of the predicates; firing then computes one mask per predicate and looks
the results up. In an open choice the first option is taken, as without an oracle, and counted.

The tables have ``triggers x states x 2 ** predicates`` entries; ``bench/peers/statecharts.py`` measures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import Enum
from types import SimpleNamespace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import Finding, InputError, expected
from .columns import Columns, Predicate, SureOrOpen
from .config import StatechartConfig
from .errors import AmbiguousTransition, InvalidChart
from .statechart import Statechart
from .transitions import NEEDS_ORACLE, Ambiguous, Guard, Transition

#: Limit of predicates, since the tables grow exponentially with them.
MAX_PREDICATES = 12
_NONE, _REFUSED = -1, -2


#: Name of a trigger, or its numbers for each agent.
Triggers: TypeAlias = "str | NDArray[np.signedinteger[Any]]"


class BatchChart:
    """
    A flat chart compiled to tables.

    Parameters
    ----------
    chart
        Flat chart whose guards are made of columns, without actions.

    Attributes
    ----------
    chart
        Scalar chart.
    triggers
        Names of the triggers, in the order of their numbers.
    predicates
        Distinct predicates of the guards.

    Raises
    ------
    InvalidChart
        If transitions cannot be compiled; the error lists all of them.
    """

    def __init__(self, chart: Statechart) -> None:
        self.chart = chart
        self.triggers = tuple(dict.fromkeys(t.trigger for t in chart.transitions))
        named = {str(p): p for t in chart.transitions for p in _predicates(t.guard)}
        self.predicates: tuple[Predicate, ...] = tuple(named.values())
        if findings := _findings(chart, len(named)):
            raise InvalidChart("batch chart", findings)
        self.numbers = {state: i for i, state in enumerate(chart.states)}
        shape = (len(self.triggers), len(chart.states), 1 << len(named))
        self._target = np.full(shape, _NONE, np.int8)
        self._resets = np.zeros(shape, np.bool_)
        self._open = np.zeros(shape, np.bool_)
        self._fill(tuple(named))
        self._may_refuse = bool((self._target == _REFUSED).any())
        self._may_ask = bool(self._open.any())

    def _fill(self, names: tuple[str, ...]) -> None:
        """Let the scalar chart decide every case, with guards that look up given truth values."""
        chart = self.chart
        transitions = [replace(t, guard=_given(t.guard)) for t in chart.transitions]
        scalar = Statechart(
            chart.states, transitions, chart.initial, selection=chart.selection, mode=chart.mode
        )
        for e, trigger in enumerate(self.triggers):
            for s, state in enumerate(chart.states):
                for code in range(1 << len(names)):
                    truth = {name: bool(code >> i & 1) for i, name in enumerate(names)}
                    try:
                        decision = scalar.decide(SimpleNamespace(state=state), trigger, truth)
                    except AmbiguousTransition:
                        self._target[e, s, code] = _REFUSED
                        continue
                    if isinstance(decision, Ambiguous):
                        self._open[e, s, code] = True
                        decision = decision.choose(decision.options[0])
                    if decision is not None:
                        self._target[e, s, code] = self.numbers[decision.state]
                        moves = decision.state is not state or decision.transition.external
                        self._resets[e, s, code] = moves

    def trigger_numbers(self, triggers: Sequence[str]) -> NDArray[np.int32]:
        """Return the numbers of triggers, int32 (n,), for :meth:`BatchAgents.fire`."""
        number = {trigger: i for i, trigger in enumerate(self.triggers)}
        return np.array([number.get(trigger, -1) for trigger in triggers], np.int32)


class BatchAgents:
    """
    Agents of one chart.

    Parameters
    ----------
    batch
        Compiled chart.
    n
        Number of agents; they start in the initial state of the chart.
    timeout_threshold
        Threshold of all agents, or int (n,), >= 1. Default from ``config``.
    config
        Source of the default threshold; there is no history.

    Attributes
    ----------
    states
        int8 (n,), indices into ``chart.states``.
    ticks_in_state
        int32 (n,), ticks since the state was entered.
    asked
        Number of open choices so far.
    """

    def __init__(
        self,
        batch: BatchChart,
        n: int,
        *,
        timeout_threshold: ArrayLike | None = None,
        config: StatechartConfig | None = None,
    ) -> None:
        if n < 0:
            raise expected("n", n, "an integer >= 0")
        default = (config or StatechartConfig()).default_timeout_ticks
        threshold = np.asarray(default if timeout_threshold is None else timeout_threshold)
        if (
            threshold.dtype.kind not in "iu"
            or threshold.shape not in ((), (n,))
            or (threshold < 1).any()
        ):
            raise InputError(
                f"timeout_threshold = {timeout_threshold!r}: expected integers of at least 1,"
                f" one or {n} of them"
            )
        self.batch = batch
        self.states = np.full(n, batch.numbers[batch.chart.initial], np.int8)
        self.ticks_in_state = np.zeros(n, np.int32)
        self.timeout_threshold = threshold.astype(np.int32)
        self.asked = 0

    def fire(self, trigger: Triggers, columns: Columns | None = None) -> NDArray[np.int8]:
        """
        Carry out a trigger for every agent.

        Parameters
        ----------
        trigger
            Name, or integer (n,) numbers from :meth:`BatchChart.trigger_numbers`; -1 does nothing.
        columns
            Arrays (n,) or single values, by the names that the guards use.

        Returns
        -------
        ndarray
            int8 (n,): the states that :meth:`.Statechart.fire` would return, -1 where it is None.

        Raises
        ------
        AmbiguousTransition
            If the selection of the chart is ``"error"`` and a choice is open; no agent has moved.
        InputError
            If a column has another length.
        """
        batch = self.batch
        bits = len(batch.predicates)
        index = self.states.astype(np.intp)
        if isinstance(trigger, str):
            if trigger not in batch.triggers:
                return np.full(len(self.states), _NONE, np.int8)
            base = batch.triggers.index(trigger) * len(batch.chart.states)
            if base:
                index += base
        else:
            if trigger.shape != self.states.shape:
                message = f"trigger: shape {trigger.shape}, expected {self.states.shape}"
                raise InputError(message)
            index += trigger.astype(np.intp) * len(batch.chart.states)
        index <<= bits
        for i, predicate in enumerate(batch.predicates):
            mask = np.asarray(predicate.mask(columns or {}))
            if mask.shape not in ((), self.states.shape):
                message = f"{predicate}: a column has shape {mask.shape}, expected {self.states.shape}"
                raise InputError(message)
            index |= mask.astype(np.intp) << i
        quiet = None if isinstance(trigger, str) else trigger < 0
        if quiet is not None and quiet.any():
            index[quiet] = 0
        target = batch._target.ravel().take(index)
        resets = batch._resets.ravel().take(index)
        if quiet is not None:
            target[quiet] = _NONE
            resets[quiet] = False
        if batch._may_refuse and (target == _REFUSED).any():
            agent = int(np.argmax(target == _REFUSED))
            state = batch.chart.states[self.states[agent]]
            raise AmbiguousTransition(state.value, f"agent {agent}", [])
        if batch._may_ask:
            opened = batch._open.ravel().take(index)
            self.asked += int(np.count_nonzero(opened if quiet is None else opened & ~quiet))
        np.copyto(self.states, target, where=target >= 0)
        self.ticks_in_state *= ~resets
        return target

    def tick(self) -> None:
        """Advance the time by one tick."""
        self.ticks_in_state += 1

    def is_timed_out(self) -> NDArray[np.bool_]:
        """Return which agents have exceeded their thresholds, bool (n,)."""
        return self.ticks_in_state > self.timeout_threshold

    def turn(self, trigger: Triggers, columns: Columns | None = None) -> NDArray[np.int8]:
        """Advance the time by one tick; agents that are timed out take their timeout."""
        batch = self.batch
        self.tick()
        if isinstance(trigger, str):
            number = batch.triggers.index(trigger) if trigger in batch.triggers else -1
            trigger = np.full(len(self.states), number, np.int32)
        name = batch.chart.timeout_trigger
        if name in batch.triggers:
            chart = batch.chart
            leads = np.array([name in chart.valid_triggers(state) for state in chart.states])
            stuck = self.is_timed_out() & leads[self.states]
            trigger = np.where(stuck, np.int32(batch.triggers.index(name)), trigger)
        return self.fire(trigger, columns)

    def agents_in_state(self, state: Enum) -> int:
        """Count the agents that are in one state."""
        return int(np.count_nonzero(self.states == self.batch.numbers[state]))

    def state_distribution(self) -> dict[Enum, int]:
        """Count the agents in each state of the chart."""
        counts = np.bincount(self.states, minlength=len(self.batch.chart.states))
        return dict(zip(self.batch.chart.states, counts.tolist(), strict=True))


def _predicates(guard: Guard | None) -> list[Predicate]:
    if isinstance(guard, SureOrOpen):
        return [guard.sure, guard.open]
    return [guard] if isinstance(guard, Predicate) else []


def _given(guard: Guard | None) -> Guard | None:
    """Return a guard that looks its truth value up in the context."""
    if isinstance(guard, SureOrOpen):
        sure, asks = str(guard.sure), str(guard.open)

        def look_up(agent: Any, truth: Mapping[str, bool]) -> Any:
            return True if truth[sure] else NEEDS_ORACLE if truth[asks] else False

        return look_up
    if guard is None:
        return None
    name = str(guard)
    return lambda agent, truth: truth[name]


def _findings(chart: Statechart, predicates: int) -> list[Finding]:
    found = []
    for i, transition in enumerate(chart.transitions):
        if problem := _problem(transition):
            found.append(Finding("CHART013", f"/transitions/{i}", problem))
    if predicates > MAX_PREDICATES:
        message = f"{predicates} distinct predicates: expected at most {MAX_PREDICATES}"
        found.append(Finding("CHART013", "/transitions", message))
    if len(chart.states) > 127:
        message = f"{len(chart.states)} states: expected at most 127"
        found.append(Finding("CHART013", "/states", message))
    return found


def _problem(transition: Transition) -> str:
    if transition.action is not None:
        return "has an action: in batch there are none"
    if transition.guard is not None and not isinstance(transition.guard, Predicate | SureOrOpen):
        return f"guard {transition.guard!r}: expected one made of columns"
    return ""
