"""The file of a coloring: written whole or not at all, and never a worse coloring over a better one."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import InputError

if TYPE_CHECKING:
    from ..graphs.graph import Graph
    from ..result import Result

#: Names of standard output.
STDOUT = ("-", "/dev/stdout")


def check_writable(path: str) -> None:
    """Refuse a file that cannot be written before the work rather than after it."""
    if path in STDOUT:
        return
    folder = Path(path).absolute().parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"the folder cannot be made: {error.strerror}", path=folder) from error
    if Path(path).is_dir() or not os.access(path if Path(path).exists() else folder, os.W_OK):
        raise InputError("the file cannot be written", path=path)


def write(path: str, graph: Graph, result: Result) -> bool:
    """Write the coloring; return False if the file has a better one of the graph, which is kept."""
    from ..graphs.formats import write_coloring

    if path in STDOUT:
        write_coloring("/dev/stdout", result)
        return True
    target = Path(path)
    if target.exists() and not target.is_file():  # a pipe or a device
        write_coloring(path, result)
        return True
    if _rank_in(target, graph) < (result.conflicts, result.k):
        return False
    # The suffix, which says the format, stays the last part of the name.
    unfinished = target.with_name(f".{os.getpid()}-{target.name}")
    try:
        write_coloring(unfinished, result)
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)
    return True


def _rank_in(path: Path, graph: Graph) -> tuple[float, float]:
    """Return conflicts and colors of the coloring in a file; infinite unless it is one of the graph."""
    import numpy as np

    from ..graphs.formats import read_coloring
    from ..graphs.verify import conflicts

    if not path.exists():
        return np.inf, np.inf
    try:
        colors = read_coloring(str(path), graph.n)
    except InputError:
        return np.inf, np.inf
    return conflicts(graph, colors), len(np.unique(colors))


def note_kept(path: str) -> None:
    """Say that a file was not overwritten."""
    print(f"kempe: warning: {path} has a better coloring and was kept", file=sys.stderr)
