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
    """The opposite of a claim that was once false in bargaining modes."""
    monkeypatch.setattr(Position, "could_alone", True)
    wrong = [one for seed in range(3) for one in checked_game("LLM_C", "study", "talks", seed)[1]]
    lies = {one.sentence for one in wrong if one.problem == "false"}
    assert "I can solve this on my side; you need not change anything." in lies
