"""
Names of vertices in the files of colorings, by which the colors are brought into the order of a graph.

The vertices of an edge list are numbered by their place in it, so that a line that is moved renumbers
them. A file of a coloring therefore says the names of its numbers: in comments
(:func:`name_comment`), in JSON in a list ``"names"``. A line ``l NAME COLOR`` with a name that is not a
number is legal as well.
"""

from __future__ import annotations

import functools
import re
from array import array
from collections.abc import Callable, Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from ...errors import InputError
from .source import Source

ESCAPE = "surrogateescape"
LEGAL = "a name of a vertex of the graph"

#: Names in the order of the vertices, or a function that reads them.
Names = Sequence[Hashable] | Callable[[], Sequence[Hashable]]

#: What :func:`name_comment` writes, and the same with other blanks.
COMMENT = re.compile(rb"^[ \t]*c[ \t]+vertex[ \t]+(\d{1,18})[ \t]+is[ \t]([^\n]*)", re.MULTILINE)
LINE = re.compile(rb"\s*l\s+(\S.*?)\s+(\d{1,18})\s*")


def name_comment(number: int, name: str) -> str:
    """Return the comment that gives a name to a number of a file, as ``COMMENT`` reads it."""
    return f"c vertex {number} is {name}"


class VertexIndex:
    """
    Numbers of the vertices of a graph by name.

    Parameters
    ----------
    names
        Names of the vertices, or a function that returns them, which is called at the first look-up.

    Attributes
    ----------
    used
        Whether a name was looked up.
    """

    def __init__(self, names: Names) -> None:
        self._names = names
        self.used = False

    @functools.cached_property
    def _number(self) -> dict[Hashable, int]:
        names = self._names() if callable(self._names) else self._names
        self.used = True
        return {name: v for v, name in enumerate(names)}

    def get(self, name: object) -> int | None:
        """Return the vertex with a name; None if there is none."""
        return self._number.get(name) if isinstance(name, Hashable) else None

    def name(self, vertex: int) -> Hashable:
        """Return the name of a vertex."""
        return list(self._number)[vertex]

    def order(
        self,
        source: Source,
        names: Sequence[object],
        what: Callable[[int], str],
        lines: Sequence[int] | None = None,
    ) -> NDArray[np.int32]:
        """
        Return the vertices with these names, which must differ.

        Parameters
        ----------
        source
            File of the names, for messages.
        names
            Names, in the order of the file.
        what
            Function that says what the ``i``-th name is, for messages.
        lines
            Lines of the names, if the file has lines.
        """
        vertices = np.empty(len(names), np.int32)
        first: dict[int, int] = {}
        for i, name in enumerate(names):
            line = None if lines is None else lines[i]
            v = self.get(name)
            if v is None:
                raise source.expected(what(i), name, LEGAL, line=line)
            if first.setdefault(v, i) != i:
                raise source.expected(what(i), name, f"another one than {what(first[v])}", line=line)
            vertices[i] = v
        return vertices


def json_order(source: Source, names: object, n: int, index: VertexIndex) -> NDArray[np.int32]:
    """Return the vertex of the graph for each of ``n`` vertices of a JSON file with a list of names."""
    if not isinstance(names, list):
        raise source.expected("names", names, "a list of names")
    if len(names) != n:
        raise source.expected("number of names", len(names), str(n))
    return index.order(source, names, lambda i: f"names[{i}]")


class CommentNames:
    """
    The names that comments (:func:`name_comment`) give to the numbers of a file.

    Attributes
    ----------
    numbers, names, lines
        The numbers, their names, and the lines of these.
    """

    def __init__(self) -> None:
        self.numbers, self.lines = array("q"), array("q")
        self.names: list[str] = []

    def collect(self, block: bytes, before: int) -> None:
        """Note the names in a block of comments, which follows ``before`` lines of the file."""
        line, at = before + 1, 0
        for match in COMMENT.finditer(block):
            line += block.count(b"\n", at, match.start())
            at = match.start()
            self.numbers.append(int(match[1]))
            self.names.append(match[2].strip().decode(errors=ESCAPE))
            self.lines.append(line)

    def vertices(
        self, source: Source, index: VertexIndex, used: NDArray[np.int32], n: int
    ) -> NDArray[np.int32]:
        """Return the vertices that the numbers ``used``, from 0, stand for; each must have a name."""
        stands_for = np.full(n, -1, np.int32)
        vertices = index.order(
            source, self.names, lambda i: f"name of vertex {self.numbers[i]} in a comment", self.lines
        )
        for number, vertex, line in zip(self.numbers, vertices.tolist(), self.lines, strict=True):
            if not 1 <= number <= n:
                legal = f"an integer from 1 to {n}"
                raise source.expected("vertex with a name", number, legal, line=line)
            if stands_for[number - 1] >= 0:
                raise source.error(f"a second name for vertex {number}: expected one", line=line)
            stands_for[number - 1] = vertex
        unnamed = used[stands_for[used] < 0]
        if len(unnamed):
            number = int(unnamed.min()) + 1
            raise source.error(
                f"vertex {number} has no name, but others have: expected a comment "
                f"{name_comment(number, 'NAME')}"
            )
        return stands_for[used]


class NamedLines:
    """
    Lines ``l NAME COLOR``.

    Attributes
    ----------
    vertices, colors
        The vertices and their colors, both from 0.
    """

    def __init__(self) -> None:
        self.vertices: list[int] = []
        self.colors: list[int] = []
        self._names: list[str] = []
        self._lines: list[int] = []

    def read(self, source: Source, index: VertexIndex, n: int, k: int, error: InputError) -> None:
        """Read the line in which ``error`` was found, or raise the error if it names no vertex."""
        source.rewind_line()
        match = LINE.fullmatch(source.next_line())
        if match is None or match[1].isdigit():
            raise error
        name = match[1].decode(errors=ESCAPE)
        vertex = index.get(name)
        if vertex is None:
            if match[1][:1].isdigit():  # rather a number with something wrong after it
                raise error
            legal = f"{LEGAL}, or an integer from 1 to {n}"
            raise source.expected("vertex", name, legal, here=True)
        color = int(match[2])
        if not 1 <= color <= k:
            raise source.expected("color", match[2], f"an integer from 1 to {k}", here=True)
        source.read_line()
        self.vertices.append(vertex)
        self.colors.append(color - 1)
        self._names.append(name)
        self._lines.append(source.line)

    def shown(self, i: int) -> tuple[str, int]:
        """Return the name and the line of the ``i``-th of these lines, for a message."""
        return repr(self._names[i]), self._lines[i]
