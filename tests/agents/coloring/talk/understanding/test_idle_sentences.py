"""Sentences that bind nobody: colors that are not needed, and swaps that are not wanted or not seen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.coloring.situation import Constraint, Pin, Received, Situation
from agents.coloring.talk.hearing import hear
from agents.coloring.talk.hearing.conversation import Conversation
from agents.coloring.talk.reading import Reading
from agents.coloring.view import view_of
from tests.study import study

#: a1 is fixed to green; the person sees a2, a4 and a5.
VIEW = view_of(study(1), "Agent1", person="Human")
COLORS = {"a1": "green", "a2": "red", "a3": "red", "a4": "blue", "a5": "green"}
NOW = Situation(time_step=3, colors=COLORS, beliefs={"h1": "blue", "h4": "red"})


def say(text, situation=NOW):
    return hear([Received("Human", "free_text", text, message_id="m1")], VIEW, situation)


def changes(heard):
    """All that a message binds, or ends."""
    stated = [f"{one.node} {one.kind} {one.color}" for one in heard.constraints]
    ended = [*heard.released, *heard.restored, *heard.avoided, *heard.denied, *heard.withdrawn]
    return {**heard.demands, **heard.reports}, stated + ended


@pytest.mark.parametrize(
    "text",
    [
        "I can do without red on h4",
        "I don't need red on h4",
        "we could easily live without red on h4",
        "h4 doesn't need red",
        "red on h4 is not necessary",
        "ok, I do not really need h4 to be red.",
        "I can do without red on h1 and h4",
    ],
)
def test_a_color_that_is_not_needed_is_not_ruled_out(text):
    heard = say(text)
    assert changes(heard) == ({}, [])
    assert heard.replies == ("All right.",)
    # What was said of other colors of the node stands.
    green = Constraint("h4", "forbidden", "green", "Human", "c1")
    assert changes(say(text, replace(NOW, constraints=(green,)))) == ({}, [])


def test_what_stands_beside_it_is_taken():
    assert changes(say("I can do without red on h4. h1 is green")) == ({"h1": "green"}, [])


def test_who_required_the_color_before_takes_that_back():
    required = Constraint("h4", "required", "red", "Human", "c1")
    assert say("I don't need red on h4", replace(NOW, constraints=(required,))).withdrawn


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("I don't want red on h4", ["h4 forbidden red"]),
        ("I need h4 without red", ["h4 forbidden red"]),
        ("h4 must do without red", ["h4 forbidden red"]),
        ("I can't have red on h4", ["h4 forbidden red"]),
        ("do without red on a5", ["a5 forbidden red"]),
        ("I can't do without red on h4", []),
        ("can I do without red on h4?", []),
        ("I can do without red on h4 if you take a4 red", []),
        ('Agent2 said "I can do without red on h4"', []),
    ],
)
def test_other_words_about_a_color_mean_what_they_meant(text, stated):
    assert changes(say(text)) == ({}, stated)


@pytest.mark.parametrize(
    "text",
    [
        "don't swap a2 and a4",
        "please do not exchange the colors of a2 and a4",
        "never swap a2 and a4",
        "no need to swap a2 with a4",
        "I don't want you to swap a2 and a4",
        "a2 and a4 should not swap colors",
        "don't swap a2 and b2",
    ],
)
def test_a_swap_that_is_not_wanted_demands_nothing(text):
    heard = say(text)
    assert changes(heard) == ({}, [])
    assert heard.replies == ("All right.",)


def test_another_order_beside_it_is_carried_out():
    assert say("don't swap a2 and a4. make a5 red").demands == {"a5": "red"}
    assert say("don't swap a2 and a4, make a2 green").demands == {"a2": "green"}


@pytest.mark.parametrize(
    ("text", "demands"),
    [
        ("don't change a2 and a4", {"a2": "red", "a4": "blue"}),
        ("keep a2 and a4", {"a2": "red", "a4": "blue"}),
        ("swap a2 and a4", {"a2": "blue", "a4": "red"}),
        ("don't worry, swap a2 and a4", {"a2": "blue", "a4": "red"}),
        ("why don't you swap a2 and a4?", {}),
        ("don't swap a2 to blue", {}),
        ("do not swap a2 and a4 unless h1 is red", {}),
        ("if you don't swap a2 and a4, h4 is red", {}),
        ('I said "don\'t swap a2 and a4"', {}),
    ],
)
def test_other_words_about_a_swap_mean_what_they_meant(text, demands):
    heard = say(text)
    assert (heard.demands, heard.reports) == (demands, {})


def test_a_swap_that_was_demanded_is_not_forgotten_by_a_no():
    pins = tuple(Pin(node, COLORS[node], "forced", "Human") for node in ("a2", "a4"))
    assert "All right." not in say("don't swap a2 and a4", replace(NOW, pins=pins)).replies


@pytest.mark.parametrize(
    ("text", "node"),
    [
        ("swap a2 and b2", "b2"),
        ("can you swap a2 with b2?", "b2"),
        ("swap a2, a4 and b2", "b2"),
        ("exchange the colors of b3 and a4 please", "b3"),
        ("a2 and b2 should swap", "b2"),
        ("let a2 and b2 trade colors", "b2"),
    ],
)
def test_a_swap_with_a_node_that_the_agent_does_not_see_is_not_done_by_half(text, node):
    heard = say(text)
    assert changes(heard) == ({}, [])
    assert heard.replies == (f"I do not see {node}, so I cannot swap it.",)
    beside = say(f"{text} h1 is red.") if text.endswith("?") else say(f"{text}. h1 is red.")
    assert changes(beside) == ({"h1": "red"}, [])


@pytest.mark.parametrize(
    "text", ["swap a2 and h4", "swap a4 and a1", "I swapped b2 and b3", "b2 and b3 swapped colors"]
)
def test_other_swaps_that_cannot_be_done_do_nothing(text):
    heard = say(text)
    assert changes(heard) == ({}, [])
    assert not any("cannot swap" in reply for reply in heard.replies)


@pytest.mark.parametrize(
    "text",
    [
        "I don't need red on h4",
        "h1 doesn't need blue",
        "don't swap a2 and a4",
        "no, don't swap a2 and a4",
    ],
)
def test_what_binds_nobody_is_no_yes_to_an_open_question(text):
    asked = tuple(Reading("demand", node, color) for node, color in (("a2", "blue"), ("a4", "red")))
    conversation = replace(Conversation.of(None, VIEW, "Human"), asked=asked)
    flow = {**conversation.json_dict(), "said": "Shall I make a2 blue and a4 red?"}
    heard = say(text, replace(NOW, flow=flow))
    assert (changes(heard), heard.replies) == (({}, []), ("All right.",))


@pytest.mark.parametrize(
    "text", ["don't swap a2 and a4, keep both as they are", "don't swap a2 and a4, keep them"]
)
def test_an_order_that_points_to_the_nodes_of_a_swap_is_read_with_it(text):
    assert changes(say(text)) == ({"a2": "red", "a4": "blue"}, [])


def test_what_points_to_an_idle_sentence_is_read_with_it():
    assert any("h4 is blue" in one for one in say("I don't need red on h4. It is blue.").replies)


def test_a_color_that_is_needed_on_no_named_node_is_asked_back():
    pins = (Pin("a2", "red", "forced", "Human"),)
    assert say("red is not needed", replace(NOW, pins=pins)).replies == ("I am not sure what you mean.",)
