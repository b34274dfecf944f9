"""Movement through flows: edges, subgraphs, actions (F1.4 to F1.12)."""

from __future__ import annotations

import json

import pytest

from agents.errors import InputError
from agents.flow import Registry, Session, compile_flow
from tests.agents.flow.support import (
    REGISTRY,
    begin,
    chain,
    decision,
    document,
    edge,
    end,
    question,
)

CYCLES = {"allow_cycles": True}


def call(name="s", ref="sub", **fields):
    return {"id": name, "type": "subgraph", "ref": ref, **fields}


def sub(*nodes):
    inner = chain(*nodes)
    exits = [edge(nodes[-1]["id"], "__exit__")]
    return {"entry": nodes[0]["id"], "nodes": inner["nodes"], "edges": inner["edges"] + exits}


def ways(*edges, **policies):
    options = {"allowed_values": ["x", "y"]}
    nodes = [question("a", **options), decision("d"), end("one"), end("two"), end("three")]
    return document(nodes, [edge("q.a", "d"), *edges], entry="q.a", policies=policies)


def test_f1_4_priority_first_then_the_order_of_the_document_and_else_last():
    doc = ways(
        edge("d", "one", "has(answers.a)", priority=5),
        edge("d", "two", "answers.a == 'x'", priority=1),
        edge("d", "three", "else", priority=9),
        on_unknown="skip",
    )
    session, _, _ = begin(doc)
    assert session.answer({"a": "x"}).node == "two"
    session, _, _ = begin(doc)
    assert session.answer({"a": "y"}).node == "one"
    session, _, _ = begin(doc)
    assert session.answer({}, unknown=["a"]).node == "three"


AMBIGUOUS = (
    edge("d", "one", "has(answers.a)"),
    edge("d", "two", "answers.a == 'x'"),
    edge("d", "three", "else"),
)


def test_f1_5_ambiguity_has_a_documented_winner_and_an_event():
    session, _, sink = begin(ways(*AMBIGUOUS))
    assert session.answer({"a": "x"}).node == "one"
    (event,) = sink.named("ambiguous")
    assert event["chosen"] == "d -> one [has(answers.a)]"
    assert len(event["edges"]) == 2


def test_f1_5_a_tie_break_is_asked_only_then():
    asked = []

    def second(place, true):
        asked.append(place.node.id)
        return 1

    doc = ways(*AMBIGUOUS, ambiguity="tie_break")
    for answer, node in [("x", "two"), ("y", "one")]:
        session = Session(compile_flow(doc), tie_break=second)
        session.start()
        assert session.answer({"a": answer}).node == node
    assert asked == ["d"]
    session = Session(compile_flow(doc), tie_break=lambda place, true: 7)
    session.start()
    with pytest.raises(InputError, match="expected 0 to 1"):
        session.answer({"a": "x"})


def test_f1_5_ambiguity_may_call_a_human():
    session, _, _ = begin(ways(*AMBIGUOUS, ambiguity="escalate"))
    reply = session.answer({"a": "x"})
    assert (reply.kind, reply.reason) == ("escalate", "ambiguous")


def test_f1_5_nothing_true_is_stuck_at_a_decision():
    doc = ways(
        edge("d", "one", "answers.a == 'x'"),
        edge("d", "two", "answers.a == 'x' && has(answers.a)", priority=1),
        edge("d", "three", "answers.a == 'x'", priority=2),
    )
    session, _, sink = begin(doc)
    reply = session.answer({"a": "y"})
    assert (reply.kind, reply.reason, reply.node) == ("stuck", "no_edge", "d")
    assert sink.named("stuck")


def test_f1_5_nothing_true_asks_again_at_a_question_and_gives_up_in_the_end():
    doc = document([question("a"), end()], [edge("q.a", "end", "answers.a == 'x'")])
    session, _, _ = begin(doc)
    reply = session.answer({"a": "y"})
    assert (reply.kind, reply.reason, reply.key) == ("retry", "no_edge", "a")
    assert session.answer({"a": "x"}).kind == "done"
    session, _, _ = begin(doc)
    kinds = [session.answer({"a": "y"}).kind for _ in range(3)]
    assert kinds == ["retry", "retry", "stuck"]


def test_f1_6_a_guard_never_raises_and_a_mismatch_is_false():
    doc = document(
        [question("a"), decision("d"), end("one"), end("two")],
        [edge("q.a", "d"), edge("d", "one", "answers.a < 5"), edge("d", "two", "else")],
    )
    session, _, sink = begin(doc)
    assert session.answer({"a": "text"}).node == "two"
    (event,) = sink.named("guard_eval")
    assert (event["value"], "error" in event) == (False, True)


def test_f1_8_the_hop_budget_ends_a_loop():
    doc = document(
        [question("a"), question("b"), end()],
        [edge("q.a", "q.b"), edge("q.b", "q.a"), edge("q.b", "end", "answers.a == 'stop'", priority=1)],
        entry="q.a",
        policies={"allow_cycles": True, "max_hops": 50},
    )
    session, _, _ = begin(doc)
    reply = session.answer({"a": "go", "b": "go"})
    assert (reply.kind, reply.reason) == ("stuck", "max_hops")


def test_f1_9_a_terminal_ends_the_whole_flow_also_within_a_subgraph():
    inner = document(
        [question("b"), end("inner", reason="early", prompt="Bye.")], [edge("q.b", "inner")]
    )
    subgraph = {key: inner[key] for key in ("nodes", "edges")}
    doc = chain(question("a"), call(), end(), subgraphs={"sub": subgraph})
    session, _, sink = begin(doc)
    session.answer({"a": "1"})
    reply = session.answer({"b": "2"})
    assert (reply.kind, reply.reason, reply.prompt, reply.node) == ("done", "early", "Bye.", "inner")
    assert sink.named("terminal")[0]["answers"] == {"a": "1", "b": "2"}


def test_f1_10_nested_calls_return_and_guards_see_what_happened_inside():
    doc = document(
        [call(), end("good"), end("bad")],
        [edge("s", "good", "answers.c == 'yes'"), edge("s", "bad", "else")],
        subgraphs={
            "sub": sub(question("b"), call("inner", "deep")),
            "deep": sub(question("c")),
        },
    )
    session, reply, sink = begin(doc)
    assert reply.key == "b"
    session.answer({"b": "1"})
    assert [frame.graph for frame in session.state.frames] == ["", "sub", "deep"]
    again = Session.resume(session.flow, json.loads(json.dumps(session.dump())), sink=sink)
    assert again.answer({"c": "yes"}).node == "good"
    assert len(again.state.frames) == 1
    assert [e["depth"] for e in sink.named("subgraph_push")] == [1, 2]
    assert [e["depth"] for e in sink.named("subgraph_pop")] == [2, 1]


def test_f1_10_recursion_is_bounded_where_it_is_allowed():
    recursive = {
        "entry": "d",
        "nodes": [decision("d"), call("again")],
        "edges": [
            edge("d", "__exit__", "answers.a == 'out'"),
            edge("d", "again", "else"),
            edge("again", "__exit__"),
        ],
    }
    doc = chain(
        question("a"),
        call(),
        end(),
        subgraphs={"sub": recursive},
        policies={"allow_recursion": True, "max_depth": 5},
    )
    session, _, _ = begin(doc)
    assert session.answer({"a": "out"}).kind == "done"
    session, _, _ = begin(doc)
    reply = session.answer({"a": "in"})
    assert (reply.kind, reply.reason) == ("stuck", "max_depth")


def test_f1_10_a_thousand_levels_return():
    levels = {
        f"s{i}": {"entry": "s", "nodes": [call("s", f"s{i + 1}")], "edges": [edge("s", "__exit__")]}
        for i in range(900)
    }
    levels["s900"] = sub(question("b"))
    doc = chain(call("s", "s0"), end(), subgraphs=levels)
    session, reply, _ = begin(doc)
    assert reply.key == "b"
    assert session.answer({"b": "1"}).kind == "done"


def test_f1_11_an_isolated_scope_sees_its_inputs_and_leaves_its_outputs():
    doc = chain(
        question("name"),
        call(scope="isolated", inputs={"who": "name"}, outputs={"code": "pin"}),
        end(),
        subgraphs={"sub": sub(question("pin", when="answers.who == 'Bob'"), question("secret"))},
    )
    session, _, _ = begin(doc)
    session.answer({"name": "Bob"})
    assert session.answers == {"who": "Bob"}
    reply = session.answer({"pin": "12", "name": "Eve"})
    assert reply.errors == {"name": "no question asks for it"}
    assert session.answer({"secret": "s"}).kind == "done"
    assert session.answers == {"name": "Bob", "code": "12"}


def test_who_takes_over_gets_all_answers_and_those_of_an_isolated_scope_apart():
    doc = chain(
        question("a"),
        call(scope="isolated"),
        end(),
        oneOf=[["a"], ["pin"]],
        subgraphs={"sub": sub(question("pin"), question("b", data_type="email", max_attempts=1))},
    )
    session, _, sink = begin(doc)
    session.answer({"a": "1"})
    session.answer({"pin": "12"})
    assert session.answer({"b": "x"}).kind == "escalate"
    (event,) = sink.named("escalate")
    assert (event["answers"], event["local"]) == ({"a": "1"}, {"pin": "12"})
    assert session.final == {"a": "1"}


def test_f1_12_actions_write_their_outputs():
    node = {"id": "act", "type": "action", "action": "make_offer", "arguments": {"currency": "EUR"}}
    doc = document(
        [question("a"), {**node, "outputs": {"offer": "number"}}, end("good"), end("bad")],
        [
            edge("q.a", "act"),
            edge("act", "good", "answers.offer.startsWith('EUR')"),
            edge("act", "bad", "action_failed"),
        ],
    )
    session, _, sink = begin(doc)
    assert session.answer({"a": "1"}).node == "good"
    assert session.answers["offer"] == "EUR-1"
    assert sink.named("action")[0]["error"] is None


@pytest.mark.parametrize(
    ("kind", "value", "stored"),
    [("integer", "3", 3), ("number", 3, 3.0), ("list", [1], [1]), ("any", None, None), ("text", "", "")],
)
def test_results_come_in_the_form_of_their_declared_type(kind, value, stored):
    act = {"id": "act", "type": "action", "action": "f", "outputs": {"x": "x"}}
    doc = chain(act, end(), actions={"f": {"results": {"x": kind}}})
    registry = Registry(actions={"f": lambda arguments, answers: {"x": value}})
    session, reply, _ = begin(doc, registry=registry)
    assert reply.kind == "done"
    assert (session.answers, type(session.answers["x"])) == ({"x": stored}, type(stored))


@pytest.mark.parametrize("value", [True, None, 2**70, "three", [3]])
def test_a_result_of_another_type_than_declared_is_a_failure(value):
    act = {"id": "act", "type": "action", "action": "f", "outputs": {"x": "x"}}
    doc = chain(act, end(), actions={"f": {"results": {"x": "integer"}}})
    registry = Registry(actions={"f": lambda arguments, answers: {"x": value}})
    session, reply, sink = begin(doc, registry=registry)
    assert (reply.kind, session.answers) == ("escalate", {})
    assert sink.named("action")[0]["error"].startswith("x: expected a")


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"action": "fail"}, "RuntimeError: the service is down"),
        ({"action": "nothing", "outputs": {"offer": "number"}}, "returned no 'number'"),
        ({"action": "list"}, "returned list, expected a mapping"),
        ({"action": "object", "outputs": {"offer": "number"}}, "number: expected plain data"),
        ({"action": "wrong", "outputs": {"age": "number"}}, "number: expected a whole number"),
    ],
)
def test_f1_12_a_failed_action_follows_its_edge_or_calls_a_human(fields, error):
    registry = Registry(
        validators=REGISTRY.validators,
        actions={
            **REGISTRY.actions,
            "list": lambda arguments, answers: [1],
            "object": lambda arguments, answers: {"number": object()},
            "wrong": lambda arguments, answers: {"number": "old"},
        },
    )
    nodes = [question("a"), {"id": "act", "type": "action", **fields}, end("good"), end("bad")]
    nodes.append(question("age", data_type="integer", required=False))
    edges = [edge("q.a", "act"), edge("act", "good")]
    session, _, sink = begin(document(nodes[:3] + nodes[4:], edges), registry=registry)
    reply = session.answer({"a": "1"})
    assert (reply.kind, reply.reason) == ("escalate", "action_failed")
    assert sink.named("action")[0]["error"] == error
    assert session.answers == {"a": "1"}
    doc = document(nodes, [*edges, edge("act", "bad", "action_failed")])
    session, _, _ = begin(doc, registry=registry)
    assert session.answer({"a": "1"}).node == "bad"
