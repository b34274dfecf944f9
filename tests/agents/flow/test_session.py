"""Conversations through compiled flows (F0.1 to F0.7, F1.4 to F1.12, F2.3, F2.4, F5.6)."""

from __future__ import annotations

import json

import pytest

from agents.errors import InputError
from agents.flow import Registry, Session, compile_flow
from agents.flow.session import EVENTS
from tests.agents.flow.support import (
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

CYCLES = {"allow_cycles": True}


def call(name="s", ref="sub", **fields):
    return {"id": name, "type": "subgraph", "ref": ref, **fields}


def sub(*nodes):
    inner = chain(*nodes)
    exits = [edge(nodes[-1]["id"], "__exit__")]
    return {"entry": nodes[0]["id"], "nodes": inner["nodes"], "edges": inner["edges"] + exits}


# ------------------------------------------------------------------------------------------ answering


def test_f0_1_two_questions_with_one_prompt_are_told_apart_by_key():
    session, reply, _ = begin(chain(question("a", prompt="Well?"), question("b", prompt="Well?"), end()))
    assert (reply.key, session.pending) == ("a", "a")
    reply = session.answer({reply.key: "1"})
    assert (reply.key, session.pending, session.answers) == ("b", "b", {"a": "1"})


def test_f0_2_the_current_key_survives_saving():
    session, _, _ = begin(chain(question("a"), question("b"), end()))
    session.answer({"a": "1"})
    again = Session.resume(session.flow, json.loads(json.dumps(session.dump())))
    assert (again.node, again.current_node_key, again.pending) == ("q.b", "b", "b")


def test_f0_3_an_invalid_answer_is_not_stored_and_the_flow_stays():
    doc = chain(question("a", data_type="integer", retry_prompt="A number, please."), end())
    session, _, sink = begin(doc)
    reply = session.answer({"a": "many"})
    assert (reply.kind, reply.key, reply.prompt) == ("retry", "a", "A number, please.")
    assert reply.errors == {"a": "expected a whole number"}
    assert (session.answers, session.node, session.pending) == ({}, "q.a", "a")
    assert sink.named("validation_failed") == [
        {"turn": 1, "key": "a", "value": "many", "error": "expected a whole number"}
    ]
    assert session.answer({"a": "12"}).kind == "done"
    assert session.answers == {"a": 12}


def test_f0_4_valid_answers_are_kept_and_the_first_invalid_is_asked_again():
    doc = chain(
        *(question(key, data_type="integer", priority=p) for key, p in [("a", 1), ("b", 3), ("c", 2)]),
        question("d"),
        end(),
    )
    session, _, _ = begin(doc)
    reply = session.answer({"a": 1, "b": "x", "c": "y", "d": "fine"})
    assert session.answers == {"a": 1, "d": "fine"}
    assert (reply.kind, reply.key, session.pending) == ("retry", "c", "c")
    assert set(reply.errors) == {"b", "c"}
    assert session.node == "q.a"
    reply = session.answer({"c": 3})
    assert (reply.kind, reply.key) == ("ask", "b")


def test_f0_5_a_validator_that_raises_has_not_accepted():
    session, _, _ = begin(chain(question("a", validate="broken"), end()))
    reply = session.answer({"a": 1})
    assert (reply.kind, session.answers) == ("retry", {})
    assert "KeyError" in reply.errors["a"]


def test_validators_are_registered_names_or_guards_over_the_value():
    session, _, _ = begin(
        chain(
            question("a", validate="even", data_type="integer", error_message="Even, please."),
            question("b", validate="value > 5 && value % 2 == 1", data_type="integer"),
            end(),
        )
    )
    assert session.answer({"a": 3}).errors == {"a": "Even, please."}
    assert session.answer({"a": 4, "b": 4}).key == "b"
    assert session.answer({"b": 7}).kind == "done"


def test_a_validator_must_say_true():
    registry = Registry(validators={"sloppy": lambda value: "yes"})
    session, _, _ = begin(chain(question("a", validate="sloppy"), end()), registry=registry)
    assert session.answer({"a": 1}).kind == "retry"


def test_f0_6_when_false_is_not_asked_and_a_missing_key_is_false():
    doc = chain(
        question("a"),
        question("b", when="answers.a == 'yes'"),
        question("c", when="answers.nobody == 1"),
        question("d", when="!has(answers.b)"),
        end(),
        given=["nobody"],
    )
    session, _, sink = begin(doc)
    assert session.answer({"a": "no"}).key == "d"
    assert [(e["node"], e["reason"]) for e in sink.named("node_skip")] == [
        ("q.b", "does not apply"),
        ("q.c", "does not apply"),
    ]
    session, _, _ = begin(doc)
    assert session.answer({"a": "yes"}).key == "b"


def test_f0_7_a_later_answer_enables_and_disables():
    doc = chain(question("a", when="answers.b != 'off'"), question("b"), end())
    session = Session(compile_flow(doc), answers={"b": "on"})
    assert session.start().key == "a"
    # The correction disables the very question that is being asked.
    assert session.correct({"b": "off"}).kind == "done"


def test_f0_7_answers_of_disabled_questions_are_kept():
    doc = chain(question("a"), question("b", when="answers.a == 'x'"), question("c"), end())
    session, _, _ = begin(doc)
    session.answer({"a": "x", "b": "kept"})
    session.correct({"a": "y"})
    assert session.answers["b"] == "kept"
    assert "b" not in session.applicable()


def test_retries_are_counted_and_then_a_human_is_called():
    session, _, sink = begin(chain(question("a", data_type="email", max_attempts=2), end()))
    assert session.answer({"a": "x"}).kind == "retry"
    reply = session.answer({"a": "y"})
    assert (reply.kind, reply.reason) == ("escalate", "max_attempts")
    assert sink.named("escalate")[0]["reason"] == "max_attempts"
    with pytest.raises(InputError, match="escalated"):
        session.answer({"a": "a@b.de"})


def test_a_valid_answer_to_another_question_does_not_reset_the_count():
    doc = chain(question("a", data_type="email"), question("b"), end())
    session, _, _ = begin(doc)
    session.answer({"a": "x"})
    session.answer({"a": "x", "b": "1"})
    assert session.answer({"a": "x"}).reason == "max_attempts"


def test_edges_for_invalid_exhausted_and_unknown():
    doc = document(
        [question("a", data_type="integer"), decision("hint"), end(), end("gave_up"), end("no_idea")],
        [
            edge("q.a", "end"),
            edge("q.a", "hint", on="invalid"),
            edge("q.a", "gave_up", on="exhausted"),
            edge("q.a", "no_idea", on="unknown"),
            edge("hint", "q.a"),
        ],
        entry="q.a",
    )
    session, _, sink = begin(doc)
    reply = session.answer({"a": "x"})
    assert (reply.kind, reply.errors) == ("ask", {"a": "expected a whole number"})
    assert "hint" in [e["node"] for e in sink.named("node_enter")]
    session.answer({"a": "x"})
    assert session.answer({"a": "x"}).node == "gave_up"
    session, _, _ = begin(doc)
    assert session.answer({}, unknown=[None]).node == "no_idea"
    session, _, _ = begin(doc)
    assert session.answer({"a": 1}).node == "end"


def test_unknown_is_a_status_and_not_a_value():
    doc = document(
        [question("a"), question("b"), end()],
        [
            edge("q.a", "q.b", "answers_unknown('a') && !has(answers.a)"),
            edge("q.a", "end", "else"),
            edge("q.b", "end"),
        ],
    )
    session, _, sink = begin(doc)
    reply = session.answer({}, unknown=[None])
    assert reply.key == "b"
    assert (session.answers, session.unknown) == ({}, ["a"])
    assert sink.named("unknown_answer") == [{"turn": 1, "key": "a"}]
    session.answer({"a": "after all"})
    assert (session.answers, session.unknown) == ({"a": "after all"}, [])


@pytest.mark.parametrize(
    ("policy", "kind"), [("skip", "done"), ("escalate", "escalate"), ("ask", "ask")]
)
def test_what_not_knowing_a_required_answer_means_is_a_policy(policy, kind):
    doc = chain(question("a"), end(), policies={"on_unknown": policy})
    session, _, _ = begin(doc)
    assert session.answer({}, unknown=["a"]).kind == kind
    optional = chain(question("a", required=False), end(), policies={"on_unknown": policy})
    session, _, _ = begin(optional)
    assert session.answer({}, unknown=["a"]).kind == "done"


def test_answers_are_not_overwritten_unless_corrected_or_allowed():
    doc = chain(question("a"), question("b"), question("c", overwrite=True), end())
    session, _, sink = begin(doc)
    session.answer({"a": "1", "c": "1"})
    reply = session.answer({"a": "2", "c": "2"})
    assert reply.errors == {"a": "it is already answered"}
    assert session.answers == {"a": "1", "c": "2"}
    assert sink.named("update_rejected")[0]["key"] == "a"
    session.correct({"a": "3"})
    assert session.answers["a"] == "3"
    assert session.answer({"a": "3"}).errors == {}


def test_unasked_keys_are_refused():
    session, _, _ = begin(chain(question("a"), end()))
    reply = session.answer({"zzz": 1, "a": "x"})
    assert (reply.kind, reply.errors, session.answers) == (
        "done",
        {"zzz": "no question asks for it"},
        {"a": "x"},
    )


def test_f1_7_an_answer_is_consumed_once():
    session, _, _ = begin(chain(question("a"), question("b"), end()))
    assert session.answer({"a": "x"}).key == "b"
    assert session.answers == {"a": "x"}


@pytest.mark.parametrize("skip", [True, False])
def test_f1_7_known_answers_are_skipped_where_the_policy_says_so(skip):
    doc = chain(question("a"), question("b"), end(), policies={"skip_known": skip})
    session = Session(compile_flow(doc), answers={"a": "1", "b": "2"})
    reply = session.start()
    assert (reply.kind, reply.key) == (("done", None) if skip else ("ask", "a"))
    if not skip:
        reply = session.answer({"a": "new"})
        assert (reply.key, session.answers["a"]) == ("b", "new")


def test_saying_nothing_asks_again_and_counts_no_attempt():
    session, _, _ = begin(chain(question("a", max_attempts=1), end()))
    for _ in range(5):
        assert session.answer({}).kind == "ask"


# ------------------------------------------------------------------------------ rules over several keys


def test_f2_3_one_of_another_alternative_is_not_asked():
    doc = chain(question("email"), question("phone"), end(), oneOf=[["email"], ["phone"]])
    session, _, sink = begin(doc)
    assert session.answer({"email": "a@b.de"}).kind == "done"
    assert sink.named("node_skip")[0]["reason"] == "another alternative is complete"
    session, _, _ = begin(doc)
    reply = session.answer({}, unknown=[None])
    assert reply.key == "phone"
    reply = session.answer({}, unknown=[None])
    assert (reply.kind, reply.incomplete) == ("done", ("email or phone",))


def test_f2_3_an_alternative_of_several_keys_needs_all_of_them():
    doc = chain(*map(question, ["street", "city", "box"]), end(), oneOf=[["street", "city"], ["box"]])
    session, _, _ = begin(doc)
    session.answer({"street": "x"})
    assert session.pending == "city"
    assert session.answer({"city": "y"}).kind == "done"


def test_f2_3_exclusive_groups_refuse_the_second_alternative():
    group = {"alternatives": [["a"], ["b"]], "exclusive": True, "message": "One is enough."}
    doc = chain(question("a"), question("b"), question("c"), end(), oneOf=[group])
    session, _, _ = begin(doc)
    session.answer({"a": "1"})
    assert session.pending == "c"
    reply = session.answer({"b": "2"})
    assert reply.errors == {"b": "One is enough."}
    assert session.answers == {"a": "1"}
    session, _, _ = begin(doc)
    session.answer({"b": "1", "a": "2"})
    assert session.answers == {"a": "2"}


def test_f2_4_cross_field_rules_are_checked_at_commit():
    doc = chain(
        question("low", data_type="integer"),
        question("high", data_type="integer"),
        end(),
        predicates={"ordered": "answers.low <= answers.high"},
        constraints=[{"check": "ordered()", "message": "low must not exceed high"}],
    )
    session, _, _ = begin(doc)
    # With one of them alone nothing can be said yet.
    assert session.answer({"low": 5}).key == "high"
    reply = session.answer({"high": 3})
    assert (reply.kind, reply.errors) == ("retry", {"high": "low must not exceed high"})
    assert session.answers == {"low": 5}
    assert session.answer({"high": 6}).kind == "done"
    session, _, _ = begin(doc)
    reply = session.answer({"low": 9, "high": 1})
    assert (session.answers, set(reply.errors)) == ({}, {"low", "high"})


# ------------------------------------------------------------------------------------------ traversal


def ways(*edges, **policies):
    options = {"allowed_values": ["x", "y"]}
    nodes = [question("a", **options), decision("d"), end("one"), end("two"), end("three")]
    return document(nodes, [edge("q.a", "d"), *edges], entry="q.a", policies=policies)


def test_f1_4_priority_first_then_the_order_of_the_document_and_else_last():
    doc = ways(
        edge("d", "one", "has(answers.a)", priority=5),
        edge("d", "two", "answers.a == 'x'", priority=1),
        edge("d", "three", "else", priority=9),
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


# -------------------------------------------------------------------------------------------- resuming


def test_a_state_resumes_under_its_own_logic_only():
    doc = chain(question("a"), question("b"), end())
    session, _, _ = begin(doc)
    session.answer({"a": "1"})
    saved = session.dump()
    translated = chain(question("a", prompt="?"), question("b", prompt="??"), end(label="Ende"))
    assert Session.resume(compile_flow(translated), saved).prompt().prompt == "??"
    changed = chain(question("a"), question("b", data_type="integer"), end())
    with pytest.raises(InputError, match="no upgrade"):
        Session.resume(compile_flow(changed), saved)
    with pytest.raises(InputError, match="about flow 'test'"):
        Session.resume(compile_flow({**doc, "id": "other"}), saved)


@pytest.mark.parametrize("updates", ["yes", None, ["n"], 3])
def test_updates_are_values_by_key(updates):
    session, _, _ = begin(chain(question("n"), end()))
    before = session.dump()
    with pytest.raises(InputError, match=r"^updates .*: expected values by key$"):
        session.answer(updates)
    assert session.dump() == before


def test_a_wrong_preset_is_named_with_its_value():
    flow = compile_flow(chain(question("n", data_type="integer"), end()))
    with pytest.raises(InputError, match=r"^answers\['n'\]='many': expected a whole number$"):
        Session(flow, answers={"n": "many"})


@pytest.mark.parametrize("data", ["}{", [], None, {}, {"flow": "f"}])
def test_what_is_no_saved_conversation_is_refused(data):
    flow = compile_flow(chain(question("a"), end()))
    with pytest.raises(InputError, match=r"^this is no saved conversation"):
        Session.resume(flow, data)


def test_an_upgrade_in_the_flow_renames_nodes_and_keys():
    old = chain(question("a"), question("b"), end())
    session, _, _ = begin(old)
    session.answer({"a": "1"})
    new = chain(question("first"), question("second"), end())
    new["upgrades"] = [
        {
            "from": session.flow.hash,
            "nodes": {"q.a": "q.first", "q.b": "q.second"},
            "keys": {"a": "first", "b": "second"},
        }
    ]
    again = Session.resume(compile_flow(new), session.dump())
    assert (again.pending, again.answers) == ("second", {"first": "1"})
    assert again.answer({"second": "2"}).kind == "done"
    assert again.state.hash == again.flow.hash


def test_an_upgrade_may_be_a_function():
    session, _, _ = begin(chain(question("a"), end()))
    new = compile_flow(chain(question("b"), end()))

    def convert(data):
        data["frames"][0]["node"] = "q.b"
        return {**data, "focus": "b"}

    again = Session.resume(new, session.dump(), upgrades={session.flow.hash: convert})
    assert again.answer({"b": "1"}).kind == "done"


@pytest.mark.parametrize(
    "damage",
    [
        {"frames": []},
        {"frames": [{"graph": "", "node": "ghost", "answers": {}, "unknown": []}]},
        {"frames": [{"graph": "ghost", "node": "q.a", "answers": {}, "unknown": []}]},
        {"frames": [{"graph": "", "node": "q.a", "answers": {}}]},
        {"frames": [{"graph": "", "node": "q.a"}]},
        {"focus": "ghost"},
        {"frames": [{"graph": "", "node": "end", "answers": {}, "unknown": []}]},
        {"status": "dancing"},
        {"path": {"tentative": "ghost"}},
        {"more": 1},
        {"turn": "x"},
    ],
)
def test_a_damaged_state_is_refused(damage):
    session, _, _ = begin(chain(question("a"), end()))
    with pytest.raises(InputError):
        Session.resume(session.flow, {**session.dump(), **damage})


def test_what_is_known_before_is_judged_like_any_answer():
    flow = compile_flow(chain(question("a", data_type="integer"), end(), given=["customer"]))
    assert Session(flow, answers={"a": "7", "customer": "x"}).answers == {"a": 7, "customer": "x"}
    with pytest.raises(InputError, match="whole number"):
        Session(flow, answers={"a": "x"})
    with pytest.raises(InputError, match="key of answers = 'zzz'"):
        Session(flow, answers={"zzz": 1})
    with pytest.raises(InputError, match="plain data"):
        Session(flow, answers={"customer": object()})
    with pytest.raises(InputError, match="plain data"):
        Session(flow, ctx={"x": {1, 2}})


def test_a_conversation_is_started_once_and_can_be_looked_at_again():
    session, reply, _ = begin(chain(question("a"), end()))
    with pytest.raises(InputError, match="waiting"):
        session.start()
    assert session.prompt() == reply
    session.answer({"a": "1"})
    assert session.prompt().kind == "done"


# ------------------------------------------------------------------------------------------------ paths


def test_guards_read_the_path_and_a_lock_changes_what_is_true():
    doc = document(
        [question("a"), decision("d"), end("led"), end("open")],
        [
            edge("q.a", "d"),
            edge("d", "led", "path.current == 'led' && path_locked()"),
            edge("d", "open", "else"),
        ],
        paths={"led": {}, "solar": {}},
    )
    for votes, node in [(0, "open"), (1, "open"), (2, "led")]:
        session, _, sink = begin(doc)
        for _ in range(votes):
            session.vote("led", 0.9)
        assert session.answer({"a": "1"}).node == node
        assert len(sink.named("path_vote")) == votes
    assert sink.named("lock") == [{"turn": 0, "path": "led", "votes": {"led": 2.0}}]
    session, _, _ = begin(doc)
    session.override_path("led")
    assert session.answer({"a": "1"}).node == "led"


def test_votes_survive_saving():
    doc = chain(question("a"), end(), paths={"led": {}, "solar": {}})
    session, _, _ = begin(doc)
    session.vote("led")
    again = Session.resume(session.flow, json.loads(json.dumps(session.dump())))
    assert again.vote("led") == "locked"


def test_the_reply_asks_for_the_path_after_too_many_turns():
    doc = chain(question("a"), question("b"), end(), paths={"led": {}, "solar": {}})
    doc["policies"] = {"path": {"max_turns_unlocked": 1}}
    session, reply, _ = begin(doc)
    assert reply.clarify == ()
    session.vote("solar")
    assert session.answer({"a": "1"}).clarify == ("solar", "led")


# ----------------------------------------------------------------------------------------------- events


def test_f5_6_the_rich_flow_tells_all_that_the_requirements_list():
    sink = Sink()
    flow = compile_flow(fixture("sales.json"), REGISTRY)
    session = Session(flow, sink=sink)
    session.start()
    session.vote("led")
    session.vote("led")
    session.answer({"intention": "buy_led", "wattage": -1})
    session.answer({"wattage": 5})
    session.answer({"venue": "office"})
    reply = session.answer({"email": "a@b.de", "nothing": 1})
    assert (reply.kind, reply.reason) == ("done", "offer_made")
    names = {name for name, _ in sink}
    assert names >= {
        "path_vote",
        "node_enter",
        "node_exit",
        "guard_eval",
        "validation_failed",
        "update_committed",
        "update_rejected",
        "subgraph_push",
        "subgraph_pop",
        "lock",
        "terminal",
        "action",
        "question_asked",
        "node_skip",
    }
    assert names <= set(EVENTS)
    json.dumps(sink, allow_nan=False)


def test_one_compiled_flow_serves_many_conversations():
    flow = compile_flow(chain(question("a"), question("b"), end()))
    one, other = Session(flow), Session(flow)
    one.start()
    other.start()
    one.answer({"a": "1"})
    assert (one.pending, other.pending, other.answers) == ("b", "a", {})
