"""The registry of actions and its schemas."""

import pytest

from agents.contracts import ToolSpec
from agents.errors import ActionRejected, InputError
from agents.world import ToolRegistry
from agents.world.tools import tool_specs


def test_tools_as_the_openai_interface_has_them():
    post, noop = (tool.openai() for tool in tool_specs())
    assert post["type"] == "function"
    assert post["function"]["name"] == "post_message"
    assert post["function"]["parameters"]["required"] == ["content"]
    assert noop["function"]["parameters"] == {
        "type": "object",
        "properties": {},
        "additionalProperties": False,
    }


def test_what_is_offered_is_what_was_offered_in_order():
    tools = ToolRegistry()
    assert [tool.name for tool in tools.offered] == ["post_message", "noop"]
    tools.add(ToolSpec("b", ""), offered=True)
    tools.add(ToolSpec("a", ""))
    assert [tool.name for tool in tools.offered] == ["post_message", "noop", "b"]


def test_names_are_used_once_and_schemas_are_schemas():
    tools = ToolRegistry()
    with pytest.raises(InputError, match="'noop' exists"):
        tools.add(ToolSpec("noop", ""))
    with pytest.raises(InputError, match="'x': not a JSON Schema"):
        tools.add(ToolSpec("x", "", {"type": "thing"}))


def test_the_first_thing_that_does_not_fit_is_named_the_same_each_time():
    tools = ToolRegistry()
    fields = {name: {"type": "integer"} for name in "abc"}
    tools.add(ToolSpec("x", "", {"type": "object", "properties": fields}))
    for given in ({"c": "1", "b": "2", "a": 3}, {"b": "2", "a": 3, "c": "1"}):
        with pytest.raises(ActionRejected) as caught:
            tools.check("x", given)
        assert str(caught.value) == "x: arguments $.b: '2' is not of type 'integer'"


def test_unknown_actions_are_told_the_known_ones():
    with pytest.raises(ActionRejected, match="'fly': expected post_message, noop, emit_event"):
        ToolRegistry().check("fly", {})
