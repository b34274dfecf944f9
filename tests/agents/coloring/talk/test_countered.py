"""Consent on a condition, which is another offer, and refusals that want a better one."""

import pytest

from agents.coloring.messages import Accept
from agents.coloring.talk.translation import translate
from agents.coloring.talk.understanding import understand
from tests.agents.coloring.speakers import SITUATION
from tests.agents.coloring.speakers import VIEW as AGENT2

from .test_translation import ONE, THEIRS, VIEW, if_then, made, situation


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("I accept if you also promise a2 stays blue until the end", "a5g a2b"),
        ("I'll take offer 1, but only if you never change a4 again", "a5g a4r"),
        ("ok, deal, provided you keep a2 as it is", "a5g a2r"),
        ("accepted, as long as a4 is blue", "a5g a4b"),
        ("I accept your offer if you make a5 red instead", "a5r"),
        ("I accept if a2 stays as it is and a4 becomes blue", "a5g a2r a4b"),
        ("I accept provided a2 stays, and make a4 green too", "a5g a2r a4g"),
        ("I accept if a2 stays and a4 becomes blue", "a5g a2r a4b"),
    ],
)
def test_consent_on_a_condition_is_an_offer_of_both(text, asked):
    assert made(text) == [if_then(asked, "h1b")]


@pytest.mark.parametrize(
    "text",
    [
        "ok, deal, but only if a5 is not red",
        "I accept if I can keep h1 red",
        "I accept if you go",
        "I accept if you never change a2 and h4 is red",
        "I accept if you never change a2 or a4",
    ],
)
def test_consent_on_a_condition_without_a_color_to_give_is_asked_about(text):
    found = translate(text, VIEW, ONE, "Agent1", deals_only=True)
    assert not found.moves
    assert found.refused


@pytest.mark.parametrize(
    "text",
    [
        "ok, deal if you don't mind",
        "I accept if you want",
        "I accept it if you like",
        "I accept if it is ok for you",
        "I agree if you make a5 green",
    ],
)
def test_polite_consent_and_consent_to_what_is_offered_accept(text):
    assert made(text, situation(ONE.offers[0])) == [Accept(refers_to=THEIRS)]


@pytest.mark.parametrize("text", ["I accept if you make a2 red", "I'd take a5 green if you want"])
def test_without_an_offer_there_is_nothing_to_counter(text):
    assert not translate(text, VIEW, situation(), "Agent1", deals_only=True).refused


@pytest.mark.parametrize(
    "text",
    ["I'm not giving up h5 red", "I won't give up red on h5", "I will not part with h5 red"],
)
def test_a_color_that_is_not_given_up_is_kept(text):
    (reading,) = understand(text, AGENT2, SITUATION).readings
    assert (reading.kind, reading.node, reading.color) == ("required", "h5", "red")


def test_a_color_that_has_its_price_is_liked():
    (reading,) = understand("I won't give up h5 blue for nothing", AGENT2, SITUATION).readings
    assert (reading.kind, reading.node, reading.color) == ("preference", "h5", "blue")


@pytest.mark.parametrize(
    "text",
    [
        "I'm not giving up h5 red. Offer me something better",
        "h5 must stay red. Make me a better offer.",
        "h5 is red. Can you make me an offer?",
    ],
)
def test_an_offer_is_wanted_beside_other_words(text):
    asked = [(one.kind, one.subject) for one in understand(text, AGENT2, SITUATION).questions]
    assert asked == [("offers", "wanted")]
