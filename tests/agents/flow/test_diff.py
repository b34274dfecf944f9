"""What changed, by the ids of the parts."""

from __future__ import annotations

import copy

from agents.flow.diff import diff
from agents.flow.schema import read_flow
from tests.agents.flow.support import edge, fixture, question


def changes(edit):
    old, new = fixture("sales.json"), fixture("sales.json")
    edit(new)
    return [(c.kind, c.location, c.content) for c in diff(read_flow(old), read_flow(new))]


def test_equal_flows_do_not_differ_whatever_the_order_of_their_nodes():
    def shuffle(doc):
        doc["nodes"].reverse()

    assert changes(shuffle) == []


def test_content_is_told_from_logic():
    def edit(doc):
        doc["nodes"][0]["prompt"] = "Hm?"
        doc["nodes"][0]["priority"] = 3
        doc["paths"]["led"]["label"] = "LEDs"

    assert changes(edit) == [
        ("changed", "/nodes/q.intent/priority", False),
        ("changed", "/nodes/q.intent/prompt", True),
        ("changed", "/paths/led/label", True),
    ]


def test_what_comes_and_goes():
    def edit(doc):
        doc["nodes"].append(question("new"))
        doc["edges"][0] = edge("q.intent", "q.new")
        doc["subgraphs"]["led"]["nodes"].pop()
        doc["paths"]["label"] = {}

    assert changes(edit) == [
        ("removed", "/edges/q.intent -> d.route", False),
        ("added", "/edges/q.intent -> q.new", False),
        ("added", "/nodes/q.new", False),
        ("added", "/paths/label", False),
        ("removed", "/subgraphs/led/nodes/q.wattage", False),
    ]


def test_twins_are_not_lost():
    doc = fixture("sales.json")
    twin = copy.deepcopy(doc)
    twin["edges"].append(copy.deepcopy(twin["edges"][0]))
    assert [c.kind for c in diff(read_flow(doc), read_flow(twin))] == ["added"]
    assert "logic added" in str(diff(read_flow(doc), read_flow(twin))[0])
