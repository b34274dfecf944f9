"""Digressions into other flows, and cancelling."""

from __future__ import annotations

import json

import pytest

from agents.errors import InputError
from agents.flow import Dialogue, compile_flow
from tests.agents.flow.support import Sink, chain, end, question

ORDER = {**chain(question("name"), question("size"), end(prompt="Ordered.")), "id": "order"}
HOURS = {**chain(question("day"), question("name"), end(prompt="Open.")), "id": "hours"}


def dialogue(**options):
    flows = {"order": compile_flow(ORDER), "hours": compile_flow(HOURS)}
    return Dialogue(flows, **options)


def test_a_digression_returns_to_the_pending_question():
    sink = Sink()
    talk = dialogue(shared=["name"], sink=sink)
    assert talk.begin("order").key == "name"
    assert talk.begin("hours").key == "day"
    assert talk.answer({"day": "Monday"}).key == "name"
    reply = talk.answer({"name": "Ann"})
    assert (reply.key, reply.messages) == ("size", ("Open.",))
    assert talk.answer({"size": "L"}).prompt == "Ordered."
    assert talk.stack == []
    assert talk.finished == [
        ("hours", {"day": "Monday", "name": "Ann"}),
        ("order", {"name": "Ann", "size": "L"}),
    ]
    assert [name for name, _ in sink if name in ("digression", "resumed")] == ["digression"]


def test_known_answers_are_given_to_the_digression():
    talk = dialogue(shared=["name"])
    talk.begin("order")
    talk.answer({"name": "Ann"})
    talk.begin("hours")
    reply = talk.answer({"day": "Monday"})
    assert (reply.key, reply.messages) == ("size", ("Open.",))


def test_cancel_ends_the_flow_on_top():
    talk = dialogue()
    talk.begin("order")
    talk.begin("hours")
    assert talk.cancel().key == "name"
    assert talk.cancel().outcome == "cancelled"
    with pytest.raises(InputError, match="no flow has begun"):
        talk.cancel()


def test_the_stack_is_saved_and_resumed():
    talk = dialogue()
    talk.begin("order")
    talk.begin("hours")
    again = dialogue()
    again.resume(json.loads(json.dumps(talk.dump())))
    assert again.session.prompt().key == "day"
    with pytest.raises(InputError, match="not a saved dialogue"):
        again.resume([{"flow": "ghost"}])
    with pytest.raises(InputError, match="flow 'order' is going on twice"):
        again.resume(talk.dump()[:1] * 2)
    assert again.session.prompt().key == "day"


def test_what_cannot_begin():
    with pytest.raises(InputError, match=r"flows\['a'\] = {}: expected a flow made by compile_flow"):
        Dialogue({"a": {}})
    talk = dialogue()
    talk.begin("order")
    with pytest.raises(InputError, match="flow = 'ghost'"):
        talk.begin("ghost")
    with pytest.raises(InputError, match="going on already"):
        talk.begin("order")
