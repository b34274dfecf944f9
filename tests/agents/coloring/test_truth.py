"""Every claim of agents is recomputed from the trace, for a thousand games in ``bench/truth.py``."""

import pytest

from agents.coloring.deciding import speaking
from agents.coloring.deciding.position import Position
from agents.coloring.deciding.truth import Checked
from agents.coloring.modes import MODES
from agents.coloring.studies.games import random_topologies

from .games import checked_game

TOPOLOGIES = ("study", *random_topologies(3, 11))


@pytest.mark.parametrize("human", ["talks", "emulator", "none"])
@pytest.mark.parametrize("mode", MODES)
def test_agents_say_nothing_false(mode, human):
    seed = sorted(MODES).index(mode)
    count, wrong, _ = checked_game(mode, TOPOLOGIES[seed % 4], human, seed, steps=12)
    assert wrong == []
    assert count > 0


def test_an_offer_is_called_needless_only_after_the_deals_of_the_turn():
    """A deal accepted in the same turn bound more, and the conflict came back."""
    topology = "random:clusters=5,nodes=9,colors=3,links=3,density=0.3,fixed=0,person=1,seed=5000047"
    assert checked_game("LLM_RB", topology, "none", 203, steps=6)[1] == []


ALONE = "I can solve this on my side; you need not change anything."


@pytest.fixture
def lies(monkeypatch):
    """Agents who believe that they can solve everything alone: once an error in bargaining modes."""
    monkeypatch.setattr(Position, "could_alone", True)

    def play():
        wrong = [one for seed in range(3) for one in checked_game("LLM_C", "study", "talks", seed)[1]]
        return {
            problem: {one.sentence for one in wrong if one.problem == problem}
            for problem in {one.problem for one in wrong}
        }

    return play


def test_a_false_sentence_is_not_said_and_the_trace_shows_it(lies):
    problems = lies()
    assert list(problems) == ["left out by the guard"]
    assert any(ALONE in claims for claims in problems["left out by the guard"])


def test_a_planted_lie_is_seen_in_the_trace(lies, monkeypatch):
    monkeypatch.setattr(speaking, "_only_true", lambda _, messages: Checked(messages, []))
    assert ALONE in lies()["false"]
