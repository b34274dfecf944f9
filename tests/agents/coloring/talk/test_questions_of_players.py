"""Questions as players put them: two in one sentence, about what was said, and with a denial."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.coloring.situation import Constraint, NodeColor, Offer, Received
from agents.coloring.talk.hearing import hear
from agents.coloring.talk.hearing.conversation import Conversation
from tests.agents.coloring.speakers import SITUATION, VIEW

NOW = replace(SITUATION, beliefs={"h2": "red", "h5": "blue"}, pins=(), constraints=(), offers=())
EXPLAINED = (
    "Two nodes that touch are in conflict if they have the same color; else they fit. My b2 is green. "
    'Your h2 is red and h5 is blue. You may ask why, as in "why is b2 green?".'
)


def asked(text, situation=NOW, said=""):
    """What the agent replies and answers to a message."""
    flow = replace(Conversation.of(None, VIEW, "Human"), said=said).json_dict()
    now = replace(situation, flow=flow)
    heard = hear([Received("Human", "free_text", text, message_id="m1")], VIEW, now)
    given = heard.answer(VIEW, now, True) if heard.answer else ()
    return [*heard.replies, *(one.text for one in given)]


THEIRS = ["As far as I know h2 is red.", "As far as I know h5 is blue."]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("what color does b2 have, and what do you think my colors are?", ["b2 is green.", *THEIRS]),
        (
            "which of my nodes do you touch and what do you think they are?",
            ["Your h2 touches my b2 and your h5 touches my b2.", *THEIRS],
        ),
        ("what's b2 now and what did we agree?", ["b2 is green.", "We have no deal."]),
        ("which color has b2, and what have we agreed on?", ["b2 is green.", "We have no deal."]),
    ],
)
def test_both_of_two_questions_are_answered(text, said):
    assert asked(text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("does h2 red work, and h5 blue?", ["Yes, with h2 red and h5 blue I can color my part "]),
        ("what is b2 and could it be red?", ["b2 is green.", "No, with b2 red I would have "]),
    ],
)
def test_what_is_read_whole_is_not_torn_apart(text, said):
    given = asked(text)
    assert len(given) == len(said)
    assert all(one.startswith(begin) for one, begin in zip(given, said, strict=True))


@pytest.mark.parametrize(
    "text",
    [
        "what colors do you see on my nodes?",
        "which colors do you think my h2 and h5 have?",
        "which colors do you believe h2 and h5 have?",
        "what colors do you remember of my border?",
    ],
)
def test_colors_as_the_agent_knows_them_are_told(text):
    assert asked(text) == THEIRS


BECAUSE = "b2 is green; red would clash with h2 and blue would clash with h5."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("why is b2 still that color?", BECAUSE),
        ("h2 is red. Why is b2 still that color?", BECAUSE),
        ("b2 still has that color, why?", BECAUSE),
        ("b2 is what color, and why?", BECAUSE),
        ("is b2 still that color?", "b2 is green."),
        # These are two questions, of which the first has no object.
        ("why? and what color is b2?", "b2 is green."),
        ("Why? What color is b2?", "b2 is green."),
    ],
)
def test_why_a_node_has_a_color_that_is_not_named(text, said):
    assert asked(text) == [said]


@pytest.mark.parametrize("text", ["what have I told you?", "so what did I tell you so far?"])
def test_what_was_told_is_listed_whatever_was_said_before(text):
    assert asked(text, said=EXPLAINED) == ["As far as I know h2 is red and h5 is blue."]


@pytest.mark.parametrize("text", ["why are you not satisfied?", "what makes you so unhappy?"])
def test_who_is_satisfied_says_so_when_asked_why_not(text):
    happy = replace(NOW, satisfied=True)
    assert asked(text, happy, said=EXPLAINED) == ["I am satisfied. I have no conflicts."]


def test_who_lacks_colors_is_not_satisfied_for_that():
    lacks = replace(NOW, beliefs={"h2": "red"})
    (text,) = asked("why are you not happy?", lacks)
    assert text == "I am not satisfied. I do not know the color of h5 yet."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("are you sure that b2 can't be red?", "With b2 red I would have at least one conflict."),
        ("is it true that b2 cannot be blue?", "With b2 blue I would have at least one conflict."),
        (
            "do you really think that b2 can never be red?",
            "With b2 red I would have at least one conflict.",
        ),
        ("can b2 be red?", "No, with b2 red I would have at least one conflict."),
    ],
)
def test_a_question_whether_something_is_not_so_gets_no_yes_or_no(text, said):
    assert asked(text)[0].startswith(said)


def test_a_question_whether_a_color_is_impossible_that_is_possible_gets_no_yes():
    free = replace(NOW, beliefs={"h2": "green", "h5": "green"}, colors={**NOW.colors, "b2": "blue"})
    (text,) = asked("are you sure that b2 can't be red?", free)
    assert text.startswith("b2 could be red; tell me if you want that.")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("and what about h2 red if b2 is green?", "Yes, with h2 red and b2 green I can "),
        ("what about h2 green if b2 is green?", "No, with h2 green and b2 green I would "),
    ],
)
def test_one_supposition_has_one_answer(text, said):
    (given,) = asked(text)
    assert given.startswith(said)


@pytest.mark.parametrize("text", ["can I set h2 red or blue?", "could h2 be red or blue?"])
def test_the_colors_that_were_named_are_answered(text):
    assert asked(text) == ["h2 could be red or blue; both work for me."]
    limit = (Constraint("h2", "required", "green", "Human", "c1"),)
    assert asked(text, replace(NOW, constraints=limit)) == ["h2 could be red or blue; both work for me."]


def test_a_limit_of_the_person_is_said_where_it_leaves_out_colors():
    limit = (Constraint("h2", "required", "green", "Human", "c1"),)
    (text,) = asked("what could I set h2 to?", replace(NOW, constraints=limit))
    assert text == "h2 could be green; that works for me. You told me that h2 must be green."


REJECTED = Offer(
    "o2", "Human", "Agent2", (NodeColor("b2", "red"),), (NodeColor("h2", "blue"),), status="rejected"
)


@pytest.mark.parametrize(
    ("text", "said", "answer"),
    [
        ("was that a yes?", "I reject your offer, because b2 would be red.", "I said no. You offered "),
        ("is that a no?", "I reject your offer, because b2 would be red.", "I said no. You offered "),
        ("so was that a yes or a no?", "Yes, with h2 red I can color my part.", "I said yes."),
        ("did you just say yes?", "I changed nothing.", "I said neither yes nor no."),
    ],
)
def test_whether_the_last_words_agreed_is_said(text, said, answer):
    (given,) = asked(text, replace(NOW, offers=(REJECTED,)), said)
    assert given.startswith(answer)


def test_colors_that_are_known_are_not_asked_for_again():
    text = "ok so I have h2 red and h5 blue now. is that fine? If not, I want you to fix b2"
    assert not [one for one in asked(text) if one.startswith("Is h")]
    assert "Is h2 red now?" in asked(text, replace(NOW, beliefs={"h2": "green", "h5": "blue"}))


@pytest.mark.parametrize(
    "text",
    [
        "is b2 going to be a problem when h2 is green",
        "will there be conflicts if h2 is green?",
        "do you get a clash with h2 green?",
        "if I make h2 green does that break anything?",
        "does b2 get into trouble when h2 is green",
        "could b2 become a problem once h2 is green",
        "does h2 green cause you problems?",
    ],
)
def test_a_question_of_which_the_yes_is_bad_news_gets_no_yes_or_no(text):
    assert asked(text)[-1].startswith("With h2 green I ")


@pytest.mark.parametrize(
    "text",
    [
        "would h2 green and h5 blue fix my conflict?",
        "are h2 green and h5 blue possible without conflicts?",
        "would h2 green and h5 blue get rid of the clash?",
    ],
)
def test_a_question_of_which_the_yes_is_good_news_gets_it(text):
    assert asked(text)[-1].startswith(("Yes, with ", "No, with "))


TERMS = (NodeColor("b2", "green"),), (NodeColor("h2", "blue"),)
TOOK = (
    "You offered h2 blue for b2 green [o1]; we have agreed on it. "
    "I took it because it left me with no more conflicts than before."
)


def bargained(status):
    """Situation in which an offer of the person has a status."""
    return replace(NOW, phase="bargain", offers=(Offer("o1", "Human", "Agent2", *TERMS, status=status),))


@pytest.mark.parametrize(
    "text",
    [
        "why did you take my offer?",
        "why did you accept my offer?",
        "Why did you agree to that?",
        "why did you choose my offer over the other one?",
        "why do we have a deal?",
    ],
)
def test_why_an_offer_was_taken_is_answered_with_the_reason(text):
    assert asked(text, bargained("accepted")) == [TOOK]
    assert asked(text) == ["We have no deal."]


@pytest.mark.parametrize(
    "text",
    [
        "why did you never agree to my offers?",
        "why won't you take my offer?",
        "why can't we agree?",
        "why do we have no second deal?",
        "why do you want our deal to end?",
        "why do you agree with Agent1?",
        "why did you take red on b2?",
        "why did you accept red on b2?",
        "why did you accept Agent1's offer?",
        "why do you take the offer of Agent1?",
        "why did you agree but not change b2?",
        "what did we agree on?",
        "did you take my offer?",
    ],
)
def test_another_question_about_a_deal_is_not_answered_with_that_reason(text):
    assert not any("I took it" in one for one in asked(text, bargained("accepted")))


def test_why_an_offer_is_not_accepted_asks_for_what_speaks_against_it():
    for text in ("why don't you accept my offer?", "why haven't you accepted my offer?"):
        assert asked(text, bargained("pending")) == ["I have rejected no offer of yours in this round."]


def test_why_a_score_is_low_is_answered_with_the_score_of_the_agent_and_the_points():
    points = "Points for each node: red 3, green 2 and blue 1. "
    for text in ("why is your score lower?", "why do you have fewer points than before?"):
        (given,) = asked(text)
        assert given.startswith(f"My score is 11. {points}")
    for text in ("why is my score lower?", "why do I have fewer points?"):
        (given,) = asked(text)
        assert given.startswith(points)


def test_why_a_color_was_accepted_without_a_deal_is_answered_with_what_speaks_for_it():
    for text in ("why did you accept red on b2?", "what made you agree to b2 green?"):
        (given,) = asked(text)
        assert given.startswith("b2 is green; ")


WORKS = "ith h2 blue I can color my part without a conflict."


@pytest.mark.parametrize(
    "text",
    [
        "you are in conflict, can you accept h2 blue?",
        "there is a problem: is h2 blue ok?",
        "I have trouble, would h2 blue be ok for you?",
        "my score is bad, do you like h2 blue?",
    ],
)
def test_bad_news_before_a_question_keeps_its_yes(text):
    assert asked(text) == [f"Yes, w{WORKS}"]


@pytest.mark.parametrize(
    "text",
    [
        "is h2 blue a problem?",
        "you are in conflict, is h2 blue a problem?",
        "h2 blue, is that a problem?",
        "I think there's a problem with h2 blue, is there?",
        "with h2 blue, is there a conflict?",
        "tell me, would h2 blue be bad?",
        "I need a change, would h2 blue hurt you?",
        "h5 is bad, would h2 blue be bad too?",
        "are you stuck, or can you accept h2 blue?",
        "would h2 blue be ok, or is there a problem?",
    ],
)
def test_a_question_for_bad_news_is_answered_without_yes(text):
    assert asked(text) == [f"W{WORKS}"]


STANDS = " I have no conflicts. My b2 is green. Your h2 is red and h5 is red."
FREE = replace(NOW, beliefs={"h2": "red", "h5": "red"})
#: Two colors of h2 that are equally good.
EQUAL = "With h2 red I can score 11. With h2 green I can score 11."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("would you prefer h2 blue?", ["With h2 blue I can score 11. My score is 11."]),
        ("would you rather have h2 blue?", ["With h2 blue I can score 11. My score is 11."]),
        ("would you like h2 blue better?", ["With h2 blue I can score 11. My score is 11."]),
        (
            "do you prefer h2 red or green?",
            [f"With h2 {color} I can score 11. My score is 11." for color in ("red", "green")],
        ),
        (
            "which color of h2 do you prefer?",
            [" ".join(f"With h2 {color} I can score 11." for color in VIEW.domain)],
        ),
        ("h2 red or green?", [f"h2 could be red or green; both work for me. {EQUAL}"]),
        ("should I take red or green for h2?", [f"h2 could be red or green; both work for me. {EQUAL}"]),
        # Who does not ask what is better is told what works.
        ("can I make h2 red or green?", ["h2 could be red or green; both work for me."]),
        ("would h2 blue work?", ["Yes, with h2 blue I can color my part without a conflict."]),
    ],
)
def test_what_is_better_for_the_agent_is_said_in_points(text, said):
    assert asked(text, FREE) == said


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ("can you get a higher score somehow?", True),
        ("could you score more?", True),
        ("what is the highest score you can get?", True),
        ("could you score 12?", True),
        ("can you tell me your score once more?", False),
        ("what is your score?", False),
        ("how many points do you have?", False),
    ],
)
def test_what_the_score_could_become_is_said_where_it_is_asked(text, more):
    could = " With your colors as I know them I can score 11." if more else ""
    assert asked(text, FREE) == [f"My score is 11.{could}{STANDS}"]


def test_no_score_is_promised_before_all_colors_are_known_or_with_a_conflict():
    (unknown,) = asked("could you score more?", replace(FREE, beliefs={"h2": "red"}))
    assert "I can score" not in unknown
    (stuck,) = asked("could you score more?", replace(FREE, beliefs={"h2": "green", "h5": "red"}))
    assert stuck.startswith(
        "Apart from conflicts, my score is 11. With your colors as I know them I can"
    )
