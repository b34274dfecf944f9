"""Messages of players that were taken for the opposite of what they say, or for a part of it."""

from __future__ import annotations

import pytest

from agents.coloring.talk.learned import second_opinion
from agents.coloring.talk.understanding import understand
from tests.agents.coloring.speakers import SITUATION, VIEW

from .test_rephrased import read


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        # What a node is supposed to be no longer.
        ("would it help if I gave up red on h2?", ["Q1 h2"]),
        ("would it help if h2 wasn't red?", ["Q1 h2"]),
        ("would it help if I took h2 off red?", ["Q1 h2"]),
        ("could you do without green on b2?", ["negation b2 green"]),
        ("b2 has to leave green, so would red suit you?", ["negation b2 green", "Q3 b2=red"]),
        ("I want b2 to leave green", ["negation b2 green"]),
        ("h5 had better drop blue", ["forbidden h5 blue"]),
        ("h5 won't leave red", ["report h5 red"]),
        # A color that is denied behind a fact corrects nothing.
        ("h5 is green. So no green on b2.", ["report h5 green", "negation b2 green"]),
        ("b2 blue. no, red on b2", ["demand b2 red"]),
        # What was said once, and an exception that the agent does not see.
        ("I told you h5 would never be green and now it is.", ["report h5 green"]),
        ("Mine are all red right now, apart from h3.", ["report h2 red", "report h5 red"]),
        ("I have red on h2 and on h5.", ["report h2 red", "report h5 red"]),
        # Two nodes with one verb are supposed together.
        ("would h2 blue and h5 red get rid of your conflict?", ["Q3 h2=blue h5=red"]),
        # A limit that is taken back.
        ("I said h2 couldn't be green but I was wrong, it could", ["retract h2 green"]),
        ("I told you that h2 can't be green, and that was a mistake", ["retract h2 green"]),
        ("I only said I'd love it, h2 doesn't have to be red", ["retract h2"]),
        # A wish that asks is no limit.
        ("I'd love to keep h2 red and h5 red, is that ok for you guys?", ["Q3 h2=red h5=red"]),
        ("no, I won't budge on h2, it has to be red", ["refuse", "required h2 red"]),
        ("forget it, how many conflicts do you have?", ["Q5"]),
        ("what colours can you live with on my side?", ["Q2"]),
        ("which of my colors would be better for you?", ["Q2"]),
        ("does anything speak against h2 blue?", ["Q3 h2=blue"]),
        ("I'm keeping everything exactly as it is, you two work around me", ["report h2 red"]),
        # Corrections and colors of what is left.
        ("h5 green, hang on, I mean h5 red", ["report h5 red"]),
        ("I meant h5, it's going to be red", ["report h5 red"]),
        ("which colours are still open for b2?", ["Q1 b2"]),
        ("hi agent2, how are you today?", ["off_topic"]),
        ("couldn't be better", ["satisfied"]),
        # Colors that would do exclude no other one, and a limit has its reason beside it.
        ("for b2 I accept red as well as blue", ["preference b2 red", "preference b2 blue"]),
        ("b2 red? b2 blue? i can live with both", ["preference b2 red", "preference b2 blue"]),
        ("Red is no option for me on h5, and green isn't either.",
         ["forbidden h5 red", "forbidden h5 green"]),
        ("h5 has to be blue. My other nodes leave me no choice.", ["required h5 blue"]),
        ("My h5 will be blue no matter what, even if pigs fly.", ["report h5 blue"]),
        ("Not h2 but h5 is the one that can't be green.", ["forbidden h5 green"]),
        ("h5 is blue, ehh no wait, red. h5 is red", ["report h5 red"]),
        ("nah this coloring sucks", ["unsatisfied"]),
        # What a question supposes is not so, and it is supposed together.
        ("which b2 would you take then, with h2 green and h5 blue?", ["Q3 h2=green h5=blue"]),
        ("would h2 blue and h5 blue be okay with you, and what do you get then?",
         ["Q3 h2=blue h5=blue", "Q5"]),
        ("is there any setting of mine that you can't live with?", ["Q2"]),
        ("b2 had better not be red while I'm on those, ok?", ["negation b2 red"]),
        ("Scrap the thing about h2, I might need it red or blue.", ["retract h2"]),
        # Limits that end, and nodes that are exchanged.
        ("forget all my limits", ["retract h2"]),
        ("drop all my rules, please", ["retract h2"]),
        ("no, not b2, h5 is the one that must not be green", ["refuse", "forbidden h5 green"]),
        ("I turned h2 blue, oops, I mean h5", ["report h5 blue"]),
        ("won't touch h2", ["report h2 red"]),
        ("which of my nodes can you look at?", ["sees"]),
        ("my h2 I won't touch", ["report h2 red"]),
        ("With h5 changed to blue, would there be room for you to have b2 red?", ["Q3 h5=blue b2=red"]),
        ("Given a blue h5, could you still have b2 red?", ["Q3 h5=blue b2=red"]),
        ("Let me be precise: green is not an admissible value for node h5.", ["forbidden h5 green"]),
        ("There's exactly one color possible for h5 and that's red, sorry.", ["required h5 red"]),
        ("hmm, red at h5 would make me happier", ["preference h5 red"]),
        ("what's b2 showing at the moment", ["Q4 b2"]),
        ("h5 is red, i guess", ["doubt h5 red"]),
        ("h2 stays red. Blue works for me on b2, red too.",
         ["report h2 red", "preference b2 blue", "preference b2 red"]),
        ("h5 can't be red. sorry, can't be green", ["forbidden h5 green"]),
        ("I changed h5 to blue, oh silly me, I meant green.", ["report h5 green"]),
        ("h5 red won't work for you, will it?", ["Q3 h5=red"]),
        ("May I trouble you for blue on b2, please? And h5 is going to be green.",
         ["demand b2 blue", "report h5 green"]),
        ("The one of yours that touches my h5, make it blue please.", ["demand b2 blue"]),
    ],
)  # fmt: skip
def test_each_is_read_as_it_is_meant(text, facts):
    assert read(text) == facts


@pytest.mark.parametrize(
    ("said", "text", "facts"),
    [
        ("Shall I make b2 red or blue?", "nah, none of these two",
         {"negation b2 red", "negation b2 blue"}),
        ("I can make b2 red or blue. Which is better?", "the second one, since h5 stays red",
         {"demand b2 blue", "report h5 red"}),
        ("Shall I make b2 blue?", "No! h5 is blue. Make it red.",
         {"refuse", "report h5 blue", "demand b2 red"}),
        ("I make b2 red or b2 blue.", "take what you named last", {"demand b2 blue"}),
        ("h5 could be red or green.", "2nd", {"preference h5 green"}),
        ("I can make b2 red or blue. Which one is better?", "make it the second", {"demand b2 blue"}),
        ("I can make b2 red or blue. Which one is better?", "the first, if you'd be so kind",
         {"demand b2 red"}),
        ("Which colors on b2 would disturb you?", "green wouldn't, I'm fine with b2 having that",
         {"preference b2 green"}),
        ("Shall I make b2 red or blue?", "The first, if it's all the same to you.", {"demand b2 red"}),
        ("Do you have a wish for b2?", "nope do as u please", {"release b2"}),
        ("What do you want for b2?", "Red is what I'm asking for.", {"demand b2 red"}),
        ("I cannot make b2 red.", "Is blue possible there, or is that just as hard for you?",
         {"Q3 b2=blue"}),
        ("I would like h2 to be green.", "No, it can't be green: its neighbour h3 is green forever.",
         {"refuse", "forbidden h2 green"}),
        ("Can h5 be green?", "it can't, unfortunately", {"forbidden h5 green"}),
        ("I cannot make b2 red.", "Hmm, and blue, is this possible for you?", {"Q3 b2=blue"}),
        ("Which colors will h2 and h5 have?", "blue and green, in this order",
         {"report h2 blue", "report h5 green"}),
    ],
)  # fmt: skip
def test_an_answer_says_all_of_this(said, text, facts):
    about = tuple(node for node in ("h2", "h5", "b2") if node in said)
    assert facts <= {*read(text, said, about)}


def test_an_offer_that_avoids_a_color_is_asked_for_one():
    (doubt,) = understand("I could do h5 blue if you get b2 off green", VIEW, SITUATION).readings
    assert doubt.reason == "An offer needs a color for b2. Do you mean red or blue, for h5 blue?"


def test_the_network_asks_nothing_of_the_agent_where_both_nodes_of_the_person_are_meant():
    text = "Both of mine near you have to be blue, and don't ask me why, it's the others in my bit."
    read_again = second_opinion(understand(text, VIEW, SITUATION), VIEW, SITUATION)
    assert {one.node for one in read_again.readings} == {"h2", "h5"}


def test_the_network_likes_no_color_that_the_rules_rule_out():
    understood = understand("I'd rather not have h5 green", VIEW, SITUATION)
    read_again = second_opinion(understood, VIEW, SITUATION)
    assert [(one.kind, one.node, one.color) for one in read_again.readings] == [
        ("forbidden", "h5", "green")
    ]
