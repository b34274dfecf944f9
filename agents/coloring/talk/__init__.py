"""
Talking with a person: understanding messages, answering them, and checking what a model says.

``hear`` and ``Listener`` are stage 1 of a turn; ``Speaker`` words stages 9 and 10 with a language model,
and ``violations`` checks its drafts against ``Facts``.

A message passes through ``spelling``, ``nouns``, the rules (``grammar``, ``word_classes``,
``guessing``) and the readers of ``understanding``; ``hearing`` gives it its meaning in the conversation,
and ``answers`` answers its questions.
"""

from .answers import Answer, answer, answers
from .facts import Facts, facts_of
from .hearing import Listener, hear
from .honesty import Violation, violations
from .reading import Question, Reading, Understanding
from .speech import Said, Speaker
from .understanding import understand

__all__ = [
    "Answer",
    "Facts",
    "Listener",
    "Question",
    "Reading",
    "Said",
    "Speaker",
    "Understanding",
    "Violation",
    "answer",
    "answers",
    "facts_of",
    "hear",
    "understand",
    "violations",
]
