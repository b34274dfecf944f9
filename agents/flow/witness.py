"""
Witnesses of findings: the answers of a conversation that leads to the place of a finding and shows it.

The search is breadth first, by conversations with the flow itself, so a witness replays: the answers in
this order lead a new :class:`.session.Session` there. An answer is one of the options, or a number or
text at a border of what guards and checks compare it with. Actions are not called: they fail.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from ..errors import Finding
from ..guard.tree import Binary, Items, Literal, path_of, walk
from .compiled import TOP, CompiledFlow, Place
from .intake import Asked
from .ir import ActionNode
from .session import Session
from .state import Reply

#: Limits of the search: turns in all, and turns of one conversation.
MAX_TURNS, MAX_LENGTH = 3_000, 60
#: Limit of answers tried for one question.
MAX_VALUES = 12


def witness(flow: CompiledFlow, finding: Finding) -> tuple[dict[str, Any], ...] | None:
    """
    Return the answers, turn by turn, that lead to a finding.

    For a gap between guards (FLOW408) the conversation then stops there; for guards that are true
    together (FLOW406) they are; for any other finding its node is entered.

    Parameters
    ----------
    flow
        Compiled flow.
    finding
        One of its ``warnings``.

    Returns
    -------
    tuple or None
        None if the search finds none within its limits, or the finding is not about a node or an edge.
    """
    where = _node_of(flow, finding.location)
    if where is None or flow.missing:
        return None
    return _search(_without_actions(flow), where, finding)


def _search(
    flow: CompiledFlow, where: tuple[str, str], finding: Finding
) -> tuple[dict[str, Any], ...] | None:
    values = _values_of(flow)
    queue: deque[tuple[dict[str, Any], ...]] = deque([()])
    seen: set[str] = set()
    turns = 0
    while queue and turns < MAX_TURNS:
        answers = queue.popleft()
        turns += len(answers) + 1
        session, reply, events = replayed(flow, answers)
        if _shows(finding.code, where, reply, events):
            return answers
        state = session.dump()
        key = json.dumps([state["frames"], reply.kind, reply.key], sort_keys=True, default=str)
        if key in seen or reply.kind not in ("ask", "retry") or len(answers) >= MAX_LENGTH:
            continue
        seen.add(key)
        asked = session.questions().get(reply.key or "")
        for value in values.get(reply.key or "", ["yes", "no"])[:MAX_VALUES]:
            if asked is None or asked.judge(value)[1] is None:
                queue.append((*answers, {reply.key or "": value}))
    return None


def replayed(
    flow: CompiledFlow, answers: tuple[dict[str, Any], ...]
) -> tuple[Session, Reply, list[tuple[str, Mapping[str, Any]]]]:
    """Return a conversation with given answers, its last reply, and its events."""
    sink = _Events()
    session = Session(flow, sink=sink)
    reply = session.start()
    for turn in answers:
        reply = session.answer(turn)
    return session, reply, sink.events


class _Events:
    """Receiver of events."""

    def __init__(self) -> None:
        self.events: list[tuple[str, Mapping[str, Any]]] = []

    def emit(self, name: str, data: Mapping[str, Any]) -> None:
        self.events.append((name.removeprefix("flow."), data))


def _shows(
    code: str, where: tuple[str, str], reply: Reply, events: list[tuple[str, Mapping[str, Any]]]
) -> bool:
    graph, node = where
    if code == "FLOW408":
        return reply.kind == "stuck" and reply.node == node
    name = "ambiguous" if code == "FLOW406" else "node_enter"
    return any(
        kind == name and data.get("node") == node and data.get("graph", graph) == graph
        for kind, data in events
    )


def _node_of(flow: CompiledFlow, location: str) -> tuple[str, str] | None:
    """Return the graph and the id of the node at a location, for an edge that of its source."""
    words = location.split("/")[1:]
    graph = TOP
    if words[:1] == ["subgraphs"] and len(words) > 2:
        graph, words = words[1], words[2:]
    if len(words) < 2 or graph not in flow.graphs or not words[1].isdigit():
        return None
    whole = flow.ir if graph == TOP else flow.ir.subgraphs[graph]
    if words[0] == "nodes":
        return graph, whole.nodes[int(words[1])].id
    return (graph, whole.edges[int(words[1])].source) if words[0] == "edges" else None


def _without_actions(flow: CompiledFlow) -> CompiledFlow:
    """Return the flow with actions that fail, so that the search calls nothing of the host."""

    def place(one: Place) -> Place:
        return replace(one, action=_refuse) if isinstance(one.node, ActionNode) else one

    graphs = {
        name: replace(graph, places={id: place(one) for id, one in graph.places.items()})
        for name, graph in flow.graphs.items()
    }
    return replace(flow, graphs=graphs)


def _refuse(*_: Any) -> Any:
    raise RuntimeError("a search for witnesses calls no actions")


def _values_of(flow: CompiledFlow) -> dict[str, list[Any]]:
    """Return the answers to try, by key."""
    constants: dict[str, dict[Any, None]] = {}
    for graph in flow.graphs.values():
        for place in graph.places.values():
            for key, value in _constants(place):
                constants.setdefault(key, {})[value] = None
    return {
        asked.key: list(dict.fromkeys(_candidates(asked, constants.get(asked.key, {}))))
        for graph in flow.graphs.values()
        for asked in graph.questions.values()
    }


def _constants(place: Place) -> Iterator[tuple[str, Any]]:
    """Yield the constants that guards at a place compare answers with."""
    ways = [*(way for ways in place.ways.values() for way in ways)]
    guards = [way.guard for way in ways if way.guard is not None]
    if place.asked is not None and place.asked.when is not None:
        guards.append(place.asked.when)
    for guard in guards:
        for node in walk(guard.ast):
            if not isinstance(node, Binary):
                continue
            for one, other in ((node.left, node.right), (node.right, node.left)):
                path = path_of(one)
                items = other.items if isinstance(other, Items) else (other,)
                if path is not None and len(path) == 2 and path[0] == "answers":
                    yield from ((path[1], item.value) for item in items if isinstance(item, Literal))


def _candidates(asked: Asked, constants: Mapping[Any, None]) -> Iterator[Any]:
    node = asked.node
    if node.allowed_values:
        yield from node.allowed_values
        return
    if node.data_type == "boolean":
        yield from (True, False)
        return
    limits = [limit for limit in (node.minimum, node.maximum) if limit is not None]
    for number in (*constants, *limits):
        if isinstance(number, int | float) and not isinstance(number, bool):
            yield from (number, number - 1, number + 1)
    yield from (value for value in constants if isinstance(value, str))
    for day in [value for value in constants if isinstance(value, str) and node.data_type == "date"]:
        try:
            yield from (str(date.fromisoformat(day) + timedelta(step)) for step in (-1, 1))
        except ValueError:
            continue
    text = "x" * max(1, node.min_length or 1)
    yield from (*node.examples, text, "a@b.org", "2030-01-15", "+4915112345678", 1, 100, "12:30")
