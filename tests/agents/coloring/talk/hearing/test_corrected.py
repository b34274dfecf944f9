"""What a person corrects: the node of a statement, one of two statements that contradict, a limit."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.agents.coloring.speakers import VIEW

from .test_later_words import PLAIN, after, say


def situation(heard, said="", **changes):
    """Return the situation behind a message, with the limits that it stated."""
    return replace(after(heard, said), constraints=heard.constraints, **changes)


def limits(heard, before=()):
    standing = [one for one in before if one.constraint_id not in heard.withdrawn]
    return {(one.node, one.kind, one.color) for one in (*standing, *heard.constraints)}


@pytest.mark.parametrize("text", ["I meant h5, not h2", "sorry, I meant h5", "not h2 but h5"])
def test_a_limit_moves_to_the_node_that_was_meant(text):
    first = say("h2 cannot be red")
    then = say(text, situation(first))
    assert limits(then, first.constraints) == {("h5", "forbidden", "red")}


def test_a_question_is_asked_again_of_the_node_that_was_meant():
    first = say("would h2 green work?")
    assert first.answer is not None
    then = say("I meant h5", situation(first, "No, with h2 green I would have at least one conflict."))
    assert not then.demands
    assert not then.reports
    assert then.answer is not None
    answers = then.answers(VIEW, PLAIN)
    assert [[(p.node, p.color) for p in one.question.supposed] for one in answers] == [[("h5", "green")]]


@pytest.mark.parametrize(
    ("answer", "left"),
    [
        ("green", set()),
        ("h2 is green", set()),
        ("the second one", set()),
        ("red", {("h2", "required", "red")}),
        ("the first", {("h2", "required", "red")}),
    ],
)
def test_which_of_two_statements_is_right_is_answered_by_its_color_or_place(answer, left):
    first = say("h2 must be red")
    second = say("h2 is green", situation(first))
    assert any(one.endswith("Which is right?") for one in second.replies)
    told = situation(second, second.replies[-1])
    then = say(answer, replace(told, constraints=first.constraints))
    assert limits(then, first.constraints) == left


def test_what_a_node_must_be_is_taken_back():
    first = say("h2 must be green")
    then = say("I take that back", situation(first))
    assert limits(then, first.constraints) == set()


def test_a_limit_that_was_only_wished_for_holds_after_a_yes_also_later():
    wish = say("I don't really want h2 red")
    asked = "Do you mean that h2 cannot be red?"
    assert asked in wish.replies
    assert limits(say("yes", situation(wish, asked))) == {("h2", "forbidden", "red")}
    late = situation(wish, asked, time_step=PLAIN.time_step + 10)
    again = say("yes", late)
    assert again.replies == (asked,)
    assert limits(say("yes", situation(again, asked))) == {("h2", "forbidden", "red")}


def test_all_that_was_said_of_the_wrong_node_moves_and_nothing_else():
    first = say("h2 cannot be blue")
    second = say("h2 cannot be red", situation(first))
    before = (*first.constraints, replace(second.constraints[0], constraint_id="second"))
    then = say("I meant h5, not h2", replace(situation(second), constraints=before))
    assert limits(then, before) == {("h2", "forbidden", "blue"), ("h5", "forbidden", "red")}
    both = say("h2 cannot be red or green")
    then = say("I meant h5", situation(both))
    left = {("h5", "forbidden", "red"), ("h5", "forbidden", "green")}
    assert limits(then, both.constraints) == left


@pytest.mark.parametrize("text", ["it is h5?", "that is h5", "I said b1?", "h5?"])
def test_a_question_or_an_answer_corrects_no_node(text):
    first = say("h2 cannot be red")
    then = say(text, situation(first, "Which of your nodes touches b2?"))
    assert ("h2", "forbidden", "red") in limits(then, first.constraints)
    assert ("h5", "forbidden", "red") not in limits(then, first.constraints)


@pytest.mark.parametrize("text", ["h2", "h2?", "h2 green?", "green?"])
def test_a_question_chooses_none_of_two_statements(text):
    first = say("h2 must be red")
    second = say("h2 is green", situation(first))
    told = situation(second, second.replies[-1])
    then = say(text, replace(told, constraints=first.constraints))
    assert limits(then, first.constraints) == {("h2", "required", "red")}


@pytest.mark.parametrize(
    ("text", "demanded"),
    [
        ("no. or actually yes, do it", {"b2": "red"}),
        ("no, sorry, I meant yes", {"b2": "red"}),
        ("nope, on second thought yes please", {"b2": "red"}),
        ("no, wait, yes", {"b2": "red"}),
        ("yes. hm, actually no, leave it", {}),
        ("ok, actually no", {}),
        ("yes or no, I don't care", {}),
    ],
)
def test_the_answer_that_corrects_another_one_holds(text, demanded):
    first = say("I would prefer b2 red")
    assert first.replies == ("Do you want me to make b2 red?",)
    assert say(text, situation(first, first.replies[0])).demands == demanded


@pytest.mark.parametrize("text", ["yes, do it", "ok do it please", "sure, go ahead"])
def test_a_yes_that_says_do_it_is_not_asked_back(text):
    first = say("I would prefer b2 red")
    heard = say(text, situation(first, first.replies[0]))
    assert (heard.demands, heard.replies) == ({"b2": "red"}, ())


@pytest.mark.parametrize(
    "text",
    [
        "sorry, h5 is red, forget the h5 blue",
        "h5 is red, forget the blue",
        "forget about h5 blue, it is red",
        "ignore the h5 blue, h5 is red",
        "never mind the h5 blue, h5 is red now",
        "h5 is red, so scrap the h5 blue",
    ],
)
def test_a_color_that_is_to_be_forgotten_is_not_reported(text):
    assert say(text).reports == {"h5": "red"}


def test_a_demand_that_is_to_be_forgotten_is_none():
    assert say("make b2 blue, forget the b2 red").demands == {"b2": "blue"}


def test_what_is_not_to_be_forgotten_is_said():
    heard = say("don't forget the h5 blue")
    assert ("h5", "blue") in heard.reports.items() or "h5 is blue" in " ".join(heard.replies)


ANEW = "h2 and h5 green... no, what am I saying... just h5 green"


@pytest.mark.parametrize(
    ("text", "reports", "demands"),
    [
        (ANEW, {"h5": "green"}, {}),
        (f"b2 red. {ANEW}", {"h5": "green"}, {"b2": "red"}),
        ("both blue... no, what was I thinking? Only h5 blue", {"h5": "blue"}, {}),
        # Nothing is said anew.
        ("h2 is blue. what was I saying? ah yes, h5 is green", {"h2": "blue", "h5": "green"}, {}),
        ("what am I saying, h5 is green", {"h5": "green"}, {}),
        # A node that is called right does not get the color of the other one.
        ("h2 right, h5 green", {"h5": "green"}, {}),
        ("h5 green, h2 right", {"h5": "green"}, {}),
        ("h2 correct, and h5 green", {"h5": "green"}, {}),
        ("h2 right and h5 green", {"h5": "green"}, {}),
        ("h2 right now green, h5 blue", {"h2": "green", "h5": "blue"}, {}),
        ("right, h2 green, h5 blue", {"h2": "green", "h5": "blue"}, {}),
        ("h2, h5 green", {"h2": "green", "h5": "green"}, {}),
    ],
)
def test_what_is_said_anew_or_called_right_is_not_what_stands_beside_it(text, reports, demands):
    heard = say(text)
    assert (heard.reports, heard.demands) == (reports, demands)
