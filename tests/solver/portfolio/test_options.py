"""The table of options: complete, documented, and the same in the code and on its page."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

import solver
from solver import InputError, generators
from solver.portfolio.options import DEFAULTS, OPTIONS, SEARCH_PARAMS, markdown, parse, settings

pytestmark = pytest.mark.tiny

PAGE = Path(solver.__file__).parent.parent / "docs" / "options.md"


def test_every_option_has_a_line_of_help_and_a_legal_default():
    for option in OPTIONS:
        assert option.help, option.name
        assert option.default in option.legal, option.name


def test_the_page_has_the_table_of_the_code():
    assert markdown() in PAGE.read_text()


def test_every_search_has_settings():
    assert {field.name for field in fields(DEFAULTS)} == {"portfolio", *SEARCH_PARAMS}


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("small=10", ("small", 10)),
        ("floor=0.25", ("floor", 0.25)),
        ("tabucol.tenure=foo", ("tabucol.tenure", "foo")),
    ],
)
def test_assignments_are_read_by_the_type_of_the_option(text, pair):
    assert parse(text) == pair


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("small", "option = 'small': expected NAME=VALUE"),
        ("smell=1", "option = 'smell': expected one of those in docs/options.md, such as small"),
        ("tabu.tenure=foo", "such as tabucol.tenure"),
        ("small=1.5", "small = '1.5': expected an integer >= 0"),
    ],
)
def test_wrong_assignments_are_named(text, message):
    with pytest.raises(InputError, match=message):
        parse(text)


@pytest.mark.parametrize(
    ("name", "value"), [("annealing.cold", 0.6), ("annealing.below", 1.0), ("small", -1)]
)
def test_wrong_values_are_named_with_their_group(name, value):
    with pytest.raises(InputError, match=f"^{name} = {value}: expected"):
        settings({name: value})


def test_values_reach_the_group_they_belong_to():
    chosen = settings({"rlf_edges": 5, "annealing.steps": 7})
    assert (chosen.portfolio.rlf_edges, chosen.annealing.steps) == (5, 7)
    assert chosen.partialcol == DEFAULTS.partialcol
    with pytest.raises(InputError, match="cold = 1: expected less than hot"):
        settings({"annealing.cold": 1})


def test_an_option_changes_what_a_run_does():
    graph = generators.gnp(60, 0.5, seed=1)
    kept = solver.color(graph, max_ticks=200_000)
    same = solver.color(graph, max_ticks=200_000, options={"small": 3000})
    other = solver.color(graph, max_ticks=200_000, options={"tabucol.tenure_random": 1})
    assert (kept.ticks, kept.iterations) == (same.ticks, same.iterations)
    assert (kept.ticks, kept.iterations) != (other.ticks, other.iterations)
