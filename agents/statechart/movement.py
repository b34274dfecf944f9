"""Exit and entry of states, as in appendix D of the SCXML recommendation."""

# ruff: noqa: D102 (the methods are the procedures of appendix D)

from __future__ import annotations

from .configuration import Delayed
from .content import Block, Event
from .definition import ROOT, Arc, State, after_event
from .entry_set import EntrySet
from .execution import Execution
from .exit_set import domain, effective_targets, exit_set
from .step_state import StepState


class Movement:
    """Exit and entry of states in a step."""

    __slots__ = ("execution", "state")

    def __init__(self, state: StepState, execution: Execution) -> None:
        self.state = state
        self.execution = execution

    def leave(self, enabled: list[Arc]) -> None:
        leaving = set().union(*(exit_set(self.state, arc) for arc in enabled))
        ordered = self.state.chart.in_order(leaving)[::-1]
        for id in ordered:
            for child in self.state.chart.states[id].states:
                if child.kind == "history":
                    self.remember(child, id)
        for id in ordered:
            self.state.note("exit", id)
            for block in self.state.chart.states[id].exit:
                self.execution.execute(block)
            self.state.active.discard(id)
            self.state.delayed = [item for item in self.state.delayed if item.owner != id]

    def remember(self, history: State, id: str) -> None:
        below = (other for other in self.state.active if self.state.chart.within(other, id))
        if history.deep:
            kept = [other for other in below if self.state.chart.is_atomic(other)]
        else:
            kept = [other for other in below if self.state.chart.parent[other] == id]
        self.state.history[history.id] = tuple(self.state.chart.in_order(kept))

    def enter(self, enabled: list[Arc]) -> None:
        entering = EntrySet(self.state.chart, self.state.history)
        for arc in enabled:
            targets = arc.edge.targets
            entering.add(
                targets, effective_targets(self.state, targets), domain(self.state, arc) or ROOT
            )
        # Appendix D would enter a state that was not left again, for an internal transition to a history
        # above its source.
        for id in self.state.chart.in_order(entering.states - self.state.active):
            history_content = entering.by_history.get(id, ())
            self.enter_state(id, id in entering.by_default, history_content)

    def enter_state(self, id: str, by_default: bool, history_content: Block) -> None:
        state = self.state.chart.states[id]
        self.state.note("enter", id)
        self.state.active.add(id)
        if self.state.chart.late:
            for item in state.data:
                if item.id not in self.state.data:
                    self.execution.declare(item.id, item.value)
        for arc in self.state.chart.out[id]:
            if arc.edge.after is not None:
                event = Event(after_event(arc), type="platform")
                self.state.schedule(Delayed(self.state.tick + arc.edge.after, event, None, id))
        for block in state.entry:
            self.execution.execute(block)
        if by_default:
            self.execution.execute(state.initial_content)
        self.execution.execute(history_content)
        if state.kind == "final":
            self.reach_final(state)

    def reach_final(self, state: State) -> None:
        parent = self.state.chart.parent[state.id]
        if parent == ROOT:
            self.state.done = True
            return
        self.state.internal.append(
            Event(f"done.state.{parent}", self.execution.done_data(state), "platform")
        )
        grandparent = self.state.chart.parent[parent]
        if self.state.chart.is_parallel(grandparent) and all(
            self.is_in_final(child.id) for child in self.state.chart.children(grandparent)
        ):
            self.state.internal.append(Event(f"done.state.{grandparent}", None, "platform"))

    def is_in_final(self, id: str) -> bool:
        children = self.state.chart.children(id)
        if self.state.chart.is_compound(id):
            return any(child.kind == "final" and child.id in self.state.active for child in children)
        return self.state.chart.is_parallel(id) and all(self.is_in_final(child.id) for child in children)
