"""What a turn may do beside asking: messages, assignments, repetitions, actions, corrections."""

from __future__ import annotations

import asyncio
import json
import time

import pytest

from agents.errors import InputError
from agents.flow import Registry, Session, compile_flow
from agents.flow.templates import escaped, rendered
from tests.agents.flow.support import Sink, begin, chain, decision, document, edge, end, question

CYCLES = {"allow_cycles": True}


def action(name, **fields):
    return {"id": name, "type": "action", "action": name, **fields}


def talk(doc, registry, **options):
    session = Session(compile_flow(doc, registry), **options)
    return session, session.start()


def test_messages_are_shown_with_the_next_reply_and_texts_have_placeholders():
    doc = chain(
        {"id": "hi", "type": "message", "prompt": "Welcome {ctx.title|friend}. Braces: {{x}}"},
        question("name"),
        {"id": "m", "type": "message", "prompt": "Hello {name}!"},
        question("age", prompt="How old are you, {name}?", data_type="integer"),
        end(prompt="{name} is {age}."),
    )
    session, reply, sink = begin(doc)
    assert reply.messages == ("Welcome friend. Braces: {x}",)
    reply = session.answer({"name": "{age}"})
    assert (reply.messages, reply.prompt) == (("Hello {age}!",), "How old are you, {age}?")
    assert session.prompt().messages == ()
    reply = session.answer({"age": 30})
    assert (reply.prompt, reply.json_dict().get("messages")) == ("{age} is 30.", None)
    assert [event["node"] for event in sink.named("message")] == ["hi", "m"]


def test_values_in_texts():
    values = {"answers": {"a": True, "b": 5.0, "c": ["x", "y"]}, "ctx": {}}
    assert rendered("{a} {b} {c} {d|none} {ctx.e} {f g} {", values) == "yes 5 x, y none  {f g} {"
    assert rendered(escaped("{a}"), values) == "{a}"


def test_an_assignment_stores_the_values_of_expressions_in_order():
    doc = document(
        [
            question("n", data_type="integer"),
            {
                "id": "set",
                "type": "assign",
                "values": {"twice": "answers.n * 2", "more": "answers.twice > 9"},
            },
            decision("d"),
            end("big"),
            end("small"),
        ],
        [
            edge("q.n", "set"),
            edge("set", "d"),
            edge("d", "big", "answers.more"),
            edge("d", "small", "!answers.more"),
        ],
    )
    assert compile_flow(doc).warnings == ()
    for value, node in ((5, "big"), (4, "small")):
        session, _, _ = begin(doc)
        assert session.answer({"n": value}).node == node
        assert session.answers["twice"] == 2 * value


def test_an_assignment_that_fails_takes_the_edge_for_failure():
    doc = document(
        [
            question("n", data_type="integer"),
            {"id": "set", "type": "assign", "values": {"m": "10 % answers.n"}},
            end(),
            end("other"),
        ],
        [edge("q.n", "set"), edge("set", "end"), edge("set", "other", on="failure")],
    )
    session, _, sink = begin(doc)
    assert session.answer({"n": 0}).node == "other"
    assert sink.named("assign_failed")[0]["key"] == "m"


PERSON = {
    "nodes": [question("name"), question("age", data_type="integer")],
    "edges": [edge("q.name", "q.age"), edge("q.age", "__exit__")],
}


def people(**repeat):
    group = {"key": "people", "prompt": "Another person?", **repeat}
    call = {"id": "s", "type": "subgraph", "ref": "person", "scope": "isolated", "repeat": group}
    return document(
        [question("a"), call, end("two"), end("other")],
        [
            edge("q.a", "s"),
            edge("s", "two", "size(answers.people) == 2"),
            edge("s", "other", "else"),
        ],
        subgraphs={"person": PERSON},
    )


def test_a_repeated_subgraph_collects_a_list():
    session, _, _ = begin(people())
    assert session.answer({"a": "x"}).key == "name"
    session.answer({"name": "Ann", "age": 1})
    assert session.prompt().prompt == "Another person?"
    session = Session.resume(session.flow, json.loads(json.dumps(session.dump())))
    assert session.answer({session.pending: "yes"}).key == "name"
    session.answer({"name": "Bob"})
    assert session.answer({"age": 2}).prompt == "Another person?"
    reply = session.answer({session.pending: "no"})
    assert reply.node == "two"
    assert session.final["people"] == [{"name": "Ann", "age": 1}, {"name": "Bob", "age": 2}]


def test_limits_of_a_repetition_need_no_question():
    session, _, _ = begin(people(minimum=2, maximum=2))
    session.answer({"a": "x"})
    assert session.answer({"name": "Ann", "age": 1}).key == "name"
    assert session.answer({"name": "Bob", "age": 1}).node == "two"
    session, _, _ = begin(people(minimum=0))
    assert session.answer({"a": "x"}).prompt == "Another person?"
    assert session.answer({}, unknown=[None]).node == "other"
    assert session.final["people"] == []


# ------------------------------------------------------------------------------------------- actions


def test_an_action_is_tried_again_and_has_a_timeout():
    calls = []

    def flaky(arguments, answers):
        calls.append(1)
        if len(calls) < 3:
            raise RuntimeError("down")
        return {"x": 7}

    doc = chain(question("a"), action("flaky", attempts=3, outputs={"b": "x"}), end())
    session, _ = talk(doc, Registry(actions={"flaky": flaky}))
    assert session.answer({"a": "1"}).kind == "done"
    assert session.answers["b"] == 7

    slow = chain(question("a"), action("slow", timeout=0.05), end())
    sink = Sink()
    session, _ = talk(slow, Registry(actions={"slow": lambda a, b: time.sleep(20)}), sink=sink)
    assert session.answer({"a": "1"}).reason == "action_failed"
    assert sink.named("action")[0]["error"] == "no result within 0.05 s"


def test_asynchronous_actions_in_a_thread_and_in_an_event_loop():
    async def look_up(arguments, answers):
        await asyncio.sleep(0)
        return {"x": answers["a"] + "!"}

    async def hangs(arguments, answers):
        await asyncio.sleep(60)

    registry = Registry(actions={"look_up": look_up, "hangs": hangs})
    doc = chain(question("a"), action("look_up", outputs={"b": "x"}), end())
    session, _ = talk(doc, registry)
    assert session.answer({"a": "1"}).kind == "done"
    assert session.answers["b"] == "1!"

    async def conversation(doc):
        session = Session(compile_flow(doc, registry))
        await session.astart()
        return await session.aanswer({"a": "2"}), session.answers

    assert asyncio.run(conversation(doc))[1]["b"] == "2!"
    reply, _ = asyncio.run(conversation(chain(question("a"), action("hangs", timeout=0.05), end())))
    assert reply.reason == "action_failed"

    async def wrong():
        return Session(compile_flow(doc, registry), answers={"a": "1"}).start()

    assert asyncio.run(wrong()).reason == "action_failed"


def test_a_loop_calls_an_action_a_few_times_only():
    calls = []
    doc = document(
        [question("a"), action("charge", outputs={"paid": "ok"}), end()],
        [
            edge("q.a", "charge"),
            edge("charge", "end", "answers.paid == true"),
            edge("charge", "charge", "else"),
        ],
        policies=CYCLES,
    )
    charge = Registry(actions={"charge": lambda a, b: calls.append(1) or {"ok": False}})
    session, _ = talk(doc, charge)
    reply = session.answer({"a": "x"})
    assert (reply.kind, reply.reason, len(calls)) == ("escalate", "max_calls", 3)


def test_known_answers_are_no_loop():
    keys = [f"k{i}" for i in range(1600)]
    doc = chain(*map(question, keys), end())
    session, _, _ = begin(doc, answers=dict.fromkeys(keys, "x"))
    assert session.prompt().kind == "done"


def test_a_flow_that_declares_its_functions_compiles_without_them():
    doc = {
        **chain(
            question("a", validate="ok"),
            action("look_up", arguments={"n": 1}, outputs={"b": "x"}),
            end(),
        ),
        "actions": {"look_up": {"arguments": {"n": "integer"}, "results": {"x": "text"}}},
        "functions": {"vip": {"parameters": ["text"]}},
        "validators": ["ok"],
    }
    flow = compile_flow(doc)
    assert flow.missing == ("action look_up", "function vip", "validator ok")
    with pytest.raises(InputError, match=r"registry: expected the functions .* action look_up"):
        Session(flow)


# --------------------------------------------------------------------------------------- corrections


def routed():
    return document(
        [
            question("kind", allowed_values=["buy", "rent"]),
            question("price"),
            question("floor"),
            action("note"),
            question("last"),
            end(),
        ],
        [
            edge("q.kind", "note"),
            edge("note", "q.price", "answers.kind == 'buy'"),
            edge("note", "q.floor", "else"),
            edge("q.price", "q.last"),
            edge("q.floor", "q.last"),
            edge("q.last", "end"),
        ],
    )


def test_a_correction_leads_where_the_new_answer_leads():
    calls = []
    registry = Registry(actions={"note": lambda a, b: calls.append(1)})
    session, _ = talk(routed(), registry)
    session.answer({"kind": "buy"})
    assert session.answer({"price": "9"}).key == "last"
    reply = session.correct({"kind": "rent"})
    assert (reply.key, session.node, len(calls)) == ("floor", "q.floor", 1)
    assert session.answer({"floor": "3"}).key == "last"
    reply = session.correct({"kind": "buy"})
    assert reply.key == "last"
    assert session.answer({"last": "x"}).kind == "done"
    assert len(calls) == 1


def test_an_action_may_be_called_again_after_a_correction():
    doc = routed()
    doc["nodes"][3]["again"] = True
    calls = []
    session, _ = talk(doc, Registry(actions={"note": lambda a, b: calls.append(b["kind"])}))
    session.answer({"kind": "buy"})
    session.correct({"kind": "rent"})
    assert calls == ["buy", "rent"]


def test_a_correction_keeps_what_isolated_subgraphs_and_loops_know():
    doc = document(
        [
            question("a"),
            {
                "id": "s",
                "type": "subgraph",
                "ref": "person",
                "scope": "isolated",
                "outputs": {"who": "name"},
            },
            question("b"),
            end(),
        ],
        [edge("q.a", "s"), edge("s", "q.b"), edge("q.b", "end")],
        subgraphs={"person": PERSON},
    )
    session, _, _ = begin(doc)
    session.answer({"a": "1"})
    session.answer({"name": "Ann"})
    session.answer({"age": 3})
    reply = session.correct({"a": "2"})
    assert (reply.key, session.answers) == ("b", {"a": "2", "who": "Ann"})


# -------------------------------------------------------------------------------------- other versions


def test_a_question_added_farther_on_needs_no_upgrade():
    old = chain(question("a"), question("b"), end())
    session, _, _ = begin(old)
    session.answer({"a": "1"})
    new = chain(question("a"), question("b"), question("c"), end())
    resumed = Session.resume(compile_flow(new), json.loads(json.dumps(session.dump())))
    assert resumed.answer({"b": "2"}).key == "c"


def test_a_question_added_before_is_asked_if_the_flow_is_gone_over_again():
    session, _, _ = begin(chain(question("a"), question("b"), end()))
    session.answer({"a": "1"})
    new = compile_flow(chain(question("a"), question("z"), question("b"), end()))
    saved = session.dump()
    with pytest.raises(InputError, match=r"nodes that it has passed differ: 'q.a'"):
        Session.resume(new, saved)
    resumed = Session.resume(new, saved, again=True)
    assert resumed.prompt().key == "z"
    assert resumed.answer({"z": "1"}).key == "b"
