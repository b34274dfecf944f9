"""
Cycles whose questions are asked only once (rule 312).

A question is skipped when its answer is known. In a cycle of such questions nothing is asked the second
time: ``email -> confirm -> email`` does not ask for the address again, and goes round until the limit of
steps ends the conversation. A cycle is reported if its guards can hold together once all its questions
have answers; a hub that asks for what is missing is not, since its guards then lead elsewhere.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from ..guard import Guard
from .compiled import CompiledGraph, Place, graphs_of
from .formulas import keys_of
from .ir import EXIT, ActionNode, AssignNode, Flow, QuestionNode, SubgraphNode
from .knowledge import Analysis
from .rules import Findings, pointer
from .shape import components, reach

#: Limit of the cycles of one component that are compared with its guards.
_CYCLES = 40

#: Limit of the nodes of a component; the guards of larger ones are too many for one search.
_NODES = 300


#: Rules about cycles that cannot be left, or are not allowed.
_ENDLESS = frozenset({"FLOW302", "FLOW305"})


class _Step(NamedTuple):
    """Edge between two nodes, the guards that hold when it is taken, and those that do not."""

    source: str
    target: str
    hold: tuple[Guard, ...]
    fail: tuple[Guard, ...]


def check_rounds(
    flow: Flow, graphs: Mapping[str, CompiledGraph], analysis: Analysis, findings: Findings
) -> None:
    """Report cycles that ask nothing once their questions have answers, and are not reported anyway."""
    reported = {finding.location for finding in findings.sorted() if finding.code in _ENDLESS}
    rounds = _Rounds(flow, graphs, analysis)
    for name, graph, at in graphs_of(flow):
        places = graphs[name].places
        order = {node.id: index for index, node in enumerate(graph.nodes)}
        for cycle in rounds.of(graphs[name]):
            if any(pointer(*at, "nodes", order[id]) in reported for id in cycle):
                continue
            asked = [id for id in cycle if isinstance(places[id].node, QuestionNode)]
            first = min(asked, key=order.__getitem__)
            turn = cycle.index(first)
            shown = [*cycle[turn:], *cycle[:turn]][:6]
            keys = " and ".join(
                repr(places[id].node.key) for id in sorted(asked, key=order.__getitem__)[:3]
            )
            told = (
                f"the cycle {' -> '.join(map(repr, shown))}{' ...' if len(cycle) > 6 else ''} asks "
                f"nothing the second time, because {keys} {'is' if len(asked) == 1 else 'are'} known "
                'then; questions with "skip_known": false are asked again'
            )
            findings.add("FLOW312", pointer(*at, "nodes", order[first]), told)


class _Rounds:
    def __init__(self, flow: Flow, graphs: Mapping[str, CompiledGraph], analysis: Analysis) -> None:
        self.flow = flow
        self.graphs = graphs
        self.analysis = analysis
        self._without_question: set[str] = set()
        self._without_question = self._passable_graphs()
        self._answered: set[str] = set()
        self._answered = self._passable_graphs(answered=True)

    def skips(self, node: QuestionNode) -> bool:
        """Return whether a question with a known answer is skipped."""
        return self.flow.policies.skip_known if node.skip_known is None else node.skip_known

    def silent(self, place: Place, *, answered: bool = True) -> bool:
        """Return whether a node asks nothing, or nothing once the answers are known."""
        node = place.node
        if isinstance(node, QuestionNode):
            return answered and self.skips(node)
        if isinstance(node, SubgraphNode):
            if node.repeat is not None:
                return False
            shared = answered and node.scope == "shared"
            return place.calls in (self._answered if shared else self._without_question)
        return node.type != "terminal"

    def _passable_graphs(self, *, answered: bool = False) -> set[str]:
        """Return the graphs that can be passed without asking: a least fixed point over the calls."""
        found = self._answered if answered else self._without_question
        before = -1
        while before < len(found):
            before = len(found)
            for name in [name for name in [*self.graphs][::-1] if name not in found]:
                places = self.graphs[name].places
                silent = [p for p in places.values() if self.silent(p, answered=answered)]
                links = {
                    p.node.id: [s.target for s in self._steps(p)] + ([EXIT] if p.ends else [])
                    for p in silent
                }
                if EXIT in reach([self.graphs[name].entry], links):
                    found.add(name)
        return found

    def _steps(self, place: Place) -> Iterator[_Step]:
        """Yield the edges that a node is left by without a turn of the person."""
        formula = self.analysis.formulas.of
        for cause in ("next", "failure"):
            ways = place.ways.get(cause, ())
            for position, way in enumerate(ways):
                own = () if way.guard is None else (formula(way.guard),)
                yield _Step(place.node.id, way.target, own, tuple(self.analysis.before(ways, position)))
        if place.otherwise is not None:
            guards = tuple(formula(w.guard) for w in place.ways.get("next", ()) if w.guard is not None)
            yield _Step(place.node.id, place.otherwise.target, (), guards)

    def of(self, graph: CompiledGraph) -> Iterator[list[str]]:
        """Yield one cycle of each component that can be gone round in silence."""
        silent = {id for id, place in graph.places.items() if self.silent(place)}
        reached = {id for id in silent if (graph.name, id) in self.analysis.at}
        steps = [
            step for id in reached for step in self._steps(graph.places[id]) if step.target in reached
        ]
        waiting = _cyclic(reached, steps)
        while waiting:
            within, steps = waiting.pop()
            keys = self._keys(graph, within)
            if not keys or len(within) > _NODES:
                continue
            possible = [step for step in steps if self._possible(graph, [step], keys)]
            if len(possible) < len(steps):
                waiting += _cyclic(within, possible)
                continue
            for cycle in _simple_cycles(possible):
                ids = {step.source for step in cycle}
                asked = self._keys(graph, ids)
                if asked and self._possible(graph, cycle, asked):
                    yield [step.source for step in cycle]
                    break

    def _keys(self, graph: CompiledGraph, ids: set[str]) -> set[str]:
        """Return the keys that questions among some nodes ask for."""
        nodes = (graph.places[id].node for id in ids)
        return {node.key or "" for node in nodes if isinstance(node, QuestionNode)}

    def _possible(self, graph: CompiledGraph, steps: list[_Step], keys: set[str]) -> bool:
        """Return whether the guards of some edges can hold together, with some keys known."""
        places = [graph.places[step.source] for step in steps]
        changed = frozenset().union(*map(_set_by, places))
        known = self.analysis.after(places[0], "next").forget(changed)
        known = replace(known, must=known.must | keys)
        hold = [guard for step in steps for guard in step.hold]
        fail = [guard for step in steps for guard in step.fail]
        if len(steps) > 1:  # what an action or an assignment sets may differ from edge to edge
            hold = [guard for guard in hold if changed.isdisjoint(keys_of(guard))]
            fail = [guard for guard in fail if changed.isdisjoint(keys_of(guard))]
        return self.analysis.solve(known, hold, fail)[0] == "possible"


def _set_by(place: Place) -> frozenset[str]:
    """Return the keys that a node sets without asking."""
    node = place.node
    if isinstance(node, ActionNode):
        return frozenset(node.outputs)
    if isinstance(node, AssignNode):
        return frozenset(node.values)
    return frozenset(node.outputs) if isinstance(node, SubgraphNode) else frozenset()


def _cyclic(within: set[str], steps: list[_Step]) -> list[tuple[set[str], list[_Step]]]:
    """Return the components with a cycle, each with its edges."""
    links: dict[str, list[str]] = {id: [] for id in within}
    for step in steps:
        links[step.source].append(step.target)
    number = {id: n for n, part in enumerate(components(links)) for id in part}
    parts: dict[int, list[_Step]] = {}
    for step in steps:
        if number[step.source] == number[step.target]:
            parts.setdefault(number[step.source], []).append(step)
    return [({step.source for step in part}, part) for part in parts.values()]


def _simple_cycles(steps: list[_Step]) -> Iterator[list[_Step]]:
    """Yield a shortest cycle through each edge, for the first few edges."""
    leaving: dict[str, list[_Step]] = {}
    for step in steps:
        leaving.setdefault(step.source, []).append(step)
    for first in steps[:_CYCLES]:
        before: dict[str, _Step] = {}
        waiting = deque([first.target])
        while waiting and first.source not in before and first.target != first.source:
            for step in leaving.get(waiting.popleft(), ()):
                if step.target not in before and step.target != first.target:
                    before[step.target] = step
                    waiting.append(step.target)
        cycle = [first]
        while cycle[0].source != first.target and cycle[0].source in before:
            cycle.insert(0, before[cycle[0].source])
        if cycle[0].source == first.target:
            yield cycle
