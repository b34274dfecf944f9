"""Every claim of agents is recomputed from the trace, for a thousand games in ``bench/truth.py``."""

import pytest

from agents.coloring.deciding.position import Position
from agents.coloring.modes import MODES
from agents.coloring.studies.study import random_topologies

from .truth import checked_game

TOPOLOGIES = ("study", *random_topologies(3, 11))


@pytest.mark.parametrize("human", ["talks", "emulator", "none"])
@pytest.mark.parametrize("mode", MODES)
def test_agents_say_nothing_false(mode, human):
    seed = sorted(MODES).index(mode)
    count, wrong, _ = checked_game(mode, TOPOLOGIES[seed % 4], human, seed, steps=12)
    assert wrong == []
    assert count > 0


def test_a_planted_lie_is_seen(monkeypatch):
    """The claim that was false in bargaining modes: "No" where the agent could help itself."""
    monkeypatch.setattr(Position, "could_alone", False)
    _, wrong, _ = checked_game("RB", "study", "talks", 9)
    assert any(one.sentence.startswith("No, your") and one.problem == "false" for one in wrong)
