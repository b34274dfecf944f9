"""What a message takes back for something else: questions are asked once, offers have the last color."""

import pytest

from agents.coloring.messages import Accept, ConditionalOffer, FeasibilityQuery, Reject
from agents.coloring.situation import NodeColor
from agents.coloring.talk.translation import translate
from agents.coloring.talk.understanding import understand
from tests.agents.coloring.speakers import SITUATION, VIEW

from ..people.test_deals import shown
from .test_translation import DEAL, ONE, if_then, made
from .test_translation import VIEW as HUMAN


def read(text):
    """Return demands, reports and suppositions of a text."""
    understood = understand(text, VIEW, SITUATION)
    stated = [("D", pair.node, pair.color) for pair in understood.demands]
    stated += [("R", *pair) for pair in understood.reports.items()]
    supposed = [pair for one in understood.questions for pair in one.supposed]
    return stated + [("Q", pair.node, pair.color) for pair in supposed]


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("can you make b2 red? no, I meant b1 red", "can you make b1 red?"),
        ("could you do b2 red? wait, I mean blue", "could you do b2 blue?"),
        ("Can b2 be red? No, I meant b1.", "Can b1 be red?"),
        ("would h2 red work? sorry, I meant h5 red", "would h5 red work?"),
        (
            "can you make b2 red if I take h2 blue? oops, b2 green",
            "can you make b2 green if I take h2 blue?",
        ),
    ],
)
def test_a_question_that_is_corrected_is_asked_once(text, plain):
    assert read(text) == read(plain) != []


@pytest.mark.parametrize("text", ["would h2 red work? h5 is red", "would h2 red work? No, h5 is red"])
def test_what_corrects_nothing_is_said_beside_it(text):
    assert len(read(text)) == 2


@pytest.mark.parametrize(
    "text",
    [
        "If a5 is blue I'll make h1 green, h4 red... no, h4 blue",
        "If a5 is red, no wait, blue, I'll make h1 green and h4 blue",
        "I offer h1 green and h4 red. Sorry, I mean h4 blue. If a5 is blue.",
        "I'll make h4 blue and h1 red, oops, h1 green if you make a5 blue",
        "If you make a5 blue I'll make h1 green and h4 red. Sorry, I meant h4 blue.",
    ],
)
def test_an_offer_has_the_color_that_corrects_another(text):
    (move,) = made(text)
    assert {*move.conditions} == {NodeColor("a5", "blue")}
    assert {*move.assignments} == {NodeColor("h1", "green"), NodeColor("h4", "blue")}


def test_an_offer_with_a_corrected_condition_is_one():
    assert made("I offer h4 red, sorry, h4 blue if a5 is red") == [if_then("a5r", "h4b")]


@pytest.mark.parametrize(
    "text",
    [
        "I'd like a5 to be blue, then I could use red on h4. possible?",
        "if you make a5 blue I make h4 red. Is that possible?",
        "I make h4 red if you make a5 blue, doable?",
    ],
)
def test_terms_of_which_it_is_asked_whether_they_are_possible_bind_nobody(text):
    (query,) = made(text)
    assert isinstance(query, FeasibilityQuery)
    assert {*query.conditions} == {NodeColor("a5", "blue"), NodeColor("h4", "red")}


@pytest.mark.parametrize(
    ("text", "at", "kind", "rest"),
    [
        (
            "I accept your offer. Can we also have a2 red, is that possible?",
            ONE,
            Accept,
            "Can we also have a2 red, is that possible?",
        ),
        ("I accept. Possible?", ONE, Accept, "Possible?"),
        (
            "I end our deal. And a2 red, would that be possible?",
            DEAL,
            Reject,
            "And a2 red, would that be possible?",
        ),
        (
            "I offer h1 blue if a5 is green. And can a4 be red - is that feasible?",
            DEAL,
            ConditionalOffer,
            "And can a4 be red - is that feasible?",
        ),
    ],
)
def test_what_is_said_before_a_question_whether_something_is_possible_is_kept(text, at, kind, rest):
    found = translate(text, HUMAN, at, "Agent1")
    assert ([type(move) for move in found.moves], found.rest) == ([kind], rest)


@pytest.mark.parametrize("text", ["I need b2 blue. possible?", "I'd like b2 blue, doable?"])
def test_a_wish_of_which_it_is_asked_whether_it_is_possible_demands_nothing(text):
    assert read(text) == [("Q", "b2", "blue")]


def test_words_beside_what_is_read_back_are_read_back():
    line = "Agent1: I'll make h4 red if you make a4 green. What is your score?\n"
    text = shown(f"announce\nsend\n{line}", mode="RB")
    assert 'I color h4 red. And in your words: "What is your score?"' in text


@pytest.mark.parametrize(
    "otherwise",
    [
        ", and h1 red otherwise",
        ", else h1 red",
        ". Otherwise I make h1 red.",
        ", otherwise I keep it red",
        ", if not I'll set h1 red",
    ],
)
def test_what_is_so_if_an_offer_is_not_taken_is_no_part_of_it(otherwise):
    assert made(f"I'll make h1 blue if you make a5 green{otherwise}") == [if_then("a5g", "h1b")]
    text = f"I'll make h2 blue if you make b2 green{otherwise.replace('h1', 'h2')}"
    understood = understand(text, VIEW, SITUATION)
    assert not understood.reports
    assert not understood.demands


def test_a_demand_with_another_one_otherwise_is_asked_about():
    assert understand("make b2 green if you can, otherwise b2 red", VIEW, SITUATION).doubts
