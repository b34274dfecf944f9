"""
Colorings in files.

DIMACS solutions: ``s col K``, then ``l VERTEX COLOR`` for each vertex. Vertices and colors count from 1
in the file, as in DIMACS graphs, and from 0 in memory. A file with a color 0 is refused, since its other
colors may count from 0 or from 1. JSON: the object of :meth:`solver.Result.to_dict` (its ``"colors"``),
or a list of colors; these count from 0, as in memory. The names of vertices stand in comments
``c vertex 1 is NAME``, and in JSON in a list ``"names"``; a reader who knows the names of the graph's
vertices finds them by these, and also in lines ``l NAME COLOR``, if the name is no number.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...errors import InputError, expected
from ...result import PlainFields, Result
from .coloring_names import (
    CommentNames,
    NamedLines,
    Names,
    VertexIndex,
    json_order,
    name_comment,
)
from .pairs import INT32_MAX, LineRules, Pairs, byte_kinds, read_pairs, skip_lines
from .sink import Sink, without_compression
from .source import Source
from .write_lines import BLOCK, write_pairs

RULES = LineRules(byte_kinds(comments=b"c", tag=b"l"), "l VERTEX COLOR", second="color")
# Comments may hold names, which are read apart.
RULES_WITH_NAMES = LineRules(byte_kinds(comments=b"", tag=b"l"), RULES.shape, second="color")
SOLUTION = re.compile(rb"\s*s\s+(?:col|edges?)\s+(\d{1,10})\s*")
MAX_JSON_BYTES = 12  # per vertex, and 16 MiB for the rest


def read_coloring(
    path: str | os.PathLike[str], n: int, *, partial: bool = False, names: Names | None = None
) -> NDArray[np.int32]:
    """
    Read a coloring from a DIMACS or JSON file; the content decides which.

    Parameters
    ----------
    path
        The file, ``-`` for standard input; compressed or not.
    n
        Number of vertices of the graph.
    partial
        Whether vertices may have no color, which is read as -1.
    names
        Names of the vertices (:func:`vertex_names`), or a function that returns them, which is called
        only if the file has names. Colors then belong to the vertices with the names in the file, whose
        numbers may differ from those of the graph. Without it, names in the file are ignored.

    Returns
    -------
    numpy.ndarray
        int32[n], colors from 0. Whether the coloring is proper is not checked.

    Raises
    ------
    InputError
        If the file is malformed, a vertex has two colors or none, a color exceeds the K declared, or a
        name is not one of ``names``.
    """
    return read_coloring_and_k(path, n, partial=partial, names=names)[0]


def read_coloring_and_k(
    path: str | os.PathLike[str], n: int, *, partial: bool = False, names: Names | None = None
) -> tuple[NDArray[np.int32], int | None]:
    """
    Read a coloring, and the number of colors that a result in JSON says it has, in one reading.

    Returns
    -------
    tuple
        Colors as from :func:`read_coloring`, whose arguments it has, and the integer ``"k"``; None if
        the file has none.
    """
    with Source(path) as source:
        start = source.peek(4096).lstrip()
        if not start:
            raise source.error("the file is empty")
        is_json = start[:1] in b"[{"
        index = None if names is None else VertexIndex(names)
        k = None
        if is_json:
            value = _json_value(source, n)
            k = value.get("k") if isinstance(value, dict) else None
            colors = colors_of(source, value, n, index)
        else:
            colors = _read_solution(source, n, index)
        if not partial:
            require_all(source, colors, index, from_one=not is_json)
        return colors, k if type(k) is int else None


def _read_solution(source: Source, n: int, index: VertexIndex | None) -> NDArray[np.int32]:
    pairs, comments, named = Pairs(), CommentNames(), NamedLines()
    k = INT32_MAX
    declared_at = 0
    while _read_lines(source, pairs, comments, named, index, n, k):
        line = source.read_line()
        match = SOLUTION.fullmatch(line)
        if not match or int(match[1]) > INT32_MAX:
            raise source.expected("line", line, f"s col COLORS or {RULES.shape}", line=source.line)
        if declared_at:
            raise source.error(
                f"a second line s: expected only that of line {declared_at}", line=source.line
            )
        if pairs.filled or named.vertices:
            raise source.error("a line s after lines l: expected it before them", line=source.line)
        k, declared_at = int(match[1]), source.line
    numbers = pairs.u
    if index is not None and comments.names:
        numbers = comments.vertices(source, index, pairs.u, n)
    vertices = np.concatenate([numbers, np.array(named.vertices, np.int32)])
    colors = np.full(n, -1, np.int32)
    colors[vertices] = np.concatenate([pairs.v, np.array(named.colors, np.int32)])
    _, first_given = np.unique(vertices, return_index=True)
    if len(first_given) < len(vertices):
        again = int(np.setdiff1d(np.arange(len(vertices)), first_given)[0])
        if again < pairs.filled:
            vertex = str(pairs.u[again] + 1)
            line_number = None if named.vertices else _line_of(source.path, again, n)
        else:
            vertex, line_number = named.shown(again - pairs.filled)
        raise source.error(f"a second color for vertex {vertex}: expected one", line=line_number)
    return colors


def _read_lines(
    source: Source,
    pairs: Pairs,
    comments: CommentNames,
    named: NamedLines,
    index: VertexIndex | None,
    n: int,
    k: int,
) -> bool:
    """Read lines ``l`` and comments; return whether another line is left, at which the source stands."""
    if index is None:
        return read_pairs(source, pairs, RULES, low=1, high=n, high_second=k)
    while True:
        for block, before in skip_lines(source, b"c"):
            comments.collect(block, before)
        try:
            is_left = read_pairs(source, pairs, RULES_WITH_NAMES, low=1, high=n, high_second=k)
        except InputError as error:
            named.read(source, index, n, k, error)
            continue
        if not is_left or not source.next_line().lstrip().startswith(b"c"):
            return is_left


def _line_of(path: str, index: int, n: int) -> int | None:
    """Return the number of the ``index``-th line ``l``, for an error message, by reading again."""
    if path == "-":
        return None
    with Source(path) as source:
        try:
            while read_pairs(source, Pairs(), RULES, low=1, high=n, high_second=INT32_MAX, limit=index):
                source.read_line()
        except InputError as error:
            return error.line
    return None


def _json_value(source: Source, n: int) -> Any:
    """Return the content of a JSON file."""
    text = source.take(MAX_JSON_BYTES * n + (1 << 24))
    if source.take(1):
        raise source.error(f"more than {len(text)} bytes: expected at most that for {n} vertices")
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(
            f"not JSON: {error.msg}", path=source.path, line=error.lineno, column=error.colno
        ) from error
    except (ValueError, RecursionError) as error:
        raise source.error(f"not JSON: {error}") from error


def colors_of(source: Source, value: Any, n: int, index: VertexIndex | None) -> NDArray[np.int32]:
    """Return the colors in the content of a JSON file, -1 where there is none."""
    names = None
    if isinstance(value, dict):
        names = value.get("names")
        value = value.get("colors")
    if not isinstance(value, list):
        raise source.error("no list of colors: expected one, or an object with the key 'colors'")
    if len(value) != n:
        raise source.expected("number of colors", len(value), str(n))
    for vertex, color in enumerate(value):
        if type(color) is not int or not -1 <= color < INT32_MAX:
            raise source.expected(f"colors[{vertex}]", color, f"an integer from 0 to {INT32_MAX - 1}")
    colors = np.array(value, np.int32)
    if index is None or names is None:
        return colors
    ordered = np.empty_like(colors)
    ordered[json_order(source, names, n, index)] = colors
    return ordered


def require_all(
    source: Source, colors: NDArray[np.int32], index: VertexIndex | None, *, from_one: bool
) -> None:
    """Refuse a coloring in which a vertex has no color."""
    missing = np.flatnonzero(colors < 0)
    if len(missing):
        first = int(missing[0])
        # By name only where the file has names: otherwise the numbers are those in the file.
        label = first + from_one if index is None or not index.used else repr(index.name(first))
        raise source.error(
            f"{len(missing)} of {len(colors)} vertices have no color, "
            f"the first is vertex {label}: expected a color for each",
            line=source.line or None,
        )


def write_coloring(
    path: str | os.PathLike[str],
    colors: Result | PlainFields | ArrayLike,
    *,
    names: Sequence[str] | None = None,
) -> None:
    """
    Write a coloring: JSON if the name ends in ``.json``, else a DIMACS solution.

    Parameters
    ----------
    path
        The file, ``-`` for standard output; compressed if its name ends in ``.gz``, ``.xz`` or
        ``.bz2``.
    colors
        Integers (n,) from 0, or a result with ``colors`` such as :class:`~solver.Result`, which a JSON
        file keeps completely.
    names
        Names of the vertices (:func:`vertex_names`), to be written beside the colors.

    Raises
    ------
    InputError
        If a vertex is uncolored, a name has several lines, or the file cannot be written.
    """
    result = colors if isinstance(colors, Result | PlainFields) else None
    array = np.asarray(colors if result is None else getattr(result, "colors", None))
    if array.ndim != 1 or (array.dtype.kind not in "iu" and array.size):
        raise InputError(
            f"colors have shape {array.shape} and dtype {array.dtype}: expected integers of shape (n,)"
        )
    if array.size and (array.min() < 0 or array.max() >= INT32_MAX):
        bad = array.min() if array.min() < 0 else array.max()
        raise expected("color", int(bad), f"an integer from 0 to {INT32_MAX - 1}")
    if names is not None and len(names) != len(array):
        raise expected("number of names", len(names), str(len(array)))
    for v, name in enumerate(names or ()):
        if "\n" in name:
            raise expected(f"names[{v}]", name, "a name of one line")
    is_json = without_compression(os.fspath(path)).lower().endswith(".json")
    with Sink(path) as file:
        if is_json:
            value: Any = result.to_dict() if result else array.tolist()
            if names is not None:
                value = {**(value if result else {"colors": value}), "names": list(names)}
            file.write(json.dumps(value).encode() + b"\n")
            return
        used = int(array.max(initial=-1)) + 1
        file.write(b"s col %d\n" % max(getattr(result, "k", 0), used))
        for block in _comments(names or ()):
            file.write(block)
        vertices = np.arange(len(array), dtype=np.int32)
        pairs = np.stack([vertices, array.astype(np.int32)], axis=1)
        write_pairs(file, pairs, first=1, tag="l")


def _comments(names: Sequence[str]) -> Iterator[bytes]:
    """Yield one comment for each name, some thousand at a time."""
    for begin in range(0, len(names), BLOCK):
        block = enumerate(names[begin : begin + BLOCK], start=begin + 1)
        text = "".join(f"{name_comment(number, name)}\n" for number, name in block)
        yield text.encode(errors="surrogateescape")
