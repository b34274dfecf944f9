"""A graph in one word: a file, or the spec of a generated graph such as ``queen:12``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..graph import Graph


def load(source: str) -> Graph:
    """The graph of a file or spec."""
    from .. import generators
    from . import read

    return generators.from_spec(source) if generators.is_spec(source) else read(source)


def name_of(source: str) -> str:
    """A file name's worth of the graph's name: DSJC500.5.col.xz -> DSJC500.5, queen:12 -> queen-12."""
    name = Path(source).name
    name = re.sub(r"\.(gz|xz|bz2)$", "", name)
    name = re.sub(r"\.(col|col\.b|mtx|graph|txt|edges|el|tsv|csv|kempe)$", "", name)
    return re.sub(r"[^\w.+-]+", "-", name).strip("-") or "graph"
