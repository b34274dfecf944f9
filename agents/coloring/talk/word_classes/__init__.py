"""
Reading of clauses by the classes of their words, for sentences that no rule of the grammar derives.

The grammar lists phrases; here a clause is read from what its words add to it, wherever they stand: the
owner of its nodes, a modal verb, a negation, the class of its verb. A word that is in no class that a
meaning allows leaves the clause unread, so that nothing is taken for less than it says.
"""

from .messages import meanings_by_classes

__all__ = ["meanings_by_classes"]
