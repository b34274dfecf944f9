"""Check of the definition of a flat chart: all errors at once."""

from __future__ import annotations

from enum import Enum

from ..errors import Finding
from .decisions import Decisions
from .transitions import Transition


def flat_findings(
    chart: Decisions, initial: Enum, oracle_timeout: float | None, oracle_fallback: Enum | None
) -> list[Finding]:
    """Return all errors in the definition of a flat chart."""
    # By identity: members of two string enums are equal if their values are.
    known = {id(state) for state in chart.states}
    findings = []

    def wrong(code: str, where: str, message: str) -> None:
        findings.append(Finding(code, where, message))

    if not chart.states:
        wrong("CHART003", "states", "none: expected at least one")
    if len(known) < len(chart.states):
        wrong("CHART003", "states", "a state is listed twice")
    if id(initial) not in known:
        wrong("CHART005", "initial", f"{initial!r} is not among the states")
    if chart.mode not in ("product", "literal"):
        wrong("CHART012", "mode", f"{chart.mode!r}: expected product or literal")
    if chart.selection not in ("first", "oracle", "error"):
        wrong("CHART012", "selection", f"{chart.selection!r}: expected first, oracle or error")
    if oracle_timeout is not None and not oracle_timeout > 0:
        wrong("CHART012", "oracle_timeout", f"{oracle_timeout!r}: expected seconds above 0, or None")
    if oracle_fallback is not None and id(oracle_fallback) not in known:
        wrong("CHART004", "oracle_fallback", f"{oracle_fallback!r} is not among the states")
    declared = {(t.source, t.trigger) for t in chart.transitions if t.target is not None}
    for i, transition in enumerate(chart.transitions):
        where = f"/transitions/{i}"
        if not isinstance(transition.trigger, str) or not transition.trigger.strip():
            wrong("CHART009", where, f"trigger {transition.trigger!r}: expected a name")
        if id(transition.source) not in known:
            wrong("CHART004", where, f"source {transition.source!r} is not among the states")
        if transition.target is not None and id(transition.target) not in known:
            wrong("CHART004", where, f"target {transition.target!r} is not among the states")
        for option in transition.options or ():
            if id(option) not in known:
                wrong("CHART004", where, f"option {option!r} is not among the states")
        if transition.options is not None and not transition.options:
            wrong("CHART010", where, "options are empty: expected states, or None for all declared")
        if transition.options is not None and not transition.asks:
            wrong("CHART010", where, "options are given, but the transition does not ask the oracle")
        lone = (transition.source, transition.trigger) not in declared
        if transition.target is None and transition.options is None and lone:
            message = f"no other transition on {transition.trigger!r} declares a target to choose"
            wrong("CHART010", where, message)
    return findings


def unreachable_states(
    states: tuple[Enum, ...], transitions: tuple[Transition, ...], initial: Enum
) -> list[Enum]:
    """Return the states that no sequence of transitions reaches from the initial one, guards aside."""
    targets: dict[int, list[Enum]] = {id(state): [] for state in states}
    for transition in transitions:
        ends = [transition.target] if transition.target is not None else transition.options or ()
        targets[id(transition.source)] += ends
    reached, waiting = {id(initial)}, [initial]
    while waiting:
        for state in targets[id(waiting.pop())]:
            if id(state) not in reached:
                reached.add(id(state))
                waiting.append(state)
    return [state for state in states if id(state) not in reached]
