"""
Files of graphs, colorings and certificates.

Each format is a file of this package: a reader that turns a
:class:`~solver.graphs.formats.source.Source` of
bytes into a graph and a list of repairs, and a writer. :data:`FORMATS` lists them.
"""

from .api import FORMATS, Format, read, write
from .certificate import read_certificate
from .coloring import read_coloring, write_coloring

__all__ = ["FORMATS", "Format", "read", "read_certificate", "read_coloring", "write", "write_coloring"]
