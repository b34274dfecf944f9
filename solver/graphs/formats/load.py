"""Load a graph by one word: a file, or the spec of a generated graph such as ``queen:12``."""

from __future__ import annotations

import re
from pathlib import Path

from ...errors import expected, warn
from .. import generators
from ..graph import Graph
from .api import read_noted
from .edge_list import KeepNames
from .names import are_names


def load(source: str) -> Graph:
    """Return the graph of a file or spec."""
    return load_noted(source)[0]


def load_noted(source: str, *, keep: KeepNames | None = None) -> tuple[Graph, bool]:
    """
    Return the graph of a file or spec, and whether the file has names or other ids for vertices.

    Parameters
    ----------
    source
        File or spec.
    keep
        Function that is called, if the file has such names or ids, with a function that returns them.
    """
    if generators.is_spec(source):
        return generators.from_spec(source), False
    families = {row.name: row for row in generators.table()}
    if (row := families.get(source)) and not Path(source).exists():
        raise expected("graph", source, f"a file, or a generated graph: {source}:{row.arguments}")
    graph, notes = read_noted(source, keep=keep)
    if notes:
        warn(f"{source}: {'; '.join(notes)}")
    return graph, are_names(notes)


def name_of(source: str) -> str:
    """Return a name for files about the graph: DSJC500.5.col.xz -> DSJC500.5, queen:12 -> queen-12."""
    name = Path(source).name
    name = re.sub(r"\.(gz|xz|bz2|zst)$", "", name)
    name = re.sub(r"\.(col|col\.b|mtx|graph|txt|edges|el|tsv|csv|kempe)$", "", name)
    return re.sub(r"[^\w.+-]+", "-", name).strip("-") or "graph"
