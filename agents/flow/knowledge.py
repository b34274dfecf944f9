"""
What is known about the answers at each node: a forward analysis over all ways from the entry.

At each node it holds which keys have a value on every way there, which may have one on some way, which
guards were true or not true on every way, and which options are left. An answer that is asked again
invalidates what was known about it. The edges whose guards cannot hold are not followed. Answers given
before they are asked are not assumed; a replaced answer leads back over the flow, so that the guards of
the way still hold.

The same subgraph is analyzed once, with what all its callers know; what a caller knows about keys that
the subgraph does not set remains after the call. Data-flow analysis after Kildall (1973,
doi:10.1145/512927.512945).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from heapq import heappop, heappush
from typing import Any

from ..guard import Guard
from ..guard.tree import Call, Literal, Node, walk
from .compiled import TOP, CompiledGraph, Place, Way, volunteered
from .formulas import LENGTHS, Formulas, Kind, apart, joined, keys_of, known, negation
from .ir import EXIT, ActionNode, AssignNode, Cause, Flow, OneOf, QuestionNode, SubgraphNode
from .keys import KeyTable
from .known_facts import MAX_FACTS, Fact, Knowledge, lasts
from .order import forward
from .references import is_name
from .shape import components

#: Limit of the keys whose options are remembered at one node; without it a chain of 4,500 questions with
#: options took 28 s and 2.6 GB.
MAX_VALUES = 100

#: Number of keys remembered as known on one of two ways.
_ALTERNATIVES = 6

#: Limit of the passes of the analysis over all nodes.
_PASSES = 8

#: Number of edges before an edge that are considered together with it.
_NEAR = 40


class Analysis:
    """
    Analysis of a flow.

    Parameters
    ----------
    flow, graphs
        Document, and its graphs with compiled guards.
    formulas
        Formulas of the flow.
    loose
        Targets of edges whose guards did not compile, by (graph, node).
    whole
        Whether all edges lead somewhere. If not, nothing is known at any node.
    """

    def __init__(
        self,
        flow: Flow,
        graphs: Mapping[str, CompiledGraph],
        formulas: Formulas,
        loose: Mapping[tuple[str, str], list[str]],
        *,
        whole: bool = True,
    ) -> None:
        self.flow = flow
        self.graphs = graphs
        self.formulas = formulas
        self.loose = loose
        self.keys = KeyTable()
        self._either: dict[Guard, tuple[str, Fact]] = {}
        self._all_options: dict[str, frozenset[Any] | None] = {}
        self.excusable = excusable(flow, graphs)
        self.limits = self._limits()
        self.at: dict[tuple[str, str], Knowledge] = {}
        self._exits: dict[str, Knowledge] = {}
        self._sets = self._settings()
        self._callers: dict[str, list[Place]] = {}
        for graph in graphs.values():
            for place in graph.places.values():
                if place.calls in graphs and place.node.type == "subgraph":
                    self._callers.setdefault(place.calls, []).append(place)
        self._rank = {
            (graph.name, node): (number, place)
            for number, graph in enumerate(graphs.values())
            for place, node in enumerate(forward(graph))
        }
        self._waiting: list[tuple[tuple[int, int], str, str]] = []
        self._is_waiting: set[tuple[str, str]] = set()
        self.whole = whole
        if whole:
            self._run()
        else:
            self._know_nothing()

    # --------------------------------------------------------------------------------- questions

    def nothing(self, may: Iterable[str] = ()) -> Knowledge:
        """Return the knowledge where nothing is known; some keys may have values."""
        return Knowledge(self.keys.set(), self.keys.set(may))

    def solve(
        self, known_here: Knowledge, hold: Iterable[Guard], fail: Iterable[Guard] = ()
    ) -> tuple[Kind, dict[str, Any] | None]:
        """Return whether guards can hold while others do not, with what is known at a place."""
        if self.formulas.meter.exhausted:
            return "unknown", None
        return self.formulas.meter.solve(*self.problem(known_here, hold, fail))

    def problem(
        self, known_here: Knowledge, hold: Iterable[Guard], fail: Iterable[Guard] = ()
    ) -> tuple[list[Guard], list[Guard], list[str]]:
        """Return guards that hold, others that do not, and paths with values, with what is known."""
        holding, failing = list(hold), list(fail)
        keys = set().union(*map(keys_of, [*holding, *failing]))
        facts = set(known_here.facts)
        grown = True
        while grown:  # facts about the same keys, directly or through others
            near = [fact for fact in facts if not keys.isdisjoint(keys_of(fact[0]))]
            grown = bool(near)
            facts.difference_update(near)
            for formula, truth in near:
                keys |= keys_of(formula)
                (holding if truth else failing).append(formula)
        read = frozenset().union(*(guard.reads for guard in (*holding, *failing)))
        for key in sorted(keys):
            limits = [self.formulas.guard(node) for node in self.limits.get(key, ())]
            length = f"{LENGTHS}.{key}"
            holding += [limit for limit in limits if length in read or length not in limit.reads]
            options = known_here.values.get(key)
            if options is not None:
                holding.append(self.formulas.guard(self.formulas.among(key, options)))
        return holding, failing, self._present(known_here, keys)

    def _present(self, known_here: Knowledge, keys: Iterable[str]) -> list[str]:
        named = [key for key in sorted(set(keys)) if key in known_here.must and is_name(key)]
        sized = [f"{LENGTHS}.{key}" for key in named if key in self.formulas.sized]
        return ["path.locked", *(f"answers.{key}" for key in named), *sized]

    def before(self, ways: Sequence[Way], position: int, *, ranked: bool = False) -> list[Guard]:
        """
        Return guards that were not true if the edge at a position is taken, and that might have been.

        With ``ranked`` only those of a smaller priority number.
        """
        way = ways[position]
        if self.formulas.meter.exhausted:
            return []
        earlier = []
        own = None if way.guard is None else self.formulas.of(way.guard)
        tie_break = self.flow.policies.ambiguity == "tie_break"
        for other in ways[max(0, position - _NEAR) : position]:
            tied = other.priority == way.priority and (tie_break or ranked)
            if other.guard is not None and not tied:
                guard = self.formulas.of(other.guard)
                if own is None or not apart(own, guard):
                    earlier.append(guard)
        return earlier if len(earlier) <= MAX_FACTS else []

    def after(self, place: Place, cause: Cause) -> Knowledge:
        """Return what is known when a node is left."""
        here = self.at[place.graph, place.node.id]
        node = place.node
        if isinstance(node, QuestionNode):
            return self._answered(here, place, node, cause)
        if isinstance(node, SubgraphNode) and place.calls in self._exits:
            return self._returned(here, node, place.calls)
        if isinstance(node, ActionNode | AssignNode) and cause == "next":
            keys = frozenset(node.outputs if isinstance(node, ActionNode) else node.values)
            here = here.forget(keys)
            return replace(here, must=here.must | keys, may=here.may | keys)
        return here

    # --------------------------------------------------------------------------------- questions

    def _answered(self, here: Knowledge, place: Place, node: QuestionNode, cause: Cause) -> Knowledge:
        key, policies = node.key or "", self.flow.policies
        skips = policies.skip_known if node.skip_known is None else node.skip_known
        if cause in ("invalid", "exhausted"):
            return here
        if not (skips and key in here.must):
            here = here.forget([key])
        if cause == "unknown":
            return replace(here, must=here.must - [key])
        may = replace(here, may=here.may | [key])
        optional = not node.required or policies.on_unknown == "skip" or key in self.excusable
        if optional and not any(way.guard is None for way in place.ways.get("unknown", ())):
            return may
        applies: list[Node] = [known(name) for name in node.dependencies if name not in here.must]
        if place.asked is not None and place.asked.when is not None:
            when = self.formulas.of(place.asked.when)
            if not lasts(when):
                return may
            applies.append(when.ast)
        applies += [negation(excuse) for excuse in self._excuses(key)]
        if not applies:
            return replace(may, must=may.must | [key])
        # It was asked, or it did not apply.
        skipped = self.formulas.guard(joined("&&", *applies, negation(known(key))))
        return may if key in here.must else may.learn([(skipped, False)])

    def _excuses(self, key: str) -> Iterator[Node]:
        """Yield a formula that excuses a key: another alternative of each of its groups is complete."""
        own = [group for group in self.flow.groups if any(key in a for a in group.alternatives)]
        if own:
            yield joined("&&", *(_other_alternative(group, key) for group in own))

    def _limits(self) -> dict[str, list[Node]]:
        """Return what the questions demand of each key, where they agree."""
        asked: dict[str, list[list[Node]]] = {}
        for graph in self.graphs.values():
            for place in graph.places.values():
                if isinstance(place.node, QuestionNode) and place.asked is not None:
                    limits = self.formulas.limits(place.asked)
                    asked.setdefault(place.asked.key, []).append(limits)
        repeated = {
            place.node.repeat.key
            for graph in self.graphs.values()
            for place in graph.places.values()
            if isinstance(place.node, SubgraphNode) and place.node.repeat is not None
        }
        free: set[str] = set()
        nodes = [
            (graph, place.node) for graph in self.graphs.values() for place in graph.places.values()
        ]
        for graph, node in nodes:
            if isinstance(node, SubgraphNode):
                free |= {*node.inputs, *node.outputs}
                if node.repeat is not None and node.repeat.key in self.formulas.sized:
                    repeat = node.repeat
                    sizes = self.formulas.length_limits(repeat.key, repeat.minimum, repeat.maximum)
                    asked.setdefault(repeat.key, []).append(sizes)
            elif isinstance(node, ActionNode | AssignNode):  # only answers to questions are checked
                keys = node.outputs if isinstance(node, ActionNode) else node.values
                free |= {key for key in keys if key in repeated or key not in graph.questions}
        return {
            key: several[0]
            for key, several in asked.items()
            if key not in free and all(limits == several[0] for limits in several)
        }

    # --------------------------------------------------------------------------------- spreading

    def _run(self) -> None:
        given = frozenset(self.flow.given)
        start = Knowledge(self.keys.set(given), self.keys.set(given | self._volunteered(TOP)))
        self._reach(TOP, self.graphs[TOP].entry, start)
        left = _PASSES * len(self._rank)
        while self._waiting:
            _, graph, node = heappop(self._waiting)
            self._is_waiting.discard((graph, node))
            self._spread(self.graphs[graph].places[node])
            left -= 1
            if left < 0:  # what is known so far need not hold on all ways
                self.formulas.meter.exhaust()
                self._know_nothing()
                return

    def _wait(self, graph: str, node: str) -> None:
        """Let a node be passed once more."""
        if (graph, node) not in self._is_waiting:
            self._is_waiting.add((graph, node))
            heappush(self._waiting, (self._rank[graph, node], graph, node))

    def _know_nothing(self) -> None:
        everything = self.nothing(may=[*self.formulas.types, *self.flow.given])
        for graph in self.graphs.values():
            self.at |= {(graph.name, node): everything for node in graph.places}

    def _volunteered(self, graph: str) -> frozenset[str]:
        """Return the keys that are never asked, only volunteered."""
        return frozenset(
            asked.key for asked in self.graphs[graph].questions.values() if volunteered(asked.node)
        )

    def _joint(self, one: Knowledge, other: Knowledge) -> Knowledge:
        """
        Return what is known where two ways meet.

        A key that one of them asks has a value, or a guard of the other way was as it was there. This
        keeps "if the order is small, the weight is known" where the ways for small and large meet.
        """
        joint = one.join(other)
        facts = {
            fact
            for fact in one.facts | other.facts
            if self._holds(fact, one) and self._holds(fact, other)
        }
        for first, second in ((one, other), (other, one)):
            telling = sorted(second.facts - first.facts, key=lambda f: (len(f[0].source), f[0].source))
            for key in sorted(first.must - second.must)[:_ALTERNATIVES]:
                for guard, truth in [fact for fact in telling if fact[0] not in self._either][:2]:
                    absent = negation(guard.ast) if truth else guard.ast
                    formula = self.formulas.guard(joined("&&", negation(known(key)), absent))
                    self._either[formula] = key, (guard, truth)
                    facts.add((formula, False))
        return replace(
            joint,
            facts=frozenset(facts if len(facts) <= MAX_FACTS else joint.facts),
            values=self._informative(joint.values),
        )

    def _holds(self, fact: Fact, state: Knowledge) -> bool:
        if fact in state.facts:
            return True
        key, other = self._either.get(fact[0], ("", None))
        return other is not None and (key in state.must or other in state.facts)

    def _reach(self, graph: str, node: str, knowledge: Knowledge) -> None:
        if node not in self.graphs[graph].places:
            return
        before = self.at.get((graph, node))
        joint = knowledge if before is None else self._joint(before, knowledge)
        if joint != before:
            self.at[graph, node] = joint
            self._wait(graph, node)

    def _spread(self, place: Place) -> None:
        here = self.at[place.graph, place.node.id]
        node = place.node
        if isinstance(node, SubgraphNode):
            self._reach(place.calls, self.graphs[place.calls].entry, self._within(here, node))
            if place.calls in self._exits:
                self._leave(place, "next", self._returned(here, node, place.calls))
            return
        for cause in (*place.ways, *(["next"] if "next" not in place.ways else [])):
            if node.type != "terminal":
                self._leave(place, cause, self.after(place, cause))  # type: ignore[arg-type]

    def _leave(self, place: Place, cause: Cause, out: Knowledge) -> None:
        ways = place.ways.get(cause, ())
        for target in self.loose.get((place.graph, place.node.id), ()):
            if target == EXIT:
                self._exit(place.graph, out)
            else:
                self._reach(place.graph, target, out)
        for position, way in enumerate(ways):
            earlier = self.before(ways, position)
            own = [] if way.guard is None else [self.formulas.of(way.guard)]
            if (own or earlier) and self.solve(out, own, earlier)[0] == "impossible":
                continue
            self._follow(place, way, out, own, earlier)
        if cause == "next" and place.otherwise is not None:
            guards = [self.formulas.of(way.guard) for way in ways if way.guard is not None]
            if len(guards) > MAX_FACTS:
                self._follow(place, place.otherwise, out, [], [])
            elif not guards or self.solve(out, [], guards)[0] != "impossible":
                self._follow(place, place.otherwise, out, [], guards)
        elif cause == "next" and not ways:
            self._exit(place.graph, out)

    def _follow(
        self, place: Place, way: Way, out: Knowledge, true: list[Guard], false: list[Guard]
    ) -> None:
        state = out.learn([*((g, True) for g in true), *((g, False) for g in false)])
        if (true or false) and not self.formulas.meter.exhausted:
            unlearned = (true, false) if state is out else ()  # there are too many facts already
            values = dict(state.values)
            for key in sorted(set().union(*map(keys_of, [*true, *false]))):
                options = values.get(key, self._options(key))
                if options is not None:
                    left = [o for o in options if self._possible(state, key, o, *unlearned)]
                    values[key] = frozenset(left)
            state = replace(state, values=self._informative(values))
        if way.target == EXIT:
            self._exit(place.graph, state)
        else:
            self._reach(place.graph, way.target, state)

    def _informative(self, values: Mapping[str, frozenset[Any]]) -> dict[str, frozenset[Any]]:
        """Return the options that are not all options of their key, of the last few keys."""
        kept = [(key, left) for key, left in values.items() if left and left != self._options(key)]
        return dict(kept[-MAX_VALUES:])

    def _options(self, key: str) -> frozenset[Any] | None:
        if key not in self._all_options:
            self._all_options[key] = self.formulas.values_of(key)
        return self._all_options[key]

    def _possible(
        self,
        state: Knowledge,
        key: str,
        option: Any,
        hold: Iterable[Guard] = (),
        fail: Iterable[Guard] = (),
    ) -> bool:
        chosen = self.formulas.guard(self.formulas.among(key, [option]))
        present = self.formulas.guard(known(key))
        return self.solve(state, [chosen, present, *hold], fail)[0] != "impossible"

    def _exit(self, graph: str, state: Knowledge) -> None:
        before = self._exits.get(graph)
        joint = state if before is None else self._joint(before, state)
        if joint != before:
            self._exits[graph] = joint
            for caller in self._callers.get(graph, ()):
                at = (caller.graph, caller.node.id)
                if at in self.at:
                    self._wait(*at)

    # --------------------------------------------------------------------------------- subgraphs

    def _within(self, here: Knowledge, node: SubgraphNode) -> Knowledge:
        """Return what is known on entry to a subgraph."""
        if node.scope == "shared":
            return here
        free = self._volunteered(node.ref or "")
        must = self.keys.set(inner for inner, outer in node.inputs.items() if outer in here.must)
        may = self.keys.set(inner for inner, outer in node.inputs.items() if outer in here.may)
        return Knowledge(must, may | free)

    def _returned(self, here: Knowledge, node: SubgraphNode, name: str) -> Knowledge:
        """Return what is known after a call."""
        inner = self._exits[name]
        if node.scope == "shared":
            kept = here.forget(self._sets[name])
            return replace(
                kept,
                must=here.must | inner.must,
                may=here.may | inner.may,
                facts=kept.facts | inner.facts,
                values=self._informative({**inner.values, **kept.values}),
            )
        if node.repeat is not None:
            one = frozenset({node.repeat.key})
            return replace(here.forget(one), must=here.must | one, may=here.may | one)
        keys = frozenset(node.outputs)
        here = here.forget(keys)
        must = frozenset(outer for outer, key in node.outputs.items() if key in inner.must)
        may = frozenset(outer for outer, key in node.outputs.items() if key in inner.may)
        return replace(here, must=here.must | must, may=here.may | may)

    def _settings(self) -> dict[str, frozenset[str]]:
        """Return the keys that each graph may set, with those of the graphs that it calls."""
        own: dict[str, set[str]] = {}
        calls: dict[str, list[str]] = {}
        for name, graph in self.graphs.items():
            own[name], calls[name] = set(), []
            for place in graph.places.values():
                node = place.node
                if isinstance(node, QuestionNode):
                    own[name].add(node.key or "")
                elif isinstance(node, ActionNode):
                    own[name] |= node.outputs.keys()
                elif isinstance(node, AssignNode):
                    own[name] |= node.values.keys()
                elif isinstance(node, SubgraphNode):
                    own[name] |= {node.repeat.key} if node.repeat else node.outputs.keys()
                    if node.scope == "shared" and place.calls in self.graphs:
                        calls[name].append(place.calls)
        found: dict[str, frozenset[str]] = {}
        for circle in components(calls):  # those that it calls come before a graph
            below = (found.get(callee, frozenset()) for name in circle for callee in calls[name])
            keys = frozenset().union(*(own[name] for name in circle), *below)
            found |= dict.fromkeys(circle, keys)
        return found


def excusable(flow: Flow, graphs: Mapping[str, CompiledGraph]) -> frozenset[str]:
    """
    Return the keys for which the flow has a use of "I do not know", whatever the policy.

    A guard asks whether they are unknown, or another alternative may replace them.
    """
    keys = {key for group in flow.groups for alternative in group.alternatives for key in alternative}
    for graph in graphs.values():
        for place in graph.places.values():
            ways = [way for listed in place.ways.values() for way in listed]
            guards = [way.guard for way in ways if way.guard is not None]
            if place.asked is not None and place.asked.when is not None:
                guards.append(place.asked.when)
            for guard in guards:
                for node in walk(guard.ast):
                    if isinstance(node, Call) and node.name in ("answers_unknown", "deps_missing"):
                        first = node.arguments[:1]
                        keys |= {str(arg.value) for arg in first if isinstance(arg, Literal)}
    return frozenset(keys)


def _other_alternative(group: OneOf, key: str) -> Node:
    """Return that an alternative without the key is complete."""
    others = [
        joined("&&", *(known(name) for name in alternative))
        for alternative in group.alternatives
        if key not in alternative and alternative
    ]
    if not others:
        return negation(joined("||", known(key), negation(known(key))))
    return joined("||", *others)
