"""Files that are replaced."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

import solver
from solver.command.cli import main
from solver.graphs.formats import read_coloring


@pytest.mark.parametrize("exists", [True, False])
@pytest.mark.parametrize("name", ["q.sol", "q.json"])
def test_the_target_of_a_symbolic_link_is_written(tmp_path, exists, name, capsys):
    (tmp_path / "results").mkdir()
    target = tmp_path / "results" / f"best-{name}"
    if exists:
        target.write_text("")
    link = tmp_path / name
    middle = tmp_path / f"middle-{name}"
    middle.symlink_to(os.path.join("results", target.name))
    link.symlink_to(middle.name)
    assert main(["color", "queen:5", "--output", str(link)]) == 0
    assert link.is_symlink()
    assert middle.is_symlink()
    assert not target.is_symlink()
    assert solver.is_proper(solver.generators.queen(5), read_coloring(target, 25))
    assert [path.name for path in target.parent.iterdir()] == [target.name]


def test_a_link_into_a_folder_that_is_missing_is_refused_before_the_work(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("solver.command.color.load_named", lambda source: pytest.fail("the work began"))
    (tmp_path / "q.sol").symlink_to("missing/q.sol")
    assert main(["color", "queen:5", "--output", str(tmp_path / "q.sol")]) == 2
    assert "q.sol: the file cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--output", "--picture", "--proof"])
def test_a_loop_of_links_is_one_line(tmp_path, option, capsys, monkeypatch):
    monkeypatch.setattr("solver.command.color.load_named", lambda source: pytest.fail("the work began"))
    name = str(tmp_path / "one.png")
    (tmp_path / "one.png").symlink_to("two.png")
    (tmp_path / "two.png").symlink_to("one.png")
    assert main(["color", "queen:5", option, name]) == 2
    assert capsys.readouterr().err == (
        f"kempe: error: {name}: the file cannot be written: its symbolic links are a loop\n"
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["color", "nofile.col"],
        ["color", "queen:5", "--initial", "nofile.sol"],
        ["color", "queen:5", "--fixed", "nofile.sol"],
        ["bandwidth", "nofile.col"],
    ],
)
def test_no_folder_is_made_where_the_input_is_at_fault(tmp_path, arguments, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main([*arguments, "--output", "new/folder/x.sol"]) == 2
    assert "made the folder" not in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("output", ["a_file/b/q.sol", "dangling/q.sol", "new/sub/", "new/q.sol.zst"])
def test_a_folder_that_cannot_be_made_is_refused_before_the_work(tmp_path, output, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("solver.command.color.load_named", lambda source: pytest.fail("the work began"))
    (tmp_path / "a_file").write_text("")
    (tmp_path / "dangling").symlink_to("missing")
    assert main(["color", "queen:5", "--output", output]) == 2
    assert capsys.readouterr().err.startswith("kempe: error: ")
    assert {path.name for path in tmp_path.iterdir()} == {"a_file", "dangling"}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


COLOR = ["color", "queen:5", "--method", "natural"]


@pytest.mark.parametrize("json_object", [True, False])
def test_a_coloring_whose_file_cannot_be_written_is_printed(folder, capsys, json_object):
    os.symlink("/dev/full", "full.sol")
    assert main([*COLOR, "--output", "full.sol", *["--json"] * json_object]) == 2
    printed = capsys.readouterr()
    (folder / "printed.json" if json_object else folder / "printed.sol").write_text(printed.out)
    colors = read_coloring("printed.json" if json_object else "printed.sol", 25)
    assert solver.is_proper(solver.generators.queen(5), colors)
    assert printed.err.startswith(
        "kempe: error: full.sol: No space left on device; the coloring is printed instead\n"
    )


def test_the_coloring_of_kempe_bandwidth_is_printed_if_its_file_cannot_be_written(folder, capsys):
    os.symlink("/dev/full", "full.sol")
    (folder / "g.txt").write_text("p edge 2 1\ne 1 2 3\n")
    assert main(["bandwidth", "g.txt", "--output", "full.sol", "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["k"] == 4
    assert main(["bandwidth", "g.txt", "--output", "full.sol"]) == 2
    assert "l 1 " in capsys.readouterr().out


def test_a_name_may_be_as_long_as_the_file_system_allows(folder):
    name = "x" * 250 + ".sol"
    assert main([*COLOR, "--output", name]) == 0
    assert os.listdir() == [name]


@pytest.mark.parametrize("option", ["--output", "--picture", "--proof"])
def test_a_folder_that_takes_no_new_file_is_refused_before_the_work(folder, capsys, monkeypatch, option):
    def touch(path, *_):
        raise PermissionError(13, "Permission denied", str(path))

    name = "p.png" if option == "--picture" else "p.pbp"
    (folder / name).touch()
    monkeypatch.setattr("solver.command.color.load_named", lambda source: pytest.fail("the work began"))
    monkeypatch.setattr("pathlib.Path.touch", touch)
    assert main([*COLOR, option, name]) == 2
    reason = "the file cannot be written: no new file in its folder (Permission denied)"
    assert capsys.readouterr().err == f"kempe: error: {name}: {reason}\n"


@pytest.mark.subprocess
@pytest.mark.parametrize(("option", "what"), [("--picture", "picture"), ("--proof", "proof")])
def test_what_cannot_be_written_after_the_coloring_does_not_lose_it(folder, option, what):
    name = "full.png" if option == "--picture" else "full.pbp"
    os.symlink("/dev/full", name)
    environment = os.environ | {"PYTHONPATH": os.path.dirname(os.path.dirname(solver.__file__))}
    environment.pop("PYTHONUNBUFFERED", None)
    command = [sys.executable, "-m", "solver", *COLOR, "--json", option, name]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (1, f"no {what}: {name}: No space left on device\n")
    assert len(json.loads(run.stdout)["colors"]) == 25


def test_a_plot_of_a_benchmark_has_its_place_before_the_runs(folder, capsys, monkeypatch):
    (folder / "a_file").touch()
    monkeypatch.setattr("solver.command.bench.plan", lambda *_, **__: pytest.fail("the work began"))
    assert main(["bench", "queen:5", "--plot", "a_file/x.png"]) == 2
    assert "a_file" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "place"),
    [
        (["--picture", "p.png"], "matplotlib.figure.Figure.savefig"),
        (["--proof", "p.pbp"], "solver.proofs.formula._sum"),
        (["--proof", "p.pbp"], "solver.proofs.log.ProofLog.conclude"),
    ],
)
def test_an_interrupt_leaves_the_file_of_before(folder, monkeypatch, options, place):
    old, names = b"of before", ["p.opb", "p.pbp", "p.png"]
    for name in names:
        (folder / name).write_bytes(old)

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(place, interrupted)
    assert main([*COLOR, *options]) == 1
    assert sorted(os.listdir()) == names
    assert [(folder / name).read_bytes() for name in names] == [old] * 3


def test_a_proof_keeps_a_link_and_replaces_its_target(folder):
    (folder / "target.pbp").touch()
    os.symlink("target.pbp", "p.pbp")
    assert main([*COLOR, "--proof", "p.pbp"]) == 0
    assert os.path.islink("p.pbp")
    assert (folder / "target.pbp").read_text().startswith("pseudo-Boolean proof")
