"""The command: what it refuses before it serves."""

from __future__ import annotations

import pytest

from agents.errors import InputError, KempeError
from agents.page import cli

pytest.importorskip("nicegui")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--host", "192.168.1.5"], "--allow-remote"),
        (["--port", "70000"], "0 <= port < 65536"),
        (["missing.db"], "no such file"),
        (["--api-base", "http://x"], "--model beside it"),
        (["--study", "missing.yaml"], "cannot be read"),
    ],
)
def test_what_cannot_be_served_is_refused(tmp_path, arguments, message):
    with pytest.raises(InputError, match=message):
        cli.main(["--folder", str(tmp_path / "games"), *arguments])


def test_a_file_of_another_kind_is_refused(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("x")
    with pytest.raises(InputError, match="expected a trace"):
        cli.main(["--folder", str(tmp_path), str(path)])


def test_files_of_one_name_get_different_pages(tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.json").write_text("{}")
    files = [str(tmp_path / name / "x.json") for name in ("a", "b")]
    options = cli._parser().parse_args(["--folder", str(tmp_path / "games"), *files])
    assert list(cli.site_of(options).files) == ["x.json", "x-2.json"]


def test_a_study_is_not_begun_without_the_model_that_it_asks_for(tmp_path):
    plan = tmp_path / "s.yaml"
    plan.write_text("name: s\nparticipants: 1\nconditions: [{name: a}, {name: b, model: true}]\n")
    arguments = ["--folder", str(tmp_path / "games"), "--study", str(plan)]
    with pytest.raises(InputError, match=r"conditions\.1\.model = True: expected --model"):
        cli.site_of(cli._parser().parse_args(arguments))
    assert cli.site_of(cli._parser().parse_args([*arguments, "--model", "mock"])).study is not None


def test_a_missing_framework_is_named(monkeypatch, tmp_path):
    import sys

    monkeypatch.setitem(sys.modules, "nicegui", None)
    with pytest.raises(KempeError, match=r"kempe\[page\]"):
        cli.main(["--folder", str(tmp_path)])
