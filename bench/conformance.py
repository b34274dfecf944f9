"""
Conformance of the statecharts: the SCION test framework, and the W3C's implementation report plan.

    python -m bench.conformance scion node_modules/@scion-scxml/test-framework/test
    python -m bench.conformance w3c uscxml/test/w3c/txml

The suites are not part of this repository. A test is passed; wrong; or refused, with the line that
names the first unsupported construct. The templates of the W3C's tests are filled in with expressions of
the guard language. Exit status 1 if a test is wrong.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from agents.errors import KempeError
from agents.statechart import Chart, Machine, read_scxml

#: Ticks after which a test of the W3C has failed.
MAX_TICKS = 120_000


class Verdict(NamedTuple):
    """
    Result of a test and the reason: ``"passed"``, ``"wrong"``, ``"refused"``, or ``"manual"`` for a test
    that a person has to judge by its log.
    """

    result: str
    reason: str = ""


# ---------------------------------------------------------------------------------------------- SCION


def scion(folder: Path) -> Iterator[tuple[str, Verdict]]:
    """Yield the tests of the SCION framework: charts beside scripts of events and configurations."""
    for path in sorted(folder.rglob("*.scxml")):
        script = path.with_suffix(".json")
        if not script.exists():
            continue
        steps = json.loads(script.read_text())
        if steps["initialConfiguration"] == ["pass"] and 'id="pass"' not in path.read_text():
            yield str(path.relative_to(folder)), Verdict("manual")
            continue
        verdict = _scion(path, steps)
        if verdict.result == "wrong" and "legacySemantics" in steps:
            # SCION departs from the recommendation in what a child of a parallel state leaves.
            verdict = _scion(path, steps["legacySemantics"])
        yield str(path.relative_to(folder)), verdict


def _scion(path: Path, script: dict) -> Verdict:
    try:
        # SCION delivers what a chart sends to itself after it has reported its configuration: a tick
        # later where this is known from the text, else a state between two events counts.
        chart = read_scxml(_later(path.read_text()))
    except KempeError as error:
        return Verdict("refused", _reason(error))
    try:
        machine = Machine(chart, load=partial(_load, path.parent, lambda text: text))
        steps = [(None, script["initialConfiguration"])]
        steps += [(step, step.get("nextConfiguration")) for step in script["events"]]
        for number, (step, expected) in enumerate(steps):
            if step is not None:
                machine.tick(step.get("after", 0))
                if "event" in step:
                    machine.send(step["event"]["name"], step["event"].get("data"))
            if expected is None or set(machine.states) == set(expected):
                continue
            if set(expected) not in _between_events(machine):
                return Verdict("wrong", f"step {number}: {machine.states}, expected {expected}")
    except KempeError as error:
        return Verdict("wrong", str(error))
    return Verdict("passed")


def _between_events(machine: Machine) -> list[set[str]]:
    """Return the innermost active states before each event of the last call."""
    chart = machine.chart
    active = set(machine.configuration.states)
    between = []
    for record in reversed(machine.trace):
        if record.kind == "enter":
            active.discard(record.name)
        elif record.kind == "exit":
            active.add(record.name)
        elif record.kind == "event":
            between.append({id for id in active if chart.is_atomic(id)})
    return between


def _later(text: str) -> str:
    """Return a document in which events that are sent without a delay take a tick."""
    return re.sub(r"<send\b(?![^>]*\b(?:delay|delayexpr|target|targetexpr)=)", '<send delay="1"', text)


# ------------------------------------------------------------------------------------------------ W3C


def w3c(folder: Path) -> Iterator[tuple[str, Verdict]]:
    """Yield the tests of the implementation report plan that end in a state ``pass`` or ``fail``."""
    for path in sorted(folder.glob("test*.txml")):
        text = path.read_text(encoding="utf-8", errors="replace")
        if "conf:pass" in text:
            yield path.stem, _w3c(path, text)


def _load(folder: Path, prepare: Callable[[str], str], address: str) -> Chart:
    """Return the chart of an ``invoke``; the W3C's files have a suffix that SCION's addresses lack."""
    path = folder / address.removeprefix("file:")
    paths = (path, path.with_suffix(".txml"), path.with_suffix(".txml.scxml"))
    return read_scxml(prepare(next(one for one in paths if one.exists()).read_text()))


def _w3c(path: Path, text: str) -> Verdict:
    try:
        chart = read_scxml(fill_in(text))
    except KempeError as error:
        return Verdict("refused", _reason(error))
    try:
        machine = Machine(chart, load=partial(_load, path.parent, fill_in))
        while not machine.configuration.done and machine.configuration.tick < MAX_TICKS:
            machine.tick(100)
    except KempeError as error:
        return Verdict("wrong", str(error))
    if "pass" in machine.configuration.states:
        return Verdict("passed")
    return Verdict("wrong", f"ended in {machine.states}")


_SEND_TYPE = "http://www.w3.org/TR/scxml/#SCXMLEventProcessor"
#: Attributes by templates; ``{}`` is the value of the template.
_ATTRIBUTES = {
    "targetpass": 'target="pass"',
    "targetfail": 'target="fail"',
    "datamodel": 'datamodel="cel"',
    "id": 'id="Var{}"',
    "name": 'name="Var{}"',
    "location": 'location="Var{}"',
    "invalidLocation": 'location="foo.bar.baz"',
    "systemVarLocation": 'location="{}"',
    "expr": 'expr="{}"',
    "targetVar": 'targetexpr="Var{}"',
    "quoteExpr": "expr=\"'{}'\"",
    "varExpr": 'expr="Var{}"',
    "varChildExpr": 'expr="Var{}"',
    "systemVarExpr": 'expr="{}"',
    "varNonexistentStruct": 'expr="Var{}.bar"',
    "illegalExpr": 'expr="1 % 0"',
    "illegalTarget": 'target="baz"',
    "unreachableTarget": 'target="#_scxml_foo"',
    "invalidSessionID": 'expr="27"',
    "invalidSendType": 'type="27"',
    "invalidSendTypeExpr": 'expr="27"',
    "eventName": 'expr="_event.name"',
    "eventType": 'expr="_event.type"',
    "eventSendid": 'expr="_event.sendid"',
    "eventField": 'expr="_event.{}"',
    "eventDataFieldValue": 'expr="_event.data.{}"',
    "eventDataParamValue": 'expr="_event.data.{}"',
    "eventDataNamelistValue": 'expr="_event.data.Var{}"',
    "scxmlEventIOLocation": f"expr=\"_ioprocessors['{_SEND_TYPE}'].location\"",
    "eventExpr": 'eventexpr="Var{}"',
    "targetExpr": 'targetexpr="Var{}"',
    "typeExpr": 'typeexpr="Var{}"',
    "delayFromVar": 'delayexpr="Var{}"',
    "delay": "delayexpr=\"'{}s'\"",
    "idlocation": 'idlocation="Var{}"',
    "sendIDExpr": 'sendidexpr="Var{}"',
    "srcExpr": 'srcexpr="Var{}"',
    "namelist": 'namelist="Var{}"',
    "invalidNamelist": 'namelist="&quot;foo"',
    "idSomeVal": 'cond="Var{} == 123"',
    "eventNameVal": "cond=\"_event.name == '{}'\"",
    "eventvarVal": 'cond="_event.data.Var{}"',
    "originTypeEq": "cond=\"_event.origintype == '{}'\"",
    "isBound": "cond=\"defined('Var{}')\"",
    "unboundVar": "cond=\"!defined('Var{}')\"",
    "noValue": 'cond="Var{} == null"',
    "systemVarIsBound": 'cond="has({}.name)"',
    "inState": "cond=\"In('{}')\"",
    "true": 'cond="true"',
    "false": 'cond="false"',
    "nonBoolean": 'cond="1 % 0 == 1"',
    "eventdataVal": 'cond="_event.data == {}"',
    "eventdataSomeVal": 'cond="_event.data == 123"',
    "emptyEventData": 'cond="_event.data == null"',
    "eventFieldHasNoValue": 'cond="_event.{} == null"',
    "eventFieldsAreBound": 'cond="'
    + " &amp;&amp; ".join(
        f"has(_event.{field})"
        for field in ("name", "type", "sendid", "origin", "invokeid", "origintype", "data")
    )
    + '"',
    "arrayVar": 'array="Var{}"',
    "illegalArray": 'array="1 % 0"',
    "item": 'item="Var{}"',
    "illegalItem": "item=\"'continue'\"",
    "index": 'index="Var{}"',
    "array": 'array="Var{}"',
    "nameVarVal": "cond=\"_name == '{}'\"",
    "idlocationVal": 'idlocation="Var{}"',
}
_COMPARISONS = {
    "idVal": "Var{0} {1} {2}",
    "varIdVal": "Var{0} {1} Var{2}",
    "namelistIdVal": "Var{0} {1} {2}",
    "idQuoteVal": "Var{0} {1} '{2}'",
    "compareIDVal": "Var{0} {1} Var{2}",
    "idSystemVarVal": "Var{0} {1} {2}",
    "eventvarVal": "_event.data.Var{0} {1} {2}",
}
_ELEMENTS = {
    r"<conf:pass\s*/>": '<final id="pass"/>',
    r"<conf:fail\s*/>": '<final id="fail"/>',
    r"<conf:array123\s*/>": "[1, 2, 3]",
    r"<conf:array456\s*/>": "[4, 5, 6]",
    r"<conf:someInlineVal\s*/>": "123",
    r"<conf:contentFoo\s*/>": "<content>foo</content>",
    # A document as a value is its text.
    r'<assign conf:location="(\w+)">\s*<scxml version="1.0"><final/></scxml>\s*</assign>': (
        r"""<assign location="Var\1" expr="'&lt;scxml>&lt;final/>&lt;/scxml>'"/>"""
    ),
    r'<conf:incrementID id="(\w+)"\s*/>': r'<assign location="Var\1" expr="Var\1 + 1"/>',
    r'<conf:(?:concatVars|sumVars|extendArray) id1="(\w+)" id2="(\w+)"\s*/>': (
        r'<assign location="Var\1" expr="Var\1 + Var\2"/>'
    ),
    r"<conf:sendToSender name=\"(\w+)\"\s*/>": (
        r'<send event="\1" targetexpr="_event.origin" typeexpr="_event.origintype"/>'
    ),
}


def fill_in(text: str) -> str:
    """Return a test of the W3C with its templates filled in."""
    for pattern, replacement in _ELEMENTS.items():
        text = re.sub(pattern, replacement, text)
    text = re.sub(r'conf:(\w+)\s*=\s*"([^"]*)"', _attribute, text)
    text = re.sub(r"conf:(\w+)\s*=\s*'([^']*)'", _attribute, text)
    # Names that the suite uses undeclared, which is an error of the step there, here of the document.
    used = dict.fromkeys(re.findall(r'location="(foo|Var\d+)\b', text))
    data = "".join(f'<data id="{name}"/>' for name in used if f'id="{name}"' not in text)
    model = rf"\1<datamodel>{data}</datamodel>" if data else r"\1"
    return re.sub(r"(<scxml\b[^>]*>)", model, text, count=1)


def _attribute(match: re.Match[str]) -> str:
    name, value = match[1], match[2]
    if name in _COMPARISONS:
        parts = re.fullmatch(r"(\d+)\s*(&lt;|&gt;|[=<>])(=?)(.*)", value)
        if parts is not None:
            operator = {"=": "==", "<": "&lt;"}.get(parts[2], parts[2]) + (
                parts[3] if parts[2] != "=" else ""
            )
            text = _COMPARISONS[name].format(parts[1], operator, parts[4])
            return f'cond="{text}"'
    if name in ("VarEqVar", "VarEqVarStruct"):
        one, other = value.split()
        return f'cond="Var{one} == Var{other}"'
    if name == "varPrefix":
        one, other = value.split()
        return f'cond="Var{other}.startsWith(Var{one})"'
    if name in ("eventIdParamHasValue", "eventNamedParamHasValue"):
        one, other = value.split()
        field = f"Var{one}" if name == "eventIdParamHasValue" else one
        quoted = other if other.isdigit() else f"'{other}'"
        return f'cond="_event.data.{field} == {quoted}"'
    if name in _ATTRIBUTES:
        return _ATTRIBUTES[name].replace("{}", value)
    return match[0]


# ---------------------------------------------------------------------------------------------- report


def _reason(error: KempeError) -> str:
    lines = str(error).splitlines()
    return lines[min(1, len(lines) - 1)].strip()


_SUITES = {"scion": scion, "w3c": w3c}


def main(argv: list[str] | None = None) -> int:
    """Run a suite and print its counts."""
    parser = argparse.ArgumentParser(prog="python -m bench.conformance", description=__doc__)
    parser.add_argument("suite", choices=_SUITES)
    parser.add_argument("folder", type=Path, help="folder of the tests")
    parser.add_argument("--all", action="store_true", help="print the refused tests too")
    options = parser.parse_args(argv)
    counts: Counter[str] = Counter()
    for name, verdict in _SUITES[options.suite](options.folder):
        counts[verdict.result] += 1
        if verdict.result == "wrong" or (options.all and verdict.result == "refused"):
            print(f"{verdict.result}: {name}: {verdict.reason}")
    parts = ", ".join(
        f"{counts[result]} {result}" for result in ("passed", "wrong", "refused", "manual")
    )
    print(f"{sum(counts.values())} tests: {parts}")
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
