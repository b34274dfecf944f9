"""The grammar of what people say, with the meanings of each sentence."""

from .interpretation import NOT_SURE, Interpretation, choice, guess, whether
from .parse import meanings_of
from .readings import interpretation

__all__ = ["NOT_SURE", "Interpretation", "choice", "guess", "interpretation", "meanings_of", "whether"]
