"""The declaration of parameters: legal values, messages, and the table that lists them."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pytest

from solver import InputError
from solver.search.parameters import Choice, Range, assigned, choice, number, table, validate

pytestmark = pytest.mark.tiny


@dataclass(frozen=True)
class Example:
    """
    An example.

    Attributes
    ----------
    whole
        A whole number. More about it.
    part
        A part that takes
        two lines.
    word
        A word.
    """

    whole: int = number(3, 1, 9, decided_by="queen8_8")
    part: float = number(0.5, 0, 1, above=True)
    word: str = choice("a", "a", "b")

    def __post_init__(self) -> None:
        validate(self)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"whole": 0}, "whole = 0: expected an integer from 1 to 9"),
        ({"whole": 2.0}, "whole = 2.0: expected an integer from 1 to 9"),
        ({"whole": True}, "whole = True: expected an integer from 1 to 9"),
        ({"part": 0}, "part = 0: expected a number > 0 and <= 1"),
        ({"part": math.nan}, "part = nan: expected a number > 0 and <= 1"),
        ({"part": "0.5"}, "part = '0.5': expected a number > 0 and <= 1"),
        ({"word": "c"}, "word = 'c': expected 'a' or 'b'"),
    ],
)
def test_illegal_values_are_named_with_the_legal_range(values, message):
    with pytest.raises(InputError, match=message):
        Example(**values)


def test_limits_belong_to_the_range_unless_excluded():
    assert Example(whole=1, part=1, word="b") == Example(1, 1, "b")
    assert 5 in Range(5, 6, above=False, whole=True)
    assert 5 not in Range(5, 6, above=True, whole=True)
    assert str(Range(2, math.inf, above=False, whole=True)) == "an integer >= 2"


def test_the_table_takes_its_help_from_the_docstring():
    assert table(Example, "example.") == [
        ("example.whole", 3, Range(1, 9, False, True), "A whole number", "queen8_8"),
        ("example.part", 0.5, Range(0, 1, True, False), "A part that takes two lines", ""),
        ("example.word", "a", Choice(("a", "b")), "A word", ""),
    ]


def test_values_are_assigned_by_name():
    assert assigned(Example(), {"whole": 7}) == Example(whole=7)
    with pytest.raises(InputError, match=r"option = 'hole': expected one of part, whole, word"):
        assigned(Example(), {"hole": 7})
