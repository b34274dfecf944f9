"""The lines that the requirements tell people to grep for, letter by letter."""

from __future__ import annotations

from dataclasses import replace

from agents.coloring.conformance import LITERAL, PRODUCT
from agents.coloring.log_lines import lines
from agents.coloring.view import View

from .support import after, at, compute, seen


def log(result):
    return [line for name, data in result.events for line in lines(name, data)]


def test_a_forced_turn():
    view = seen("Agent2", scope="global")
    situation = at(view, beliefs={"h2": "red", "h5": "green"})
    told = log(compute(view, situation, LITERAL, demands={"b2": "blue", "b4": "red"}))
    assert "Known boundary colors: {'h2': 'red', 'h5': 'green'}" in told
    assert "Clearing forced_local_assignments: {'b2': 'blue'}" in told
    assert any(t.startswith("Skipping snap-to-best: forced assignments just applied") for t in told)
    assert "WARNING: Refused b4=red: b4 is fixed green" in told
    old = "{'b1': 'red', 'b2': 'red', 'b3': 'red', 'b4': 'red', 'b5': 'red'}"
    assert any(t.startswith(f"Updated assignments from {old} to {{'b1': 'red'") for t in told)


def test_a_stuck_turn():
    view = View(
        agent="Me",
        own=("b2",),
        domain=("red", "green"),
        edges=(("b2", "h2"),),
        owners={"h2": "You"},
        fixed={"b2": "red"},
        conflict_penalty=10.0,
    )
    told = log(compute(view, at(view, beliefs={"h2": "RED"}), LITERAL))
    assert told == [
        "Known boundary colors: {'h2': 'red'}",
        "Assignments unchanged: {'b2': 'red'}",
        "WARNING: Assignments didn't change despite penalty=10.0",
        "Skipping snap-to-best: improvement too small (pen 10.0 -> 10.0, threshold=5.0)",
        "BOUNDARY CONFLICT DETECTED: b2(red) <-> h2(red)",
        "Not satisfied: current_penalty=10.000 > 0",
        "Satisfied: False",
    ]


def test_a_snap_an_oscillation_and_a_satisfied_agent():
    view = seen("Agent2", scope="global")
    situation = at(view, beliefs={"h2": "blue", "h5": "green"})
    told = []
    for _ in range(4):
        result = compute(view, situation, LITERAL)
        situation = after(situation, result, LITERAL)
        told.append(log(result))
    assert "Skipping snap-to-best: greedy just found new solution (trusting its choice)" in told[0]
    assert "Snapping: significant improvement available (pen 20.0 -> 0.0)" in told[1]
    assert any(line.startswith("Snapped to best local assignment") for line in told[1])
    assert "Satisfied: True" in told[1]
    assert "WARNING: Oscillation detected (period 2)" in told[3]


def test_nothing_known():
    view = seen("Agent2")
    told = log(compute(view, at(view), replace(PRODUCT, algorithm="exhaustive")))
    assert "WARNING: No known boundary colors" in told
    assert "Not satisfied: colors of the boundary are missing" in told


def test_bugs_are_named():
    assert lines("coloring.inconsistency", {"kind": "false_claim", "penalty": 10.0}) == [
        "CRITICAL BUG: Agent claims satisfied but penalty=10.0!"
    ]
    hidden = {"kind": "hidden_conflicts", "conflicts": 2, "penalty": 0.0}
    assert lines("coloring.inconsistency", hidden) == ["BUG WARNING: 2 conflicts but penalty=0.0"]


def test_other_events_are_told_as_they_are():
    assert lines("rb.offer", {"offer_id": "o1", "penalty": 10.0}) == ["rb.offer offer_id=o1 penalty=10"]
