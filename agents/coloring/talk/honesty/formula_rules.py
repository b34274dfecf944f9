"""
Grammar of formulas: groups, predicates, counts and suppositions.

Each part is written once, and the rules combine them; ``formulas`` says what they mean.
"""

from __future__ import annotations

from ..grammar.chart import Grammar
from .count_rules import add_counts
from .group_rules import CLASSES, add_groups
from .predicate_rules import add_predicates
from .shapes import value_of
from .supposition_rules import add_suppositions


def add_formulas(rules: Grammar) -> None:
    """Add claims that are formulas."""
    rules.word_classes(CLASSES)
    add_groups(rules)
    add_predicates(rules)
    add_counts(rules)
    add_suppositions(rules)
    for pattern in ("<formula>", "@intro [,] <formula>", "<formula> [,] @outro"):
        rules.rule("claim", pattern, value_of)
    rules.rule("claim", "<supposed> [,] @outro", value_of)
