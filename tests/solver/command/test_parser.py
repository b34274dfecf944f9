"""Arguments of all commands: one line for an error, and lists that go on behind an option."""

from __future__ import annotations

from pathlib import Path

import pytest

from solver.command.parser import Parser


def parser():
    whole = Parser(prog="p")
    sub = whole.add_subparsers().add_parser("run")
    sub.add_argument("first")
    sub.add_argument("files", nargs="*", type=Path)
    sub.add_argument("--json", action="store_true")
    sub.add_argument("-n")
    return whole


@pytest.mark.parametrize(
    "arguments",
    [
        ["x", "a", "b", "--json"],
        ["x", "--json", "a", "b"],
        ["x", "a", "--json", "b"],
        ["--json", "x", "a", "b"],
        ["x", "--json", "--", "a", "b"],
        ["x", "a", "--json", "--", "b"],
        ["--json", "--", "x", "a", "b"],
    ],
)
def test_a_list_goes_on_behind_an_option(arguments):
    options = parser().parse_args(["run", *arguments])
    assert (options.first, options.files, options.json) == ("x", [Path("a"), Path("b")], True)


def test_without_more_the_list_is_empty_and_a_default_is_replaced():
    assert parser().parse_args(["run", "x", "--json"]).files == []
    one = Parser(prog="p")
    one.add_argument("first")
    one.add_argument("rest", nargs="*", default=["none"])
    one.add_argument("--json", action="store_true")
    assert one.parse_args(["x", "--json"]).rest == ["none"]
    assert one.parse_args(["x", "--json", "y"]).rest == ["y"]


@pytest.mark.parametrize(
    "arguments", [["x", "-1", "--json"], ["x", "--json", "-1"], ["x", "--json", "--", "-1"]]
)
def test_a_negative_number_is_no_option(arguments):
    assert parser().parse_args(["run", *arguments]).files == [Path("-1")]


def test_a_list_of_at_least_one_goes_on_too():
    one = Parser(prog="p")
    one.add_argument("numbers", nargs="+", type=int)
    one.add_argument("-n")
    assert one.parse_args(["1", "-n", "5", "2", "3"]).numbers == [1, 2, 3]


def test_a_value_of_a_wrong_type_behind_an_option_is_one_line(capsys):
    one = Parser(prog="p")
    one.add_argument("numbers", nargs="+", type=int)
    one.add_argument("-n")
    with pytest.raises(SystemExit):
        one.parse_args(["1", "-n", "5", "two"])
    assert capsys.readouterr().err.startswith("p: error: argument numbers: invalid int value: 'two'; ")


def test_an_unknown_option_is_named_without_the_list(capsys):
    with pytest.raises(SystemExit):
        parser().parse_args(["run", "x", "--json", "a", "--jsn", "b", "--", "-m"])
    assert "p run: error: unrecognized arguments: --jsn; " in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["x", "--jsn", "a"], ["x", "--json", "a", "-m"]])
def test_unknown_options_are_still_refused(arguments, capsys):
    with pytest.raises(SystemExit):
        parser().parse_args(["run", *arguments])
    assert "p run: error: unrecognized arguments: " in capsys.readouterr().err
