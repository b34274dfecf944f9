"""
The command ``kempe world``: runs worlds and verifies their traces.

Exit status: 0 success; 1 a trace is inconsistent, two runs differ, or a run was interrupted or stopped;
2 invalid input or arguments, or a file that is no trace.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from solver.command.parser import Parser
from solver.command.values import natural

from ..errors import GatewayError, InputError, KempeError, TraceError, expected
from .arguments import add_cassette, add_limits, add_max_lost_share, add_otel, refuse_useless
from .faults import fault
from .launch import (
    add_own,
    add_phase1,
    add_phase2,
    carry_on,
    gateway_of,
    print_verified,
    report_stopped,
    require_world,
    settings_of,
    world_of,
)
from .own import World
from .signing import Checkpoint, check_checkpoint, make_key, read_checkpoint, sign
from .trace import TraceDb
from .verify import verify

Command = Callable[[argparse.Namespace], int]


def main(argv: Sequence[str] | None = None) -> int:
    """Run ``kempe world`` and return its exit status."""
    options = _parser().parse_args(list(sys.argv[1:] if argv is None else argv))
    command: Command = options.command
    try:
        return command(options)
    except Exception as error:
        if (text := fault(error)) is None:
            raise
        raise InputError(text) from error


# ------------------------------------------------------------------------------------------- arguments


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="kempe world", description="Run agents in a world and verify their traces.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    run = commands.add_parser("run", help="run a world", description="Run a world.")
    modes = run.add_subparsers(required=True, metavar="MODE")
    add_phase1(modes)
    add_phase2(modes)
    add_own(modes)

    def add(name: str, command: Command, text: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text.lower().rstrip("."), description=text)
        sub.set_defaults(command=command)
        return sub

    def with_world(sub: argparse.ArgumentParser) -> argparse.ArgumentParser:
        sub.add_argument(
            "--world", metavar="MODULE:FUNCTION", help="function that makes the world of the run"
        )
        return sub

    def reads(sub: argparse.ArgumentParser) -> argparse.ArgumentParser:
        sub.add_argument("db", metavar="DB", help="a trace database")
        sub.add_argument("--run-id", metavar="ID", help="name of one run (default: all)")
        return sub

    sweep = add("sweep", _sweep, "Run a world with all combinations of seeds and settings.")
    sweep.add_argument("config", metavar="CONFIG", help="description in YAML or JSON")
    sweep.add_argument("--output", required=True, metavar="DIR", help="folder; goes on if it exists")
    sweep.add_argument(
        "--workers", type=int, default=os.cpu_count(), metavar="N", help="processes (default: all cores)"
    )
    sweep.add_argument(
        "--dask", metavar="ADDRESS", help="run on the Dask cluster of this scheduler; no --workers then"
    )
    sweep.add_argument(
        "--parquet", action="store_true", help="also write the tables of all runs as Parquet"
    )
    sweep.add_argument("--api-key", metavar="KEY", help="key of the provider; never stored")
    add_limits(sweep)
    add_max_lost_share(sweep)

    resume = reads(add("resume", _resume, "Resume the interrupted runs of a trace."))
    resume.add_argument("--api-key", metavar="KEY", help="key of the provider; never stored")
    add_limits(with_world(resume))
    add_max_lost_share(resume)
    add_cassette(resume)
    add_otel(resume)
    replay = add("replay", _replay, "Repeat the decisions of the agents and compare with the trace.")
    with_world(reads(replay))
    check = reads(add("verify", _verify, "Check rows, hash chain and outcomes of a trace."))
    check.add_argument(
        "--head", metavar="HASH", help="hash noted when the run ended; detects missing steps"
    )
    check.add_argument(
        "--checkpoint", metavar="FILE", help="signed checkpoint that the run must be or continue"
    )
    check.add_argument("--key", metavar="KEY", help="verifier key of the checkpoint's signer")
    with_world(check)
    check.add_argument("--json", action="store_true", help="print one JSON object per run")
    signs = reads(add("sign", _sign, "Print a signed checkpoint of a run."))
    signs.add_argument("--key", required=True, metavar="FILE", help="private key, made by keygen")
    keygen = add("keygen", _keygen, "Make a private key and print its verifier key.")
    keygen.add_argument("file", metavar="FILE", help="new file for the private key")
    keygen.add_argument("--name", required=True, metavar="NAME", help="name of the signer")
    reads(add("hash", _hash, "Print the canonical hash of each run."))
    two = add("diff", _diff, "Find the first difference of two runs.")
    two.add_argument("a", metavar="A", help="a trace database")
    two.add_argument("b", metavar="B", help="another trace database, or the same")
    two.add_argument("--run-id", metavar="ID", help="run of A, if it holds several")
    two.add_argument("--other-run-id", metavar="ID", help="run of B, if it holds several")
    copy = add("export", _export, "Export a trace.")
    copy.add_argument("db", metavar="DB", help="a trace database")
    copy.add_argument("--to", required=True, metavar="F", help="new file, or folder for CSV and Parquet")
    copy.add_argument(
        "--format",
        choices=("sqlite", "csv", "parquet"),
        help="sqlite: canonical file, the same bytes for the same runs (default, unless F ends in .csv "
        "or .parquet); csv and parquet: one file per table",
    )
    log = reads(
        add("log", _log, "Print the actions of the agents, those of a step in the order of execution.")
    )
    log.add_argument("--agent", metavar="ID", help="only this agent")
    log.add_argument("--from", dest="first", type=natural, default=0, metavar="N", help="first step")
    log.add_argument("--to", dest="last", type=natural, metavar="N", help="last step")
    log.add_argument(
        "--json",
        action="store_true",
        help="print one JSON object per row, with its place in the order of execution as order",
    )
    return parser


# -------------------------------------------------------------------------------------------- auditing


def _runs(options: argparse.Namespace, trace: TraceDb) -> list[str]:
    if options.run_id is not None:
        trace.get_run_metadata(options.run_id)
        return [options.run_id]
    run_ids = trace.run_ids()
    if not run_ids:
        raise TraceError("the trace has no run", path=trace.path)
    return run_ids


def _resume(options: argparse.Namespace) -> int:
    with TraceDb(options.db, must_exist=True) as trace:
        run_ids = _runs(options, trace)
        refuse_useless(options, {settings_of(trace, run_id).gateway for run_id in run_ids})
        for run_id in run_ids:
            require_world(trace, run_id, options.world)
            settings = settings_of(trace, run_id)
            if trace.steps(run_id) < settings.steps:
                gateway = gateway_of(options, settings, trace)
                why = carry_on(options, settings, trace, run_id, gateway)
                if report_stopped(why, options, settings, trace, run_id):
                    return 1
            print(f"run_id={run_id}\ndb={options.db}\nhash={trace.head(run_id)}")
    return 0


def _sweep(options: argparse.Namespace) -> int:
    from .sweep import read_plan, run_sweep

    return run_sweep(read_plan(options.config), options)


def _replay(options: argparse.Namespace) -> int:
    from .replay import replay

    with TraceDb(options.db, readonly=True) as trace:
        for run_id in _runs(options, trace):
            require_world(trace, run_id, options.world)
            settings_of(trace, run_id)
            try:
                steps = replay(trace, run_id)
            except (TraceError, GatewayError) as error:
                return _inconsistent("not replayed", error)
            print(f"{run_id}: {steps} steps repeated without a difference\nhash={trace.head(run_id)}")
    return 0


def _inconsistent(what: str, error: KempeError) -> int:
    """Print why a trace did not pass, and return the exit status."""
    print(f"{what}: {error}", file=sys.stderr)
    return 1


def _checkpoint(options: argparse.Namespace) -> Checkpoint | None:
    """Return the signed checkpoint, if one is given."""
    if options.checkpoint is None:
        if options.key is not None:
            raise InputError("--key: expected --checkpoint beside it")
        return None
    if options.key is None:
        raise expected("--key", None, "the verifier key of the checkpoint's signer")
    try:
        note = Path(options.checkpoint).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read: {error}", path=options.checkpoint) from error
    return read_checkpoint(note, options.key)


def _sign(options: argparse.Namespace) -> int:
    with TraceDb(options.db, readonly=True) as trace:
        run_id = _one_run(trace, options.run_id)
        try:
            verify(trace, run_id, execute=False)
        except TraceError as error:
            return _inconsistent("not signed", error)
        print(sign(trace, run_id, options.key), end="")
    return 0


def _keygen(options: argparse.Namespace) -> int:
    print(make_key(options.file, options.name))
    return 0


def _verify(options: argparse.Namespace) -> int:
    with TraceDb(options.db, readonly=True) as trace:
        try:
            checkpoint = _checkpoint(options)
        except TraceError as error:
            return _inconsistent("not verified", error)
        if checkpoint is not None and options.run_id is None:
            run_ids = [checkpoint.run_id]
        elif options.head is not None:  # that of one run
            run_ids = [_one_run(trace, options.run_id)]
        else:
            run_ids = _runs(options, trace)
        for run_id in run_ids:
            world = world_of(trace, run_id, options.world) or World({})
            try:
                verified = verify(
                    trace, run_id, head=options.head, tools=world.tools, domains=world.domains
                )
                if checkpoint is not None:
                    check_checkpoint(trace, run_id, checkpoint)
            except TraceError as error:
                return _inconsistent("not verified", error)
            if options.json:
                print(json.dumps(verified._asdict()))
            else:
                print_verified(verified, f"{run_id}: ")
                if checkpoint is not None:
                    signer = options.key.partition("+")[0]
                    print(f"its first {checkpoint.steps} steps are those signed by {signer}")
    return 0


def _hash(options: argparse.Namespace) -> int:
    with TraceDb(options.db, readonly=True) as trace:
        for run_id in _runs(options, trace):
            print(f"{trace.head(run_id)}  {run_id}")
    return 0


def _diff(options: argparse.Namespace) -> int:
    from .diff import diff, settings_that_differ

    with TraceDb(options.a, readonly=True) as a, TraceDb(options.b, readonly=True) as b:
        run_a, run_b = _one_run(a, options.run_id), _one_run(b, options.other_run_id)
        for name, (one, two) in settings_that_differ(a, run_a, b, run_b).items():
            print(f"{name}: {one!r} and {two!r}")
        difference = diff(a, run_a, b, run_b)
        if difference is None:
            print(f"no difference in {a.steps(run_a)} steps")
            return 0
        agent = "" if difference.agent_id is None else f" of {difference.agent_id}"
        print(f"step {difference.time_step}: the {difference.what}{agent} differs")
        for path, value in ((options.a, difference.first), (options.b, difference.second)):
            print(f"  {path}: {json.dumps(value, ensure_ascii=False, sort_keys=True)}")
    return 1


def _one_run(trace: TraceDb, run_id: str | None) -> str:
    known = trace.run_ids()
    if run_id is None and len(known) == 1:
        return known[0]
    if run_id not in known:
        given = "no run id was given" if run_id is None else f"run id = {run_id!r}"
        raise TraceError(f"{given}: expected {', '.join(known) or 'none'}", path=trace.path)
    return str(run_id)


def _export(options: argparse.Namespace) -> int:
    suffix = Path(options.to).suffix.removeprefix(".")
    format_ = options.format or (suffix if suffix in ("csv", "parquet") else "sqlite")
    with TraceDb(options.db, readonly=True) as trace:
        if format_ == "csv":
            from .csv_tables import export_csv

            print(*export_csv(trace, options.to), sep="\n")
        elif format_ == "parquet":
            from .parquet import export_parquet

            print(*export_parquet(trace, options.to), sep="\n")
        else:
            from .export import export

            print(export(trace, options.to))
    return 0


def _log(options: argparse.Namespace) -> int:
    from .log import log_lines

    with TraceDb(options.db, readonly=True) as trace:
        for line in log_lines(
            trace,
            _runs(options, trace),
            agent=options.agent,
            first=options.first,
            last=options.last,
            as_json=options.json,
        ):
            print(line)
    return 0
