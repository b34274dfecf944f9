"""Saved conversations: resuming and upgrades."""

from __future__ import annotations

import pytest

from agents.errors import InputError
from agents.flow import Session, compile_flow
from tests.agents.flow.support import (
    begin,
    chain,
    end,
    question,
)


def test_a_state_resumes_under_its_own_logic_only():
    doc = chain(question("a"), question("b"), end())
    session, _, _ = begin(doc)
    session.answer({"a": "1"})
    saved = session.dump()
    translated = chain(question("a", prompt="?"), question("b", prompt="??"), end(label="Ende"))
    assert Session.resume(compile_flow(translated), saved).prompt().prompt == "??"
    changed = chain(question("a"), question("b", data_type="integer"), end())
    with pytest.raises(InputError, match="expected an upgrade from that hash, or again=True"):
        Session.resume(compile_flow(changed), saved)
    with pytest.raises(InputError, match="flow of the conversation = 'test'"):
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
    with pytest.raises(InputError, match=r"^answers\['n'\] = 'many': expected a whole number$"):
        Session(flow, answers={"n": "many"})


@pytest.mark.parametrize("data", ["}{", [], None, {}, {"flow": "f"}])
def test_what_is_no_saved_conversation_is_refused(data):
    flow = compile_flow(chain(question("a"), end()))
    with pytest.raises(InputError, match=r"^not a saved conversation"):
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


def test_saved_answers_are_checked_again_after_an_upgrade():
    old = compile_flow(chain(question("a"), question("b"), question("c"), end()))
    session = Session(old)
    session.start()
    session.answer({"a": "many", "b": "12"})
    doc = chain(
        question("a", data_type="integer"), question("b", data_type="integer"), question("c"), end()
    )
    new = compile_flow({**doc, "upgrades": [{"from": old.hash}]})
    resumed = Session.resume(new, session.dump())
    assert resumed.answers == {"b": 12}
