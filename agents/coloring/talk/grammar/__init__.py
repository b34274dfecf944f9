"""A grammar with meanings for what patterns misread: exclusions, quantifiers, lists, corrections."""

from .parse import Meaning, meanings_of
from .readings import ASKED, choice, readings_of

__all__ = ["ASKED", "Meaning", "choice", "meanings_of", "readings_of"]
