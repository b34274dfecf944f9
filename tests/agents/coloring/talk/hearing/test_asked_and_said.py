"""Messages that state something and ask about it, or ask where they seem to state."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.coloring.situation import Received, Situation
from agents.coloring.talk.hearing import hear
from tests.agents.coloring.unseen import VIEWS

VIEW = VIEWS["Agent1"]
#: Without a conflict.
GREEN = {"h1": "green", "h4": "green"}
START = Situation(
    time_step=3,
    colors={"a1": "red", "a2": "blue", "a3": "green", "a4": "blue", "a5": "red"},
    beliefs=GREEN,
)


def talk(*texts, beliefs=GREEN):
    """Say texts one after the other; return the last turn, its answers, and the limits that stand."""
    now, given = replace(START, beliefs=beliefs), ""
    for text in texts:
        heard = hear([Received("Human", "free_text", text, message_id=f"m{now.time_step}")], VIEW, now)
        kept = [one for one in now.constraints if one.constraint_id not in heard.withdrawn]
        after = replace(
            now,
            time_step=now.time_step + 2,
            beliefs={**now.beliefs, **heard.reports},
            constraints=(*kept, *heard.constraints),
        )
        answers = heard.answer(VIEW, after, True) if heard.answer else ()
        given = " ".join([*heard.replies, *(one.text for one in answers)])
        now = replace(after, flow={**heard.flow, "said": given})
    return heard, given, {(one.node, one.kind, one.color) for one in now.constraints}


def test_a_question_behind_a_limit_is_about_the_limit():
    _, given, limits = talk("sorry I need h4 blue after all. is that a problem?")
    assert limits == {("h4", "required", "blue")}
    assert "With h4 blue I " in given
    assert "your colors as I know them" not in given


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("h4 must be blue. what is a2?", "a2 is blue."),
        ("h4 must be green. is that a problem?", "With your colors as I know them I "),
    ],
)
def test_other_questions_behind_a_limit(text, said):
    assert said in talk(text)[1]


@pytest.mark.parametrize(
    "text",
    [
        "could you avoid red on a2, please?",
        "please don't use red on a2, can you do that?",
        "a2 must not be red. can you do that?",
        "would you avoid red on a2?",
        "could you avoid red on a2?",
    ],
)
def test_a_request_to_do_without_a_color_is_a_limit(text):
    assert talk(text)[2] == {("a2", "forbidden", "red")}


def test_what_the_same_message_supposes_away_is_no_limit():
    text = "oh wait, i can't do h1 blue because h4 is blue. what if h4 is red and h1 blue?"
    _, given, limits = talk(text)
    assert "Do you mean that h1 cannot be blue?" in given
    assert "with h4 red and h1 blue I " in given
    assert not limits
    assert talk("h1 can't be blue. what if h1 were red?")[2] == {("h1", "forbidden", "blue")}
    assert talk("I can't make h1 blue. why would you want h1 blue?")[2] == {("h1", "forbidden", "blue")}


@pytest.mark.parametrize("joined", ["with", "and", "while", "plus"])
def test_colors_of_one_question_are_supposed_together(joined):
    _, given, _ = talk(f"could you accept h1 blue {joined} h4 red now?")
    assert given.startswith("Yes, with h1 blue and h4 red I ")


@pytest.mark.parametrize(
    "text",
    [
        "why did you turn a2 blue? it worked better green, no?",
        "why did you turn a2 blue? it was better green",
        "why is a2 blue? wasn't green better?",
        "why did you change a2? green worked better",
    ],
)
def test_what_was_better_before_is_a_wish_behind_a_question_why(text):
    heard, given, _ = talk(text)
    assert not heard.demands
    assert given.startswith("Do you want me to make a2 green? a2 is blue; ")


@pytest.mark.parametrize(
    ("text", "demands"),
    [("why is a2 blue? make it red, please", {"a2": "red"}), ("why is a2 blue? h1 was better red", {})],
)
def test_other_words_behind_a_question_why(text, demands):
    assert talk(text, beliefs={"h1": "blue", "h4": "blue"})[0].demands == demands


@pytest.mark.parametrize(
    "text",
    [
        "h4 blue clashes with h5, so what else could h4 be?",
        "h4... hmm h4 blue clashes with h5 so scrap that, what else could h4 be?",
        "I don't like h4 blue. what other color could h4 have?",
    ],
)
def test_a_question_for_other_colors_is_not_about_the_one_named(text):
    assert talk(text)[1].endswith("h4 could be red, green or blue; that works for me.")


def test_another_node_may_be_supposed_in_a_question_for_other_colors():
    assert "With h1 red, h4 could be " in talk("if h1 is red, what else could h4 be?")[1]


@pytest.mark.parametrize("text", ["h4 blue, or rather h4 red", "h4 blue... no wait, h4 red"])
def test_a_question_that_is_corrected_reports_nothing(text):
    heard, given, _ = talk(f"what about {text}, would that fit")
    assert not heard.reports
    assert "with h4 red I " in given


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("h4 can't be green, I changed it to blue. is that ok?", "Yes, with your colors as I know them"),
        ("h4 can't be green. can we still solve this?", "Yes, with your colors as I know them"),
        ("will h4 blue work for you or what other color could h4 be?", "Yes, with h4 blue I "),
        ("do you have a conflict? would h4 blue work?", "Yes, with h4 blue I "),
    ],
)
def test_near_those_messages(text, answer):
    assert answer in talk(text)[1]


@pytest.mark.parametrize("text", ["yes. but only if a4 stays blue, ok?", "exactly. what if a4 was red?"])
def test_a_yes_on_a_condition_demands_nothing(text):
    assert not talk("could a2 be red?", text)[0].demands


ASKED = "can you make a2 green?"


@pytest.mark.parametrize("told", ["h4 is blue", "h1 is blue and h4 is blue", "h4 can't be red"])
def test_what_is_told_of_other_nodes_leaves_the_agents_question_open(told):
    assert talk(ASKED, told, "yes")[0].demands == {"a2": "green"}


@pytest.mark.parametrize(
    "said", ["h4 is blue. Is a4 red?", "no, h4 is blue", "make a4 red", "I have to think", "a4 is fine"]
)
def test_what_asks_refuses_or_orders_closes_the_agents_question(said):
    heard, given, _ = talk(ASKED, said, "yes")
    assert "a2" not in heard.demands, given


@pytest.mark.parametrize("said", ["then I make h4 blue instead", "h4 is blue, that is enough for me"])
def test_who_goes_another_way_closes_the_agents_question(said):
    heard, given, _ = talk(ASKED, said, "yes")
    assert (heard.demands, given) == ({}, "Yes to what?")


@pytest.mark.parametrize(
    "said", ["ok", "ok, thanks", "great", "right", "no problem", "ok I will wait", "deal", "done", "red"]
)
def test_only_a_plain_yes_answers_a_question_after_other_things_were_told(said):
    heard, given, _ = talk(ASKED, "h4 is blue", said)
    assert "a2" not in heard.demands
    assert "a2" not in given


def test_a_question_after_other_things_were_told_is_about_these():
    given = talk(ASKED, "h4 is blue", "is that ok?")[1]
    assert given.startswith("Yes, with your colors as I know them")
    assert talk(ASKED, "h4 is blue", "thanks")[1] == "You are welcome."


def test_a_yes_that_corrects_what_was_told_since_is_no_answer_to_the_question():
    heard, _, _ = talk(ASKED, "h4 is blue", "yes, h4 is red")
    assert (heard.demands, heard.reports) == ({}, {"h4": "red"})


def test_a_report_of_the_node_that_was_asked_about_answers_the_question():
    heard, given, _ = talk("I think h1 is red", "h1 is blue", "yes")
    assert (heard.reports, given) == ({}, "Yes to what?")
