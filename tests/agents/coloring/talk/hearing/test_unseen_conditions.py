"""Conditions about nodes and players that the agent does not see: they are never dropped silently."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.coloring.situation import Received
from agents.coloring.talk.hearing import hear
from tests.agents.coloring.speakers import SITUATION, VIEW

PLAIN = replace(SITUATION, constraints=(), pins=(), offers=(), beliefs={"h2": "red", "h5": "blue"})
UNCHECKED = "so I cannot act on that condition. Tell me again when it holds."


def say(text):
    return hear([Received("Human", "free_text", text, message_id="m1")], VIEW, PLAIN)


def taken(heard):
    return heard.demands, heard.reports, heard.constraints


@pytest.mark.parametrize(
    "text",
    [
        "make b2 blue. But only if a4 becomes red.",
        "b2 blue, but only if Agent1 turns a4 red",
        "b2 blue, provided that Agent1 moves a4 to red",
        "b2 blue, unless Agent1 makes a4 green",
        "b2 blue please, but wait until Agent1 has changed a4",
        "as soon as Agent1 changes a4, make b2 blue",
        "h2 can't be green if a4 is green",
        "I'll make h2 blue, but only if Agent1 turns a4 red",
        "yes, if Agent1 makes a4 red",
        "fine, but only if a4 is red",
        "happy once a4 is blue",
    ],
)
def test_what_depends_on_an_unseen_node_is_not_taken_and_the_agent_says_so(text):
    heard = say(text)
    assert taken(heard) == ({}, {}, ())
    assert heard.replies == (f"I do not see a4, {UNCHECKED}",)
    assert not dict(heard.events)["nl.parsed"]["questions"]


@pytest.mark.parametrize(
    "text",
    [
        "please set b2 to blue when Agent1 agrees",
        "h2 will be blue if Agent1 agrees",
        "I agree, if Agent1 also agrees",
        "make b2 blue. Only if my other neighbor agrees, though.",
        "b2 blue, but not until Agent1 has moved",
        "make b2 blue after talking to Agent1",
        "I ask you to make b2 blue if Agent1 agrees",
        "if Agent1 and I agree, make b2 blue",
        "make b2 blue if you can and Agent1 agrees",
        "make b2 blue if Bob agrees",
        "h2 is green if Anna agrees",
        "make b2 blue unless Maria objects",
        "make b2 blue once Carla has moved",
        "make b2 blue if she says yes",
        "make b2 blue if they do not object",
        "make b2 blue once Agent1 and I talk",
        "if Bob agrees I tell you to make b2 blue",
    ],
)
def test_what_depends_on_another_player_is_not_taken_and_the_agent_says_so(text):
    heard = say(text)
    assert taken(heard) == ({}, {}, ())
    assert heard.replies == (f"I do not see what others do, {UNCHECKED}",)


def test_other_sentences_hold():
    heard = say("h2 is green now. Make b2 blue if a4 is red.")
    assert taken(heard) == ({}, {"h2": "green"}, ())
    assert heard.replies == (f"I do not see a4, {UNCHECKED}",)


@pytest.mark.parametrize(
    "text",
    ["could you make b2 red if a4 becomes blue?", "what if a4 was blue, could b2 be red?"],
)
def test_a_question_is_answered_without_the_condition_and_the_agent_says_so(text):
    heard = say(text)
    assert heard.replies == ("I do not see a4, so my answer leaves that out.",)
    (answer,) = heard.answer(VIEW, PLAIN, True)
    assert [(pair.node, pair.color) for pair in answer.question.supposed] == [("b2", "red")]


@pytest.mark.parametrize(
    ("text", "demands", "reports"),
    [
        ("keep b2 green until Agent1 answers", {"b2": "green"}, {}),
        ("h5 is blue until a4 changes", {}, {"h5": "blue"}),
    ],
)
def test_what_an_unseen_event_ends_holds_until_the_agent_is_told(text, demands, reports):
    heard = say(text)
    assert taken(heard) == (demands, reports, ())
    (reply,) = heard.replies
    assert reply.startswith("I do not see ")
    assert reply.endswith(", so tell me when that is so.")


@pytest.mark.parametrize(
    ("text", "demands", "reports"),
    [
        ("b2 green if you can", {"b2": "green"}, {}),
        ("b2 blue because a4 is red", {"b2": "blue"}, {}),
        ("make b2 red while Agent1 thinks", {"b2": "red"}, {}),
        ("h2 is green, and if you need anything from Agent1 ask me", {}, {"h2": "green"}),
        ("make b2 blue, no matter if a4 is red", {"b2": "blue"}, {}),
        ("I don't know if a4 is red. make b2 blue", {"b2": "blue"}, {}),
        ("make b2 blue; I'll see if Agent1 changes a4", {"b2": "blue"}, {}),
        ("After Agent1 changed a4 I made h2 blue", {}, {"h2": "blue"}),
        ("h2 is green. I'll come back to you when Agent1 has answered.", {}, {"h2": "green"}),
        ("let me know when Agent1 moves. h2 is green.", {}, {"h2": "green"}),
        ("please make b2 red, as I agreed with Agent1", {"b2": "red"}, {}),
        ("After talking to Agent1, h2 is green.", {}, {"h2": "green"}),
        ("After I spoke with Agent1: h2 is green", {}, {"h2": "green"}),
        ("h2 is green while h1 is blue", {}, {"h2": "green"}),
        ("h2 is green and if needed I'll ask Agent1", {}, {"h2": "green"}),
        ("make b2 blue, if not I will ask Agent1", {"b2": "blue"}, {}),
        ("In case Agent1 didn't tell you, h2 is green.", {}, {"h2": "green"}),
        ("make b2 blue so that I can change h1 when I get to h4", {"b2": "blue"}, {}),
    ],
)
def test_what_only_looks_like_such_a_condition_takes_nothing_away(text, demands, reports):
    heard = say(text)
    assert taken(heard) == (demands, reports, ())
    assert not any("I do not see" in reply for reply in heard.replies)


@pytest.mark.parametrize(
    ("text", "demands", "reports"),
    [
        ("make b2 blue if Agent2 agrees", {"b2": "blue"}, {}),
        ("make b2 blue if You agree", {"b2": "blue"}, {}),
        ("make b2 blue if I agree", {"b2": "blue"}, {}),
        ("make b2 blue. If Possible is ok", {"b2": "blue"}, {}),
        ("make b2 blue, even if Bob objects", {"b2": "blue"}, {}),
        ("h2 is green. I tell you when Bob answers", {}, {"h2": "green"}),
        ("while Bob thinks, make b2 blue", {"b2": "blue"}, {}),
        ("make b2 blue as Bob wants", {"b2": "blue"}, {}),
        ("Bob agrees. make b2 blue", {"b2": "blue"}, {}),
        ("h2 is green. If Bob agrees I tell you", {}, {"h2": "green"}),
        ("h2 is green. If Agent1 agrees I tell you", {}, {"h2": "green"}),
        ("make b2 green if Thats ok", {"b2": "green"}, {}),
        ("make b2 green if Conflicts are ok", {"b2": "green"}, {}),
    ],
)
def test_a_name_alone_makes_no_condition(text, demands, reports):
    heard = say(text)
    assert taken(heard)[:2] == (demands, reports)
    assert not any(UNCHECKED in reply for reply in heard.replies)
