"""
The merge of layers of a flow, field by field: global, industry pack, tenant, instance.

A layer is a document that may be partial. Nodes are the same if their ids are (or, without ids, their
keys), edges if they agree in ``from``, ``to``, ``guard`` and ``on``. Each field has a
strategy for differences, and every difference is reported. A layer removes a node with
``{"id": ..., "$delete": true}``, which is reported too.

Nodes come out by (priority, id). Edges keep their order, which decides between guards of one priority;
those that a stronger layer adds follow, but before unguarded and else-edges of the same node and
priority.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from ..errors import DefinitionError, Finding
from .ir import DEFAULT_PRIORITY, ELSE
from .rules import pointer

#: The layers, weakest first.
LAYERS = ("global", "industry", "tenant", "instance")

DELETE = "$delete"

Strategy = Literal["override", "deep", "union", "concat", "error"]

#: Strategies for fields that differ; other fields are overridden.
STRATEGIES: dict[str, Strategy] = {
    "type": "error",
    "key": "error",
    "version": "error",
    "id": "error",
    "dependencies": "union",
    "tags": "union",
    "examples": "union",
    "keywords": "union",
    "ui": "deep",
    "meta": "deep",
    "policies": "deep",
    "predicates": "deep",
    "paths": "deep",
    "constraints": "union",
    "upgrades": "union",
}

#: Fields whose parts are merged one by one.
_PARTS = ("nodes", "edges", "subgraphs")


class Conflict(NamedTuple):
    """
    Difference of two layers.

    Attributes
    ----------
    location
        JSON pointer into the merged document by id: ``/nodes/q.email/prompt``.
    strategy
        Strategy of the field; ``"delete"`` for a tombstone.
    values
        Values of the layers, weakest first.
    winner
        Layer whose value is used, or ``"merged"``.
    result
        Merged value.
    """

    location: str
    strategy: str
    values: dict[str, Any]
    winner: str
    result: Any

    def json_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return self._asdict()


class Merged(NamedTuple):
    """Merged document, and all resolved differences."""

    document: dict[str, Any]
    conflicts: list[Conflict]


class _Value(NamedTuple):
    """Value of a field so far, and the layers that set it."""

    said: dict[str, Any]
    result: Any
    winner: str


def merge(
    layers: Mapping[str, Mapping[str, Any]],
    *,
    order: Sequence[str] = LAYERS,
    strategies: Mapping[str, Strategy] | None = None,
) -> Merged:
    """
    Merge layers into one document for the compiler.

    Parameters
    ----------
    layers
        Documents by the name of their layer. The order of the mapping itself is irrelevant.
    order
        All names, weakest first.
    strategies
        Overrides of :data:`STRATEGIES`, by field.

    Raises
    ------
    DefinitionError
        If fields differ whose strategy is ``"error"``, a layer is not in ``order`` or
        removes a missing part, or two parts of one layer have the same identity; all are listed, with
        the name of the layer before the JSON pointer: ``tenant#/nodes/3/type``.
    """
    job = _Merge({**STRATEGIES, **(strategies or {})})
    for name in sorted(set(layers) - set(order)):
        job.fault(name, (), f"unknown layer {name!r}, expected one of: {', '.join(order)}")
    for name, layer in layers.items():
        job.shape(name, layer, ())
    if job.faults:
        raise DefinitionError("the layers do not merge", job.faults)
    present = [(name, layers[name]) for name in order if name in layers]
    document = job.graph((), [(name, layer) for name, layer in present if layer])
    if job.faults:
        raise DefinitionError("the layers do not merge", job.faults)
    return Merged(document, sorted(job.conflicts, key=lambda conflict: conflict.location))


class _Merge:
    def __init__(self, strategies: Mapping[str, str]) -> None:
        self.strategies = strategies
        self.conflicts: list[Conflict] = []
        self.faults: list[Finding] = []

    def fault(self, name: str, at: tuple[str | int, ...], message: str) -> None:
        self.faults.append(Finding("MERGE", f"{name}#{pointer(*at)}", message))

    def shape(self, name: str, layer: Any, at: tuple[str | int, ...]) -> None:
        """Report layers and graphs of the wrong shape."""
        expected = {"nodes": list, "edges": list, "subgraphs": dict}
        if not isinstance(layer, Mapping):
            self.fault(name, at, f"expected an object, got {type(layer).__name__}")
            return
        for part, kind in expected.items():
            value: Any = layer.get(part, kind())
            if not isinstance(value, kind):
                told = f"expected a {kind.__name__}, got {type(value).__name__}"
                self.fault(name, (*at, part), told)
            elif part == "subgraphs":
                for key, graph in value.items():
                    self.shape(name, graph, (*at, part, key))
            else:
                for index, item in enumerate(value):
                    if not isinstance(item, Mapping):
                        told = f"expected an object, got {type(item).__name__}"
                        self.fault(name, (*at, part, index), told)

    def graph(self, at: tuple[str, ...], layers: list[tuple[str, Mapping[str, Any]]]) -> dict[str, Any]:
        """Merge the documents, or one subgraph of each."""
        plain = [(name, {k: v for k, v in layer.items() if k not in _PARTS}) for name, layer in layers]
        merged = self.fields(at, [(name, layer, at) for name, layer in plain])
        for part, identify in (("nodes", _node_identity), ("edges", _edge_identity)):
            listed = [(name, layer[part]) for name, layer in layers if layer.get(part)]
            if listed:
                items = self.items((*at, part), listed, identify)
                in_order = part == "edges"
                merged[part] = _specific_first(items) if in_order else sorted(items, key=_node_order)
            elif any(part in layer for _, layer in layers):
                merged[part] = []
        subgraphs = [(name, layer["subgraphs"]) for name, layer in layers if layer.get("subgraphs")]
        if subgraphs:
            names = sorted({key for _, graphs in subgraphs for key in graphs})
            merged["subgraphs"] = {
                key: self.graph(
                    (*at, "subgraphs", key),
                    [(name, graphs[key]) for name, graphs in subgraphs if key in graphs],
                )
                for key in names
            }
        return dict(sorted(merged.items()))

    def items(
        self, at: tuple[str, ...], layers: list[tuple[str, Sequence[Mapping[str, Any]]]], identify: Any
    ) -> list[dict[str, Any]]:
        """Merge lists of nodes or edges by identity; tombstones apply to weaker layers."""
        layered: dict[str, list[tuple[str, Mapping[str, Any], tuple[str | int, ...]]]] = {}
        for name, items in layers:
            seen: set[str] = set()
            for index, item in enumerate(items):
                identity: str = identify(item)
                here: tuple[str | int, ...] = (*at, index)
                if identity in seen:
                    self.fault(name, here, f"{identity!r} occurs twice in this layer")
                seen.add(identity)
                before = layered.setdefault(identity, [])
                if item.get(DELETE) is not True:
                    before.append((name, item, here))
                    continue
                if not before:
                    self.fault(name, here, f"no layer below this one has {identity!r}, which it removes")
                values = {layer: dict(value) for layer, value, _ in before} | {name: None}
                self.conflicts.append(Conflict(pointer(*at, identity), "delete", values, name, None))
                before.clear()
        return [self.fields((*at, identity), found) for identity, found in layered.items() if found]

    def fields(
        self,
        at: tuple[str, ...],
        layers: Sequence[tuple[str, Mapping[str, Any], tuple[str | int, ...]]],
    ) -> dict[str, Any]:
        """Merge objects field by field; each comes with the name of its layer and its place there."""
        values: dict[str, _Value] = {}
        for name, layer, here in layers:
            for field, value in layer.items():
                if field not in values:
                    values[field] = _Value({name: value}, value, name)
                    continue
                said, result, winner = values[field]
                if _equal(result, value):
                    continue
                strategy = self.strategies.get(field, "override")
                if strategy == "error":
                    told = f"{winner} says {result!r}, this layer says {value!r}, and it must not change"
                    self.fault(name, (*here, field), told)
                    continue
                result = _combine(strategy, result, value)
                winner = name if _equal(result, value) else "merged"
                values[field] = _Value(said | {name: value}, result, winner)
        for field, (said, result, winner) in sorted(values.items()):
            if len(said) > 1:
                strategy = self.strategies.get(field, "override")
                self.conflicts.append(Conflict(pointer(*at, field), strategy, said, winner, result))
        return {field: value.result for field, value in sorted(values.items())}


def origin(
    layers: Sequence[tuple[str, Mapping[str, Any]]],
    document: Any,
    location: str,
    last: int | None = None,
) -> tuple[str, str]:
    """
    Return the layer that a part of a merged document comes from, and its location there.

    Parameters
    ----------
    layers
        Names and documents, weakest first.
    document
        Merged document.
    location
        JSON pointer into it.
    last
        Index of the last layer that may be meant if several have the part; None for the strongest.
    """
    parts = _parts(location)
    paths = [_followed(document, layer, parts) for _, layer in layers]
    most = max(map(len, paths), default=0)
    having = [index for index, path in enumerate(paths) if len(path) == most]
    if not having:
        return "", location
    meant = [index for index in having if last is None or index <= last] or having
    return layers[meant[-1]][0], pointer(*paths[meant[-1]])


def identified(document: Any, location: str) -> tuple[str, ...]:
    """Return a location with nodes and edges named by what identifies them, not by their index."""
    path: list[str] = []
    for part in _parts(location):
        inside = isinstance(document, list) and part.isdecimal() and int(part) < len(document)
        if inside:
            document = document[int(part)]
            identify = {"nodes": _node_identity, "edges": _edge_identity}.get(path[-1] if path else "")
            named = identify is not None and isinstance(document, Mapping)
            path.append(identify(document) if identify is not None and named else part)
        else:
            document = document.get(part) if isinstance(document, Mapping) else None
            path.append(part)
    return tuple(path)


def _parts(location: str) -> list[str]:
    return [part.replace("~1", "/").replace("~0", "~") for part in location.split("/")[1:]]


def _followed(document: Any, layer: Any, parts: Sequence[str]) -> list[Any]:
    """Return the longest path in a layer to a part of the merged document."""
    path: list[Any] = []
    for part in parts:
        if isinstance(document, Mapping) and isinstance(layer, Mapping):
            if part not in layer:
                return path
            document, layer = document.get(part), layer[part]
            path.append(part)
        elif isinstance(document, list) and isinstance(layer, list) and part.isdecimal():
            if int(part) >= len(document):
                return path
            item = document[int(part)]
            place = _place(item, layer, path[-1] if path else "")
            if place is None:
                return path
            document, layer = item, layer[place]
            path.append(place)
        else:
            return path
    return path


def _place(item: Any, items: Sequence[Any], part: str) -> int | None:
    """Return the index of the same node, edge or value in a layer."""
    identify = {"nodes": _node_identity, "edges": _edge_identity}.get(part)
    for index, other in enumerate(items):
        if identify is not None and isinstance(other, Mapping) and isinstance(item, Mapping):
            if identify(other) == identify(item) and other.get(DELETE) is not True:
                return index
        elif other == item:
            return index
    return None


def _combine(strategy: str, low: Any, high: Any) -> Any:
    if strategy == "deep" and isinstance(low, Mapping) and isinstance(high, Mapping):
        both = {key: low.get(key) if key not in high else high[key] for key in {**low, **high}}
        for key in low.keys() & high.keys():
            both[key] = _combine("deep", low[key], high[key])
        return dict(sorted(both.items()))
    if isinstance(low, list) and isinstance(high, list):
        if strategy == "union":
            return low + [item for item in high if item not in low]
        if strategy == "concat":
            return low + high
    if strategy == "concat" and isinstance(low, str) and isinstance(high, str):
        return f"{low}\n{high}"
    return high


def _equal(a: Any, b: Any) -> bool:
    """Return equality as in JSON: ``1 == 1.0``, but true is not 1."""
    return (type(a) is type(b) and a == b) or (a == b and not isinstance(a, bool) ^ isinstance(b, bool))


def _node_identity(node: Mapping[str, Any]) -> str:
    return str(node.get("id") or node.get("key") or "")


def _edge_identity(edge: Mapping[str, Any]) -> str:
    parts = [str(edge.get("from")), str(edge.get("to"))]
    if edge.get("on", "next") != "next":
        parts.append(f"on {edge['on']}")
    if edge.get("guard") is not None:
        parts.append(str(edge["guard"]))
    return " | ".join(parts)


def _node_order(node: Mapping[str, Any]) -> tuple[Any, ...]:
    priority = node.get("priority", DEFAULT_PRIORITY)
    rank = priority if isinstance(priority, int) else DEFAULT_PRIORITY
    return rank, _node_identity(node)


def _specific_first(edges: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """
    Return the edges with guarded ones before unguarded and else-edges of the same node and priority.

    An edge that a layer adds comes after those of weaker layers, where it might never be taken. All
    other edges keep their order, which decides between guards of one priority.
    """
    places: dict[tuple[str, Any], list[int]] = {}
    for place, edge in enumerate(edges):
        key = str(edge.get("from")), edge.get("priority", DEFAULT_PRIORITY)
        places.setdefault(key, []).append(place)
    ordered = list(edges)
    for same in places.values():
        for place, edge in zip(same, sorted((edges[p] for p in same), key=_generality), strict=True):
            ordered[place] = edge
    return ordered


def _generality(edge: Mapping[str, Any]) -> int:
    guard = edge.get("guard")
    return 2 if guard == ELSE else 1 if guard is None else 0
