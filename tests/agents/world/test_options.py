"""Options of a world note what is read, and the commands name those that nothing has read."""

import copy
import json
import pickle

import pytest

from agents.world import World, cli
from agents.world.options import WorldOptions
from tests.agents.world.worlds import Does

GIVEN = {"size": "3", "typo": "1"}
OWN = f"{__name__}:made"


@pytest.mark.parametrize(
    "read",
    [
        lambda options: options["size"],
        lambda options: options.get("size", 8),
        lambda options: "size" in options,
        lambda options: options.pop("size"),
        lambda options: options.setdefault("size", "8"),
    ],
)
def test_who_reads_one_option_has_read_no_other(read):
    options = WorldOptions(GIVEN)
    read(options)
    assert options.unread == ["typo"]
    assert options.warning == "the world did not read the option 'typo'; it read 'size'"


@pytest.mark.parametrize(
    "read",
    [
        dict,
        list,
        sorted,
        str,
        copy.copy,
        copy.deepcopy,
        json.dumps,
        lambda options: dict(**options),
        lambda options: {**options},
        lambda options: options | {},
        lambda options: {} | options,
        lambda options: options == {},
        lambda options: options.copy(),
        lambda options: {}.update(options),
        lambda options: [*options.keys()],
        lambda options: [*options.values()],
        lambda options: [*options.items()],
        lambda options: [*reversed(options)],
        lambda options: pickle.loads(pickle.dumps(options)),
    ],
)
def test_who_reads_the_whole_has_read_every_option(read):
    options = WorldOptions(GIVEN)
    read(options)
    assert (options.unread, options.warning) == ([], "")
    assert options == GIVEN


def test_options_that_nobody_read_and_none():
    said = "the world did not read the options 'size', 'typo'; "
    assert WorldOptions(GIVEN).warning == f"{said}if msgspec reads them, give it dict(setup.options)"
    assert WorldOptions({}).warning == ""


def test_msgspec_reads_options_that_are_given_as_a_dictionary():
    msgspec = pytest.importorskip("msgspec")

    class Size(msgspec.Struct):
        size: int = 8

    options = WorldOptions(GIVEN)
    assert msgspec.convert(dict(options), Size, strict=False).size == 3
    assert options.warning == ""


def test_dictionaries_from_keys_are_plain():
    options = WorldOptions(GIVEN)
    assert (options.fromkeys("ab", "1"), type(options.fromkeys("ab"))) == ({"a": "1", "b": "1"}, dict)
    assert options.unread == ["size", "typo"]


def made(setup):
    """Read ``size`` at once, ``late`` in the first step, ``odd`` with odd seeds, and nothing else."""
    int(setup.options.get("size", "1"))
    if setup.seed % 2:
        setup.options.get("odd")
    return World({"a": Does(lambda step: setup.options.get("late") and None)})


def run(path, *given):
    sets = [word for pair in given for word in ("--set", pair)]
    more = ["--steps", "2", "--seed", "2", "--db", str(path), "--max-lost-share", "0"]
    return cli.main(["run", "own", "--world", OWN, *more, *sets])


@pytest.mark.parametrize("given", [(), ("size=3",), ("late=1",), ("size=3", "late=1")])
def test_options_that_a_world_reads_now_or_in_its_first_step_are_no_matter(given, tmp_path, capsys):
    assert run(tmp_path / "a.db", *given) == 0
    assert "did not read" not in capsys.readouterr().err


def test_a_misspelled_option_is_warned_of_once_in_a_run(tmp_path, capsys):
    assert run(tmp_path / "a.db", "size=3", "sise=4") == 0
    err = capsys.readouterr().err
    assert err.count("warning: the world did not read the option 'sise'; it read 'late', 'size'") == 1
    assert run(tmp_path / "a.db", "size=3", "sise=4") == 0  # complete already


def test_a_sweep_names_options_that_no_run_read(tmp_path, capsys):
    plan = tmp_path / "plan.json"
    grid = {"options.size": [1, 2], "options.sise": [1, 2]}
    settings = {"world": OWN, "steps": 1, "options.late": "1", "options.odd": "1", "options.tpyo": "1"}
    plan.write_text(json.dumps({"seeds": 2, "settings": settings, "grid": grid}))
    assert cli.main(["sweep", str(plan), "--output", str(tmp_path / "out"), "--workers", "1"]) == 0
    warnings = [line for line in capsys.readouterr().err.splitlines() if "warning: no run" in line]
    assert warnings == [
        "warning: no run read options.sise: runs that differ in it alone are the same",
        "warning: no run read options.tpyo",
    ]
