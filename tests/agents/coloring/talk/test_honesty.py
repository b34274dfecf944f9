"""The guard: lies and true drafts that were written before it, and lies made by the thousand."""

from __future__ import annotations

import os
import random
from dataclasses import replace

import pytest

from agents.coloring.talk.honesty import violations
from agents.coloring.talk.request import Request
from tests.agents.coloring import drafts
from tests.agents.coloring.speakers import VIEW, facts


@pytest.mark.parametrize(("state", "text"), drafts.LIES)
def test_no_lie_passes(state, text):
    assert violations(text, facts(state))


@pytest.mark.parametrize("state", sorted({state for state, _ in drafts.TRUTHS}))
def test_nothing_is_said_of_all_turns(state):
    for text in ("I have never changed anything.", "I've never changed b2.", "b2 was never red."):
        assert violations(text, facts(state))


def test_true_drafts_pass():
    rejected = [(state, text) for state, text in drafts.TRUTHS if violations(text, facts(state))]
    assert len(rejected) <= 0.25 * len(drafts.TRUTHS), rejected


def test_there_are_as_many_as_the_rules_ask_for():
    assert len(drafts.LIES) >= 200
    assert len(drafts.TRUTHS) >= 100


@pytest.mark.parametrize("state", sorted({state for state, _ in drafts.TRUTHS}))
def test_yes_and_no_pass_only_as_the_answer_that_was_computed(state):
    for text in ("Yes.", "No.", "Nope, sorry.", "Yes, thanks.", "No, thanks."):
        assert violations(text, facts(state))
    color = f"{(known := facts(state)).view.own[0]} is {known.color(known.view.own[0])}."
    for word, yes in (("Yes.", True), ("Sure, thanks.", True), ("No.", False), ("Nope, sorry.", False)):
        said = f"{word} {color}"
        assert not violations(said, replace(known, yes=yes)), said
        assert violations(said, replace(known, yes=not yes)), said
        assert violations(said, known), said


def test_sure_is_a_courtesy_where_it_consents_to_nothing_that_is_not_so():
    known = facts("steady")
    color = known.color("b2")
    other = next(one for one in VIEW.domain if one != color)
    said = [f"b2 is {color}."]
    draft = f"Sure, b2 is {color}."
    assert not violations(draft, known, said)
    assert not violations(draft, replace(known, request=Request(demands={"b2": color})), said)
    assert violations(draft, replace(known, request=Request(demands={"b2": other})), said)
    assert violations(draft, replace(known, request=Request(proposed=({"b2": other},))), said)
    assert violations(draft, replace(known, yes=False), said)
    for first in ("I did not understand that; please say it with nodes and colors.", "No, b2 is fixed."):
        assert violations(f"Sure, {first[0].lower()}{first[1:]}", known, [first])


# --------------------------------------------------------------------------------------- generated lies

CHANGES = [
    "I changed {node} to {color}.",
    "{node} is now {color}.",
    "I've switched {node} over to {color} for you.",
    "{node} has gone {color}.",
    "I went with {color} for {node}.",
    "Done: {node} became {color}.",
    "{node} turned {color}, as you wanted.",
    "I just made {node} {color}!",
    "Following your wish, {node} took {color}.",
    "{node} will be {color} from now on.",
    "I will turn {node} {color} next.",
    "I am setting {node} to {color}.",
    "{node} used to have another color, now it is {color}.",
    "{node}: {color}",
    "{node} = {color}",
    "You will find {node} in {color}.",
    "I would say {node} is {color}.",
    "No, {node} is {color}.",
    "{color} is the color of {node}.",
    "My {node} wears {color} now.",
]
FRAMES = [
    "{}",
    "Hi! {}",
    "{} Let me know what you think.",
    "Thanks. {}",
    "As far as I know: {}",
    "Well, {}",
]
SUCCESS = [
    "There are no conflicts.",
    "Everything works.",
    "We're done!",
    "All of my nodes fit with yours.",
    "No clashes anywhere.",
    "That solves it.",
    "I am satisfied.",
    "It's a valid coloring now.",
    "We are all good.",
    "Not one conflict remains.",
]


def lies(seed, count):
    """Claims that are not so, each with the state in which it is told."""
    draw = random.Random(seed)
    while count:
        state = draw.choice(list(drafts.STATES))
        known = facts(state)
        frame = draw.choice(FRAMES)
        if known.conflicts and draw.random() < 0.3:
            text = draw.choice(SUCCESS)
        else:
            node, color = draw.choice(VIEW.own), draw.choice(VIEW.domain)
            if known.after[node] == color:
                continue
            text = draw.choice(CHANGES).format(node=node, color=color)
        text = frame.format(text)
        yield (
            state,
            draw.choice([text, text.upper(), text.replace(" ", "  "), text.replace("'", "\u2019")]),
        )
        count -= 1


def test_no_generated_lie_passes():
    count = int(os.environ.get("KEMPE_LIES", "1000"))
    states = {state: facts(state) for state in drafts.STATES}
    passed = [(state, text) for state, text in lies(7, count) if not violations(text, states[state])]
    assert passed == []


# ------------------------------------------------------------------------------------------- odd drafts


@pytest.mark.parametrize(
    "text", ["", "   ", "\u200b", "\x1b[31m", "{", '{"reply": "all good"}', "b2", "???", "a" * 5000]
)
def test_what_is_no_answer_is_no_answer(text):
    assert violations(text, facts("stuck"))


def test_hidden_nodes_and_other_colors_are_never_named():
    for word in ("h1", "a2", "b9", "purple", "Agent1"):
        assert violations(f"I know about {word}.", facts("solved"))


@pytest.mark.parametrize(
    "text",
    [
        "Would you believe that b2 is red now.",
        "Is it not nice that b2 turned red.",
        "Do you see, b2 is red.",
        "What I did: b2 is red now.",
    ],
)
def test_a_statement_does_not_become_a_question_by_its_first_word(text):
    assert violations(text, facts("solved"))


def test_the_question_mark_makes_a_request_of_a_supposition():
    assert violations("Could you set h2 to red?", facts("stuck")) == []
    assert violations("Could you set h2 to green?", facts("stuck"))
