"""Plans of studies: balanced orders, and files that are refused."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from agents.errors import InputError
from agents.page.study.plan import Plan, balanced_orders, places, read_plan

MINIMAL = "name: s\nparticipants: 4\nconditions: [{name: a, game: {mode: RB}}]\n"


@pytest.mark.parametrize("n", range(1, 9))
def test_orders_balance_positions_and_predecessors(n):
    rows = balanced_orders(n)
    assert all(sorted(row) == list(range(n)) for row in rows)
    positions = Counter((i, value) for row in rows for i, value in enumerate(row))
    assert len(set(positions.values())) == 1
    pairs = Counter(pair for row in rows for pair in pairwise(row))
    assert len(pairs) == n * (n - 1)
    assert len(set(pairs.values())) <= 1


@pytest.mark.parametrize("design", ["within", "between"])
@pytest.mark.parametrize("participants", [1, 5, 12])
def test_counts_of_orders_differ_by_at_most_one(design, participants):
    conditions = [{"name": name} for name in "abcd"]
    plan = Plan(name="s", seed=3, participants=participants, design=design, conditions=conditions)
    counts = Counter(place.order for place in places(plan))
    possible = 4
    assert max(counts.values()) - (min(counts.values()) if len(counts) == possible else 0) <= 1
    assert places(plan) == places(plan)


def test_members_of_a_group_share_its_order():
    conditions = [{"name": "a"}, {"name": "b"}]
    plan = Plan(name="s", participants=6, seats=("Human", "Agent1"), conditions=conditions)
    seated = places(plan)
    assert [place.group for place in seated] == [0, 0, 1, 1, 2, 2]
    assert [place.seat for place in seated] == ["Human", "Agent1"] * 3
    assert all(a.order == b.order for a, b in pairwise(seated) if a.group == b.group)
    assert plan.settings(plan.conditions[0], 0, 0).human == "page:Agent1"


def test_games_have_seeds_of_their_own_which_the_seed_decides(tmp_path):
    path = tmp_path / "s.yaml"
    path.write_text(MINIMAL)
    plan = read_plan(path)
    seeds = {plan.settings(plan.conditions[0], group, i).seed for group in range(4) for i in range(3)}
    assert len(seeds) == 12
    assert plan.settings(plan.conditions[0], 1, 1) == read_plan(path).settings(plan.conditions[0], 1, 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: [", "not YAML"),
        ("[]", "not a study: expected an object with the fields name, participants and conditions"),
        ("", "not a study: expected an object with the fields name, participants and conditions"),
        ("name: s", "participants"),
        (MINIMAL + "nmae: x", "nmae"),
        (MINIMAL.replace("name: s", "name: ../s"), "name = '../s'"),
        (MINIMAL.replace("participants: 4", "participants: 0"), "participants"),
        (MINIMAL + "seats: [Human, Agent1, Agent2]", "a multiple of 3"),
        (MINIMAL + "seats: [Agent1]", "seats"),
        (MINIMAL.replace("RB", "XX"), "condition a: mode = 'XX'"),
        (MINIMAL + "game: {human: none}", "game.human"),
        (MINIMAL + "game: {topology: 'random:colors=99'}", "condition a"),
        (MINIMAL + "after: {title: t, questions: [{key: k, text: q, type: choice}]}", "needs options"),
        (MINIMAL + "after: {title: t, questions: [{key: k, text: q}, {key: k, text: r}]}", "keys"),
        (MINIMAL + "x: !!python/object/apply:os.system ['true']", "not YAML"),
    ],
)
def test_bad_files_are_refused_by_name(tmp_path, text, message):
    path = tmp_path / "s.yaml"
    path.write_text(text)
    with pytest.raises(InputError, match=r"s\.yaml") as caught:
        read_plan(path)
    assert message in str(caught.value)
