"""
The checklist of the requirements, line by line: each acceptance criterion, end to end.

P0 hardening, P1 graph, P2 paths, P3 merge, P4 versions and pictures, P5 traces. The finer rules have
tests of their own in the files beside this one.
"""

from __future__ import annotations

import doctest
import json
import random

import pytest

import agents.flow
from agents.errors import DefinitionError, InputError
from agents.flow import PathPolicy, Session, check_flow, compile_flow, json_schema, merge
from agents.flow.checklist_session import ChecklistSession
from agents.flow.export import cytoscape
from agents.flow.harness import Trace, compare, play, read_script
from agents.flow.migrate import migrate
from agents.flow.schema import read_flow
from agents.flow.viewer import html
from tests.agents.flow.support import (
    GOLDEN,
    HERE,
    REGISTRY,
    Sink,
    begin,
    chain,
    decision,
    document,
    edge,
    end,
    fixture,
    question,
)


def test_p0_1_the_key_persists_through_a_rewrite_of_the_prompt():
    """No prompt equality lookups; the key persists through rewrite."""
    config = [{"key": "a", "prompt": "Same?"}, {"key": "b", "prompt": "Same?"}]
    session = ChecklistSession(config)
    reply = session.start()
    for key in "ab":
        rewritten = reply._replace(prompt="Could you kindly tell me?")
        assert (rewritten.key, session.pending, session.state.current_node_key) == (key, key, key)
        saved = json.loads(json.dumps(session.dump()))
        assert saved["pending_field"] == key
        reply = session.answer({rewritten.key: f"value of {key}"})
    assert session.answers == {"a": "value of a", "b": "value of b"}


def test_p0_2_invalid_values_are_rejected_and_the_flow_does_not_advance():
    """Invalid values are rejected and flow does not advance; a retry prompt is shown."""
    config = [
        {"key": "age", "prompt": "Age?", "validate": lambda v: v >= 18, "retry_prompt": "18 or more?"},
        {"key": "b", "prompt": "B?"},
    ]
    session = ChecklistSession(config)
    session.start()
    reply = session.answer({"age": 12})
    assert (reply.kind, reply.key, reply.prompt) == ("retry", "age", "18 or more?")
    assert session.answers == {}
    assert session.answer({"age": 20}).key == "b"
    graph, _, sink = begin(chain(question("age", validate="value >= 18", data_type="integer"), end()))
    assert graph.answer({"age": 12}).kind == "retry"
    assert (graph.node, graph.answers, len(sink.named("validation_failed"))) == ("q.age", {}, 1)


@pytest.mark.parametrize(("answer", "asked"), [("led", "watt"), ("solar", "roof")])
def test_p0_3_when_changes_what_applies(answer, asked):
    """`when` true/false changes applicability (AND of values)."""
    config = [
        {"key": "kind", "prompt": "?", "priority": 1},
        {"key": "watt", "prompt": "?", "when": "answers.kind == 'led' && has(answers.kind)"},
        {"key": "roof", "prompt": "?", "when": "answers.kind == 'solar'"},
    ]
    session = ChecklistSession(config)
    session.start()
    assert session.answer({"kind": answer}).key == asked
    graph = Session(compile_flow(migrate(config)))
    graph.start()
    assert graph.answer({"kind": answer}).key == asked


def test_p1_1_schema_with_examples_and_a_compiler_with_an_internal_model():
    """JSON schema with examples; compiler validates and produces an internal model."""
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.Draft202012Validator(json_schema()).validate(fixture("example.json"))
    flow = compile_flow(fixture("example.json"))
    assert flow.place("", "q.intent").asked.node.key == "intention"
    with pytest.raises(DefinitionError) as caught:
        compile_flow({"version": "v1", "id": "x", "nodes": [{"id": "a", "type": "quiz"}], "edges": [{}]})
    assert {f.code for f in caught.value.findings} == {"FLOW002", "FLOW005"}


def test_p1_2_traversal_is_deterministic():
    """Deterministic traversal and guard selection; documented behavior on ambiguity."""
    doc = document(
        [question("a"), decision("d"), end("one"), end("two"), end("other")],
        [
            edge("q.a", "d"),
            edge("d", "one", "answers.a in ['x', 'y']"),
            edge("d", "two", "answers.a == 'y' || answers.a == 'z'"),
            edge("d", "other", "else"),
        ],
    )
    flow = compile_flow(doc)
    for answer, target in [("x", "one"), ("y", "one"), ("z", "two"), ("w", "other")]:
        for _ in range(3):
            sink = Sink()
            session = Session(flow, sink=sink)
            session.start()
            assert session.answer({"a": answer}).node == target
            assert bool(sink.named("ambiguous")) is (answer == "y")


def test_p1_3_nested_subgraphs_return_to_their_caller():
    """Invoke nested subgraphs and return to caller; the stack unwinds on completion."""
    session = Session(compile_flow(fixture("example.json")))
    session.start()
    assert session.answer({"intention": "buy_led"}).key == "court_size"
    assert [frame.graph for frame in session.state.frames] == ["", "subgraph.led_path"]
    session.answer({"court_size": "large"})
    reply = session.answer({"wattage": "100"})
    assert (reply.kind, len(session.state.frames)) == ("done", 1)
    assert session.answers == {"intention": "buy_led", "court_size": "large", "wattage": "100"}


def test_p2_1_early_flip_flops_do_not_lock_and_steady_votes_do():
    """Early flip-flops, eventual lock, resistance to single-turn noise; confidence and logs exposed."""
    doc = chain(question("a"), end(), paths={"led": {}, "solar": {}})
    session, _, sink = begin(doc)
    for _ in range(10):
        session.vote("led", 0.9)
        session.vote("solar", 0.9)
    assert not session.path.state.locked
    session.vote("led", 0.95)
    session.vote("led", 0.95)
    assert session.path.state.active == "led"
    session.vote("solar", 1.0)
    assert session.path.state.active == "led"
    log = sink.named("path_vote")
    assert len(log) == 23
    assert all(entry["reason"] and "confidence" in entry and "votes" in entry for entry in log)


def test_p2_2_the_policy_is_configured_per_instance():
    """Config parsing with sane defaults."""
    base = chain(question("a"), end(), paths={"led": {}, "solar": {}})
    tenant = {"policies": {"path": {"policy": "literal", "lock_threshold": 1}}}
    merged = merge({"global": base, "tenant": tenant}).document
    for doc, outcome in [(base, "counted"), (merged, "locked")]:
        session, _, _ = begin(doc)
        assert session.vote("led") == outcome
    with pytest.raises(InputError, match="lock_threshold='many'"):
        PathPolicy.parse({"lock_threshold": "many"})


def test_p3_1_layers_merge_by_strategy_and_conflicts_are_reported():
    """Conflict detection and strategy application: global, industry pack, tenant, instance."""
    base = chain(question("a", tags=["x"]), end())
    merged = merge(
        {
            "global": base,
            "industry": {"nodes": [{"id": "q.a", "tags": ["y"], "prompt": "Industry?"}]},
            "tenant": {"nodes": [{"id": "q.a", "prompt": "Tenant?"}]},
            "instance": {"nodes": [{"id": "q.a", "required": False}]},
        }
    )
    assert compile_flow(merged.document).place("", "q.a").node.prompt == "Tenant?"
    report = {c.location: (c.strategy, c.winner) for c in merged.conflicts}
    assert report == {
        "/nodes/q.a/prompt": ("override", "tenant"),
        "/nodes/q.a/tags": ("union", "merged"),
    }


def test_p3_2_ordering_is_stable():
    """Consistent ordering across runs, ties broken by the stable id."""
    config = [{"key": key, "prompt": "?"} for key in "hgfedcba"]
    rng = random.Random(1)
    orders = set()
    for _ in range(20):
        rng.shuffle(config)
        session, asked = ChecklistSession(config), []
        reply = session.start()
        while reply.kind == "ask":
            asked.append(reply.key)
            reply = session.answer({reply.key: "x"})
        ways = [e["to"] for e in migrate(config)["edges"] if e["from"] == "choose"]
        assert ways == [f"q.{key}" for key in asked] + ["complete"]
        orders.add("".join(asked))
    assert orders == {"abcdefgh"}


def test_p4_1_v0_migrates_to_v1():
    """Migration test from sample v0 to v1."""
    for name in ("v0_flat.json", "v0_paths.json"):
        new = migrate(fixture(name))
        assert new["version"] == "v1"
        assert not [f for f in check_flow(new) if f.severity == "error"]


def test_p4_2_a_simple_viewer_consumes_the_visual_export():
    """Visual export JSON consumed by a simple viewer: coordinates, groups, colors."""
    flow = read_flow(fixture("sales.json"))
    elements = json.loads(cytoscape(flow))["elements"]
    for node in elements["nodes"]:
        if node["data"]["type"] != "group":
            assert {"x", "y"} == set(node["position"])
            assert {"group", "color", "label"} <= set(node["data"])
    page = html(flow)
    for node in flow.nodes:
        assert f'data-id="{node.id}"' in page


def test_p5_1_scripts_give_golden_traces():
    """Golden snapshot tests on sample flows: entries and exits, guard outcomes, updates."""
    script = json.loads((HERE / "scripts" / "sales.led.json").read_text())
    trace = play(compile_flow(fixture("sales.json"), REGISTRY), read_script(script))
    assert compare(trace, GOLDEN / "sales.led.jsonl") == []
    for name in ("node_enter", "node_exit", "guard_eval", "update_committed"):
        assert trace.named(f"flow.{name}")


def test_p5_2_events_are_structured_and_go_to_any_sink():
    """Structured events for path votes, node transitions, validations; a hook for analytics."""
    sink = Trace()
    session = Session(compile_flow(fixture("sales.json"), REGISTRY), sink=sink)
    session.start()
    session.vote("led", 0.8)
    session.answer({"intention": "nonsense"})
    session.answer({"intention": "buy_led"})
    names = {json.loads(line)["event"] for line in sink.lines}
    assert names >= {"flow.path_vote", "flow.node_enter", "flow.node_exit", "flow.validation_failed"}
    for line in sink.lines:
        assert isinstance(json.loads(line)["turn"], int)


def test_the_example_in_the_package_runs():
    assert doctest.testmod(agents.flow).failed == 0
    assert doctest.testmod(agents.flow).attempted > 3
