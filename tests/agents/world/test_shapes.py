"""What a shape accepts, the library accepts; what it refuses may still be legal."""

from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from agents.world.shapes import shape_of
from agents.world.tools import EMIT_EVENT, NOOP, POST_MESSAGE

kinds = st.sampled_from(["string", "integer", "number", "boolean", "object", "array"])
names = st.sampled_from("abc")
schemas = st.fixed_dictionaries(
    {"type": st.just("object")},
    optional={
        "properties": st.dictionaries(names, st.fixed_dictionaries({"type": kinds})),
        "required": st.lists(names, unique=True),
        "additionalProperties": st.booleans(),
        "description": st.text(),
    },
)
values = st.sampled_from(["x", 3, True, 2.5, 3.0, {}, [], None])


@given(schemas, st.dictionaries(st.sampled_from("abcd"), values))
def test_a_shape_accepts_only_what_its_schema_accepts(schema, arguments):
    valid = Draft202012Validator(schema).is_valid(arguments)
    if shape_of(schema).accepts(arguments):
        assert valid
    elif valid:  # the whole float that JSON Schema calls an integer
        assert 3.0 in arguments.values()


def test_the_actions_of_the_world_have_shapes():
    assert shape_of(NOOP.parameters).accepts({})
    assert not shape_of(NOOP.parameters).accepts({"x": 1})
    assert shape_of(EMIT_EVENT.parameters).accepts({"x": [1]})
    assert shape_of(POST_MESSAGE.parameters).accepts({"content": "hi"})
    assert not shape_of(POST_MESSAGE.parameters).accepts({"to": "a"})


def test_a_schema_that_says_more_has_no_shape():
    more = [
        {"properties": {"a": {"type": "string"}}},
        {"type": "object", "minProperties": 1},
        {"type": "object", "additionalProperties": {"type": "string"}},
        {"type": "object", "properties": {"a": {"type": "string", "minLength": 1}}},
        {"type": "object", "properties": {"a": {"type": ["string", "null"]}}},
        {"type": "object", "properties": {"a": True}},
        {"type": "object", "properties": {"a": {}}},
    ]
    assert [shape_of(schema) for schema in more] == [None] * len(more)
