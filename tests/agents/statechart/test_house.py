"""The room as a whole: its exports are documented, its examples run, its rules are listed."""

from __future__ import annotations

import doctest
from pathlib import Path

from agents import statechart


def test_every_exported_name_exists_and_is_documented():
    for name in statechart.__all__:
        value = getattr(statechart, name)
        assert value.__doc__ or not callable(value), name


def test_the_examples_do_what_they_say():
    assert doctest.testmod(statechart).failed == 0
    assert doctest.testmod(statechart).attempted > 5


def test_every_rule_that_is_used_is_listed():
    folder = Path(statechart.__file__).parent
    used = {
        word
        for path in folder.glob("*.py")
        for word in path.read_text().replace('"', " ").replace("`", " ").split()
        if word.startswith("CHART") and word[5:].isdigit()
    }
    assert used == set(statechart.errors.RULES)
