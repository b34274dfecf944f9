"""A model words what the product says: the contract of slots, free prose, and models that lie."""

from __future__ import annotations

import os
import random

import pytest

from agents.coloring.talk.honesty import violations
from agents.coloring.talk.speech import Speaker, filled
from agents.coloring.wording.phrases import sentences_in
from agents.errors import GatewayError
from agents.llm.completion import completion
from agents.llm.scripted import ScriptedGateway
from tests.agents.coloring import drafts
from tests.agents.coloring.speakers import VIEW, facts
from tests.agents.coloring.talk.test_honesty import lies

TEMPLATE = "No, b2 and your h2 are both green. I changed nothing."
SENTENCES = sentences_in(TEMPLATE)


def said(*replies, style="slots", state="stuck", template=TEMPLATE):
    gateway = ScriptedGateway(replies)
    return Speaker(gateway, style=style).say(template, facts(state), "hello"), gateway


def test_a_good_draft_is_filled():
    found, _ = said("Thanks for your message! {fact:1} {fact:2} What do you think?")
    assert found.source == "model"
    assert found.text == f"Thanks for your message! {TEMPLATE} What do you think?"
    ((name, data),) = found.events
    assert (name, data["action"]) == ("nl.guard", "sent")


@pytest.mark.parametrize(
    "draft",
    [
        "{fact:1}",  # one is missing
        "{fact:1} {fact:1} {fact:2}",
        "{fact:1} {fact:2} {fact:3}",
        "{fact:1} {fact:2} b2 is red.",
        "{fact:1} {fact:2} Red it is.",
        "{fact:1} {fact:2} I changed it.",
        "{fact:1} {fact:2} Everything works now.",
        "{fact:1} {fact:2} All sorted!",
        "{fact:1} {fact:2} 3 more to go.",
        "{fact:1} {fact:2} \u2705",
        "It is not so that {fact:1} {fact:2}",
        "You will find that {fact:1} {fact:2}",
        "{fact:1} {fact:2} Agent1 says hi.",
        "{fact:1} {fact:2} " + "so " * 300,
        "",
        "b2 is red.",
    ],
)
def test_a_bad_draft_gives_the_template(draft):
    found, gateway = said(draft, draft)
    assert (found.text, found.source) == (TEMPLATE, "template")
    assert [data["action"] for _, data in found.events] == ["retry", "template"]
    assert len(gateway.calls) == 2


def test_one_retry_with_what_was_wrong():
    found, gateway = said("b2 is red now!", "Hello. {fact:1} {fact:2}")
    assert found.text == f"Hello. {TEMPLATE}"
    assert "a node outside a fact" in gateway.calls[1]["messages"][-1]["content"]


def test_a_model_that_fails_gives_the_template_at_once():
    found, gateway = said(GatewayError("late", kind="timeout"))
    assert found.text == TEMPLATE
    assert len(gateway.calls) == 1


def test_a_draft_that_was_cut_off_is_none():
    cut = completion("m", [], content="Hello. {fact:1} {fact:2}")
    cut["choices"][0]["finish_reason"] = "length"
    found, _ = said(cut, cut)
    assert found.source == "template"


def test_free_prose_is_held_against_the_state():
    found, _ = said("I solved it: b2 is red now.", "b2 and h2 are both green.", style="free")
    assert (found.text, found.source) == ("b2 and h2 are both green.", "model")


def test_prompts_name_no_node_beyond_the_facts():
    _, gateway = said("{fact:1} {fact:2}")
    prompt = " ".join(message["content"] for message in gateway.calls[0]["messages"])
    words = set(prompt.replace(",", " ").replace(".", " ").split())
    assert not words & {"b1", "b3", "b4", "b5", "h1", "h3", "h4", "a1", "a2"}


def test_a_lying_model_reaches_nobody():
    """Free prose and slots, in all states: KEMPE_LIES turns of it (10,000 in the note)."""
    count = int(os.environ.get("KEMPE_LIES", "1000"))
    told = iter(lies(11, 2 * count))
    draw = random.Random(11)
    wraps = [
        "{lie}",
        "{{fact:1}} {{fact:2}} {lie}",
        "{lie} {{fact:1}} {{fact:2}}",
        "{{fact:1}} {lie} {{fact:2}}",
    ]
    for _ in range(count):
        (state, lie), style = next(told), draw.choice(["slots", "free"])
        draft = lie if style == "free" else draw.choice(wraps).format(lie=lie)
        found, _ = said(draft, draft, style=style, state=state)
        assert found.text == TEMPLATE, (state, draft)


def test_true_words_in_slots_stay_true():
    for state in drafts.STATES:
        text, wrong = filled("Hello. {fact:1} {fact:2}", SENTENCES, VIEW)
        assert not wrong
        assert text == f"Hello. {TEMPLATE}"
        assert violations("Nobody knows what a zebra wants.", facts(state))
