"""Questions for the colors of all nodes of one side, and what the agent meant."""

import pytest

from agents.coloring.talk.answers import answers
from agents.coloring.talk.learned import second_opinion
from agents.coloring.talk.understanding import understand
from tests.agents.coloring.support import at, seen

VIEW = seen("Agent1")
SITUATION = at(VIEW, "gbrgr", beliefs={"h1": "red", "h4": "blue"}, phase="bargain")
SAID = "a2 is blue. a4 is green. a5 is red."


def asked(text, said=SAID):
    about = ("a2", "a4", "a5") if said == SAID else ()
    read = understand(text, VIEW, SITUATION, about=about, said=said)
    return second_opinion(read, VIEW, SITUATION, said=said).questions


def told(text, said=SAID):
    situation = SITUATION.but(flow={"said": said})
    return " ".join(one.text for one in answers(asked(text, said), VIEW, situation, "Human"))


@pytest.mark.parametrize(
    "text",
    [
        "what colors do I have?",
        "what colors do you think I have?",
        "which colors are my nodes?",
        "what do you believe about my nodes?",
        "what are my colors?",
    ],
)
def test_the_colors_of_the_person_are_told_as_they_are_known(text):
    assert told(text) == "As far as I know h1 is red. As far as I know h4 is blue."


@pytest.mark.parametrize(
    "text",
    [
        "what are your colors?",
        "what colors do you have?",
        "May I please know which colors are your nodes?",
        "tell me your colors",
        "what colors do your nodes have right now?",
    ],
)
@pytest.mark.parametrize("said", [SAID, "As far as I know h4 is blue."])
def test_the_colors_of_all_nodes_that_the_person_sees_are_told(text, said):
    assert told(text, said) == SAID


@pytest.mark.parametrize(
    "text",
    [
        "tell me your colors and mine",
        "show me my colors as well as yours",
        "which colors are mine and which are yours?",
        "what colors do I have and what are yours?",
        "list my and your colors",
    ],
)
def test_the_colors_of_both_sides_are_told(text):
    assert told(text) == f"As far as I know h1 is red. As far as I know h4 is blue. {SAID}"


@pytest.mark.parametrize("text", ["which colors did I have?", "what colors did I use?"])
def test_of_colors_that_were_the_present_ones_are_told_as_such(text):
    assert told(text) == "As far as I know h1 is red now. As far as I know h4 is blue now."


@pytest.mark.parametrize("text", ["what is h4 according to you?", "which color do you think h4 has?"])
def test_the_color_of_one_node_is_told_as_it_is_known(text):
    assert told(text) == "As far as I know h4 is blue."


@pytest.mark.parametrize(
    "text",
    ["what colors can I have?", "what colors do you need?", "which colors do you want me to use?"],
)
def test_what_could_be_is_another_question(text):
    assert "Q4" not in [one.kind for one in asked(text)]


@pytest.mark.parametrize(
    "text", ["what do you mean?", "What do you mean by that?", "huh?", "sorry, I don't understand that"]
)
def test_what_was_meant_is_explained_with_how_things_stand(text):
    said = "Any colors of h1 and h4 work for me, except h1 blue."
    text = told(text, said)
    assert text.startswith("Colors work for me if I can then color my nodes without a conflict. ")
    assert "My a2 is blue, a4 is green and a5 is red. Your h1 is red and h4 is blue." in text
    assert text.endswith('You may ask why, as in "why is a2 blue?".')


def test_before_anything_was_said_nothing_is_explained():
    assert asked("what do you mean?", "") == ()
