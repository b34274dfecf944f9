"""
The second pass, third part: guards (rules 4xx and 503).

All expressions are compiled here against the keys and types of the questions: guards of edges, ``when``,
predicates, validators, constraints. Then the edges of each node are analyzed together: which are never
taken, which may be true at once, and which cases are not covered.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from graphlib import CycleError, TopologicalSorter
from itertools import combinations
from typing import Any

from ..guard import (
    BOOL,
    DOUBLE,
    DYN,
    INT,
    MAP,
    STRING,
    Declarations,
    Enum,
    Function,
    Guard,
    GuardError,
    Type,
    always,
    compile_guard,
    exhaustive,
    never,
    overlap,
)
from ..guard.tree import Call, walk
from .compiled import Way, graphs_of
from .intake import Constrained
from .ir import ACTION_FAILED, ELSE, AnyNode, Cause, Edge, Flow, Graph, QuestionNode
from .references import is_name
from .registry import BUILT_IN, Registry
from .rules import Findings, pointer

_TYPES: dict[str, Type] = {
    "any": DYN,
    "text": STRING,
    "number": DOUBLE,
    "integer": INT,
    "boolean": BOOL,
    "date": STRING,
    "email": STRING,
    "phone": STRING,
    "url": STRING,
}

#: Limits of guards with their predicates inlined: nodes of the tree, and levels of predicates.
MAX_COST, MAX_LEVELS = 10_000, 32

_CALL = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?=\s*\()")

#: Limits of the pairwise analysis: guards of one priority at one node, and pairs in one flow.
MAX_COMPARED = 40
MAX_PAIRS = 20_000


def scopes(flow: Flow) -> dict[str, frozenset[str]]:
    """
    Return the keys that each graph may read: of all graphs that share its answers, and its inputs.

    Graphs that share their answers have the same set object.
    """
    parent = {name: name for name, _, _ in graphs_of(flow)}

    def root(name: str) -> str:
        while parent[name] != name:
            parent[name] = parent[parent[name]]
            name = parent[name]
        return name

    keys: dict[str, set[str]] = {name: set() for name in parent}
    keys[""] |= set(flow.given)
    for name, graph, _ in graphs_of(flow):
        for node in graph.nodes:
            if node.type == "question" and node.key is not None:
                keys[name].add(node.key)
            elif node.type == "action":
                keys[name] |= node.outputs.keys()
            elif node.type == "subgraph" and node.ref in parent:
                if node.scope == "shared":
                    parent[root(node.ref)] = root(name)
                else:
                    keys[node.ref] |= node.inputs.keys()
                    keys[name] |= node.outputs.keys()
    together: dict[str, set[str]] = {}
    for name in parent:
        together.setdefault(root(name), set()).update(keys[name])
    frozen = {name: frozenset(found) for name, found in together.items()}
    return {name: frozen[root(name)] for name in parent}


def type_of(question: QuestionNode) -> Type:
    """Return the type of an answer in guards."""
    if question.allowed_values:
        return Enum(*question.allowed_values)
    return _TYPES[question.data_type]


class Guards:
    """
    Compiler of the expressions of a flow.

    Parameters
    ----------
    flow, registry
        Document and functions of the host.
    scopes
        Result of :func:`scopes`.
    findings
        Receiver of findings.
    """

    def __init__(
        self,
        flow: Flow,
        registry: Registry,
        scopes: Mapping[str, frozenset[str]],
        findings: Findings,
    ) -> None:
        self.flow = flow
        self.findings = findings
        self.scopes = scopes
        self.types = _key_types(flow)
        self.functions = {**BUILT_IN, **registry.predicates}
        self._pairs = 0
        self.reads_of: dict[str, frozenset[str]] = {}
        self._costs: dict[str, tuple[int, int]] = {}
        self._declared: dict[frozenset[str], Declarations] = {}
        self.everywhere = frozenset().union(*scopes.values())
        self.predicates()

    def declarations(self, keys: frozenset[str]) -> Declarations:
        """Return the declarations for guards that read these keys."""
        if keys not in self._declared:
            names = sorted(self.flow.paths)
            path: Type = Enum(*names) if names else STRING
            roots: dict[str, Any] = {
                "answers": {key: self.types.get(key, DYN) for key in sorted(keys)},
                "ctx": DYN,
                "path": {
                    "current": path,
                    "active": path,
                    "tentative": path,
                    "locked": BOOL,
                    "votes": MAP(DOUBLE),
                },
            }
            self._declared[keys] = Declarations(roots, self.functions)
        return self._declared[keys]

    def compile(self, source: str, declarations: Declarations, at: str) -> Guard | None:
        """Compile a guard; report it and return None if it is illegal or never true."""
        try:
            guard = compile_guard(source, declarations)
        except GuardError as error:
            self.findings.add("FLOW402" if error.code == "unknown" else "FLOW401", at, str(error))
            return None
        cost, levels = self._cost(guard)
        if cost > MAX_COST or levels > MAX_LEVELS:
            self.findings.add(
                "FLOW412",
                at,
                f"{cost:.3g} operators and operands on {levels} levels of predicates: "
                f"expected at most {MAX_COST} on {MAX_LEVELS}",
            )
            return None
        if never(guard) is True:
            self.findings.add("FLOW410", at, f"{source!r} is never true")
        return guard

    def _cost(self, guard: Guard) -> tuple[int, int]:
        """Return the nodes of a guard with its predicates inlined, and the levels of predicates."""
        cost, levels = 0, 0
        for node in walk(guard.ast):
            called = self._costs.get(node.name) if isinstance(node, Call) else None
            cost += 1 if called is None else called[0]
            levels = max(levels, 0 if called is None else called[1])
        return cost, levels

    def predicates(self) -> None:
        """Return the named guards, each compiled after those it calls."""
        named = self.flow.predicates
        calls = {name: set(_CALL.findall(text)) & named.keys() for name, text in named.items()}
        try:
            order = list(TopologicalSorter(calls).static_order())
        except CycleError as error:
            circle = error.args[1]
            told = f"{' -> '.join(circle)}"
            self.findings.add("FLOW403", pointer("predicates", min(circle)), told)
            order = [name for name in named if name not in circle]
        for name in order:
            at = pointer("predicates", name)
            if name in self.functions:
                self.findings.add("FLOW411", at, f"predicate {name!r} exists already")
                continue
            if not is_name(name):
                self.findings.add("FLOW104", at, f"predicate {name!r}: letters, digits and _ only")
                continue
            self._declared.clear()
            guard = self.compile(named[name], self.declarations(self.everywhere), at)
            # A faulty predicate still exists, so that its callers are not reported too.
            call = _never_called if guard is None else _calling(guard)
            self.functions[name] = Function((), BOOL, call, with_values=True)
            self.reads_of[name] = self.reads(guard) if guard else frozenset()
            if guard is not None:
                cost, levels = self._cost(guard)
                self._costs[name] = cost + 1, levels + 1
        self._declared.clear()

    def reads(self, guard: Guard) -> frozenset[str]:
        """Return the keys of answers that a guard reads, also through predicates."""
        own = {path.split(".", 2)[1] for path in guard.reads if path.startswith("answers.")}
        return frozenset(own).union(*(self.reads_of.get(name, ()) for name in guard.calls))

    def when(self, graph: str, node: QuestionNode, at: tuple[Any, ...]) -> Guard | None:
        """Return the guard of a question."""
        if node.when is None:
            return None
        declared = self.declarations(self.scopes[graph])
        return self.compile(node.when, declared, pointer(*at, "when"))

    def validator(self, node: QuestionNode, at: tuple[Any, ...]) -> Guard | None:
        """Return the guard over ``value`` that is the validator of a question, if any."""
        if node.validator is None or is_name(node.validator):
            return None
        declared = Declarations({"value": type_of(node)}, {})
        return self.compile(node.validator, declared, pointer(*at, "validate"))

    def constraints(self) -> tuple[Constrained, ...]:
        """Return the rules over several keys."""
        found = []
        for index, constraint in enumerate(self.flow.constraints):
            at = pointer("constraints", index, "check")
            guard = self.compile(constraint.check, self.declarations(self.everywhere), at)
            if guard is None:
                continue
            keys = self.reads(guard)
            if not keys:
                told = f"{constraint.check!r} reads no answer, so it would never be checked"
                self.findings.add("FLOW503", at, told)
            name = constraint.id or constraint.check
            found.append(Constrained(name, guard, keys, constraint.message or ""))
        return tuple(found)

    def ways(self, name: str, graph: Graph, at: tuple[Any, ...]) -> dict[str, _Ways]:
        """Compile the edges of a graph, and analyze those of each node together."""
        found: dict[str, _Ways] = {node.id: _Ways() for node in graph.nodes}
        by_source: dict[str, list[tuple[int, Edge]]] = {}
        for index, edge in enumerate(graph.edges):
            by_source.setdefault(edge.source, []).append((index, edge))
        declared = self.declarations(self.scopes[name])
        nodes = {node.id: (index, node) for index, node in enumerate(graph.nodes)}
        for source, edges in by_source.items():
            if source not in nodes:
                continue
            edges.sort(key=lambda pair: (pair[1].priority, pair[0]))
            self._compile_ways(found[source], edges, declared, at)
            self._look_at(*nodes[source], found[source], at)
        return found

    def _compile_ways(
        self,
        ways: _Ways,
        edges: Iterable[tuple[int, Edge]],
        declared: Declarations,
        at: tuple[Any, ...],
    ) -> None:
        for index, edge in edges:
            here = pointer(*at, "edges", index, "guard")
            text = edge.guard.strip() if edge.guard is not None else None
            cause: Cause = "failure" if text == ACTION_FAILED else edge.on
            if text == ELSE:
                self._else(ways, edge, index, here)
                continue
            guard = None
            if text is not None and text != ACTION_FAILED:
                guard = self.compile(text, declared, here)
                if guard is None:
                    ways.whole = False
                    continue
            way = Way(edge.target, guard, edge.priority, edge, index)
            if cause == "next" and ways.otherwise is not None:
                told = "an else-edge comes before it; give the else-edge a higher priority number"
                self.findings.add("FLOW405", pointer(*at, "edges", index), told)
            ways.by_cause.setdefault(cause, []).append(way)

    def _else(self, ways: _Ways, edge: Edge, index: int, here: str) -> None:
        if edge.on != "next":
            self.findings.add("FLOW401", here, f"'else' has no meaning on {edge.on!r}; leave it out")
        elif ways.otherwise is not None:
            told = f"{edge.source!r} has an else-edge to {ways.otherwise.target!r} already"
            self.findings.add("FLOW404", here, told)
        else:
            ways.otherwise = Way(edge.target, None, edge.priority, edge, index)

    def _look_at(self, place: int, node: AnyNode, ways: _Ways, at: tuple[Any, ...]) -> None:
        for listed in ways.by_cause.values():
            last = listed + ([ways.otherwise] if ways.otherwise and listed[0].edge.on == "next" else [])
            self._shadowed(last, at)
            self._overlaps(listed, at)
        closed = ways.otherwise is None and not any(
            way.guard is None for way in ways.by_cause.get("next", ())
        )
        if node.type == "decision" and closed and ways.whole:
            self._gap(ways.by_cause.get("next", []), pointer(*at, "nodes", place))

    def _shadowed(self, ways: list[Way], at: tuple[Any, ...]) -> None:
        taken = None
        for way in ways:
            if taken is not None:
                told = f"edge {taken.index}, {taken.name}, is always taken before"
                self.findings.add("FLOW409", pointer(*at, "edges", way.index), told)
            elif way.guard is None or always(way.guard) is True:
                taken = way

    def _overlaps(self, ways: list[Way], at: tuple[Any, ...]) -> None:
        by_priority: dict[int, list[tuple[Way, Guard]]] = {}
        for way in ways:
            if way.guard is not None:
                by_priority.setdefault(way.priority, []).append((way, way.guard))
        for same in by_priority.values():
            self._pairs += len(same) * (len(same) - 1) // 2
            if len(same) > MAX_COMPARED or self._pairs > MAX_PAIRS:
                told = (
                    f"{len(same)} guards of one priority are too many to compare; give them priorities"
                )
                self.findings.add("FLOW407", pointer(*at, "edges", same[0][0].index), told)
                continue
            for (one, one_guard), (other, other_guard) in combinations(same, 2):
                found = overlap(one_guard, other_guard)
                here = pointer(*at, "edges", other.index, "guard")
                if found.kind == "overlap":
                    told = f"also true when that of edge {one.index} is{_shown(found.witness)}"
                    self.findings.add("FLOW406", here, told)
                elif found.kind == "unknown":
                    told = f"cannot tell whether it excludes that of edge {one.index}"
                    self.findings.add("FLOW407", here, told)

    def _gap(self, ways: list[Way], here: str) -> None:
        found = exhaustive([way.guard for way in ways if way.guard is not None])
        if not ways or found.kind == "exhaustive":
            return
        told = (
            "no edge is taken" if found.kind == "gap" else "cannot tell whether an edge is always taken"
        )
        self.findings.add("FLOW408", here, f"{told}{_shown(found.witness)}; add an else-edge")


class _Ways:
    """Compiled edges of one node."""

    def __init__(self) -> None:
        self.by_cause: dict[Cause, list[Way]] = {}
        self.otherwise: Way | None = None
        self.whole = True


def _shown(witness: Mapping[str, Any] | None) -> str:
    return f", for instance with {dict(witness)!r}" if witness else ""


def _key_types(flow: Flow) -> dict[str, Type]:
    """Return the type of each key; DYN if two questions, an action or a mapping leave it open."""
    found: dict[str, Type] = {}
    for _, graph, _ in graphs_of(flow):
        for node in graph.nodes:
            if node.type == "question" and node.key is not None:
                try:
                    kind = type_of(node)
                except ValueError:
                    kind = DYN
                found[node.key] = kind if found.get(node.key, kind) == kind else DYN
    for _, graph, _ in graphs_of(flow):
        for node in graph.nodes:
            if node.type == "subgraph":
                found.update(dict.fromkeys([*node.inputs, *node.outputs], DYN))
    return found


def _calling(guard: Guard) -> Any:
    def call(values: Mapping[str, Any]) -> bool:
        outcome = guard.evaluate(values)
        if outcome.error is not None:
            raise ValueError(outcome.error)
        return outcome.value

    return call


def _never_called(values: Mapping[str, Any]) -> bool:
    raise AssertionError("a flow with a faulty predicate does not run")
