"""
Sweeps: one world with all combinations of seeds and settings, ``kempe world sweep``.

Each run has a trace of its own, named after the run, so an interrupted sweep continues with the runs and
the steps that are missing. A table has one row for each run.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator, Mapping
from concurrent.futures import BrokenExecutor
from dataclasses import fields
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import InputError, KempeError, expected
from ..processes import as_they_end, why_it_ended
from .arguments import refuse_useless
from .claim import claimed
from .cognitive_policies import DEFAULT_POLICY
from .faults import RAISED, as_error, raised
from .launch import carry_on, first_difference, gateway_of, settings_of, with_roster
from .options import WorldOptions
from .setup import DEFAULT_SIZE, Settings
from .sweep_table import SweepTable
from .trace import TraceDb

#: Settings that a sweep may give; those of ``options`` are written ``options.NAME``.
_NAMES = {field.name for field in fields(Settings)} - {"seed", "roster", "options"}
_OPTION = "options."

#: Measures of a run, in the order of the columns of the table.
MEASURES = ("steps_done", "rows", "failed", "lost", "messages", "calls", "tokens", "cost", "hash")


class Plan(NamedTuple):
    """
    Description of a sweep.

    Attributes
    ----------
    varied
        Names of the settings that the runs differ in.
    runs
        Settings of each run, without the ids of a world's agents.
    """

    varied: tuple[str, ...]
    runs: tuple[Settings, ...]


def read_plan(path: str | Path) -> Plan:
    """
    Return the sweep that a file describes.

    The file has ``seeds``, a list or a number of seeds; ``settings``, those of all runs; and ``grid``,
    lists of values for further settings. Names are those of :class:`~agents.world.setup.Settings`, and
    ``options.NAME`` for the options of a world.

    Raises
    ------
    InputError
        If the file cannot be read, or a value is not legal.
    """
    found = _read(Path(path))
    if not isinstance(found, dict) or (odd := set(found) - {"seeds", "settings", "grid"}):
        name = sorted(map(str, odd))[0] if isinstance(found, dict) else "sweep"
        raise InputError(f"{name}: expected the sections seeds, settings and grid", path=path)
    given, grid = found.get("settings") or {}, found.get("grid") or {}
    seeds = found.get("seeds", 1)
    if type(seeds) is int and seeds >= 1:
        seeds = list(range(seeds))
    if not (isinstance(seeds, list) and seeds and all(type(seed) is int for seed in seeds)):
        raise expected("seeds", seeds, "an integer >= 1 or a list of integers", path=path)
    for section, name in ((given, "settings"), (grid, "grid")):
        if not isinstance(section, dict):
            raise expected(name, section, "names and values", path=path)
    for name in (*given, *grid):
        if not (isinstance(name, str) and (name in _NAMES or name.startswith(_OPTION))):
            legal = f"one of {', '.join(sorted(_NAMES))} or options.NAME"
            raise expected("setting", name, legal, path=path)
    for name, values in grid.items():
        if not isinstance(values, list) or not values:
            raise expected(f"grid.{name}", values, "a list of values", path=path)
    try:
        runs = tuple(
            _settings({**given, **dict(zip(grid, values, strict=True))}, seed)
            for *values, seed in product(*grid.values(), seeds)
        )
    except InputError as error:
        raise InputError(str(error), path=path) from error
    if len({run.run_id() for run in runs}) < len(runs):
        raise InputError("two runs have equal settings: expected different values", path=path)
    return Plan((*grid, "seed"), runs)


class Ran(NamedTuple):
    """Measures of a run, and the options that its world did not read; None if it had no step to run."""

    measured: dict[str, Any]
    unread: tuple[str, ...] | None


def _read(path: Path) -> Any:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read: {error}", path=path) from error
    if path.suffix == ".json":
        try:
            return json.loads(text)
        except (ValueError, RecursionError) as error:
            raise InputError(f"not JSON: {error}", path=path) from error
    try:
        import yaml
    except ImportError as error:
        raise InputError("YAML needs PyYAML: pip install 'kempe[yaml]'", path=path) from error
    try:
        return yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise InputError(f"not YAML: {' '.join(str(error).split())}", path=path) from error


def _settings(values: Mapping[str, Any], seed: int) -> Settings:
    """Return the settings of one run, with the defaults of the command line."""
    plain = {name: value for name, value in values.items() if not name.startswith(_OPTION)}
    options = {
        name.removeprefix(_OPTION): str(value)
        for name, value in values.items()
        if name.startswith(_OPTION)
    }
    _check_types(plain)
    mode = plain.setdefault("mode", "own" if "world" in plain else "phase1")
    agents, steps = DEFAULT_SIZE.get(mode, (1, 100))
    plain.setdefault("agents", agents)
    plain.setdefault("steps", steps)
    if mode != "phase1":
        plain.setdefault("message_history_limit", 20)
    if plain.get("mock_acts"):
        plain.setdefault("gateway", "mock")
    if mode == "phase2":
        plain.setdefault("policy", DEFAULT_POLICY)
        plain.setdefault("gateway", "litellm" if "model" in plain else "mock")
    if plain.get("gateway") is not None:
        plain.setdefault("model", "mock")
    elif mode == "own" and "model" in plain:
        plain["gateway"] = "litellm"
    if options and mode != "own":
        raise expected("options", ", ".join(options), "none without a world")
    return Settings(seed=seed, options=options or None, **plain)


_TYPES: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(("agents", "steps", "message_history_limit", "order_seed"), (int,)),
    **dict.fromkeys(("deterministic_timestamps", "supports_tool_calls", "mock_acts"), (bool,)),
    "temperature": (int, float),
}


def _check_types(values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        kinds = _TYPES.get(name, (str,))
        if type(value) not in kinds:
            words = {int: "an integer", bool: "true or false", float: "a number", str: "text"}
            raise expected(name, value, words[kinds[-1]])
    if values.get("gateway") not in (None, "mock", "litellm"):
        raise expected("gateway", values["gateway"], "mock or litellm")


# --------------------------------------------------------------------------------------------- running


def run_sweep(plan: Plan, options: argparse.Namespace) -> int:
    """
    Run what is missing of a sweep, write its table, and return the exit status.

    ``options.output`` is the folder; the other options are those of a run.
    """
    if options.workers is None or options.workers < 1:
        raise expected("--workers", options.workers, "an integer >= 1")
    refuse_useless(options, {settings.gateway for settings in plan.runs})
    if options.parquet:
        from .parquet import require_pyarrow

        require_pyarrow()
    folder = Path(options.output)
    try:
        (folder / "runs").mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot be created: {error.strerror}", path=folder) from error
    with claimed(folder):
        return _fill(folder, plan, options)


def _fill(folder: Path, plan: Plan, options: argparse.Namespace) -> int:
    table = SweepTable(folder / "runs.csv")
    failures: list[str] = []
    unread: list[set[str]] = []
    try:
        for count, (number, task) in enumerate(_ended(plan, folder.absolute(), options), 1):
            varied = _varied(plan, plan.runs[number])
            try:
                ran: Ran = task.result()
            except KempeError as error:
                # By its settings: the run id depends on the world, which may not have been made.
                name = ", ".join(f"{setting} = {value}" for setting, value in varied.items())
                failures.append(f"run {name}: {error}")
            else:
                table.add(number, {**varied, **ran.measured})
                unread += [] if ran.unread is None else [set(ran.unread)]
            print(f"\r{count}/{len(plan.runs)} runs", end="", file=sys.stderr)
        print(file=sys.stderr)
    except (KeyboardInterrupt, BrokenExecutor) as error:
        print(f"\n{why_it_ended(error)}; the same command continues in {folder}", file=sys.stderr)
        return 1
    for failure in failures:
        print(failure, file=sys.stderr)
    # One that some condition does without is none that is misspelled.
    for name in sorted(set.intersection(*unread) if unread else ()):
        option = f"{_OPTION}{name}"
        why = ": runs that differ in it alone are the same" if option in plan.varied else ""
        print(f"warning: no run read {option}{why}", file=sys.stderr)
    others = f", and {table.others} of earlier sweeps" if table.others else ""
    print(f"{len(table)} of {len(plan.runs)} runs in {folder / 'runs.csv'}{others}")
    if options.parquet and not failures:
        for path in gather(folder):
            print(path)
    return 1 if failures else 0


def _ended(plan: Plan, folder: Path, options: argparse.Namespace) -> Iterator[tuple[int, Any]]:
    """Start all runs, here or on a cluster, and yield the number and the task of each as it ends."""
    if options.dask is not None:
        from solver.distributed.executors import each, opened

        calls = [(run_elsewhere, (settings, folder, options)) for settings in plan.runs]
        with opened(options.dask) as cluster:
            yield from each(cluster, calls)
        return
    calls = [(run_one, (settings, folder, options)) for settings in plan.runs]
    yield from as_they_end(calls, options.workers)


def run_one(settings: Settings, folder: Path, options: argparse.Namespace) -> Ran:
    """Run or resume one run of a sweep in this process."""
    settings = with_roster(settings)
    run_id = settings.run_id()
    with TraceDb(folder / "runs" / f"{run_id}.db") as trace:
        if run_id not in trace.run_ids():
            trace.insert_run(settings.metadata(run_id))
        elif (recorded := settings_of(trace, run_id)) != settings:
            difference = first_difference(settings, recorded)
            raise InputError(f"the trace holds other settings: {difference}", path=trace.path)
        unread = None
        if trace.steps(run_id) < settings.steps:
            gateway = gateway_of(options, settings, trace)
            noted = WorldOptions(settings.options or {})
            try:
                why = carry_on(options, settings, trace, run_id, gateway, noted=noted)
            except KempeError:
                raise
            except RAISED as error:  # of the user's world: it ends no other run
                raise InputError(raised(as_error(error)), path=trace.path) from error
            unread = tuple(noted.unread)
            if why is not None:
                raise InputError(why, path=trace.path)
        return Ran({"run_id": run_id, **measures(trace, run_id)}, unread)


def run_elsewhere(settings: Settings, folder: Path, options: argparse.Namespace) -> Ran:
    """
    Run or resume one run of a sweep on a worker of a cluster.

    The trace is written on a disk of the worker and then copied: SQLite's log cannot be kept on a file
    system of a network. If the worker is killed, what this call has run is lost.
    """
    kept = folder / "runs" / f"{with_roster(settings).run_id()}.db"
    with tempfile.TemporaryDirectory(prefix="kempe-") as scratch:
        local = Path(scratch, "runs", kept.name)
        local.parent.mkdir()
        if kept.exists():
            shutil.copyfile(kept, local)
        try:
            return run_one(settings, Path(scratch), options)
        except KempeError as error:
            raise InputError(str(error).replace(str(local), str(kept))) from error
        finally:
            if local.exists():
                aside = kept.with_name(f"{kept.name}.new")
                shutil.copyfile(local, aside)
                os.replace(aside, kept)


def measures(trace: TraceDb, run_id: str) -> dict[str, Any]:
    """Return the measures of a run."""
    lost = "json_extract(info_json, '$.metadata.policy_error') IS NOT NULL"
    ((rows, failed, turns),) = trace.query(
        "SELECT count(*), sum(NOT json_extract(outcome_json, '$.success')), "
        f"sum({lost}) FROM trace WHERE run_id = ?",
        (run_id,),
    )
    ((messages,),) = trace.query("SELECT count(*) FROM messages WHERE run_id = ?", (run_id,))
    ((calls, tokens, cost),) = trace.query(
        "SELECT count(*), total(prompt_tokens) + total(completion_tokens), sum(cost) "
        "FROM llm_calls WHERE run_id = ?",
        (run_id,),
    )
    values = (
        *(trace.steps(run_id), rows, failed or 0, turns or 0, messages),
        *(calls, int(tokens), cost, trace.head(run_id)),
    )
    return dict(zip(MEASURES, values, strict=True))


def _varied(plan: Plan, settings: Settings) -> dict[str, Any]:
    options = settings.options or {}
    return {
        name: options.get(name.removeprefix(_OPTION))
        if name.startswith(_OPTION)
        else getattr(settings, name)
        for name in plan.varied
    }


def gather(folder: Path) -> list[Path]:
    """
    Write the tables of all runs of a sweep, with those of the domains, to ``folder/tables``.

    The files are written anew each time. Memory: the database is on disk.
    """
    from .parquet import export_parquet

    for path in (folder / "tables").glob("*.parquet"):
        path.unlink()
    with TraceDb("") as together:
        for path in sorted((folder / "runs").glob("*.db")):
            _copy(together, path)
        return export_parquet(together, folder / "tables")


def _copy(together: TraceDb, path: Path) -> None:
    """Add the rows of a trace to another database."""
    connection = together.connection
    try:
        connection.execute("ATTACH ? AS one", (f"{path.absolute().as_uri()}?mode=ro",))
        tables = connection.execute(
            "SELECT name, sql FROM one.sqlite_schema WHERE type = 'table' ORDER BY name <> 'runs', name"
        ).fetchall()
        known = {name for (name,) in together.query("SELECT name FROM sqlite_schema")}
        for name, sql in tables:
            if name not in known:
                connection.execute(sql)
            connection.execute(f'INSERT INTO main."{name}" SELECT * FROM one."{name}"')
        connection.execute("DETACH one")
    except sqlite3.Error as error:
        raise InputError(f"cannot be read: {error}", path=path) from error
