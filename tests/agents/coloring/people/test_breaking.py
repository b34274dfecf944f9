"""What would break a deal with another neighbor, and what is said of it."""

import io
import re

import pytest

from agents.coloring.messages import Accept, ConditionalOffer
from agents.coloring.people.breaking import check_deals
from agents.coloring.people.terminals import Terminals
from agents.coloring.runner import play
from agents.coloring.situation import NodeColor, Offer
from agents.errors import InputError
from agents.world import TraceDb

from ..support import at, seen
from .test_leaving import leave, settings
from .test_terminal import game

TEAM = {"mode": "RB", "topology": "random:clusters=3,nodes=5,seed=623"}
#: h5 is agreed blue with Agent2, and Agent1 offers other colors of it.
DEAL = "announce\nsend\noffer Agent2: h5=blue if b1=green\n"
WAY_OUT = 'would break your deal with Agent2 (h5 blue); "Agent2: I end our deal" ends it first'


def shown(lines):
    return re.sub(r"\s+", " ", game(f"{lines}finish\n", **TEAM)[1])


@pytest.mark.parametrize(
    "line", ["offer Agent1: h5=green if a4=blue", "Agent1: if you color a4 blue I color h5 green"]
)
def test_an_offer_against_a_deal_with_another_is_refused_with_the_way_out(line):
    text = shown(f"{DEAL}{line}\nyes\nAgent1: what is our deal?\n")
    assert f"not sent: to offer Agent1 h5 green {WAY_OUT}" in text
    assert "Agent1: I accept your offer" not in text


@pytest.mark.parametrize("line", ["accept 1", "Agent1: I accept", "I accept"])
def test_an_acceptance_against_a_deal_with_another_is_refused_with_the_way_out(line):
    text = shown(f"{DEAL}send\n{line}\nyes\n")
    assert "Agent1 colors a4 blue (it would break your deal with Agent2 (h5 blue))" in text
    assert f"not sent: to accept offer 1 (h5 red) {WAY_OUT}" in text


def test_a_deal_that_is_ended_in_the_same_line_stands_against_nothing():
    text = shown(f"{DEAL}send\nAgent2: I end our deal; accept 1\nyes\n")
    assert "Agreed: you color h5 red, Agent1 colors a4 blue." in text
    assert "would break your deal with Agent2 (h5 blue);" not in text


def test_of_two_acceptances_that_contradict_each_other_the_void_one_is_told():
    both = "offer Agent2: h5=blue if b1=green; offer Agent1: h5=green if a4=blue\n"
    text = shown(f"announce\nsend\n{both}")
    assert "Agreed: you color h5 green, Agent1 colors a4 blue." in text
    void = "Your offer was accepted by Agent2 (h5 blue), but it made no deal: your deal with Agent1"
    assert f"{void} (h5 green) came first." in text
    assert text.count(void) == 1


def test_a_void_acceptance_is_not_told_again_when_the_game_is_continued():
    both = "offer Agent2: h5=blue if b1=green; offer Agent1: h5=green if a4=blue\n"
    source, shown = io.StringIO(f"announce\nsend\n{both}\n\nfinish\n"), io.StringIO()
    made = settings(**TEAM)
    with TraceDb(":memory:") as trace:
        for progress in (leave(6), None):
            seat = Terminals(made.people(), source, shown)
            seat.resume(trace, made.run_id())
            ended = play(made, trace, seat=seat, **({"progress": progress} if progress else {}))
    text = re.sub(r"\s+", " ", shown.getvalue())
    assert ended.stop_reason == "finished"
    assert "The game continues where it was left." in text
    assert text.count("but it made no deal") == 1


def test_an_offer_in_the_place_of_a_deal_is_not_refused_with_that_deal():
    text = shown(f"{DEAL}@Agent2 offer: b1 blue for h5 green\nyes\n")
    assert "That would end our deal (b1 green for h5 blue)." in text
    assert "Agent2: I reject your offer, because h5 would be green, h4 is red," in text
    assert "committed" not in text


@pytest.mark.parametrize("to", ["To both: ", "", "Agent2: "])
def test_an_offer_to_two_neighbors_is_refused_and_loses_no_condition(to):
    words = "I will make h5 blue if a4 becomes red and b1 stays green"
    text = shown(f"send\nannounce\nsend\n{to}{words}\nyes\nyes\n")
    assert "an offer goes to one neighbor, but a4 is a node of Agent1 and b1 is a node of Agent2" in text
    assert "If you color b1 green, I color h5 blue" not in text


@pytest.mark.parametrize("line", ["Agent2: make b1 red", "Agent2: please color b1 red"])
def test_a_request_against_a_deal_with_the_same_neighbor_is_refused_with_the_way_out(line):
    text = re.sub(
        r"\s+", " ", game(f"{DEAL}send\n{line}\nyes\nfinish\n", **{**TEAM, "mode": "LLM_RB"})[1]
    )
    kept = 'not sent: your deal with Agent2 keeps b1 green; "Agent2: I end our deal" ends it first'
    assert kept in text
    assert "That would end our deal" not in text


def test_a_request_beside_the_end_of_the_deal_is_read_back():
    line = "Agent2: I end our deal. Make b1 red."
    text = re.sub(r"\s+", " ", game(f"{DEAL}send\n{line}\nfinish\n", **{**TEAM, "mode": "LLM_RB"})[1])
    assert "I end our deal. Please color b1 red." in text


def test_a_request_beside_an_acceptance_that_replaces_the_deal_is_not_refused():
    view = seen("Human")

    def pair(node, color):
        return (NodeColor(node, color),)

    deal = Offer("d", "Human", "Agent2", pair("b2", "green"), pair("h2", "blue"), status="accepted")
    other = Offer("o", "Agent2", "Human", pair("h2", "red"), pair("b2", "red"))
    now = at(view, "rbgrr", offers=(deal, other))
    request = ConditionalOffer(offer_id="r", conditions=pair("b2", "red"), assignments=())
    check_deals(view, now, {"Agent2": [Accept(refers_to="o"), request]})
    with pytest.raises(InputError, match="keeps b2 green"):
        check_deals(view, now, {"Agent2": [request]})
