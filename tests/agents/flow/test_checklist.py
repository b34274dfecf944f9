"""The hardened checklist (F0.1 to F0.8, F3.11)."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

import agents.flow
from agents.errors import DefinitionError, InputError
from agents.flow.checklist import read_checklist
from agents.flow.checklist_session import ChecklistSession, ChecklistState
from tests.agents.flow.support import REGISTRY, Sink, fixture


def begin(config, **options):
    sink = Sink()
    session = ChecklistSession(config, REGISTRY, sink=sink, **options)
    return session, session.start(), sink


def q(key, **fields):
    return {"key": key, "prompt": f"{key}?", **fields}


def test_the_next_question_is_the_one_of_lowest_priority_then_id():
    session, reply, _ = begin([q("c"), q("b"), q("z", priority=1), q("a", priority=200)])
    asked = [reply.key]
    while (reply := session.answer({reply.key: "x"})).kind == "ask":
        asked.append(reply.key)
    assert asked == ["z", "b", "c", "a"]
    assert (reply.kind, reply.reason) == ("escalate", "checklist_complete")


def test_f0_1_the_key_is_carried_and_no_prompt_is_ever_looked_up():
    session, reply, _ = begin([q("a", prompt="Well?", priority=1), q("b", prompt="Well?", priority=2)])
    rewritten = reply._replace(prompt="Nun?")
    assert rewritten.key == session.state.pending_field == "a"
    assert session.answer({rewritten.key: "1"}).key == "b"
    assert session.state.pending_field == "b"


def test_f0_1_no_module_compares_prompts():
    for path in Path(agents.flow.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Compare) and not all(
                isinstance(o, ast.Is | ast.IsNot) for o in node.ops
            ):
                sides = [node.left, *node.comparators]
                assert not any(isinstance(s, ast.Attribute) and s.attr == "prompt" for s in sides), path


def test_f0_2_the_key_survives_saving():
    session, _, _ = begin([q("a"), q("b")])
    session.answer({"a": "1"})
    saved = json.loads(json.dumps(session.dump()))
    again = ChecklistSession([q("a"), q("b")], state=ChecklistState.read(saved))
    assert (again.pending, again.state.current_node_key) == ("b", "b")
    assert again.answer({"b": "2"}).reason == "checklist_complete"


def test_f0_3_an_invalid_answer_cannot_advance_and_shows_a_retry():
    session, _, sink = begin([q("a", data_type="email", retry_prompt="Again?"), q("b")])
    reply = session.answer({"a": "nonsense"})
    assert (reply.kind, reply.key, reply.prompt) == ("retry", "a", "Again?")
    assert (session.answers, session.pending) == ({}, "a")
    assert sink.named("validation_failed")[0]["key"] == "a"
    for _ in range(2):
        reply = session.answer({"a": "nonsense"})
    assert (reply.kind, reply.reason) == ("escalate", "max_attempts")


def test_f0_3_a_callable_validator_as_in_the_old_configuration():
    config = [{"key": "age", "prompt": "Age?", "validate": lambda value: value > 17}]
    session, _, _ = begin(config)
    assert session.answer({"age": 12}).kind == "retry"
    assert session.answers == {}
    assert session.answer({"age": 18}).reason == "checklist_complete"


def test_f0_4_valid_updates_are_kept_and_the_first_invalid_is_asked():
    session, _, _ = begin(
        [q("a", priority=1), q("b", priority=2, data_type="integer"), q("c", data_type="integer")]
    )
    reply = session.answer({"c": "x", "a": "1", "b": "y"})
    assert (session.answers, reply.kind, reply.key) == ({"a": "1"}, "retry", "b")


def test_f0_5_a_validator_that_raises_has_not_accepted():
    session, _, _ = begin([q("a", validate="broken")])
    assert session.answer({"a": 1}).kind == "retry"


def test_f0_6_when_decides_whether_a_question_applies():
    config = [
        q("a", priority=1),
        q("b", priority=2, when="answers.a == 'x' && answers.c == 'y'"),
        q("c"),
    ]
    session, _, _ = begin(config)
    assert session.answer({"a": "x"}).key == "c"
    assert session.answer({"c": "y"}).key == "b"
    session, _, _ = begin(config)
    session.answer({"a": "x"})
    assert session.answer({"c": "n"}).reason == "checklist_complete"


def test_f0_7_later_answers_disable_and_their_answers_are_kept():
    config = [q("a", priority=1), q("b", priority=2, when="answers.a == 'x'"), q("c", priority=3)]
    session, _, _ = begin(config)
    session.answer({"a": "x"})
    assert session.missing() == ["b", "c"]
    session.answer({"a": "y"}, correcting=True)
    assert session.missing() == ["c"]
    session.answer({"b": "kept", "a": "x"}, correcting=True)
    session.answer({"a": "y"}, correcting=True)
    assert session.answers["b"] == "kept"


def test_f0_8_an_old_configuration_behaves_as_before():
    session, reply, _ = begin(fixture("v0_flat.json"))
    asked = [reply.key]
    for value in ("Ann", "ann@example.org", "100"):
        reply = session.answer({reply.key: value})
        asked.append(reply.key)
    # Not required: never asked, but taken.
    assert asked == ["name", "email", "budget", None]
    assert reply.reason == "checklist_complete"
    assert read_checklist(fixture("v0_flat.json")).questions[1].meta == {"tone": "friendly"}


def test_a_stored_answer_is_not_overwritten():
    session, _, _ = begin([q("a"), q("b")])
    session.answer({"a": "1"})
    assert session.answer({"a": "2"}).errors == {"a": "it is already answered"}


def test_unknown_goes_on_and_is_no_value():
    session, _, _ = begin([q("a"), q("b", dependencies=["a"])])
    reply = session.answer({}, unknown=[None])
    assert (reply.key, session.answers, session.state.unknown) == ("b", {}, ["a"])


def test_f3_11_path_questions_interleave_and_no_path_calls_a_human():
    session, reply, _ = begin(fixture("v0_paths.json"))
    session.vote("led")
    asked = []
    for value in ("Ann", 60, "attic", "dusty"):
        asked.append(reply.prompt)
        reply = session.answer({reply.key: value})
    assert asked == ["Your name?", "How many watts?", "Where will it hang?", "Anything else?"]
    assert reply.reason == "checklist_complete"
    session, reply, _ = begin(fixture("v0_paths.json"))
    session.answer({"name": "Ann", "place": "hall"})
    assert session.state.reason == "no_path"


def test_f3_7_tentative_questions_go_with_their_path_and_their_answers_stay():
    session, _, _ = begin(fixture("v0_paths.json"))
    session.vote("led")
    session.answer({"name": "Ann", "watt": 60})
    for _ in range(3):
        session.vote("solar")
    assert "watt" not in session.questions()
    assert session.answers["watt"] == 60
    assert session.missing() == ["place"]


def test_a_legacy_state_is_read():
    state = ChecklistState.read(
        {"answers": {"name": "Ann"}, "pending_field": "watt", "active_path": "led", "path_locked": True}
    )
    session = ChecklistSession(fixture("v0_paths.json"), state=state)
    assert session.vote("solar") == "already locked"
    assert session.answer({"watt": 3}).key == "place"
    assert (
        ChecklistState.read({"answers": {}, "active_path": "led", "path_locked": False}).path.tentative
        == "led"
    )
    with pytest.raises(InputError, match="not a saved checklist"):
        ChecklistState.read({"answers": 3})


@pytest.mark.parametrize(
    ("config", "code", "location"),
    [
        (3, "FLOW001", ""),
        ({"global": 3}, "FLOW004", "/global"),
        ([3], "FLOW004", "/0"),
        ([{"prompt": "?"}], "FLOW201", "/0"),
        ([{"key": "a"}], "FLOW202", "/0"),
        ([q("a"), q("a")], "FLOW102", "/1/key"),
        ([q("a", priority="x")], "FLOW004", "/0/priority"),
        ([q("a", when="answers.b ==")], "FLOW401", "/0/when"),
        ([q("a", when="answers.ghost == 1")], "FLOW402", "/0/when"),
        ([q("a", validate="ghost")], "FLOW112", "/0/validate"),
        ([q("a", dependencies=["ghost"])], "FLOW113", "/0/dependencies/0"),
        ([q("a", dependencies=["b"]), q("b", dependencies=["a"])], "FLOW309", "/0/dependencies"),
        ([q("a", allowed_values=[])], "FLOW206", "/0/allowed_values"),
        ({"global": [], "paths": 3}, "FLOW004", "/paths"),
        ([], "FLOW004", ""),
        ({"global": [], "paths": {"a": []}}, "FLOW004", "/global"),
        ({"global": [], "path_selection": {"lock_threshold": 0}}, "FLOW004", "/path_selection"),
        ({"question_graph": [3]}, "FLOW004", "/question_graph/0"),
        ({"paths": {"led": {"questions": [{"key": "a"}]}}}, "FLOW202", "/paths/led/questions/0"),
    ],
)
def test_a_bad_configuration_says_what_and_where(config, code, location):
    with pytest.raises(DefinitionError) as caught:
        ChecklistSession(config)
    assert [(f.code, f.location) for f in caught.value.findings] == [(code, location)]
