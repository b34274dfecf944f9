"""Graphs of other libraries: what is wrong with their shape, with a witness."""

from __future__ import annotations

import json

import pytest

from agents.errors import InputError
from agents.flow.cli import main
from agents.flow.langgraph import check_langgraph, is_langgraph


def graph(*edges, nodes=()):
    """A graph as ``get_graph().to_json()`` gives it; ``?`` before a target marks a condition."""
    names = list(dict.fromkeys(["__start__", *nodes, *(e.strip("?") for pair in edges for e in pair)]))
    return {
        "nodes": [{"id": name, "type": "runnable", "data": {"name": name}} for name in names],
        "edges": [
            {"source": a, "target": b.strip("?"), **({"conditional": True} if b[0] == "?" else {})}
            for a, b in edges
        ],
    }


def codes(document):
    return [(f.code, f.location) for f in check_langgraph(document)]


def test_a_healthy_agent_has_no_finding():
    agent = graph(("__start__", "agent"), ("agent", "?tools"), ("agent", "?__end__"), ("tools", "agent"))
    assert is_langgraph(agent)
    assert codes(agent) == []


def test_nodes_that_nothing_reaches_and_dead_ends_have_a_witness():
    document = graph(
        ("__start__", "a"), ("a", "?b"), ("a", "?__end__"), ("lost", "__end__"), nodes=["lost"]
    )
    first, second = check_langgraph(document)
    assert (first.code, second.code) == ("LANG301", "LANG302")
    assert second.message.endswith("__start__ -> a -> b")


def test_a_trap_is_named_with_the_way_into_it():
    document = graph(
        ("__start__", "a"),
        ("a", "?b"),
        ("a", "?__end__"),
        ("b", "c"),
        ("c", "?b"),
        ("c", "?c2"),
        ("c2", "b"),
    )
    (finding,) = check_langgraph(document)
    assert finding.code == "LANG303"
    assert "'b', 'c', 'c2'" in finding.message
    assert finding.message.endswith("__start__ -> a -> b")


def test_a_cycle_without_a_condition_and_an_edge_to_nowhere():
    document = graph(("__start__", "a"), ("a", "b"), ("b", "a"), ("b", "__end__"))
    assert codes(document) == [("LANG304", "/nodes/1")]
    document["edges"].append({"source": "a", "target": "ghost"})
    assert ("LANG101", "/edges/4") in codes(document)


def test_an_edge_with_a_condition_beside_it_does_not_end_a_cycle():
    document = graph(("__start__", "a"), ("a", "b"), ("b", "a"), ("b", "?__end__"))
    assert codes(document) == [("LANG304", "/nodes/1")]
    document = graph(("__start__", "a"), ("a", "?a"), ("a", "?__end__"))
    assert codes(document) == []


@pytest.mark.parametrize("document", [{}, {"nodes": [1], "edges": []}, {"nodes": [], "edges": [3]}])
def test_what_is_no_graph_is_refused_in_one_line(document):
    with pytest.raises(InputError):
        check_langgraph(document)


def test_the_command_reads_it(tmp_path, capsys):
    path = tmp_path / "agent.json"
    path.write_text(json.dumps(graph(("__start__", "a"), ("a", "b"), ("b", "c"), ("c", "b"))))
    assert main(["check", str(path)]) == 1
    assert "agent.json#/nodes/2: error LANG303" in capsys.readouterr().err
    path.write_text(json.dumps(graph(("__start__", "a"), ("a", "__end__"))))
    assert main(["check", str(path)]) == 0
    assert "3 nodes, 2 edges: no errors" in capsys.readouterr().out


def test_a_graph_that_langgraph_has_compiled():
    graphs = pytest.importorskip("langgraph.graph")
    builder = graphs.StateGraph(dict)
    builder.add_node("a", lambda state: state)
    builder.add_node("b", lambda state: state)
    builder.add_edge("__start__", "a")
    builder.add_conditional_edges("a", lambda state: "b", {"b": "b", "end": "__end__"})
    builder.add_edge("b", "a")
    document = builder.compile().get_graph().to_json()
    assert is_langgraph(document)
    assert codes(document) == []
