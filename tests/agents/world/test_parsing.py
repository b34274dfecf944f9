"""Answers of language models, good and bad."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.world.parsing import parse_action


def answer(**message):
    return {"choices": [{"message": {"role": "assistant", **message}}]}


def call(name, arguments):
    return {"id": "x", "type": "function", "function": {"name": name, "arguments": arguments}}


def test_a_tool_call_comes_first_and_only_the_first_counts():
    calls = [call("post_message", '{"content": "hi"}'), call("noop", "{}")]
    found = parse_action(answer(tool_calls=calls, content='{"action": "noop"}'))
    assert found == ("post_message", {"content": "hi"}, '{"action": "noop"}', None)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ("", None),
        (None, "not an object"),
        ("{}", None),
        ({}, None),
        ("{'content': 1}", "not JSON"),
        ("[1]", "not an object"),
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_bad_arguments_are_none_and_it_is_told(arguments, error):
    found = parse_action(answer(tool_calls=[call("post_message", arguments)]))
    assert (found.action, found.arguments) == ("post_message", {})
    assert (found.error is None) if error is None else (error in found.error)


OBJECT = '{"action": "post_message", "args": {"content": "a } b"}, "reasoning": "so"}'
PARSED = ("post_message", {"content": "a } b"}, "so")


@pytest.mark.parametrize(
    "text",
    [
        OBJECT,
        f"```json\n{OBJECT}\n```",
        f"```\n{OBJECT}```",
        f"Sure! Here it is: {OBJECT} Anything else?",
        f"{{not json}} {OBJECT}",
        f'{{"mood": {{"good": true}}}} {OBJECT}',
        f"{OBJECT} {OBJECT.replace('post_message', 'noop')}",
    ],
)
def test_json_in_the_text(text):
    found = parse_action(answer(content=text))
    assert found[:3] == PARSED
    assert found.error is None


@pytest.mark.parametrize(
    ("text", "action", "arguments"),
    [
        (
            '{"action": "post_message", "args": {"content": "x"}, "reaso',
            "post_message",
            {"content": "x"},
        ),
        ('{"action": "post_message", "args": {"content": "x', "post_message", {}),
        ('{"action": "noop",}', "noop", {}),
        ('{"action": "a\\"b", oops', 'a"b', {}),
    ],
)
def test_broken_json_is_rescued_and_it_is_told(text, action, arguments):
    found = parse_action(answer(content=text))
    assert (found.action, found.arguments) == (action, arguments)
    assert found.error == "the answer is broken JSON"


@pytest.mark.parametrize(
    "response",
    [
        None, [], {}, "noop", {"choices": []}, {"choices": [{}]}, {"choices": [{"message": None}]},
        answer(), answer(content=None), answer(content=""), answer(content="noop"), answer(content=7),
        answer(content='{"act": "x"}'), answer(content='{"action": 3}'), answer(content="[1, 2]"),
        answer(tool_calls=[{}]), answer(tool_calls=[{"function": {"name": 3}}]), answer(tool_calls=7),
        answer(tool_calls=["x"]), answer(content="{" * 5000),
    ],
)  # fmt: skip
def test_anything_else_is_nothing_and_it_is_told(response):
    found = parse_action(response)
    assert (found.action, found.arguments) == ("noop", {})
    assert found.error


def test_args_that_are_no_object():
    found = parse_action(answer(content='{"action": "noop", "args": [1]}'))
    assert found == ("noop", {}, None, "args is not an object")


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(
            st.sampled_from(
                [
                    "choices",
                    "message",
                    "tool_calls",
                    "function",
                    "name",
                    "arguments",
                    "content",
                    "action",
                ]
            ),
            inner,
        )
    ),
)


@given(anything)
def test_nothing_raises(response):
    found = parse_action(response)
    assert isinstance(found.action, str)
    assert isinstance(found.arguments, dict)


@given(st.dictionaries(st.text(), st.text() | st.integers()), st.text(), st.text())
def test_json_is_found_in_whatever_surrounds_it(arguments, before, after):
    text = json.dumps({"action": "go", "args": arguments})
    found = parse_action(answer(content=before.replace("{", "(") + text + after))
    assert (found.action, found.arguments) == ("go", arguments)
