"""The grammar of what people say, with the meanings of each sentence."""

from .interpretation import Interpretation, choice
from .parse import meanings_of
from .readings import interpretation

__all__ = ["Interpretation", "choice", "interpretation", "meanings_of"]
