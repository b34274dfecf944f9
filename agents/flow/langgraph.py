"""
Examination of a compiled LangGraph, as ``get_graph().to_json()`` gives it.

Only the shape is known there, not the conditions: nodes that cannot be reached, dead ends, parts from
which the end cannot be reached, and cycles without a condition. Each finding has a witness, the way from
the start.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from ..errors import Finding, InputError, shortened
from .rules import pointer
from .shape import components, cycles, reach

START, END = "__start__", "__end__"

#: Limit of nodes and edges.
MAX_PARTS = 20_000

Links = dict[str, list[str]]


class Shape(NamedTuple):
    """Graph of LangGraph: names of nodes, links, and pairs whose edge has a condition."""

    nodes: list[str]
    links: Links
    conditional: frozenset[tuple[str, str]]


def is_langgraph(document: Any) -> bool:
    """Return whether a document is the graph of a compiled LangGraph, not a flow."""
    if not isinstance(document, Mapping) or "version" in document:
        return False
    edges, nodes = document.get("edges"), document.get("nodes")
    if not isinstance(edges, list) or not isinstance(nodes, list):
        return False
    ids = [node.get("id") for node in nodes if isinstance(node, Mapping)]
    return START in ids or any(isinstance(edge, Mapping) and "source" in edge for edge in edges)


def check_langgraph(document: Mapping[str, Any]) -> list[Finding]:
    """
    Return the findings about the graph of a compiled LangGraph.

    Parameters
    ----------
    document
        Result of ``compiled.get_graph().to_json()``.

    Raises
    ------
    InputError
        If the document is not such a graph.
    """
    findings: list[Finding] = []
    graph = _read(document, findings)
    place = {name: pointer("nodes", index) for index, name in enumerate(graph.nodes)}

    def report(code: str, node: str, message: str, severity: str = "error") -> None:
        findings.append(Finding(code, place[node], message, severity))

    if START not in place:
        raise InputError(f"nodes: expected one with the id {START!r}")
    seen = reach([START], graph.links)
    backward: Links = {name: [] for name in graph.nodes}
    for source, targets in graph.links.items():
        for target in targets:
            backward[target].append(source)
    ending = reach([END] if END in place else [], backward)
    for name in graph.nodes:
        if name not in seen and name != END:
            hint = "declare the targets of routers and Commands if one leads there"
            report("LANG301", name, f"no way leads from {START!r} to {name!r}; {hint}")
        elif name in seen and name != END and not graph.links[name]:
            report("LANG302", name, f"{name!r} has no edge to go on: {_way(graph, {name})}")
    traps = {name: graph.links[name] for name in graph.nodes if name in seen and name not in ending}
    for component in components(traps):
        first = min(component, key=graph.nodes.index)
        leaves = any(t not in component for name in component for t in graph.links[name])
        if not leaves and graph.links[first] and first != END:
            names = ", ".join(map(repr, sorted(component)[:6]))
            report(
                "LANG303",
                first,
                f"from {names} the end cannot be reached: {_way(graph, set(component))}",
            )
    # LangGraph follows the edges without a condition whatever the conditions beside them say, and
    # adds an edge to the end itself where none leads there.
    always = {
        name: [target for target in targets if (name, target) not in graph.conditional]
        for name, targets in graph.links.items()
    }
    for component in cycles(always):
        if component[0] in seen and component[0] in ending:
            first = min(component, key=graph.nodes.index)
            names = " -> ".join([*sorted(component, key=graph.nodes.index), first][:6])
            report("LANG304", first, f"a cycle without a condition never ends: {names}", "warning")
    if END in place and END not in seen and not traps:
        report("LANG305", END, "the end cannot be reached")
    return sorted(findings, key=lambda f: (f.severity != "error", f.location, f.code))


def _read(document: Mapping[str, Any], findings: list[Finding]) -> Shape:
    nodes, edges = document.get("nodes"), document.get("edges")
    if not isinstance(nodes, list) or not isinstance(edges, list):
        raise InputError("graph: expected lists of nodes and edges, as get_graph().to_json() gives them")
    if len(nodes) + len(edges) > MAX_PARTS:
        raise InputError(f"{len(nodes) + len(edges)} nodes and edges: expected at most {MAX_PARTS}")
    names: list[str] = []
    for index, node in enumerate(nodes):
        name = node.get("id") if isinstance(node, Mapping) else None
        if not isinstance(name, str | int) or isinstance(name, bool):
            raise InputError(f"nodes/{index}: expected an object with an id")
        names.append(str(name))
    links: Links = {name: [] for name in names}
    conditional = set()
    for index, edge in enumerate(edges):
        if not isinstance(edge, Mapping):
            raise InputError(f"edges/{index}: expected an object with source and target")
        ends = [str(edge.get(end)) for end in ("source", "target")]
        unknown = [end for end in ends if end not in links]
        if unknown:
            message = f"{shortened(unknown[0])} is not a node of the graph"
            findings.append(Finding("LANG101", pointer("edges", index), message, "error"))
            continue
        links[ends[0]].append(ends[1])
        if edge.get("conditional"):
            conditional.add((ends[0], ends[1]))
    return Shape(names, links, frozenset(conditional))


def _way(graph: Shape, targets: Collection[str]) -> str:
    """Return a shortest way from the start to one of some nodes, as text."""
    before: dict[str, str | None] = {START: None}
    work = deque([START])
    while work:
        node = work.popleft()
        if node in targets:
            steps: list[str] = []
            here: str | None = node
            while here is not None:
                steps.append(here)
                here = before[here]
            steps.reverse()
            return " -> ".join(steps if len(steps) <= 12 else [*steps[:5], "...", *steps[-5:]])
        for target in graph.links[node]:
            if target not in before:
                before[target] = node
                work.append(target)
    return "no way"
