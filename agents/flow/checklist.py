"""
Checklists (version 0): questions by priority, optionally with paths.

A configuration is a list of questions, or ``{"global": [...], "paths": {name: {"questions": [...]}},
"path_selection": {...}}``, also below ``"question_graph"``. Unlike in the legacy engine, ``required``
and validators are effective, ``when`` enables and disables questions by the answers, and all errors are
reported at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from ..errors import DefinitionError, InputError
from .ir import Path, QuestionNode
from .path_policy import PathPolicy
from .rules import Findings, pointer

#: Format of the ids of questions.
PREFIX = "q."


@dataclass(frozen=True)
class Checklist:
    """
    Parsed configuration.

    Attributes
    ----------
    id
        Name of the checklist.
    questions, paths
        Global questions, and questions of each path, which override global ones with the same key.
    about
        Labels and keywords of the paths.
    policy
        Policy for the choice of a path.
    validators
        Callables given in place of names.
    """

    id: str
    questions: tuple[QuestionNode, ...]
    paths: Mapping[str, tuple[QuestionNode, ...]]
    about: Mapping[str, Path]
    policy: PathPolicy
    validators: Mapping[str, Any]
    places: Mapping[str, tuple[Any, ...]]

    @property
    def everything(self) -> tuple[QuestionNode, ...]:
        """Return all questions, the global ones first."""
        return (*self.questions, *(q for questions in self.paths.values() for q in questions))


def read_checklist(config: Any) -> Checklist:
    """
    Return the checklist in a configuration of version 0.

    Unknown fields of a question are kept under its ``meta``.

    Raises
    ------
    DefinitionError
        If the configuration is invalid; the error lists all findings.
    """
    name, graph = "checklist", config
    at: tuple[str, ...] = ()
    at_global: tuple[str, ...] = ()
    if isinstance(config, Mapping):
        name = str(config.get("id", name))
        if "question_graph" in config:
            graph, at = config["question_graph"], ("question_graph",)
    if isinstance(graph, list):
        graph, at_global = {"global": graph}, at
    else:
        at_global = (*at, "global")
    findings = Findings()
    if not isinstance(graph, Mapping):
        findings.add(
            "FLOW001", pointer(*at), f"expected a list or an object, got {type(graph).__name__}"
        )
        raise DefinitionError("not a checklist", findings.sorted())
    reader = _Reader(findings)
    common = reader.questions(graph.get("global", []), at_global, "")
    paths, about = {}, {}
    for path, entry in reader.mapping(graph.get("paths", {}), (*at, "paths")).items():
        here = (*at, "paths", path)
        listed = entry.get("questions", []) if isinstance(entry, Mapping) else entry
        paths[path] = reader.questions(listed, (*here, "questions"), f"{path}/")
        about[path] = reader.about(entry, here)
    policy = reader.policy(graph.get("path_selection", {}), (*at, "path_selection"))
    if not (findings.errors or common or any(paths.values())):
        findings.add("FLOW004", pointer(*at_global), "expected a question, got none")
    if findings.errors:
        raise DefinitionError("not a checklist", findings.sorted())
    return Checklist(name, common, paths, about, policy, reader.validators, reader.places)


class _Reader:
    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self.validators: dict[str, Any] = {}
        self.places: dict[str, tuple[Any, ...]] = {}

    def mapping(self, value: Any, at: tuple[Any, ...]) -> Mapping[str, Any]:
        if isinstance(value, Mapping):
            return value
        self.findings.add("FLOW004", pointer(*at), f"expected an object, got {type(value).__name__}")
        return {}

    def questions(self, listed: Any, at: tuple[Any, ...], prefix: str) -> tuple[QuestionNode, ...]:
        if not isinstance(listed, list):
            self.findings.add("FLOW004", pointer(*at), f"expected a list, got {type(listed).__name__}")
            return ()
        found: dict[str, QuestionNode] = {}
        for index, item in enumerate(listed):
            question = self.question(item, (*at, index), prefix)
            if question is None or question.key is None:
                continue
            if question.key in found:
                message = f"key {question.key!r} is used by another question of this list"
                self.findings.add("FLOW102", pointer(*at, index, "key"), message)
            found[question.key] = question
            self.places[question.id] = (*at, index)
        return tuple(found.values())

    def question(self, item: Any, at: tuple[Any, ...], prefix: str) -> QuestionNode | None:
        if not isinstance(item, Mapping):
            self.findings.add("FLOW004", pointer(*at), f"expected an object, got {type(item).__name__}")
            return None
        for code, field in (("FLOW201", "key"), ("FLOW202", "prompt")):
            value = item.get(field)
            if not isinstance(value, str) or not value.strip():
                self.findings.add(code, pointer(*at), f"a question needs {field!r}, got {value!r}")
                return None
        known = {info.alias or name for name, info in QuestionNode.model_fields.items()}
        fields = {name: value for name, value in item.items() if name in known - {"id", "type"}}
        rest = {name: value for name, value in item.items() if name not in known}
        key = item["key"]
        if callable(fields.get("validate")):
            name = f"validate_{len(self.validators)}"
            self.validators[name] = fields["validate"]
            fields["validate"] = name
        meta = {**fields.pop("meta", {}), **rest}
        node = {"id": f"{prefix}{PREFIX}{key}", "type": "question", **fields, "meta": meta}
        try:
            return QuestionNode.model_validate(node)
        except ValidationError as error:
            for wrong in error.errors():
                told = f"{wrong['msg']}, got {wrong['input']!r}"
                self.findings.add("FLOW004", pointer(*at, *wrong["loc"]), told)
        return None

    def about(self, entry: Any, at: tuple[Any, ...]) -> Path:
        if not isinstance(entry, Mapping):
            return Path()
        fields = {name: entry[name] for name in ("label", "description", "keywords") if name in entry}
        predicates = entry.get("entry_predicates", [])
        if isinstance(predicates, list) and all(isinstance(word, str) for word in predicates):
            fields.setdefault("keywords", predicates)
        try:
            return Path.model_validate(fields)
        except ValidationError as error:
            for wrong in error.errors():
                self.findings.add("FLOW004", pointer(*at, *wrong["loc"]), wrong["msg"])
        return Path()

    def policy(self, config: Any, at: tuple[Any, ...]) -> PathPolicy:
        try:
            return PathPolicy.parse(self.mapping(config, at))
        except InputError as error:
            self.findings.add("FLOW004", pointer(*at), str(error))
        return PathPolicy()
