"""The command line, run as a user would: through main() where that will do, as a process for signals."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import solver
from solver import generators
from solver.command.cli import main
from solver.graphs.formats import read_coloring
from solver.graphs.formats.load import name_of
from tests.solver.proofs.checker import check


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    handler = signal.getsignal(signal.SIGTERM)
    yield tmp_path
    signal.signal(signal.SIGTERM, handler)


def test_color_writes_a_coloring_that_check_accepts(capsys):
    assert main(["color", "queen:6", "--max-ticks", "100000000", "--output", "q.sol"]) == 0
    out = capsys.readouterr().out
    assert "queen-6: 36 vertices, 290 edges" in out
    assert "7 colors, optimal: no fewer are possible (" in out
    assert "coloring: q.sol" in out
    colors = read_coloring("q.sol", 36)
    assert solver.is_proper(generators.queen(6), colors)
    assert main(["check", "queen:6", "q.sol"]) == 0
    assert "proper: 7 colors" in capsys.readouterr().out


def test_json_prints_one_object_and_nothing_else(capsys, folder):
    assert main(["color", "queen:5", "--json"]) == 0
    captured = capsys.readouterr()
    answer = json.loads(captured.out)
    assert captured.err == ""
    assert list(folder.iterdir()) == []
    expected = {
        *("colors", "k", "conflicts", "lower_bound", "proven", "certificate", "method"),
        *("seconds", "ticks", "iterations", "history", "stop_reason"),
    }
    assert set(answer) == expected
    assert solver.is_proper(generators.queen(5), answer["colors"])
    assert main(["color", "queen:5", "--method", "natural"]) == 0
    assert " move" not in capsys.readouterr().out
    assert (answer["k"], answer["proven"], answer["stop_reason"]) == (5, True, "proven")


def test_a_k_that_is_not_reached_exits_1_and_still_writes(capsys):
    command = ["color", "queen:6", "-k", "6", "--max-ticks", "100000", "--output", "q.sol"]
    assert main(command) == 1
    assert "no coloring with 6 colors found" in capsys.readouterr().out
    assert main(["check", "queen:6", "q.sol"]) == 1
    assert "both have color" in capsys.readouterr().out


def test_a_coloring_can_be_printed(capfd, folder):
    assert main(["color", "queen:5", "--output", "-"]) == 0
    captured = capfd.readouterr()
    assert captured.out.startswith("s col 5\n") or "\ns col 5\n" in captured.out
    assert "5 colors, optimal" in captured.err
    assert list(folder.iterdir()) == []


def test_files_appear_only_where_asked(folder, capsys):
    assert main(["color", "queen:5"]) == 0
    assert list(folder.iterdir()) == []
    assert "coloring:" not in capsys.readouterr().out


def test_a_better_coloring_is_kept(capsys, folder):
    command = ["color", "queen:6", "--output", "q.sol"]
    assert main([*command, "--max-ticks", "100000000"]) == 0
    best = (folder / "q.sol").read_bytes()
    assert main([*command, "-k", "6", "--max-ticks", "1000"]) == 1
    assert main([*command, "--method", "natural"]) == 0
    assert (folder / "q.sol").read_bytes() == best
    assert "q.sol has a better coloring and was kept" in capsys.readouterr().err
    assert [path.name for path in folder.iterdir()] == ["q.sol"]


def test_a_coloring_without_the_fixed_colors_is_no_better(capsys, folder):
    main(["color", "grid:1,3", "--output", "q.sol"])
    (folder / "fixed.sol").write_text("l 1 9\n")
    assert main(["color", "grid:1,3", "--fixed", "fixed.sol", "--output", "q.sol"]) == 0
    assert read_coloring("q.sol", 3)[0] == 8
    main(["color", "queen:5", "--output", "r.sol"])
    capsys.readouterr()
    main(["color", "queen:5", "--method", "natural", "--output", "r.sol"])
    assert "coloring: r.sol, kept: 5 colors" in capsys.readouterr().out


@pytest.mark.subprocess
def test_a_printed_coloring_stands_where_standard_output_is(folder):
    """Opened by its name, a file to which standard output goes would lose what it has."""
    (folder / "all.txt").write_text("before\n")
    environment = os.environ | {"PYTHONPATH": os.path.dirname(os.path.dirname(solver.__file__))}
    with open(folder / "all.txt", "ab") as file:
        for _ in range(2):
            command = [sys.executable, "-m", "solver", "color", "grid:1,2", "--output", "-"]
            subprocess.run(command, env=environment, stdout=file, stderr=subprocess.DEVNULL, check=True)
    assert (folder / "all.txt").read_text() == "before\n" + 2 * "s col 2\nl 1 1\nl 2 2\n"


def test_vertices_with_names_are_found_in_the_coloring(capsys, folder):
    (folder / "names.txt").write_text("ann bob\nbob cem\n")
    for _ in range(2):  # the file is a coloring, which may be replaced
        assert main(["color", "names.txt", "--output", "n.sol"]) == 0
    lines = (folder / "n.sol").read_text().splitlines()
    assert lines[1:4] == ["c vertex 1 is ann", "c vertex 2 is bob", "c vertex 3 is cem"]
    assert main(["check", "names.txt", "n.sol"]) == 0
    capsys.readouterr()
    assert main(["color", "names.txt", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["names"] == ["ann", "bob", "cem"]
    (folder / "ids.txt").write_text("5 1000000000\n")
    assert main(["color", "ids.txt", "--output", "i.json"]) == 0
    assert json.loads((folder / "i.json").read_text())["names"] == ["5", "1000000000"]
    (folder / "plain.txt").write_text("0 1\n")
    assert main(["color", "plain.txt", "--output", "p.sol"]) == 0
    assert (folder / "p.sol").read_text() == "s col 2\nl 1 1\nl 2 2\n"


def test_other_files_are_not_taken_for_colorings(capsys, folder):
    solver.write(generators.queen(5), "queen.col")
    graph = (folder / "queen.col").read_bytes()
    assert main(["color", "queen.col", "--output", "./queen.col"]) == 2
    assert "queen.col: this is the graph" in capsys.readouterr().err
    (folder / "notes.txt").write_text("my notes\nof today\n")
    assert main(["color", "queen.col", "--output", "notes.txt"]) == 2
    assert "notes.txt: the file is no coloring and was kept" in capsys.readouterr().err
    assert main(["color", "queen:4", "--output", "queen.col"]) == 2
    assert (folder / "queen.col").read_bytes() == graph
    assert main(["color", "queen:4", "--json", "--output", "-"]) == 2
    assert "--json: expected no --output -" in capsys.readouterr().err


def test_a_result_that_claims_too_much_is_found_out(capsys, folder):
    main(["color", "queen:5", "--output", "q.json"])
    claims = json.loads((folder / "q.json").read_text())
    (folder / "q.json").write_text(json.dumps(claims | {"k": 4}))
    capsys.readouterr()
    assert main(["check", "queen:5", "q.json", "--bound", "q.json"]) == 1
    assert "q.json says 4 colors, which is not so" in capsys.readouterr().out
    (folder / "q.json").write_text(json.dumps(claims | {"certificate": {"kind": "search"}}))
    assert main(["check", "queen:5", "q.json", "--bound", "q.json"]) == 3
    out = capsys.readouterr().out
    assert "proper: 5 colors\nthe lower bound of 5 is not decided: it was proven by a search" in out


@pytest.mark.parametrize("name", ["q.sol", "q.json", "q.sol.gz"])
def test_a_coloring_of_another_graph_is_kept(capsys, folder, name):
    main(["color", "queen:5", "--output", name])
    before = (folder / name).read_bytes()
    for graph in ("queen:4", "queen:6"):
        assert main(["color", graph, "--output", name]) == 2
        n = 16 if graph == "queen:4" else 36
        message = f"{name}: the file is no coloring of a graph with {n} vertices and was kept"
        assert message in capsys.readouterr().err
    assert (folder / name).read_bytes() == before


@pytest.mark.parametrize("text", ["", "l 1 1\n", '{"important": 1}\n'])
def test_only_an_empty_file_is_replaced_if_it_is_no_coloring(capsys, folder, text):
    (folder / "q").write_text(text)
    assert main(["color", "grid:1,2", "--output", "q"]) == (2 if text else 0)
    assert (folder / "q").read_text() == (text or "s col 2\nl 1 1\nl 2 2\n")


def test_the_coloring_of_no_vertices_can_be_written_again(folder):
    (folder / "none.col").write_text("p edge 0 0\n")
    for _ in range(2):
        assert main(["color", "none.col", "--output", "none.sol"]) == 0
    assert (folder / "none.sol").read_text() == "s col 0\n"


@pytest.mark.subprocess
@pytest.mark.parametrize("printed", ["--json", "--output=-"])
def test_a_reader_that_goes_ends_the_command_quietly(printed):
    environment = os.environ | {"PYTHONPATH": os.path.dirname(os.path.dirname(solver.__file__))}
    command = [sys.executable, "-m", "solver", "color", "grid:2,3", "--method", "natural", printed]
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "wb") as pipe:
        done = subprocess.run(command, env=environment, stdout=pipe, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (128 + signal.SIGPIPE, "")


def test_a_file_that_cannot_be_opened_is_named(capsys, monkeypatch):
    def fail(*_, **__):
        raise FileNotFoundError(2, "No such file or directory", "x.png")

    monkeypatch.setattr("solver.command.picture.picture", fail)
    assert main(["color", "grid:2,3", "--picture", "x.png"]) == 2
    assert capsys.readouterr().err == "kempe: error: x.png: No such file or directory\n"


@pytest.mark.subprocess
def test_signs_that_standard_output_cannot_encode_are_escaped(folder):
    environment = os.environ | {
        "PYTHONPATH": os.path.dirname(os.path.dirname(solver.__file__)),
        "PYTHONIOENCODING": "latin-1",
        "PYTHONUTF8": "1",  # for the arguments
    }
    command = [sys.executable, "-m", "solver", "color", "queen:4", "--max-ticks", "10"]
    done = subprocess.run(
        [*command, "--output", "Ж.col"], env=environment, capture_output=True, check=True, text=True
    )
    assert done.stdout.endswith("coloring: \\u0416.col\n")
    assert [path.name for path in folder.iterdir()] == ["Ж.col"]


@pytest.mark.subprocess
@pytest.mark.parametrize("arguments", [["info", "queen:4"], ["color", "queen:4", "--json"]])
def test_a_full_disk_is_one_line(arguments):
    environment = os.environ | {"PYTHONPATH": os.path.dirname(os.path.dirname(solver.__file__))}
    command = [sys.executable, "-m", "solver", *arguments]
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, env=environment, stdout=full, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (2, "kempe: error: No space left on device\n")


def test_folders_for_the_output_are_made_before_the_work(folder, capsys):
    assert main(["color", "queen:5", "--output", "a/b/q.json", "--picture", "c/q.png"]) == 0
    assert solver.is_proper(generators.queen(5), read_coloring("a/b/q.json", 25))
    assert (folder / "c" / "q.png").read_bytes().startswith(b"\x89PNG")
    made = [f"kempe: made the folder {folder / name}" for name in ("a/b", "c")]
    assert capsys.readouterr().err.splitlines() == made


@pytest.mark.parametrize("output", ["a_file/q.sol", "a_folder"])
def test_a_place_that_cannot_be_written_is_refused_before_the_work(output, folder, capsys, monkeypatch):
    (folder / "a_file").write_text("")
    (folder / "a_folder").mkdir()
    monkeypatch.setattr("solver.command.color.load_named", lambda source: pytest.fail("the work began"))
    assert main(["color", "queen:5", "--output", output]) == 2
    assert "a_f" in capsys.readouterr().err


def test_a_coloring_can_be_continued(capsys):
    main(["color", "queen:7", "--max-ticks", "100000", "--output", "a.json"])
    assert (
        main(["color", "queen:7", "--initial", "a.json", "--max-ticks", "1", "--output", "b.sol"]) == 0
    )
    assert len(np.unique(read_coloring("b.sol", 49))) <= len(np.unique(read_coloring("a.json", 49)))


def test_equal_commands_give_equal_bytes(folder):
    for name in ("a.sol", "b.sol"):
        main(
            ["color", "gnp:n=80,p=0.5,seed=2", "--max-ticks", "1000000", "--seed", "5", "--output", name]
        )
    assert (folder / "a.sol").read_bytes() == (folder / "b.sol").read_bytes()


def test_info_brackets_the_chromatic_number(capsys):
    assert main(["info", "queen:8", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["n"], facts["m"], facts["clique"]) == (64, 728, 8)
    assert facts["DSATUR"] >= 9
    assert main(["info", "queen:8"]) == 0
    assert "chromatic number between 8 (a clique) and" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["color", "missing.col"], "missing.col"),
        (["color", "queen:nine"], "rows = 'nine': expected an integer"),
        (["color", "queen:5", "--method", "magic"], "method = 'magic': expected one of"),
        (["check", "queen:5", "missing.sol"], "missing.sol"),
        (["bandwidth", "missing.col"], "missing.col: No such file or directory"),
        (
            ["bandwidth", "queen:5"],
            "graph = 'queen:5': expected a file with lines e VERTEX VERTEX DISTANCE, not a generated",
        ),
        (
            ["check", "queen:5", "a.sol", "--distances"],
            "graph = 'queen:5': expected a file with lines e",
        ),
        (["info", "queen:a"], "'queen:a': rows = 'a': expected an integer from 1 to 1000000"),
        (
            ["color", "queen"],
            "graph = 'queen': expected a file, or a generated graph: queen:rows,[columns]",
        ),
        (["color", "queen:5.0"], "rows = '5.0': expected an integer"),
        (
            ["color", "queen:5", "--picture", "x.txt"],
            "--picture = 'x.txt': expected a name ending in .png",
        ),
        (
            ["color", "queen:5", "--set", "annealing.cold=0.6"],
            "annealing.cold = 0.6: expected less than",
        ),
        (["color", "queen:5", "--proof", "p.opb"], "--proof = 'p.opb': expected a suffix other than"),
        (["color", "queen:5", "--output", "q.zst"], "q.zst: suffix .zst: expected one of"),
        (["color", "queen:5", "--output", "q/"], "q/: this is a folder"),
        (["color", "-", "--fixed", "-"], "graph and --fixed: expected standard input (-) for only one"),
        (["check", "-", "-"], "graph and coloring: expected standard input (-) for only one of them"),
        (
            ["color", "queen:5", "--output", "p.pbp", "--proof", "./p.pbp"],
            "./p.pbp: the file of --output and of --proof: expected two files",
        ),
        (
            ["color", "g.col", "--proof", "g.col"],
            "g.col: the file of graph and of --proof: expected two",
        ),
        (
            ["paint"],
            "command = 'paint': expected one of bandwidth, bench, chart, check, color, completion",
        ),
    ],
)
def test_wrong_input_exits_2_with_one_line(arguments, message, capsys):
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert error.startswith("kempe: error: ")
    assert message in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "kempe: error: the following arguments are required: COMMAND; kempe --help"),
        (
            ["color"],
            "kempe color: error: the following arguments are required: graph; kempe color --help",
        ),
        (["color", "queen:5", "--time-limit", "0"], "argument --time-limit: '0': expected a positive"),
        (["color", "queen:5", "--threads", "0"], "argument --threads: '0': expected an integer >= 1"),
        (["color", "queen:5", "-k", "five"], "argument -k: 'five': expected an integer >= 1"),
        (["color", "queen:5", "--seed", "-1"], "argument --seed: '-1': expected an integer >= 0"),
        (["color", "queen:5", "--fixed", ""], "argument --fixed: '': expected the name of a file"),
        (
            ["color", "queen:5", "--foo"],
            "kempe color: error: unrecognized arguments: --foo; kempe color",
        ),
        (["check", "a", "b", "c"], "kempe check: error: unrecognized arguments: c; kempe check --help"),
    ],
)
def test_a_wrong_call_exits_2_with_one_line(arguments, message, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_repairs_are_warned_about_in_one_line(capsys, folder):
    (folder / "twice.col").write_text("p edge 3 2\ne 1 2\ne 2 1\n")
    assert main(["color", "twice.col"]) == 0
    error = capsys.readouterr().err
    assert error.startswith("kempe: warning: ")
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("a/DSJC500.5.col.xz", "DSJC500.5"),
        ("queen:12", "queen-12"),
        ("gnp:n=10,p=0.5", "gnp-n-10-p-0.5"),
        ("le450_15c.col.b", "le450_15c"),
        ("web.mtx", "web"),
    ],
)
def test_outputs_are_named_after_the_graph(source, name):
    assert name_of(source) == name


@pytest.mark.subprocess
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("times", [1, 3])
def test_a_signal_saves_the_best_coloring(stop, times, folder):
    command = [
        sys.executable,
        "-m",
        "solver",
        "color",
        "queen:11",
        "--time-limit",
        "600",
        "--output",
        "q.sol",
    ]
    environment = os.environ | {"PYTHONPATH": os.path.dirname(os.path.dirname(solver.__file__))}
    ours, theirs = pty.openpty()  # a terminal, so that there is a progress line to wait for
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=theirs, text=True
    )
    shown = b""
    while b"trying" not in shown:
        shown += os.read(ours, 4096)
    for _ in range(times):  # as timeout does, and whoever holds Ctrl-C
        process.send_signal(stop)
        time.sleep(0.001)
    out, _ = process.communicate(timeout=60)
    os.close(theirs)
    os.close(ours)
    assert process.returncode == 0
    assert b"600 s left" in shown or b"59" in shown
    assert "ended by: interrupted" in out
    assert solver.is_proper(generators.queen(11), read_coloring("q.sol", 121))


def test_a_result_proves_its_own_bound(capsys, folder):
    assert main(["color", "queen:5", "--json"]) == 0
    answer = capsys.readouterr().out
    (folder / "result.json").write_text(answer)
    assert main(["check", "queen:5", "result.json", "--bound", "result.json"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == ["proper: 5 colors", "at least 5 colors: a clique of 5", "optimal"]
    (folder / "claims.json").write_text(json.dumps(json.loads(answer) | {"lower_bound": 6}))
    assert main(["check", "queen:5", "--bound", "claims.json"]) == 1
    assert "the lower bound of 6 does not hold: " in capsys.readouterr().out
    assert main(["check", "queen:5", "--bound", "claims.json", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["bound_holds"] is False


def test_a_proof_of_the_bound_can_be_written(capsys, folder):
    arguments = ["color", "queen:5", "--json", "--proof", "p.pbp", "--max-ticks", "1000000"]
    assert main(arguments) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)["lower_bound"] == 5
    assert printed.err == "proof that 4 colors do not suffice (clique): p.pbp   formula: p.opb\n"
    check((folder / "p.opb").read_text(), (folder / "p.pbp").read_text())
    # An edgeless graph needs one color, which its vertices prove; without vertices there is no bound.
    (folder / "empty.col").write_text("p edge 0 0\n")
    assert main(["color", "empty.col", "--proof", "e.pbp"]) == 1
    assert "no proof: a graph without vertices needs no colors" in capsys.readouterr().err
    for option in ("--proof", "--picture"):
        assert main(["color", "queen:5", option, "-"]) == 2
        assert capsys.readouterr().err == f"kempe: error: {option} = '-': expected a file\n"
    assert main(["color", "queen:5", "--proof", "p.opb"]) == 2
    assert "a suffix other than .opb" in capsys.readouterr().err
    assert main(["color", "queen:5", "--proof", "p.pbp", "--fixed", "c.sol"]) == 2
    assert "--proof: expected no --fixed" in capsys.readouterr().err


def test_cases_are_checked_and_counted(capsys, folder):
    graph = "gnp:n=75,p=0.7,seed=1"
    assert main(["color", graph, "--max-ticks", "4000000000", "--output", "r.json"]) == 0
    assert "18 colors, optimal: no fewer are possible (" in (out := capsys.readouterr().out)
    assert " cases, each refuted by weights)" in out
    assert main(["check", graph, "r.json", "--bound", "r.json"]) == 0
    assert "at least 18 colors: " in (out := capsys.readouterr().out)
    assert " cases, each refuted by weights" in out


def test_an_undecided_bound_is_no_success(capsys, folder):
    weights = {"kind": "fractional", "weights": [1] * 100, "largest": 10}
    (folder / "dual.json").write_text(json.dumps(weights))
    assert main(["check", "queen:10", "--bound", "dual.json"]) == 0
    assert main(["check", "queen:10", "--bound", "dual.json", "--max-steps", "5"]) == 3
    assert "is not decided: undecided after 5 steps" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check", "queen:5"], "nothing to check"),
        (["check", "queen:5", "x.sol", "--max-steps", "5"], "--max-steps: expected only with --bound"),
        (["check", "queen:5", "--bound", "kind.json"], "kind.json: kind of certificate = 'guess'"),
    ],
)
def test_a_wrong_check_is_one_line(capsys, folder, arguments, message):
    (folder / "kind.json").write_text('{"kind": "guess"}')
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_fixed_colors_come_from_a_partial_coloring(tmp_path, capsys):
    fixed = tmp_path / "corner.sol"
    fixed.write_text("l 1 3\nl 2 1\n")
    output = tmp_path / "out.json"
    command = [
        "color",
        "queen:5",
        "--max-ticks",
        "100000",
        "--fixed",
        str(fixed),
        "--output",
        str(output),
    ]
    assert main(command) == 0
    assert json.loads(output.read_text())["colors"][:2] == [2, 0]
    capsys.readouterr()
    fixed.write_text("l 1 3\nl 2 3\n")
    assert main(command) == 2
    assert "corner.sol: adjacent vertices 1 and 2 both have color 3" in capsys.readouterr().err


def test_different_colors_and_the_largest_are_two_numbers(capsys, folder):
    (folder / "fixed.sol").write_text("l 1 9\nl 3 7\n")
    command = ["color", "mycielski:3", "--fixed", "fixed.sol", "--output", "m.json"]
    counts = "4 different colors, the largest is 9 (from 1)"
    optimal = (
        f"{counts}, optimal: with the fixed colors the largest cannot be smaller (color 9 is fixed)"
    )
    for _ in range(2):  # the second coloring is as good as that in the file
        assert main(command) == 0
        captured = capsys.readouterr()
        assert (captured.out.splitlines()[1], captured.err) == (optimal, "")
    assert main(["check", "mycielski:3", "m.json"]) == 0
    assert capsys.readouterr().out == f"proper: {counts}\n"
    assert main(["check", "mycielski:3", "m.json", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["k"], facts["largest"]) == (4, 9)


def test_a_bound_with_fixed_colors_is_one_on_the_largest(capsys, folder):
    (folder / "fixed.sol").write_text("l 1 6\nl 3 4\n")
    command = ["color", "queen:6", "--fixed", "fixed.sol", "--max-ticks", "1000000"]
    assert main([*command, "-k", "6"]) == 1
    assert "none exists: with the fixed colors the largest is at least 7 (" in capsys.readouterr().out
    assert main([*command, "--method", "natural"]) == 0
    assert "proper; with the fixed colors the largest is at least " in capsys.readouterr().out


def test_a_picture_with_fixed_colors_has_a_bound_on_their_number(folder, monkeypatch):
    bounds = []
    monkeypatch.setattr(
        "solver.command.picture.picture", lambda *_, lower_bound, **__: bounds.append(lower_bound)
    )
    (folder / "fixed.sol").write_text("l 1 9\n")
    main(["color", "grid:1,3", "--picture", "g.png"])
    main(["color", "grid:1,3", "--picture", "g.png", "--fixed", "fixed.sol"])
    assert bounds == [2, None]


def test_other_commands_are_named_in_the_help(capsys):
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "More commands, each with its own --help: chart, flow" in capsys.readouterr().out
