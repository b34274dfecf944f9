"""
Migration of documents: a chain of pure functions from version to version.

``"v0"`` is the checklist, ``"v1"`` the graph. Each step returns a new document; a document that has the
target version is returned unchanged. Old fixtures are kept in ``tests/agents/flow/fixtures``.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ..errors import InputError, expected
from .checklist import PREFIX, Checklist, read_checklist
from .ir import VERSION, QuestionNode
from .templates import escaped, placeholders

CHOOSER = "choose"
COMPLETE = "complete"
NO_PATH = "no_path"


class Step(NamedTuple):
    """Pure function from documents of one version to documents of another."""

    source: str
    target: str
    convert: Callable[[Any], dict[str, Any]]


def version_of(document: Any) -> str:
    """
    Return the version of a document: its ``version``, or ``"v0"`` for a checklist, which has none.

    Raises
    ------
    InputError
        If the version is unknown.
    """
    if isinstance(document, list):
        return "v0"
    if isinstance(document, Mapping):
        version = document.get("version")
        if isinstance(version, str):
            return version
        if version is None and {"question_graph", "global", "paths"} & document.keys():
            return "v0"
    raise InputError("the document has no version and is not a checklist")


def checklist_to_graph(config: Any) -> dict[str, Any]:
    """
    Convert a checklist (v0) to a graph (v1).

    A decision chooses, by priority, the first unsettled question whose dependencies are settled; each
    question leads back to it. Optional questions are never asked, but their answers are accepted.

    Raises
    ------
    DefinitionError
        If the document is not a checklist.
    InputError
        If a validator is a Python function, which a document cannot contain: register it under a name.
    """
    checklist = read_checklist(config)
    if checklist.validators:
        raise InputError(
            f"{len(checklist.validators)} validators are functions: register them and use their names"
        )
    return _Converter(checklist).document()


class _Converter:
    def __init__(self, checklist: Checklist) -> None:
        self.checklist = checklist
        self.nodes: list[dict[str, Any]] = [
            {"id": CHOOSER, "type": "decision", "label": "Next question"}
        ]
        self.edges: list[dict[str, Any]] = []
        self.back: list[dict[str, Any]] = []
        self.subgraphs: dict[str, Any] = {}

    def document(self) -> dict[str, Any]:
        checklist = self.checklist
        ranked = [("", question) for question in checklist.questions]
        ranked += [(path, q) for path, questions in checklist.paths.items() for q in questions]
        ranked.sort(key=lambda pair: (pair[1].priority, pair[1].id))
        for path, question in ranked:
            self.question(path, question)
        if checklist.paths:
            self.terminal(NO_PATH, "handoff", "!has(path.current)")
        self.terminal(COMPLETE, "success", None)
        document: dict[str, Any] = {
            "version": VERSION,
            "id": checklist.id,
            "entry": CHOOSER,
            "nodes": self.nodes,
            "edges": self.edges + self.back,
            "policies": {
                "allow_cycles": True,
                "on_unknown": "skip",
                "path": checklist.policy.model_dump(mode="json"),
            },
        }
        if checklist.paths:
            document["paths"] = {
                name: about.model_dump(mode="json", exclude_defaults=True)
                for name, about in checklist.about.items()
            }
        if self.subgraphs:
            document["subgraphs"] = self.subgraphs
        return document

    def question(self, path: str, question: QuestionNode) -> None:
        node = question.model_dump(mode="json", by_alias=True, exclude_defaults=True)
        for text in ("prompt", "retry_prompt", "clarification"):
            if placeholders(node.get(text) or "") or "{{" in (node.get(text) or ""):
                node[text] = escaped(node[text])  # a checklist has no placeholders
        if path:
            on_path = f"path.current == {_quoted(path)}"
            node["when"] = f"{on_path} && ({question.when})" if question.when else on_path
        if not path or question.key not in {q.key for q in self.checklist.questions}:
            self.nodes.append(node)
            entry = question.id
        else:
            # The path asks a global key in its own way. A graph has each key once, so this one gets a
            # graph of its own, which shares the answers.
            entry = f"{path}/{question.key}"
            self.subgraphs[entry] = {
                "entry": question.id,
                "nodes": [node],
                "edges": [{"from": question.id, "to": "__exit__"}],
            }
            self.nodes.append({"id": entry, "type": "subgraph", "ref": entry})
        if question.required:
            self.way(entry, self.guard(path, question))
            self.back.append({"from": entry, "to": CHOOSER})
        elif entry != question.id:
            self.way(entry, "ctx.never == true")

    def guard(self, path: str, question: QuestionNode) -> str:
        dependencies = ", ".join(map(_quoted, question.dependencies))
        parts = [f"deps_missing({_quoted(question.key)}, [{dependencies}])"]
        if path:
            parts.append(f"path.current == {_quoted(path)}")
        else:
            own = [p for p, qs in self.checklist.paths.items() if any(q.key == question.key for q in qs)]
            parts += [f"!(has(path.current) && path.current == {_quoted(p)})" for p in own]
        if question.when is not None:
            parts.append(f"({question.when})")
        return " && ".join(parts)

    def terminal(self, name: str, outcome: str, guard: str | None) -> None:
        reason = "checklist_complete" if name == COMPLETE else name
        self.nodes.append({"id": name, "type": "terminal", "outcome": outcome, "reason": reason})
        self.way(name, guard)

    def way(self, target: str, guard: str | None) -> None:
        """Return an edge with its own priority: that of the question, then by id."""
        edge = {"from": CHOOSER, "to": target, "priority": len(self.edges)}
        self.edges.append(edge if guard is None else {**edge, "guard": guard})


def _quoted(text: str | None) -> str:
    return json.dumps(text, ensure_ascii=False)


#: All steps, oldest first.
STEPS: tuple[Step, ...] = (Step("v0", "v1", checklist_to_graph),)


def migrate(document: Any, target: str = VERSION, *, steps: Sequence[Step] = STEPS) -> dict[str, Any]:
    """
    Return a document in another version.

    Parameters
    ----------
    document
        Document of any version; not changed.
    target
        Target version.
    steps
        Chain of steps.

    Raises
    ------
    InputError
        If a version is unknown, or the chain does not lead to the target.
    """
    known = {step.source for step in steps} | {step.target for step in steps} | {VERSION}
    version = version_of(document)
    for name in (version, target):
        if name not in known:
            raise expected("version", name, f"one of {', '.join(sorted(known))}")
    result = copy.deepcopy(document)
    while version != target:
        step = next((step for step in steps if step.source == version), None)
        if step is None:
            raise InputError(f"no migration leads from {version_of(document)!r} to {target!r}")
        result, version = step.convert(result), step.target
    return result  # type: ignore[no-any-return]


__all__ = ["PREFIX", "STEPS", "Step", "checklist_to_graph", "migrate", "version_of"]
