"""
Generators of benchmark graphs: structured, random, with a hidden coloring, or from points in the plane.

The structured families have the vertex numbers of the DIMACS files of the same name and agree with them
edge for edge. The random ones are reproducible: a seed gives the same graph on every machine and with
every version of NumPy, because all random numbers come from Kempe's xoshiro256** (seeded by NumPy's
``SeedSequence``, whose algorithm is frozen) and all floating point is plain IEEE arithmetic. The one
exception is :func:`delaunay`, whose points are reproducible, but whose triangles are computed by Qhull.

A *spec* names a graph on the command line: ``queen:12``, ``gnp:n=1000,p=0.5,seed=1``; see
:func:`from_spec`.
"""

from .hidden import flat, hidden_coloring, leighton, planted
from .independent import gnp, rmat
from .spatial import delaunay, geometric, points, road
from .spec import from_spec, is_spec, parse_spec, table
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
    "parse_spec",
    "planted",
    "points",
    "queen",
    "rmat",
    "road",
    "rook",
    "table",
]
