"""
Graphs that benchmarks share, by name.

Most are generated. The DIMACS names work if ``$KEMPE_INSTANCES`` names a folder with
``dimacs/NAME.col.xz`` and ``large/NAME.mtx.xz``.
"""

from __future__ import annotations

import functools
import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solver import Graph

#: Graphs of the size and density of DIMACS graphs, with other edges.
GENERATED = {
    "random250.5": "gnp:n=250,p=0.5,seed=1",
    "random500.5": "gnp:n=500,p=0.5,seed=1",
    "random1000.1": "gnp:n=1000,p=0.1,seed=1",
    "random1000.5": "gnp:n=1000,p=0.5,seed=1",
    "random1000.9": "gnp:n=1000,p=0.9,seed=1",
    "queen16": "queen:16",
    "leighton450": "leighton:450,25,260,seed=1",
    "geometric20k": "geometric:n=20000,radius=0.0138,seed=1",
    "geometric100k": "geometric:n=100000,radius=0.00618,seed=1",
    "road100k": "road:316,seed=1",
    "road1m": "road:1000,seed=1",
    "delaunay300k": "delaunay:300000,seed=1",
    "rmat14": "rmat:14,seed=1",
    "rmat16": "rmat:16,seed=1",
    "rmat18": "rmat:18,seed=1",
}


class Missing(Exception):
    """Raised if the file of a graph is not on this machine."""


@functools.lru_cache(maxsize=4)
def load(name: str) -> Graph:
    """
    Return the graph of a name: generated, a file of ``$KEMPE_INSTANCES``, or any spec.

    Raises
    ------
    Missing
        If the file does not exist.
    """
    from solver import generators

    spec = GENERATED.get(name, name)
    if generators.is_spec(spec):
        return generators.from_spec(spec)
    root = os.environ.get("KEMPE_INSTANCES")
    if root is None:
        raise Missing(f"{name}: set KEMPE_INSTANCES to the folder of the benchmark files")
    for path in (Path(root, "dimacs", f"{name}.col.xz"), Path(root, "large", f"{name}.mtx.xz")):
        if path.exists():
            from solver.graphs.formats import read

            return read(path)
    raise Missing(f"{name}: in neither dimacs/ nor large/ of {root}")
