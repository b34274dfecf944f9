"""
A reader of untrusted XML: elements with line numbers.

Document types are refused, so no entity is expanded or fetched.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from os import PathLike
from xml.parsers import expat

from ..errors import InputError, expected

#: Limits of nesting and length.
MAX_DEPTH = 200
MAX_BYTES = 10_000_000


@dataclass
class Element:
    """
    XML element.

    Attributes
    ----------
    namespace, tag
        Name; the namespace is empty if there is none.
    attributes
        Attributes by name, or ``"namespace name"`` if they have a namespace.
    children, text, line
        Child elements, text, and first line.
    """

    namespace: str
    tag: str
    attributes: dict[str, str]
    line: int
    children: list[Element] = field(default_factory=list)
    text: str = ""


def parse_xml(text: str | bytes, path: str | PathLike[str] | None = None) -> Element:
    """
    Return the root of a document; ``path`` is its name in errors.

    Raises
    ------
    InputError
        If the document is not well-formed, has a document type, or is too large.
    """
    if len(text) > MAX_BYTES:
        raise expected("bytes of the document", len(text), f"at most {MAX_BYTES}", path=path)
    parser = expat.ParserCreate(namespace_separator=" ")
    stack: list[Element] = [Element("", "", {}, 0)]

    def refuse(what: str) -> InputError:
        line, column = parser.CurrentLineNumber, parser.CurrentColumnNumber + 1
        return InputError(what, path=path, line=line, column=column)

    def begin(name: str, attributes: dict[str, str]) -> None:
        if len(stack) > MAX_DEPTH:
            raise refuse(f"elements are nested deeper than {MAX_DEPTH}")
        namespace, _, tag = name.rpartition(" ")
        element = Element(namespace, tag, attributes, parser.CurrentLineNumber)
        stack[-1].children.append(element)
        stack.append(element)

    def end(name: str) -> None:
        stack.pop()

    def characters(data: str) -> None:
        stack[-1].text += data

    def doctype(*_: object) -> None:
        raise refuse("a document type declaration is not accepted")

    parser.StartElementHandler = begin
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        message = expat.ErrorString(error.code)
        where = {"path": path, "line": error.lineno, "column": error.offset + 1}
        raise InputError(f"not well-formed XML: {message}", **where) from None  # type: ignore[arg-type]
    return stack[0].children[0]
