"""From the checklist to the graph (F5.1, F5.2), and beside it (F5.3)."""

from __future__ import annotations

import copy
import random

import pytest

from agents.errors import InputError
from agents.flow import Session, check_flow, compile_flow
from agents.flow.migrate import STEPS, Step, migrate, version_of
from agents.flow.shadow import Shadow
from tests.agents.flow.support import REGISTRY, Sink, chain, end, fixture, question

OLD = ["v0_flat.json", "v0_paths.json"]


@pytest.mark.parametrize("name", OLD)
def test_f5_1_every_old_fixture_still_migrates(name):
    old = fixture(name)
    before = copy.deepcopy(old)
    new = migrate(old)
    assert old == before
    assert version_of(new) == "v1"
    assert [f for f in check_flow(new, REGISTRY) if f.severity == "error"] == []
    assert migrate(new) == new
    assert migrate(old) == new


def test_f5_1_versions_are_known_or_refused():
    with pytest.raises(InputError, match="'v7': expected one of v0, v1"):
        migrate({"version": "v7"})
    with pytest.raises(InputError, match="version = 'v2'"):
        migrate([], "v2")
    with pytest.raises(InputError, match="no migration leads from 'v1' to 'v0'"):
        migrate(chain(question("a"), end()), "v0")
    for nothing in ({}, 3, "v1", None, {"version": 3}):
        with pytest.raises(InputError, match="no version"):
            version_of(nothing)


def test_f5_1_steps_form_a_chain():
    steps = (*STEPS, Step("v1", "v2", lambda doc: {**doc, "version": "v2", "new": True}))
    assert migrate(fixture("v0_flat.json"), "v2", steps=steps)["new"] is True
    assert migrate(fixture("v0_flat.json"), "v1", steps=steps)["version"] == "v1"
    assert "new" not in migrate(fixture("v0_flat.json"), "v1", steps=steps)


def test_f5_2_the_graph_is_a_chooser_with_the_questions_around_it():
    doc = migrate(fixture("v0_flat.json"))
    ways = [edge for edge in doc["edges"] if edge["from"] == "choose"]
    assert [edge["to"] for edge in ways] == ["q.name", "q.email", "q.budget", "complete"]
    assert ways[2]["guard"] == 'deps_missing("budget", ["name"])'
    assert "guard" not in ways[-1]
    assert [edge["priority"] for edge in ways] == sorted({edge["priority"] for edge in ways})
    back = [edge["from"] for edge in doc["edges"] if edge["to"] == "choose"]
    assert back == ["q.name", "q.email", "q.budget"]


def test_a_function_cannot_be_written_into_a_document():
    with pytest.raises(InputError, match="1 validators are functions"):
        migrate([{"key": "a", "prompt": "?", "validate": lambda value: True}])


def random_turns(rng, keys):
    for _ in range(rng.randint(1, 12)):
        values = ["Ann", "hall", "attic", 7, "a@b.de", "x", ""]
        updates = {rng.choice(keys): rng.choice(values) for _ in range(rng.randint(0, 2))}
        yield updates, [None] if rng.random() < 0.15 else []


@pytest.mark.parametrize("leading", ["legacy", "graph"])
@pytest.mark.parametrize("name", OLD)
def test_f5_3_both_engines_agree_on_random_conversations(name, leading):
    config = fixture(name)
    if name == "v0_paths.json":
        # A global key that a path asks in its own way is judged by the graph's main question when it is
        # volunteered: that one difference is known.
        del config["question_graph"]["paths"]["led"]["questions"][1]
    listed = config if isinstance(config, list) else config["question_graph"]["global"]
    keys = [item["key"] for item in listed]
    paths = [] if isinstance(config, list) else ["led", "solar"]
    rng = random.Random(3)
    over = 0
    for _ in range(120):
        shadow = Shadow(config, leading=leading)
        # Two differences are known: a vote alone makes the checklist ask something else at once, and
        # answers to questions of another path are refused by the checklist and kept by the graph.
        shadow.vote(rng.choice([None, *paths]))
        reply = shadow.start()
        for updates, unknown in random_turns(rng, keys):
            if reply.over:
                break
            asked = {reply.key: "attic"} if rng.random() < 0.5 else {}
            reply = shadow.answer({**updates, **asked}, unknown=unknown)
        over += reply.over
        assert shadow.differences == []
    assert over > 10


def test_f5_3_differences_are_recorded():
    sink = Sink()
    other = chain(question("name", id="q.name"), end())
    shadow = Shadow(fixture("v0_flat.json"), document=other, sink=sink)
    assert shadow.start().key == "name"
    assert shadow.differences == []
    assert shadow.answer({"name": "Ann"}).key == "email"
    (difference,) = shadow.differences
    assert (difference.turn, difference.what) == (1, "asks")
    assert sink.named("shadow_difference")[0]["legacy"] == ("ask", "email")
    shadow.answer({"email": "a@b.de"})
    assert shadow.differences[-1].turn == 2


def test_f5_3_the_leading_engine_is_one_of_two():
    with pytest.raises(InputError, match="leading = 'both'"):
        Shadow([], leading="both")


def test_the_migrated_graph_talks_as_the_checklist_did():
    session = Session(compile_flow(migrate(fixture("v0_paths.json"))))
    reply = session.start()
    session.vote("led")
    asked = []
    for value in ("Ann", 60, "attic", "dusty"):
        asked.append(reply.prompt)
        reply = session.answer({reply.key: value})
    assert asked == ["Your name?", "How many watts?", "Where will it hang?", "Anything else?"]
    assert (reply.kind, reply.reason) == ("done", "checklist_complete")
