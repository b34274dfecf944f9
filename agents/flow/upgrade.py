"""
Upgrades of saved conversations to a new version of their flow.

A saved state has the hash of its logic, and a digest of each node that the conversation has passed. If
the flow differs in other nodes only (a question was added farther on), the conversation continues. If
a node that it has passed differs, it is refused, unless there is an ``upgrades`` entry of the flow
(renamed nodes and keys) or a function. Changes of prompts, labels or coordinates do not change the
logic.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import ValidationError

from ..errors import InputError, expected
from .compiled import TOP, CompiledFlow
from .ir import Upgrade
from .state import State

#: Function from the data of an old state to that of a new one.
Upgrader = Callable[[dict[str, Any]], dict[str, Any]]


def upgraded(
    flow: CompiledFlow,
    data: Mapping[str, Any],
    upgrades: Mapping[str, Upgrader],
    *,
    again: bool = False,
) -> State:
    """
    Return the state in ``data``, upgraded to this flow.

    With ``again``, a conversation that has passed nodes which differ is placed at the entry.

    Raises
    ------
    InputError
        If the data is not a state, is of another flow or logic, or stands at a missing node.
    """
    state = _read(data)
    if state.flow != flow.id:
        raise expected("flow of the conversation", state.flow, repr(flow.id))
    if state.hash != flow.hash:
        own = next((u for u in flow.ir.upgrades if u.source == state.hash), None)
        if state.hash in upgrades:
            state = _read(upgrades[state.hash](state.model_dump(mode="json")))
        elif own is not None:
            state = _renamed(state, own)
        elif again and _changed(flow, state):
            _rewind(flow, state)
        elif changed := _changed(flow, state):
            known = [upgrade.source for upgrade in flow.ir.upgrades] + sorted(upgrades)
            others = f", there are upgrades from {', '.join(known)}" if known else ""
            raise InputError(
                f"the conversation has the hash {state.hash}, the flow {flow.hash}; {changed}: expected "
                f"an upgrade from that hash{others}, or again=True (`kempe flow run --again`), which "
                "goes over the new flow with the known answers"
            )
        state.hash = flow.hash
        _drop_invalid(flow, state)
    _check(flow, state)
    return state


def _changed(flow: CompiledFlow, state: State) -> str:
    """Return which nodes that the conversation has passed differ; an empty text if none does."""
    if not state.visited and state.status != "new":
        return "it does not record the nodes it has passed"
    differing = []
    for name, digest in sorted(state.visited.items()):
        graph, _, node = name.partition("#")
        places = flow.graphs[graph].places if graph in flow.graphs else {}
        if node not in places or digest not in (places[node].digest, places[node].own_digest):
            differing.append(node)
    if not differing:
        return ""
    shown = ", ".join(map(repr, differing[:5]))
    return f"nodes that it has passed differ: {shown}{', ...' if len(differing) > 5 else ''}"


def _rewind(flow: CompiledFlow, state: State) -> None:
    """Place a conversation at the entry, with its answers."""
    del state.frames[1:]
    state.frames[0].node = flow.graphs[TOP].entry
    state.focus = None
    state.visited.clear()
    if state.status != "new":
        state.status = "rewound"


def _read(data: Mapping[str, Any]) -> State:
    if not isinstance(data, Mapping):
        raise InputError(f"not a saved conversation: expected an object, got {type(data).__name__}")
    try:
        return State.model_validate(dict(data))
    except ValidationError as error:
        wrong = [f"{'/'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors()]
        raise InputError(f"not a saved conversation: {'; '.join(wrong)}") from None


def _renamed(state: State, upgrade: Upgrade) -> State:
    keys = upgrade.keys
    renamed = state.model_copy(deep=True)
    if renamed.focus is not None:
        renamed.focus = keys.get(renamed.focus, renamed.focus)
    for frame in renamed.frames:
        frame.node = upgrade.nodes.get(frame.node, frame.node)
        frame.attempts = {keys.get(key, key): count for key, count in frame.attempts.items()}
        if frame.answers is not None:
            frame.answers = {keys.get(key, key): value for key, value in frame.answers.items()}
        if frame.unknown is not None:
            frame.unknown = [keys.get(key, key) for key in frame.unknown]
    return renamed


def _drop_invalid(flow: CompiledFlow, state: State) -> None:
    """Drop answers that the new logic does not accept, so that they are asked again."""
    for frame in state.frames:
        if frame.answers is None or frame.graph not in flow.graphs:
            continue
        questions = flow.graphs[frame.graph].questions
        for key in [key for key in frame.answers if key in questions]:
            value, error = questions[key].judge(frame.answers[key])
            if error is None:
                frame.answers[key] = value
            else:
                del frame.answers[key]


def _check(flow: CompiledFlow, state: State) -> None:
    """Check that the flow can produce the stack."""
    if not state.frames or state.frames[0].graph != TOP or state.frames[0].answers is None:
        raise InputError("not a saved conversation: its first frame is not that of the flow")
    called: str | None = TOP
    for level, frame in enumerate(state.frames):
        graph = flow.graphs.get(frame.graph)
        if graph is None or frame.graph != called or frame.node not in graph.places:
            where = f"node {frame.node!r} of graph {frame.graph!r}"
            raise InputError(
                f"the conversation is at {where} on level {level}, which the flow does not have"
            )
        if (frame.answers is None) is not (frame.unknown is None):
            raise InputError(f"not a saved conversation: level {level} is half isolated")
        node = graph.places[frame.node].node
        called = node.ref if node.type == "subgraph" else None
    top = state.frames[-1]
    asked = flow.place(top.graph, top.node).asked
    if state.status == "waiting":
        questions = flow.graphs[top.graph].questions
        if asked is None or state.focus not in questions:
            raise InputError(
                f"the conversation waits at {top.node!r} for {state.focus!r}: not a question"
            )
    voted: list[str | None] = [state.path.tentative, state.path.active, *state.path.votes]
    for path in voted:
        if path is not None and path not in flow.ir.paths:
            raise InputError(
                f"the conversation has votes for path {path!r}, which the flow does not have"
            )
