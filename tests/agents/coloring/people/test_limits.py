"""Limits and deals at the terminal: questions against a deal name it, and it ends limits against it."""

from __future__ import annotations

import pytest

from .test_deals import shown

START = "h1=red; h2=blue; h4=green; h5=red\nsend\n"
DEAL = "announce\nsend\nAgent1: I keep h1 red if you make a2 blue\nyes\n"


def said(lines, mode="LLM_F"):
    return shown(f"{START}{lines}", mode=mode)


@pytest.mark.parametrize("mode", ["RB", "LLM_F"])
def test_a_deal_against_a_limit_ends_the_limit_and_says_so(mode):
    text = said(f"Agent1: a2 must not be blue\n{DEAL}Agent1: what have I ruled out?\n", mode)
    before, agreed, after = text.partition("I accept your offer.")
    assert "Noted: a2 cannot be blue." in before
    assert agreed
    assert "Noted: a2 may be blue again." in after
    assert "No limit of yours stands now." in after


@pytest.mark.parametrize(
    "question", ["could you do a2 green instead?", "can a2 be green?", "could you make a2 red or green?"]
)
def test_a_question_against_a_deal_names_the_deal(question):
    text = said(f"{DEAL}Agent1: {question}\n")
    assert 'No, we agreed on a2 blue. Say "I end our deal" if you want to change that.' in text
    assert "tell me if you want that" not in text


def test_a_question_about_a_color_that_the_person_has_promised_names_the_deal():
    text = said(f"{DEAL}Agent1: can you live with h1 green?\nAgent1: what could a2 be?\n")
    assert "No, we agreed on h1 red." in text
    assert "a2 has to stay blue because of a deal." in text


DEMAND = "h1=green; h2=red; h4=red; h5=blue\nsend\nannounce\nsend\nAgent2: keep b2 as it is\n"
ENDED = "Our deal ends your demand for b2 green."


@pytest.mark.parametrize("mode", ["RB", "LLM_U"])
def test_a_deal_against_a_demand_ends_the_demand_for_good_and_says_so(mode):
    text = shown(
        f"{DEMAND}Agent2: what did I demand?\noffer Agent2: h2=blue if b2=red\npass\n"
        "I end our deal\nyes\nAgent2: what did I demand?\n",
        mode=mode,
    )
    before, agreed, after = text.partition(ENDED)
    assert "You asked for b2 green." in before
    assert agreed, text
    assert "No demand of yours binds a node of mine that you see." in after
    assert ENDED not in after
    assert "You asked for b2" not in after


@pytest.mark.parametrize("offer", ["h2=red if b2=green", "h5=blue"])
def test_a_deal_that_gives_a_demanded_node_no_other_color_ends_no_demand(offer):
    ending = "I end our deal\nyes\nAgent2: what did I demand?\n"
    text = shown(f"{DEMAND}offer Agent2: {offer}\npass\n{ending}", mode="LLM_U")
    assert "Our deal ends" not in text
    assert "You asked for b2 green." in text
