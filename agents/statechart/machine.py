"""
A running chart: its configuration, the decision of open choices, and its effects.

The kernel is pure; the machine has the side effects. Steps that depend on active states and guards only
are compiled (:mod:`.quick_moves`). Errors outside of the kernel (in a function that
the chart calls, in a chooser, in the delivery of an event) become events of the chart or a fallback, and
the configuration remains legal.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from inspect import isawaitable
from typing import TYPE_CHECKING, Any, TypeAlias

from ..errors import expected
from .chart import Chart
from .config import require_int
from .configuration import Called, Choice, Configuration, Effect, Logged, Record, Sent, Step
from .content import Event, Scope, is_event_name, outside_event
from .definition import after_event, prefix_of
from .errors import ChartError
from .invocation import Finished, Forwarded, Session, Started, Stopped
from .kernel import advance, start, step, stop, would_take
from .quick_content import assign, event_of
from .quick_guards import SCOPE, GuardedMoves
from .quick_moves import Place, QuickMove, quick_moves_of
from .sessions import Child, Load, Sessions, in_background
from .waiting import within

if TYPE_CHECKING:
    from ..contracts import EventSink

#: Function from a choice and the context to the index of an option.
Chooser: TypeAlias = Callable[[Choice, Any], int]
#: Receiver of an event for an address with a scheme.
Deliver: TypeAlias = Callable[[Event, str], object]

#: Limit of consecutive steps caused by failing effects.
MAX_ECHOES = 100


class Machine:
    """
    Running chart.

    Parameters
    ----------
    chart
        Chart to run.
    context
        Context for guards and expressions that are functions; for a machine of XState, values of its
        guards by name: true, false, or a function of the :class:`.content.Scope`.
    choose
        Function from a :class:`.configuration.Choice` and the context to the index of an option. Without
        one, and if it fails, the first option is taken.
    timeout
        Time limit of ``choose`` in seconds; None for no limit.
    deliver
        Receiver of events for other addresses; without one, sending is an ``error.communication``.
    load
        Function from the address of a chart, ``src`` of an ``invoke``, to the chart.
    sink
        Receiver of all trace entries, as ``statechart.KIND``, and of logged values.
    configuration
        Initial configuration; by default the chart is started.

    Attributes
    ----------
    session
        Id, and the address of other sessions.
    """

    def __init__(
        self,
        chart: Chart,
        *,
        context: Any = None,
        choose: Chooser | None = None,
        timeout: float | None = 60.0,
        deliver: Deliver | None = None,
        load: Load | None = None,
        sink: EventSink | None = None,
        configuration: Configuration | None = None,
        _parent: tuple[Machine, Child, Session] | None = None,
    ) -> None:
        self.chart = chart
        self.context = context
        self.choose = choose
        self.timeout = timeout
        self.deliver = deliver
        self.load: Load | None = load
        self.sink = sink
        self._parent = None if _parent is None else _parent[1]
        self.depth: int = 0 if _parent is None else _parent[0].depth + 1
        self.sessions: Sessions = Sessions() if _parent is None else _parent[0].sessions
        known = self.sessions.machines.keys()
        self.session = Session(chart.name, peers=known) if _parent is None else _parent[2]
        self._children: dict[str, Child] = {}
        self._calls: set[asyncio.Future[Any]] = set()
        self.sessions.enter(self)
        # A chart without services that nobody has started needs no queue between sessions.
        self._alone = _parent is None and not any(state.invokes for state in chart.states.values())
        self._timers = {after_event(arc) for arc in chart.arcs if arc.edge.after is not None}
        self._quick = quick_moves_of(chart)
        # The place is None while the kernel has to process the next event; the configuration and the
        # trace of compiled steps are made on access.
        self._at: Place | None = None
        self._last: tuple[QuickMove, str, Any, Sequence[Any]] | None = None
        # Values for compiled guards and content, and the variables that have changed there.
        self._values: dict[str, Any] | None = None
        self._assigned: set[str] = set()
        self._trace: list[Record] = []
        self._configuration = Configuration()
        self.configuration = Configuration() if configuration is None else configuration
        if configuration is None:
            self._carry_out(lambda choices: start(chart, context, choices, self.session))
            if _parent is None:
                self.sessions.exchange()

    @property
    def configuration(self) -> Configuration:
        """Current configuration."""
        self._keep_assigned()
        at = self._at
        if at is not None and at.states is not self._configuration.states:
            self._configuration = replace(self._configuration, states=at.states)
        return self._configuration

    @configuration.setter
    def configuration(self, configuration: Configuration) -> None:
        self._configuration = configuration
        self._values = None
        self._assigned.clear()
        compiled = self.sink is None and not configuration.done
        self._at = self._quick.place(configuration.states) if compiled else None

    @property
    def trace(self) -> list[Record]:
        """Trace of the last call."""
        if self._last is not None:
            move, name, data, assigned = self._last
            self._trace = [Record("event", name, data), *move.records]
            for one, value in zip(move.assignments, assigned, strict=True):
                if one.place >= 0:
                    self._trace[one.place + 1] = Record("assign", one.name, value)
            self._last = None
        return self._trace

    @trace.setter
    def trace(self, records: list[Record]) -> None:
        self._trace, self._last = records, None

    @property
    def states(self) -> tuple[str, ...]:
        """Innermost active states, in document order."""
        at = self._at
        return self._configuration.atomic(self.chart) if at is None else at.atomic

    def send(self, event: Event | str, data: Any = None) -> tuple[str, ...]:
        """
        Process an event and all events that it causes.

        Returns
        -------
        tuple
            Innermost active states afterwards.

        Raises
        ------
        InputError
            If the name of the event is empty, has spaces, or is that of a timer.
        ChartError
            If the chart does not come to rest; the configuration is unchanged.
        """
        at = self._at
        if at is not None and event.__class__ is str:
            try:
                move = at.moves[event]
            except KeyError:
                outside_event(event)
                move = self._quick.compile(at, str(event))
            if isinstance(move, QuickMove):
                self._at = at = move.to
                self._last = (move, event, data, ())
                return at.atomic
            if move is not None:
                move = self._guarded(at, move, event, data)
                if move is not None:
                    return move.to.atomic
        external = outside_event(event, data)
        if external.name in self._timers:
            raise expected("event", external.name, "a name that no timer of the chart has")
        return self._do(
            lambda choices: step(
                self.chart, self.configuration, external, self.context, choices, self.session
            )
        )

    def tick(self, ticks: int = 1) -> tuple[str, ...]:
        """Let time pass, and process the events that come due."""
        if self._alone:
            return self._do(self._advance(ticks))
        require_int("ticks", ticks, 0)
        self.trace = []
        self.sessions.advance(ticks)
        return self.states

    async def settled(self) -> tuple[str, ...]:
        """Wait until no async function runs, and return the innermost active states."""
        while tasks := [*self._tasks()]:
            await asyncio.wait(tasks)
            # The callbacks of the tasks run in the next cycle of the event loop.
            await asyncio.sleep(0)
        return self.states

    @property
    def children(self) -> dict[str, Machine]:
        """Machines of the charts that run as services, by id of the service."""
        return {
            id: child.machine
            for id, child in self._children.items()
            if isinstance(child.machine, Machine)
        }

    def can(self, event: Event | str, data: Any = None) -> bool:
        """Return whether :meth:`send` would take a transition for an event; nothing changes."""
        if not isinstance(event, str | Event):
            raise expected("event", event, "an Event or its name")
        external = event if isinstance(event, Event) else Event(event, data)
        name = external.name
        if self.configuration.done or not is_event_name(name) or name in self._timers:
            return False
        return would_take(self.chart, self.configuration, external, self.context)

    def enabled_events(self) -> tuple[str, ...]:
        """
        Return the events for which a transition would be taken, in document order.

        They are the descriptors of the transitions of active states, without data: a guard that reads
        the data of the event does not hold.
        """
        active = [id for id in self.chart.states if id in self.configuration.states]
        names = {
            prefix_of(descriptor, exact=arc.edge.exact) or "*": None
            for id in active
            for arc in self.chart.out[id]
            for descriptor in arc.edge.events
        }
        return tuple(name for name in names if self.can(name))

    # ---------------------------------------------------------------------------------------- internals

    def _guarded(self, at: Place, moves: GuardedMoves, event: str, data: Any) -> QuickMove | None:
        """Take a compiled step with guards or assignments; None if the kernel has to take it."""
        values = self._values
        if values is None:
            name = self.chart.name
            values = {**self._configuration.data, "_name": name, "_sessionid": self.session.id}
            self._values = values
        values["_states"] = at.active
        if moves.needs_event:
            values["_event"] = event_of(event, data)
        if moves.needs_scope:
            self._keep_assigned()
            variables = self._configuration.data
            values[SCOPE] = Scope(variables, Event(event, data), self.context, at.active)
        try:
            move: QuickMove | None = moves.move(values)
            if move is None:
                return None
            assigned: list[Any] = assign(move.assignments, values) if move.assignments else []
        except Exception:  # the kernel repeats the step, and reports the error
            return None
        if assigned:
            self._assigned.update(one.name for one in move.assignments if one.place >= 0)
        self._at = move.to
        self._last = (move, event, data, assigned)
        return move

    def _keep_assigned(self) -> None:
        """Write the values that compiled steps have assigned into the configuration."""
        if self._assigned and self._values is not None:
            new = {name: self._values[name] for name in self._assigned}
            data = {**self._configuration.data, **new}
            self._configuration = replace(self._configuration, data=data)
            self._assigned.clear()

    def _do(self, work: Callable[[list[int]], Step]) -> tuple[str, ...]:
        self.trace = []
        self._carry_out(work)
        self.sessions.exchange()
        return self.states

    def _advance(self, ticks: int) -> Callable[[list[int]], Step]:
        return lambda choices: advance(
            self.chart, self.configuration, ticks, self.context, choices, self.session
        )

    def _tasks(self) -> Iterator[asyncio.Future[Any]]:
        yield from self._calls
        for child in self._children.values():
            if child.running is not None:
                yield child.running
            if isinstance(child.machine, Machine):
                yield from child.machine._tasks()

    def take(self, event: Event) -> None:
        """Process an event of another session."""
        self._carry_out(
            lambda choices: step(
                self.chart, self.configuration, event, self.context, choices, self.session
            )
        )

    def pass_time(self, ticks: int) -> None:
        """Let time pass for this session only."""
        self._carry_out(self._advance(ticks))

    def stop(self) -> None:
        """Leave all states, as a service that its parent stops; its last events are dropped."""
        self.sessions.leave(self)
        self._parent = None
        self._carry_out(lambda choices: stop(self.chart, self.configuration, self.session))

    def spawn(self, chart: Chart, session: Session, child: Child) -> Machine:
        """Return the machine of a service that is a chart."""
        return Machine(
            chart,
            context=self.context,
            choose=self.choose,
            timeout=self.timeout,
            deliver=self.deliver,
            load=self.load,
            sink=self.sink,
            _parent=(self, child, session),
        )

    def _carry_out(self, work: Callable[[list[int]], Step]) -> None:
        echoes: list[Event] = self._settle(work)
        for _ in range(MAX_ECHOES):
            if not echoes:
                return
            event = echoes.pop(0)
            echoes += self._settle(
                lambda choices, event=event: step(  # type: ignore[misc]
                    self.chart, self.configuration, event, self.context, choices, self.session
                )
            )
        raise ChartError(f"{self.chart.name}: effects failed {MAX_ECHOES} times in a row", self.trace)

    def _settle(self, work: Callable[[list[int]], Step]) -> list[Event]:
        """Take one step, deciding its choices; return the errors of its effects as events."""
        choices: list[int] = []
        decisions: list[Record] = []
        taken = work(choices)
        while taken.choice is not None:
            choices.append(self._decide(taken.choice, decisions))
            taken = work(choices)
        self.configuration = taken.configuration
        self._tell([*decisions, *taken.trace])
        failures = []
        for effect in taken.effects:
            try:
                self._perform(effect)
            except Exception as error:
                kind = "error.communication" if isinstance(effect, Sent) else "error.execution"
                message = f"{type(error).__name__}: {error}"
                self._tell([Record("error", kind, {"where": _describe(effect), "message": message})])
                if isinstance(effect, Started):
                    kind = f"error.invoke.{effect.id}"
                failures.append(Event(kind, {"message": message}, "platform"))
        return failures

    def _decide(self, choice: Choice, decisions: list[Record]) -> int:
        if self.choose is None:
            return 0
        chooser = self.choose
        try:
            answer = within(self.timeout, lambda: chooser(choice, self.context))
            if isinstance(answer, bool) or not isinstance(answer, int):
                raise TypeError(f"{answer!r}: expected an index")
            if not 0 <= answer < len(choice.options):
                raise ValueError(f"{answer}: expected an index below {len(choice.options)}")
            return answer
        except Exception as error:
            message = f"{type(error).__name__}: {error}; the first option is taken"
            decisions.append(Record("error", "choice", {"where": choice.state, "message": message}))
            return 0

    def _perform(self, effect: Effect) -> None:
        match effect:
            case Called(_, function, scope):
                if isawaitable(result := function(scope)):
                    self._calls.add(in_background(result, self._called))
            case Sent(event, target) if target.startswith("#_"):
                self._post(event, target.removeprefix("#_"))
            case Sent(event, target):
                if self.deliver is None:
                    raise ConnectionError(f"nobody delivers to {target}")
                self.deliver(event, target)
            case Logged(label, value):
                if self.sink is not None:
                    self.sink.emit("statechart.log", {"label": label, "value": value})
            case Started(id):
                self._children[id] = child = Child(self, effect)
                child.start()
            case Forwarded(event, id):
                if (receiver := self.children.get(id)) is not None:
                    self.sessions.post(receiver, event)
            case Stopped(id):
                if id in self._children:
                    self._children.pop(id).stop()
            case Finished(data):
                self.sessions.leave(self)
                if self._parent is not None:
                    self._parent.finish(data)

    def _post(self, event: Event, name: str) -> None:
        """Send an event to another session."""
        if name == "parent":
            if self._parent is not None:
                self._parent.deliver(event)
            return
        child = self._children.get(name)
        machine = None if child is None else child.machine
        if machine is None:
            machine = self.sessions.machines.get(name.removeprefix("scxml_"))
        if machine is None or machine.configuration.done:
            raise ConnectionError(f"#_{name} is no session that runs")
        self.sessions.post(machine, event)

    def _called(self, task: asyncio.Future[Any]) -> None:
        """Report the failure of an async function that the chart has called."""
        self._calls.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            message = f"{type(error).__name__}: {error}"
            self.sessions.post(self, Event("error.execution", {"message": message}, "platform"))
            self.sessions.exchange()

    def _tell(self, records: list[Record]) -> None:
        self.trace += records
        if self.sink is not None:
            for record in records:
                told = {"name": record.name, "detail": record.detail}
                self.sink.emit(f"statechart.{record.kind}", told)


def _describe(effect: Effect) -> str:
    match effect:
        case Called(name):
            return name
        case Sent(event, target):
            return f"{event.name} to {target}"
        case Logged(label):
            return f"log {label}"
        case Started(id) | Stopped(id) | Forwarded(_, id):
            return f"service {id}"
        case Finished():
            return "done"
