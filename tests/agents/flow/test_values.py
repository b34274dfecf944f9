"""What an answer may be (F2.5, validation of each type), and patterns that end."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.flow.ir import QuestionNode
from agents.flow.patterns import compile_pattern
from agents.flow.values import AnswerCheck, match_option, missing


def check(value, **fields):
    node = QuestionNode.model_validate(
        {"id": "q", "type": "question", "key": "k", "prompt": "?", **fields}
    )
    return AnswerCheck(node)(value)


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        ("any", " x ", "x"),
        ("any", 3, 3),
        ("any", ["a", 1], ["a", 1]),
        ("text", "x", "x"),
        ("number", "12", 12.0),
        ("number", 2.5, 2.5),
        ("number", "-1e3", -1000.0),
        ("number", 2**63 + 1, 2.0**63),
        ("integer", "12", 12),
        ("integer", 12.0, 12),
        ("integer", -(2**63), -(2**63)),
        ("boolean", "Yes", True),
        ("boolean", False, False),
        ("date", "2026-02-28", "2026-02-28"),
        ("email", " a.b@c.org ", "a.b@c.org"),
        ("phone", "+49 (30) 123-456", "+49 (30) 123-456"),
        ("url", "https://x.org/a?b", "https://x.org/a?b"),
    ],
)
def test_a_value_comes_in_its_canonical_form(kind, value, expected):
    checked = check(value, data_type=kind)
    assert checked == (expected, None)
    assert type(checked.value) is type(expected)
    assert check(checked.value, data_type=kind) == checked


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        ("any", ["\ud800", ["\udfff"], {}, {"a": 1}, [[]], float("nan"), 2**64]),
        ("text", ["\ud800", 3, True, ["a"]]),
        ("number", ["x", True, "nan", "inf", float("inf"), "1e999", "1" * 5000, 10**400, [1]]),
        ("integer", ["1.5", 1.5, 2**63, "9" * 30, True]),
        ("boolean", ["maybe", 1, "yesno"]),
        ("date", ["2026-02-30", "yesterday", 20260101]),
        ("email", ["a@b", "a b@c.de", "@c.de", "a@@c.de", "x" * 300 + "@a.de"]),
        ("phone", ["12", "call me", "1" * 40]),
        ("url", ["x.org", "javascript:alert(1)", "http://"]),
    ],
)
def test_a_wrong_value_is_refused_with_what_was_expected(kind, values):
    for value in [*values, None, "", "  "]:
        error = check(value, data_type=kind).error
        assert error is not None, value
        assert error.startswith("expected")


@pytest.mark.parametrize(
    ("fields", "good", "bad"),
    [
        ({"minimum": 2, "maximum": 4, "data_type": "number"}, [2, 4], [1.9, 4.1]),
        ({"min_length": 2, "max_length": 3}, ["ab", ["x", "y"]], ["a", "abcd", ["x"]]),
        ({"pattern": "[A-Z]{2}[0-9]+"}, ["AB1"], ["AB", "xAB1", "AB1x", "AB1\n?"]),
        ({"allowed_values": ["buy_led", "Rent"]}, ["Buy LED", "rent", "buy_led"], ["buy", 3, ["rent"]]),
    ],
)
def test_limits(fields, good, bad):
    for value in good:
        assert check(value, **fields).error is None, value
    for value in bad:
        assert check(value, **fields).error is not None, value


def test_limits_are_told_with_all_their_digits():
    assert check(1, data_type="integer", minimum=12345678901).error == "expected at least 12345678901"
    assert check(1, data_type="number", maximum=0.1).error == "expected at most 0.1"
    error = check(10**20, data_type="integer").error
    assert error == f"expected a whole number from {-(2**63)} to {2**63 - 1}"


def test_the_authors_message_wins():
    assert check("x", data_type="integer", error_message="Digits, please.").error == "Digits, please."


def test_options_keep_their_own_spelling():
    assert check("BUY led", allowed_values=["buy_led"]).value == "buy_led"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("I want to buy LED lights", "buy_led"),
        ("buy", "buy_led"),
        ("buy solar", "buy_solar"),
        ("nothing of this", None),
        ("SOLAR", "buy_solar"),
        ("10", "10"),
        ("1", "1"),
        ("led and solar", "buy_led"),
        ("", None),
    ],
)
def test_f2_5_the_best_option_wins_and_ties_go_to_the_first(message, expected):
    assert match_option(message, ["buy_led", "buy_solar", "1", "10"]) == expected


def test_missing():
    assert all(map(missing, [None, "", "  "]))
    assert not any(map(missing, [0, False, "x", []]))


@pytest.mark.parametrize(
    "pattern",
    [
        r"(x)\1",
        "(?=a)b",
        "(a{1000}){1000}",
        "a" * 1001,
        "|".join(f".{{{1000 - i}}}x" for i in range(110)),
        "[",
        "(",
        "*a",
        "a**",
        "a{5,2}",
    ],
)
def test_a_pattern_that_may_run_forever_or_is_none_is_refused(pattern):
    with pytest.raises(ValueError):  # noqa: PT011 - of whatever message
        compile_pattern(pattern)


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (r"\d{4}-\d{2}", "2026-11"),
        ("(foo|bar)?baz", "barbaz"),
        (r"[^@]+@[^@]+\.[a-z]{2,}", "a@b.de"),
        ("[]a]+", "a]"),
        (r"a\.b", "a.b"),
        ("[0-9]{4}( ?[0-9]{4}){3}", "4111 1111 1111 1111"),
        ("[A-Z]{2}[0-9]{2}( ?[A-Z0-9]{4}){2,7}( ?[A-Z0-9]{1,4})?", "DE44 5001 0517 5407 3249 31"),
        ("a?" * 24 + "a" * 24, "a" * 24),
        ("(a+)+b", "a" * 5000 + "b"),
        ("(?i)ab", "AB"),
    ],
)
def test_a_pattern_matches_as_usual(pattern, text):
    assert compile_pattern(pattern).fullmatch(text)


@given(st.text("ab?*+|(){}[],^.\\d12", max_size=14), st.text("ab12.", max_size=256))
def test_whatever_is_accepted_is_a_regular_expression_and_ends(pattern, text):
    try:
        compiled = compile_pattern(pattern)
    except ValueError:
        return
    try:
        oracle = re.compile(pattern)
    except re.error:
        return  # RE2 allows a quantifier of a quantifier
    if len(text) <= 24:  # the oracle backtracks
        assert bool(compiled.fullmatch(text)) is bool(oracle.fullmatch(text))
