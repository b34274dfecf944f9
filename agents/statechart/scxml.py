"""
The reader of SCXML, with expressions in the guard language and without scripts.

Refused by name: ``script``, external data (``src``), event processors and services other than SCXML's,
document types. All errors of a document are reported at once, each with its line.
Attributes of the namespace ``urn:kempe:scxml`` extend SCXML: ``after`` (ticks), ``oracle`` and ``exact``
on a transition, ``function`` (of which the name is known) on a service, ``selection`` and ``rules`` on
the root.

A delay of ``1s`` is 1000 ticks, a bare number is ticks. An illegal expression is refused when the chart
is read, where SCXML would raise an error when it is evaluated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from os import PathLike
from pathlib import Path
from typing import Any, cast

from ..errors import Finding, InputError
from .chart import Chart
from .chart_findings import chart_findings
from .content import Assign, Block, Cancel, Foreach, If, Log, Raise, Send, Value
from .definition import ROOT, Data, DoneData, Edge, Rules, Selection, State
from .delays import ticks_of
from .errors import InvalidChart
from .execution import PROCESSORS
from .expressions import Expressions, inline, legal_names
from .scxml_invoke import nested_documents, read_invoke
from .scxml_vocabulary import (
    ATTRIBUTES,
    CHILDREN,
    DATAMODELS,
    EXECUTABLE,
    EXECUTABLE_PARENTS,
    EXTENSION,
    EXTENSIONS,
    KINDS,
    MEANING,
    NAMESPACE,
    REMARKS,
)
from .xml_tree import Element, parse_xml


def load_scxml(path: str | PathLike[str]) -> Chart:
    """
    Return the chart in a file.

    Raises
    ------
    InputError
        If the file cannot be read, or is not well-formed XML.
    InvalidChart
        If the chart is invalid; the error lists all findings.
    """
    try:
        text = Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", path=path) from None
    return _Reader(parse_xml(text, path), str(path)).chart()


def read_scxml(text: str | bytes, *, name: str = "chart") -> Chart:
    """
    Return the chart in a document.

    Parameters
    ----------
    text
        Text of the document.
    name
        Name of the document for messages; the name of the chart is an attribute of the root.

    Raises
    ------
    InputError
        If it is not well-formed XML.
    InvalidChart
        If the chart is invalid; the error lists all findings.
    """
    return _Reader(parse_xml(text), name).chart()


class _Reader:
    """Converter from elements to a definition; it collects errors."""

    def __init__(self, root: Element, document: str) -> None:
        self.root = root
        self.document = document
        self.findings: list[Finding] = []
        self.fresh = 0
        self.nested = nested_documents(root)
        self.taken = {element.attributes.get("id") for element in _walk(root)}

    def note(self, code: str, line: int, message: str) -> None:
        self.findings.append(Finding(code, f"line {line}", message))

    def chart(self) -> Chart:
        root = self.root
        if root.tag != "scxml" or root.namespace not in (NAMESPACE, ""):
            self.note("CHART001", root.line, f"<{root.tag}>: expected <scxml xmlns={NAMESPACE!r}>")
            raise InvalidChart(self.document, self.findings)
        self.structure(root)
        datamodel = root.attributes.get("datamodel", "cel")
        if datamodel not in DATAMODELS:
            legal = ", ".join(DATAMODELS)
            self.note("CHART002", root.line, f"datamodel {datamodel!r}: expected one of {legal}")
        if root.attributes.get("version", "1.0") != "1.0":
            self.note("CHART002", root.line, f"version {root.attributes['version']!r}: expected '1.0'")
        binding = self.one_of(root, "binding", ("early", "late"), "early")
        selection = self.one_of(root, f"{EXTENSION} selection", ("first", "oracle", "error"), "first")
        rules = self.one_of(root, f"{EXTENSION} rules", ("scxml", "xstate"), "scxml")
        self.expressions = self.declared(foreign=datamodel == "ecmascript")
        initial, content = self.initial(root)
        states = tuple(self.state(child) for child in root.children if child.tag in KINDS)
        data = self.data(root)
        whole = State(ROOT, states=states, initial=initial, initial_content=content, data=data)
        self.findings.extend(chart_findings(whole, selection, rules))
        if self.findings:
            self.findings.sort(key=_line)
            raise InvalidChart(self.document, self.findings)
        return Chart(
            states,
            initial=initial,
            initial_content=content,
            name=root.attributes.get("name", "chart"),
            data=data,
            late=binding == "late",
            selection=cast(Selection, selection),
            rules=cast(Rules, rules),
        )

    def nested_chart(self, root: Element) -> Chart:
        return _Reader(root, self.document).chart()

    # -------------------------------------------------------------------------------------- structure

    def structure(self, element: Element) -> None:
        """Report unsupported elements and attributes; drop foreign ones."""
        legal = ATTRIBUTES[element.tag]
        for name in element.attributes:
            if name.startswith(f"{EXTENSION} "):
                extra = name.removeprefix(f"{EXTENSION} ")
                if extra not in EXTENSIONS.get(element.tag, set[str]()):
                    self.note("CHART002", element.line, f"<{element.tag}> has no {extra!r}")
            elif name.partition(" ")[0] in MEANING or (" " not in name and name not in legal):
                self.note("CHART002", element.line, f"attribute {name!r} of <{element.tag}>")
        inside = CHILDREN.get(element.tag, set[str]())
        executable = element.tag in EXECUTABLE_PARENTS
        kept = []
        for child in element.children:
            ours = child.namespace in (NAMESPACE, "")
            if not ours and element.tag in REMARKS and child.namespace not in MEANING:
                continue  # annotations of an editor, without meaning here
            branch = element.tag == "if" and child.tag in ("elseif", "else")
            if ours and (child.tag in inside or branch or (executable and child.tag in EXECUTABLE)):
                kept.append(child)
                self.structure(child)
            else:
                self.note("CHART002", child.line, f"<{child.tag}> in <{element.tag}>")
        element.children = kept

    def declared(self, *, foreign: bool) -> Expressions:
        """Return the variables: data, and variables of loops."""
        found = []
        for element in _walk(self.root):
            named = {"data": ("id",), "foreach": ("item", "index")}.get(element.tag, ())
            found += [
                (element.attributes[key], element.line) for key in named if key in element.attributes
            ]
            if element.tag == "data":
                self.needed(element, "id")
        return Expressions(legal_names(found, self.note), self.note, foreign=foreign)

    def one_of(self, element: Element, attribute: str, legal: tuple[str, ...], default: str) -> str:
        value = element.attributes.get(attribute, default)
        if value not in legal:
            name = attribute.rpartition(" ")[2]
            self.note("CHART012", element.line, f"{name} {value!r}: expected one of {', '.join(legal)}")
            return default
        return value

    def needed(self, element: Element, attribute: str) -> str:
        value = element.attributes.get(attribute, "")
        if not value.strip():
            self.note("CHART001", element.line, f"<{element.tag}> needs {attribute!r}")
        return value

    # ----------------------------------------------------------------------------------------- states

    def state(self, element: Element) -> State:
        kind = KINDS[element.tag]
        below = element.children
        initial, content = self.initial(element)
        entry = [child for child in below if child.tag == "onentry"]
        leave = [child for child in below if child.tag == "onexit"]
        return State(
            element.attributes.get("id") or self.fresh_id(element.tag),
            kind,
            tuple(self.state(child) for child in below if child.tag in KINDS),
            self.edges(element),
            initial,
            content,
            tuple(self.block(child.children) for child in entry),
            tuple(self.block(child.children) for child in leave),
            kind == "history" and self.one_of(element, "type", ("shallow", "deep"), "shallow") == "deep",
            self.data(element),
            self.done_data(element),
            tuple(read_invoke(self, child) for child in below if child.tag == "invoke"),
            f"line {element.line}",
        )

    def fresh_id(self, tag: str) -> str:
        while True:
            self.fresh += 1
            if (id := f"{tag}.{self.fresh}") not in self.taken:
                return id

    def initial(self, element: Element) -> tuple[tuple[str, ...], Block]:
        """Return the default of a compound state or of a history."""
        named = tuple(element.attributes.get("initial", "").split())
        children = [child for child in element.children if child.tag == "initial"]
        if element.tag == "history":
            transitions = element.children
            if len(transitions) != 1:
                self.note("CHART006", element.line, "a history has one transition, its default")
        else:
            transitions = [inner for child in children for inner in child.children]
            if len(children) > 1 or (children and named) or len(transitions) != len(children):
                self.note("CHART005", element.line, "expected one initial, with one transition")
        if not transitions:
            return named, ()
        first = transitions[0]
        for attribute in ("event", "cond"):
            if attribute in first.attributes:
                self.note("CHART005", first.line, f"a default transition has no {attribute!r}")
        return tuple(first.attributes.get("target", "").split()), self.block(first.children)

    def edges(self, element: Element) -> tuple[Edge, ...]:
        if element.tag == "history":
            return ()
        return tuple(self.edge(child) for child in element.children if child.tag == "transition")

    def edge(self, element: Element) -> Edge:
        get = element.attributes.get
        cond, after = get("cond"), get(f"{EXTENSION} after")
        ticks = None
        if after is not None and not (ticks := ticks_of(after) or 0):
            self.note("CHART012", element.line, f"after {after!r}: expected ticks, at least 1")
            ticks = 1
        return Edge(
            tuple(get("event", "").split()),
            tuple(get("target", "").split()),
            None if cond is None else self.expressions.condition(cond, element.line),
            self.block(element.children),
            self.one_of(element, "type", ("external", "internal"), "external") == "internal",
            ticks,
            self.one_of(element, f"{EXTENSION} oracle", ("true", "false"), "false") == "true",
            self.one_of(element, f"{EXTENSION} exact", ("true", "false"), "false") == "true",
            f"line {element.line}",
        )

    def data(self, element: Element) -> tuple[Data, ...]:
        found = []
        for model in element.children:
            if model.tag == "datamodel":
                found += [
                    Data(item.attributes.get("id", ""), self.given(item)) for item in model.children
                ]
        return tuple(found)

    def done_data(self, element: Element) -> DoneData | None:
        for child in element.children:
            if child.tag == "donedata":
                params, content = self.payload(child)
                return DoneData(params, content)
        return None

    # ---------------------------------------------------------------------------------------- content

    def block(self, elements: list[Element]) -> Block:
        return tuple(_CONTENT[e.tag](self, e) for e in elements if e.tag in _CONTENT)

    def given(self, element: Element) -> Value | None:
        """Return the value of an element: its ``expr``, or its text."""
        source = element.attributes.get("expr")
        text = element.text.strip()
        if source is not None:
            if text:
                self.note("CHART001", element.line, f"<{element.tag}> has both an expr and text")
            return self.expressions.value(source, element.line)
        return inline(text) if text else None

    def payload(self, element: Element) -> tuple[tuple[tuple[str, Value], ...], Value | None]:
        """Return the params and the content of a ``send`` or ``donedata``."""
        params: list[tuple[str, Value]] = []
        content: Value | None = None
        for name in element.attributes.get("namelist", "").split():
            params.append((name, self.expressions.value(name, element.line)))
        for child in element.children:
            if child.tag == "content":
                content = self.given(child)
            else:
                source = child.attributes.get("expr") or child.attributes.get("location") or ""
                value = self.expressions.value(source, child.line)
                params.append((self.needed(child, "name"), value))
        if content is not None and params:
            self.note("CHART001", element.line, f"<{element.tag}> has both content and params")
        return tuple(params), content

    def either(self, element: Element, plain: str, computed: str) -> str | Value | None:
        """Return an attribute given literally or by an expression."""
        source = element.attributes.get(computed)
        if source is None:
            return element.attributes.get(plain)
        if plain in element.attributes:
            self.note("CHART001", element.line, f"<{element.tag}> has both {plain!r} and {computed!r}")
        return self.expressions.value(source, element.line)

    def do_raise(self, element: Element) -> Raise:
        return Raise(self.needed(element, "event"))

    def do_assign(self, element: Element) -> Assign:
        location = self.expressions.location(self.needed(element, "location"), element.line)
        value = self.given(element)
        if value is None:
            self.note("CHART001", element.line, "<assign> needs 'expr' or a text")
            value = inline("null")
        return Assign(location, value)

    def do_log(self, element: Element) -> Log:
        source = element.attributes.get("expr")
        value = None if source is None else self.expressions.value(source, element.line)
        return Log(element.attributes.get("label", ""), value)

    def do_cancel(self, element: Element) -> Cancel:
        id = self.either(element, "sendid", "sendidexpr")
        if id is None:
            self.note("CHART001", element.line, "<cancel> needs 'sendid' or 'sendidexpr'")
        return Cancel(id or "")

    def do_foreach(self, element: Element) -> Foreach:
        array = self.expressions.value(self.needed(element, "array"), element.line)
        index = element.attributes.get("index")
        for name in (self.needed(element, "item"), index):
            if name is not None:
                self.expressions.location(name, element.line)
        item = element.attributes.get("item", "")
        return Foreach(array, item, index, self.block(element.children))

    def do_if(self, element: Element) -> If:
        branches: list[tuple[Value, list[Element]]] = []
        otherwise: list[Element] = []
        current: list[Element] = []
        branches.append((self.branch(element), current))
        for child in element.children:
            if child.tag == "elseif":
                current = []
                branches.append((self.branch(child), current))
            elif child.tag == "else":
                current = otherwise
            else:
                current.append(child)
        cases = tuple((condition, self.block(inner)) for condition, inner in branches)
        return If(cases, self.block(otherwise))

    def branch(self, element: Element) -> Value:
        condition = self.expressions.condition(self.needed(element, "cond"), element.line)
        return condition or inline("false")

    def do_send(self, element: Element) -> Send:
        get = element.attributes.get
        event = self.either(element, "event", "eventexpr")
        if event is None:
            self.note("CHART002", element.line, "<send> without 'event' or 'eventexpr'")
        kind = self.either(element, "type", "typeexpr")
        if isinstance(kind, str) and kind not in PROCESSORS:
            self.note("CHART002", element.line, f"<send> to a processor of type {kind!r}")
        wait = self.either(element, "delay", "delayexpr") or "0"
        delay = ticks_of(wait) if isinstance(wait, str) else wait
        if delay is None:
            self.note("CHART012", element.line, f"delay {wait!r}: expected ticks, ms or s")
            delay = 0
        if (location := get("idlocation")) is not None:
            self.expressions.location(location, element.line)
        params, content = self.payload(element)
        target = self.either(element, "target", "targetexpr")
        computed = None if kind is None or isinstance(kind, str) else kind
        return Send(event or "", delay, get("id"), location, target, params, content, computed)


_CONTENT: dict[str, Callable[[_Reader, Element], Any]] = {
    "raise": _Reader.do_raise,
    "assign": _Reader.do_assign,
    "log": _Reader.do_log,
    "cancel": _Reader.do_cancel,
    "foreach": _Reader.do_foreach,
    "if": _Reader.do_if,
    "send": _Reader.do_send,
}


def _walk(element: Element) -> Iterator[Element]:
    yield element
    for child in element.children:
        yield from _walk(child)


def _line(finding: Finding) -> int:
    words = finding.location.partition("/")[0].split()
    return int(words[1]) if len(words) == 2 and words[1].isdigit() else 0
