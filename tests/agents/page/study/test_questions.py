"""Answers are checked: their types, and the limits of numbers."""

from __future__ import annotations

import json

import pytest

from agents.errors import InputError
from agents.page.study.questions import Question, checked_answer


def asked(**fields):
    return Question(key="k", text="Q", **fields)


@pytest.mark.parametrize(
    ("question", "value", "answer"),
    [
        ({"type": "scale"}, 7, 7),
        ({"type": "number"}, "2.5", 2.5),
        ({"type": "text", "required": False}, "  ", None),
        ({"type": "text"}, " a ", "a"),
        ({"type": "choice", "options": ["x"]}, "x", "x"),
    ],
)
def test_answers_have_the_types_of_the_questions(question, value, answer):
    assert checked_answer(asked(**question), value) == answer


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ({"type": "scale"}, 8),
        ({"type": "scale"}, None),
        ({"type": "number"}, "many"),
        ({"type": "number"}, "nan"),
        ({"type": "choice", "options": ["x"]}, "y"),
        ({"type": "text"}, " "),
    ],
)
def test_wrong_answers_are_refused(question, value):
    with pytest.raises(InputError):
        checked_answer(asked(**question), value)


@pytest.mark.parametrize("value", [18, "18", "18.0", 99, " 42 "])
def test_numbers_within_the_limits_are_taken(value):
    assert checked_answer(asked(type="number", min=18, max=99), value) == int(float(value))


@pytest.mark.parametrize(
    ("limits", "value", "legal"),
    [
        ({"min": 18, "max": 99}, "17.9", "a number from 18 to 99"),
        ({"min": 18, "max": 99}, 150, "a number from 18 to 99"),
        ({"min": 18, "max": 99}, "many", "a number from 18 to 99"),
        ({"min": 0}, -1, "a number of at least 0"),
        ({"max": 0.5}, 1, "a number of at most 0.5"),
        ({}, "1e999", "a number"),
    ],
)
def test_other_numbers_are_refused_with_the_legal_range(limits, value, legal):
    with pytest.raises(InputError) as caught:
        checked_answer(asked(type="number", **limits), value)
    assert str(caught.value) == f"Q: expected {legal}"


def test_no_answer_is_no_number_out_of_range():
    assert checked_answer(asked(type="number", min=18, required=False), " ") is None
    with pytest.raises(InputError, match="Please answer: Q"):
        checked_answer(asked(type="number", min=18), None)


def test_a_question_without_limits_is_kept_as_earlier_versions_kept_it():
    assert "min" not in json.loads(asked(type="number").model_dump_json())
    limits = {"min": 0, "max": 1.5}
    assert limits.items() <= json.loads(asked(type="number", **limits).model_dump_json()).items()
