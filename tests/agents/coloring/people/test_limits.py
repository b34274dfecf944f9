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
