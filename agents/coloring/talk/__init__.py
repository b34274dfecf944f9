"""
Talking with a person: understanding messages, answering them, and checking what a model says.

``hear`` and ``Listener`` are stage 1 of a turn; ``Speaker`` words stages 9 and 10 with a language model,
and ``violations`` checks its drafts against ``Facts``.
"""

from .answers import Answer, answer, answers
from .facts import Facts, facts_of
from .hear import Listener, hear
from .honesty import Violation, violations
from .reading import Question, Reading, Understanding
from .speech import Said, Speaker
from .understand import understand

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
