"""What a person does next or keeps is reported; what it may do, and what it asks, is not."""

from __future__ import annotations

import pytest

from agents.coloring.talk.understanding import understand
from tests.agents.coloring.speakers import SITUATION, VIEW

_READ = [
    ("I am going to color h5 red next.", "report h5 red"),
    ("h2 will be blue then", "report h2 blue"),
    ("I know, I'll make h2 blue.", "report h2 blue"),
    ("ok then I change h2 to green", "agree; report h2 green"),
    ("I'm turning h5 green now", "report h5 green"),
    ("h2 is going to be blue, so please avoid blue on b2", "report h2 blue; negation b2 blue"),
    ("both of my nodes will be red", "report h2 red; report h5 red"),
    ("h2 stays red", "report h2 red"),
    # A refusal before it binds no further.
    ("No way, h5 stays green", "refuse; report h5 green"),
    ("never! h5 remains green", "refuse; report h5 green"),
    ("I keep h2 red, please make b2 blue", "report h2 red; demand b2 blue"),
    ("b2 blue pls, my h5 stays red", "demand b2 blue; report h5 red"),
    # A fact is told although it is asked about; a supposition is not.
    ("I have h2 red and h5 green now. Does that suit you?", "report h2 red; report h5 green"),
    ("h2 red, h5 green: would that suit you?", ""),
    # What may happen, what depends on something and what is asked are no decisions.
    ("I might make h2 blue", "preference h2 blue"),
    ("I could make h2 blue", "preference h2 blue"),
    ("maybe I'll make h2 blue", "preference h2 blue"),
    # With these a node cannot have another color.
    ("h2 has to stay red", "required h2 red"),
    ("I must keep h2 red", "required h2 red"),
    ("h2 stays red no matter what", "required h2 red"),
    ("I won't change h2 from red", "required h2 red"),
]


@pytest.mark.parametrize(("text", "meaning"), _READ)
def test_it_is_read_as_it_is_meant(text, meaning):
    readings = understand(text, VIEW, SITUATION).readings
    found = [" ".join(filter(None, (one.kind, one.node, one.color))) for one in readings]
    assert sorted(found) == sorted(filter(None, meaning.split("; ")))


@pytest.mark.parametrize(
    "text",
    [
        "should I make h2 blue?",
        "if I make h2 blue, will you keep b2 green?",
        "I'll make h2 blue, ok?",
        "I'll make h2 blue if you keep b2 green",
        "will h2 be blue?",
        "I won't make h2 blue",
        "h2 will not be blue",
        "I was going to make h2 blue",
        "what if h2 stays red",
        "do you think h2 will be blue",
        "I would rather have h2 blue. If you make b2 red, I make h2 blue.",
    ],
)
def test_what_is_not_decided_is_not_reported(text):
    assert understand(text, VIEW, SITUATION).reports.get("h2") != "blue"
