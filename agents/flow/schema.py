"""
The first pass of the compiler, and the JSON Schema of flows.

:func:`published` allows unknown fields, so that an older editor can open a newer flow; the compiler
refuses them, as does ``published(strict=True)``, for editors and structured output of language models.
"""

from __future__ import annotations

import difflib
import json
import math
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel, ValidationError

from ..errors import DefinitionError, InputError
from .ir import (
    VERSION,
    Constraint,
    Flow,
    Graph,
    Node,
    Operation,
    Policies,
    Repeat,
    Signature,
    Upgrade,
)
from .mending import mend
from .path_policy import PathPolicy
from .rules import Findings, pointer
from .standard import completed
from .values import is_whole

DIALECT = "https://json-schema.org/draft/2020-12/schema"
SCHEMA_ID = "urn:kempe:flow:v1"

MAX_DEPTH = 64
MAX_PARTS = 20_000
MAX_SUBGRAPHS = 1000
MAX_RULES = 1000

#: Rounds of mending: an error may hide others in the same object.
_ROUNDS = 6

_NODE_TYPES = ("question", "message", "decision", "assign", "action", "subgraph", "terminal")
_CODES = {
    "missing": "FLOW002",
    "extra_forbidden": "FLOW003",
    "union_tag_invalid": "FLOW005",
    "union_tag_not_found": "FLOW002",
}


def published(*, strict: bool = False) -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a flow; ``strict`` also refuses unknown fields."""
    schema = Flow.model_json_schema(by_alias=True)
    if not strict:
        _open(schema)
        # What a subgraph looks like is described, not demanded, as in the requirements.
        schema["properties"]["subgraphs"] = {
            "type": "object",
            "description": "Named graphs: nodes, edges and an entry, as described under $defs/Graph.",
        }
    schema["title"] = "Agent Flow IR"
    return {"$schema": DIALECT, "$id": SCHEMA_ID + (":strict" if strict else ""), **schema}


def _open(schema: Any) -> None:
    if isinstance(schema, dict):
        if schema.get("additionalProperties") is False:
            del schema["additionalProperties"]
        for part in schema.values():
            _open(part)
    elif isinstance(schema, list):
        for part in schema:
            _open(part)


def read_json(text: str, path: str | None = None) -> Any:
    """
    Parse JSON without NaN and duplicate keys.

    Raises
    ------
    InputError
        If the text is not JSON; with line and column.
    """

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in pairs:
            if key in found:
                raise InputError(f"the key {key!r} occurs twice in one object", path=path)
            found[key] = value
        return found

    def number(name: str) -> Any:
        raise InputError(f"{name}: expected a JSON number", path=path)

    if not text.strip():
        raise InputError("empty: expected a JSON document", path=path)
    try:
        return json.loads(text, object_pairs_hook=unique, parse_constant=number)
    except json.JSONDecodeError as error:
        raise InputError(error.msg, path=path, line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise InputError("nested too deeply", path=path) from None
    except InputError:
        raise
    except ValueError as error:  # an integer of more digits than Python converts
        raise InputError(str(error), path=path) from None


def parse(document: Any, findings: Findings) -> Flow | None:
    """
    Check the syntax of a document.

    What is wrong is reported and dropped or replaced (``mending``), so that the second pass can
    report the rest. Standard subgraphs that the document calls are added.
    """
    if not isinstance(document, Mapping):
        findings.add("FLOW001", "", f"expected an object, got {type(document).__name__}")
        return None
    if _deeper_than(document, MAX_DEPTH):
        findings.add("FLOW001", "", f"nested more than {MAX_DEPTH} levels deep")
        return None
    if isinstance(version := document.get("version"), str) and version != VERSION:
        told = f"version {version!r}, expected {VERSION!r}"
        findings.add("FLOW006", "/version", f"{told}; `kempe flow migrate` converts older ones")
        return None
    if excess := _too_large(document):
        findings.add("FLOW007", "", excess)
        return None
    for at, reason in _unwritable(document):
        findings.add("FLOW004", pointer(*at), reason)
    if findings.errors:
        return None  # nothing could store or hash it
    mended = completed(document)
    for _ in range(_ROUNDS):
        try:
            return Flow.model_validate(mended)
        except ValidationError as error:
            wrong = error.errors(include_url=False)
        paths = [_report(mended, one, findings) for one in wrong]
        if any(path in (["nodes"], ["edges"]) for path in paths):
            return None  # there is no graph
        mended = mend(mended, paths, findings)
    return None


def read_flow(document: Any) -> Flow:
    """
    Return the model of a document; its meaning is not checked.

    Raises
    ------
    DefinitionError
        If the syntax is wrong.
    """
    findings = Findings()
    flow = parse(document, findings)
    if flow is None or findings.errors:
        raise DefinitionError("not a flow", findings.sorted())
    return flow


def _report(document: Any, error: Any, findings: Findings) -> list[Any]:
    """Report an error of pydantic; return the path of the field."""
    kind = error["type"]
    path = _resolve(document, error["loc"], keep_last=kind in ("missing", "union_tag_not_found"))
    if kind == "union_tag_not_found":
        path = [*path, "type"] if path[-1:] != ["type"] else path
        findings.add("FLOW002", pointer(*path), "the field 'type' is missing")
    elif kind == "union_tag_invalid":
        given = error["ctx"]["tag"]
        hint = _similar(given, _NODE_TYPES)
        told = f"type {given!r}, expected one of: {', '.join(_NODE_TYPES)}{hint}"
        findings.add("FLOW005", pointer(*path, "type"), told)
        path = [*path, "type"]
    elif kind == "missing":
        findings.add("FLOW002", pointer(*path), f"the field {path[-1]!r} is missing")
    elif kind == "extra_forbidden":
        known = _fields_beside(document, path)
        hint = _similar(str(path[-1]), known)
        if not hint and len(known) <= _FEW:
            hint = f"; there are {', '.join(known)}"
        findings.add("FLOW003", pointer(*path), f"unknown field {path[-1]!r}{hint}")
    else:
        shown = repr(error["input"])
        shown = shown if len(shown) <= 60 else shown[:57] + "..."
        told = error["msg"][:1].lower() + error["msg"][1:]
        findings.add(_CODES.get(kind, "FLOW004"), pointer(*path), f"{told}, got {shown}")
    return path


def _resolve(document: Any, location: tuple[Any, ...], *, keep_last: bool) -> list[Any]:
    """Return pydantic's location without the names of union members."""
    path: list[Any] = []
    here = document
    for index, part in enumerate(location):
        last = index == len(location) - 1
        if isinstance(location[index - 1], int) and location[index - 2] == "nodes" and index > 1:
            continue  # the type of a node, which might also be the name of one of its fields
        inside = isinstance(here, Mapping) and part in here
        if inside or (isinstance(here, list) and isinstance(part, int) and 0 <= part < len(here)):
            here = here[part]
        elif not (keep_last and last):
            continue
        path.append(part)
    return path


#: Models of the objects in some fields.
_INNER: dict[Any, type[BaseModel]] = {
    "actions": Signature,
    "functions": Operation,
    "constraints": Constraint,
    "upgrades": Upgrade,
    "policies": Policies,
    "path": PathPolicy,
    "repeat": Repeat,
}

#: Limit of the legal fields that a finding lists.
_FEW = 16


def _fields_beside(document: Any, path: list[Any]) -> list[str]:
    """Return the legal fields of the object with an unknown field."""
    here = document
    for part in path[:-1]:
        here = here[part]
    kind = here.get("type") if isinstance(here, Mapping) else None
    models: list[type[BaseModel]] = [Flow, Graph]
    for length in (1, 2):  # the object is the field of another one, or an item of it
        if len(path) > length and path[-1 - length] in _INNER:
            models = [_INNER[path[-1 - length]]]
    if kind in _NODE_TYPES and "nodes" in path:
        models = [Node, *Node.__subclasses__()]
    if isinstance(here, Mapping) and {"from", "to"} <= here.keys():
        return ["from", "to", "guard", "priority", "on", "label", "tags", "meta", "ui", "id"]
    return sorted({info.alias or name for model in models for name, info in model.model_fields.items()})


def _similar(name: Any, known: Any) -> str:
    if not isinstance(name, str):
        return ""
    if name in known:
        return ", which is one of another kind of node"
    close = difflib.get_close_matches(name, known, n=1)
    return f", did you mean {close[0]!r}?" if close else ""


def _deeper_than(document: Any, limit: int) -> bool:
    level = [document]
    for _ in range(limit):
        level = [
            child
            for item in level
            if isinstance(item, Mapping | list)
            for child in (item.values() if isinstance(item, Mapping) else item)
        ]
        if not level:
            return False
    return True


def _unwritable(document: Any) -> Iterator[tuple[tuple[Any, ...], str]]:
    """Yield values that JSON cannot represent, with locations."""
    work: list[tuple[tuple[Any, ...], Any]] = [((), document)]
    while work:
        at, value = work.pop()
        if isinstance(value, Mapping):
            for key, item in value.items():
                if isinstance(key, str) and not is_whole(key):
                    yield at, f"a name with half a surrogate pair: {key!r}"
                else:
                    work.append(((*at, key), item))
        elif isinstance(value, list):
            work += [((*at, index), item) for index, item in enumerate(value)]
        elif isinstance(value, str) and not is_whole(value):
            yield at, f"a text with half a surrogate pair: {value[:40]!r}"
        elif isinstance(value, float) and not math.isfinite(value):
            yield at, f"expected a finite number, got {value!r}"


def _too_large(document: Mapping[str, Any]) -> str | None:
    """Return the exceeded limit, if any; limits keep the compile time within seconds."""
    subgraphs = document.get("subgraphs")
    named = subgraphs if isinstance(subgraphs, Mapping) else {}
    parts = 0
    for graph in [document, *named.values()]:
        if isinstance(graph, Mapping):
            parts += sum(_length(graph.get(field)) for field in ("nodes", "edges"))
    rules = sum(_length(document.get(field)) for field in ("predicates", "constraints", "oneOf"))
    groups = document.get("oneOf")
    for group in groups if isinstance(groups, list) else ():
        rules += _length(group.get("alternatives")) if isinstance(group, Mapping) else 0
    for count, limit, what in (
        (parts, MAX_PARTS, "nodes and edges"),
        (len(named), MAX_SUBGRAPHS, "subgraphs"),
        (rules, MAX_RULES, "predicates, constraints and alternatives"),
    ):
        if count > limit:
            return f"{count} {what}, at most {limit} are allowed"
    return None


def _length(value: Any) -> int:
    return len(value) if isinstance(value, list | Mapping) else 0
