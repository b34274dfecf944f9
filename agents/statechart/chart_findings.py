"""Check of the definition of a chart: all errors at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..errors import Finding
from .definition import State


class _Check:
    """Check of a definition."""

    def __init__(self, root: State, rules: str) -> None:
        self.rules = rules
        self.findings: list[Finding] = []
        self.root = root
        self.parent: dict[str, State] = {}
        self.states: dict[str, State] = {}
        self.count: Counter[str] = Counter()
        for state, parent in _pairs(root):
            self.count[state.id] += 1
            self.states.setdefault(state.id, state)
            self.parent.setdefault(state.id, parent)

    def wrong(self, code: str, state: State, message: str, place: str = "") -> None:
        where = state.location or (f"state {state.id}" if state.id else "the chart")
        where = where + place if place.startswith("/") else place or where
        self.findings.append(Finding(code, where, message))

    def chain(self, id: str) -> list[str]:
        """Return an id and its ancestors' ids, up to the root."""
        found = [id]
        while found[-1] in self.parent:
            found.append(self.parent[found[-1]].id)
        return found

    def reach(self, id: str) -> list[str]:
        """Return the chain of the state that a target enters: for a history, its parent."""
        chain = self.chain(id)
        return chain[1:] if self.states[id].kind == "history" else chain

    def run(self) -> None:
        if not any(state.kind != "history" for state in self.root.states):
            self.wrong("CHART003", self.root, "has no states: expected at least one")
        for id, count in self.count.items():
            if not id:
                self.wrong("CHART003", self.root, "a state has an empty id")
            elif count > 1:
                self.wrong("CHART003", self.states[id], f"id {id!r} is given to {count} states")
        declared = Counter(item.id for state in self.all() for item in state.data)
        for id, count in declared.items():
            if count > 1:
                self.wrong("CHART003", self.root, f"variable {id!r} is declared {count} times")
        for state in self.all():
            self.nesting(state)
            self.default(state)
            self.edges(state)

    def all(self) -> Iterator[State]:
        yield self.root
        for state, _ in _pairs(self.root):
            yield state

    def nesting(self, state: State) -> None:
        inner = [child for child in state.states if child.kind != "history"]
        if state.kind == "final" and (state.states or state.edges):
            self.wrong("CHART006", state, "a final state has neither states nor transitions")
        if state.kind == "history" and (state.states or state.edges or state.entry or state.exit):
            self.wrong("CHART006", state, "a history has nothing but its default")
        if state.kind == "parallel":
            if not inner:
                self.wrong("CHART006", state, "a parallel state has at least one state within")
            for child in inner:
                if child.kind == "final":
                    self.wrong("CHART006", child, "a child of a parallel state cannot be final")
        if state.kind != "final" and state.done is not None:
            self.wrong("CHART006", state, "only a final state has done data")
        if state.kind in ("final", "history") and state.invokes:
            self.wrong("CHART006", state, f"a {state.kind} state has no services")
        if state.kind == "history" and not state.initial:
            self.wrong(
                "CHART006", state, "a history needs a default: expected a transition with a target"
            )

    def default(self, state: State) -> None:
        if not state.initial:
            return
        scope = self.parent[state.id].id if state.kind == "history" else state.id
        if state.kind in ("parallel", "final") or (state.kind == "state" and not state.states):
            self.wrong("CHART005", state, f"an initial state is given, but it is {_described(state)}")
            return
        known = [target for target in state.initial if self.known(state, target, "/initial")]
        for target in known:
            if scope not in self.chain(target)[1:]:
                self.wrong("CHART005", state, f"initial {target!r} does not lie within")
        if self.circular(state):
            self.wrong("CHART005", state, "the default of a history leads back to it", "/initial")
        self.orthogonal(state, known, "/initial")

    def circular(self, history: State) -> bool:
        """Return whether the default of a history leads to it, by other histories maybe."""
        pending, seen = [history], {""}
        while pending:
            state = pending.pop()
            if state.kind == "history":
                if history.id in state.initial:
                    return True
                pending += [self.states[id] for id in state.initial if id in self.states.keys() - seen]
                seen.update(state.initial)
        return False

    def edges(self, state: State) -> None:
        for i, edge in enumerate(state.edges):
            place = edge.location or f"/transition {i + 1}"
            known = [target for target in edge.targets if self.known(state, target, place)]
            self.orthogonal(state, known, place)
            if any(not event.strip() or " " in event for event in edge.events):
                self.wrong("CHART009", state, f"events {edge.events!r}: expected names", place)
            if edge.after is not None:
                if edge.events:
                    self.wrong("CHART012", state, "has both events and after", place)
                if isinstance(edge.after, bool) or not isinstance(edge.after, int) or edge.after < 1:
                    message = f"after = {edge.after!r}: expected ticks, at least 1"
                    self.wrong("CHART012", state, message, place)
            timed = edge.after is not None
            idle = not edge.events and not timed and edge.guard is None and not edge.targets
            if idle and self.rules != "xstate":
                self.wrong("CHART006", state, "has no event, no guard and no target", place)
            if edge.oracle and not edge.targets:
                self.wrong("CHART010", state, "asks the oracle, but has no target", place)

    def known(self, state: State, target: str, place: str) -> bool:
        if target in self.states:
            return True
        self.wrong("CHART004", state, f"target {target!r} is not a state of the chart", place)
        return False

    def orthogonal(self, state: State, targets: list[str], place: str) -> None:
        """Check that targets can be active together: their lowest common ancestor is parallel."""
        for i, one in enumerate(targets):
            for other in targets[i + 1 :]:
                a, b = self.reach(one), self.reach(other)
                meet = next((id for id in a if id in b), self.root.id)
                together = meet in self.states and self.states[meet].kind == "parallel"
                if one != other and (not together or meet in (a[0], b[0])):
                    message = f"targets {one!r} and {other!r} cannot be active together"
                    self.wrong("CHART011", state, message, place)


def chart_findings(root: State, selection: str, rules: str = "scxml") -> list[Finding]:
    """Return all errors of a definition."""
    check = _Check(root, rules)
    if selection not in ("first", "oracle", "error"):
        message = f"selection {selection!r}: expected first, oracle or error"
        check.wrong("CHART012", root, message)
    if rules not in ("scxml", "xstate"):
        check.wrong("CHART012", root, f"rules {rules!r}: expected scxml or xstate")
    check.run()
    return check.findings


def _described(state: State) -> str:
    return "atomic" if state.kind == "state" else state.kind


def _pairs(state: State) -> Iterator[tuple[State, State]]:
    """Yield each state below one with its parent, in document order."""
    for child in state.states:
        yield child, state
        yield from _pairs(child)
