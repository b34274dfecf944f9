"""
Sentences that people write, with what they mean, written from the game alone.

A row names acts with nodes and colors. What the agent takes as a fact has to be among them, or it asks.
"""

from __future__ import annotations

import json
from pathlib import Path

from bench.sentences import read

_DATA = Path(__file__).parents[1] / "data"
_ROWS = [
    row for name in ("people", "people_more") for row in json.loads((_DATA / f"{name}.json").read_text())
]
_COLORS = {"red", "green", "blue"}
#: Written as a question; the agent takes it as a polite request.
_REQUESTS = {"Can you avoid blue on a4 and a5?"}
_STATED = {"demand", "report", "required"}
_EXCLUDED = {"forbidden", "negation"}


def _listed(value):
    return [value] if value is None or isinstance(value, str) else value


def _allowed(meaning):
    """Pairs that may be stated and excluded; a color that is not named may be any."""
    stated, excluded = set(), set()
    for act, nodes, colors in meaning:
        named = set(_listed(colors)) - {None}
        for node in _listed(nodes):
            pairs = {(node, color) for color in named or _COLORS}
            others = {(node, color) for color in _COLORS - named}
            if act == "allow_only":
                excluded |= others
                stated |= pairs if len(named) == 1 else set()
            elif act == "forbid":
                excluded |= pairs
                stated |= others if len(others) == 1 or len(named) == 1 else set()
            else:
                stated |= pairs
                excluded |= pairs if act in ("demand", "withdraw", "refuse") else set()
    return stated, excluded


def test_no_fact_is_taken_that_nobody_stated():
    wrong, asked = [], 0
    for row in _ROWS:
        found = read(row)
        stated, excluded = _allowed(row["meaning"])
        facts = [(kind, (node, color)) for kind, node, color in found["readings"]]
        if any(
            (kind in _STATED and pair not in stated) or (kind in _EXCLUDED and pair not in excluded)
            for kind, pair in facts
        ):
            wrong.append(row["text"])
        asked += found["asks"] or not (facts or found["questions"] or found["replies"])
    assert set(wrong) == _REQUESTS
    assert asked <= 0.33 * len(_ROWS)


def test_sentences_whose_reading_was_verified_are_read_as_then():
    rows = json.loads((_DATA / "people_verified.json").read_text())
    assert len(rows) > 90
    for row in rows:
        found = read({key: row[key] for key in ("agent", "text", "asked") if key in row})
        assert (found["readings"], found["questions"]) == (row["readings"], row["questions"]), row[
            "text"
        ]
