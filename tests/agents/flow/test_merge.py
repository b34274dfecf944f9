"""Layers: precedence, strategies, reports, order (F4.1 to F4.5)."""

from __future__ import annotations

import copy
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.errors import DefinitionError
from agents.flow import Session, check_flow, compile_flow, diff, merge
from agents.flow.layered import in_layers
from agents.flow.merge import LAYERS, origin
from agents.flow.schema import read_flow
from tests.agents.flow.support import REGISTRY, document, edge, end, fixture, question


def nodes(*listed):
    return {"nodes": list(listed)}


def layers(**documents):
    return {name: doc for name, doc in documents.items()}


def by_id(merged):
    return {node["id"]: node for node in merged.document["nodes"]}


def test_f4_1_later_layers_win():
    merged = merge(
        {
            name: nodes({"id": "a", "prompt": name, "label": "x" if name == "global" else name})
            for name in LAYERS
        }
    )
    assert by_id(merged)["a"] == {"id": "a", "prompt": "instance", "label": "instance"}
    _, prompt = merged.conflicts
    assert prompt.location == "/nodes/a/prompt"
    assert prompt.values == {name: name for name in LAYERS}
    assert (prompt.winner, prompt.strategy, prompt.result) == ("instance", "override", "instance")


def test_f4_1_a_node_without_id_is_known_by_its_key():
    merged = merge(
        layers(
            **{
                "global": nodes({"key": "a", "prompt": "1"}),
                "tenant": nodes({"key": "a", "prompt": "2"}),
            }
        )
    )
    assert merged.document["nodes"] == [{"key": "a", "prompt": "2"}]


@pytest.mark.parametrize(
    ("field", "low", "high", "result", "winner"),
    [
        ("prompt", "1", "2", "2", "tenant"),
        ("priority", 1, 2, 2, "tenant"),
        ("required", True, False, False, "tenant"),
        ("dependencies", ["a", "b"], ["c", "b"], ["a", "b", "c"], "merged"),
        ("tags", ["x"], ["y"], ["x", "y"], "merged"),
        (
            "ui",
            {"x": 1, "y": {"z": 2}},
            {"x": 3, "y": {"w": 4}},
            {"x": 3, "y": {"z": 2, "w": 4}},
            "merged",
        ),
    ],
)
def test_f4_2_each_field_has_its_strategy(field, low, high, result, winner):
    merged = merge({"global": nodes({"id": "n", field: low}), "tenant": nodes({"id": "n", field: high})})
    assert by_id(merged)["n"][field] == result
    assert [(c.location, c.winner) for c in merged.conflicts] == [(f"/nodes/n/{field}", winner)]


@pytest.mark.parametrize("field", ["type", "key"])
def test_f4_2_what_must_not_change_is_an_error(field):
    with pytest.raises(DefinitionError) as caught:
        merge(
            {
                "global": {**nodes({"id": "n", field: "a"}), "version": "v1"},
                "tenant": {**nodes({"id": "n", field: "b"}), "version": "v2"},
            }
        )
    assert {f.location for f in caught.value.findings} == {
        f"tenant#/nodes/0/{field}",
        "tenant#/version",
    }


def test_f4_2_strategies_are_configurable():
    documents = {
        "global": nodes({"id": "n", "prompt": "1"}),
        "tenant": nodes({"id": "n", "prompt": "2"}),
    }
    assert by_id(merge(documents, strategies={"prompt": "concat"}))["n"]["prompt"] == "1\n2"
    with pytest.raises(
        DefinitionError, match=r"tenant#/nodes/0/prompt: .* global says '1', this layer says '2'"
    ):
        merge(documents, strategies={"prompt": "error"})


def test_f4_2_edges_are_united_by_ends_and_guard():
    one = {"edges": [edge("a", "b"), edge("a", "c", "true", label="old")]}
    other = {"edges": [edge("a", "c", "true", label="new"), edge("a", "b", on="invalid")]}
    merged = merge({"global": one, "tenant": other})
    assert len(merged.document["edges"]) == 3
    assert [c.location for c in merged.conflicts] == ["/edges/a | c | true/label"]


def test_f4_3_equal_values_are_no_conflict():
    assert merge({name: nodes({"id": "n", "prompt": "1"}) for name in LAYERS}).conflicts == []
    changed = merge(
        {"global": nodes({"id": "n", "required": True}), "tenant": nodes({"id": "n", "required": 1})}
    )
    assert len(changed.conflicts) == 1


def test_f4_4_a_tombstone_removes_and_is_reported():
    merged = merge(
        {
            "global": nodes({"id": "a"}, {"id": "b"}),
            "industry": nodes({"id": "a", "$delete": True}),
            "tenant": nodes({"id": "b", "$delete": True}),
            "instance": nodes({"id": "b", "prompt": "back"}),
        }
    )
    assert merged.document["nodes"] == [{"id": "b", "prompt": "back"}]
    assert [(c.location, c.strategy, c.winner) for c in merged.conflicts] == [
        ("/nodes/a", "delete", "industry"),
        ("/nodes/b", "delete", "tenant"),
    ]
    with pytest.raises(DefinitionError, match="no layer below this one has"):
        merge({"global": nodes({"id": "zzz", "$delete": True})})


def test_f4_5_ties_are_broken_by_id():
    listed = [{"id": name, "priority": p} for name, p in [("d", 2), ("c", 1), ("b", 2), ("a", 3)]]
    merged = merge({"global": nodes(*listed)})
    assert [node["id"] for node in merged.document["nodes"]] == ["c", "b", "d", "a"]


def test_all_faults_come_at_once():
    with pytest.raises(DefinitionError) as caught:
        merge(
            {
                "global": nodes({"id": "a", "type": "question"}, {"id": "a"}),
                "tenant": nodes({"id": "a", "type": "decision"}),
            }
        )
    assert [f.location for f in caught.value.findings] == ["global#/nodes/1", "tenant#/nodes/0/type"]
    with pytest.raises(DefinitionError) as caught:
        merge({"mars": {}, "global": {"nodes": 3, "edges": [3]}})
    places = [f.location for f in caught.value.findings]
    assert places == ["mars#", "global#/nodes", "global#/edges/0"]


@pytest.mark.parametrize(
    "layer",
    [3, [], {"nodes": 3}, {"nodes": [3]}, {"edges": {}}, {"subgraphs": []}, {"subgraphs": {"s": 3}}],
)
def test_a_layer_of_the_wrong_shape_is_refused(layer):
    with pytest.raises(DefinitionError, match="expected"):
        merge({"global": layer, "tenant": nodes({"id": "a"})})


def test_layers_of_a_whole_flow_compile():
    base = fixture("sales.json")
    tenant = {
        "nodes": [{"id": "q.phone", "$delete": True}, {"id": "q.email", "prompt": "Mail?"}],
        "edges": [
            {"from": "q.email", "to": "q.phone", "$delete": True},
            {"from": "q.phone", "to": "a.offer", "$delete": True},
            edge("q.email", "a.offer"),
        ],
        "oneOf": [["email"]],
        "predicates": {"contact_info_present": "has(answers.email)"},
        "subgraphs": {"led": {"nodes": [{"id": "q.venue", "label": "Venue"}]}},
    }
    merged = merge({"global": base, "tenant": tenant})
    flow = compile_flow(merged.document, REGISTRY)
    assert flow.place("", "q.email").node.prompt == "Mail?"
    assert flow.place("led", "q.venue").node.label == "Venue"


IDS = st.sampled_from(["a", "b", "c"])
NODES = st.lists(
    st.fixed_dictionaries(
        {"id": IDS},
        optional={
            "prompt": st.sampled_from(["1", "2"]),
            "priority": st.integers(1, 3),
            "tags": st.lists(st.sampled_from("xyz"), unique=True, max_size=2),
            "ui": st.dictionaries(st.sampled_from("xy"), st.integers(0, 2), max_size=2),
        },
    ),
    unique_by=lambda node: node["id"],
    max_size=3,
)
EDGES = st.lists(
    st.tuples(IDS, IDS, st.sampled_from([None, "true", "else"])), unique=True, max_size=4
).map(lambda found: [edge(*parts) for parts in found])
DOCS = st.fixed_dictionaries({"nodes": NODES, "edges": EDGES})


@given(st.lists(DOCS, min_size=4, max_size=4), st.integers())
def test_the_order_of_insertion_is_irrelevant(documents, seed):
    given_layers = dict(zip(LAYERS, documents, strict=True))
    before = copy.deepcopy(given_layers)
    merged = merge(given_layers)
    assert given_layers == before
    rng = random.Random(seed)
    names = list(LAYERS)
    rng.shuffle(names)
    shuffled = {}
    for name in names:
        doc = copy.deepcopy(given_layers[name])
        rng.shuffle(doc["nodes"])
        shuffled[name] = dict(reversed(doc.items()))
    again = merge(shuffled)
    assert again.document == merged.document
    assert again.conflicts == merged.conflicts


@given(DOCS, DOCS)
def test_empty_layers_and_repetition_change_nothing(one, other):
    merged = merge({"global": one, "tenant": other})
    assert merge({"global": one, "industry": {}, "tenant": other, "instance": {}}) == merged
    assert merge({"global": merged.document}).document == merged.document
    assert merge({"global": one, "tenant": one}).conflicts == []


def test_a_single_layer_keeps_its_meaning():
    doc = document(
        [question("a"), end("one"), end("two")],
        [edge("q.a", "two", "else"), edge("q.a", "one", "answers.a == 'x'")],
    )
    merged = merge({"global": doc}).document
    assert [e["to"] for e in merged["edges"]] == ["one", "two"]
    assert compile_flow(merged)


ROUTES = {
    "version": "v1",
    "id": "routes",
    "nodes": [
        {"id": "q", "type": "question", "key": "age", "data_type": "integer", "prompt": "?"},
        {"id": "d", "type": "decision"},
        {"id": "vip", "type": "terminal"},
        {"id": "adult", "type": "terminal"},
    ],
    "edges": [
        {"from": "q", "to": "d"},
        {"from": "d", "to": "vip", "guard": "answers.age >= 65"},
        {"from": "d", "to": "adult", "guard": "answers.age >= 18"},
        {"from": "d", "to": "adult", "guard": "else"},
    ],
}


def test_an_empty_layer_keeps_the_order_of_edges():
    """Edges of one priority once came out sorted by name: age 70 went to adult."""
    merged = merge({"global": ROUTES, "tenant": {}}).document
    assert merged["edges"] == ROUTES["edges"]
    assert diff.diff(read_flow(ROUTES), read_flow(merged)) == []
    session = Session(compile_flow(merged))
    session.start()
    assert session.answer({"age": 70}).node == "vip"


def test_edges_keep_their_order_and_those_of_a_stronger_layer_come_before_an_else():
    added = {"edges": [{"from": "d", "to": "vip", "guard": "answers.age < 6"}]}
    merged = merge({"global": ROUTES, "tenant": added}).document
    guards = [edge.get("guard") for edge in merged["edges"] if edge["from"] == "d"]
    assert guards == ["answers.age >= 65", "answers.age >= 18", "answers.age < 6", "else"]


def test_a_changed_order_of_edges_is_a_difference():
    swapped = {**ROUTES, "edges": [ROUTES["edges"][i] for i in (0, 2, 1, 3)]}
    (change,) = diff.diff(read_flow(ROUTES), read_flow(swapped))
    assert (change.kind, change.content) == ("changed", False)
    assert change.location.startswith("/order/d at ")


def test_findings_are_in_the_file_of_the_layer_that_made_them():
    base = {"version": "v1", "id": "f", "nodes": [{"id": "a"}, {"id": "b"}], "edges": []}
    low = {**base, "edges": [{"from": "a", "to": "b", "guard": "true"}], "predicates": {"p": "1"}}
    high = {
        "nodes": [{"id": "c"}, {"id": "b", "prompt": "?"}],
        "edges": [{"from": "x", "to": "c"}, {"from": "a", "to": "b", "guard": "true", "label": "z"}],
        "predicates": {"q": "2"},
    }
    layers = [("low.json", low), ("high.json", high)]
    document = merge(dict(layers), order=["low.json", "high.json"]).document
    ids = [node["id"] for node in document["nodes"]]
    place = f"/nodes/{ids.index('b')}"
    assert origin(layers, document, f"{place}/prompt") == ("high.json", "/nodes/1/prompt")
    assert origin(layers, document, f"/nodes/{ids.index('a')}") == ("low.json", "/nodes/0")
    added = next(i for i, e in enumerate(document["edges"]) if e["from"] == "x")
    assert origin(layers, document, f"/edges/{added}/from") == ("high.json", "/edges/0/from")
    assert origin(layers, document, "/predicates/p") == ("low.json", "/predicates/p")
    assert origin(layers, document, "/predicates/q") == ("high.json", "/predicates/q")


def test_a_finding_about_a_node_of_several_layers_is_in_the_one_that_made_it():
    base = document(
        [question("a"), question("b"), end()],
        [edge("q.a", "q.b", "answers.a == 'x'"), edge("q.b", "end")],
        entry="q.a",
    )
    gap = {"nodes": [{"id": "q.a", "prompt": "New?"}, {"id": "q.b", "prompt": None}]}
    layers = [("base.json", base), ("tenant.json", gap)]
    merged = merge(dict(layers), order=["base.json", "tenant.json"]).document
    found = in_layers(layers, merged, check_flow(merged))
    assert [(f.code, f.location) for f in found] == [
        ("FLOW202", "tenant.json#/nodes/1"),
        ("FLOW408", "base.json#/nodes/0"),
    ]
