"""
The second pass, fourth part: the edges of each node together, with what is known there (rules 406-416).

Guards that can never be true, edges behind others that are always taken before, guards that may be true
at once, cases without an edge, and answers that are read where nothing has asked for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from ..errors import shortened
from ..guard import BOOL, DOUBLE, DYN, INT, STRING, Expression, Guard, Type
from ..guard.check import plain
from ..guard.tree import Binary, Conditional, Has, Items, Literal, Node, Select, children, path_of, walk
from ..guard.types import ListType
from .compiled import CompiledGraph, Place, Way, graphs_of
from .examples import Examples
from .formulas import Formulas, apart, keys_of, negation, shown_witness
from .formulas import known as has
from .intake import Asked, Constrained, OnValue
from .ir import Flow, Graph, SubgraphNode
from .knowledge import Analysis
from .known_facts import Knowledge
from .rules import Findings, pointer
from .shape import reach
from .templates import TEXTS, placeholders
from .values import AnswerCheck, misfit

#: Limit of pairs of guards of one node.
_PAIRS = 20_000

#: Number of pairs named in a finding about pairs that were not compared.
_SHOWN = 4


#: Values of types whose values are either all refused by a type of answers or none for their type.
_OF_TYPE: dict[Type, Any] = {BOOL: False, INT: 0, DOUBLE: 0.0}


class Cases:
    """
    Examination of all nodes of a flow.

    Parameters
    ----------
    analysis
        Knowledge at each node.
    broken
        Nodes with a guard that did not compile, as (graph, node); they are not examined.
    findings
        Receiver of findings.
    """

    def __init__(
        self,
        flow: Flow,
        graphs: Mapping[str, CompiledGraph],
        analysis: Analysis,
        broken: Iterable[tuple[str, str]],
        findings: Findings,
    ) -> None:
        self.flow = flow
        self.graphs = graphs
        self.analysis = analysis
        self.formulas: Formulas = analysis.formulas
        self.broken = frozenset(broken)
        self.findings = findings
        self.checks = self._checks()
        self.examples = Examples(self.formulas, graphs, self.checks)
        self.circular = any(finding.code == "FLOW309" for finding in findings.sorted())

    def run(self, constraints: Iterable[tuple[str, Constrained]]) -> None:
        """Examine all nodes, and constraints with their locations."""
        for name, graph, at in graphs_of(self.flow):
            for index, node in enumerate(graph.nodes):
                here = self.analysis.at.get((name, node.id))
                place = self.graphs[name].places.get(node.id)
                if here is not None and place is not None and place.node is node:
                    self._node(place, here, graph, at, index)
        if self.formulas.meter.exhausted:
            told = "the analysis has used up its work; nodes and edges were examined in part only"
            self.findings.add("FLOW416", "", told)
        for where, constraint in constraints:
            formula = self.formulas.of(constraint.guard)
            self._constants(constraint.guard, where)
            everything = self.analysis.nothing()
            if not self.formulas.meter.never(constraint.guard) and (
                self.analysis.solve(everything, [formula])[0] == "impossible"
            ):
                self.findings.add(
                    "FLOW410",
                    where,
                    f"{constraint.guard.source!r} contradicts the limits of the answers",
                )

    def _node(
        self, place: Place, here: Knowledge, graph: Graph, at: tuple[Any, ...], index: int
    ) -> None:
        where = pointer(*at, "nodes", index)
        self._texts(place, here, graph, (*at, "nodes", index))
        inputs = place.node.inputs if isinstance(place.node, SubgraphNode) else {}
        for inner, key in inputs.items():
            if key in self.checks and key not in here.may:
                told = f"{key!r} is given to the subgraph and {self._elsewhere(key, place, graph)}"
                self.findings.add("FLOW413", pointer(*at, "nodes", index, "inputs", inner), told)
        for key, expression in place.values:
            value_at = pointer(*at, "nodes", index, "values", key)
            self._reads(expression, here, place, graph, value_at)
            self._missing(expression, here, value_at)
            self._fitting(expression, key, place, value_at)
            here = replace(here, may=here.may | [key])
        if place.asked is not None and place.node.type == "question":
            self._question(place, place.asked, here, graph, (*at, "nodes", index))
        for cause, ways in place.ways.items():
            known = self.analysis.after(place, cause)
            for way in ways:
                if way.guard is not None:
                    edge_at = pointer(*at, "edges", way.index, "guard")
                    self._reads(way.guard, known, place, graph, edge_at)
                    self._constants(way.guard, edge_at)
            last = [*ways, place.otherwise] if cause == "next" and place.otherwise else list(ways)
            self._taken(last, known, place.graph, at)
            self._overlaps(ways, known, at)
        if (place.graph, place.node.id) in self.broken or not self.analysis.whole:
            return
        ways = place.ways.get("next", ())
        if ways and place.otherwise is None and all(way.guard is not None for way in ways):
            self._gap(ways, self.analysis.after(place, "next"), where)

    def _texts(self, place: Place, here: Knowledge, graph: Graph, at: tuple[Any, ...]) -> None:
        """Report placeholders of answers that no way to here asks for."""
        own = {place.asked.key} if place.asked is not None else set()
        for field in TEXTS:
            for key, has_default in placeholders(getattr(place.node, field, None) or ""):
                if key not in self.checks or key in own:
                    continue
                if key not in here.may:
                    told = f"{key!r} is shown here and {self._elsewhere(key, place, graph)}"
                    self.findings.add("FLOW413", pointer(*at, field), told)
                elif not has_default and self._may_lack(here, key):
                    told = (
                        f"{key!r} is shown here and may have no value: not every way here gives it one; "
                        f"{{{key}|text}} has a text for that case"
                    )
                    self.findings.add("FLOW413", pointer(*at, field), told)

    def _question(
        self, place: Place, asked: Asked, here: Knowledge, graph: Graph, at: tuple[Any, ...]
    ) -> None:
        for index, key in enumerate(asked.node.dependencies):
            if key not in here.may and key in self.checks and not self.circular:
                told = f"{asked.key!r} is never asked: {key!r} is {self._elsewhere(key, place, graph)}"
                self.findings.add("FLOW310", pointer(*at, "dependencies", index), told)
        self._validator(asked, pointer(*at, "validate"))
        if asked.when is not None:
            where = pointer(*at, "when")
            self._reads(asked.when, here, place, graph, where)
            self._constants(asked.when, where)
            self._contradiction(asked.when, here, where, "the question is never asked")

    def _validator(self, asked: Asked, where: str) -> None:
        """Report a validator that refuses all answers which the limits of its question allow."""
        if not isinstance(asked.validator, OnValue) or self.formulas.meter.never(asked.validator.guard):
            return
        demands = [has(asked.key), *self.formulas.limits(asked)]
        if self.formulas.meter.solve(map(self.formulas.guard, demands))[0] == "impossible":
            source = asked.validator.guard.source
            told = f"{source!r} is never true: it contradicts the limits of the answers"
            self.findings.add("FLOW410", where, told)

    # --------------------------------------------------------------------------------- guards

    def _reads(
        self, guard: Expression, known: Knowledge, place: Place, graph: Graph, where: str
    ) -> None:
        """Report keys that no way to here asks for, unless the guard tests that they are there."""
        formula = self.formulas.guard(self.formulas.rewritten(guard.ast), guard.source)
        tested = {path_of(node.path) for node in walk(formula.ast) if isinstance(node, Has)}
        for key in sorted(key for key in keys_of(formula) if key not in known.may):
            if ("answers", key) not in tested and key in self.checks:
                told = f"{key!r} is read here and {self._elsewhere(key, place, graph)}"
                self.findings.add("FLOW413", where, told)

    def _missing(self, expression: Expression, known: Knowledge, where: str) -> None:
        """Report keys of a value that only some ways to here ask for: without them it fails."""
        formula = self.formulas.guard(self.formulas.rewritten(expression.ast), expression.source)
        if any(isinstance(node, Has | Conditional) for node in walk(formula.ast)):
            return
        for key in sorted(key for key in keys_of(formula) if key in known.may):
            if key in self.checks and self._may_lack(known, key):
                told = f"{key!r} is read here and may have no value: not every way here gives it one"
                self.findings.add("FLOW413", where, told)

    def _fitting(self, expression: Expression, key: str, place: Place, where: str) -> None:
        """Report a value that the question of its key refuses: the assignment always fails."""
        asked = self.graphs[place.graph].questions.get(key)
        if asked is None:
            return
        if not expression.reads and not expression.calls:
            value, failure = expression.evaluate({})
            error = failure or asked.check(value).error
        else:
            kind = plain(expression.type)
            sample = [] if isinstance(kind, ListType) else _OF_TYPE.get(kind)
            error = None if sample is None else misfit(asked.node, sample)
        if error is not None:
            told = f"{expression.source!r} is no answer to the question for {key!r}: {error}"
            self.findings.add("FLOW505", where, told)

    def _may_lack(self, known: Knowledge, key: str) -> bool:
        """Return whether a key that some ways give a value has none on others."""
        if key in known.must or not self.analysis.whole:
            return False
        absent = self.formulas.guard(negation(has(key)))
        return self.analysis.solve(known, [absent])[0] != "impossible"

    def _elsewhere(self, key: str, place: Place, graph: Graph) -> str:
        links: dict[str, list[str]] = {}
        for edge in graph.edges:
            links.setdefault(edge.source, []).append(edge.target)
        below = reach([place.node.id], links)
        asking = {node.id for node in graph.nodes if node.type == "question" and node.key == key}
        if asking & below:
            return "asked only later"
        return "asked on another branch only" if asking else "not asked on the way here"

    def _constants(self, guard: Guard, where: str) -> None:
        """Report constants that the checks of an answer would refuse."""
        for node in walk(self.formulas.of(guard).ast):
            for key, value in _compared(node):
                check = self.checks.get(key)
                if check is None or self.formulas.types.get(key) not in (STRING, DYN):
                    continue
                verdict = check(value)
                if verdict.error is not None:
                    told = f"{key!r} is never {shortened(value)}: {verdict.error}"
                    self.findings.add("FLOW414", where, told)
                elif verdict.value != value:
                    told = f"{key!r} is never {shortened(value)}: it is stored as {verdict.value!r}"
                    self.findings.add("FLOW414", where, told)

    def _contradiction(self, guard: Guard, known: Knowledge, where: str, effect: str) -> bool:
        """Report a guard that cannot be true here, and return whether it cannot."""
        formula = self.formulas.of(guard)
        if self.formulas.meter.never(guard) or self.analysis.solve(known, [formula])[0] != "impossible":
            return False
        if (
            self.analysis.solve(replace(known, must=self.analysis.nothing().must), [formula])[0]
            != "impossible"
        ):
            return True  # it holds if an answer is missing that cannot be missing: a precaution
        alone = self.analysis.solve(self.analysis.nothing(), [formula])[0] == "impossible"
        reason = (
            "it contradicts the limits of the answers"
            if alone
            else ("it contradicts the guards on every way here")
        )
        self.findings.add("FLOW410", where, f"{guard.source!r} is never true, {effect}: {reason}")
        return True

    def _taken(self, ways: Sequence[Way], known: Knowledge, graph: str, at: tuple[Any, ...]) -> None:
        """Report guards that are never true here, and edges behind others that are taken before."""
        always: Way | None = None
        for position, way in enumerate(ways):
            where = pointer(*at, "edges", way.index)
            if always is not None:
                told = f"edge {always.index}, {always.name}, is always taken before"
                self.findings.add("FLOW409", where, told)
                continue
            if way.guard is None:
                self._superfluous(way, ways[:position], known, graph, at)
                # An else-edge after a complete list of cases is a precaution, not a mistake.
                always = way if way.edge.guard is None or way.edge.guard.strip() != "else" else None
                continue
            formula = self.formulas.of(way.guard)
            # Guards of one priority that are true at once are reported as such.
            earlier = self.analysis.before(ways, position, ranked=True)
            if self.analysis.solve(known, [formula], earlier)[0] == "impossible":
                if not self.formulas.meter.never(way.guard) and not self._contradiction(
                    way.guard, known, f"{where}/guard", "the edge is never taken"
                ):
                    told = "the edges before it are taken in all its cases"
                    self.findings.add("FLOW409", where, told, "warning")
            elif self.analysis.solve(self.analysis.nothing(), [], [formula])[0] == "impossible":
                always = way

    def _superfluous(
        self, way: Way, before: Sequence[Way], known: Knowledge, graph: str, at: tuple[Any, ...]
    ) -> None:
        """Report an edge that nothing is left for, if questions are never asked therefore."""
        guards = [self.formulas.of(other.guard) for other in before if other.guard is not None]
        unasked = self._unasked(graph, way.target) if guards else None
        if unasked is not None and self.analysis.solve(known, [], guards)[0] == "impossible":
            told = f"the edges before it are taken in all cases: {unasked!r} is never asked"
            self.findings.add("FLOW409", pointer(*at, "edges", way.index), told, "warning")

    def _unasked(self, graph: str, start: str) -> str | None:
        """Return a question, at a node or behind it, that no way from the entry leads to."""
        places, reached = self.graphs[graph].places, self.analysis.at
        links = {
            node: [way.target for ways in place.ways.values() for way in ways]
            + ([place.otherwise.target] if place.otherwise is not None else [])
            for node, place in places.items()
            if (graph, node) not in reached
        }
        behind = reach([start], links) if start in links and self.analysis.whole else set()
        asking = [node for node in behind & links.keys() if places[node].node.type == "question"]
        return min(asking, key=list(places).index, default=None)

    def _overlaps(self, ways: Iterable[Way], known: Knowledge, at: tuple[Any, ...]) -> None:
        by_priority: dict[int, list[tuple[Way, Guard]]] = {}
        for way in ways:
            if way.guard is not None:
                formula = self.formulas.of(way.guard)
                by_priority.setdefault(way.priority, []).append((way, formula))
        for same in by_priority.values():
            skipped: list[str] = []
            total = len(same) * (len(same) - 1) // 2
            left = 0
            for count, (i, j) in enumerate(_near_pairs([guard for _, guard in same])):
                (one, first), (other, second) = same[i], same[j]
                if count >= _PAIRS:
                    left += total - count
                    break
                if apart(first, second):
                    continue
                if self.formulas.meter.exhausted:
                    left += 1
                    if len(skipped) < _SHOWN:
                        skipped.append(f"{one.index} and {other.index}")
                    continue
                here = pointer(*at, "edges", other.index, "guard")
                kind, witness = self.examples.find(*self.analysis.problem(known, [first, second]))
                if kind == "possible" and _true_of(witness, (one, other)):
                    told = f"also true when that of edge {one.index} is{_shown(witness)}"
                    self.findings.add("FLOW406", here, told)
                elif kind != "impossible":
                    told = f"cannot tell whether it excludes that of edge {one.index}"
                    self.findings.add("FLOW407", here, told)
            if left:
                named = f": edges {', '.join(skipped)}" if skipped else ""
                more = f" and {left - len(skipped)} more" if skipped and left > len(skipped) else ""
                told = (
                    f"{left} of {total} pairs of guards of one priority were not compared"
                    f"{named}{more}; give the edges priorities"
                )
                self.findings.add("FLOW407", pointer(*at, "edges", same[0][0].index), told)

    def _gap(self, ways: Iterable[Way], known: Knowledge, where: str) -> None:
        listed = [way.guard for way in ways if way.guard is not None]
        problem = self.analysis.problem(known, [], map(self.formulas.of, listed))
        kind, witness = self.examples.find(*problem)
        if kind == "impossible":
            return
        values = shown_witness(witness)
        if kind == "possible" and not any(guard(_roots(values)) for guard in listed if not guard.calls):
            told = f"no edge is taken{_shown(witness)}"
        else:
            told = "cannot tell whether an edge is always taken"
        self.findings.add("FLOW408", where, f"{told}; add an else-edge")

    def _checks(self) -> dict[str, AnswerCheck | None]:
        """Return the check of each key that only questions with equal checks set."""
        found: dict[str, AnswerCheck | None] = {}
        nodes: dict[str, Any] = {}
        for graph in self.graphs.values():
            for place in graph.places.values():
                node = place.node
                if node.type == "question" and place.asked is not None:
                    limits = node.model_dump(include=_LIMITS)
                    same = nodes.setdefault(place.asked.key, limits) == limits
                    found[place.asked.key] = place.asked.check if same else None
        for graph in self.graphs.values():
            for place in graph.places.values():
                node = place.node
                free = [*node.inputs, *node.outputs] if node.type == "subgraph" else []
                if node.type in ("action", "assign"):
                    keys = node.outputs if node.type == "action" else node.values
                    free = [key for key in keys if key not in graph.questions]
                for key in free:
                    if key in found:
                        found[key] = None
        return found


_LIMITS = {"data_type", "allowed_values", "min_length", "max_length", "pattern"}


def _compared(node: Node) -> Iterable[tuple[str, str]]:
    """Yield keys and the texts that a node compares them with for equality."""
    if not isinstance(node, Binary) or node.operator not in ("==", "!=", "in"):
        return
    for side, other in ((node.left, node.right), (node.right, node.left)):
        path = path_of(side)
        if path is None or len(path) != 2 or path[0] != "answers" or not isinstance(side, Select):
            continue
        constants = children(other) if isinstance(other, Items) and node.operator == "in" else (other,)
        for constant in constants:
            if isinstance(constant, Literal) and isinstance(constant.value, str):
                yield path[1], constant.value


def _near_pairs(guards: Sequence[Guard]) -> Iterator[tuple[int, int]]:
    """Yield the pairs that do not obviously differ in the constant that most guards compare with."""
    paths = Counter(path for guard in guards for path in guard.pinned)
    path = max(paths, key=lambda one: (paths[one], one), default=())
    by_constant: dict[Any, list[int]] = {}
    free = []
    for index, guard in enumerate(guards):
        constants = guard.pinned.get(path)
        if constants is None:
            free.append(index)
        for constant in constants or ():
            by_constant.setdefault(constant, []).append(index)
    seen: set[tuple[int, int]] = set()
    for together in by_constant.values():
        for pair in combinations(together, 2):
            if len(seen) > _PAIRS:
                return
            if pair not in seen:
                seen.add(pair)
                yield pair
    unbound = set(free)
    for index in free:
        for other in range(len(guards)):
            if other > index or (other < index and other not in unbound):
                yield min(index, other), max(index, other)


def _roots(values: Mapping[str, Any]) -> dict[str, Any]:
    return {"ctx": {}, "path": {"locked": False, "votes": {}}, "unknown": [], **values}


def _true_of(witness: Mapping[str, Any] | None, ways: Sequence[Way]) -> bool:
    """Return whether the shown values make guards true; a length may have replaced a text."""
    values = _roots(shown_witness(witness))
    return all(way.guard is None or way.guard.calls or way.guard(values) for way in ways)


def _shown(witness: Mapping[str, Any] | None) -> str:
    if not witness:
        return ""
    values = shown_witness(witness)
    values.pop("path", None)
    return f", for instance with {values!r}"
