"""
The compiler of flows.

The first pass checks the syntax of the document (``schema``), the second one names and references
(``references``), shape (``shape``) and guards (``guards``). All findings are reported at once, each with
the code of its rule (``rules``), a severity and a JSON pointer. Only a flow without errors is compiled.
At run time, failures such as a failing action or a node without a true guard have defined outcomes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..canonical import canonical
from ..canonical import digest as sha256
from ..errors import DefinitionError, Finding
from .cases import Cases
from .compiled import Answerable, CompiledFlow, CompiledGraph, Place, entry_of, graphs_of
from .formulas import Formulas
from .guards import Guards, scopes
from .intake import Asked, Constrained, OnValue
from .ir import AnyNode, Edge, Flow, QuestionNode, digest, logic
from .knowledge import Analysis, excusable
from .references import check_references, is_name
from .registry import EMPTY, Action, Registry, no_action
from .rounds import check_rounds
from .rules import Findings
from .schema import parse
from .shape import check_shape
from .values import AnswerCheck, without_faults

#: Findings after which the shape is not checked, so that one misspelled id is one finding.
_BREAKING = frozenset(
    {"FLOW101", "FLOW104", "FLOW105", "FLOW106", "FLOW107", "FLOW108", "FLOW109", "FLOW110", "FLOW203"}
)


def check_flow(document: Any, registry: Registry = EMPTY) -> list[Finding]:
    """
    Return all findings about a document.

    Parameters
    ----------
    document
        Plain data, as in JSON.
    registry
        Functions of the host.
    """
    return _compile(document, registry)[0].sorted()


def compile_flow(document: Any, registry: Registry = EMPTY) -> CompiledFlow:
    """
    Compile a document.

    Parameters
    ----------
    document
        Plain data, as in JSON; not changed.
    registry
        Functions of the host: predicates, validators, actions.

    Returns
    -------
    CompiledFlow
        Immutable flow; its ``warnings`` are the findings that are not errors.

    Raises
    ------
    DefinitionError
        If the document has errors; the error lists all findings.
    """
    findings, flow = _compile(document, registry)
    if flow is None:
        name = document.get("id") if isinstance(document, Mapping) else None
        what = f"flow {name!r}" if isinstance(name, str) else "the flow"
        raise DefinitionError(f"{what} has errors", findings.sorted())
    return flow


def _compile(document: Any, registry: Registry) -> tuple[Findings, CompiledFlow | None]:
    findings = Findings()
    flow = parse(document, findings)
    if flow is None:
        return findings, None
    shared = scopes(flow)
    findings.extend(check_references(flow, registry, shared, whole=not findings.incomplete))
    codes = {finding.code for finding in findings.sorted()}
    whole = not (codes & _BREAKING or findings.incomplete)
    if whole:
        findings.extend(check_shape(flow))
    if "FLOW206" in codes:
        flow = without_faults(flow)
    compiled = _Assembly(flow, registry, shared, findings, whole=whole).flow()
    return findings, None if findings.errors else compiled


class _Assembly:
    """Assembly of a compiled flow."""

    def __init__(
        self,
        flow: Flow,
        registry: Registry,
        shared: Mapping[str, frozenset[str]],
        findings: Findings,
        *,
        whole: bool,
    ) -> None:
        self.whole = whole
        self.document = flow
        self.registry = registry
        self.shared = shared
        self.findings = findings
        self.guards = Guards(flow, registry, shared, findings)

    def flow(self) -> CompiledFlow | None:
        asked = {
            name: self.questions(name, graph.nodes, at) for name, graph, at in graphs_of(self.document)
        }
        answerable = self.answerable(asked)
        graphs = {}
        loose: dict[tuple[str, str], list[str]] = {}
        for name, graph, at in graphs_of(self.document):
            ways = self.guards.ways(name, graph, at)
            leaving: dict[str, list[Edge]] = {}
            for edge in graph.edges:
                leaving.setdefault(edge.source, []).append(edge)
            loose |= {(name, node): found.loose for node, found in ways.items() if found.loose}
            places = {
                node.id: Place(
                    node,
                    name,
                    {cause: tuple(listed) for cause, listed in ways[node.id].by_cause.items()},
                    ways[node.id].otherwise,
                    asked[name].get(node.id),
                    calls=(node.ref or "") if node.type == "subgraph" else "",
                    action=self.action(node),
                    values=self.guards.values(name, node, (*at, "nodes", index)),
                    digest=self.digest([node, *leaving.get(node.id, ())]),
                    own_digest=self.digest([node]),
                )
                for index, node in enumerate(graph.nodes)
            }
            graphs[name] = CompiledGraph(name, entry_of(graph) or "", places, answerable[name])
        constraints = self.guards.constraints()
        self.guards.check_context()
        self.examine(graphs, loose, constraints)
        if self.findings.errors:
            return None
        return CompiledFlow(
            ir=self.document,
            hash=digest(self.document),
            graphs=graphs,
            constraints=tuple(constraint for _, constraint in constraints),
            groups=tuple(self.document.groups),
            registry=self.registry,
            warnings=tuple(self.findings.sorted()),
            excusable=excusable(self.document, graphs),
            missing=self.missing(),
        )

    def examine(
        self,
        graphs: Mapping[str, CompiledGraph],
        loose: Mapping[tuple[str, str], list[str]],
        constraints: Iterable[tuple[str, Constrained]],
    ) -> None:
        """Examine the nodes with what is known at each."""
        guards = self.guards
        formulas = Formulas(guards.types, guards.declarations(guards.everywhere), guards.meter)
        for name, guard in guards.defined.items():
            formulas.define(name, guard)
        analysis = Analysis(self.document, graphs, formulas, loose, whole=self.whole)
        Cases(self.document, graphs, analysis, loose, self.findings).run(constraints)
        if self.whole and not loose:
            check_rounds(self.document, graphs, analysis, self.findings)

    def action(self, node: AnyNode) -> Action:
        """Return the function of an action node; that it is missing is a finding."""
        if node.type != "action" or node.action is None:
            return no_action
        return self.registry.actions.get(node.action, no_action)

    def missing(self) -> tuple[str, ...]:
        """Return the functions that are declared and not registered."""
        flow, registry = self.document, self.registry
        used = {
            node.action
            for _, graph, _ in graphs_of(flow)
            for node in graph.nodes
            if node.type == "action"
        }
        names = {f"action {name}" for name in used if name and name not in registry.actions}
        names |= {f"function {name}" for name in flow.functions.keys() - registry.predicates.keys()}
        names |= {f"validator {name}" for name in set(flow.validators) - registry.validators.keys()}
        return tuple(sorted(names))

    def digest(self, parts: Iterable[AnyNode | Edge]) -> str:
        """Return the digest of the logic of nodes and edges."""
        plain = [part.model_dump(mode="json", by_alias=True, exclude_defaults=True) for part in parts]
        return sha256(canonical(logic([*plain, {"predicates": self.document.predicates}])))[:16]

    def questions(self, graph: str, nodes: Any, at: tuple[Any, ...]) -> dict[str, Asked]:
        """Return the questions of one graph by node id."""
        found = {}
        for index, node in enumerate(nodes):
            if node.type == "subgraph" and node.repeat is not None:
                more = QuestionNode(
                    id=node.id,
                    type="question",
                    key=f"{node.repeat.key}.again",
                    prompt=node.repeat.prompt,
                    data_type="boolean",
                    required=False,
                )
                check = AnswerCheck(more)
                found[node.id] = Asked(more.key or "", more, (more.priority, index), check, None, None)
            if node.type == "question" and node.key is not None:
                here = (*at, "nodes", index)
                found[node.id] = Asked(
                    node.key,
                    node,
                    (node.priority, index),
                    AnswerCheck(node),
                    validator_of(node, self.registry, self.guards, here),
                    self.guards.when(graph, node, here),
                )
        return found

    def answerable(self, asked: Mapping[str, Mapping[str, Asked]]) -> dict[str, Answerable]:
        """Return the questions of each graph by key, with those of graphs that share its answers."""
        by_scope: dict[int, dict[str, Asked]] = {}
        for name, questions in asked.items():
            together = by_scope.setdefault(id(self.shared[name]), {})
            for question in questions.values():
                together.setdefault(question.key, question)
        found = {}
        for name, questions in asked.items():
            own: dict[str, Asked] = {}
            for question in questions.values():
                own.setdefault(question.key, question)
            found[name] = Answerable(own, by_scope[id(self.shared[name])])
        return found


def validator_of(
    node: QuestionNode, registry: Registry, guards: Guards, at: tuple[Any, ...]
) -> Callable[[Any], bool] | None:
    """Return the validator of a question: a registered one, a guard over ``value``, or None."""
    if node.validator is not None and is_name(node.validator):
        return registry.validators.get(node.validator)
    guard = guards.validator(node, at)
    return None if guard is None else OnValue(guard)
