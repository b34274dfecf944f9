"""A grammar for sentences that patterns misread: exclusions, quantifiers, lists, corrections."""

from .meaning import Meaning
from .readings import ASKED, choice, readings_of
from .sentence import meanings_of

__all__ = ["ASKED", "Meaning", "choice", "meanings_of", "readings_of"]
