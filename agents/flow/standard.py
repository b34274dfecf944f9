"""
Standard subgraphs, which a flow includes by their names.

A node calls one by ``"ref": "standard.retry"``; the document need not contain it. A subgraph of the same
name in the document replaces it, for other texts or another language. The compiled flow contains the
subgraphs that it calls, so that they are part of its hash.

By convention an ``assign`` node gives each input a value if the caller has none, and all results are
answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

PREFIX = "standard."

_RETRY: dict[str, Any] = {
    "label": "Retry",
    "description": "After a failure: again, not at all, or a person; after `limit` failures, again "
    "leads to a person.",
    "entry": "count",
    "nodes": [
        {
            "id": "count",
            "type": "assign",
            "values": {
                "problem": "has(answers.problem) ? answers.problem : 'That did not work.'",
                "limit": "has(answers.limit) ? answers.limit : 3",
                "tries": "has(answers.tries) ? answers.tries + 1 : 1",
            },
        },
        {
            "id": "ask",
            "type": "question",
            "key": "choice",
            "prompt": "{problem} Do you want to try again, to leave it, or to talk to a person?",
            "allowed_values": ["again", "leave", "person"],
        },
        {"id": "limit", "type": "message", "prompt": "It has failed {tries} times."},
        {"id": "person", "type": "assign", "values": {"choice": "'person'"}},
    ],
    "edges": [
        {"from": "count", "to": "ask"},
        {
            "from": "ask",
            "to": "limit",
            "guard": "answers.choice == 'again' && answers.tries >= answers.limit",
        },
        {"from": "ask", "to": "__exit__", "guard": "else"},
        {"from": "limit", "to": "person"},
        {"from": "ask", "to": "person", "on": "exhausted"},
        {"from": "person", "to": "__exit__"},
    ],
}

_ESCALATION: dict[str, Any] = {
    "label": "Escalation",
    "description": "Handover to a person, if the one who talks agrees; ends the flow with a handoff.",
    "entry": "begin",
    "nodes": [
        {
            "id": "begin",
            "type": "assign",
            "values": {
                "problem": "has(answers.problem) ? answers.problem : 'I cannot help any further.'"
            },
        },
        {
            "id": "agree",
            "type": "question",
            "key": "handover",
            "prompt": "{problem} Shall a person take over?",
            "data_type": "boolean",
            "skip_known": False,
            "overwrite": True,
        },
        {
            "id": "contact",
            "type": "question",
            "key": "contact",
            "prompt": "How can we reach you?",
            "required": False,
        },
        {
            "id": "notes",
            "type": "question",
            "key": "notes",
            "prompt": "What should the person know?",
            "required": False,
        },
        {
            "id": "end",
            "type": "terminal",
            "outcome": "handoff",
            "reason": "escalation",
            "prompt": "A person will take over.",
        },
    ],
    "edges": [
        {"from": "agree", "to": "contact", "guard": "answers.handover"},
        {"from": "agree", "to": "__exit__", "guard": "else"},
        {"from": "begin", "to": "agree"},
        {"from": "contact", "to": "notes"},
        {"from": "notes", "to": "end"},
    ],
}

_REVIEW: dict[str, Any] = {
    "label": "Review",
    "description": "Review of a proposal: accepted, rejected with what is impossible, or countered.",
    "entry": "begin",
    "nodes": [
        {
            "id": "begin",
            "type": "assign",
            "values": {"proposal": "has(answers.proposal) ? answers.proposal : 'This is the proposal.'"},
        },
        {
            "id": "ask",
            "type": "question",
            "key": "verdict",
            "prompt": "{proposal} Do you accept it, reject it, or counter it?",
            "allowed_values": ["accept", "reject", "counter"],
        },
        {
            "id": "reject",
            "type": "question",
            "key": "objection",
            "prompt": "What about it is impossible?",
        },
        {
            "id": "counter",
            "type": "question",
            "key": "counter",
            "prompt": "What do you propose instead?",
        },
    ],
    "edges": [
        {"from": "begin", "to": "ask"},
        {"from": "ask", "to": "reject", "guard": "answers.verdict == 'reject'"},
        {"from": "ask", "to": "counter", "guard": "answers.verdict == 'counter'"},
        {"from": "ask", "to": "__exit__", "guard": "else"},
        {"from": "reject", "to": "__exit__"},
        {"from": "counter", "to": "__exit__"},
    ],
}

#: Standard subgraphs by name.
STANDARD: Mapping[str, Mapping[str, Any]] = {
    f"{PREFIX}escalation": _ESCALATION,
    f"{PREFIX}retry": _RETRY,
    f"{PREFIX}review": _REVIEW,
}


def completed(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a document with the standard subgraphs that it calls and does not contain."""
    own = document.get("subgraphs", {})
    if not isinstance(own, Mapping):
        return document
    graphs = [document, *own.values()]
    called = {ref for graph in graphs for ref in _refs(graph) if ref in STANDARD and ref not in own}
    if not called:
        return document
    return {**document, "subgraphs": {**own, **{name: STANDARD[name] for name in sorted(called)}}}


def _refs(graph: Any) -> list[str]:
    """Return the names of the subgraphs that a graph calls; the graph may be ill-formed."""
    nodes = graph.get("nodes") if isinstance(graph, Mapping) else None
    named = (
        [node.get("ref") for node in nodes or () if isinstance(node, Mapping)]
        if isinstance(nodes, list)
        else []
    )
    return [ref for ref in named if isinstance(ref, str)]
