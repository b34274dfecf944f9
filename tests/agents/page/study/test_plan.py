"""Plans of studies: balanced orders, and files that are refused."""

from __future__ import annotations

import json
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


def with_game(text):
    return MINIMAL + f"game: {{{text}}}"


def with_question(text):
    return MINIMAL + f"after:\n  title: t\n  questions:\n    - {{{text}}}\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: [", "not YAML"),
        ("d: 2026-99-99", "not YAML"),
        ("[]", "not a study: expected an object with the fields name, participants and conditions"),
        ("", "not a study: expected an object with the fields name, participants and conditions"),
        ("name: s", "missing key 'participants'"),
        (MINIMAL + "nmae: x", "s.yaml:4: nmae: expected one of name, seed, participants"),
        (MINIMAL.replace("name: s", "name: ../s"), "s.yaml:1: name = '../s': expected text of 1 to 31"),
        (MINIMAL.replace("participants: 4", "participants: 0"), "s.yaml:2: participants = 0: expected"),
        (MINIMAL.replace("4", "'4'"), "participants = '4': expected an integer from 1 to 10,000"),
        (MINIMAL + "seed: 1\nname: t", "s.yaml:5: key 'name': expected distinct keys"),
        (MINIMAL.replace("[{", "[{name: b, "), "s.yaml:3: key 'name': expected distinct keys"),
        (MINIMAL.replace("name: a", "name: a>b"), "conditions.0.name = 'a>b': expected text that"),
        (MINIMAL.replace("name: a", "name: ''"), "conditions.0.name = '': expected text that"),
        (MINIMAL.replace("[{", "[{name: a}, {"), "conditions.1.name = 'a': expected a value different"),
        (MINIMAL.replace("[{name: a, game: {mode: RB}}]", "[]"), "expected at least one condition"),
        (MINIMAL + "seats: []", "seats = []: expected at least one participant of the game"),
        (MINIMAL + "seats: Human", "seats = 'Human': expected a list"),
        (MINIMAL + "seats: [Human, Human]", "seats.1 = 'Human': expected a value different"),
        (MINIMAL + "seats: [Human, Agent1, Agent2]", "a multiple of 3"),
        (MINIMAL + "seats: [Agent1]", "s.yaml:4: seats.0 = 'Agent1': expected Human, the person"),
        (MINIMAL + "seats: [Human, Agent9]", "seats.1 = 'Agent9': expected one of Agent1, Agent2"),
        (MINIMAL.replace("RB", "XX"), "s.yaml:3: condition a: mode = 'XX'"),
        (with_game("human: none"), "s.yaml:4: game.human: expected one of mode, topology"),
        (with_game("topology: 'random:colors=99'"), "condition a"),
        (with_game("topology: 5"), "game.topology = 5: expected text; numbers"),
        (with_game("topology: ''"), "game.topology = '': expected text that"),
        (with_game("initial: 5"), "game.initial = 5: expected text"),
        (with_game("mode: null"), "game.mode = None: expected text"),
        (with_game("fixed: .nan"), "game.fixed = nan: expected an integer >= 0"),
        (with_game("fixed: 1.5"), "game.fixed = 1.5: expected an integer >= 0"),
        (with_game("max_steps: '100'"), "game.max_steps = '100': expected an integer >= 1"),
        (with_game("max_steps: 1e3"), "game.max_steps = '1e3': expected an integer >= 1"),
        (with_game("max_steps: .inf"), "game.max_steps = inf: expected an integer >= 1"),
        (with_game("max_steps: true"), "game.max_steps = True: expected an integer >= 1"),
        (with_game("max_steps: null"), "game.max_steps = None: expected an integer >= 1"),
        (with_game("max_steps: 0"), "game.max_steps = 0: expected an integer >= 1"),
        (with_game("soft: 1.5"), "game.soft = 1.5: expected an integer >= 1"),
        (with_game("hard: 'no'"), "game.hard = 'no': expected true or false"),
        (with_game("hard: maybe"), "game.hard = 'maybe': expected true or false"),
        (with_question("key: k, text: q, type: choice"), "s.yaml:7: after.questions.0.options = []"),
        (with_question("key: k, text: q, options: [a]"), "type = 'text': expected 'choice'"),
        (with_question("key: k, text: q, type: choice, options: [a, a]"), "options.1 = 'a'"),
        (
            with_question("key: k, text: q, type: choice, options: [yes]"),
            "options.0 = True: expected text",
        ),
        (
            with_question("key: k, text: q, type: number, min: 9, max: 9"),
            "s.yaml:7: after.questions.0.max = 9: expected min < max with min = 9",
        ),
        (with_question("key: k, text: q, type: number, min: '9'"), "min = '9': expected a number"),
        (with_question("key: k, text: q, type: number, max: .inf"), "max = inf: expected a number"),
        (with_question("key: k, text: q, type: number, max: true"), "max = True: expected a number"),
        (
            with_question("key: k, text: q, type: number, low: 9"),
            "low = 9: expected 'min' in its place, since the question is a number",
        ),
        (with_question("key: k, text: q, type: scale, min: 1"), "type = 'scale': expected 'number'"),
        (with_question("key: k, text: q, max: 10"), "type = 'text': expected 'number', since"),
        (with_question("key: k, text: q, type: likert"), "type = 'likert': expected 'choice', 'scale'"),
        (with_question("key: k, text: q, type: scale, low: 7"), "low < high <= low + 100 with low = 7"),
        (
            with_question("key: k, text: q}\n    - {key: k, text: r"),
            "s.yaml:8: after.questions.1.key = 'k'",
        ),
        (with_question("key: '', text: q"), "key = '': expected text that"),
        (with_question("key: k"), "s.yaml:7: missing key 'after.questions.0.text'"),
        (
            with_question("key: agreed, text: q") + "  agree: I agree.",
            "after.questions.0.key = 'agreed': expected another key",
        ),
        (MINIMAL + "x: !!python/object/apply:os.system ['true']", "not YAML"),
    ],
)
def test_bad_files_are_refused_by_key_value_and_what_is_legal(tmp_path, text, message):
    path = tmp_path / "s.yaml"
    path.write_text(text)
    with pytest.raises(InputError, match=r"s\.yaml") as caught:
        read_plan(path)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_plan_is_kept_with_the_settings_that_its_file_has(tmp_path):
    path = tmp_path / "s.yaml"
    path.write_text(with_game("max_steps: 9, mode: LLM_U"))
    kept = json.loads(read_plan(path).model_dump_json())
    assert (kept["game"], kept["conditions"][0]["game"]) == (
        {"max_steps": 9, "mode": "LLM_U"},
        {"mode": "RB"},
    )


def test_keys_may_be_merged_from_an_anchor(tmp_path):
    path = tmp_path / "s.yaml"
    question = "{key: k, text: q, type: scale, <<: *ends}"
    path.write_text(
        MINIMAL + f"before: {{title: t, questions: [&ends {{key: x, text: q, high: 5}}, {question}]}}"
    )
    assert read_plan(path).before.questions[1].high == 5
