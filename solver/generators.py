"""The public name of :mod:`solver.graphs.generators`."""

from .graphs.generators import *  # noqa: F403
from .graphs.generators import __all__ as __all__
