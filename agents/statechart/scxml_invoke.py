"""The reader of ``invoke`` in SCXML: charts within a document, or at an address."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from ..errors import Finding
from .chart import Chart
from .content import Action, Assign, Block, If
from .errors import InvalidChart
from .expressions import Expressions, inline
from .invocation import CHART_TYPES, Invoke, NamedService
from .scxml_vocabulary import EXTENSION
from .xml_tree import Element


class Reader(Protocol):
    """The reader of the document around, as this module uses it."""

    nested: dict[int, Element]
    findings: list[Finding]
    expressions: Expressions

    def note(self, code: str, line: int, message: str) -> None:
        """Note an error."""

    def needed(self, element: Element, attribute: str) -> str:
        """Return an attribute, or note that it is missing."""

    def one_of(self, element: Element, attribute: str, legal: tuple[str, ...], default: str) -> str:
        """Return an attribute with a few legal values."""

    def either(self, element: Element, plain: str, computed: str) -> Any:
        """Return an attribute given literally or by an expression."""

    def given(self, element: Element) -> Any:
        """Return the value of an element."""

    def block(self, elements: list[Element]) -> Block:
        """Return executable content."""

    def nested_chart(self, root: Element) -> Chart:
        """Return the chart of a document within this one."""


def nested_documents(root: Element) -> dict[int, Element]:
    """
    Take the documents within ``invoke`` out of a tree; their names are those of another chart.

    Returns
    -------
    dict
        Roots of the documents by the id of their parent, the object.
    """
    nested: dict[int, Element] = {}
    for element in _walk(root):
        if element.tag == "invoke":
            for content in element.children:
                if content.tag == "content" and [child.tag for child in content.children] == ["scxml"]:
                    nested[id(content)] = content.children.pop()
    return nested


def read_invoke(reader: Reader, element: Element) -> Invoke:
    """Return the service of an element; errors are noted by the reader."""
    get = element.attributes.get
    kind = reader.either(element, "type", "typeexpr")
    if isinstance(kind, str) and kind not in CHART_TYPES:
        reader.note("CHART002", element.line, f"<invoke> of type {kind!r}")
    if (location := get("idlocation")) is not None:
        reader.expressions.location(location, element.line)
    forward = reader.one_of(element, "autoforward", ("true", "false"), "false") == "true"
    params = _params(reader, element)
    return Invoke(
        _source(reader, element),
        get("id"),
        location,
        params,
        forward,
        _finalize(reader, element),
        None if isinstance(kind, str) else kind,
        f"line {element.line}",
    )


def _source(reader: Reader, element: Element) -> Any:
    sources: list[Any] = []
    if (given := reader.either(element, "src", "srcexpr")) is not None:
        sources.append(given)
    if (name := element.attributes.get(f"{EXTENSION} function")) is not None:
        sources.append(NamedService(name))
    for content in element.children:
        if content.tag != "content":
            continue
        document = reader.nested.get(id(content))
        if document is None:
            sources.append(reader.given(content))
            continue
        try:
            sources.append(reader.nested_chart(document))
        except InvalidChart as error:
            reader.findings += [one for one in error.findings if isinstance(one, Finding)]
            sources.append("")
    if len(sources) != 1 or sources[0] is None:
        reader.note("CHART001", element.line, "<invoke> needs one of 'src', 'srcexpr' and <content>")
        return ""
    return sources[0]


def _params(reader: Reader, element: Element) -> tuple[tuple[str, Any], ...]:
    names = [(name, name, element.line) for name in element.attributes.get("namelist", "").split()]
    for child in element.children:
        if child.tag == "param":
            source = child.attributes.get("expr") or child.attributes.get("location") or ""
            names.append((reader.needed(child, "name"), source, child.line))
    return tuple((name, reader.expressions.value(source, line)) for name, source, line in names)


def _finalize(reader: Reader, element: Element) -> tuple[Action, ...]:
    for child in element.children:
        if child.tag == "finalize":
            return reader.block(child.children) or tuple(_refresh(reader, element))
    return ()


def _refresh(reader: Reader, element: Element) -> Iterator[Action]:
    """Yield the meaning of an empty ``finalize``: variables take the values in the event."""
    pairs = [(name, name) for name in element.attributes.get("namelist", "").split()]
    pairs += [
        (child.attributes.get("name", ""), child.attributes["location"])
        for child in element.children
        if child.tag == "param" and "location" in child.attributes
    ]
    for name, location in pairs:
        present = reader.expressions.condition(f"has(_event.data.{name})", element.line)
        value = reader.expressions.value(f"_event.data.{name}", element.line)
        path = reader.expressions.location(location, element.line)
        yield If(((present or inline("false"), (Assign(path, value),)),))


def _walk(element: Element) -> Iterator[Element]:
    yield element
    for child in list(element.children):
        yield from _walk(child)
