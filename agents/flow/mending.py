"""
A document with errors, mended so that the compiler can report what else is wrong.

Wrong fields are dropped, and required ones replaced: a misspelled type by the one it resembles, a node
or an edge that cannot be read by a placeholder, so that the places of all others stay. What concerns a
placeholder is not reported again. A mended document is never run.
"""

from __future__ import annotations

import copy
import difflib
from collections.abc import Mapping, Sequence
from typing import Any

from .ir import VERSION
from .rules import Findings, pointer

#: Fields by which the type of a node is recognized if it is not stated.
_TELLING = {
    "key": "question",
    "ref": "subgraph",
    "action": "action",
    "outcome": "terminal",
    "values": "assign",
}

_REQUIRED = {"version": VERSION, "id": "?", "nodes": [], "edges": []}


def mend(document: Mapping[str, Any], paths: Sequence[list[Any]], findings: Findings) -> Any:
    """
    Return a copy without the parts at some paths.

    Parameters
    ----------
    document
        Document with errors.
    paths
        Paths of the wrong parts.
    findings
        Collection that from now on ignores placeholders.
    """
    mended = copy.deepcopy(dict(document))
    for path in sorted(paths, key=len, reverse=True):
        _mend(mended, path, findings)
    return mended


def _mend(document: dict[str, Any], path: list[Any], findings: Findings) -> None:
    depth = 2 if path[:1] == ["subgraphs"] else 0
    holder: Any = document
    for part in path[:depth]:
        holder = holder.get(part) if isinstance(holder, dict) else None
    rest = path[depth:]
    if not isinstance(holder, dict) or not rest:
        _drop(document, path)
    elif len(rest) == 1 and rest[0] in _REQUIRED:
        holder[rest[0]] = copy.copy(_REQUIRED[rest[0]])
    elif rest[0] in ("nodes", "edges") and isinstance(holder.get(rest[0]), list) and len(rest) > 1:
        _mend_part(holder[rest[0]], rest, pointer(*path[: depth + 2]), findings)
    else:
        _drop(document, path)


def _mend_part(parts: list[Any], rest: list[Any], where: str, findings: Findings) -> None:
    """Mend a node or an edge."""
    kind, index, fields = rest[0], rest[1], rest[2:]
    part = parts[index]
    if kind == "edges":
        if not isinstance(part, dict) or not fields or fields[0] in ("from", "to"):
            parts[index] = {"from": "?", "to": "?"}
            findings.mute(where)
        else:
            _drop(part, fields)
    elif not isinstance(part, dict) or not fields:
        parts[index] = {"id": f"?{index}", "type": "decision"}
        findings.mute(where)
    elif fields[0] == "id":
        part["id"] = f"?{index}"
        findings.mute(where)
    elif fields[0] == "type":
        part["type"] = _type_of(part)
        findings.guessed(where)
    else:
        _drop(part, fields)


def _type_of(node: Mapping[str, Any]) -> str:
    """Return the type that a node probably has."""
    types = ("question", "message", "decision", "assign", "action", "subgraph", "terminal")
    stated = node.get("type")
    near = difflib.get_close_matches(stated, types, n=1) if isinstance(stated, str) else []
    if near:
        return near[0]
    return next((kind for name, kind in _TELLING.items() if name in node), "decision")


def _drop(holder: Any, path: list[Any]) -> None:
    """Remove the part at a path; of a list in the whole, so that no place changes."""
    for depth, part in enumerate(path):
        last = depth == len(path) - 1
        inside = holder.get(part) if isinstance(holder, dict) else None
        if isinstance(holder, dict) and (last or not isinstance(inside, dict)):
            holder.pop(part, None)
            return
        holder = inside
