"""Messages that were read with confidence as something else, and their siblings in other words."""

from __future__ import annotations

import pytest

from agents.coloring.talk.learned import second_opinion
from agents.coloring.talk.understanding import understand
from tests.agents.coloring.speakers import SITUATION, VIEW


def read(text, said="", about=()):
    """What an agent takes from a message: statements and questions, in words."""
    found = understand(text, VIEW, SITUATION, about=about, said=said)
    facts = [" ".join(filter(None, (one.kind, one.node, one.color))) for one in found.readings]
    for one in found.questions:
        facts.append(" ".join([one.kind, *(f"{pair.node}={pair.color}" for pair in one.supposed)]))
    return facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("I can't have h2 blue... actually I can, h2 can take any color", ["retract h2"]),
        ("h2 must not be blue - oh sorry, h2 is open", ["retract h2"]),
        ("never green for h5, no wait, h5 has no restrictions", ["retract h5"]),
        ("h2 can't be red. Sorry, wrong, it can.", ["retract h2"]),
        ("h5 can never be red; correction: red is possible on h5", ["retract h5 red"]),
        ("not red on h2!! ... ok my bad, red works for h2 too", ["retract h2 red"]),
        ("h2 cannot be red. Well actually any color would do for h2", ["retract h2"]),
        # What is left open beside a limit takes nothing back.
        ("h2 can be anything but green", ["forbidden h2 green"]),
        ("h2 can't be blue, otherwise anything goes", ["forbidden h2 blue"]),
        ("h2 cannot be blue. h5 can be anything though", ["forbidden h2 blue", "retract h5"]),
        ("whatever you decide about b2, red it mustn't be", ["negation b2 red"]),
    ],
)
def test_a_limit_that_the_message_takes_back_does_not_hold(text, facts):
    assert read(text) == facts


@pytest.mark.parametrize(
    ("text", "kept", "bound"),
    [
        ("h5 can't be red, green is alright", "h5", "h5 green"),
        ("h2 cannot be green, red would do", "h2", "h2 red"),
        ("h2 can't be red. Correction: h2 can't be BLUE, red is alright", "h2", "h2 red"),
        ("b2 must not be green, blue works for me", "b2", "b2 blue"),
        ("I require blue on b2, there is a conflict with h2", "b2", "report h2"),
        ("I make h2 red, you make b2 green??", "h2", "report h2"),
        ("i take h5 red you take b2 green ok? hurry up", "h5", "report h5"),
    ],
)
def test_a_color_is_not_bound_by_the_words_before_it(text, kept, bound):
    found = [one for one in read(text) if not one.startswith(("hypothetical", "preference", "doubt"))]
    assert not any(bound in one for one in found)
    assert all(kept in one for one in found if one.startswith("report"))


def test_a_list_of_colors_is_one_with_a_verb_for_all_of_them():
    assert read("h2 can't be red, green") == ["forbidden h2 red", "forbidden h2 green"]


def test_a_limit_and_its_opposite_without_a_word_between_are_asked_about():
    assert "forbidden h2 green" not in read("h2 can't be green. h2 can be anything")
    assert "negation b2 blue" not in read("please avoid blue on b2. b2 may be blue")


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Yes: green.", ["forbidden h2 green"]),
        ("yes, green and blue", ["forbidden h2 green", "forbidden h2 blue"]),
        ("Just blue", ["forbidden h2 blue"]),
        ("hmm, green I think", ["forbidden h2 green"]),
        ("green, because of h3", ["forbidden h2 green"]),
        ("it can't be red", ["forbidden h2 red"]),
        ("No", ["refuse"]),
        ("no, none", ["refuse"]),
        ("blue is fine", ["preference h2 blue"]),
        ("all except red", ["doubt"]),
    ],
)
def test_the_answer_to_which_colors_it_cannot_have_rules_them_out(text, facts):
    assert read(text, "Is there any color that h2 cannot have?", ("h2",)) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            "no thanks. how about h5 blue instead, could you still do b2 red?",
            ["refuse", "Q3 h5=blue b2=red"],
        ),
        ("What about h5 red, can you keep b2 green then?", ["Q3 h5=red b2=green"]),
        ("suppose h5 becomes green - could you do b2 red?", ["Q3 h5=green b2=red"]),
        ("let's say h5 blue; could you then give b2 green?", ["Q3 h5=blue b2=green"]),
        ("with h2 on blue, could b2 be green?", ["Q3 h2=blue b2=green"]),
        ("how about h2 red, could you manage b2 blue?", ["Q3 h2=red b2=blue"]),
        # A request is one, whatever was supposed before.
        (
            "how about h2 green? and could you please make b2 red?",
            ["preference h2 green", "demand b2 red"],
        ),
    ],
)
def test_a_supposition_with_a_question_demands_nothing(text, facts):
    assert read(text) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("You have b2 green and I have h5 green, so we collide", ["report h5 green", "Q5"]),
        ("b2 is green and my h5 is green too, that's a clash", ["report h5 green", "Q5"]),
        ("your b2 is blue and so is my h2, we clash", ["report h2 blue", "Q5"]),
        ("I've got h2 red, you've got b2 red, that can't work", ["report h2 red", "Q5"]),
        ("My h2 is red, your b2 is red. Not good!", ["report h2 red", "Q5"]),
        ("h2 and b2: both green. Conflict!", ["report h2 green", "Q5"]),
        ("if b2 is green and h5 is green we collide", ["Q5"]),
    ],
)
def test_a_clash_is_no_offer(text, facts):
    assert read(text) == facts


@pytest.mark.parametrize(
    "text",
    [
        "Only if you take red on b2",
        "sure, provided you take b2 red",
        "I can, but only as long as b2 stays red",
        "yes if b2 goes red",
    ],
)
def test_a_condition_of_the_person_is_an_offer_with_what_the_agent_asked_for(text):
    found = read(text, "Could you make h2 blue?", ("h2",))
    assert found == ["hypothetical h2 blue", "hypothetical b2 red"]


@pytest.mark.parametrize(
    "text",
    [
        "never mind, scrap that",
        "ok drop it",
        "actually never mind, leave it as it is",
        "drop that idea",
        "oh right. forget it",
        "no need to change anything",
        "oh, don't bother",
    ],
)
def test_what_was_said_last_is_dropped(text):
    """Where demands and limits stand, the agent may ask whether they are meant."""
    assert read(text) in (["refuse"], ["doubt"])


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            "I'll take green for h2 then, and could you do b2 blue?",
            ["report h2 green", "demand b2 blue"],
        ),
        ("I'll go with red on h2, can you make b2 green please?", ["report h2 red", "demand b2 green"]),
        (
            "I will set h2 to blue and could you set b2 to red",
            ["report h2 blue", "demand b2 red"],
        ),
        ("I'm taking red on h5 now, any chance b2 goes green?", ["report h5 red", "Q3 b2=green"]),
        ("maybe I'll take green for h2, could you do b2 blue?", ["preference h2 green", "Q3 b2=blue"]),
        ("I take h2 green, ok?", ["Q3 h2=green"]),
    ],
)
def test_a_decision_stands_beside_a_request(text, facts):
    assert read(text) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("could you avoid red on b2? I might want it", ["negation b2 red"]),
        ("can you leave red alone on b2?", ["negation b2 red"]),
        ("is it ok for you not to use red on b2?", ["negation b2 red"]),
        ("can you do b2 without red?", ["negation b2 red"]),
        ("I like more if b2 is not green, possible?", ["negation b2 green"]),
        ("why can't b2 be red?", ["why b2=red"]),
        ("is it possible not to have green on b2?", ["Q1"]),
        ("is it true that b2 can never be blue?", ["Q1"]),
    ],
)
def test_a_request_for_another_color_does_not_ask_for_the_one_it_names(text, facts):
    assert read(text) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("would green be possible for b2 if I move h5 to blue?", ["Q3 b2=green h5=blue"]),
        ("I would prefer h2 blue and b2 red. You in?", ["Q3 h2=blue b2=red"]),
        ("same for b2, choose what you like", ["release b2"]),
        ("not red on b2 please, and not on b5 either", ["negation b2 red", "negation b5 red"]),
        ("deal again: h5 stays blue, you leave green alone on b2", ["doubt"]),
    ],
)
def test_no_half_of_a_message_is_lost(text, facts):
    assert read(text) == facts


def test_what_names_one_of_several_nodes_is_asked_about():
    assert read("I said NOT green. blue or red", about=("h2", "h5")) == ["doubt"]


def test_what_the_agent_tells_is_no_list_of_choices():
    told = "My b2 is red and b5 is blue. If you color h2 red, I color b2 green."
    assert not {"demand b2 red", "demand b5 blue"} & {*read("ok number 1 is fine with me", told)}


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("u ok with h2 blue h5 green", ["Q3 h2=blue h5=green"]),
        ("I start with h2 red and h5 green. Good for you?", ["Q3 h2=red h5=green"]),
        ("would it be bad for you if h5 were red?", ["Q3 h5=red"]),
        ("I will not change h5, it stays red", ["report h5 red"]),
        ("I would rather not have b2 in green or in blue", ["negation b2 green", "negation b2 blue"]),
    ],
)
def test_what_is_asked_or_said_in_a_roundabout_way_is_not_asked_back(text, facts):
    assert read(text) == facts


def test_contradictions_are_asked_about_in_the_order_of_the_text():
    text = "one's blue, one's red. h2 is the blue one"
    facts = read(text, "What colors do h2 and h5 have now?", ("h2", "h5"))
    assert facts == ["doubt h2 blue", "doubt h2 red", "doubt h5 blue", "doubt h5 red"]


@pytest.mark.parametrize("said", ["I have no conflicts.", "I have no conflicts that I know of."])
@pytest.mark.parametrize(
    "text",
    ["well i do have one", "i do have one", "I do", "but I still see two on my side", "we have one"],
)
def test_who_has_a_conflict_where_there_is_none_is_not_satisfied(text, said):
    read_so = understand(text, VIEW, SITUATION, said=said)
    heard = second_opinion(read_so, VIEW, SITUATION, said=said)
    assert [one.kind for one in heard.readings] == ["unsatisfied"]
    assert [one.kind for one in heard.questions] == ["Q5"]


def test_what_there_is_of_something_else_is_no_conflict():
    assert "Q5" not in read("I do have one question", "I have no conflicts.")
    assert "Q5" not in read("I do have one", "Do you have conflicts?")


@pytest.mark.parametrize(
    "text", ["I would like an offer", "I'd really like a trade", "we would like an offer from you"]
)
def test_who_would_like_an_offer_agrees_to_nothing(text):
    assert read(text) == ["offers"]


@pytest.mark.parametrize(
    "text",
    [
        "I doubt that everything but red is impossible for h2",
        "I am not convinced that everything but red is out for h2",
        "it's false that b2 must be red",
        "I doubt that h2 cannot be red",
        "I doubt h2 must be red",
    ],
)
def test_who_doubts_a_limit_sets_none(text):
    heard = second_opinion(understand(text, VIEW, SITUATION), VIEW, SITUATION)
    assert [(one.kind, one.node) for one in heard.readings] == [("doubt", None)]


def test_who_doubts_that_a_color_is_possible_rules_it_out():
    assert read("I doubt that h2 can be red") == ["forbidden h2 red"]
    assert read("I doubt that h2 can be anything but red") == ["required h2 red"]


@pytest.mark.parametrize(
    ("text", "said", "facts"),
    [
        ("no its red since a minute, and make b2 blue", "Is h5 still blue?", "report h5 red"),
        ("no it is green for now. make b2 blue", "Is h5 still blue?", "report h5 green"),
        ("neither :) green", "Is h2 red or blue now?", "report h2 green"),
        ("dude thats literally the same as my h2", "b2 is red now.", "Q5"),
        ("but that's still the same color as h5!", "b2 is blue now.", "Q5"),
        ("that is the same as h2", "Shall I make b2 red?", "refuse"),
        # What looks alike and means something else.
        ("no it should be green", "Should b2 be blue?", "demand b2 green"),
        ("make it the same as h2", "I can make b2 red or blue.", "demand b2 red"),
    ],
)
def test_an_answer_says_what_is_without_the_marks_of_careful_writing(text, said, facts):
    about = tuple(node for node in ("b2", "h2", "h5") if node in said)
    found = read(text, said, about)
    assert facts in found
    assert not any(one.startswith(("negation", "forbidden")) for one in found)
    assert ("demand b2 red" in found) == (facts == "demand b2 red")


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("green. h3 is green", ["forbidden h2 green"]),
        ("green! my h3 has it", ["forbidden h2 green"]),
        ("green. h5 is green", ["forbidden h2 green", "report h5 green"]),
    ],
)
def test_a_color_that_is_not_wanted_has_a_reason_behind_it(text, facts):
    assert read(text, "Is there a color h2 cannot have?", ("h2",)) == facts
    assert read("green. h3 is green", "What color is h2?", ("h2",)) == ["report h2 green"]
    fine = read("green is fine. h3 is red", "Is there a color h2 cannot have?", ("h2",))
    assert "forbidden h2 green" not in fine
