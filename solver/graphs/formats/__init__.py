"""
Files of graphs, colorings and certificates.

Each format has a module with a writer and a reader. A reader turns the bytes of a
:class:`~solver.graphs.formats.source.Source` into a graph and a list of repairs. :data:`FORMATS` lists
the formats.
"""

from .api import FORMATS, Format, read, write
from .certificate import read_certificate
from .coloring import read_coloring, write_coloring
from .names import vertex_names

__all__ = [
    "FORMATS",
    "Format",
    "read",
    "read_certificate",
    "read_coloring",
    "vertex_names",
    "write",
    "write_coloring",
]
