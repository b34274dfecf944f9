"""What ends on a condition is asked about, and ends without one."""

from __future__ import annotations

import pytest

from agents.coloring.talk.grammar.interpretation import NO_CONDITIONS
from agents.coloring.talk.understanding import understand
from tests.agents.coloring.speakers import SITUATION, VIEW


@pytest.mark.parametrize(
    "text",
    [
        "b2 can be anything again. But only if h5 stays red",
        "ok fine, b2 can be anything again, but only if h5 stays red",
        "you may change b2 as long as h5 is red",
        "If h5 is red, b2 can be anything again.",
        "b2 can be anything again unless h5 is blue",
        "h2 can be green again, but only if b2 stays red",
    ],
)
def test_nothing_ends_on_a_condition(text):
    found = understand(text, VIEW, SITUATION)
    assert [one.reason for one in found.readings] == [NO_CONDITIONS]
    assert not found.questions


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("b2 can be anything again. h5 stays red.", "release"),
        ("b2 can be anything again, if you like", "release"),
        ("b2 can be anything again, even if h5 stays red", "release"),
        ("b2 can be anything again. What if h5 stays red?", "release"),
        ("b2 can be anything again. If h5 is red, I have a conflict.", "release"),
        ("b2 can be anything again. I'd like h5 red if possible.", "release"),
        ("h2 can be green again. h5 is red.", "retract"),
    ],
)
def test_what_is_said_beside_no_condition_ends(text, ends):
    kinds = [one.kind for one in understand(text, VIEW, SITUATION).readings]
    assert ends in kinds
    assert "doubt" not in kinds
