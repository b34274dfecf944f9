"""
Grammar of formulas: groups, predicates, counts and suppositions.

Each part is written once, and the rules combine them; ``formulas`` says what they mean.
"""

from __future__ import annotations

from importlib import resources

from ..grammar.chart import Grammar
from .change_rules import add_changes
from .conflict_rules import add_conflicts
from .count_rules import add_counts
from .ellipsis_rules import add_ellipses
from .group_rules import add_groups
from .knowledge_rules import add_knowledge
from .setting_rules import add_settings
from .shapes import value_of
from .supposition_rules import add_suppositions
from .verb_rules import add_verbs


def add_formulas(rules: Grammar) -> None:
    """Add claims that are formulas."""
    text = resources.files(__package__).joinpath("phrases.txt").read_text(encoding="utf-8")
    rules.word_classes(text)
    add_groups(rules)
    add_verbs(rules)
    add_counts(rules)
    add_settings(rules)
    add_suppositions(rules)
    add_changes(rules)
    add_knowledge(rules)
    add_conflicts(rules)
    add_ellipses(rules)
    rules.rule("claim1", "<formula>", value_of)
