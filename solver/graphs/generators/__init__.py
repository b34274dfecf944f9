"""
Benchmark graphs, made on the spot: structured, random, with a hidden coloring, or from the plane.

The structured families carry the vertex numbers of the DIMACS files of the same name and agree with them
edge for edge. The random ones are reproducible: a seed names one graph on every machine and for every
version of numpy, because all draws come from Kempe's own xoshiro256** (seeded through numpy's
``SeedSequence``, whose algorithm is frozen) and all floating point is plain IEEE arithmetic. The one
exception is :func:`delaunay`, whose points are reproducible and whose triangles are Qhull's.

A *spec* names a graph in one word, for the command line: ``queen:12``, ``gnp:n=1000,p=0.5,seed=1``;
see :func:`from_spec`.
"""

from .hidden import flat, hidden_coloring, leighton, planted
from .independent import gnp, rmat
from .spatial import delaunay, geometric, points, road
from .spec import from_spec, is_spec, table
from .structured import full_insertions, grid, insertions, mycielski, queen, rook

__all__ = [
    "delaunay",
    "flat",
    "from_spec",
    "full_insertions",
    "geometric",
    "gnp",
    "grid",
    "hidden_coloring",
    "insertions",
    "is_spec",
    "leighton",
    "mycielski",
    "planted",
    "points",
    "queen",
    "rmat",
    "road",
    "rook",
    "table",
]
