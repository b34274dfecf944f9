"""Questions about offers, answered from the offers that there are."""

import pytest

from agents.coloring.deciding.truth import Evidence
from agents.coloring.deciding.truth.sentences import holds
from agents.coloring.modes import MODES
from agents.coloring.situation import NodeColor, Offer
from agents.coloring.talk.answers import answers
from agents.coloring.talk.hearing.subjects import with_subject
from agents.coloring.talk.understanding import understand

from ..support import at, seen
from .test_deals import OFFERED, shown

VIEW = seen("Agent1")
BEGUN = "h1=red; h2=green; h4=blue; h5=red\nsend\nannounce\nsend\n"
REJECTED = "You offered h1 blue for a2 green; I rejected it, and my reason then was: h1 would be blue"


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    "words",
    ["what did I offer?", "which offer did you reject?", "did you accept my offer?", "list my offers"],
)
def test_what_became_of_an_offer_is_told_in_every_mode(mode, words):
    text = shown(
        f"{BEGUN}offer Agent1: h1=blue if a2=green\nAgent1: {words}\n", mode=mode, topology="small"
    )
    assert f"Agent1: {REJECTED}" in text


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("what did I offer?", "You have made me no offer in this round."),
        ("which offers are open?", "There is no open offer between us."),
        ("which offer did you reject?", "I have rejected no offer of yours in this round."),
        ("what did you offer me?", "I have made you no offer in this round."),
        ("what have we agreed?", "We have no deal."),
    ],
)
def test_without_an_offer_that_is_said(mode, words, said):
    assert f"Agent1: {said}" in shown(f"{BEGUN}Agent1: {words}\n", mode=mode, topology="small")


@pytest.mark.parametrize(
    "words",
    [
        "list my offers and yours",
        "show your offers and mine",
        "what did you offer and what did I offer?",
        "what did you and I offer?",
    ],
)
def test_the_offers_of_both_sides_are_told(words):
    text = " ".join(shown(f"{BEGUN}Agent1: {words}\n", mode="LLM_C", topology="small").split())
    assert "You have made me no offer in this round. I have made you no offer in this round." in text


@pytest.mark.parametrize("words", ["what offers are open?", "make me an offer", "what did I offer?"])
def test_before_bargaining_there_are_no_offers(words):
    text = shown(f"send\nAgent1: {words}\n")
    assert "Agent1: Offers can be made only after bargaining has started." in text


@pytest.mark.parametrize(
    ("mode", "said"),
    [
        ("RB", "I have no offer for you now."),
        ("LLM_C", "I make no offers of my own in this game, but I answer yours."),
    ],
)
@pytest.mark.parametrize("words", ["make me an offer", "can you give me another offer?"])
def test_who_makes_no_offer_says_so_and_what_would_work(mode, said, words):
    text = shown(f"{BEGUN}Agent1: {words}\n", mode=mode, topology="small")
    assert f"Agent1: {said} Any colors of h1 and h4 work for me" in text


@pytest.mark.parametrize(
    "words", ["make me an offer", "what did you offer me?", "are there any open offers?"]
)
def test_an_open_offer_is_told_with_its_number(words):
    text = shown(f"{OFFERED}Agent1: {words}\n", mode="RB", seed=101)
    assert "I offered a2 blue, a4 blue and a5 red for h4 green (offer 1); it is open." in text


def test_a_deal_is_told_as_what_became_of_the_offer():
    text = shown(f"{OFFERED}accept 1\nAgent1: what did you offer me?\n", mode="RB", seed=101)
    assert "for h4 green (offer 1); we have agreed on it." in text


def one(offer_id="offer_Human_Agent1_1_0", **changes):
    terms = {"conditions": (NodeColor("a2", "blue"),), "assignments": (NodeColor("h1", "red"),)}
    return Offer(offer_id, "Human", "Agent1", **terms, step_sent=1, **changes)


def told(words, *offers):
    situation = at(VIEW, "gbrgr", beliefs={"h1": "red", "h4": "blue"}, offers=offers, phase="bargain")
    questions = [with_subject(each, words) for each in understand(words, VIEW, situation).questions]
    return " ".join(each.text for each in answers(questions, VIEW, situation, "Human"))


def test_a_rejection_whose_reason_is_gone_is_told_with_what_it_was():
    """Recomputed now, nothing speaks against the offer."""
    was = one(status="rejected", step_closed=2, reason_closed="h1 would be red and h4 is red")
    text = told("why did you reject my offer?", was)
    assert "I rejected it, and my reason then was: h1 would be red and h4 is red." in text
    assert "I can color my part without a conflict." in text
    assert told("why did you reject my offer?") == "I have rejected no offer of yours in this round."


def test_the_end_of_a_deal_is_no_rejection_of_an_offer():
    ended = one(
        status="rejected", step_closed=2, reason_closed="without it I would have fewer conflicts"
    )
    assert (
        told("which offer did you reject?", ended) == "I have rejected no offer of yours in this round."
    )
    assert told("what did I offer?", ended).endswith("; that deal has ended.")


@pytest.mark.parametrize(
    ("status", "reason", "fate"),
    [
        ("pending", "", "it is open"),
        ("accepted", "", "we have agreed on it"),
        ("rejected", "h4 is blue", "I rejected it, and my reason then was: h4 is blue"),
        ("rejected", "answered by a counter-offer", "I answered it by another offer"),
        ("rejected", "Agent1 is bound by another deal", "it came to nothing because of another deal"),
        ("rejected", "ends_deal", "that deal has ended"),
        ("withdrawn", "", "you took it back"),
        ("superseded", "replaced by o", "another deal has replaced it"),
        ("expired", "not answered in 5 steps", "it was not answered in time"),
    ],
)
def test_only_what_became_of_an_offer_is_true_of_it(status, reason, fate):
    offer = one(status=status, reason_closed=reason)
    after = at(VIEW, "gbrgr", offers=(offer,), phase="bargain")
    shown_to = Evidence(VIEW, at(VIEW, "gbrgr"), after, "Human")
    said = "You offered h1 red for a2 blue [offer_Human_Agent1_1_0]; {}."
    assert told("what did I offer?", offer) == said.format(fate)
    assert holds(said.format(fate), shown_to)
    others = {"it is open", "we have agreed on it", "I rejected it", "you took it back"} - {fate}
    others -= {fate.partition(",")[0]}
    assert not any(holds(said.format(other), shown_to) for other in others)
    assert not holds(said.format(fate).replace("a2 blue", "a2 green"), shown_to)
    assert not holds(said.format(f"{fate}, and my reason then was: h1 is red"), shown_to)


@pytest.mark.parametrize(
    "words", ["can I make an offer?", "I have an offer for you", "do you want an offer?"]
)
def test_who_has_an_offer_asks_for_none(words):
    situation = at(VIEW)
    assert "offers" not in {one.kind for one in understand(words, VIEW, situation).questions}
