"""Rules first, then a model; both judged alike; unknown is a status."""

from __future__ import annotations

import asyncio
import json

import pytest

from agents.errors import GatewayError
from agents.flow import Session, compile_flow
from agents.flow.extraction import aextract, answer_schema, extract, read_value
from agents.flow.ir import QuestionNode
from tests.agents.flow.support import Sink, chain, end, question


class Model:
    """A gateway that answers what it was told to."""

    def __init__(self, *replies):
        self.replies = list(replies)
        self.asked = []

    def chat(self, **request):
        self.asked.append(request)
        reply = self.replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        content = reply if isinstance(reply, str) else json.dumps(reply)
        return {"choices": [{"message": {"role": "assistant", "content": content}}]}


def begin(*nodes, **fields):
    session = Session(compile_flow(chain(*nodes, end(), **fields)))
    session.start()
    return session


def reads(message, **fields):
    node = {"id": "q", "type": "question", "key": "k", "prompt": "?", **fields}
    return read_value(QuestionNode.model_validate(node), message)


@pytest.mark.parametrize(
    ("fields", "message", "value"),
    [
        ({"allowed_values": ["buy_led", "rent"]}, "I would like to buy an LED", "buy_led"),
        ({"allowed_values": ["1", "10"]}, "option 10", "10"),
        ({"data_type": "integer"}, "about 800 square metres", "800"),
        ({"data_type": "number"}, "-2.5 please", "-2.5"),
        ({"data_type": "number"}, "between 3 and 5", None),
        ({"data_type": "integer"}, "minus 3", "-3"),
        ({"data_type": "integer"}, "A12 costs minus 12", "-12"),
        ({"data_type": "integer"}, "room x5, it was minus 5 degrees", "-5"),
        ({"data_type": "integer"}, "it is \u22123 degrees", "-3"),
        ({"data_type": "integer"}, "- 3", None),
        ({"data_type": "integer"}, "about us - 3", "3"),
        ({"data_type": "integer"}, "300 thousand", None),
        ({"data_type": "number"}, "1.5 million dollars", None),
        ({"data_type": "integer"}, "not 9", None),
        ({"data_type": "integer"}, "not sure, maybe 9", "9"),
        ({"data_type": "integer"}, "more than 9", None),
        ({"data_type": "integer"}, "house no 12", "12"),
        ({"data_type": "date"}, "not 2026-03-01", None),
        ({"data_type": "number"}, "5 degrees below zero", None),
        ({"data_type": "boolean"}, "no doubt", None),
        ({"data_type": "boolean"}, "no problem", None),
        ({"data_type": "boolean"}, "why not", None),
        ({"data_type": "boolean"}, "no, thanks", False),
        ({"allowed_values": ["red wine", "white wine"]}, "anything but red", None),
        ({"allowed_values": ["red wine", "white wine"]}, "not white wine but red wine", "red wine"),
        ({"allowed_values": ["mon", "tue"]}, "all days except tue", None),
        ({"data_type": "integer"}, "room 12b", None),
        ({"data_type": "boolean"}, "Yes, please", True),
        ({"data_type": "boolean"}, "no", False),
        ({"data_type": "boolean"}, "yes and no", None),
        ({"data_type": "email"}, "it is ann@example.org.", "ann@example.org"),
        ({"data_type": "email"}, "a@b.de or c@d.de", None),
        ({"data_type": "date"}, "on 2026-03-01, I think", "2026-03-01"),
        ({"data_type": "phone"}, "call +49 30 123-456", "+49 30 123-456"),
        ({"data_type": "url"}, "see https://x.org/a", "https://x.org/a"),
        ({}, "  some text ", "some text"),
    ],
)
def test_what_the_rules_read(fields, message, value):
    assert reads(message, **fields) == value


@pytest.mark.parametrize(
    "message", ["I don't know", "no idea", "dunno", "I do not know that", "not sure"]
)
def test_unknown_is_a_status_and_never_a_value(message):
    for kind in ("any", "integer", "boolean"):
        session = begin(question("a", data_type=kind))
        found = extract(session, message)
        assert (found.updates, found.unknown) == ({}, ["a"])
        session.answer(found.updates, unknown=found.unknown)
        assert (session.answers, session.unknown) == ({}, ["a"])


def test_in_a_long_message_a_shrug_is_part_of_the_story():
    session = begin(question("story"))
    found = extract(session, "I do not know when it began, but the lamp has flickered since last May.")
    assert found.unknown == []
    assert found.updates["story"].startswith("I do not know when")


def test_rules_name_the_path_only_if_it_is_one():
    paths = {"led": {"keywords": ["lamp"]}, "solar": {"label": "Solar panels"}}
    session = begin(question("a"), paths=paths)
    assert extract(session, "a lamp for the hall").path == "led"
    assert extract(session, "Solar panels!").path == "solar"
    assert extract(session, "a lamp on solar power").path is None
    assert extract(session, "lamplight").path is None


def test_the_model_is_asked_only_for_what_rules_leave_open():
    session = begin(question("size", data_type="integer"), question("name"))
    model = Model()
    assert extract(session, "12", model).source == {"size": "rule"}
    assert model.asked == []
    model = Model(
        {"updates": {"size": 12, "name": "Ann"}, "unknown": [], "path": None, "confidence": None}
    )
    found = extract(session, "a dozen, I am Ann", model, model="some-model", timeout=3)
    assert found.updates == {"size": 12, "name": "Ann"}
    assert found.source == {"size": "model", "name": "model"}
    (request,) = model.asked
    assert request["model"] == "some-model"
    assert request["timeout"] == 3
    assert request["response_schema"] == answer_schema(session)
    assert "a dozen" not in request["messages"][0]["content"]


def test_the_model_has_no_room_for_other_keys_and_options():
    session = begin(
        question("kind", allowed_values=["x", "y"]),
        question("n", data_type="integer"),
        question("never", when="answers.n == 1"),
        paths={"led": {}},
    )
    session.answer({"n": 5})
    schema = answer_schema(session)
    assert schema["properties"]["updates"]["properties"] == {
        "kind": {"enum": ["x", "y"], "description": "kind?"}
    }
    assert schema["properties"]["path"] == {"enum": ["led", None]}


def test_the_model_reads_prompts_with_their_answers():
    session = begin(question("name"), question("age", prompt="How old are you, {name}?"))
    session.answer({"name": "Ann"})
    properties = answer_schema(session)["properties"]["updates"]["properties"]
    assert properties["age"]["description"] == "How old are you, Ann?"


def test_both_sources_are_judged_alike():
    session = begin(question("n", data_type="integer", maximum=10))
    lie = {
        "updates": {"n": 99, "ghost": 1, "b": ""},
        "unknown": ["ghost", 3],
        "path": "x",
        "confidence": 7,
    }
    found = extract(session, "many", Model(lie))
    assert found.updates == {"n": 99}
    assert len(found.notes) == 3
    reply = session.answer(found.updates)
    assert (reply.kind, session.answers) == ("retry", {})


@pytest.mark.parametrize(
    "reply",
    [
        GatewayError("down", kind="server"),
        "no json",
        "[1]",
        "3",
        '{"updates": 3, "unknown": "a", "path": 4}',
        "[" * 100_000,
        "",
    ],
)
def test_a_model_that_fails_is_a_note_and_the_conversation_goes_on(reply):
    session = begin(question("n", data_type="integer"))
    found = extract(session, "a dozen", Model(reply))
    assert (found.updates, found.unknown, found.path) == ({}, [], None)
    assert session.answer(found.updates, unknown=found.unknown).kind == "ask"


def test_a_model_may_wrap_its_answer():
    session = begin(question("n", data_type="integer"))
    said = 'I see {a dozen}:\n```json\n{"updates": {"n": 12}, "unknown": []}\n```'
    assert extract(session, "a dozen", Model(said)).updates == {"n": 12}


def test_a_completion_of_another_shape_is_a_note():
    class Odd:
        def chat(self, **request):
            return {"choices": []}

    session = begin(question("n", data_type="integer"))
    assert extract(session, "a dozen", Odd()).notes == ["the model's answer cannot be read: IndexError"]


def test_a_gateway_may_be_waited_for():
    class Waiting(Model):
        async def achat(self, **request):
            return self.chat(**request)

    session = begin(question("n", data_type="integer"))
    reply = {"updates": {"n": 12}, "unknown": [], "path": None, "confidence": None}
    for said, message, source in [(reply, "a dozen", "model"), (reply, "12", "rule")]:
        found = asyncio.run(aextract(session, message, Waiting(said)))
        assert found.source == {"n": source}
    down = asyncio.run(aextract(session, "a dozen", Waiting(GatewayError("down", kind="server"))))
    assert down.notes == ["the model could not be asked: down"]


def test_long_messages_are_cut_and_it_is_said():
    session = begin(question("a"))
    sink = Sink()
    found = extract(session, "x" * 5000, sink=sink)
    assert found.notes == ["read 4000 of 5000 characters"]
    assert sink.named("extraction")[0]["source"] == {"a": "rule"}


def test_extraction_changes_nothing():
    session = begin(question("a"))
    before = session.dump()
    extract(session, "text")
    assert session.dump() == before


CARD = ["lost", "stolen", "swallowed_by_atm"]


@pytest.mark.parametrize(
    ("message", "value"),
    [
        ("It was stolen, not lost", "stolen"),
        ("It was not lost but stolen", "stolen"),
        ("It was not really lost", None),
        ("taken by my brother", None),
        ("swallowed by the ATM", "swallowed_by_atm"),
        ("lost or stolen, no idea", None),
        ("it isn't stolen", None),
        ("Stolen!", "stolen"),
        ("a stolenish thing", None),
    ],
)
def test_an_option_is_read_only_if_it_is_stated(message, value):
    assert reads(message, allowed_values=CARD) == value


def test_a_longer_option_is_meant_and_not_the_words_in_it():
    assert reads("dark blue please", allowed_values=["blue", "dark blue"]) == "dark blue"
    assert reads("blue please", allowed_values=["blue", "dark blue"]) == "blue"
    assert reads("no", allowed_values=["yes", "no"]) == "no"
