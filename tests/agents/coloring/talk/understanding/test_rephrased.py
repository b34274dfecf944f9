"""Dictated names and signs, and everyday turns of phrase that have plain words."""

from __future__ import annotations

import pytest

from agents.coloring.talk.hearing.reply import read_reply
from agents.coloring.talk.reading import Reading
from agents.coloring.talk.spelling.dictated import dictated
from agents.coloring.talk.tokens import tokens_of
from agents.coloring.talk.understanding import understand
from agents.coloring.view import view_of
from bench.sentences import situation_of
from tests.agents.coloring.speakers import SITUATION, VIEW
from tests.study import study


def read(text, said="", about=()):
    """What an agent takes from a message: statements and questions, in words."""
    found = understand(text, VIEW, SITUATION, about=about, said=said)
    facts = [" ".join(filter(None, (one.kind, one.node, one.color))) for one in found.readings]
    for one in found.questions:
        facts.append(
            " ".join(filter(None, [one.kind, one.node, *(f"{p.node}={p.color}" for p in one.supposed)]))
        )
    return facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("h two is blue full stop", ["report h2 blue"]),
        ("so um h five is red", ["report h5 red"]),
        ("can you make b two red question mark", ["demand b2 red"]),
        ("which color is b two comma please question mark", ["Q4 b2"]),
        (
            "if you make b two blue comma i'll make h five red",
            ["hypothetical b2 blue", "hypothetical h5 red"],
        ),
    ],
)
def test_names_and_signs_that_are_said_as_words_are_read(text, facts):
    assert read(text) == facts


@pytest.mark.parametrize(
    "text",
    ["h seven is blue", "I want a two color solution", "the comma is missing", "wait for me"],
)
def test_other_words_stay(text):
    assert dictated(text, VIEW) == text


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("I'll chuck h5 on red", ["report h5 red"]),
        ("what do you know about me?", ["Q4 h2", "Q4 h5"]),
        ("and now?", ["Q5"]),
        ("for b2 red is fine, only green not", ["preference b2 red", "negation b2 green"]),
        (
            "red and blue are fine for b2 but green isn't",
            ["preference b2 red", "preference b2 blue", "negation b2 green"],
        ),
        ("Except for red, b2 may take whichever colour you like.", ["negation b2 red"]),
        ("Notwithstanding my earlier remarks, b2 shall remain green.", ["demand b2 green"]),
        ("all good on my side, no more conflicts with you", ["satisfied"]),
        ("b2 red isn't a must", ["release b2"]),
        ("h2-red, h5-blue", ["report h2 red", "report h5 blue"]),
        ("never mind, I don't want that any more", ["refuse"]),
        ("no need for that anymore", ["refuse"]),
        ("I don't insist on b2 red", ["release b2"]),
        ("I don't insist on red for b2", ["release b2"]),
        ("I don't need b2 to change", ["demand b2 green"]),
        ("all my nodes stay", ["report h2 red"]),
        ("ok, I'm leaving mine as they are", ["report h2 red"]),
        ("b2: !green", ["negation b2 green"]),
        ("b2 ∉ {red, blue}", ["negation b2 red", "negation b2 blue"]),
        ("h2 might have to be green", ["preference h2 green"]),
        ("I'd have to make h2 green then", ["preference h2 green"]),
        ("I could go with anything for h5", ["retract h5"]),
        ("could you make sure b2 stays green?", ["demand b2 green"]),
        ("can you make sure b2 isn't red when I switch h5 to red", ["doubt"]),
        ("I'll be nice and turn h2 blue", ["report h2 blue"]),
        ("please don't move b2 its lovely there", ["demand b2 green"]),
        ("b2 blue possible or nope", ["Q3 b2=blue"]),
        ("blue on h5 I can't", ["forbidden h5 blue"]),
        ("From a cost standpoint blue is off the table for h5.", ["forbidden h5 blue"]),
        ("h5's a no for blue", ["forbidden h5 blue"]),
        ("Let's settle on b2 red", ["demand b2 red"]),
        ("b2 <> red please", ["negation b2 red"]),
        ("print b2.color", ["Q4 b2"]),
        ("roll back h2", ["retract h2"]),
        ("h2, it really must be red", ["required h2 red"]),
        ("which color you are needing from me for h5?", ["Q1 h5"]),
        ("h2 will be blue not red", ["report h2 blue"]),
        ("b2 and h2 are the same, that is not good", ["Q5"]),
        ("cna you make b2 red", ["demand b2 red"]),
        ("there is a clahs between h2 and b2", ["Q5"]),
    ],
)
def test_turns_of_phrase_mean_what_their_plain_words_mean(text, facts):
    assert read(text) == facts


@pytest.mark.parametrize(
    ("text", "stance"), [("you bet", "agree"), ("+1", "agree"), ("nuh-uh", "refuse")]
)
def test_slang_agrees_and_refuses(text, stance):
    assert read(text, said="Would you make h2 red?", about=("h2",)) == [stance]


def test_a_color_may_be_told_of_a_node_by_pointing_at_it():
    assert read("don't take blue on b2, that's on h5") == ["negation b2 blue", "report h5 blue"]
    assert read("no blue for b2 please, I have that one in h5") == ["negation b2 blue", "report h5 blue"]
    assert "report h5 blue" not in read("why is b2 blue, is that my h5?")
    assert "report h5 red" not in read("b2 red, that's better than h5")


def test_a_request_replaces_what_is_no_longer_needed():
    assert read("make b2 red please, I do not need blue any more.") == ["demand b2 red"]
    assert "demand b2 red" not in read("h2 is red, I don't need blue any more")


def test_what_sounds_like_something_is_no_comparison_to_leave_out():
    assert read("Sounds like a plan") == ["agree"]
    assert read("blue, like a whale", said="What color shall b2 be?", about=("b2",)) == [
        "demand b2 blue"
    ]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("well, b2 may change if it must", ["release b2"]),
        ("feel free to change b2 if you have to", ["release b2"]),
        ("b2 can change if necessary.", ["release b2"]),
        ("which colors did I rule out?", ["constraints"]),
        ("which nodes have I restricted?", ["constraints"]),
        ("what would you trade?", ["Q2"]),
        ("trades", ["Q2"]),
    ],
)
def test_what_was_not_understood_in_games_is(text, facts):
    assert read(text) == facts


@pytest.mark.parametrize(
    "text", ["leave b2 as we agreed", "let me go first", "please stop it, you gave your word"]
)
def test_what_ends_no_deal_is_no_question_about_one(text):
    assert "deals" not in read(text)


def test_a_condition_that_is_not_idle_stays():
    assert read("b2 may change if it must not be red") != ["release b2"]
    assert read("b2 may change if h2 has to change") != ["release b2"]


@pytest.mark.parametrize(
    ("text", "said", "facts"),
    [
        ("noo not green, red!!", "Shall I make b2 green?", ["demand b2 red"]),
        ("no green, red please", "Shall I make b2 green?", ["demand b2 red"]),
        ("no green, blue", "Shall I make b2 green or blue?", ["negation b2 green", "negation b2 blue"]),
        ("leave it", "Shall I make b2 red or leave it green?", ["demand b2 green"]),
        ("It can't stay like that", "b2 is green.", ["negation b2 green"]),
        ("yes, please try it.", "Shall I make b2 blue?", ["agree"]),
        ("I'd rather you left b2 the way it is.", "Shall I make b2 blue?", ["demand b2 green"]),
        ("cant, fixed red", "Can you change h2 to blue?", ["refuse", "required h2 red"]),
        ("can't, it is fixed red", "Can you change h2 to blue?", ["refuse", "required h2 red"]),
    ],
)
def test_an_answer_says_what_the_question_gives_it(text, said, facts):
    node = "h2" if "h2" in said else "b2"
    assert read(text, said, (node,)) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            "I could make h2 blue, but then b2 would have to be red.",
            ["hypothetical h2 blue", "hypothetical b2 red"],
        ),
        ("Constraint: h5 is fixed to green.", ["required h5 green"]),
        ("I changed my mind: b2 should be red, not blue.", ["demand b2 red"]),
    ],
)
def test_what_would_follow_is_no_demand_and_what_leads_in_changes_nothing(text, facts):
    assert read(text) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("I'd take b2 red for h5 green", ["hypothetical b2 red", "hypothetical h5 green"]),
        ("I'd take b2 red for now", ["preference b2 red"]),
        ("swap b2 with whatever is best for you", ["release b2"]),
        ("b2 next, make it red", ["demand b2 red"]),
        ("I was thinking it'd be nice to have b2 in red", ["demand b2 red"]),
        ("Thanks, I've got nothing else.", ["satisfied"]),
        ("what do u want me to do with h5, leave it?", ["Q1 h5"]),
        ("b2 must not b red tho", ["negation b2 red"]),
        ("my fingers are too fast. h5 GREEN not h5 red", ["report h5 green"]),
        ("b2 green not b2 red", ["demand b2 green"]),
        ("tbh h2 green isnt great for me but doable", ["preference h2 green"]),
    ],
)
def test_what_plain_speakers_wrote_is_understood(text, facts):
    assert read(text) == facts


def test_who_is_stuck_frees_no_node():
    assert "retract h2" not in read("I can't do anything with h2")
    assert "retract h2" not in read("there is nothing else I can do with h2")
    assert read("I don't mind anything on h2") == ["retract h2"]


def test_a_bare_why_behind_a_node_without_a_choice_is_about_that_node():
    assert read("why not?", "b2 can only be green now.") == ["why b2"]
    assert read("why?", "I made b2 green.") == ["why"]


def test_denied_colors_are_no_list_for_the_nodes_that_were_asked_about():
    asked = [Reading("report", "h2"), Reading("report", "h5")]
    assert read_reply(tokens_of("no green, red", VIEW), asked) is None
    named = read_reply(tokens_of("no, green, red", VIEW), asked)
    assert named is not None
    assert [(one.node, one.color) for one in named] == [
        ("h2", "green"),
        ("h5", "red"),
    ]


@pytest.mark.parametrize("text", ["change a4 or a5", "either a4 or a5 has to change, please"])
def test_one_of_two_nodes_that_is_to_change_is_asked_for(text):
    view = view_of(study(1), "Agent1", person="Human")
    found = understand(text, view, situation_of({"agent": "Agent1"}, view))
    assert [one.kind for one in found.readings] == ["doubt"]
    assert [{one.node for one in choice.readings} for choice in found.choices] == [
        {"a4"},
        {"a5"},
        {"a4", "a5"},
    ]


@pytest.mark.parametrize("text", ["done already", "did that already", "already done"])
def test_what_is_done_already_is_reported(text):
    assert read(text, said="Could you set h5 to green?", about=("h5",)) == ["agree", "report h5 green"]


@pytest.mark.parametrize(
    ("said", "text", "facts"),
    [
        (
            "I can set b2 to red if you make h5 green. Is that all right?",
            "yes, done",
            ["report h5 green"],
        ),
        ("It would work if you set h2 to red or h5 to green.", "done", ["satisfied"]),
        (
            "I can set b2 to red if you make h5 green.",
            "make it blue and it's a deal",
            ["demand b2 blue"],
        ),
        ("Which color do you want for b2?", "the one it has", ["demand b2 green"]),
        ("Which color do you want for b2?", "something else", ["negation b2 green"]),
        ("Shall I make b2 red?", "something else please", ["negation b2 red"]),
        (
            "Which color do you want for b2?",
            "red if h2 is blue, otherwise green",
            ["doubt", "doubt b2 green"],
        ),
        ("Are you satisfied?", "are you?", ["Q5"]),
        ("Could you change h2 to green?", "I'd rather leave h2 red", ["preference h2 red"]),
        ("", "I don't want h2 blue any more", ["retract h2"]),
        ("", "b2 leaves green", ["negation b2 green"]),
        ("", "I asked you why", ["why"]),
        ("", "need anything from me?", ["Q2"]),
        ("", "I guess h2 could be green but I'd hate it", ["doubt", "Q1 h2"]),
        ("", "my h5 is going to be green. Do you mind?", ["Q3 h5=green"]),
        (
            "Which color do you want for b2?",
            "red or blue, both ok for me",
            ["preference b2 red", "preference b2 blue"],
        ),
        ("", "OK sorry, forget that, blue on b2 is fine again.", ["preference b2 blue"]),
        ("", "for b2 decide yourself", ["release b2"]),
        ("", "Tell me which offers are open between us.", ["offers"]),
        (
            "I can offer b2 green if h5 is red.",
            "make it b2 red and h5 green and we have a deal",
            ["hypothetical b2 red", "hypothetical h5 green"],
        ),
        ("I can offer b2 green if h5 is red.", "h5 green and it's a deal", ["doubt h5 green"]),
        ("", "h5 can't be green while b2 is green", ["doubt"]),
        ("", "Green on b2 you've ruled out, I know; but is blue feasible?", ["Q3 b2=blue"]),
        ("", "you ruled out green on b2", ["doubt"]),
        (
            "",
            "My proposal stands as follows, b2 remains green and h2 remains blue.",
            ["hypothetical b2 green", "hypothetical h2 blue"],
        ),
    ],
)
def test_answers_by_what_the_agent_said(said, text, facts):
    about = tuple(node for node in ("b2", "h2", "h5") if node in said)
    assert [one for one in read(text, said=said, about=about) if one != "agree"] == facts
