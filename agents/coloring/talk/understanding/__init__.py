"""
From the words of a person to their meaning: the rules, the readers after them, and the revisions.

``understand`` is the pipeline; its tables ``STAGES`` and ``REVISIONS`` tell in which order the modules
of ``readers`` and ``revisions`` are used.
"""

from .understand import understand

__all__ = ["understand"]
