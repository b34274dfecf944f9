"""
The differences of two versions of a flow, by the ids of their parts.

Changes of content (prompts, labels, coordinates) are distinguished from changes of logic: only the
latter affect conversations in progress.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from .ir import CONTENT, EXIT, Flow
from .rules import pointer

_NOTHING = object()


class Change(NamedTuple):
    """
    Difference.

    Attributes
    ----------
    kind
        ``"added"``, ``"removed"`` or ``"changed"``.
    location
        JSON pointer by id: ``/nodes/q.email/prompt``.
    old, new
        Values, or None.
    content
        Whether it concerns text for people only.
    """

    kind: str
    location: str
    old: Any
    new: Any
    content: bool

    def __str__(self) -> str:
        what = "content" if self.content else "logic"
        if self.kind == "changed":
            return f"{self.location}: {what} changed: {self.old!r} -> {self.new!r}"
        return f"{self.location}: {what} {self.kind}"


def diff(old: Flow, new: Flow) -> list[Change]:
    """Return all changes from one flow to the other; defaults count as written."""
    return sorted(
        _changes((), _keyed(old), _keyed(new), content=False), key=lambda change: change.location
    )


def _keyed(flow: Flow) -> dict[str, Any]:
    plain = flow.model_dump(mode="json", by_alias=True)
    for graph in [plain, *plain["subgraphs"].values()]:
        graph["nodes"] = {node["id"]: node for node in graph["nodes"]}
        edges: dict[str, Any] = {}
        for edge in graph["edges"]:
            target = "exit" if edge["to"] == EXIT else edge["to"]
            name = f"{edge['from']} -> {target}"
            name += f" on {edge['on']}" if edge["on"] != "next" else ""
            name += f" [{edge['guard']}]" if edge["guard"] is not None else ""
            while name in edges:
                name += "'"
            edges[name] = edge
        graph["edges"] = edges
        graph["order"] = _order(edges)
    return plain


def _order(edges: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the edges of each node and priority in order, where there are several."""
    groups: dict[str, list[str]] = {}
    for name, edge in edges.items():
        groups.setdefault(f"{edge['from']} at {edge['priority']}", []).append(name)
    return {place: names for place, names in groups.items() if len(names) > 1}


def _changes(at: tuple[str, ...], old: Any, new: Any, *, content: bool) -> Iterator[Change]:
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in sorted({*old, *new}):
            # A path named "label" is not a label: names are only fields of the grammar below an object
            # whose keys are not names themselves.
            named = bool(at) and at[-1] in ("nodes", "edges", "subgraphs", "paths", "predicates")
            inner = content or (key in CONTENT and not named)
            one, other = old.get(key, _NOTHING), new.get(key, _NOTHING)
            if key == "order" and not named:
                for place in sorted(one.keys() & other.keys()):
                    if one[place] != other[place] and sorted(one[place]) == sorted(other[place]):
                        yield Change(
                            "changed", pointer(*at, key, place), one[place], other[place], inner
                        )
            elif one is _NOTHING:
                yield Change("added", pointer(*at, key), None, other, inner)
            elif other is _NOTHING:
                yield Change("removed", pointer(*at, key), one, None, inner)
            else:
                yield from _changes((*at, key), one, other, content=inner)
    elif old != new or type(old) is not type(new):
        yield Change("changed", pointer(*at), old, new, content)
