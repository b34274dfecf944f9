"""
A hierarchical chart for many machines at once: one number for each configuration, one table for all.

A step of the kernel depends on nothing but the configuration, with its variables, histories and timers,
and the event. So configurations are numbered as they occur, the kernel takes each step once, and a table
has its result: an event for all machines is one lookup. A chart whose variables take few values needs
few numbers; one that counts without end needs more and more, up to a limit.

Charts with services, calls of the host or events for others are refused, since a lookup has no effects;
logs are dropped. In an open choice the first option is taken, as by a :class:`.machine.Machine` without
``choose``. Functions in a chart have to depend on their scope only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..errors import Finding, InputError, expected
from .chart import Chart
from .config import require_int
from .configuration import Configuration, Step
from .content import Call, Event, Send, outside_event
from .content_walk import actions_in, blocks_of
from .definition import after_event
from .errors import ChartError, InvalidChart
from .kernel import advance, start, step

#: Default limit of the numbered configurations.
MAX_CONFIGURATIONS = 100_000

_UNKNOWN = -1

#: Event, or its numbers for each machine.
Events: TypeAlias = "str | Event | NDArray[np.signedinteger]"


class BatchMachines:
    """
    Machines of one chart.

    Parameters
    ----------
    chart
        Chart without services, calls and events for other sessions.
    n
        Number of machines; they start as a :class:`.machine.Machine` does.
    limit
        Limit of the numbered configurations, >= 1.

    Attributes
    ----------
    numbers
        int32 (n,), numbers of the configurations of the machines.
    known
        Configurations by number; their ``tick`` is 0, and delays count from there.

    Raises
    ------
    InvalidChart
        If the chart has effects; the error lists all of them.
    """

    def __init__(self, chart: Chart, n: int, *, limit: int = MAX_CONFIGURATIONS) -> None:
        if findings := list(_effects(chart)):
            raise InvalidChart(f"batch of {chart.name}", findings)
        self.chart = chart
        require_int("limit", limit, 1)
        require_int("n", n, 0)
        self._limit = limit
        self._timers = {after_event(arc) for arc in chart.arcs if arc.edge.after is not None}
        self.known: list[Configuration] = []
        self._number: dict[str, int] = {}
        self._rows: dict[str, int] = {}
        self._events: list[Event | int] = []
        self._table = np.full((4, 64), _UNKNOWN, np.int32)
        first = self._numbered(self._settled(lambda choices: start(chart, None, choices)))
        self.numbers = np.full(n, first, np.int32)

    def event_number(self, event: str | Event) -> int:
        """
        Return the number of an event, for :meth:`send` with an array.

        Raises
        ------
        InputError
            If a timer of the chart has the name, or it is empty or has spaces.
        """
        known = outside_event(event)
        if known.name in self._timers:
            raise expected("event", known.name, "a name that no timer of the chart has")
        return self._row(known)

    def send(self, event: Events) -> NDArray[np.int32]:
        """
        Process an event, or one event for each machine.

        Parameters
        ----------
        event
            Event or its name; or integer (n,), numbers of :meth:`event_number`, -1 for none.

        Returns
        -------
        ndarray
            :attr:`numbers` afterwards.

        Raises
        ------
        ChartError
            If a machine does not come to rest, or the limit of configurations is exceeded; no machine
            has moved.
        """
        if isinstance(event, str | Event):
            return self._move(np.int32(self.event_number(event)), None)
        if event.shape != self.numbers.shape:
            raise InputError(f"event: shape {event.shape}, expected {self.numbers.shape}")
        if event.size and not -1 <= event.min() <= event.max() < len(self._events):
            raise InputError(f"event: expected numbers from -1 to {len(self._events) - 1}")
        moving = event >= 0
        return self._move(event.astype(np.intp), None if moving.all() else moving)

    def tick(self, ticks: int = 1) -> NDArray[np.int32]:
        """Let time pass for all machines, and process the events that come due."""
        require_int("ticks", ticks, 0)
        return self._move(np.int32(self._row(ticks)), None)

    def states(self) -> list[tuple[str, ...]]:
        """Return the innermost active states of each machine."""
        named = [one.atomic(self.chart) for one in self.known]
        return [named[number] for number in self.numbers.tolist()]

    def counts(self) -> dict[str, int]:
        """Return the number of machines in each state of the chart."""
        many = np.bincount(self.numbers, minlength=len(self.known)).tolist()
        counts = {id: 0 for id, state in self.chart.states.items() if id and state.kind != "history"}
        for configuration, count in zip(self.known, many, strict=True):
            for id in configuration.states:
                counts[id] += count
        return counts

    # ---------------------------------------------------------------------------------------- the table

    def _row(self, event: Event | int) -> int:
        key = repr(event)
        if key not in self._rows:
            self._rows[key] = len(self._events)
            self._events.append(event)
            if len(self._events) > len(self._table):
                self._table = np.vstack([self._table, np.full_like(self._table, _UNKNOWN)])
        return self._rows[key]

    def _move(
        self, row: np.int32 | NDArray[np.intp], moving: NDArray[np.bool_] | None
    ) -> NDArray[np.int32]:
        """Look the next configurations up, after the kernel has taken the steps that are new."""
        at = self.numbers
        rows = row if moving is None else np.where(moving, row, 0)
        after = self._table[rows, at]
        missing = after == _UNKNOWN if moving is None else (after == _UNKNOWN) & moving
        if missing.any():
            of = np.broadcast_to(rows, at.shape)[missing]
            for event, number in np.unique(np.stack([of, at[missing]]), axis=1).T.tolist():
                result = self._stepped(self._events[event], number)  # may replace the table
                self._table[event, number] = result
            after = self._table[rows, at]
        self.numbers = after if moving is None else np.where(moving, after, at)
        return self.numbers

    def _stepped(self, event: Event | int, number: int) -> int:
        chart, at = self.chart, self.known[number]
        if isinstance(event, Event):
            return self._numbered(self._settled(lambda choices: step(chart, at, event, None, choices)))
        return self._numbered(self._settled(lambda choices: advance(chart, at, event, None, choices)))

    def _settled(self, work: Callable[[list[int]], Step]) -> Configuration:
        choices: list[int] = []
        taken = work(choices)
        while taken.choice is not None:
            choices.append(0)
            taken = work(choices)
        return taken.configuration

    def _numbered(self, configuration: Configuration) -> int:
        """Return the number of a configuration, apart from the time that has passed before."""
        delayed = tuple(one._replace(due=one.due - configuration.tick) for one in configuration.delayed)
        same = replace(configuration, tick=0, delayed=delayed)
        key = repr((same.states, sorted(same.history.items()), sorted(same.data.items()), delayed))
        key += repr((same.done, same.serial))
        number = self._number.get(key)
        if number is None:
            number = len(self.known)
            if number >= self._limit:
                raise ChartError(
                    f"{self.chart.name}: more than {self._limit} configurations: expected variables "
                    "with few values",
                    [],
                )
            self._number[key] = number
            self.known.append(same)
            if number >= self._table.shape[1]:
                more = np.full_like(self._table, _UNKNOWN)
                self._table = np.hstack([self._table, more])
        return number


def _effects(chart: Chart) -> Iterator[Finding]:
    for id, state in chart.states.items():
        if state.invokes:
            yield Finding("CHART013", f"state {id}", "has a service: in batch there are none")
    for block in blocks_of(chart):
        for action in actions_in(block):
            if isinstance(action, Call):
                yield Finding(
                    "CHART013", "the chart", f"calls {action.name}: in batch there are no calls"
                )
            elif isinstance(action, Send) and action.target not in (None, "#_internal"):
                yield Finding("CHART013", "the chart", "sends an event to another session")
