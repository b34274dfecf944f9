"""Files that are replaced."""

from __future__ import annotations

import os

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
