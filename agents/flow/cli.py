"""
``kempe flow``: compile, run, export, migrate, diff, schema and standard.

Exit status: 0 success; 1 the flow has errors, the flows differ, a trace differs from the golden one, or
the conversation did not end with success; 2 invalid input or arguments.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from solver.command.parser import Parser

from ..errors import DefinitionError, Finding, InputError, KempeError
from .compiled import CompiledFlow
from .compiler import check_flow, compile_flow
from .diff import diff
from .export import formats
from .harness import compare, play, read_script
from .ir import VERSION
from .langgraph import check_langgraph, is_langgraph
from .layered import in_layers
from .merge import merge
from .migrate import migrate, version_of
from .registry import EMPTY, Registry
from .schema import published, read_flow, read_json
from .standard import STANDARD
from .talk import Failures, Talk, open_session, saver, stderr, stdout, typed
from .witness import witness

_STATUS = (
    "Exit status: 0 success; 1 the flow has errors, the flows differ, a trace differs from the golden"
    " one, or the conversation did not end with success; 2 input that cannot be read, or wrong"
    " arguments."
)

#: Options of ``kempe flow run`` that a script makes meaningless, and why.
_NOT_IN_SCRIPTS = {
    "state": 'it begins a new conversation; a turn with "reload" saves it and reads it back',
    "again": "it begins a new conversation",
    "ctx": 'it has its own "ctx"',
    "json": "its trace is JSON lines",
}

Command = Callable[[argparse.Namespace], int]


def main(argv: Sequence[str] | None = None) -> int:
    """Run ``kempe flow`` and return its exit status."""
    options = _parser().parse_args(sys.argv[1:] if argv is None else list(argv))
    try:
        command: Command = options.run_command
        return command(options)
    except DefinitionError as error:
        _tell(error.findings, getattr(options, "flow", ""))
        return 1
    except KempeError as error:
        print(f"kempe flow: error: {error}", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="kempe flow",
        description="Dialogue flows: check, talk, draw, convert, compare.",
        epilog=_STATUS,
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def add(name: str, command: Command, text: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text, epilog=_STATUS)
        sub.set_defaults(run_command=command)
        return sub

    compile_ = add("compile", _compile, "Check a flow and say everything that is wrong with it.")
    compile_.add_argument("flow", help="a JSON file, or - for standard input")
    compile_.add_argument(
        "layers", nargs="*", metavar="LAYER", help="files merged over it, the strongest last"
    )
    compile_.add_argument("--output", metavar="F", help="write the merged document")
    compile_.add_argument("--strict", action="store_true", help="warnings are errors")
    compile_.add_argument(
        "--witness",
        action="store_true",
        help="show answers that lead to each warning, if some are found",
    )
    _common(compile_)

    check = add(
        "check", _check, "Check a flow, or the graph of a compiled LangGraph (get_graph().to_json())."
    )
    check.add_argument("flow", help="a JSON file, or - for standard input")
    check.add_argument("--strict", action="store_true", help="warnings are errors")
    _common(check)

    run = add("run", _run, "Talk: the flow asks, you answer. /help lists commands.")
    run.add_argument("flow", help="a JSON file")
    run.add_argument("--state", metavar="F", type=Path, help="go on from this file, and keep it")
    run.add_argument(
        "--again",
        action="store_true",
        help="go over the flow again with the answers of --state if it has changed meanwhile",
    )
    run.add_argument("--ctx", metavar="JSON", help="what guards and texts read beside the answers")
    run.add_argument(
        "--script",
        metavar="F",
        help='play a script instead, {"turns": [{"answer": {"KEY": VALUE}}, ...]}, and print its trace'
        " as JSON lines",
    )
    run.add_argument("--golden", metavar="F", type=Path, help="hold the trace against this file")
    run.add_argument("--update-golden", action="store_true", help="write the trace to that file")
    _common(run)

    export = add("export", _export, "Draw a flow.")
    export.add_argument("flow", help="a JSON file, or - for standard input")
    export.add_argument("--format", choices=list(formats()), default="html", help="default: html")
    export.add_argument("--output", metavar="F", help="default: standard output")

    convert = add("migrate", _migrate, "Bring a document to another version.")
    convert.add_argument("flow", help="a JSON file, or - for standard input")
    convert.add_argument("--to", default=VERSION, metavar="V", help=f"default: {VERSION}")
    convert.add_argument("--output", metavar="F", help="default: standard output")

    compare_ = add("diff", _diff, "Say what differs between two flows: exit status 1 if anything does.")
    compare_.add_argument("old")
    compare_.add_argument("new")
    compare_.add_argument("--json", action="store_true", help="print one JSON object")

    schema = add("schema", _schema, "Print the JSON Schema of flows.")
    schema.add_argument("--strict", action="store_true", help="refuse unknown fields, too")

    text = "Print a standard subgraph as JSON, to change it in a flow; without a name, list them."
    stock = add("standard", _standard, text)
    stock.add_argument("name", nargs="?", choices=list(STANDARD), metavar="NAME")
    return parser


def _common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--registry",
        metavar="M:R",
        help="a Registry in a Python module: predicates, validators, actions",
    )


# -------------------------------------------------------------------------------------------- commands


def _compile(options: argparse.Namespace) -> int:
    document, conflicts, layers = _merged([options.flow, *options.layers])
    registry = _registry(options.registry)
    found = check_flow(document, registry)
    findings = in_layers(layers, document, found, registry) if layers else found
    needed = (options.json or options.witness) and not _errors(findings)
    flow = compile_flow(document, registry) if needed else None
    witnesses = []
    if flow is not None and options.witness:
        witnesses = list(_witnesses(flow, dict(zip(found, findings, strict=True))))
    bad = [f for f in findings if options.strict or f.severity == "error"]
    if options.output and not bad:
        _write(options.output, _text(document))
    if options.json:
        told = {
            "ok": not bad,
            "findings": [finding._asdict() for finding in findings],
            "conflicts": conflicts,
        }
        if flow is not None:
            told["hash"] = flow.hash
        if options.witness:
            told["witnesses"] = [
                {"location": finding.location, "code": finding.code, "turns": turns}
                for finding, turns in witnesses
            ]
        print(json.dumps(told, sort_keys=True))
        return 1 if bad else 0
    for conflict in conflicts:
        print(
            f"{conflict['location']}: {conflict['strategy']}: {conflict['winner']} stands",
            file=sys.stderr,
        )
    _tell(findings, options.flow)
    for finding, turns in witnesses:
        told_turns = " ".join(map(json.dumps, turns)) or "at the start"
        print(f"{finding.location}: {finding.code}: {told_turns}")
    if not bad:
        graphs = [document, *document.get("subgraphs", {}).values()]
        nodes, edges = (sum(len(graph[what]) for graph in graphs) for what in ("nodes", "edges"))
        counts = counted(nodes, "node"), counted(edges, "edge"), counted(len(graphs) - 1, "subgraph")
        print(f"{document['id']}: {', '.join(counts)}: no errors")
    return 1 if bad else 0


def counted(number: int, noun: str) -> str:
    """Return a number and a noun, in the plural unless the number is 1."""
    return f"{number} {noun}{'s' * (number != 1)}"


def _check(options: argparse.Namespace) -> int:
    document = _read(options.flow)
    if not is_langgraph(document):
        options.layers, options.output, options.witness = [], None, False
        return _compile(options)
    findings = check_langgraph(document)
    bad = [f for f in findings if options.strict or f.severity == "error"]
    if options.json:
        print(json.dumps({"ok": not bad, "findings": [f._asdict() for f in findings]}, sort_keys=True))
        return 1 if bad else 0
    _tell(findings, options.flow)
    if not bad:
        counts = counted(len(document["nodes"]), "node"), counted(len(document["edges"]), "edge")
        print(f"{', '.join(counts)}: no errors")
    return 1 if bad else 0


def _run(options: argparse.Namespace) -> int:
    flow = _load(options)
    if options.script:
        return _play(flow, options)
    if options.golden or options.update_golden:
        raise InputError("--golden and --update-golden need --script")
    ctx = _object(options.ctx, "--ctx")
    failures = Failures(stderr)
    session = open_session(flow, options.state, ctx=ctx, sink=failures, again=options.again)
    say = stderr if options.json else stdout
    reply = Talk(session, typed(sys.stdin), say, saver(session, options.state)).run()
    if options.json:
        state = session.state
        result = {
            "status": state.status,
            "outcome": state.outcome,
            "reason": state.reason,
            "answers": session.final,
        }
        print(json.dumps(result, sort_keys=True))
    if reply is None:
        where = f"; saved to {options.state}" if options.state else ", nothing is saved"
        stderr(f"kempe flow: interrupted{where}")
        return 1
    success = reply.kind == "done" and reply.outcome == "success"
    say(f"[{reply.kind if success else reply.outcome or reply.kind}: {reply.reason}]")
    return 0 if success else 1


def _play(flow: CompiledFlow, options: argparse.Namespace) -> int:
    for option, reason in _NOT_IN_SCRIPTS.items():
        if getattr(options, option):
            raise InputError(f"--{option} has no effect with --script: {reason}")
    trace = play(flow, read_script(_read(options.script), options.script))
    if options.golden is None:
        if options.update_golden:
            raise InputError("--update-golden needs --golden FILE")
        sys.stdout.write(trace.text())
        last = trace.named("reply")[-1]
        return 0 if (last["kind"], last.get("outcome")) == ("done", "success") else 1
    lines = compare(trace, options.golden, update=options.update_golden)
    for line in lines:
        print(line)
    return 1 if lines else 0


def _export(options: argparse.Namespace) -> int:
    _write(options.output, formats()[options.format](read_flow(_upgraded(_read(options.flow)))))
    return 0


def _migrate(options: argparse.Namespace) -> int:
    _write(options.output, _text(migrate(_read(options.flow), options.to)))
    return 0


def _diff(options: argparse.Namespace) -> int:
    options.flow = options.old  # the file whose findings are printed, if there are any
    old = read_flow(_upgraded(_read(options.old)))
    options.flow = options.new
    new = read_flow(_upgraded(_read(options.new)))
    changes = diff(old, new)
    if options.json:
        print(json.dumps({"changes": [change._asdict() for change in changes]}, sort_keys=True))
    else:
        for change in changes:
            print(change)
    return 1 if changes else 0


def _schema(options: argparse.Namespace) -> int:
    sys.stdout.write(_text(published(strict=options.strict)))
    return 0


def _standard(options: argparse.Namespace) -> int:
    if options.name is not None:
        sys.stdout.write(_text({"subgraphs": {options.name: STANDARD[options.name]}}))
        return 0
    for name, graph in STANDARD.items():
        print(f"{name}: {graph['description']}")
    return 0


# --------------------------------------------------------------------------------------------- in, out


def _read(name: str) -> Any:
    path = "standard input" if name == "-" else name
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", path=path) from None
    except UnicodeDecodeError:
        raise InputError("expected text in UTF-8", path=path) from None
    return read_json(text, path)


def _upgraded(document: Any) -> Any:
    """Return a checklist as a flow; the compiler refuses other versions."""
    if isinstance(document, list) or (isinstance(document, dict) and "version" not in document):
        try:
            old = version_of(document) == "v0"
        except InputError:
            return document
        return migrate(document) if old else document
    return document


Layers = list[tuple[str, Any]]


def _merged(names: Sequence[str]) -> tuple[Any, list[dict[str, Any]], Layers]:
    documents = [_read(name) for name in names]
    if len(documents) == 1:
        return _upgraded(documents[0]), [], []
    layers = list(zip(names, documents, strict=True))
    result = merge(dict(layers), order=names)
    return result.document, [conflict.json_dict() for conflict in result.conflicts], layers


def _load(options: argparse.Namespace) -> CompiledFlow:
    return compile_flow(_upgraded(_read(options.flow)), _registry(options.registry))


def _registry(name: str | None) -> Registry:
    if name is None:
        return EMPTY
    module, colon, attribute = name.partition(":")
    if not colon:
        raise InputError(f"--registry {name}: expected MODULE:NAME")
    sys.path.insert(0, "")
    try:
        found = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise InputError(f"--registry {name}: {error}") from None
    finally:
        sys.path.remove("")
    if not isinstance(found, Registry):
        raise InputError(f"--registry {name}: expected a Registry, got {type(found).__name__}")
    return found


def _object(text: str | None, option: str) -> dict[str, Any]:
    if text is None:
        return {}
    value = read_json(text, option)
    if not isinstance(value, dict):
        raise InputError(f"expected a JSON object, got {type(value).__name__}", path=option)
    return value


def _text(data: Any) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _write(name: str | None, text: str) -> None:
    if name is None or name == "-":
        sys.stdout.write(text)
        return
    try:
        Path(name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", path=name) from None


def _errors(findings: Sequence[Finding]) -> bool:
    return any(finding.severity == "error" for finding in findings)


def _witnesses(
    flow: CompiledFlow, shown: Mapping[Finding, Finding]
) -> Iterator[tuple[Finding, tuple[dict[str, Any], ...]]]:
    """Yield the warnings that have a witness, as they are shown, with the answers turn by turn."""
    for finding in flow.warnings:
        answers = witness(flow, finding)
        if answers is not None:
            yield shown[finding], answers


def _tell(findings: Sequence[Finding | str], name: str) -> None:
    """Print findings with the file and the JSON pointer: ``sales.json#/nodes/3/key``."""
    for finding in findings:
        placed = isinstance(finding, Finding) and "#" in finding.location
        print(finding if placed else f"{name}#{finding}", file=sys.stderr)
