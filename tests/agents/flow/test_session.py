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
