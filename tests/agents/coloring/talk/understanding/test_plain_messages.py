"""Messages without names: who is not content says so, and who does not know the game gets help."""

from __future__ import annotations

import pytest

from agents.coloring.talk.understanding import understand
from tests.agents.coloring.speakers import SITUATION, VIEW


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("I don't like this solution at all, we still have to fix something.", ["unsatisfied"]),
        ("This still doesn't work for me.", ["unsatisfied"]),
        ("still not happy with this", ["unsatisfied"]),
        ("not yet", ["unsatisfied"]),
        ("Great, we finished!", ["satisfied"]),
        ("yes, I'm satisfied", ["satisfied"]),
        ("what can I do here? I don't understand this game", ["help"]),
        ("Can you explain to me how this works, what should I type?", ["help"]),
        ("are you not satisfied?", []),
        ("why are you not happy?", []),
    ],
)
def test_it_is_taken_as_it_is_meant(text, kinds):
    assert sorted(one.kind for one in understand(text, VIEW, SITUATION).readings) == kinds


def test_not_yet_refuses_what_the_agent_asked_of_a_node():
    (reading,) = understand("not yet", VIEW, SITUATION, about=("b2",)).readings
    assert reading.kind == "refuse"
