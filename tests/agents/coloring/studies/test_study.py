"""Studies: tables that go on, summaries with intervals, ground truth."""

import csv
import itertools
import json

import pytest

from agents.coloring.conformance import PRODUCT
from agents.coloring.runner import play
from agents.coloring.setup import TeamSettings
from agents.coloring.studies import study as studies
from agents.coloring.studies.metrics import NAMES, metrics
from agents.coloring.studies.report import report
from agents.coloring.studies.study import main, random_topologies, read_rows, summary
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


def test_a_terminal_cannot_be_studied(tmp_path):
    with pytest.raises(InputError, match="terminal"):
        main(["--output", str(tmp_path / "t.csv"), "--human", "terminal"])
    other = tmp_path / "other.csv"
    other.write_text("a,b\n1,2\n")
    with pytest.raises(InputError, match="not a table of a study"):
        main(["--output", str(other)])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
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


def test_a_picture_is_drawn(tmp_path):
    pytest.importorskip("matplotlib")
    condition = {"mode": "RB", "conformance": "product", "algorithm": "greedy", "human": "none"}
    lines = summary([{**condition, "size": "study", "solved": 1, "steps": 5}])
    studies.plot(tmp_path / "shares.png", lines)
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
