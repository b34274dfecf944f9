"""Who asks whether a node has a limit sets none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.agents.coloring.speakers import SITUATION, VIEW
from tests.agents.coloring.talk.hearing.test_later_words import say

PLAIN = replace(SITUATION, constraints=(), pins=())


@pytest.mark.parametrize(
    "text",
    [
        "should h2 never be blue? should it never be blue",
        "h2 can never be green, is that right? can it never be green",
        "must h2 never be blue",
        "is it true that h2 must be red?",
        "can h2 never be blue?",
        "h2 can never be blue, can it?",
    ],
)
def test_a_question_about_a_limit_is_answered_with_the_colors_that_work(text):
    heard = say(text, PLAIN)
    assert (heard.constraints, heard.reports, heard.replies) == ((), {}, ())
    (answer,) = heard.answers(VIEW, PLAIN)
    assert answer.text.startswith("h2 could be red, green or blue; that works for me.")


def test_the_network_reads_no_limit_in_words_in_the_order_of_a_question():
    assert say("hm, should h2 never be blue given that b2 touches it", PLAIN).constraints == ()


def test_a_statement_sets_a_limit():
    assert say("h2 can never be blue", PLAIN).constraints
