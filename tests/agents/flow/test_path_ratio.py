"""The sequential probability ratio test of paths: locks, unlocks, sticky votes."""

from __future__ import annotations

import math

import pytest

from agents.flow import PathPolicy, PathVotes
from agents.flow.path_policy import PathState
from bench.paths import simulate


def votes(paths="AB", log=None, **knobs):
    return PathVotes(paths, PathPolicy(policy="ratio", **knobs), log=log)


def test_the_posterior_is_that_of_bayes():
    counted = votes("ABC", accuracy=0.8)
    for candidate in "AABA":
        counted.vote(candidate)
    weights = {"A": 0.8**3 * 0.1, "B": 0.1**3 * 0.8, "C": 0.1**4}
    total = sum(weights.values())
    assert counted.posterior() == pytest.approx({p: w / total for p, w in weights.items()})


def test_it_locks_at_the_error_and_evidence_unlocks():
    log = []
    counted = votes(accuracy=0.8, max_error=0.1, log=lambda name, data: log.append(name))
    outcomes = [counted.vote(candidate) for candidate in "AABBBB"]
    assert outcomes == ["counted", "locked", "counted", "counted", "unlocked", "locked"]
    assert counted.state.active == "B"
    assert "path_unlock" in log
    again = PathState.model_validate_json(counted.state.model_dump_json())
    assert again == counted.state
    fixed = votes(accuracy=0.8, max_error=0.1, unlock=False)
    assert [fixed.vote(c) for c in "AAB"] == ["counted", "locked", "already locked"]


def test_a_confidence_weighs_if_it_is_calibrated():
    counted = votes(weighted=True, max_error=0.05)
    assert counted.vote("A", 0.6) == "counted"
    assert counted.vote("A", 0.97) == "locked"
    chance = votes(weighted=True)
    chance.vote("A", 0.1)
    assert chance.posterior() == pytest.approx({"A": 0.5, "B": 0.5})


def test_a_repeated_vote_says_less_if_votes_are_sticky():
    plain, sticky = votes(accuracy=0.7), votes(accuracy=0.7, repeats=0.5)
    for counted in (plain, sticky):
        counted.vote("A")
        counted.vote("A")
    assert sticky.posterior()["A"] < plain.posterior()["A"]
    ratio = 0.7 / 0.3 * (0.5 + 0.5 * 0.7) / (0.5 + 0.5 * 0.3)
    assert sticky.posterior()["A"] == pytest.approx(ratio / (1 + ratio))
    assert math.isclose(sum(sticky.posterior().values()), 1)


def test_a_choice_of_the_person_outweighs_votes():
    counted = votes(accuracy=0.7)
    counted.override("A")
    for _ in range(5):
        assert counted.vote("B") == "counted"
    assert counted.state.active == "A"
    counted.override(None)
    assert counted.posterior() == {"A": 0.5, "B": 0.5}


def test_a_single_path_locks_at_once():
    assert votes("A").vote("A") == "locked"


def test_with_unlocking_fewer_conversations_end_on_a_wrong_path():
    lead = simulate(PathPolicy(lock_threshold=3), 0.7, paths=2, runs=1500)
    ratio = simulate(PathPolicy(policy="ratio", max_error=0.15), 0.7, paths=2, runs=1500)
    assert ratio.final < lead.final / 2
    assert ratio.turns <= lead.turns * 1.1
