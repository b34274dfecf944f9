"""
The second pass, second part: the shape of the graphs (rules 3xx and 209).

Reachable nodes, nodes from which an end can be reached, and cycles without a question. Only for flows
without errors of references.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from .compiled import TOP, entry_of, graphs_of, volunteered
from .ir import ACTION_FAILED, ELSE, EXIT, AnyNode, Flow, Graph
from .rules import Findings, pointer

Links = Mapping[str, Collection[str]]

#: Nodes that are passed without a turn of the person.
_SILENT = frozenset({"decision", "message", "action", "assign"})

#: Nodes that change nothing either.
_QUIET = frozenset({"decision", "message"})


def check_shape(flow: Flow) -> Findings:
    """Return all findings about shape."""
    findings = Findings()
    exits = _Exits(flow)
    for name, graph, at in graphs_of(flow):
        _check_graph(flow, name, graph, at, exits, findings)
    _check_recursion(flow, findings)
    if not exits.ends(TOP):
        findings.add("FLOW308", "", "no terminal can be reached from the entry")
    return findings


def components(links: Links) -> list[list[str]]:
    """Return the strongly connected components (Tarjan 1972, doi:10.1137/0201010)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    on_stack: set[str] = set()
    found: list[list[str]] = []
    for root in links:
        if root in index:
            continue
        work = [(root, iter(links[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, rest = work[-1]
            for target in rest:
                if target not in links:
                    continue
                if target not in index:
                    index[target] = low[target] = len(index)
                    stack.append(target)
                    on_stack.add(target)
                    work.append((target, iter(links[target])))
                    break
                if target in on_stack:
                    low[node] = min(low[node], index[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    component = [stack.pop()]
                    while component[-1] != node:
                        component.append(stack.pop())
                    on_stack.difference_update(component)
                    found.append(component[::-1])
    return found


def cycles(links: Links) -> list[list[str]]:
    """Return the components with a cycle."""
    return [c for c in components(links) if len(c) > 1 or c[0] in links[c[0]]]


def reach(start: Iterable[str], links: Links) -> set[str]:
    """Return the reachable nodes, including the start."""
    seen = set(start)
    work = list(seen)
    while work:
        for target in links.get(work.pop(), ()):
            if target not in seen:
                seen.add(target)
                work.append(target)
    return seen


def _links(graph: Graph) -> dict[str, list[str]]:
    links: dict[str, list[str]] = {node.id: [] for node in graph.nodes}
    for edge in graph.edges:
        if edge.source in links:
            links[edge.source].append(edge.target)
    return links


class _Exits:
    """
    Exits of each graph: return to the caller, end of the flow, return without a question.

    Each is a least fixed point over the calls, which covers recursive subgraphs.
    """

    def __init__(self, flow: Flow) -> None:
        self._graphs = {name: graph for name, graph, _ in graphs_of(flow)}
        self._links = {name: _links(graph) for name, graph in self._graphs.items()}
        self._returns = self._least(self._can_return)
        self._quiet = self._least(self._can_return_quietly)
        self._silent = self._least(self._can_return_silently)
        self._ends = self._least(self._can_end)

    def returns(self, name: str | None) -> bool:
        """Return whether a subgraph can return to its caller."""
        return name in self._returns

    def quiet(self, name: str | None) -> bool:
        """Return whether a subgraph can return without a question or an action."""
        return name in self._quiet

    def silent(self, name: str | None) -> bool:
        """Return whether a subgraph can return without a question."""
        return name in self._silent

    def ends(self, name: str | None) -> bool:
        """Return whether a subgraph can end the whole flow."""
        return name in self._ends

    def _least(self, able: Callable[[str, set[str]], bool]) -> set[str]:
        found: set[str] = set()
        waiting = list(reversed(self._graphs))
        while True:
            left = []
            for name in waiting:
                if able(name, found):
                    found.add(name)
                else:
                    left.append(name)
            if len(left) == len(waiting):
                return found
            waiting = left

    def _walk(self, name: str, passable: Callable[[AnyNode], bool]) -> tuple[set[str], bool]:
        """Return the nodes reached if only some can be passed, and whether the graph is left."""
        graph = self._graphs[name]
        entry = entry_of(graph)
        if entry is None:
            return set(), False
        links = self._links[name]
        passed = {node.id: links[node.id] for node in graph.nodes if passable(node)}
        seen = reach([entry], passed)
        return seen, EXIT in seen or any(i in seen and not targets for i, targets in passed.items())

    def _can_return(self, name: str, so_far: set[str]) -> bool:
        def passable(node: AnyNode) -> bool:
            return node.ref in so_far if node.type == "subgraph" else node.type != "terminal"

        return self._walk(name, passable)[1]

    def _can_return_quietly(self, name: str, so_far: set[str]) -> bool:
        def passable(node: AnyNode) -> bool:
            return node.ref in so_far if node.type == "subgraph" else node.type in _QUIET

        return self._walk(name, passable)[1]

    def _can_return_silently(self, name: str, so_far: set[str]) -> bool:
        def passable(node: AnyNode) -> bool:
            return node.ref in so_far if node.type == "subgraph" else node.type in _SILENT

        return self._walk(name, passable)[1]

    def _can_end(self, name: str, so_far: set[str]) -> bool:
        seen, _ = self._walk(name, lambda node: node.type != "subgraph" or node.ref in self._returns)
        return any(
            node.type == "terminal" or (node.type == "subgraph" and node.ref in so_far)
            for node in self._graphs[name].nodes
            if node.id in seen
        )


def _check_graph(
    flow: Flow, name: str, graph: Graph, at: tuple[Any, ...], exits: _Exits, findings: Findings
) -> None:
    links = _links(graph)
    where = {node.id: pointer(*at, "nodes", i) for i, node in enumerate(graph.nodes)}
    by_id = {node.id: node for node in graph.nodes}
    entry = entry_of(graph)
    seen = reach([] if entry is None else [entry], links)
    going = {edge.source for edge in graph.edges if edge.on == "next"}
    for node in graph.nodes:
        if node.type == "decision" and not links[node.id]:
            findings.add("FLOW209", where[node.id], f"decision {node.id!r} has no edges")
        elif (
            node.type != "terminal"
            and node.id not in going
            and (node.id in seen or not volunteered(node))
        ):
            reason = (
                "the subgraph exits here, add an edge" if at else "the flow ends here, add a terminal"
            )
            # A subgraph returns to its caller in any case, and a called one has done its work.
            harmless = bool(at) or node.type == "subgraph"
            findings.add(
                "FLOW303",
                where[node.id],
                f"{node.id!r} has no edge to go on: {reason}",
                "warning" if harmless else None,
            )
    for node in graph.nodes:
        if node.id not in seen and not volunteered(node):
            findings.add("FLOW301", where[node.id], f"no way leads from {entry!r} to {node.id!r}")
    _check_ends(links, by_id, where, seen, exits, graph, findings)
    if name and not exits.returns(name) and not exits.ends(name):
        findings.add("FLOW307", pointer(*at), f"subgraph {name!r} neither exits nor ends the flow")
    _check_cycles(flow, graph, where, exits, findings)


def _check_ends(
    links: Links,
    by_id: Mapping[str, Any],
    where: Mapping[str, str],
    seen: set[str],
    exits: _Exits,
    graph: Graph,
    findings: Findings,
) -> None:
    backward: dict[str, list[str]] = {EXIT: [], **{node: [] for node in links}}
    for source, targets in links.items():
        node = by_id[source]
        if node.type == "subgraph" and not exits.returns(node.ref):
            continue
        for target in targets:
            backward[target].append(source)
    final = [
        i
        for i, node in by_id.items()
        if node.type == "terminal" or not links[i] or (node.type == "subgraph" and exits.ends(node.ref))
    ]
    good = reach([EXIT, *final], backward)
    for node in graph.nodes:
        if node.id in seen and node.id not in good:
            findings.add("FLOW302", where[node.id], f"from {node.id!r} no end can be reached")


def _check_cycles(
    flow: Flow, graph: Graph, where: Mapping[str, str], exits: _Exits, findings: Findings
) -> None:
    # An invalid answer may lead to an explanation and back: max_attempts bounds that.
    links: dict[str, list[str]] = {node.id: [] for node in graph.nodes}
    for edge in graph.edges:
        if edge.on != "invalid" and edge.target in links:
            links[edge.source].append(edge.target)
    quiet = {
        node.id
        for node in graph.nodes
        if node.type in _QUIET or (node.type == "subgraph" and exits.quiet(node.ref))
    }
    hot = cycles({i: [t for t in targets if t in quiet] for i, targets in links.items() if i in quiet})
    for component in hot:
        first = min(component, key=list(links).index)
        told = f"nothing is asked or done between {' and '.join(map(repr, sorted(component)[:4]))}"
        findings.add("FLOW304", where[first], told)
    _check_action_loops(graph, links, quiet, exits, where, findings)
    if flow.policies.allow_cycles:
        return
    burning = {node for component in hot for node in component}
    cool = {
        i: [t for t in targets if not (i in burning and t in burning)] for i, targets in links.items()
    }
    for component in cycles(cool):
        first = min(component, key=list(links).index)
        told = f"a cycle through {', '.join(map(repr, sorted(component)[:4]))}"
        findings.add("FLOW305", where[first], told)


def _check_action_loops(
    graph: Graph,
    links: Links,
    quiet: Collection[str],
    exits: _Exits,
    where: Mapping[str, str],
    findings: Findings,
) -> None:
    """Report cycles that run actions without a question: only the results of actions end them."""
    silent = set(quiet)
    outputs: dict[str, set[str]] = {}
    for node in graph.nodes:
        if node.type in ("action", "assign"):
            silent.add(node.id)
            outputs[node.id] = {*(node.outputs if node.type == "action" else node.values)}
        elif node.type == "subgraph" and exits.silent(node.ref):
            silent.add(node.id)
    loops = cycles({i: [t for t in links[i] if t in silent] for i in links if i in silent})
    for component in loops:
        if not any(node in outputs for node in component):
            continue  # reported as a cycle of decisions
        first = min(component, key=list(links).index)
        names = ", ".join(map(repr, sorted(component)[:4]))
        changing = set().union(*(outputs.get(node, ()) for node in component))
        leaving = [
            edge
            for edge in graph.edges
            if edge.source in component and (edge.target not in component or edge.on == "failure")
        ]
        can_end = any(
            edge.on == "failure"
            or edge.guard is None
            or edge.guard.strip() in (ELSE, ACTION_FAILED)
            or any(key in edge.guard for key in changing)
            for edge in leaving
        )
        reason = "only their results end it" if can_end else "nothing that happens in it can end it"
        findings.add(
            "FLOW311",
            where[first],
            f"a cycle through {names} runs actions and asks nothing: {reason}",
            None if can_end else "error",
        )


def _check_recursion(flow: Flow, findings: Findings) -> None:
    if flow.policies.allow_recursion:
        return
    calls = {
        name: [node.ref for node in graph.nodes if node.type == "subgraph" and node.ref is not None]
        for name, graph in flow.subgraphs.items()
    }
    for component in cycles(calls):
        first = min(component)
        told = f"it calls itself: {' -> '.join([*sorted(component), first])}"
        findings.add("FLOW306", pointer("subgraphs", first), told)
