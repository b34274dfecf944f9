"""Cases without an edge are judged by the answers that a question accepts."""

from __future__ import annotations

import pytest

from agents.flow import check_flow
from agents.flow.ir import QuestionNode
from agents.flow.values import AnswerCheck
from tests.agents.flow.support import chain, document, edge, end, question


def branches(guards, **fields):
    """A question with edges to ends."""
    edges = [edge("q.k", f"e{index}", guard) for index, guard in enumerate(guards)]
    return document([question("k", **fields), *(end(e["to"]) for e in edges)], edges)


@pytest.mark.parametrize(
    ("fields", "guards"),
    [
        ({"data_type": "email"}, ["answers.k.contains('@')"]),
        ({"data_type": "url"}, ["answers.k.contains('://')"]),
        ({"data_type": "date"}, ["answers.k < '9999-12-32'"]),
        ({"data_type": "date"}, ["answers.k <= '2026-02-28'", "answers.k >= '2026-03-01'"]),
        ({"data_type": "date"}, ["size(answers.k) == 10"]),
        ({"data_type": "phone"}, ["size(answers.k) < 32"]),
        ({"data_type": "text"}, ["size(answers.k) <= 10000"]),
        ({"data_type": "text"}, ["answers.k != ''"]),
        ({"pattern": "[0-9]{4}", "data_type": "text"}, ["size(answers.k) == 4"]),
        ({"data_type": "integer", "validate": "value > 200"}, ["answers.k > 200"]),
        ({"data_type": "text", "validate": "size(value) > 5"}, ["size(answers.k) > 5"]),
        ({"data_type": "integer", "minimum": 0.5, "maximum": 2.5}, ["answers.k in [1, 2]"]),
        ({"data_type": "text", "validate": "size(value) > 5"}, ["answers.k != 'x'"]),
        ({"data_type": "text"}, ["answers.k.contains('x')", "!answers.k.contains('x')"]),
    ],
)
def test_no_gap_is_reported_if_every_accepted_answer_has_an_edge(fields, guards):
    assert [
        finding for finding in check_flow(branches(guards, **fields)) if finding.code == "FLOW408"
    ] == []


@pytest.mark.parametrize(
    ("fields", "guards", "example"),
    [
        ({"data_type": "email"}, ["answers.k.endsWith('.org')"], "x.y@example.com"),
        ({"data_type": "url"}, ["answers.k.startsWith('http')"], "HTTP://A.ORG/x"),
        ({"data_type": "date"}, ["answers.k < '2026-01-01'", "answers.k > '2026-01-01'"], "2026-01-01"),
        (
            {"data_type": "date"},
            ["answers.k <= '2026-02-28'", "answers.k >= '2026-03-02'"],
            "2026-03-01",
        ),
        ({"data_type": "integer", "validate": "value > 200"}, ["answers.k > 300"], 201),
        (
            {"data_type": "text", "pattern": "[A-Z]+", "examples": ["ABC"]},
            ["answers.k > 'X'", "answers.k == 'X'"],
            "ABC",
        ),
    ],
)
def test_a_gap_is_shown_with_an_answer_that_is_accepted(fields, guards, example):
    (finding,) = check_flow(branches(guards, **fields))
    assert finding.code == "FLOW408"
    assert f"{{'k': {example!r}}}" in finding.message
    node = QuestionNode.model_validate(question("k", **fields))
    assert AnswerCheck(node)(example) == (example, None)


def test_answers_that_are_compared_with_each_other_leave_no_gap():
    low, high = (question(key, data_type="integer") for key in ("low", "high"))
    guards = ["answers.low < answers.high", "answers.low >= answers.high"]
    edges = [edge("q.low", "q.high"), edge("q.high", "a", guards[0]), edge("q.high", "b", guards[1])]
    assert check_flow(document([low, high, end("a"), end("b")], edges)) == []


def test_guards_that_are_true_at_once_are_shown_with_an_answer_that_is_accepted():
    (finding,) = check_flow(
        branches(["answers.k > '2026-01-01'", "answers.k < '2026-01-03'", "else"], data_type="date")
    )
    assert (finding.code, "2026-01-02" in finding.message) == ("FLOW406", True)


def test_no_example_is_shown_for_guards_that_it_does_not_make_true():
    guards = ["answers.k == 'x'", "size(answers.k) > 2", "else"]
    findings = check_flow(branches(guards, data_type="text"))
    assert "FLOW406" not in [finding.code for finding in findings]


@pytest.mark.parametrize(
    ("fields", "place", "code"),
    [
        ({"data_type": "integer", "minimum": 1.2, "maximum": 1.8}, "minimum", "FLOW206"),
        ({"data_type": "integer", "minimum": 2**63}, "minimum", "FLOW206"),
        ({"data_type": "date", "min_length": 11}, "min_length", "FLOW206"),
        ({"data_type": "email", "max_length": 3}, "max_length", "FLOW206"),
        ({"data_type": "integer", "maximum": 130, "validate": "value > 200"}, "validate", "FLOW410"),
        ({"data_type": "text", "max_length": 3, "validate": "size(value) > 5"}, "validate", "FLOW410"),
        ({"allowed_values": ["a", "b"], "validate": "value > 'b'"}, "validate", "FLOW410"),
    ],
)
def test_a_question_that_no_answer_can_answer_is_an_error(fields, place, code):
    (finding,) = check_flow(chain(question("k", **fields), end()))
    assert finding[:2] == (code, f"/nodes/0/{place}")
    assert finding.severity == "error"
