"""The mock: seeded, the same in each process."""

import asyncio
import hashlib
import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from agents.contracts import LLMGateway, ToolSpec
from agents.llm import MockLLMGateway
from agents.world.tools import tool_specs

TOOLS = [tool.openai() for tool in tool_specs()]


def ask(seed, text, **more):
    messages = [{"role": "system", "content": "s"}, {"role": "user", "content": text}]
    return MockLLMGateway(seed=seed).chat(model="m", messages=messages, **more)["choices"][0]["message"]


@given(st.integers(0, 2**64 - 1), st.text(st.characters(codec="utf-8")))
def test_it_says_hello_with_the_number_of_its_seed_and_the_question(seed, text):
    expected = int(hashlib.sha256(f"{seed}:{text}".encode()).hexdigest(), 16) % 1000
    function = ask(seed, text, tools=TOOLS)["tool_calls"][0]["function"]
    assert function["name"] == "post_message"
    assert function["arguments"] == f'{{"content": "hello ({expected})"}}'


def test_only_if_it_may():
    named = {"type": "function", "function": {"name": "post_message"}}
    for choice in (None, "auto", "post_message", named):
        assert ask(1, "x", tools=TOOLS, tool_choice=choice)["tool_calls"]
    for more in ({}, {"tools": []}, {"tools": TOOLS[1:]}, {"tools": TOOLS, "tool_choice": "none"}):
        assert ask(1, "x", **more) == {"role": "assistant", "content": "noop"}


def test_it_acts_with_values_that_the_schema_lists():
    colors = ["red", "green", "blue"]
    properties = {"color": {"enum": colors}, "text": {"type": "string"}}
    turn = {"properties": properties, "required": ["color"]}
    said = {"properties": properties, "required": ["text"]}
    tools = [
        {"type": "function", "function": {"name": name, "parameters": schema}}
        for name, schema in (("say", said), ("turn", turn))
    ]
    gateway = MockLLMGateway(seed=3, acts=True)
    chosen = set()
    for text in map(str, range(20)):
        asked = {"model": "m", "messages": [{"role": "user", "content": text}], "tools": tools}
        message = gateway.chat(**asked)["choices"][0]["message"]
        (call,) = message["tool_calls"]
        assert call["function"]["name"] == "turn"
        chosen.add(call["function"]["arguments"])
        assert gateway.chat(**asked, tool_choice="none")["choices"][0]["message"]["content"] == "noop"
    assert chosen == {f'{{"color": "{color}"}}' for color in colors}
    assert ask(3, "x", tools=tools) == {"role": "assistant", "content": "noop"}


def acted(tools, count=60):
    """Return the calls of a mock that acts: the names of the tools and their arguments."""
    gateway = MockLLMGateway(seed=3, acts=True)
    calls = []
    for text in map(str, range(count)):
        asked = {"model": "m", "messages": [{"role": "user", "content": text}], "tools": tools}
        (call,) = gateway.chat(**asked)["choices"][0]["message"]["tool_calls"]
        calls.append((call["function"]["name"], json.loads(call["function"]["arguments"])))
    return calls


def test_who_acts_uses_every_tool_that_it_can_and_posts_too():
    bid = ToolSpec("bid", "Bid.", {"properties": {"price": {"type": "number"}}, "required": ["price"]})
    say = ToolSpec("say", "Say.", {"properties": {"text": {"type": "string"}}, "required": ["text"]})
    calls = acted([*TOOLS, *(tool.openai() for tool in (say, bid))])
    assert {name for name, _ in calls} == {"post_message", "noop", "bid"}
    assert all(arguments["content"].startswith("hello (") for name, arguments in calls if "post" in name)


@pytest.mark.parametrize(
    ("schema", "values"),
    [
        ({"enum": ["red", None]}, {"red", None}),
        ({"const": 0}, {0}),
        ({"type": "boolean"}, {False, True}),
        ({"type": "integer"}, set(range(10))),
        ({"type": "integer", "minimum": 3, "maximum": 4.5}, {3, 4}),
        ({"type": "number", "maximum": -7}, set(range(-16, -6))),
        ({"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 3}, {1, 2}),
        ({"type": "number", "minimum": 0.5}, set(range(1, 11))),
        ({"type": "integer", "minimum": 3, "exclusiveMinimum": 0, "maximum": 4}, {3, 4}),
        ({"type": "integer", "minimum": 0, "exclusiveMinimum": 2, "maximum": 4}, {3, 4}),
        ({"type": "integer", "minimum": 3, "exclusiveMaximum": 9, "maximum": 4}, {3, 4}),
        ({"type": "number", "minimum": 3, "exclusiveMaximum": 4.5, "maximum": 9}, {3, 4}),
        ({"type": "number", "minimum": -math.inf, "maximum": math.inf}, set(range(10))),
        ({"type": "number", "minimum": -math.inf, "maximum": 5}, set(range(-4, 6))),
        ({"type": "integer", "exclusiveMinimum": -1, "exclusiveMaximum": math.inf}, set(range(10))),
    ],
)
def test_the_values_of_who_acts_are_legal(schema, values):
    parameters = {"type": "object", "properties": {"x": schema}, "required": ["x"]}
    given = [arguments["x"] for _, arguments in acted([ToolSpec("do", "", parameters).openai()], 200)]
    assert set(given) == values
    assert all(Draft202012Validator(schema).is_valid(value) for value in given)


@pytest.mark.parametrize("high", [2**63 - 1, 2**64 - 1, 1e308, 10**400])
@pytest.mark.parametrize("low", [0, -(2**63), -1e308])
def test_a_range_may_be_of_any_length(low, high):
    schema = {"type": "number", "minimum": low, "maximum": high}
    parameters = {"type": "object", "properties": {"x": schema}, "required": ["x"]}
    given = [arguments["x"] for _, arguments in acted([ToolSpec("do", "", parameters).openai()])]
    assert len(set(given)) > 10
    assert all(low <= value <= high for value in given)


@pytest.mark.parametrize(
    "schema",
    [
        True,
        False,
        {"type": "number", "minimum": math.inf},
        {},
        {"type": "string"},
        {"type": "integer", "minimum": 2, "maximum": 1},
        {"type": "array"},
    ],
)
def test_a_tool_whose_values_are_not_known_is_not_called(schema):
    tool = ToolSpec("do", "", {"properties": {"x": schema}, "required": ["x"]}).openai()
    gateway = MockLLMGateway(acts=True)
    answer = gateway.chat(model="m", messages=[], tools=[tool])
    assert answer["choices"][0]["message"]["content"] == "noop"


def test_it_is_a_gateway_without_a_state():
    gateway = MockLLMGateway(seed=1)
    assert isinstance(gateway, LLMGateway)
    assert gateway.stateless
    asked = {"model": "m", "messages": [{"role": "user", "content": "x"}]}
    assert asyncio.run(gateway.achat(**asked)) == gateway.chat(**asked) == gateway.chat(**asked)


def test_no_messages_at_all():
    assert MockLLMGateway().chat(model="m", messages=[])["choices"][0]["message"]["content"] == "noop"


def test_arguments_with_the_same_values_are_not_always_equal():
    step = {"enum": [-1, 0, 1]}
    parameters = {"type": "object", "properties": {"dx": step, "dy": step}, "required": ["dx", "dy"]}
    given = acted([ToolSpec("move", "Move.", parameters).openai()], 200)
    assert len({(arguments["dx"], arguments["dy"]) for _, arguments in given}) == 9
