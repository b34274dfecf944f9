"""
The kernel: a pure function of (configuration, event, context) to (configuration, effects, trace).

The algorithm is appendix D of the SCXML recommendation [1]_: optimally enabled set, preemption by
descendants and then document order, exit in reverse document order, transition content, entry in
document order, and run to completion with an internal queue before the external one. In addition:

* Time is logical. A delayed event stays in the configuration until :func:`advance` lets ticks pass.
* The kernel calls no oracle and no function of the host. An open choice (``selection`` of
  :class:`.chart.Chart`) ends the step with ``choice`` set and the configuration unchanged; the caller
  repeats the call with the same arguments and one more entry in ``choices``. Functions of the host are
  returned as effects.
* An error of a guard or of content becomes the event ``error.execution`` and an entry of the trace.
  A chart that does not come to rest raises :class:`.errors.ChartError`; the configuration is unchanged.

References
----------
.. [1] Barnett, J. et al. (2015). State Chart XML (SCXML): State Machine Notation for Control
   Abstraction. W3C Recommendation. https://www.w3.org/TR/scxml/
"""

# ruff: noqa: D102 (the methods of the interpreter are the procedures of appendix D)

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .chart import Chart
from .config import require_int
from .configuration import Configuration, Sent, Step
from .content import Event
from .definition import Arc
from .errors import AmbiguousTransition, ChartError
from .execution import Execution
from .invocation import Finished, Session
from .movement import Movement
from .selection import OpenChoice, Selector
from .step_state import StepState
from .tables import initial_movement

#: Limit of microsteps in a step.
MAX_MICROSTEPS = 1000
#: Limit of events that come due while time passes, since the trace has all of them.
MAX_DUE = 100_000


def start(
    chart: Chart, context: Any = None, choices: Sequence[int] = (), session: Session | None = None
) -> Step:
    """
    Enter a chart's initial configuration and run to completion.

    Parameters
    ----------
    chart
        Chart to run.
    context
        Context of the host, for guards and expressions that are functions.
    choices
        Decisions on open choices, in the order in which they occur.
    session
        Session of the chart, if it is not alone.
    """
    return _stepped(chart, Configuration(), context, choices, session, Interpreter.begin)


def step(
    chart: Chart,
    configuration: Configuration,
    event: Event | str,
    context: Any = None,
    choices: Sequence[int] = (),
    session: Session | None = None,
) -> Step:
    """
    Process an event and all events that it causes, until the chart comes to rest.

    Parameters
    ----------
    chart, configuration
        Chart and its current configuration.
    event
        Event or name of an event. An event that no transition waits for is ignored.
    context, choices, session
        As for :func:`start`.

    Raises
    ------
    ChartError
        If the chart does not come to rest within :data:`MAX_MICROSTEPS` microsteps.
    AmbiguousTransition
        If a choice is open and the chart's ``selection`` is ``"error"``.
    """
    external = event if isinstance(event, Event) else Event(event)
    return _stepped(
        chart,
        configuration,
        context,
        choices,
        session,
        lambda interpreter: interpreter.receive(external),
    )


def advance(
    chart: Chart,
    configuration: Configuration,
    ticks: int = 1,
    context: Any = None,
    choices: Sequence[int] = (),
    session: Session | None = None,
) -> Step:
    """
    Let time pass, and process each event that comes due, as :func:`step` does.

    Parameters
    ----------
    chart, configuration, context, choices, session
        As for :func:`step`.
    ticks
        Number of ticks, >= 0.

    Raises
    ------
    InputError
        If ``ticks`` is not an integer >= 0.
    ChartError, AmbiguousTransition
        As for :func:`step`; the bounds of a step hold for each event that comes due. ``ChartError`` also
        if more than :data:`MAX_DUE` events come due.
    """
    require_int("ticks", ticks, 0)
    return _stepped(
        chart, configuration, context, choices, session, lambda interpreter: interpreter.wait(ticks)
    )


def stop(chart: Chart, configuration: Configuration, session: Session) -> Step:
    """Leave all states of a service that its parent stops; the chart is done, without a result."""

    def work(interpreter: Interpreter) -> None:
        if not interpreter.state.done:
            interpreter.state.done = True
            interpreter.finish()

    return _stepped(chart, configuration, None, (), session, work)


def would_take(chart: Chart, configuration: Configuration, event: Event, context: Any = None) -> bool:
    """Return whether an event enables a transition; an open choice counts as one."""
    interpreter = Interpreter(chart, configuration, context, ())
    interpreter.state.event = event
    try:
        return bool(interpreter.selector.select(event))
    except OpenChoice:
        return True
    except AmbiguousTransition:
        return False


def _stepped(
    chart: Chart,
    configuration: Configuration,
    context: Any,
    choices: Sequence[int],
    session: Session | None,
    work: Callable[[Interpreter], None],
) -> Step:
    interpreter = Interpreter(chart, configuration, context, choices, session)
    state = interpreter.state
    try:
        work(interpreter)
    except OpenChoice as pending:
        return Step(configuration, (), tuple(state.trace), pending.choice)
    return Step(state.configuration(), tuple(state.effects), tuple(state.trace))


class Interpreter:
    """The main loop of appendix D for one step."""

    def __init__(
        self,
        chart: Chart,
        configuration: Configuration,
        context: Any,
        choices: Sequence[int],
        session: Session | None = None,
    ) -> None:
        self.state = StepState(chart, configuration, context, session)
        self.execution = Execution(self.state)
        self.selector = Selector(self.state, self.execution, choices)
        self.movement = Movement(self.state, self.execution)
        self.microsteps = self.errors = 0
        self.taken: list[Arc] = []

    def begin(self) -> None:
        for item in self.state.chart.root.data if self.state.chart.late else self.state.chart.variables:
            self.execution.declare(item.id, item.value)
        given = self.state.session.data
        for item in self.state.chart.root.data if given else ():
            if item.id in given:
                self.state.data[item.id] = given[item.id]
        self.execution.execute(self.state.chart.root.initial_content)
        self.movement.enter(initial_movement(self.state.chart))
        self.complete()

    def receive(self, event: Event) -> None:
        if self.state.done:
            self.state.note("ignored", event.name)
            return
        self.state.external.append(event)
        self.complete()

    def wait(self, ticks: int) -> None:
        end = self.state.tick + ticks
        due = 0
        while not self.state.done and self.state.delayed and self.state.delayed[0].due <= end:
            first = self.state.delayed.pop(0)
            self.state.tick = first.due
            if first.target is not None:
                self.state.effects.append(Sent(first.event, first.target))
                continue
            due += 1
            if due > MAX_DUE:
                message = f"{self.state.chart.name}: more than {MAX_DUE} events come due within"
                raise ChartError(f"{message} {ticks} ticks: expected fewer ticks at a time", [])
            self.microsteps = self.errors = 0
            self.state.renew()
            self.receive(first.event)
        self.state.tick = end

    def complete(self) -> None:
        """Run to completion: macrosteps until both queues are empty."""
        while not self.state.done:
            self.macrostep()
            if self.state.to_invoke and not self.state.done:
                self.execution.start_services()
                if self.state.internal:
                    continue
            if self.state.done or not self.state.external:
                break
            self.state.event = self.state.external.popleft()
            self.state.note("event", self.state.event.name, self.state.event.data)
            if self.state.invoked:
                self.execution.before_transitions(self.state.event)
            enabled = self.selector.select(self.state.event)
            if enabled:
                self.microstep(enabled)
            else:
                self.state.note("ignored", self.state.event.name)
        if self.state.done:
            self.finish()

    def macrostep(self) -> None:
        unchanged = False
        while not self.state.done:
            enabled = [] if unchanged else self.selector.select(None)
            eventless = bool(enabled)
            if not enabled:
                if not self.state.internal:
                    return
                self.state.event = self.state.internal.popleft()
                self.state.note("event", self.state.event.name, self.state.event.data)
                if self.state.event.name == "error.execution":
                    self.state.set_back()
                enabled = self.selector.select(self.state.event)
                if not enabled and self.state.event.type == "platform":
                    # A guard that fails for the event of its own failure would fail without end.
                    self.errors += 1
                    if self.errors > MAX_MICROSTEPS:
                        self.give_up("errors", f"event {self.state.event.name}")
            # XState takes no second eventless transition after one that has changed nothing.
            unchanged = (
                bool(enabled)
                and not self.microstep(enabled)
                and eventless
                and self.state.chart.rules == "xstate"
            )

    def give_up(self, what: str, following: str) -> None:
        name = self.state.chart.name
        message = f"{name} does not come to rest: {MAX_MICROSTEPS} {what}, then {following}"
        raise ChartError(message, self.state.trace)

    def microstep(self, enabled: list[Arc]) -> bool:
        """Take transitions, and return whether active states or histories have changed."""
        self.microsteps += 1
        if self.microsteps > MAX_MICROSTEPS:
            self.give_up("microsteps", ", ".join(map(str, enabled)))
        movement = self.state.tables.movement(self.state.states, self.state.history, enabled)
        self.taken += movement.arcs
        self.movement.leave(movement)
        for arc in movement.arcs:
            self.state.note("transition", str(arc))
            if arc.edge.content:
                self.execution.execute(arc.edge.content)
        before = self.state.states
        self.movement.enter(movement)
        return bool(movement.remembered) or movement.states != before

    def finish(self) -> None:
        """Execute the exit content of a chart that is done; its configuration remains."""
        for id in reversed(self.state.chart.in_order(self.state.active)):
            for block in self.state.chart.states[id].exit:
                self.execution.execute(block)
            self.execution.stop_services(id)
        self.state.delayed.clear()
        self.state.effects.append(Finished(self.state.result))
        self.state.note("done", self.state.chart.name)
