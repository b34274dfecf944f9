"""
The second pass, third part: guards (rules 4xx and 503).

All expressions are compiled here against the keys and types of the questions: guards of edges, ``when``,
predicates, validators, constraints. ``cases`` examines the edges of each node together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from typing import Any

from ..guard import (
    BOOL,
    DOUBLE,
    DYN,
    INT,
    LIST,
    MAP,
    STRING,
    Declarations,
    Enum,
    Expression,
    Function,
    Guard,
    GuardError,
    Type,
    compile_expression,
    compile_guard,
)
from ..guard.check import plain
from ..guard.parser import parse
from ..guard.tree import Call, walk
from ..guard.types import RecordType
from .compiled import Way, graphs_of
from .formulas import Meter
from .intake import Constrained
from .ir import (
    ACTION_FAILED,
    ELSE,
    AnyNode,
    Cause,
    Edge,
    Flow,
    Graph,
    Operation,
    QuestionNode,
    Signature,
)
from .references import is_name, listed
from .registry import BUILT_IN, Registry, named_keys
from .rules import Findings, pointer
from .templates import TEXTS, placeholders

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
    "list": LIST(),
}

#: Limits of guards with their predicates inlined: nodes of the tree, and levels of predicates.
MAX_COST, MAX_LEVELS = 10_000, 32


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
            elif node.type == "assign":
                keys[name] |= node.values.keys()
            elif node.type == "subgraph" and node.ref in parent:
                if node.scope == "shared":
                    parent[root(node.ref)] = root(name)
                else:
                    keys[node.ref] |= node.inputs.keys()
                    keys[name] |= {node.repeat.key} if node.repeat else node.outputs.keys()
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
        declared = {name: _declared(name, one) for name, one in flow.functions.items()}
        self.functions = {**BUILT_IN, **declared, **registry.predicates}
        self.meter = Meter()
        self.defined: dict[str, Guard] = {}
        self.reads_of: dict[str, frozenset[str]] = {}
        self._costs: dict[str, tuple[int, int]] = {}
        self._declared: dict[frozenset[str], Declarations] = {}
        self._roots: Mapping[str, Type] = {}
        self._context: list[tuple[str, str]] = []
        self.everywhere = frozenset().union(*scopes.values())
        self._assigned()
        self.predicates()

    def declarations(
        self, keys: frozenset[str], functions: Mapping[str, Function] | None = None
    ) -> Declarations:
        """Return the declarations for guards that read these keys, with all functions or a few."""
        if functions is not None:
            self._roots = self._roots or self.declarations(keys).types
            return Declarations(self._roots, functions)
        if keys not in self._declared:
            names = sorted(self.flow.paths)
            path: Type = Enum(*names) if names else STRING
            roots: dict[str, Any] = {
                "answers": {key: self.types.get(key, DYN) for key in sorted(keys)},
                "ctx": {name: _TYPES[kind] for name, kind in self.flow.context.items()} or DYN,
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
        self._named_keys(guard, declarations, at)
        cost, levels = self._cost(guard)
        if cost > MAX_COST or levels > MAX_LEVELS:
            self.findings.add(
                "FLOW412",
                at,
                f"{cost:.3g} operators and operands on {levels} levels of predicates: "
                f"expected at most {MAX_COST} on {MAX_LEVELS}",
            )
            return None
        fields = {path.split(".")[1] for path in guard.reads if path.startswith("ctx.")}
        self._context += [(field, at) for field in sorted(fields)]
        if self.meter.never(guard):
            self.findings.add("FLOW410", at, f"{source!r} is never true")
        return guard

    def _named_keys(self, guard: Expression, declarations: Declarations, at: str) -> None:
        """Report keys that a call such as ``answers_has('k')`` names and nothing asks for."""
        answers = declarations.types.get("answers")
        keys = answers.fields if isinstance(answers, RecordType) else {}
        for name, key in named_keys(guard.ast):
            if key not in keys:
                told = f"{name} of {key!r}, which no question asks for{listed(keys)}"
                self.findings.add("FLOW402", at, told)

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
        calls = {name: _calls(text, named) for name, text in named.items()}
        order: list[str] = []
        while not order and calls:
            try:
                order = list(TopologicalSorter(calls).static_order())
            except CycleError as error:
                circle = error.args[1]
                path = f"{' -> '.join(circle)}"
                self.findings.add("FLOW403", pointer("predicates", min(circle)), path)
                for name in circle:
                    self._broken_predicate(name)
                calls = {name: below - {*circle} for name, below in calls.items() if name not in circle}
        common = dict(self.functions)
        for name in order:
            at = pointer("predicates", name)
            if name in self.functions:
                self.findings.add("FLOW411", at, f"predicate {name!r} exists already")
                continue
            if not is_name(name):
                self.findings.add("FLOW104", at, f"predicate {name!r}: letters, digits and _ only")
                continue
            below = {
                callee: self.functions[callee] for callee in calls[name] if callee in self.functions
            }
            declared = self.declarations(self.everywhere, {**common, **below})
            guard = self.compile(named[name], declared, at)
            if guard is None:
                self._broken_predicate(name)
                continue
            self.functions[name] = Function((), BOOL, _calling(guard), with_values=True)
            self.defined[name] = guard
            self.reads_of[name] = self.reads(guard)
            cost, levels = self._cost(guard)
            self._costs[name] = cost + 1, levels + 1
        self._declared.clear()

    def _broken_predicate(self, name: str) -> None:
        """Let a faulty predicate exist, so that its callers are not reported too."""
        self.functions[name] = Function((), BOOL, _never_called, with_values=True)
        self.reads_of[name] = frozenset()

    def reads(self, guard: Guard) -> frozenset[str]:
        """Return the keys of answers that a guard reads, also through predicates."""
        own = {path.split(".", 2)[1] for path in guard.reads if path.startswith("answers.")}
        return frozenset(own).union(*(self.reads_of.get(name, ()) for name in guard.calls))

    def check_context(self) -> None:
        """Report fields of ctx that are read once and resemble one that is read more often."""
        if self.flow.context:
            return
        read = [*self._context, *self._shown()]
        counts = Counter(field for field, _ in read)
        for field, at in read:
            if counts[field] > 1:
                continue
            near = [other for other in counts if counts[other] > 1 and misspelled(field, other)]
            if near:
                message = f"ctx.{field} is read only here, did you mean ctx.{near[0]}?"
                self.findings.add("FLOW415", at, f"{message} 'context' declares the fields")

    def _shown(self) -> Iterator[tuple[str, str]]:
        """Yield the fields of ctx that texts show, with locations."""
        for _, graph, at in graphs_of(self.flow):
            for index, node in enumerate(graph.nodes):
                for text in TEXTS:
                    for name, _ in placeholders(getattr(node, text, None) or ""):
                        if name.startswith("ctx."):
                            yield name[4:], pointer(*at, "nodes", index, text)

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

    def values(
        self, graph: str, node: AnyNode, at: tuple[Any, ...]
    ) -> tuple[tuple[str, Expression], ...]:
        """Return the compiled expressions of an assignment, by key."""
        found = []
        for key, source in node.values.items() if node.type == "assign" else ():
            where = pointer(*at, "values", key)
            try:
                expression = compile_expression(source, self.declarations(self.scopes[graph]))
            except GuardError as error:
                code = "FLOW402" if error.code == "unknown" else "FLOW401"
                self.findings.add(code, where, str(error))
            else:
                self._named_keys(expression, self.declarations(self.scopes[graph]), where)
                found.append((key, expression))
        return tuple(found)

    def _assigned(self) -> None:
        """Set the types of the keys that only assignments set."""
        asked = {
            node.key
            for _, graph, _ in graphs_of(self.flow)
            for node in graph.nodes
            if node.type == "question"
        }
        for name, graph, _ in graphs_of(self.flow):
            declared = self.declarations(self.scopes[name])
            for node in graph.nodes:
                for key, source in node.values.items() if node.type == "assign" else ():
                    try:
                        kind = plain(compile_expression(source, declared).type)
                    except GuardError:
                        kind = DYN
                    if key not in asked:
                        self.types[key] = kind if self.types.get(key, kind) == kind else DYN
        self._declared.clear()

    def constraints(self) -> list[tuple[str, Constrained]]:
        """Return the rules over several keys, with their locations."""
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
            found.append((at, Constrained(name, guard, keys, constraint.message or "")))
        return found

    def ways(self, name: str, graph: Graph, at: tuple[Any, ...]) -> dict[str, _Ways]:
        """Compile the edges of a graph."""
        found: dict[str, _Ways] = {node.id: _Ways() for node in graph.nodes}
        by_source: dict[str, list[tuple[int, Edge]]] = {}
        for index, edge in enumerate(graph.edges):
            by_source.setdefault(edge.source, []).append((index, edge))
        declared = self.declarations(self.scopes[name])
        for source, edges in by_source.items():
            if source not in found:
                continue
            edges.sort(key=lambda pair: (pair[1].priority, pair[0]))
            self._compile_ways(found[source], edges, declared, at)
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
                    ways.loose.append(edge.target)
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


class _Ways:
    """Compiled edges of one node; ``loose`` has the targets of those that did not compile."""

    def __init__(self) -> None:
        self.by_cause: dict[Cause, list[Way]] = {}
        self.otherwise: Way | None = None
        self.loose: list[str] = []


def misspelled(name: str, other: str) -> bool:
    """Return whether two names differ by one slip: a letter missing, doubled, or two exchanged."""
    if min(len(name), len(other)) < 4 or name == other or any(c.isdigit() for c in name + other):
        return False
    shorter, longer = sorted((name, other), key=len)
    if len(longer) == len(shorter) + 1:
        return any(longer[:i] + longer[i + 1 :] == shorter for i in range(len(longer)))
    if len(longer) != len(shorter):
        return False
    differing = [i for i, pair in enumerate(zip(name, other, strict=True)) if pair[0] != pair[1]]
    if len(differing) == 1:
        return len(name) >= 6
    first = differing[0]
    exchanged = name[:first] + name[first + 1 : first + 2] + name[first] + name[first + 2 :]
    return len(differing) == 2 and exchanged == other


def _calls(text: str, names: Mapping[str, str]) -> set[str]:
    """Return the predicates that an expression calls; none if it cannot be read."""
    try:
        tree = parse(text, frozenset(names))
    except GuardError:
        return set()
    return {node.name for node in walk(tree) if isinstance(node, Call) and node.name in names}


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
    results: dict[str, Type] = {}
    for _, graph, _ in graphs_of(flow):
        for node in graph.nodes:
            if node.type == "action":
                signature = flow.actions.get(node.action or "", Signature())
                for key, name in node.outputs.items():
                    kind = _TYPES[signature.results.get(name, "any")]
                    results[key] = kind if results.get(key, kind) == kind else DYN
    found = {**results, **found}  # an answer has the type of its question, whoever sets it
    for _, graph, _ in graphs_of(flow):
        for node in graph.nodes:
            if node.type == "subgraph":
                found.update(dict.fromkeys([*node.inputs, *node.outputs], DYN))
                if node.repeat is not None:
                    found[node.repeat.key] = LIST()
    return found


def _declared(name: str, declared: Operation) -> Function:
    """Return a function that the document declares; the host supplies it at run time."""

    def missing(*arguments: Any) -> Any:
        raise ValueError(f"function {name!r} is declared, not registered")

    kinds = tuple(_TYPES[kind] for kind in declared.parameters)
    return Function(kinds, _TYPES[declared.result], missing)


def _calling(guard: Guard) -> Any:
    def call(values: Mapping[str, Any]) -> bool:
        outcome = guard.evaluate(values)
        if outcome.error is not None:
            raise ValueError(outcome.error)
        return outcome.value

    return call


def _never_called(values: Mapping[str, Any]) -> bool:
    raise AssertionError("a flow with a faulty predicate does not run")
