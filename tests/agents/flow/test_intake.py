"""Rules over several keys: one-of groups and constraints (F2.3, F2.4)."""

from __future__ import annotations

from tests.agents.flow.support import (
    begin,
    chain,
    end,
    question,
)


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
