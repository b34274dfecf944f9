"""Exit and entry of states, as in appendix D of the SCXML recommendation."""

# ruff: noqa: D102 (the methods are the procedures of appendix D)

from __future__ import annotations

from collections.abc import Set

from . import tables
from .chart import Chart
from .configuration import Delayed, Record
from .content import Block, Event
from .definition import State, after_event
from .execution import Execution
from .step_state import StepState


class Movement:
    """Exit and entry of states in a step."""

    __slots__ = ("execution", "state")

    def __init__(self, state: StepState, execution: Execution) -> None:
        self.state = state
        self.execution = execution

    def leave(self, movement: tables.Movement) -> None:
        state = self.state
        states = state.chart.states
        state.history.update(movement.remembered)
        for id in movement.leave:
            state.trace.append(Record("exit", id))
            for block in states[id].exit:
                self.execution.execute(block)
            if states[id].invokes:
                self.execution.stop_services(id)
            state.active.discard(id)
            if state.delayed:
                state.delayed = [item for item in state.delayed if item.owner != id]

    def enter(self, movement: tables.Movement) -> None:
        for id, by_default, history_content in movement.enter:
            self.enter_state(id, by_default, history_content)
        self.state.states = movement.states

    def enter_state(self, id: str, by_default: bool, history_content: Block) -> None:
        state = self.state.chart.states[id]
        self.state.note("enter", id)
        self.state.active.add(id)
        if state.invokes:
            self.state.to_invoke[id] = None
        if self.state.chart.late:
            for item in state.data:
                if item.id not in self.state.data:
                    self.execution.declare(item.id, item.value)
        for arc in self.state.chart.out[id]:
            if arc.edge.after is not None and arc.timer == arc.nth:
                event = Event(after_event(arc), type="platform")
                self.state.schedule(Delayed(self.state.tick + arc.edge.after, event, None, id))
        for block in state.entry:
            self.execution.execute(block)
        if by_default and state.initial_content:
            self.execution.execute(state.initial_content)
        if history_content:
            self.execution.execute(history_content)
        if state.kind == "final":
            self.reach_final(state)

    def reach_final(self, state: State) -> None:
        chart = self.state.chart
        parent = chart.parent[state.id]
        if parent == chart.top:
            self.state.done = True
            self.state.result = self.execution.done_data(state)
            return
        self.state.internal.append(
            Event(f"done.state.{parent}", self.execution.done_data(state), "platform")
        )
        grandparent = chart.parent[parent]
        while chart.is_parallel(grandparent) and is_in_final(chart, self.state.active, grandparent):
            if grandparent == chart.top:
                self.state.done = True
                return
            self.state.internal.append(Event(f"done.state.{grandparent}", None, "platform"))
            if chart.rules != "xstate":
                return
            grandparent = chart.parent[grandparent]


def is_in_final(chart: Chart, active: Set[str], id: str) -> bool:
    """Return whether a state is done: in a final child, or in all regions."""
    children = chart.children(id)
    if chart.is_compound(id):
        return any(child.kind == "final" and child.id in active for child in children)
    return chart.is_parallel(id) and all(is_in_final(chart, active, child.id) for child in children)
