"""Random charts: every kind of state, histories, guards over the configuration, raised events."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hypothesis import strategies as st

from agents.statechart.chart_findings import chart_findings
from agents.statechart.content import Log, Raise
from agents.statechart.definition import Edge, State

EVENTS = ("a", "b", "b.c", "x", "y")


@dataclass(frozen=True)
class In:
    """A guard: whether a state is active, or is not."""

    id: str
    wanted: bool

    @property
    def source(self):
        return f"In('{self.id}')" if self.wanted else f"!In('{self.id}')"

    def test(self, active):
        return (self.id in active) is self.wanted

    def evaluate(self, values):
        return self.test(values["_states"]), None


@st.composite
def trees(draw, depth=3):
    """Nested states without transitions; ids in document order."""
    counter = iter(range(1000))

    def grow(level, parent_kind):
        id = f"s{next(counter)}"
        kinds = ["state", "state", "parallel"] if level else ["state", "state", "state", "final"]
        if parent_kind == "root":
            kinds = ["state", "parallel"]
        if parent_kind == "parallel":
            kinds = ["state", "state", "parallel"] if level else ["state"]
        kind = draw(st.sampled_from(kinds))
        entry = ((Log(f"in {id}"),),)
        if draw(st.integers(0, 15)) == 15:
            entry += ((Raise(draw(st.sampled_from("xy"))),),)
        leave = ((Log(f"out {id}"),),)
        if level == 0:
            return State(id, kind, entry=entry, exit=leave)
        n = draw(st.integers(2 if kind == "parallel" else 1, 3 if kind == "state" else 2))
        children = [grow(level - 1 if level else 0, kind) for _ in range(n)]
        if children and draw(st.booleans()):
            history = State(f"h{next(counter)}", "history", deep=draw(st.booleans()))
            children.insert(draw(st.integers(0, len(children))), history)
        return State(id, kind, tuple(children), entry=entry, exit=leave)

    states = [grow(depth - 1, "root") for _ in range(draw(st.integers(1, 2)))]
    if draw(st.booleans()):
        id = f"s{next(counter)}"
        states.append(State(id, "final", entry=((Log(f"in {id}"),),), exit=((Log(f"out {id}"),),)))
    return tuple(states)


def proper(state):
    return [s for s in state.states if s.kind != "history"]


def everything(states):
    for state in states:
        yield state
        yield from everything(state.states)


@st.composite
def charts(draw):
    """Outermost states of a legal chart."""
    tree = draw(trees())
    ids = [s.id for s in everything(tree)]

    def finish(state, parent):
        if state.kind == "history":
            inside = [s.id for s in everything(proper(parent)) if s.kind != "history"]
            goal = draw(st.sampled_from(inside if state.deep else [s.id for s in proper(parent)]))
            return replace(state, initial=(goal,), initial_content=(Log(f"default {state.id}"),))
        below = [s.id for s in everything(state.states)]
        initial = ()
        if state.kind == "state" and proper(state) and draw(st.booleans()):
            initial = (draw(st.sampled_from(below)),)
        content = (Log(f"default {state.id}"),) if initial else ()
        count = 0 if state.kind == "final" else draw(st.integers(1, 4))
        edges = tuple(draw(edge(ids, below, state.id, i)) for i in range(count))
        children = tuple(finish(child, state) for child in state.states)
        return replace(state, edges=edges, states=children, initial=initial, initial_content=content)

    states = tuple(finish(state, None) for state in tree)
    # what the rules forbid is dropped, not avoided
    for _ in range(5):
        wrong = {
            f.location.partition("/")[0].split()[-1]
            for f in chart_findings(State("", states=states), "first")
        }
        if not wrong:
            return states
        states = tuple(without(state, wrong) for state in states)
    return states


def without(state, wrong):
    if state.id in wrong:
        state = (
            replace(state, edges=(), initial=(), initial_content=())
            if state.kind != "history"
            else state
        )
    return replace(state, states=tuple(without(child, wrong) for child in state.states))


@st.composite
def edge(draw, ids, below, source, number):
    kind = draw(st.integers(0, 59))
    guard = None
    if kind % 3 == 0:
        guard = In(draw(st.sampled_from(ids)), draw(st.booleans()))
    if kind == 0:  # eventless, and rare: most of these never come to rest
        events = ()
    elif kind == 1:
        events = ("*",)
    elif kind < 6:
        events = (f"done.state.{draw(st.sampled_from(ids))}",)
    elif kind < 12:
        events = (draw(st.sampled_from("xy")),)
    else:
        events = draw(st.sampled_from((("a",), ("a",), ("b",), ("b", "a"), ("b.c",))))
    near = draw(st.booleans()) and below
    count = draw(st.sampled_from((0, 1, 1, 1, 1, 1, 2)))
    targets = tuple(draw(st.sampled_from(below if near else ids)) for _ in range(count))
    content = (Log(f"{source}/{number}"),)
    if draw(st.integers(0, 9)) == 9:
        content += (Raise(draw(st.sampled_from("xy"))),)
    return Edge(events, tuple(dict.fromkeys(targets)), guard, content, draw(st.booleans()))
