"""The second pass, first part: names, references, and what each node needs (rules 1xx, 2xx, 5xx)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from graphlib import CycleError, TopologicalSorter
from typing import Any

from ..errors import shortened
from .compiled import entry_of, graphs_of
from .ir import ACTION_FAILED, ELSE, EXIT, ActionNode, AnyNode, Cause, Flow, Graph, QuestionNode
from .registry import Registry
from .rules import Findings, pointer
from .standard import PREFIX, STANDARD
from .templates import TEXTS, placeholders
from .values import faults, idle

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
#: Text that is meant as the value of an answer or of a field of ``ctx``.
_ANSWER = re.compile(r"(?:answers|ctx)(?:\.[A-Za-z_]\w*|\[.*\])(?:\W.*)?|\{[A-Za-z_]\w*\}")
_RESERVED = frozenset({EXIT, ELSE})

_CAUSES: dict[str, tuple[Cause, ...]] = {
    "question": ("next", "invalid", "exhausted", "unknown"),
    "decision": ("next",),
    "message": ("next",),
    "assign": ("next", "failure"),
    "action": ("next", "failure"),
    "subgraph": ("next",),
    "terminal": ("next",),
}


def is_name(text: str) -> bool:
    """Return whether a validator is a name, not an expression."""
    return _NAME.fullmatch(text) is not None


def check_references(
    flow: Flow, registry: Registry, scopes: Mapping[str, frozenset[str]], *, whole: bool = True
) -> Findings:
    """
    Return the findings about names and references.

    Parameters
    ----------
    flow, registry
        Document and functions of the host.
    scopes
        Keys of each graph.
    whole
        Whether no part of the document is a placeholder, so that a missing entry is a mistake.
    """
    check = _References(flow, registry, scopes)
    check.whole = whole
    for name, graph, at in graphs_of(flow):
        check.graph(name, graph, at)
    check.flow_wide()
    return check.findings


class _References:
    def __init__(self, flow: Flow, registry: Registry, scopes: Mapping[str, frozenset[str]]) -> None:
        self.flow = flow
        self.registry = registry
        self.scopes = scopes
        self.findings = Findings()
        self.whole = True
        self.asked = {
            node.key: node
            for _, graph, _ in graphs_of(flow)
            for node in graph.nodes
            if node.type == "question" and node.key is not None
        }

    def graph(self, name: str, graph: Graph, at: tuple[Any, ...]) -> None:
        ids = {node.id for node in graph.nodes}
        self.twice("FLOW101", "id", [node.id for node in graph.nodes], at)
        self.twice("FLOW102", "key", [_key(node) for node in graph.nodes], at)
        left = {edge.source for edge in graph.edges}
        for index, node in enumerate(graph.nodes):
            self.node(name, node, (*at, "nodes", index))
            if node.type == "terminal" and node.id in left:
                self.findings.add(
                    "FLOW205", pointer(*at, "nodes", index), "nothing comes after a terminal"
                )
        self.edges(graph, ids, at)
        if graph.entry is not None:
            if graph.entry not in ids:
                told = f"entry {graph.entry!r} is not a node of this graph"
                self.findings.add("FLOW110", pointer(*at, "entry"), told)
        elif self.whole and entry_of(graph) is None:
            begins = _without_incoming(graph)
            named = ", ".join(map(repr, begins[:3])) + (" and more" if len(begins) > 3 else "")
            told = (
                "no entry is named, and not exactly one node is without incoming edges: "
                f"{named or 'every node has one'}"
            )
            self.findings.add("FLOW109", pointer(*at), told)

    def twice(self, code: str, what: str, names: list[str | None], at: tuple[Any, ...]) -> None:
        seen: dict[str, int] = {}
        for index, name in enumerate(names):
            if name is None:
                continue
            if name in seen:
                told = f"{what} {name!r} is taken by node {seen[name]}"
                self.findings.add(code, pointer(*at, "nodes", index, what), told)
            seen.setdefault(name, index)

    def edges(self, graph: Graph, ids: set[str], at: tuple[Any, ...]) -> None:
        kinds = {node.id: node.type for node in graph.nodes}
        for index, edge in enumerate(graph.edges):
            here = (*at, "edges", index)
            if edge.source not in ids:
                told = f"from {edge.source!r}, which is not a node of this graph"
                self.findings.add("FLOW105", pointer(*here, "from"), told)
            else:
                self.cause(edge.on, edge.guard, kinds[edge.source], here)
            if edge.target == EXIT and not at:
                told = "only a subgraph can be left; end the flow with a terminal"
                self.findings.add("FLOW107", pointer(*here, "to"), told)
            elif edge.target != EXIT and edge.target not in ids:
                told = f"to {edge.target!r}, which is not a node of this graph"
                self.findings.add("FLOW106", pointer(*here, "to"), told)

    def cause(self, on: Cause, guard: str | None, kind: str, here: tuple[Any, ...]) -> None:
        if guard is not None and guard.strip() == ACTION_FAILED:
            on = "failure"
        if on not in _CAUSES[kind]:
            told = f"on {on!r} never happens at a {kind}, expected one of: {', '.join(_CAUSES[kind])}"
            self.findings.add("FLOW208", pointer(*here, "on"), told)

    def node(self, graph: str, node: AnyNode, at: tuple[Any, ...]) -> None:
        if not node.id.strip() or node.id in _RESERVED:
            self.findings.add("FLOW104", pointer(*at, "id"), f"id {node.id!r} is empty or reserved")
        self.texts(graph, node, at)
        match node.type:
            case "question":
                self.question(graph, node, at)
            case "subgraph":
                self.subgraph(graph, node, at)
            case "action":
                if node.action is None:
                    self.findings.add("FLOW204", pointer(*at), "an action node needs 'action'")
                else:
                    self.action(node, node.action, at)
            case "message":
                if node.prompt is None or not node.prompt.strip():
                    self.findings.add("FLOW202", pointer(*at), "a message needs 'prompt'")
            case "assign":
                if not node.values:
                    self.findings.add("FLOW210", pointer(*at), "an assignment needs 'values'")

    def texts(self, graph: str, node: AnyNode, at: tuple[Any, ...]) -> None:
        """Check the placeholders of texts."""
        for field in TEXTS:
            for name, _ in placeholders(getattr(node, field, None) or ""):
                root, dot, part = name.partition(".")
                if root == "ctx" and dot and self.flow.context and part not in self.flow.context:
                    told = f"'context' declares no field {part!r}{listed(self.flow.context)}"
                    self.findings.add("FLOW116", pointer(*at, field), told)
                if (dot and root != "ctx") or (not dot and name not in self.scopes[graph]):
                    told = f"no question asks for {name!r}{listed(self.scopes[graph])}; {{{{ is a brace"
                    self.findings.add("FLOW116", pointer(*at, field), told)

    def question(self, graph: str, node: QuestionNode, at: tuple[Any, ...]) -> None:
        if node.key is None:
            self.findings.add("FLOW201", pointer(*at), "a question needs 'key'")
        elif not node.key.strip():
            self.findings.add("FLOW104", pointer(*at, "key"), "the key is empty")
        elif not is_name(node.key):
            told = f"guards must write answers[{node.key!r}]; answers.name takes letters, digits and _"
            self.findings.add("FLOW115", pointer(*at, "key"), told)
        if node.prompt is None or not node.prompt.strip():
            self.findings.add("FLOW202", pointer(*at), "a question needs 'prompt'")
        for field, reason in faults(node):
            self.findings.add("FLOW206", pointer(*at, field), reason)
        for field, reason in idle(node):
            told = f"it has no effect on a typed answer: {reason}"
            self.findings.add("FLOW212", pointer(*at, field), told)
        validator = node.validator
        known = {*self.registry.validators, *self.flow.validators}
        if validator is not None and is_name(validator) and validator not in known:
            told = f"validator {validator!r} is not registered{listed(known)}"
            self.findings.add("FLOW112", pointer(*at, "validate"), told)
        for index, key in enumerate(node.dependencies):
            self.key(graph, key, (*at, "dependencies", index))

    def action(self, node: ActionNode, name: str, at: tuple[Any, ...]) -> None:
        """Check an action against its declaration, or else against the registry."""
        for argument, value in node.arguments.items():
            if isinstance(value, str) and _ANSWER.fullmatch(value.strip()):
                told = (
                    f"argument {argument!r} is the text {shortened(value)}: arguments are constants, "
                    "and the function gets all answers as its second parameter"
                )
                self.findings.add("FLOW506", pointer(*at, "arguments", argument), told)
        signature = self.flow.actions.get(name)
        if signature is None:
            if name not in self.registry.actions:
                legal = listed({*self.registry.actions, *self.flow.actions})
                told = f"action {name!r} is not registered{legal}"
                self.findings.add("FLOW111", pointer(*at, "action"), told)
            return
        for argument in sorted(node.arguments.keys() - signature.arguments.keys()):
            told = f"action {name!r} has no argument {argument!r}{listed(signature.arguments)}"
            self.findings.add("FLOW504", pointer(*at, "arguments", argument), told)
        for argument in sorted(signature.arguments.keys() - node.arguments.keys()):
            told = f"action {name!r} needs argument {argument!r}"
            self.findings.add("FLOW504", pointer(*at), told)
        for key, result in node.outputs.items():
            here = pointer(*at, "outputs", key)
            kind = signature.results.get(result)
            if kind is None:
                told = f"action {name!r} has no result {result!r}{listed(signature.results)}"
                self.findings.add("FLOW504", here, told)
                continue
            asked = self.asked.get(key)
            if asked is not None and not _fits(kind, asked):
                told = f"{result!r} is of type {kind!r}, and {key!r} is asked as {asked.data_type!r}"
                self.findings.add("FLOW505", here, told)

    def subgraph(self, graph: str, node: Any, at: tuple[Any, ...]) -> None:
        if node.ref is None:
            self.findings.add("FLOW203", pointer(*at), "a subgraph node needs 'ref'")
            return
        if node.ref not in self.flow.subgraphs:
            known = STANDARD if node.ref.startswith(PREFIX) else self.flow.subgraphs
            told = f"subgraph {node.ref!r} does not exist{listed(known)}"
            self.findings.add("FLOW108", pointer(*at, "ref"), told)
            return
        if node.repeat is not None:
            if node.scope == "shared":
                told = 'a repeated subgraph needs "scope": "isolated", so that each item has its answers'
                self.findings.add("FLOW211", pointer(*at, "repeat"), told)
            if node.repeat.minimum > node.repeat.maximum:
                told = f"minimum={node.repeat.minimum} exceeds maximum={node.repeat.maximum}"
                self.findings.add("FLOW206", pointer(*at, "repeat", "minimum"), told)
        if node.scope == "shared":
            if node.inputs or node.outputs:
                told = 'with "scope": "shared" the subgraph sees and leaves all answers anyway'
                self.findings.add("FLOW207", pointer(*at), told)
            return
        for inner, outer in node.inputs.items():
            self.key(graph, outer, (*at, "inputs", inner))
        for outer, inner in node.outputs.items():
            self.key(node.ref, inner, (*at, "outputs", outer))

    def key(self, graph: str, key: str, at: tuple[Any, ...]) -> None:
        if key not in self.scopes[graph]:
            told = f"no question asks for {key!r}{listed(self.scopes[graph])}"
            self.findings.add("FLOW113", pointer(*at), told)

    def flow_wide(self) -> None:
        if not self.flow.id.strip():
            self.findings.add("FLOW104", pointer("id"), "the id of the flow is empty")
        used = {
            node.ref
            for _, graph, _ in graphs_of(self.flow)
            for node in graph.nodes
            if node.type == "subgraph"
        }
        for name in self.flow.subgraphs:
            if not name.strip():
                self.findings.add("FLOW104", pointer("subgraphs", name), "the name is empty")
            if name not in used:
                self.findings.add("FLOW114", pointer("subgraphs", name), "no node refers to it")
        self.shared_keys()
        self.upgrades()
        self.groups()
        self.dependencies()

    def shared_keys(self) -> None:
        """Report questions with the same key but different constraints on the answer."""
        first: dict[str, tuple[str, QuestionNode]] = {}
        for name, graph, at in graphs_of(self.flow):
            for index, node in enumerate(graph.nodes):
                if node.type != "question" or node.key is None:
                    continue
                other_graph, other = first.setdefault(node.key, (name, node))
                if other_graph == name or self.scopes[name] is not self.scopes[other_graph]:
                    continue
                if (other.data_type, other.allowed_values) != (node.data_type, node.allowed_values):
                    told = (
                        f"{node.key!r} is also asked by {other.id!r}, with another type or other options"
                    )
                    self.findings.add("FLOW103", pointer(*at, "nodes", index, "key"), told)

    def upgrades(self) -> None:
        """Report new names of upgrades that the flow does not have."""
        ids = {node.id for _, graph, _ in graphs_of(self.flow) for node in graph.nodes}
        everywhere = frozenset().union(*self.scopes.values())
        for index, upgrade in enumerate(self.flow.upgrades):
            for old, node in upgrade.nodes.items():
                if node not in ids:
                    told = f"no node of the flow has the id {node!r}"
                    self.findings.add("FLOW117", pointer("upgrades", index, "nodes", old), told)
            for old, key in upgrade.keys.items():
                if key not in everywhere:
                    told = f"no question asks for {key!r}{listed(everywhere)}"
                    self.findings.add("FLOW117", pointer("upgrades", index, "keys", old), told)

    def groups(self) -> None:
        everywhere = frozenset().union(*self.scopes.values())
        plain = bool(self.flow.oneOf) and isinstance(self.flow.oneOf[0], list)
        for index, group in enumerate(self.flow.groups):
            at = ("oneOf",) if plain else ("oneOf", index)
            below = () if plain else ("alternatives",)
            for place, alternative in enumerate(group.alternatives):
                if not alternative:
                    told = "an alternative without keys is always complete"
                    self.findings.add("FLOW501", pointer(*at, *below, place), told)
                for inner, key in enumerate(alternative):
                    if key not in everywhere:
                        told = f"no question asks for {key!r}{listed(everywhere)}"
                        self.findings.add("FLOW113", pointer(*at, *below, place, inner), told)
            self.alternatives([set(a) for a in group.alternatives], group.exclusive, (*at, *below))

    def alternatives(self, sets: list[set[str]], exclusive: bool, at: tuple[Any, ...]) -> None:
        if not sets:
            self.findings.add("FLOW501", pointer(*at), "the group has no alternatives")
            return
        if any(not keys for keys in sets):
            return
        contained = [
            any(other <= keys and i != j for j, other in enumerate(sets)) for i, keys in enumerate(sets)
        ]
        if exclusive and all(contained):
            told = "each alternative contains another, and the group is exclusive"
            self.findings.add("FLOW501", pointer(*at), told)
            return
        for index, within in enumerate(contained):
            if within:
                told = "another alternative is complete before this one can be"
                self.findings.add("FLOW502", pointer(*at, index), told)

    def dependencies(self) -> None:
        needs: dict[str, set[str]] = {}
        places: dict[str, str] = {}
        for _, graph, at in graphs_of(self.flow):
            for index, node in enumerate(graph.nodes):
                if node.type == "question" and node.key is not None:
                    needs.setdefault(node.key, set()).update(node.dependencies)
                    places.setdefault(node.key, pointer(*at, "nodes", index, "dependencies"))
        try:
            TopologicalSorter(needs).prepare()
        except CycleError as error:
            circle = error.args[1]
            start = min(circle)
            told = f"none can ever be asked: {' -> '.join(circle)}"
            self.findings.add("FLOW309", places[start], told)


def _fits(kind: str, asked: QuestionNode) -> bool:
    """Return whether values of a declared type can be answers to a question."""
    wanted = "text" if asked.allowed_values else asked.data_type
    if "any" in (kind, wanted) or kind == wanted:
        return True
    texts = {"text", "date", "email", "phone", "url"}
    return {kind, wanted} == {"number", "integer"} or {kind, wanted} <= texts


def _key(node: AnyNode) -> str | None:
    return node.key if node.type == "question" else None


def listed(names: Iterable[str]) -> str:
    """Return known names as the end of a message."""
    known = sorted(names)
    if not known:
        return "; there are none"
    return f"; there are {', '.join(known[:8])}{', ...' if len(known) > 8 else ''}"


def _without_incoming(graph: Graph) -> list[str]:
    """Return the ids of the nodes without incoming edges."""
    targets = {edge.target for edge in graph.edges}
    return [node.id for node in graph.nodes if node.id not in targets]
