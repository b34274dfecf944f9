"""
Sessions: a machine, the charts and functions that it has started, and the events between them.

Events between sessions wait in one queue, and are processed in the order in which they were sent, each
by one step of its receiver, when the step of the sender is complete. All sessions share one time.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from inspect import isawaitable
from typing import Any, Protocol, TypeAlias

from ..errors import shortened
from .chart import Chart
from .configuration import Configuration
from .content import Event
from .errors import ChartError
from .invocation import PENDING, Session, Started
from .kernel import MAX_DUE

#: Function from the address of a chart to the chart.
Load: TypeAlias = Callable[[str], Chart]

#: Limits of sessions at one time, of one session within another, and of events in one exchange.
MAX_SESSIONS, MAX_DEPTH, MAX_EXCHANGES = 1_000, 20, 10_000


class Host(Protocol):
    """A :class:`.machine.Machine`, as its sessions use it."""

    session: Session
    sessions: Sessions
    depth: int
    load: Load | None

    @property
    def configuration(self) -> Configuration:
        """Current configuration."""

    def take(self, event: Event) -> None:
        """Process an event of another session."""

    def pass_time(self, ticks: int) -> None:
        """Let time pass for this session only."""

    def stop(self) -> None:
        """Leave all states."""

    def spawn(self, chart: Chart, session: Session, child: Child) -> Host:
        """Return the machine of a service that is a chart."""


class Sessions:
    """
    Sessions that belong together: a machine and all that it has started.

    Attributes
    ----------
    machines
        Machines by id of the session.
    """

    def __init__(self) -> None:
        self.machines: dict[str, Host] = {}
        self._queue: deque[tuple[Host, Event]] = deque()
        self._exchanging = False

    def enter(self, machine: Host) -> None:
        """Add a machine."""
        self.machines[machine.session.id] = machine

    def leave(self, machine: Host) -> None:
        """Remove a machine; events for it are dropped."""
        self.machines.pop(machine.session.id, None)

    def post(self, receiver: Host, event: Event) -> None:
        """Put an event into the queue."""
        self._queue.append((receiver, event))

    def exchange(self) -> None:
        """Process the events of the queue, and those that they cause."""
        if self._exchanging:
            return
        self._exchanging = True
        try:
            for _ in range(MAX_EXCHANGES):
                if not self._queue:
                    return
                receiver, event = self._queue.popleft()
                if self.machines.get(receiver.session.id) is receiver:
                    receiver.take(event)
            self._queue.clear()
            raise ChartError(f"the sessions exchange more than {MAX_EXCHANGES} events")
        finally:
            self._exchanging = False

    def advance(self, ticks: int) -> None:
        """
        Let time pass for all machines, from one due time to the next.

        Raises
        ------
        ChartError
            If more than ``MAX_DUE`` times come due; the time until then has passed.
        """
        due, whole = 0, ticks
        while True:
            machines = list(self.machines.values())
            waits = [
                machine.configuration.delayed[0].due - machine.configuration.tick
                for machine in machines
                if machine.configuration.delayed and not machine.configuration.done
            ]
            pause = min([ticks, *waits])
            due += sum(wait <= pause for wait in waits)
            if due > MAX_DUE:
                message = f"more than {MAX_DUE} events come due within {whole} ticks"
                raise ChartError(f"{message}: expected fewer ticks at a time")
            for machine in machines:
                if machine.session.id in self.machines:
                    machine.pass_time(pause)
            self.exchange()
            ticks -= pause
            if not ticks:
                return


class Child:
    """
    Running service of a machine.

    Parameters
    ----------
    parent
        Machine that has started it.
    started
        Effect of the kernel.
    """

    def __init__(self, parent: Host, started: Started) -> None:
        self.id = started.id
        self._parent = parent
        self.machine: Host | None = None
        self._started = started
        self._task: asyncio.Future[Any] | None = None

    def start(self) -> None:
        """Start the service; a function that is not async ends at once."""
        source = self._started.source
        if isinstance(source, str):
            source = _chart_of(source, self._parent)
        if isinstance(source, Chart):
            self._run_chart(source, self._started.params)
            return
        try:
            result = source(self._started.params)
        except Exception as error:
            self._fail(error)
            return
        if isawaitable(result):
            self._task = in_background(result, self._settle)
        elif result is not PENDING:
            self.finish(result)

    def _run_chart(self, chart: Chart, data: dict[str, Any]) -> None:
        parent = self._parent
        sessions = parent.sessions
        id = f"{parent.session.id}.{self.id}"
        if len(sessions.machines) >= MAX_SESSIONS or parent.depth >= MAX_DEPTH:
            raise ChartError(f"expected at most {MAX_SESSIONS} sessions, {MAX_DEPTH} within each other")
        session = Session(id, True, data, sessions.machines.keys())
        self.machine = parent.spawn(chart, session, self)

    def deliver(self, event: Event) -> None:
        """Send an event of the child to its parent."""
        self._parent.sessions.post(self._parent, replace(event, invokeid=self.id))

    def finish(self, result: Any) -> None:
        """Send ``done.invoke.ID`` with the result to the parent."""
        self.deliver(Event(f"done.invoke.{self.id}", result))

    def _settle(self, task: asyncio.Future[Any]) -> None:
        """Report the end of an async function."""
        if task.cancelled():
            return
        error = task.exception()
        if error is None:
            self.finish(task.result())
        else:
            self._fail(error)
        self._parent.sessions.exchange()

    def _fail(self, error: BaseException) -> None:
        """Send ``error.invoke.ID`` to the parent."""
        data = {"message": f"{type(error).__name__}: {error}"}
        self.deliver(Event(f"error.invoke.{self.id}", data, "platform"))

    @property
    def running(self) -> asyncio.Future[Any] | None:
        """Async function that has not ended, or None."""
        return None if self._task is None or self._task.done() else self._task

    def stop(self) -> None:
        """Stop the service: a chart leaves its states, an async function is cancelled."""
        if self._task is not None:
            self._task.cancel()
        if self.machine is not None:
            self.machine.stop()


def in_background(work: Any, settled: Callable[[asyncio.Future[Any]], object]) -> asyncio.Future[Any]:
    """Run an awaitable in the running event loop, and call a function when it has ended."""
    try:
        task: asyncio.Future[Any] = asyncio.ensure_future(work, loop=asyncio.get_running_loop())
    except RuntimeError:
        work.close()
        raise RuntimeError("an async function needs a running event loop") from None
    task.add_done_callback(settled)
    return task


def _chart_of(source: str, parent: Host) -> Chart:
    """Return the chart of a document or an address."""
    if source.lstrip().startswith("<"):
        from .scxml import read_scxml  # the reader needs the definition of Invoke

        return read_scxml(source)
    if parent.load is None:
        raise LookupError(f"{shortened(source)}: the machine has no `load` for charts of other files")
    return parent.load(source)
