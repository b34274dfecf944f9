"""Roundabout words, what is said besides of a node, "the same color", and parts that are each known."""

from __future__ import annotations

import pytest

from agents.coloring.talk.understanding import understand
from tests.agents.coloring.speakers import SITUATION, VIEW

_READ = [
    ("keep b2 green but give b3 the same color", "demand b2 green; demand b3 green"),
    ("h2 is blue, h5 has the same color", "report h2 blue; report h5 blue"),
    ("h2 is blue, so b2 must not have the same color", "report h2 blue; negation b2 blue"),
    ("would you mind changing b2?", "negation b2 green"),
    ("I was wrong about h2, it's actually green.", "report h2 green"),
    ("for me is necessary that h2 is red", "required h2 red"),
    ("I need h2 blue and h5 red", "required h2 blue; required h5 red"),
    ("no problem for me if b2 goes blue", "preference b2 blue"),
    ("b2 has to change, it's the same color as h2", "negation b2 green"),
    ("pls change b2, its the same as my h2", "negation b2 green"),
    ("b2 can't be blue, otherwise it clashes with h2 which is blue", "negation b2 blue; report h2 blue"),
    ("Red for b2 wouldn't bother me, blue neither.", "preference b2 red; preference b2 blue"),
    ("Both my nodes are green now, h2 and h5.", "report h2 green; report h5 green"),
    ("My colors: h2 blue. Yours should be b2 red", "report h2 blue; demand b2 red"),
    (
        "If I put h2 on blue and you moved b2 to red, I could agree.",
        "hypothetical h2 blue; hypothetical b2 red",
    ),
    ("b2 and h2 have the same color, please change b2", "negation b2 green"),
    ("you could make b2 blue, then I can keep h2 red", "hypothetical b2 blue; hypothetical h2 red"),
    ("h2 is red, so h2 must be red", "required h2 red"),
    # What is asked and what compares nodes stays what it is.
    ("would you mind if h2 is blue?", ""),
    ("is it ok if b2 goes blue?", ""),
    ("do h2 and b2 have the same color?", ""),
]


@pytest.mark.parametrize(("text", "meaning"), _READ)
def test_it_is_read_as_it_is_meant(text, meaning):
    readings = understand(text, VIEW, SITUATION).readings
    found = [" ".join(filter(None, (one.kind, one.node, one.color))) for one in readings]
    assert sorted(found) == sorted(filter(None, meaning.split("; ")))


@pytest.mark.parametrize(
    "text",
    [
        "h2 is red, sorry, h5 is blue",
        "h2 red, h5 blue, b2 green is fine",
        "make b2 blue - no sorry, h2 is red",
        "u = blue, me = h2 red h5 green. ok?",
    ],
)
def test_what_may_be_corrected_or_judged_is_asked_about(text):
    assert not understand(text, VIEW, SITUATION).of("demand", "report")
