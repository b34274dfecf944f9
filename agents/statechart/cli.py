"""
``kempe chart check | run | export | paths | types``: check a chart, run it on a script, draw it, list
event sequences for tests, write types of its events.

A chart is an SCXML file, a machine of XState v5 in a file ``*.json``, or ``stock:social``. A script has
one event per line, optionally followed by data as JSON; ``+5`` lets five ticks pass; ``#`` begins a
comment.

Exit status: 0 success; 1 a finding, or an event that could not be processed; 2 invalid input or
arguments.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from solver.command.parser import Parser

from ..errors import InputError, expected
from .analysis import analyze
from .chart import Chart
from .configuration import Choice, Configuration, Logged, Record
from .content import is_event_name
from .drawing import to_svg
from .errors import AmbiguousTransition, ChartError, InvalidChart
from .event_types import to_python, to_typescript
from .exploration import FEW_TRIALS, MAX_TRIALS
from .export import to_dot, to_mermaid
from .flat import as_chart
from .machine import Machine
from .paths import transition_paths
from .scxml import load_scxml
from .scxml_writer import write_scxml
from .snapshot import SnapshotError, dump, load, read_json
from .social import social_chart
from .xstate import guard_names, load_xstate

_FORMATS = {"mermaid": to_mermaid, "svg": to_svg, "dot": to_dot, "scxml": write_scxml}
_TYPES = {"python": to_python, "typescript": to_typescript}
_STOCK = "stock:social"
#: Numbers that Python reads: also letters such as the square of two are digits to ``str.isdigit``.
_TICKS = re.compile("[0-9]{1,18}")


def main(argv: Sequence[str] | None = None) -> int:
    """Run ``kempe chart`` and return its exit status."""
    options = _parser().parse_args(argv)
    result: int = options.command(options)
    return result


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="kempe chart", description="Check, run and draw statecharts in SCXML.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def add(name: str, command: Any, text: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(
            name, help=text, description=text, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        sub.set_defaults(command=command)
        sub.add_argument("chart", help=f"an SCXML file, an XState v5 machine (*.json), or {_STOCK}")
        return sub

    check = add("check", _check, "Report what is suspect: exit status 1 if anything is, notes aside.")
    check.add_argument("--json", action="store_true", help="print one JSON object")
    check.add_argument(
        "--limit",
        type=int,
        metavar="N",
        help=f"limit of microsteps explored, at least 1; default: {MAX_TRIALS}, and {FEW_TRIALS} for a "
        "chart that may need more",
    )

    run = add("run", _run, "Run a chart on events, and print what happens.")
    run.epilog = (
        "Events are names, +N for N ticks, or NAME=JSON for an event with data:\n"
        "  kempe chart run door.scxml open +5 'key={\"code\": 7}'"
    )
    run.add_argument("events", nargs="*", metavar="EVENT", help="after those of the script, if any")
    run.add_argument("--script", metavar="F", help="events, one a line; - reads standard input")
    run.add_argument(
        "--choices",
        metavar="N,N",
        default="",
        help="options of open choices, from 0 on (then the first)",
    )
    run.add_argument(
        "--guard",
        metavar="NAME=BOOL",
        action="append",
        default=[],
        help="value of a guard of an XState machine, true or false; default: false",
    )
    run.add_argument("--resume", metavar="F", help="go on from a snapshot")
    run.add_argument("--snapshot", metavar="F", help="where the snapshot at the end goes")
    run.add_argument("--json", action="store_true", help="print one JSON object")

    export = add("export", _export, "Draw a chart, or write it as SCXML.")
    export.add_argument("--format", choices=_FORMATS, default="mermaid", help="default: mermaid")
    export.add_argument("--output", metavar="F", default="-", help="default: standard output")

    paths = add("paths", _paths, "List event sequences that together take every transition.")
    paths.add_argument(
        "--format", choices=("text", "json", "pytest"), default="text", help="default: text"
    )
    paths.epilog = (
        "Exit status 1 if a transition is not covered: it needs data, or more events than were tried, or"
        " cannot fire."
    )

    types = add("types", _types, "Write types of the events and states of a chart.")
    types.add_argument("--format", choices=_TYPES, default="python", help="default: python")
    types.add_argument("--output", metavar="F", default="-", help="default: standard output")
    return parser


def _chart(name: str) -> Chart:
    if name == _STOCK:
        return as_chart(social_chart(), name="social")
    return load_xstate(name) if name.endswith(".json") else load_scxml(name)


# ---------------------------------------------------------------------------------------------- check


def _check(options: argparse.Namespace) -> int:
    try:
        chart = _chart(options.chart)
    except InvalidChart as error:
        if not options.json:
            raise
        told = [finding._asdict() | {"witness": None, "exact": True} for finding in error.findings]  # type: ignore[union-attr]
        print(json.dumps({"chart": options.chart, "findings": told}))
        return 2
    findings = analyze(chart, limit=options.limit)
    if options.json:
        told = [f.finding._asdict() | {"witness": f.witness, "exact": f.exact} for f in findings]
        print(json.dumps({"chart": options.chart, "digest": chart.digest, "findings": told}))
    else:
        for finding in findings:
            print(f"{options.chart}: {finding.finding}")
        states = len(chart.states) - 1
        print(
            f"{options.chart}: {_count(states, 'state')}, {_count(len(chart.arcs), 'transition')},",
            end=" ",
        )
        print(_count(len(findings), "finding"))
    return 1 if any(finding.finding.severity != "note" for finding in findings) else 0


def _count(n: int, noun: str) -> str:
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


# ------------------------------------------------------------------------------------------------ run


def _run(options: argparse.Namespace) -> int:
    chart = _chart(options.chart)
    if options.chart == _STOCK:
        raise InputError(f"{_STOCK} runs on agents: use agents.statechart.social_chart()")
    events = [*_script(options.script), *map(_event, options.events)]
    chooser = _Chooser(options.choices)
    guards = _guards(chart, options.guard)
    begin = _resumed(chart, options.resume)
    logs = _Logs()
    machine = Machine(
        chart,
        context=guards,
        choose=chooser,
        load=partial(_beside, options.chart),
        sink=logs,
        configuration=begin,
    )
    chooser.check()
    steps = [_told(None, machine, logs)]
    if not options.json:
        _print(steps[0])
    failure: str | None = None
    for label, name, data in events:
        try:
            machine.tick(int(name)) if label.startswith("+") else machine.send(name, data)
        except (ChartError, AmbiguousTransition) as error:
            failure = f"{label}: {error}"
            break
        chooser.check()
        steps.append(_told(label, machine, logs))
        if not options.json:
            _print(steps[-1])
    if options.snapshot:
        _write(options.snapshot, dump(chart, machine.configuration) + "\n")
    if options.json:
        whole = {"chart": options.chart, "digest": chart.digest, "steps": steps, "error": failure}
        print(json.dumps(whole | {"states": machine.states, "done": machine.configuration.done}))
    if chooser.left:
        left = ",".join(map(str, chooser.left))
        print(f"kempe chart: --choices: {left} not used, no further choice was open", file=sys.stderr)
    if failure is not None:
        print(f"kempe chart: {failure}", file=sys.stderr)
    return 0 if failure is None else 1


def _beside(path: str, address: str) -> Chart:
    """Return the chart that a chart invokes: a file in its folder."""
    folder = Path(path).parent
    target = folder / address.removeprefix("file:")
    if not target.resolve().is_relative_to(folder.resolve()):
        raise expected("src of an invoke", address, f"a file below {folder}")
    return load_scxml(target)


def _guards(chart: Chart, given: list[str]) -> dict[str, bool]:
    """Return the values of guards by name, and say which have none."""
    known = guard_names(chart)
    guards = {}
    for text in given:
        name, _, value = text.rpartition("=")
        if value not in ("true", "false"):
            raise InputError(f"--guard {text}: expected NAME=true or NAME=false")
        if name not in known:
            legal = (
                f"one of {', '.join(known)}" if known else "none, as the chart has no guards of XState"
            )
            raise InputError(f"--guard {text}: expected {legal}")
        guards[name] = value == "true"
    if left := [f"{name} (state {state})" for name, state in known.items() if name not in guards]:
        text = f"kempe chart: guards that are functions in XState are false: {', '.join(left)}"
        print(f"{text}; --guard NAME=true sets one", file=sys.stderr)
    return guards


class _Chooser:
    """Chooser of given options, then of the first."""

    def __init__(self, text: str) -> None:
        self._wrong = ""
        try:
            self.left = [int(word) for word in text.split(",") if word.strip()]
        except ValueError:
            raise InputError(f"--choices {text}: expected numbers separated by commas") from None

    def __call__(self, choice: Choice, context: Any) -> int:
        if not self.left:
            return 0
        chosen = self.left.pop(0)
        if not 0 <= chosen < len(choice.options):
            legal = f"0 to {len(choice.options) - 1}"
            self._wrong = f"--choices: choice in state {choice.state} = {chosen}: expected {legal}"
        return chosen

    def check(self) -> None:
        """Refuse a choice that was no option: the machine takes the first for it."""
        if self._wrong:
            raise InputError(self._wrong)


class _Logs:
    """List of logged values."""

    def __init__(self) -> None:
        self.lines: list[Logged] = []

    def emit(self, name: str, data: Any) -> None:
        if name == "statechart.log":
            self.lines.append(Logged(data["label"], data["value"]))


def _told(event: str | None, machine: Machine, logs: _Logs) -> dict[str, Any]:
    lines, logs.lines = logs.lines, []
    return {
        "event": event,
        "states": machine.states,
        "tick": machine.configuration.tick,
        "trace": [record._asdict() for record in machine.trace],
        "log": [line._asdict() for line in lines],
    }


def _print(step: dict[str, Any]) -> None:
    print(f"> {step['event']}" if step["event"] else "> start")
    for entry in step["trace"]:
        record = Record(**entry)
        detail = "" if record.detail is None else f"  {json.dumps(record.detail, default=str)}"
        print(f"    {record.kind:10} {record.name}{detail}")
    for line in step["log"]:
        print(f"    log        {line['label']}: {json.dumps(line['value'], default=str)}")
    print(f"  {' '.join(step['states'])}")


def _script(name: str | None) -> Iterator[tuple[str, str, Any]]:
    if name is None:
        return
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read: {error}", path=name) from None
    for number, line in enumerate(text.splitlines(), 1):
        words = line.strip()
        if not words or words.startswith("#"):
            continue
        head, _, data = words.partition(" ")
        try:
            yield _event(f"{head}={data}" if data.strip() else head)
        except InputError as error:
            raise InputError(str(error), path=name, line=number) from None


def _event(text: str) -> tuple[str, str, Any]:
    """Return the text of an event, its name or ticks, and its data."""
    if text.startswith("+"):
        if not _TICKS.fullmatch(text[1:]):
            raise InputError(f"event {text!r}: expected ticks after +")
        return text, text[1:], None
    name, separator, data = text.partition("=")
    if not is_event_name(name):
        raise InputError(f"event {text!r}: expected a name, NAME=JSON, or +TICKS")
    try:
        return text, name, read_json(data) if separator else None
    except ValueError as error:
        raise InputError(f"event {name}: the data are not JSON: {error}") from None


def _resumed(chart: Chart, name: str | None) -> Configuration | None:
    if name is None:
        return None
    try:
        return load(chart, Path(name).read_text(encoding="utf-8"))
    except SnapshotError as error:
        raise InputError(error.summary, path=name) from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read: {error}", path=name) from None


# ---------------------------------------------------------------------------------------------- paths


def _paths(options: argparse.Namespace) -> int:
    coverage = transition_paths(_chart(options.chart))
    if options.format == "json":
        paths = [
            {
                "events": path.events,
                "states": path.states,
                "transitions": list(map(str, path.transitions)),
            }
            for path in coverage.paths
        ]
        print(json.dumps({"paths": paths, "missing": list(map(str, coverage.missing))}))
    elif options.format == "pytest":
        print("import pytest\n")
        print("#: Events of a path, and the innermost active states at its end.\nPATHS = [")
        for path in coverage.paths:
            name = json.dumps(" ".join(path.events) or "start")
            print(f"    pytest.param({list(path.events)!r}, {list(path.states[-1])!r}, id={name}),")
        print("]")
    else:
        for path in coverage.paths:
            print(f"{' '.join(path.events) or '(start)'}  ->  {' '.join(path.states[-1])}")
    for arc in coverage.missing:
        print(f"kempe chart: not covered: {arc}", file=sys.stderr)
    return 1 if coverage.missing else 0


# --------------------------------------------------------------------------------------------- export


def _types(options: argparse.Namespace) -> int:
    return _put(_TYPES[options.format](_chart(options.chart)), options)


def _export(options: argparse.Namespace) -> int:
    return _put(_FORMATS[options.format](_chart(options.chart)), options)


def _put(text: str, options: argparse.Namespace) -> int:
    if options.output == "-":
        sys.stdout.write(text)
    else:
        _write(options.output, text)
    return 0


def _write(name: str, text: str) -> None:
    try:
        Path(name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", path=name) from None
