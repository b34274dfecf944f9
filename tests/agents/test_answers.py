"""Objects in answers."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.answers import MOST_BRACES, objects_in


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("[1, 2]", []),
        ('{"a": 1}', [{"a": 1}]),
        ('so {it is}: ```json\n{"a": {"b": "}"}}\n``` or {"c": 2', [{"a": {"b": "}"}}, {"b": "}"}]),
        ('{"a": {"b": 1}, cut', [{"b": 1}]),
        ('{"a":' * 100_000, []),
        ("{ " * MOST_BRACES + '{"a": 1}', []),
    ],
)
def test_objects_are_found_wherever_they_stand(text, expected):
    assert list(objects_in(text)) == expected


@given(st.text(alphabet=st.sampled_from('{}[]",:1 a')))
def test_whatever_is_found_is_an_object_of_the_text(text):
    for found in objects_in(text):
        assert isinstance(found, dict)
        assert json.loads(json.dumps(found)) == found
