"""
A slow interpreter of charts, from the definitions of the recommendation rather than its algorithm.

Configurations are found top-down: a state is entered with the targets that lie within it, and a compound
state without any takes its default. The kernel grows the same set bottom-up.
"""

from __future__ import annotations

from agents.statechart.content import Log, Raise
from agents.statechart.definition import after_event, matches

#: Charts of the tests come to rest sooner, or never.
LIMIT = 120


class Naive:
    def __init__(self, states, initial=()):
        self.top = states
        self.nodes, self.up, self.place, self.paths = {}, {}, {}, {}
        self._index(states, None)
        self.initial = initial
        self.active, self.memory, self.log, self.queue, self.done = set(), {}, [], [], False

    def _index(self, states, parent):
        for state in states:
            self.nodes[state.id] = state
            self.up[state.id] = parent
            self.paths[state.id] = [*self.paths.get(parent, ()), state.id]
            self.place[state.id] = len(self.place)
            self._index(state.states, state.id)

    # ------------------------------------------------------------------------------------- the tree

    def path(self, id):
        """From the outermost ancestor down to the state itself."""
        return self.paths[id]

    def inside(self, id, other):
        """Proper descendant; the root is None."""
        return other is None or (id != other and other in self.path(id))

    def proper(self, id):
        states = self.top if id is None else self.nodes[id].states
        return [s.id for s in states if s.kind != "history"]

    def kind(self, id):
        if id is None:
            return "compound"
        kind = self.nodes[id].kind
        return ("compound" if self.proper(id) else "atomic") if kind == "state" else kind

    # --------------------------------------------------------------------------------------- running

    def start(self):
        self.enter_below(None, self.resolve(self.initial or self.proper(None)[:1], None))
        self.settle()
        return self

    def fire(self, event):
        if self.done:
            return
        self.microstep(self.enabled(event))
        self.settle()

    def settle(self):
        for _ in range(LIMIT):
            if self.done:
                for id in sorted(self.active, key=self.place.get, reverse=True):
                    self.run(*self.nodes[id].exit)
                return
            enabled = self.enabled(None)
            if not enabled:
                if not self.queue:
                    return
                enabled = self.enabled(self.queue.pop(0))
            self.microstep(enabled)
        raise RecursionError

    def run(self, *blocks):
        for block in blocks:
            for action in block:
                if isinstance(action, Raise):
                    self.queue.append(action.event)
                elif isinstance(action, Log):
                    self.log.append(action.label)

    # ------------------------------------------------------------------------------------- selection

    def enabled(self, event):
        """Optimally enabled: (source, edge), innermost for each atomic state, without conflicts."""
        found = []
        for leaf in sorted((i for i in self.active if not self.proper(i)), key=self.place.get):
            own = [(id, e) for id in self.path(leaf)[::-1] for e in self.nodes[id].edges]
            able = [t for t in own if self.takes(t[1], event)]
            if able and not any(t[1] is able[0][1] for t in found):
                found.append(able[0])
        beaten = [any(self.beats(found, j, i) for j in self.rivals(found, i)) for i in range(len(found))]
        return [one for one, lost in zip(found, beaten, strict=True) if not lost]

    def rivals(self, found, i):
        exits = self.exits(found[i])
        return [j for j in range(len(found)) if j != i and exits & self.exits(found[j])]

    def beats(self, found, j, i):
        """Whether j preempts i: deeper source, or else first in order; and itself unbeaten."""
        one, other = found[i], found[j]
        if self.inside(other[0], one[0]):
            wins = True
        elif self.inside(one[0], other[0]):
            wins = False
        else:
            wins = j < i
        if not wins:
            return False
        return not any(self.beats(found, k, j) for k in self.rivals(found, j))

    def takes(self, edge, event):
        if event is None:
            matching = not edge.events
        else:
            matching = any(d == "*" or event == d or event.startswith(d + ".") for d in edge.events)
        return matching and (edge.guard is None or edge.guard.test(self.active))

    def domain(self, transition):
        """Innermost compound state that has the source and all targets within; None is the root."""
        source, edge = transition
        goals = [goal for target in edge.targets for goal in self.stands_for(target)]
        if (
            edge.internal
            and self.kind(source) == "compound"
            and all(self.inside(g, source) for g in goals)
        ):
            return source
        for id in self.path(source)[-2::-1]:
            if self.kind(id) == "compound" and all(self.inside(g, id) for g in goals):
                return id
        return None

    def stands_for(self, target):
        if self.nodes[target].kind != "history":
            return [target]
        remembered = self.memory.get(target)
        if remembered:
            return list(remembered)
        return [goal for t in self.nodes[target].initial for goal in self.stands_for(t)]

    def exits(self, transition):
        if not transition[1].targets:
            return set()
        top = self.domain(transition)
        return {id for id in self.active if self.inside(id, top)}

    # ------------------------------------------------------------------------------------ moving

    def microstep(self, transitions):
        # where to is settled before anything is forgotten
        tops = [self.domain(t) for t in transitions]
        leaving = set().union(*(self.exits(t) for t in transitions))
        before = set(self.active)
        for id in sorted(leaving, key=self.place.get, reverse=True):
            self.run(*self.nodes[id].exit)
            self.log.append(f"-{id}")
            self.active.discard(id)
        for id in leaving:
            for child in self.nodes[id].states:
                if child.kind == "history":
                    below = [i for i in before if self.inside(i, id)]
                    kept = [i for i in below if (not self.proper(i) if child.deep else self.up[i] == id)]
                    self.memory[child.id] = sorted(kept, key=self.place.get)
        for _, edge in transitions:
            self.run(edge.content)
        entering = []
        for (_, edge), top in zip(transitions, tops, strict=True):
            if edge.targets:
                entering += self.below(top, self.resolve(edge.targets, top))
        self.enter_all(entering)

    def resolve(self, targets, top):
        """(goal, content of a history's default, its owner) for each target."""
        found = []
        for target in targets:
            state = self.nodes[target]
            if state.kind == "history":
                remembered = self.memory.get(target)
                if remembered:
                    found += [(goal, None, None) for goal in remembered]
                else:
                    found.append((None, state.initial_content, self.up[target]))
                    found += self.resolve(state.initial, top)
            else:
                found.append((target, None, None))
        return found

    def enter_below(self, top, goals):
        self.enter_all(self.below(top, goals))

    def below(self, id, goals):
        """Entries below an active state: (id, default content or None), histories' content by owner."""
        contents = [(owner, content) for goal, content, owner in goals if goal is None]
        wanted = [g for g in goals if g[0] is not None]
        entries = [("content", owner, content) for owner, content in contents]
        if self.kind(id) == "parallel":
            children = self.proper(id)
        else:
            children = [c for c in self.proper(id) if any(c in self.path(g[0]) for g in wanted)][:1]
        for child in children:
            # a region beside those that are active already is not entered again
            inner = [g for g in wanted if self.inside(g[0], child)]
            entries.append(("enter", child, None))
            if inner or self.kind(child) == "parallel":
                entries += self.below(child, inner)
            elif self.kind(child) == "compound":
                state = self.nodes[child]
                entries.append(("content", child, state.initial_content))
                default = state.initial or self.proper(child)[:1]
                entries += self.below(child, self.resolve(default, child))
        return entries

    def enter_all(self, entries):
        contents = {}
        ids = []
        for kind, id, content in entries:
            if kind == "enter":
                ids.append(id)
            else:
                contents.setdefault(id, []).append(content)
        for id in sorted(set(ids), key=self.place.get):
            self.active.add(id)
            self.log.append(f"+{id}")
            self.run(*self.nodes[id].entry)
            self.run(*contents.get(id, ()))
            if self.nodes[id].kind == "final":
                self.reach(id)

    def reach(self, id):
        parent = self.up[id]
        if parent is None:
            self.done = True
            return
        self.queue.append(f"done.state.{parent}")
        above = self.up[parent]
        if above is not None and self.kind(above) == "parallel" and self.finished(above):
            self.queue.append(f"done.state.{above}")

    def finished(self, id):
        if self.kind(id) == "compound":
            return any(c in self.active and self.nodes[c].kind == "final" for c in self.proper(id))
        return self.kind(id) == "parallel" and all(self.finished(c) for c in self.proper(id))


def waits_for(arc, event):
    if event is None:
        return not arc.edge.events and arc.edge.after is None
    if arc.edge.after is not None:
        return event == after_event(arc)
    return bool(arc.edge.events) and matches(arc.edge.events, event)


def without_conflicts(chart, enabled, exits):
    """As in appendix D: each transition against each that is kept."""
    kept = []
    for arc in enabled:
        preempted = []
        for other in kept:
            if not exits[arc.number] & exits[other.number]:
                continue
            if not chart.within(arc.source, other.source):
                break
            preempted.append(other)
        else:
            kept = [other for other in kept if other not in preempted]
            kept.append(arc)
    return tuple(kept)


def covered(chart, states, id):
    """Whether a state is at or below another."""
    return any(one == id or chart.within(one, id) for one in states)
