"""What a sentence without a derivation in the grammar may mean, by the moods of its clauses."""

from .guesses import guesses

__all__ = ["guesses"]
