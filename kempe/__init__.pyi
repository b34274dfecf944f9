"""What a type checker reads."""

from solver import *  # noqa: F403
from solver import __version__ as __version__
