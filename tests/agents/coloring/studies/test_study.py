"""Studies: tables that go on, summaries with intervals, ground truth."""

import csv
import itertools
import json
import math
from pathlib import Path

import pytest

from agents.coloring.conformance import PRODUCT
from agents.coloring.runner import play
from agents.coloring.setup import TeamSettings
from agents.coloring.studies.games import KEY, SEATS, random_topologies
from agents.coloring.studies.intervals import comparison, paired_difference, summary
from agents.coloring.studies.metrics import NAMES, metrics
from agents.coloring.studies.plot import plot
from agents.coloring.studies.report import report
from agents.coloring.studies.study import main
from agents.coloring.studies.table import COLUMNS, read_rows
from agents.coloring.topologies import read_team, study
from agents.errors import InputError
from agents.world import TraceDb


@pytest.mark.subprocess
def test_a_study_goes_on_where_it_was_interrupted(tmp_path, capsys):
    path = tmp_path / "table.csv"
    arguments = ["--output", str(path), "--mode", "RB", "LLM_U", "--seed", "0", "1", "--workers", "2"]
    assert main([*arguments, "--baselines"]) == 0
    rows = read_rows(path)
    assert len(rows) == 4 + 10
    assert {row["mode"] for row in rows} == {"RB", "LLM_U", "DSA", "DSA-C", "MGM", "MGM-2", "MaxSum"}
    assert all(row["solved"] == "1" for row in rows if row["mode"] in ("RB", "LLM_U"))
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:4], lines[4][:20]]) + "\n")  # killed in the middle of a row
    assert main([*arguments, "--baselines"]) == 0

    def known(table):
        return sorted(tuple(sorted(row.items())) for row in table)

    assert known(read_rows(path)) == known(rows)
    assert "100.0%" in capsys.readouterr().out
    with path.with_suffix(".summary.csv").open() as file:
        lines = list(csv.DictReader(file))
    assert {line["games"] for line in lines} == {"2"}


def test_random_problems_are_those_of_the_issue():
    words = random_topologies(40)
    assert len(set(words)) == 40
    assert words[:5] == random_topologies(5)
    for word in words[:10]:
        team = read_team(word)
        assert 3 <= len(team.participants) <= 5
        assert all(5 <= len(nodes) <= 10 for nodes in team.problem.clusters.values())
        assert len(team.problem.domain) in (3, 4)
        assert team.require_solvable()


def test_intervals_hold_the_share_and_the_mean():
    condition = {"mode": "RB", "conformance": "product", "algorithm": "greedy", "human": "none"}
    rows = [
        {**condition, "size": size, "solved": solved, "steps": steps}
        for size, solved, steps in [("3x5", 1, 5), ("3x5", 1, 9), ("4x5", 0, 50), ("4x5", 1, 7)]
    ]
    lines = {line["size"]: line for line in summary(rows)}
    assert lines["all"]["games"] == 4
    assert lines["all"]["solved"] == 0.75
    assert lines["all"]["solved_low"] < 0.75 < lines["all"]["solved_high"]
    assert lines["all"]["steps"] == 17.75
    assert lines["all"]["steps_low"] < 17.75 < lines["all"]["steps_high"]
    assert lines["3x5"]["deals"] is None


def test_conditions_are_compared_on_the_games_that_both_played():
    def row(mode, seed, solved, messages):
        key = {"mode": mode, "conformance": "product", "algorithm": "greedy", "human": "none"}
        return {
            **key, "topology": "study", "size": "study", "seed": seed, "solved": solved,
            "messages": messages, "final_conflicts": "",
        }  # fmt: skip

    rows = [row("RB", seed, 1, 10) for seed in range(30)]
    rows += [row("LLM_U", seed, int(seed < 20), 10 + seed % 3) for seed in range(25)]
    (line,) = [one for one in comparison(rows) if one["size"] == "all"]
    assert (line["first"], line["second"]) == ("LLM_U product greedy none", "RB product greedy none")
    assert line["games"] == 25
    assert [line[name] for name in ("both", "only_first", "only_second", "neither")] == [20, 0, 5, 0]
    assert line["solved"] == pytest.approx(-0.2)
    assert line["solved_low"] < -0.2 < line["solved_high"] < 0
    assert line["messages"] == pytest.approx(24 / 25)
    assert line["messages_low"] < line["messages"] < line["messages_high"]
    assert line["final_conflicts"] is None


@pytest.mark.parametrize("chances", [(0.5, 0.2, 0.1, 0.2), (0.7, 0.1, 0.1, 0.1), (0.3, 0.05, 0.35, 0.3)])
def test_intervals_of_paired_differences_cover_the_truth(chances):
    """Sum the exact chances of all tables of 15 games whose interval holds the difference."""
    number, covered = 15, 0.0
    truth = chances[1] - chances[2]
    for counts in itertools.product(range(number + 1), repeat=4):
        if sum(counts) != number:
            continue
        ways = math.factorial(number) / math.prod(map(math.factorial, counts))
        difference, low, high = paired_difference(*counts)
        both, one, other, neither = counts
        mirrored = paired_difference(both, other, one, neither)
        assert mirrored == pytest.approx((-difference, -high, -low))
        chance = ways * math.prod(p**n for p, n in zip(chances, counts, strict=True))
        covered += chance * (low <= truth <= high)
    assert 0.93 < covered < 0.99


@pytest.mark.subprocess
def test_the_arena_is_played_by_all_seats(tmp_path, capsys):
    path = tmp_path / "arena.csv"
    arguments = ["--arena", "ring", "clusters", "--sizes", "8", "--seed", "0", "1", "--workers", "2"]
    assert main([*arguments, "--output", str(path)]) == 0
    rows = read_rows(path)
    assert len(rows) == 2 * 2 * len(SEATS)
    solved = {seat: [r["solved"] for r in rows if r["mode"] == seat] for seat in SEATS}
    assert all(solved[seat] == ["1"] * 4 for seat in ("RB", "LLM_U", "DPOP"))
    assert solved["mock"] == ["0"] * 4
    mocks = [row for row in rows if row["mode"] == "mock"]
    assert all(float(row["edges"]) < 1 and len(row["hash"]) == 64 for row in mocks)
    for row in rows:  # the same instances for all
        assert row["topology"] in {f"arena:{t},size=8,palette=tight" for t in ("ring", "clusters")}
    with path.with_suffix(".comparison.csv").open() as file:
        lines = [line for line in csv.DictReader(file) if line["size"] == "all"]
    assert len(lines) == len(SEATS) * (len(SEATS) - 1) // 2
    assert {line["games"] for line in lines} == {"4"}
    assert "RB arena none - mock arena none: +100.0%" in capsys.readouterr().out
    before = path.read_bytes()
    assert main([*arguments, "--output", str(path)]) == 0
    assert path.read_bytes() == before


def test_the_arena_refuses_impossible_sizes(tmp_path):
    with pytest.raises(InputError, match="--sizes = 3: expected integers in"):
        main(["--arena", "ring", "--sizes", "8", "3", "--output", str(tmp_path / "t.csv")])


def test_a_terminal_cannot_be_studied(tmp_path):
    with pytest.raises(InputError, match="terminal"):
        main(["--output", str(tmp_path / "t.csv"), "--human", "terminal"])


@pytest.mark.parametrize("content", [b"a,b\n1,2\n", b"a,b\n", b"My notes\n", b"\xff\x00"])
def test_a_file_of_another_kind_is_not_replaced(tmp_path, content):
    other = tmp_path / "other.csv"
    other.write_bytes(content)
    with pytest.raises(InputError, match="not a table of a study"):
        main(["--output", str(other)])
    assert other.read_bytes() == content
    with pytest.raises(InputError, match="cannot be read"):
        main(["--output", str(tmp_path)])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--output", "x.csv", "--plot", "x.foo"], "x.foo: suffix 'foo': expected one of .*png"),
        (["--output", "/nowhere/at/all.csv"], "all.csv': expected a file in"),
        (
            ["--output", "x.csv", "--plot", "/nowhere/x.png"],
            "--plot = '/nowhere/x.png': expected a file",
        ),
        (["--output", "x.csv", "--workers", "0"], "--workers = 0: expected an integer >= 1"),
    ],
)
def test_a_study_that_cannot_be_written_is_refused_before_it_runs(arguments, message):
    with pytest.raises(InputError, match=message):
        main([*arguments, "--topology", "study"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--problems", "0"], "--problems = 0: expected an integer >= 1"),
        (["--seed", "0", "-3"], "--seed = -3: expected integers in"),
        (["--problem-seed", "1"], "--problem-seed = 1: expected --problems beside it"),
        (["--seats", "RB", "DPOP"], "--seats = 'RB DPOP': expected --arena beside it"),
        (["--sizes", "5", "--problems", "1"], "--sizes = '5': expected --arena beside it"),
        (["--arena", "ring", "--mode", "LLM_C"], "--mode = 'LLM_C': expected --topology or --problems"),
        (["--arena", "ring", "--baselines"], "--baselines = True: expected --topology or --problems"),
    ],
)
def test_arguments_without_effect_are_refused(tmp_path, arguments, message):
    with pytest.raises(InputError, match=message):
        main(["--output", str(tmp_path / "table.csv"), *arguments])
    assert not list(tmp_path.iterdir())


@pytest.mark.subprocess
def test_a_game_that_is_named_twice_is_played_once(tmp_path, capsys):
    path = tmp_path / "table.csv"
    named = ["--mode", "RB", "RB", "--seed", "0", "0", "--topology", "small", "small"]
    assert main(["--output", str(path), *named, "--workers", "1"]) == 0
    (row,) = read_rows(path)
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines, lines[1]]) + "\n")  # a table from before, with the game twice
    assert main(["--output", str(path), *named]) == 0
    with path.with_suffix(".summary.csv").open() as file:
        assert {line["games"] for line in csv.DictReader(file)} == {"1"}
    assert row["model"] == "none"
    assert capsys.readouterr().err.count("kempe: warning") == 0


@pytest.mark.subprocess
def test_a_study_without_a_model_says_so_where_one_chooses_actions(tmp_path, capsys):
    path = tmp_path / "table.csv"
    teams = ["--mode", "RB", "LLM_API", "--topology", "small", "--seed", "0", "1"]
    arena = ["--arena", "ring", "--sizes", "5", "--seats", "mock"]
    assert main(["--output", str(path), *teams, *arena, "--workers", "1"]) == 0
    printed = capsys.readouterr()
    assert printed.err.count("kempe: warning: LLM_API without a language model: no model chooses") == 1
    assert {row["mode"]: row["model"] for row in read_rows(path)} == {
        "RB": "none", "LLM_API": "none", "mock": "mock",
    }  # fmt: skip
    assert "condition" in printed.out.split("model")[0]
    with path.with_suffix(".summary.csv").open() as file:
        assert {line["mode"]: line["model"] for line in csv.DictReader(file)}["mock"] == "mock"


def test_a_picture_is_drawn(tmp_path):
    pytest.importorskip("matplotlib")
    condition = {"mode": "RB", "conformance": "product", "algorithm": "greedy", "human": "none"}
    lines = summary([{**condition, "size": "study", "solved": 1, "steps": 5}])
    plot(tmp_path / "shares.png", lines)
    assert (tmp_path / "shares.png").read_bytes().startswith(b"\x89PNG")


def test_metrics_are_read_from_the_trace():
    settings = TeamSettings(mode="RB", human="emulator").complete()
    with TraceDb(":memory:") as trace:
        outcome = play(settings, trace)
        found = metrics(trace, outcome.run_id)
        messages = list(trace.fetch_messages(outcome.run_id))
    assert set(found) == set(NAMES)
    assert found["steps"] == outcome.steps
    assert found["first_solved"] == outcome.first_solved
    assert found["messages"] == len(messages)
    assert found["words_per_message"] == sum(len(m.content.split()) for m in messages) / len(messages)
    assert found["refused_turns"] == 0


def test_repetition_and_oscillation_are_counted():
    from agents.coloring.studies import metrics as module

    rows = [(p, int(p > 0), json.dumps({"A": p == 0})) for p in (20.0, 0.0, 20.0, 0.0, 20.0)]
    found = module._convergence(rows)
    assert found["oscillations"] == 1  # 20 three times, 0 twice
    assert found["satisfaction_lost"] == 2
    assert (found["improvements"], found["regressions"]) == (2, 2)
    said = [("A", "B", "free_text", text, None) for text in ["x", "x", "x", "x", "maybe later"]]
    said += [("A", "B", "free_text", "If you set h1 red, I can score 5.", None)]
    found = module._talk(said)
    assert found["repetition_rate"] == pytest.approx(100 * 2 / 6)
    assert found["vague_rate"] == pytest.approx(100 / 6)
    assert found["clear_proposal_rate"] == pytest.approx(100 / 6)


def test_the_ground_truth_is_brute_force():
    team = study().with_fixed(1)
    found = report(team, PRODUCT)
    answers = found["participants"]["Agent1"]["answers"]
    assert found["participants"]["Agent1"]["feasible"] == 7
    assert len(answers) == 9
    view = team.view("Agent1")
    for answer in answers:
        colors = itertools.product(view.domain, repeat=len(view.own))
        least = min(
            len(view.conflicts(dict(zip(view.own, own, strict=True)), answer["border"]))
            for own in colors
            if own[0] == "green"
        )
        assert answer["conflicts"] == least
        assert not least or answer["penalty"] == 10.0 * least
    assert found["participants"]["Human"]["colorings_of_the_border"] == 81
    json.dumps(found)


def test_every_column_that_is_measured_is_described():
    text = (Path(__file__).parents[4] / "docs" / "team.md").read_text(encoding="utf-8")
    described = {
        name for line in text.splitlines() if line.startswith("| `") for name in line.split("`")
    }
    assert {*COLUMNS} - {*KEY, "model", "size", "hash"} <= described
