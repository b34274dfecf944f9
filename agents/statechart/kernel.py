"""
The kernel: a pure function of (configuration, event, context) to (configuration, effects, trace).

The algorithm is appendix D of the SCXML recommendation [1]_, written afresh: optimally enabled set,
preemption by descendants first and then document order, exit in reverse document order, transition
content, entry in document order, and run to completion with an internal queue before the external one.
What is new here:

* Time is logical. A delayed event waits in the configuration until :func:`advance` lets ticks pass.
* Nothing is asked and nothing is called within. An open choice (``selection`` of :class:`.chart.Chart`)
  ends the step with ``choice`` set and the configuration as it was; whoever decides calls again, with
  the same arguments and one more entry in ``choices``. Functions of the host are handed out as effects.
* An error of a guard or of content becomes the event ``error.execution`` and an entry of the trace.
  A chart that never comes to rest raises :class:`.errors.ChartError`; the old configuration stands.

References
----------
.. [1] Barnett, J. et al. (2015). State Chart XML (SCXML): State Machine Notation for Control
   Abstraction. W3C Recommendation. https://www.w3.org/TR/scxml/
"""

# ruff: noqa: D102 (the methods of a step are the procedures of appendix D)

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from .chart import ROOT, Arc, Chart, Edge, State, after_event, matches
from .config import require_int
from .configuration import Choice, Configuration, Delayed, Step
from .content import Block, Event
from .entry_set import EntrySet
from .errors import AmbiguousTransition, ChartError
from .execution import Execution, Failed
from .transitions import NEEDS_ORACLE

#: A step of more microsteps than this is taken for one that never ends.
MAX_MICROSTEPS = 1000


def start(chart: Chart, context: Any = None, choices: Sequence[int] = ()) -> Step:
    """
    Enter a chart's initial configuration and run to completion.

    Parameters
    ----------
    chart
        What to run.
    context
        The host's, for guards and expressions that are functions.
    choices
        Decisions on open choices, in the order in which they come up.
    """
    return _stepped(chart, Configuration(), context, choices, Run.begin)


def step(
    chart: Chart,
    configuration: Configuration,
    event: Event | str,
    context: Any = None,
    choices: Sequence[int] = (),
) -> Step:
    """
    Work on one event, and on all that it brings about, until nothing is left to do.

    Parameters
    ----------
    chart, configuration
        What runs, and where it is.
    event
        Or its name. One that nothing waits for is ignored.
    context, choices
        As for :func:`start`.

    Raises
    ------
    ChartError
        If the chart does not come to rest within :data:`MAX_MICROSTEPS` microsteps.
    AmbiguousTransition
        If a choice is open and the chart's ``selection`` is ``"error"``.
    """
    external = event if isinstance(event, Event) else Event(event)
    return _stepped(chart, configuration, context, choices, lambda run: run.receive(external))


def advance(
    chart: Chart,
    configuration: Configuration,
    ticks: int = 1,
    context: Any = None,
    choices: Sequence[int] = (),
) -> Step:
    """
    Let time pass, and work on each event that comes due, as :func:`step` does.

    Parameters
    ----------
    chart, configuration, context, choices
        As for :func:`step`.
    ticks
        How many: at least 0.

    Raises
    ------
    InputError
        If ``ticks`` is not such a number.
    ChartError, AmbiguousTransition
        As for :func:`step`; the bound on microsteps holds for each event that comes due.
    """
    require_int("ticks", ticks, 0)
    return _stepped(chart, configuration, context, choices, lambda run: run.wait(ticks))


def _stepped(
    chart: Chart,
    configuration: Configuration,
    context: Any,
    choices: Sequence[int],
    work: Callable[[Run], None],
) -> Step:
    run = Run(chart, configuration, context, choices)
    try:
        work(run)
    except Open as pending:
        return Step(configuration, (), tuple(run.trace), pending.choice)
    return Step(run.configuration(), tuple(run.effects), tuple(run.trace))


class Open(Exception):
    """A choice is open."""

    def __init__(self, choice: Choice) -> None:
        self.choice = choice


class Run(Execution):
    """One step in the making: private, mutable, thrown away."""

    def __init__(
        self, chart: Chart, configuration: Configuration, context: Any, choices: Sequence[int]
    ) -> None:
        super().__init__(chart, configuration, context)
        self.choices = deque(choices)
        self.microsteps = 0

    # ---------------------------------------------------------------------------------- the main loop

    def begin(self) -> None:
        for item in self.chart.root.data if self.chart.late else self.chart.variables:
            self.declare(item.id, item.value)
        self.execute(self.chart.root.initial_content)
        self.enter([Arc(-1, ROOT, -1, Edge(targets=self.chart.default(ROOT)))])
        self.complete()

    def receive(self, event: Event) -> None:
        if self.done:
            self.note("ignored", event.name)
            return
        self.external.append(event)
        self.complete()

    def wait(self, ticks: int) -> None:
        end = self.tick + ticks
        while not self.done and self.delayed and self.delayed[0].due <= end:
            first = self.delayed.pop(0)
            self.tick = first.due
            self.microsteps = 0
            self.receive(first.event)
        self.tick = end

    def complete(self) -> None:
        """Run to completion: macrosteps until both queues are empty."""
        while not self.done:
            self.macrostep()
            if self.done or not self.external:
                break
            self.event = self.external.popleft()
            self.note("event", self.event.name, self.event.data)
            enabled = self.select(self.event)
            if enabled:
                self.microstep(enabled)
            else:
                self.note("ignored", self.event.name)
        if self.done:
            self.finish()

    def macrostep(self) -> None:
        while not self.done:
            enabled = self.select(None)
            if not enabled:
                if not self.internal:
                    return
                self.event = self.internal.popleft()
                self.note("event", self.event.name, self.event.data)
                enabled = self.select(self.event)
            if enabled:
                self.microstep(enabled)

    def microstep(self, enabled: list[Arc]) -> None:
        self.microsteps += 1
        if self.microsteps > MAX_MICROSTEPS:
            arcs = ", ".join(map(str, enabled))
            message = (
                f"{self.chart.name} does not come to rest: {MAX_MICROSTEPS} microsteps, then {arcs}"
            )
            raise ChartError(message, self.trace)
        self.leave(enabled)
        for arc in enabled:
            self.note("transition", str(arc))
            self.execute(arc.edge.content)
        self.enter(enabled)

    def finish(self) -> None:
        """Run the exit content of a chart that is done; its configuration stays to be seen."""
        for id in reversed(self.chart.in_order(self.active)):
            for block in self.chart.states[id].exit:
                self.execute(block)
        self.delayed.clear()
        self.note("done", self.chart.name)

    # -------------------------------------------------------------------------------------- selection

    def select(self, event: Event | None) -> list[Arc]:
        """Return the optimally enabled set, in the order of the atomic states it is selected for."""
        enabled: dict[int, Arc] = {}
        decided: dict[str, Arc | None] = {}
        for atomic in self.chart.in_order(id for id in self.active if self.chart.is_atomic(id)):
            for id in (atomic, *self.chart.ancestors(atomic)):
                if id not in decided:
                    decided[id] = self.selected(id, event)
                if (arc := decided[id]) is not None:
                    enabled[arc.number] = arc
                    break
        return self.without_conflicts(list(enabled.values()))

    def selected(self, id: str, event: Event | None) -> Arc | None:
        """Return the transition of one state that an event enables."""
        enabled: list[Arc] = []
        asks = False
        first = self.chart.selection == "first"
        for arc in self.chart.out[id]:
            if not self.waits_for(arc, event):
                continue
            answer = arc.edge.guard is None or self.holds(arc)
            if answer is False:
                continue
            asks = asks or arc.edge.oracle or answer is NEEDS_ORACLE
            enabled.append(arc)
            if first and not asks:
                return arc
        if len({arc.edge.targets for arc in enabled}) <= 1:
            return enabled[0] if enabled else None
        if not asks and self.chart.selection == "error":
            targets = [" ".join(arc.edge.targets) for arc in enabled]
            raise AmbiguousTransition(id, event.name if event else "no event", targets)
        return self.chosen(Choice(id, event, tuple(enabled)))

    def chosen(self, choice: Choice) -> Arc:
        if not self.choices:
            raise Open(choice)
        place = self.choices.popleft()
        if not 0 <= place < len(choice.options):
            message = (
                f"choice {place!r} in state {choice.state}: expected 0 to {len(choice.options) - 1}"
            )
            raise ChartError(message, self.trace)
        arc = choice.options[place]
        self.note("choice", choice.state, {"options": list(map(str, choice.options)), "chosen": place})
        return arc

    def waits_for(self, arc: Arc, event: Event | None) -> bool:
        edge = arc.edge
        if event is None:
            return not edge.events and edge.after is None
        if edge.after is not None:
            return event.name == after_event(arc)
        return bool(edge.events) and matches(edge.events, event.name)

    def holds(self, arc: Arc) -> Any:
        """Return what a guard answers: True, False or NEEDS_ORACLE."""
        try:
            answer = self.value(arc.edge.guard)  # type: ignore[arg-type]
            if answer is NEEDS_ORACLE:
                return answer
            if isinstance(answer, str):
                raise Failed("error.execution", f"a guard answered {answer!r}: expected true or false")
            return bool(answer)
        except Failed as error:
            self.fail(error, str(arc))
            return False

    def without_conflicts(self, enabled: list[Arc]) -> list[Arc]:
        """Drop what would leave a state that another leaves: the descendant's wins, then the first."""
        if len(enabled) < 2:
            return enabled
        kept: list[Arc] = []
        exits = {arc.number: self.exit_set(arc) for arc in enabled}
        for arc in enabled:
            preempted: list[Arc] = []
            for other in kept:
                if exits[arc.number].isdisjoint(exits[other.number]):
                    continue
                if self.chart.within(arc.source, other.source):
                    preempted.append(other)
                else:
                    break
            else:
                kept = [other for other in kept if other not in preempted]
                kept.append(arc)
        return kept

    # ---------------------------------------------------------------------------------------- exiting

    def domain(self, arc: Arc) -> str | None:
        """Return the innermost state that a transition does not leave; None if it is targetless."""
        targets = self.effective_targets(arc.edge.targets)
        if not targets:
            return None
        source = arc.source
        inside = all(self.chart.within(target, source) for target in targets)
        if inside and (source == ROOT or (arc.edge.internal and self.chart.is_compound(source))):
            return source
        for ancestor in self.chart.ancestors(source):
            if (ancestor == ROOT or self.chart.is_compound(ancestor)) and all(
                self.chart.within(target, ancestor) for target in targets
            ):
                return ancestor
        return ROOT

    def effective_targets(self, targets: Sequence[str]) -> list[str]:
        """Replace each history by what it stands for at this moment."""
        found: dict[str, None] = {}
        for target in targets:
            state = self.chart.states[target]
            if state.kind == "history":
                remembered = self.history.get(target)
                found.update(dict.fromkeys(remembered or self.effective_targets(state.initial)))
            else:
                found[target] = None
        return list(found)

    def exit_set(self, arc: Arc) -> set[str]:
        domain = self.domain(arc)
        if domain is None:
            return set()
        return {id for id in self.active if id != domain and self.chart.within(id, domain)}

    def leave(self, enabled: list[Arc]) -> None:
        leaving = set().union(*(self.exit_set(arc) for arc in enabled))
        ordered = self.chart.in_order(leaving)[::-1]
        for id in ordered:
            for child in self.chart.states[id].states:
                if child.kind == "history":
                    self.remember(child, id)
        for id in ordered:
            self.note("exit", id)
            for block in self.chart.states[id].exit:
                self.execute(block)
            self.active.discard(id)
            self.delayed = [item for item in self.delayed if item.owner != id]

    def remember(self, history: State, id: str) -> None:
        below = (one for one in self.active if self.chart.within(one, id))
        if history.deep:
            kept = [one for one in below if self.chart.is_atomic(one)]
        else:
            kept = [one for one in below if self.chart.parent[one] == id]
        self.history[history.id] = tuple(self.chart.in_order(kept))

    # --------------------------------------------------------------------------------------- entering

    def enter(self, enabled: list[Arc]) -> None:
        entering = EntrySet(self.chart, self.history)
        for arc in enabled:
            targets = arc.edge.targets
            entering.add(targets, self.effective_targets(targets), self.domain(arc) or ROOT)
        # Appendix D would enter a state again that was not left, for an internal transition to a history
        # above its source.
        for id in self.chart.in_order(entering.states - self.active):
            history_content = entering.by_history.get(id, ())
            self.enter_state(id, id in entering.by_default, history_content)

    def enter_state(self, id: str, by_default: bool, history_content: Block) -> None:
        state = self.chart.states[id]
        self.note("enter", id)
        self.active.add(id)
        if self.chart.late:
            for item in state.data:
                if item.id not in self.data:
                    self.declare(item.id, item.value)
        for arc in self.chart.out[id]:
            if arc.edge.after is not None:
                event = Event(after_event(arc), type="platform")
                self.schedule(Delayed(self.tick + arc.edge.after, event, None, id))
        for block in state.entry:
            self.execute(block)
        if by_default:
            self.execute(state.initial_content)
        self.execute(history_content)
        if state.kind == "final":
            self.reach_final(state)

    def reach_final(self, state: State) -> None:
        parent = self.chart.parent[state.id]
        if parent == ROOT:
            self.done = True
            return
        self.queue(Event(f"done.state.{parent}", self.done_data(state), "platform"))
        grandparent = self.chart.parent[parent]
        if self.chart.is_parallel(grandparent) and all(
            self.is_in_final(child.id) for child in self.chart.children(grandparent)
        ):
            self.queue(Event(f"done.state.{grandparent}", None, "platform"))

    def is_in_final(self, id: str) -> bool:
        children = self.chart.children(id)
        if self.chart.is_compound(id):
            return any(child.kind == "final" and child.id in self.active for child in children)
        return self.chart.is_parallel(id) and all(self.is_in_final(child.id) for child in children)
