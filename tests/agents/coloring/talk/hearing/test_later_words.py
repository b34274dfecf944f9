"""What a person says later about a node ends what was said of it before."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.coloring.situation import Constraint, Pin, Received
from agents.coloring.talk.hearing.hear import hear
from tests.agents.coloring.speakers import SITUATION, VIEW

PLAIN = replace(SITUATION, constraints=(), pins=())


def say(text, situation=PLAIN):
    return hear([Received("Human", "free_text", text, message_id="m1")], VIEW, situation)


@pytest.mark.parametrize(
    "text",
    [
        "I not want any more b2 blue, you can choose",
        "I no want anymore b2 blue",
        "I want not b2 blue any longer",
        "b2 blue I don't need any more",
        "I am not wanting b2 blue anymore, choose yourself",
        "I don't want b2 blue any more, you can choose",
    ],
)
def test_a_wish_that_has_ended_lifts_the_demand_and_excludes_nothing(text):
    heard = say(text, replace(PLAIN, pins=(Pin("b2", "blue", "forced", "Human"),)))
    assert (heard.released, heard.constraints) == (("b2",), ())


@pytest.mark.parametrize(
    "text",
    [
        "h2 may be blue, but not green",
        "hmm no, h2 may be blue, but not green",
        "h2 can be blue but not green",
        "sorry, blue is fine for h2, but green isn't",
    ],
)
def test_one_color_is_allowed_again_and_another_is_ruled_out(text):
    barred = Constraint("h2", "forbidden", "blue", "Human", "c1")
    heard = say(text, replace(PLAIN, constraints=(barred,), beliefs={}))
    assert heard.withdrawn == ("c1",)
    assert [(one.node, one.kind, one.color) for one in heard.constraints] == [
        ("h2", "forbidden", "green")
    ]
    assert heard.replies == ("I no longer assume that h2 cannot be blue.", "Noted: h2 cannot be green.")


@pytest.mark.parametrize(
    ("text", "node"),
    [
        ("I never told you that h2 can never be blue.", "h2"),
        ("I never ruled out blue for h2", "h2"),
        ("no, I never said h2 is not allowed to be blue", "h2"),
        ("I did not say b2 cannot be blue. I said change it.", "b2"),
    ],
)
def test_a_limit_that_was_never_meant_ends(text, node):
    barred = Constraint(node, "forbidden", "blue", "Human", "c1")
    heard = say(text, replace(PLAIN, constraints=(barred,), beliefs={}))
    assert (heard.withdrawn, heard.constraints) == (("c1",), ())


def test_one_color_of_an_own_node_is_allowed_again_and_another_is_excluded():
    barred = Constraint("b2", "forbidden", "green", "Human", "c1")
    heard = say("b2 may be green, but not blue", replace(PLAIN, constraints=(barred,)))
    assert heard.replies == ("Noted: b2 may be green again.", "Noted: b2 cannot be blue.")


@pytest.mark.parametrize(
    ("text", "color"),
    [
        ("I want b2 blue. Or maybe red. No: blue", "blue"),
        ("make b2 blue. or no, red", "red"),
        ("b2 blue, or maybe green, no, red", "red"),
    ],
)
def test_the_last_word_of_a_demand_holds(text, color):
    heard = say(text)
    assert (heard.demands, heard.replies) == ({"b2": color}, ())


@pytest.mark.parametrize("text", ["h5 is blue. or no, red", "h5 is blue. Or wait, red."])
def test_the_last_word_of_a_report_holds(text):
    assert say(text).reports == {"h5": "red"}


def after(heard, said):
    """Return the situation behind a message that the agent answered."""
    beliefs = {node: color for node, color in heard.reports.items()}
    return replace(PLAIN, beliefs=beliefs, flow={**heard.flow, "said": said})


@pytest.mark.parametrize("text", ["hmm, no, rather green", "no, green", "green, I mean", "rather green"])
def test_a_correction_without_a_node_is_about_the_node_that_the_person_spoke_of(text):
    told = say("h2 will be blue", replace(PLAIN, beliefs={}))
    quiet = say(text, after(told, "Your h2 is blue. What color is h5?"))
    assert quiet.reports == {"h2": "green"}
    # Where the agent spoke of its own nodes, the words may be about these.
    asked = say(text, after(told, "Your h2 is blue. I changed b2 from blue to red. What color is h5?"))
    assert (asked.reports, asked.replies) == ({}, ("Is h2 green now?",))
    assert say("yes", after(asked, "Is h2 green now?")).reports == {"h2": "green"}


def test_an_answer_to_a_question_for_a_color_corrects_nothing():
    told = say("h2 will be blue", replace(PLAIN, beliefs={}))
    assert say("green", after(told, "Your h2 is blue. What color is h5?")).reports == {"h5": "green"}


def test_a_correction_of_a_demand_is_a_demand():
    assert say("no, green", after(say("make b2 blue"), "Done: b2 is blue now.")).demands == {
        "b2": "green"
    }


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("h5 is red, h2 is blue... oh wait, h2 is green", {"h5": "red", "h2": "green"}),
        ("h2 green and h5 red, sorry, h5 blue", {"h2": "green", "h5": "blue"}),
        ("my h2 is red. actually, h2 is blue", {"h2": "blue"}),
        ("h5 and h2 are red, oh no, h2 is green", {"h2": "green", "h5": "red"}),
    ],
)
def test_a_node_that_is_named_again_is_the_only_one_that_is_corrected(text, facts):
    heard = say(text, replace(PLAIN, beliefs={}))
    assert heard.reports == facts
    assert not any("not sure" in reply or "?" in reply for reply in heard.replies)


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("h2 should be red. no, leave it green", {"h2": "green"}),
        ("h5 should be green. hm, no, keep it blue", {"h5": "blue"}),
    ],
)
def test_to_leave_a_node_of_the_persons_in_a_color_says_that_it_has_it(text, facts):
    heard = say(text, replace(PLAIN, beliefs={}))
    assert (heard.reports, heard.demands) == (facts, {})
    assert not any("not mine" in reply for reply in heard.replies)


def test_what_is_to_stay_is_remembered_until_it_may_change():
    kept = say("h2 stays red").flow
    assert kept["kept"] == [["h2", "red"]]
    later = say("what could b2 be?", replace(PLAIN, flow=kept)).flow
    assert later["kept"] == [["h2", "red"]]
    assert "kept" not in say("I made h2 blue", replace(PLAIN, flow=later)).flow
    assert "kept" not in say("if b2 is green, I make h2 blue", replace(PLAIN, flow=later)).flow
    assert "kept" not in say("what if I make h2 green?", replace(PLAIN, flow=later)).flow
    assert say("h2 cannot be blue", replace(PLAIN, flow=later)).flow["kept"] == [["h2", "red"]]
    assert "kept" not in say("h2 is red").flow


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("I'm keeping h2 red", True),
        ("h2 stays put on red", True),
        ("I won't change h2, it is red", True),
        ("h2 became red", False),
    ],
)
def test_words_for_what_is_to_stay(text, kept):
    assert ("kept" in say(text).flow) is kept


def test_a_correction_that_is_not_sure_enough_is_asked_about():
    heard = say("h2 red and h5 blue. no, h2 green", PLAIN)
    assert heard.reports == {}
    assert heard.replies


@pytest.mark.parametrize(
    "text",
    ["I will not change h2 nor h5", "I won't change my h2 or my h5", "I change neither h2 nor h5"],
)
def test_of_several_nodes_that_do_not_change_none_does(text):
    heard = say(text, replace(PLAIN, beliefs={"h2": "red", "h5": "blue"}))
    assert heard.reports == {"h2": "red", "h5": "blue"}
    assert not any("Which of" in reply for reply in heard.replies)
