"""Sentences that mean something as a whole, and answers which colors are not wanted."""

from __future__ import annotations

import pytest

from agents.coloring.talk.learned import second_opinion
from agents.coloring.talk.understanding import understand
from tests.agents.coloring.speakers import SITUATION, VIEW

from .test_rephrased import read


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        # What was nearly done is not so.
        ("I was going to set h2 to blue, but I won't", ["negation h2 blue"]),
        ("I nearly made h2 blue", ["negation h2 blue"]),
        ("I wanted to make h2 blue but I changed my mind", ["negation h2 blue"]),
        # What is not wanted, and what is.
        ("the last thing I want is b2 red", ["negation b2 red"]),
        ("no way b2 stays green", ["negation b2 green"]),
        ("no way, b2 stays green?", ["refuse", "Q3 b2=green"]),
        ("I'd do anything for b2 red", ["preference b2 red"]),
        ("rather b2 red than b2 green", ["preference b2 red"]),
        ("could we avoid b2 blue?", ["Q1 b2"]),
        # What is not traded or promised, and what is.
        ("I refuse to make h2 blue for b2 red", []),
        ("I won't make h2 blue in return for b2 red.", []),
        ("if you don't make b2 red, I won't make h2 blue",
         ["hypothetical b2 red", "hypothetical h2 blue"]),
        ("I don't promise h2 blue", []),
        ("do you promise to keep b2 green?", ["demand b2 green"]),
        ("h2 is blue now and will not change", ["report h2 blue"]),
        # Suppositions without a color.
        ("what if neither h2 nor h5 is red?", ["Q2"]),
        ("what if I don't make h2 blue?", ["Q1 h2"]),
        ("who said b2 is green?", ["why b2=green"]),
        # Near these words something else is said.
        ("the last thing I need is b2 blue, then I am done", None),
        ("I almost set h2 free", None),
        ("I'd like to leave h2 for you", ["Q1 h2"]),
        ("the problem is that b2 is green and won't change", None),
        ("I doubt that h2 is blue and won't change", None),
        ("is there really no way h2 will be red?", ["Q3 h2=red"]),
        ("don't keep b2 green, no, don't keep it", None),
        ("not fair to keep b2 green", None),
        ("can you promise that h5 will be blue?", ["Q3 h5=blue"]),
        # Whether a color is needed, and whether it would not do.
        ("do you need h2 blue?", ["Q1 h2"]),
        ("does b2 have to be blue?", ["Q1 b2"]),
        ("is h2 blue the only way?", ["Q1 h2"]),
        ("isn't h2 blue ok?", ["Q3 h2=blue"]),
        ("I never agreed to h2 red", []),
        ("h2 red or h2 blue, whatever you like", ["preference h2 red", "preference h2 blue"]),
        ("dunno, either is ok, b2 red or b2 blue", ["preference b2 red", "preference b2 blue"]),
        ("I said h2 couldn't be green. Upon checking, that was an error. Please disregard it.",
         ["retract h2 green"]),
        # Limits that end in the same breath, and limits in other words.
        ("h5 can't be blue... wait it can. its red that doesnt work for h5",
         ["preference h5 blue", "forbidden h5 red"]),
        ("that h2 can't be green is not true any more", ["retract h2 green"]),
        ("that h2 cant be green is not true any more, it can be any color now", ["retract h2"]),
        ("h5 is going to be red no matter what", ["required h5 red"]),
        ("b2 can be anything you like, with the sole exception of red.", ["negation b2 red"]),
        ("keep b2 green. or no, dont keep it, change it, to anything else", ["negation b2 green"]),
        ("Can b2 be blue? Y/N.", ["Q3 b2=blue"]),
        ("h2 can't be blue, it's touching h3 and that one is nailed down.", ["forbidden h2 blue"]),
        ("h5 in {red, blue}.", ["forbidden h5 green"]),
        ("can u plz plz make b2 red", ["demand b2 red"]),
        ("I'm afraid not, I would like to leave h2 at blue.", ["refuse", "preference h2 blue"]),
        ("what colour is your b2 darling", ["Q4 b2"]),
        ("On what grounds do you refuse to touch b2?", ["why b2"]),
    ],
)  # fmt: skip
def test_a_sentence_says_as_a_whole_what_it_means(text, facts):
    found = read(text)
    if facts is None:
        # It is asked about, or not understood.
        assert all(one.startswith("doubt") for one in found)
    else:
        assert sorted(found) == sorted(facts)


@pytest.mark.parametrize(
    ("said", "text", "facts"),
    [
        ("Is there a color that you do not want on h2?", "Green, I'm afraid.", ["forbidden h2 green"]),
        ("Is there a color that you do not want on h2?", "uhh green. thats it i think",
         ["forbidden h2 green"]),
        ("Is there a color that you do not want on b2?", "jep, blue", ["negation b2 blue"]),
        ("Which colors can h2 not have?", "red and green", ["forbidden h2 red", "forbidden h2 green"]),
        ("Is there a color that you do not want on h2?",
         "Only green; with either of the others I should be content.", ["forbidden h2 green"]),
        ("Is there a color that you do not want on h2?", "red, but blue is ok", ["forbidden h2 red"]),
        ("Is there a color that you do not want on h2?", "Green, because of h3.",
         ["forbidden h2 green"]),
        # Answers that the question does not turn round.
        ("Is there a color that you do not want on h2?", "anything but green", ["forbidden h2 green"]),
        ("Is there a color that you do not want on h2?", "no", ["refuse"]),
        ("Which color of h2 do you want?", "red", ["report h2 red"]),
    ],
)  # fmt: skip
def test_colors_that_are_not_wanted_are_told_when_the_agent_asks_for_them(said, text, facts):
    about = tuple(node for node in ("h2", "b2") if node in said)
    understood = understand(text, VIEW, SITUATION, about=about, said=said)
    both = second_opinion(understood, VIEW, SITUATION, said=said)
    kinds = [" ".join(filter(None, (one.kind, one.node, one.color))) for one in both.readings]
    assert sorted(kinds) == sorted(facts)


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("I would rather have h2 blue. Is that ok?", ["Q3 h2=blue"]),
        ("I want h2 blue and h5 red, would that be fine?", ["Q3 h2=blue h5=red"]),
        ("I'd like b2 red. Would that work?", ["Q3 b2=red"]),
    ],
)
def test_a_wish_that_asks_whether_it_would_do_is_a_question(text, facts):
    assert read(text) == facts


def test_the_network_leaves_out_no_limit_of_a_node_that_it_passes_over():
    understood = understand("h2 can only be red or blue, h5 can be anything.", VIEW, SITUATION)
    both = second_opinion(understood, VIEW, SITUATION)
    assert {(one.kind, one.node) for one in both.readings} == {("forbidden", "h2"), ("retract", "h5")}
