"""The published JSON Schema, and the first pass of the compiler (F1.1)."""

from __future__ import annotations

import json
import random

import pytest

from agents.errors import InputError
from agents.flow import check_flow, json_schema
from agents.flow.schema import read_json
from agents.flow.traversal import is_plain
from tests.agents.flow.bad import BAD
from tests.agents.flow.generate import random_flow
from tests.agents.flow.support import REGISTRY, chain, decision, document, edge, end, fixture, question

jsonschema = pytest.importorskip("jsonschema")


def validator(schema):
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


OPEN, STRICT = validator(json_schema()), validator(json_schema(strict=True))
APPENDIX = validator(fixture("appendix.schema.json"))


def test_it_is_draft_2020_12():
    assert json_schema()["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert json_schema()["required"] == ["nodes", "edges", "version", "id"]


def random_value(rng, depth=0):
    kinds = [None, True, 3, 2.5, "text", ""]
    if depth < 2:
        kinds += [[random_value(rng, depth + 1)], {"x": random_value(rng, depth + 1)}]
    return rng.choice(kinds)


def random_admitted(rng):
    """A document that the appendix admits: its fields at their wildest, and fields nobody knows."""

    def extra():
        return {f"x_{rng.randrange(9)}": random_value(rng) for _ in range(rng.randrange(3))}

    def node():
        kind = rng.choice(["question", "decision", "action", "subgraph", "terminal"])
        found = {"id": rng.choice(["a", "", "b c", "é"]), "type": kind, **extra()}
        for field, value in (("key", "k-1"), ("prompt", ""), ("ui", extra())):
            if rng.random() < 0.5:
                found[field] = value
        return found

    def edge():
        found = {"from": rng.choice("ab"), "to": "__exit__", **extra()}
        if rng.random() < 0.5:
            found["guard"] = rng.choice([None, "", "anything"])
        return found

    doc = {"version": rng.choice(["v1", "draft"]), "id": "x", **extra()}
    doc |= {"nodes": [node() for _ in range(rng.randrange(4))]}
    doc |= {"edges": [edge() for _ in range(rng.randrange(4))]}
    if rng.random() < 0.5:
        doc["subgraphs"] = {"s": random_value(rng)}
    return doc


def test_f1_1_it_extends_the_appendix_and_never_restricts_it():
    rng = random.Random(4)
    for _ in range(500):
        doc = random_admitted(rng)
        assert APPENDIX.is_valid(doc)
        OPEN.validate(doc)


def test_f1_1_the_documents_own_example_is_valid():
    for name in ("example.json", "sales.json"):
        OPEN.validate(fixture(name))
        STRICT.validate(fixture(name))


def test_what_compiles_is_valid():
    rng = random.Random(5)
    for _ in range(100):
        STRICT.validate(random_flow(rng)[0])


@pytest.mark.parametrize(("doc", "expected"), [b[1:] for b in BAD], ids=[b[0] for b in BAD])
def test_the_first_pass_and_the_strict_schema_agree(doc, expected):
    if not is_plain(doc):
        return  # no JSON at all, which a schema cannot tell
    by_form = {"FLOW001", "FLOW002", "FLOW003", "FLOW004", "FLOW005"} & set(expected)
    if expected not in (["FLOW006"], ["FLOW001"], ["FLOW007"]) or not isinstance(doc, dict):
        assert STRICT.is_valid(doc) is not bool(by_form)


def test_a_misspelled_field_is_refused_with_a_hint():
    (finding,) = check_flow(chain(question("a", validat="even"), end()), REGISTRY)
    assert (finding.code, finding.location) == ("FLOW003", "/nodes/0/validat")
    assert "did you mean 'validate'?" in finding.message


def test_a_field_of_another_kind_of_node_is_no_misspelling():
    nodes = [{**decision("d"), "required": True}, end()]
    (finding,) = check_flow(document(nodes, [edge("d", "end")]))
    assert finding.message == "unknown field 'required', which is one of another kind of node"


def test_messages_name_the_value_and_what_is_legal():
    doc = chain(question("a", data_type="float"), end())
    (finding,) = check_flow(doc)
    assert finding.location == "/nodes/0/data_type"
    assert "'number'" in finding.message
    assert "got 'float'" in finding.message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": 1, "a": 2}', r"^f\.json: the key 'a' occurs twice"),
        ("[NaN]", "NaN: expected a JSON number"),
        ("{", "f.json:1:2"),
        ("[" * 100_000, "nested too deeply"),
        ("1" * 5000, "digits"),
    ],
)
def test_json_is_read_as_everybody_means_it(text, message):
    with pytest.raises(InputError, match=message):
        read_json(text, "f.json")


def test_the_schema_is_json():
    assert json.loads(json.dumps(json_schema())) == json_schema()
