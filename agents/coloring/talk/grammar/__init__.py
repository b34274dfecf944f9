"""The grammar of what people say, with the meanings of each sentence."""

from .gist import gist_of
from .interpretation import NOT_SURE, Interpretation, asked_back, choice, guess, whether
from .meaning import Meaning
from .parse import meanings_of
from .readings import interpretation

__all__ = [
    "NOT_SURE",
    "Interpretation",
    "Meaning",
    "asked_back",
    "choice",
    "gist_of",
    "guess",
    "interpretation",
    "meanings_of",
    "whether",
]
