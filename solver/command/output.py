"""
The file of a coloring: written whole or not at all, and never over another file.

A coloring is replaced by one that is as good or better, of a graph with as many vertices.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TextIO

from ..benchmark.figures import counted
from ..errors import InputError
from ..graphs.formats import replacing as files
from ..graphs.formats.sink import require_compression
from .interrupts import interrupts
from .values import color_count

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..graphs.graph import Graph
    from ..result import Result

#: Names of standard output.
STDOUT = ("-", "/dev/stdout")


#: Bytes of a file by which a coloring is told from other files.
GLANCE = 1 << 12


def require_one_document(as_json: bool, output: str | None) -> None:
    """Refuse to print a JSON object and a coloring on standard output."""
    if as_json and output in STDOUT:
        raise InputError(
            f"--json: expected no --output {output}, since both print; the object has the colors"
        )


def require_one_reader(files: Mapping[str, str | None]) -> None:
    """Refuse standard input for two arguments, of which the second would find nothing to read."""
    readers = [argument for argument, path in files.items() if path == "-"]
    if len(readers) > 1:
        raise InputError(f"{' and '.join(readers)}: expected standard input (-) for only one of them")


def require_different(files: Mapping[str, str | None]) -> None:
    """Refuse one file for two arguments, of which the second would overwrite that of the first."""
    arguments: dict[str, str] = {}
    for argument, path in files.items():
        if path is None or path in STDOUT:
            continue
        other = arguments.setdefault(os.path.realpath(path), argument)
        if other != argument:
            raise InputError(f"the file of {other} and of {argument}: expected two files", path=path)


def check_writable(path: str, graph: str | None = None) -> None:
    """
    Refuse a file that cannot be written before the work rather than after it; its folder may be missing.

    Parameters
    ----------
    path
        The file.
    graph
        The argument from which the graph is read, if ``path`` is for a coloring. Then a file that is
        there must be a coloring, so that a slip of the pen destroys neither the graph nor other work.
    """
    if path in STDOUT:
        return
    if Path(path).is_dir() or path.endswith(os.sep):
        raise InputError("this is a folder: expected the name of a file", path=path)
    folder = Path(path).absolute().parent
    if not folder.is_dir():
        _check_new_folder(folder)
        if graph is not None:
            require_compression(path)
        return
    target = Path(os.path.realpath(path))
    if target.is_symlink():
        raise InputError("the file cannot be written: its symbolic links are a loop", path=path)
    if not os.access(target if target.exists() else target.parent, os.W_OK):
        raise InputError("the file cannot be written", path=path)
    files.check_place(path)
    if graph is None:
        return
    require_compression(path)
    if not Path(path).is_file():
        return
    if Path(graph).is_file() and Path(path).samefile(graph):
        raise InputError("this is the graph: expected another file for the coloring", path=path)
    if not _may_be_coloring(Path(path)):
        raise InputError("the file is no coloring and was kept: expected a new file", path=path)


def _check_new_folder(folder: Path) -> None:
    """Refuse a folder that cannot be made."""
    nearest = next(place for place in (folder, *folder.parents) if os.path.lexists(place))
    if not nearest.is_dir() or not os.access(nearest, os.W_OK | os.X_OK):
        reason = errno.EACCES if nearest.is_dir() else errno.ENOTDIR
        raise InputError(f"the folder cannot be made: {os.strerror(reason)}", path=folder)


def make_folders(*paths: str | None) -> None:
    """Make the folders of files that are to be written, once all input is read."""
    for path in paths:
        if path is None or path in STDOUT or (folder := Path(path).absolute().parent).is_dir():
            continue
        try:
            folder.mkdir(parents=True)
        except OSError as error:
            raise InputError(f"the folder cannot be made: {error.strerror}", path=folder) from error
        print(f"kempe: made the folder {folder}", file=sys.stderr)


def _may_be_coloring(path: Path) -> bool:
    """Return whether a file is empty or begins like a coloring."""
    from ..graphs.formats.source import Source

    try:
        with Source(str(path)) as source:
            start = source.peek(GLANCE).lstrip()
    except InputError:
        return False
    if not start or start[:1] in b"[{":
        return True
    lines = start.splitlines()
    return all(
        line.split(b" ", 1)[0] in (b"c", b"s", b"l", b"") for line in lines[: max(1, len(lines) - 1)]
    )


def check_replaceable(path: str, n: int, names: GraphNames | None = None) -> None:
    """
    Refuse to replace a file that is not empty, unless it is a coloring of ``n`` vertices.

    It may be one by the ``names`` of the vertices, or by their numbers.
    """
    from ..graphs.formats import read_coloring

    if path in STDOUT or not Path(path).is_file() or Path(path).stat().st_size == 0:
        return
    try:
        try:
            read_coloring(path, n)
        except InputError:
            if names is None:
                raise
            read_coloring(path, n, names=names)
    except InputError as error:
        raise InputError(
            f"the file is no coloring of a graph with {counted(n, 'vertex')} and was kept: "
            "expected a new file",
            path=path,
        ) from error


def write(
    path: str,
    graph: Graph,
    result: Result,
    fixed: NDArray[np.int32] | None = None,
    names: Sequence[str] | None = None,
) -> str | None:
    """
    Write the coloring, unless the file has a better one of the graph with the fixed colors, if any.

    A file that names its vertices has a coloring of this graph if they have the same ``names``.

    Returns
    -------
    str or None
        Description of the coloring that was kept; None if the new one was written.
    """
    from ..graphs.formats import write_coloring

    target = Path(path)
    if path not in STDOUT and target.is_file():
        better = _better_in(target, graph, result, fixed, names)
        if better is not None:
            return better
    with replacing(path) as unfinished:
        write_coloring(unfinished, result, names=names)
    return None


def is_regular(path: str) -> bool:
    """Return whether a path is a file or not there yet, unlike standard output, a pipe or a device."""
    return path not in STDOUT and files.is_regular(path)


@contextlib.contextmanager
def replacing(path: str) -> Iterator[str]:
    """Yield the name of the file to write, which takes the place of ``path`` once it is complete."""
    if path in STDOUT:
        yield "-"
        return
    with files.replacing(path) as unfinished:
        yield unfinished


def _better_in(
    path: Path,
    graph: Graph,
    result: Result,
    fixed: NDArray[np.int32] | None,
    names: Sequence[str] | None,
) -> str | None:
    """Return a description of the coloring in a file if it is better than the result, else None."""
    import numpy as np

    from ..graphs.formats import read_coloring
    from ..graphs.verify import conflicts

    try:
        colors = read_coloring(str(path), graph.n, names=names)
    except InputError:
        return None
    if fixed is not None and np.any((fixed >= 0) & (fixed != colors)):
        return None
    clashes, different = conflicts(graph, colors), len(np.unique(colors))
    largest = int(colors.max(initial=-1)) + 1
    # Fixed colors have numbers that matter, so that the result's k is the largest color.
    if (clashes, different if fixed is None else largest) >= (result.conflicts, result.k):
        return None
    also = f" and {counted(clashes, 'conflict')}" if clashes else ""
    return color_count(different, largest) + also


class Written(NamedTuple):
    """
    What has become of a coloring.

    Attributes
    ----------
    path
        File that has it, or standard output; None if there was to be none.
    kept
        Description of the better coloring that the file had, and still has; None if it had none.
    failed
        Whether the file could not be written.
    """

    path: str | None
    kept: str | None = None
    failed: bool = False

    def stream(self, as_json: bool) -> TextIO:
        """Return the stream for a summary, which stands apart from what is read by programs."""
        return sys.stderr if as_json or self.path in STDOUT else sys.stdout


def hold_until_written(hold: contextlib.ExitStack) -> None:
    """Hold signals from the end of the search on: they would lose the coloring."""
    hold.enter_context(interrupts.held("while the coloring was written"))


def write_or_print(
    path: str | None, write: Callable[[str], str | None], hold: contextlib.ExitStack, *, as_json: bool
) -> Written:
    """
    Write the coloring to its file, or print it if that fails.

    Parameters
    ----------
    path
        The file; None if there is to be none.
    write
        Function that writes the coloring to a path; it returns a description of the coloring there if
        that is better and was kept.
    hold
        The hold of signals, which ends when the file is written. What may wait for a reader, a pipe or
        standard output, is written without.
    as_json
        Whether the result is printed as JSON, which has the coloring.
    """
    if path is None:
        return Written(None)
    if not is_regular(path):
        hold.close()
    try:
        kept = write(path)
    except InputError as error:
        if path in STDOUT:
            raise
        print(f"kempe: error: {error}; the coloring is printed instead", file=sys.stderr)
        hold.close()
        if as_json:
            return Written(path, failed=True)
        write("-")
        return Written("-", failed=True)
    if kept is not None:
        print(f"kempe: warning: {path} has a better coloring and was kept", file=sys.stderr)
    return Written(path, kept)


class GraphNames:
    """
    Names of the vertices in the file of a graph, which is read again for them when they are wanted.

    Parameters
    ----------
    path
        The file.
    n
        Number of vertices.
    kept
        Function that returns the names, if they were kept because the file cannot be read again.
    """

    def __init__(self, path: str, n: int, kept: Callable[[], list[str]] | None = None) -> None:
        self._path, self._n, self._kept = path, n, kept
        self._names: list[str] | None = None

    def __call__(self) -> list[str]:
        """Return the names, for the reader of a coloring."""
        if self._names is None:
            self._names = self._read() if self._kept is None else self._kept()
        return self._names

    def or_none(self) -> list[str] | None:
        """Return the names, for a file of a coloring; None, with a warning, if the file is gone."""
        try:
            return self()
        except InputError as error:
            print(f"kempe: warning: no names of vertices: {error}", file=sys.stderr)
            return None

    def _read(self) -> list[str]:
        from ..graphs.formats import vertex_names

        names = vertex_names(self._path)
        if len(names) != self._n:
            raise InputError("the file has changed", path=self._path)
        return names


def load_named(path: str) -> tuple[Graph, GraphNames | None]:
    """Return the graph of a file or spec, and the names of its vertices, if the file has some."""
    from ..graphs.formats.load import load_noted

    kept: list[Callable[[], list[str]]] = []
    # Standard input and pipes cannot be read a second time.
    graph, has_names = load_noted(path, keep=None if os.path.isfile(path) else kept.append)
    return graph, GraphNames(path, graph.n, *kept) if has_names else None


def vertex_label(names: GraphNames | None, vertex: int) -> str:
    """Return the name of a vertex in the file of its graph, for a message, or its number from 1."""
    if names is not None:
        with contextlib.suppress(InputError):
            return repr(names()[vertex])
    return str(vertex + 1)
