"""Votes, locks, and what noise does to them (F3.1 to F3.11)."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.errors import InputError
from agents.flow import PathPolicy, PathVotes
from agents.flow.path_policy import PathState
from tests.agents.flow import naive

POLICIES = ["lead", "decay", "literal"]


def votes(policy="lead", threshold=2, paths="AB", log=None, **knobs):
    return PathVotes(paths, PathPolicy(policy=policy, lock_threshold=threshold, **knobs), log=log)


def locked_at(sequence, policy, threshold, **knobs):
    """The path that is locked and the turn, or None."""
    counted = votes(policy, threshold, **knobs)
    for turn, candidate in enumerate(sequence, 1):
        if counted.vote(candidate) == "locked":
            return counted.state.active, turn
    return None


@pytest.mark.parametrize(
    ("sequence", "threshold", "expected"),
    [
        # F3.8: flip-flops lock under "literal" alone, however long they go on.
        ("AB" * 20, 2, {"lead": None, "decay": None, "literal": ("A", 3)}),
        ("AA", 2, {"lead": ("A", 2), "decay": ("A", 2), "literal": ("A", 2)}),
        ("ABB", 2, {"lead": None, "decay": ("B", 3), "literal": ("B", 3)}),
        ("ABBB", 2, {"lead": ("B", 4), "decay": ("B", 3), "literal": ("B", 3)}),
        ("AABAA", 3, {"lead": ("A", 5), "decay": ("A", 5), "literal": ("A", 4)}),
    ],
)
def test_f3_8_the_sequences_under_all_three_policies(sequence, threshold, expected):
    for policy in POLICIES:
        assert locked_at(sequence, policy, threshold) == expected[policy], policy


def test_t18_the_tentative_path_is_not_the_active_one():
    counted = votes()
    counted.vote("A")
    state = counted.state
    assert (state.tentative, state.active, state.locked, state.current) == ("A", None, False, "A")
    counted.vote("A")
    assert (state.tentative, state.active, state.locked, state.current) == ("A", "A", True, "A")


def test_f3_1_defaults():
    policy = PathPolicy()
    assert (policy.policy, policy.lock_threshold, policy.allow_switch_before_lock) == ("lead", 2, True)
    assert (policy.confidence_threshold, policy.switch_margin, policy.decay) == (0.7, 0.0, 1.0)


@pytest.mark.parametrize(
    ("candidate", "confidence", "outcome"),
    [(None, None, "no candidate"), ("C", None, "unknown path"), ("A", 0.5, "low confidence")],
)
def test_f3_2_what_does_not_count_changes_no_vote(candidate, confidence, outcome):
    counted = votes("decay")
    counted.vote("A")
    before = counted.state.votes.copy()
    assert counted.vote(candidate, confidence) == outcome
    assert counted.state.votes == before
    assert counted.state.tentative == "A"


def test_f3_3_a_lock_is_final_but_for_an_override():
    counted = votes()
    for _ in range(2):
        counted.vote("A")
    assert counted.vote("B") == "already locked"
    assert counted.state.current == "A"
    counted.override("B")
    assert (counted.state.current, counted.state.locked) == ("B", True)
    counted.override(None)
    assert counted.state == PathState()
    with pytest.raises(InputError, match="expected one of A, B"):
        counted.override("C")


def test_f3_4_votes_may_weigh_their_confidence():
    counted = votes("literal", weighted=True)
    counted.vote("A", 0.75)
    counted.vote("A", 0.75)
    assert counted.state.votes == {"A": 1.5}
    assert not counted.state.locked
    assert counted.vote("A") == "locked"


def test_f3_4_decay_takes_from_all_others_and_never_below_zero():
    counted = votes("decay", threshold=9, paths="ABC")
    for candidate in "AABC":
        counted.vote(candidate)
    assert counted.state.votes == {"A": 0, "B": 0, "C": 1}


def test_f3_5_another_path_must_lead_to_become_tentative():
    counted = votes(threshold=9)
    seen = [counted.vote(c) and counted.state.tentative for c in "ABABB"]
    assert seen == ["A", "A", "A", "A", "B"]
    counted = votes(threshold=9, switch_margin=2)
    seen = [counted.vote(c) and counted.state.tentative for c in "ABBB"]
    assert seen == ["A", "A", "A", "B"]
    counted = votes("literal", threshold=9)
    assert [counted.vote(c) and counted.state.tentative for c in "ABA"] == ["A", "B", "A"]


@pytest.mark.parametrize("policy", POLICIES)
def test_f3_6_where_switching_is_not_allowed_others_count_and_cannot_lock(policy):
    counted = votes(policy, allow_switch_before_lock=False)
    for candidate in "ABBBBB":
        counted.vote(candidate)
    assert counted.state.tentative == "A"
    assert not counted.state.locked
    assert counted.state.votes["B"] == 5


def test_f3_9_every_vote_is_logged_with_its_reason():
    log = []
    counted = votes(log=lambda name, data: log.append((name, data)))
    for candidate, confidence in [
        ("A", 0.9),
        (None, None),
        ("B", 0.1),
        ("B", None),
        ("A", 1.0),
        ("A", 1),
    ]:
        counted.vote(candidate, confidence)
    told = [data for name, data in log if name == "path_vote"]
    assert [data["outcome"] for data in told] == [
        "counted",
        "no candidate",
        "low confidence",
        "counted",
        "counted",
        "locked",
    ]
    assert all(data["reason"] for data in told)
    assert told[0]["reason"] == "lead 1 of 2"
    assert ("lock", {"path": "A", "votes": {"A": 3.0, "B": 1.0}}) in log


@pytest.mark.parametrize(
    ("config", "named"),
    [
        ({"lock_threshold": "2"}, "lock_threshold='2'"),
        ({"lock_threshold": 0}, "lock_threshold=0"),
        ({"lock_threshold": True}, "lock_threshold=True"),
        ({"policy": "plain"}, "policy='plain'"),
        ({"confidence_threshold": 1.5}, "confidence_threshold=1.5"),
        ({"treshold": 1}, "treshold=1"),
        ({"decay": float("nan")}, "decay=nan"),
    ],
)
def test_f3_10_a_bad_knob_is_named(config, named):
    with pytest.raises(InputError) as caught:
        PathPolicy.parse(config)
    assert named in str(caught.value)


def test_f3_10_all_bad_knobs_at_once_and_the_old_name_of_one():
    with pytest.raises(InputError, match=r"lock_threshold.*weighted"):
        PathPolicy.parse({"lock_threshold": -1, "weighted": 3})
    assert PathPolicy.parse({"min_margin": 2}).switch_margin == 2


def test_a_confidence_is_between_0_and_1():
    with pytest.raises(InputError, match=r"confidence = 1\.5"):
        votes().vote("A", 1.5)
    with pytest.raises(InputError, match="confidence = nan"):
        votes().vote("A", float("nan"))


def test_the_person_is_asked_after_too_many_turns():
    counted = votes(max_turns_unlocked=3, paths="ABC")
    for candidate in "BA":
        counted.vote(candidate)
        assert counted.clarify() == []
    counted.vote("B")
    assert counted.clarify() == ["B", "A", "C"]
    counted.override("A")
    assert counted.clarify() == []


def test_one_noisy_turn_does_not_derail():
    rng = random.Random(1)
    wrong = sum(locked_at(rng.choices("AB", [0.9, 0.1], k=30), "lead", 3)[0] == "B" for _ in range(2000))
    assert wrong <= 10  # gambler's ruin: 1 / (1 + 9^3) = 0.14 %


@given(
    st.lists(st.sampled_from(["A", "B", "C", None, "?"]), max_size=30),
    st.sampled_from(POLICIES),
    st.integers(1, 4),
    st.booleans(),
    st.integers(0, 2),
)
def test_it_agrees_with_the_oracle(sequence, policy, threshold, switching, margin):
    counted = votes(policy, threshold, "ABC", allow_switch_before_lock=switching, switch_margin=margin)
    expected = naive.path_votes(sequence, "ABC", policy, threshold, switching, margin)
    for candidate, state in zip(sequence, expected, strict=True):
        counted.vote(candidate)
        assert (counted.state.tentative, counted.state.active, counted.state.locked) == state
        again = PathState.model_validate_json(counted.state.model_dump_json())
        assert again == counted.state
