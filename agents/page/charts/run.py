"""
A run of a chart from its beginning, given the events and the decisions so far.

The address of the page holds both, so that nothing is lost by a reload, and a step back is a shorter
address.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ...errors import KempeError, expected
from ...statechart import Chart, Choice, Machine, SocialAgent

#: Events of one run.
MOST_EVENTS = 500
#: Facts that guards of the stock chart read, until an event brings others.
FACTS = {"relevance": 0.5}


@dataclass
class Run:
    """
    State of a chart after some events.

    Attributes
    ----------
    states, active
        Innermost active states, and all active states.
    data
        Variables.
    tick
        Time.
    steps
        Trace of each event: the event, and lines of what happened.
    open
        Choice that is not decided yet; the first option was taken.
    failure
        Why the last event could not be processed.
    done
        Whether the chart has ended.
    """

    states: tuple[str, ...] = ()
    active: tuple[str, ...] = ()
    data: dict[str, Any] = field(default_factory=dict)
    tick: int = 0
    steps: list[tuple[str, list[str]]] = field(default_factory=list)
    open: Choice | None = None
    failure: str | None = None
    done: bool = False


class _Chooser:
    def __init__(self, decisions: Sequence[int]) -> None:
        self._left = list(decisions)
        self.open: Choice | None = None

    def __call__(self, choice: Choice, context: Any) -> int:
        if self._left:
            return min(max(self._left.pop(0), 0), len(choice.options) - 1)
        self.open = self.open or choice
        return 0


def run(
    chart: Chart,
    events: Sequence[str],
    decisions: Sequence[int],
    *,
    agent: SocialAgent | None = None,
) -> Run:
    """
    Run a chart; with an undecided choice, events after it are not processed.

    Parameters
    ----------
    events
        Names, ``NAME=JSON``, or ``+TICKS``.
    decisions
        Options taken in open choices, in their order.
    agent
        Agent of a chart made from a flat one; the data of events are what its guards read.
    """
    chooser = _Chooser(decisions)
    result = Run()
    facts = dict(FACTS)
    try:
        machine = Machine(
            chart, choose=chooser, timeout=None, context=None if agent is None else (agent, facts)
        )
        result.steps.append(("start", _lines(machine)))
        for text in events[:MOST_EVENTS]:
            if chooser.open is not None:
                break
            _process(machine, text, facts)
            result.steps.append((text, _lines(machine)))
    except KempeError as error:
        result.failure = str(error)
        return result
    configuration = machine.configuration
    result.states, result.active = machine.states, tuple(configuration.states)
    result.data, result.tick, result.done = (
        dict(configuration.data),
        configuration.tick,
        configuration.done,
    )
    result.open = chooser.open
    return result


def _process(machine: Machine, text: str, facts: dict[str, Any]) -> None:
    if text.startswith("+") and text[1:].isdigit() and len(text) < 8:
        machine.tick(int(text[1:]))
        return
    name, separator, data = text.partition("=")
    try:
        value = json.loads(data) if separator else None
    except ValueError:
        raise expected(f"data of {name}", data, "JSON") from None
    if isinstance(value, dict):
        facts.update(value)
    machine.send(name, value)


def _lines(machine: Machine) -> list[str]:
    lines = []
    for record in machine.trace:
        detail = "" if record.detail is None else f" {json.dumps(record.detail, default=str)[:200]}"
        lines.append(f"{record.kind} {record.name}{detail}")
    return lines
