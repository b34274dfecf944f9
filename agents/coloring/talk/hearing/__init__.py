"""
Stage 1 of a turn for a person's messages: their meaning in the conversation, and what follows from it.

``hear`` and ``Listener`` return demands, reports, constraints, replies and the answer to questions.
"""

from .hear import Listener, hear

__all__ = ["Listener", "hear"]
