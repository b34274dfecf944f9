"""Questions of a person, answered exactly from what is true after the turn."""

from .answer import Answer
from .dispatch import answer, answers

__all__ = ["Answer", "answer", "answers"]
