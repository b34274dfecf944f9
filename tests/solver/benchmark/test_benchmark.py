"""``kempe bench``: what is run, what is skipped, what the file holds, what bad input says."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import sys
from dataclasses import replace

import pytest

import solver
from solver import InputError, InputWarning, generators
from solver.benchmark import (
    COLUMNS,
    ResultFile,
    Row,
    find_sources,
    plan,
    read_best_known,
    summarize,
    table,
)
from solver.command.cli import main
from solver.graphs.formats import read_coloring

ROW = Row(
    instance="queen-5",
    method="tabucol",
    seed=0,
    time_limit=None,
    max_ticks=1000,
    target_k=None,
    n=25,
    m=160,
    k=5,
    conflicts=0,
    lower_bound=5,
    proven=True,
    best_known_k=5,
    stop_reason="proven",
    seconds=0.5,
    time_to_best=0.25,
    ticks=900,
    iterations=100,
    iterations_per_second=200.0,
    found_by="tabucol",
    version="0",
)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("warnings.showwarning", None)
    monkeypatch.setattr("solver.command.compilation.warmup", lambda: {})
    handler = signal.getsignal(signal.SIGTERM)
    yield tmp_path
    signal.signal(signal.SIGTERM, handler)


def rows(path="bench.csv"):
    with open(path) as file:
        return list(csv.DictReader(file))


def bench(*arguments):
    return main(["bench", *arguments, "--max-ticks", "20000"])


# ---------------------------------------------------------------------------------- runs and their rows


def test_a_row_for_each_instance_method_and_seed(capsys):
    assert bench("queen:5", "queen:6", "--methods", "tabucol,DSATUR", "--seeds", "2") == 0
    written = rows()
    assert list(written[0]) == list(COLUMNS)
    assert [(r["instance"], r["method"], r["seed"]) for r in written] == [
        (instance, method, seed)
        for instance in ("queen-5", "queen-6")
        for method in ("tabucol", "DSATUR")
        for seed in ("0", "1")
    ]
    assert (written[0]["k"], written[0]["lower_bound"], written[0]["proven"]) == ("5", "5", "yes")
    assert (written[4]["n"], written[4]["m"], written[4]["proven"]) == ("36", "290", "no")
    assert {r["version"] for r in written} == {solver.__version__}
    captured = capsys.readouterr()
    assert re.search(r"queen-5 +25 +160 +tabucol +5 +5\.0 +5 proven +2/2", captured.out)
    assert captured.err.splitlines()[0].startswith("[1/8] queen-5 tabucol seed 0: 5 colors, optimal in")


def test_a_second_call_runs_only_what_is_missing(capsys):
    bench("queen:5", "queen:6")
    before = rows()
    capsys.readouterr()
    assert bench("queen:5", "queen:6", "--seeds", "2") == 0
    assert rows()[:2] == before
    assert [(r["instance"], r["seed"]) for r in rows()[2:]] == [("queen-5", "1"), ("queen-6", "1")]
    assert "2 of 4 runs are in bench.csv" in capsys.readouterr().err


@pytest.mark.parametrize(
    "other",
    [
        ["--seeds", "7-8"],
        ["--methods", "DSATUR"],
        ["-k", "7"],
        ["--output", "other.csv"],
        ["--time-limit", "50"],
    ],
)
def test_whatever_was_asked_differently_is_another_run(other):
    bench("queen:5")
    bench("queen:5", *other)
    assert len(rows()) + (len(rows("other.csv")) if os.path.exists("other.csv") else 0) > 1


def test_jobs_give_the_same_rows_in_any_order():
    arguments = ("queen:5", "queen:6", "--seeds", "2", "--methods", "DSATUR")
    bench(*arguments, "--output", "one.csv")
    bench(*arguments, "--output", "two.csv", "--jobs", "2")

    def facts(path):
        clocks = {"seconds", "time_to_best", "iterations_per_second"}
        return sorted(sorted((k, v) for k, v in row.items() if k not in clocks) for row in rows(path))

    assert facts("one.csv") == facts("two.csv")


def test_a_target_that_is_missed_is_a_row_with_conflicts(capsys):
    assert bench("queen:6", "-k", "6") == 0
    (row,) = rows()
    assert (row["k"], row["target_k"], row["time_to_best"]) == ("6", "6", "")
    assert int(row["conflicts"]) > 0
    captured = capsys.readouterr()
    assert "6 colors not reached" in captured.err
    assert re.search(r"- of 6 +- +[67] +0/1 +-", captured.out)


def test_json_is_one_object_on_standard_output(capsys):
    assert bench("queen:5", "--json", "--no-progress") == 0
    captured = capsys.readouterr()
    answer = json.loads(captured.out)
    assert captured.err == ""
    assert answer["rows"][0]["k"] == answer["summary"][0]["best_k"] == 5
    assert tuple(answer["rows"][0]) == COLUMNS


def test_colorings_are_kept_on_request():
    bench("queen:6", "--colorings", "out", "--seeds", "3,5")
    names = sorted(os.listdir("out"))
    assert [re.sub(r"\d+\.sol$", "k.sol", name) for name in names] == [
        "queen-6.auto.3.k.sol",
        "queen-6.auto.5.k.sol",
    ]
    assert solver.is_proper(generators.queen(6), read_coloring(f"out/{names[0]}", 36))


def test_the_plot_is_drawn(folder):
    pytest.importorskip("matplotlib")
    bench("queen:5", "queen:6", "--methods", "auto,DSATUR", "--plot", "p.svg")
    picture = (folder / "p.svg").read_text()
    assert picture.count("<!-- queen-") == 2
    assert "above a lower bound" in picture
    bench("queen:6", "-k", "6", "--plot", "q.svg")
    assert "conflicts left" in (folder / "q.svg").read_text()
    assert "target missed" in (folder / "q.svg").read_text()


@pytest.mark.subprocess
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupted_benchmark_goes_on(jobs):
    command = [sys.executable, "-m", "solver", "bench", "queen:5", "queen:9", "queen:10"]
    command += ["--time-limit", "100", "--jobs", jobs]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert "[1/3] queen-5" in child.stderr.readline()
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=60)
    assert child.returncode == 1
    assert "interrupted, 2 runs left; the same command continues" in err
    assert "queen-5" in out
    assert [row["instance"] for row in rows()] == ["queen-5"]


# ----------------------------------------------------------------------------------------- the csv file


def test_a_row_survives_the_file(folder):
    missed = replace(ROW, conflicts=3, time_to_best=None, proven=False, best_known_k=None, seed=1)
    with ResultFile("r.csv") as results:
        results.append(ROW)
        results.append(missed)
    assert ResultFile("r.csv").rows == [ROW, missed]
    assert (folder / "r.csv").read_text().splitlines()[0] == ",".join(COLUMNS)


def test_a_row_cut_off_in_the_middle_is_dropped_and_run_again(folder):
    bench("queen:5", "--seeds", "2")
    path = folder / "bench.csv"
    whole = path.read_text()
    path.write_text(whole[:-9])
    with pytest.warns(InputWarning, match="incomplete last line"):
        assert len(ResultFile(path).rows) == 1
    bench("queen:5", "--seeds", "2")
    assert [row["seed"] for row in rows()] == ["0", "1"]


def test_an_empty_file_is_filled(folder):
    (folder / "bench.csv").write_text("")
    bench("queen:5")
    assert len(rows()) == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,b\n1,2\n", r"bench.csv:1: first line: expected instance,method"),
        (",".join(COLUMNS) + "\n1,2\n", r"bench.csv:2: 2 fields: expected 21"),
        (
            ",".join(COLUMNS) + "\n" + ",".join(ROW.to_line()).replace("900", "many") + "\n",
            "bench.csv:2: ticks = 'many'",
        ),
        (
            ",".join(COLUMNS) + "\n" + ",".join(ROW.to_line()).replace("yes", "maybe") + "\n",
            "bench.csv:2: proven = 'maybe'",
        ),
    ],
)
def test_a_file_that_is_something_else_is_left_alone(folder, capsys, text, message):
    (folder / "bench.csv").write_text(text)
    assert bench("queen:5") == 2
    assert message in capsys.readouterr().err
    assert (folder / "bench.csv").read_text() == text


# ------------------------------------------------------------------------------------- graphs and names


def test_a_folder_stands_for_the_graphs_below_it(folder):
    (folder / "g" / "deep").mkdir(parents=True)
    solver.write(generators.queen(5), folder / "g" / "b.col.gz")
    solver.write(generators.queen(5), folder / "g" / "deep" / "a.mtx")
    (folder / "g" / "best_known.csv").write_text("instance,best_known_k\n")
    (folder / "g" / "README.txt").write_text("not a graph")
    assert find_sources(["g"]) == [os.path.join("g", "b.col.gz"), os.path.join("g", "deep", "a.mtx")]


def test_a_folder_that_is_a_graph_is_one_graph(folder):
    (folder / "set").mkdir()
    for path in ("g.kempe", "set/h.kempe"):
        solver.write(generators.queen(4), path)
    assert find_sources(["g.kempe", "set"]) == ["g.kempe", os.path.join("set", "h.kempe")]
    assert main(["bench", "g.kempe", "--methods", "DSATUR"]) == 0
    assert [(row["instance"], row["n"]) for row in rows()] == [("g", "16")]


def test_one_graph_that_cannot_be_read_does_not_stop_the_others(folder, capsys):
    (folder / "bad.col").write_text("p edge 3 1\ne 1 nine\n")
    solver.write(generators.queen(5), folder / "good.col")
    assert bench("bad.col", "good.col") == 2
    assert [row["instance"] for row in rows()] == ["good"]
    assert "bad.col:2" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.col"], "nowhere.col: no such file or folder"),
        (["empty"], "empty: no graph files"),
        (["queen:5", "--methods", "magic"], "methods = 'magic': expected one of auto"),
        (["queen:5", "-k", "0"], "k = 0: expected an integer >= 1"),
        (["queen:5", "-k", "worst"], "k = 'worst': expected an integer, best or best+N"),
        (
            ["queen:5", "-k", "best"],
            "k = 'best': expected an integer: no best-known number of colors for queen-5",
        ),
        (["queen:5", "--best-known", "none.csv"], "none.csv: No such file"),
        (["queen:5", "--plot", "p.xyz"], "suffix 'xyz': expected one of"),
        (["queen:5", "--output", "empty"], "empty: "),
        (["a/x.col", "b/x.col"], "are both named x: expected one of them"),
    ],
)
def test_bad_input_is_named_before_anything_runs(folder, capsys, arguments, message):
    for name in ("empty", "a", "b"):
        (folder / name).mkdir()
    for name in ("a", "b"):
        solver.write(generators.queen(4), folder / name / "x.col")
    assert bench(*arguments) == 2
    assert message in capsys.readouterr().err
    assert not (folder / "bench.csv").exists()


# ------------------------------------------------------------------------------------------- best known


def test_best_known_is_found_beside_the_graphs_or_above(folder):
    (folder / "set").mkdir()
    solver.write(generators.queen(6), folder / "set" / "Queen6.col")
    (folder / "best_known.csv").write_text("instance,n,m,best_known_k\nqueen6,36,290,7\nother,1,0,\n")
    (task,) = plan(["set/Queen6.col"], k="best+1", max_ticks=1)
    assert (task.target_k, task.best_known.k, task.time_limit) == (8, 7, None)
    assert bench("set") == 0
    assert rows()[0]["best_known_k"] == "7"


def test_best_known_of_another_graph_is_refused(folder, capsys):
    (folder / "known.csv").write_text("instance,n,best_known_k\nqueen-6,35,7\n")
    assert bench("queen:6", "--best-known", "known.csv") == 2
    assert "queen:6: n = 36: expected 35, as in the best-known file" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name,k\nx,3\n", r"known.csv:1: first line: expected a column 'instance'"),
        ("instance,k\nx,3\n", r"known.csv:1: first line: expected a column 'best_known_k'"),
        ("instance,best_known_k\nx,few\n", r"known.csv:2: best_known_k = 'few': expected an integer"),
        ("instance,best_known_k\nx,3\nX,4\n", r"known.csv:3: x: expected one row"),
        ("", r"known.csv:1: first line: expected a column"),
    ],
)
def test_a_bad_file_of_best_known_values_names_the_line(folder, text, message):
    (folder / "known.csv").write_text(text)
    with pytest.raises(InputError, match=message):
        read_best_known("known.csv")


@pytest.mark.instances
def test_the_best_known_values_of_the_instances_are_read(instances):
    known = read_best_known(instances / "best_known.csv")
    assert known["dsjc500.5"].k == 47
    assert known["dsjc500.5"].n == 500
    tasks = plan(find_sources([str(instances / "dimacs")]), k="best", max_ticks=1)
    assert len(tasks) > 80


# ---------------------------------------------------------------------------------------------- summary


def test_a_summary_counts_hits_and_takes_medians_over_them():
    group = [
        replace(ROW, seed=0, k=6, time_to_best=9.0, lower_bound=4, iterations_per_second=1.0),
        replace(ROW, seed=1, k=5, time_to_best=1.0, lower_bound=4, iterations_per_second=2.0),
        replace(ROW, seed=2, k=5, time_to_best=3.0, lower_bound=5, iterations_per_second=9.0),
        replace(ROW, seed=3, k=4, time_to_best=None, conflicts=2, target_k=None),
    ]
    (summary,) = summarize(group)
    assert (summary.best_k, summary.hits, summary.runs, summary.proven) == (5, 2, 4, True)
    assert summary.mean_k == pytest.approx(16 / 3)
    assert summary.time_to_best == 2.0
    assert summary.iterations_per_second == pytest.approx(5.5)


def test_methods_and_targets_are_summarized_apart():
    group = [ROW, replace(ROW, method="DSATUR"), replace(ROW, target_k=4), replace(ROW, seed=1)]
    assert [(s.method, s.target_k, s.runs) for s in summarize(group)] == [
        ("tabucol", None, 2),
        ("DSATUR", None, 1),
        ("tabucol", 4, 1),
    ]
    lines = table(summarize(group)).splitlines()
    assert len(lines) == 4
    assert lines[1].split()[:4] == ["queen-5", "25", "160", "tabucol"]
