"""A run of a chart follows its events and decisions, like a machine."""

from __future__ import annotations

import pytest

from agents.page.charts.run import run
from agents.statechart import Chart, Edge, Machine, SocialAgent, State, as_chart, social_chart

LAMP = Chart(
    (
        State("off", edges=(Edge(("press",), ("on",)),)),
        State("on", edges=(Edge(("press",), ("off",)), Edge((), ("off",), after=3))),
    ),
    name="lamp",
)


def test_events_and_ticks_are_those_of_a_machine():
    machine = Machine(LAMP)
    machine.send("press")
    machine.tick(3)
    result = run(LAMP, ["press", "+3"], [])
    assert result.states == machine.states == ("off",)
    assert [event for event, _ in result.steps] == ["start", "press", "+3"]
    assert "enter on" in result.steps[1][1]
    assert result.tick == 3


def test_an_open_choice_waits_for_a_decision():
    chart = as_chart(social_chart(), name="social")
    events = ["start_browsing", "sees_post", 'decides={"relevance": 0.4}', "timeout"]
    result = run(chart, events, [], agent=SocialAgent("ada"))
    assert result.open is not None
    assert len(result.open.options) > 1
    for i, arc in enumerate(result.open.options):
        decided = run(chart, events[:3], [i], agent=SocialAgent("ada"))
        assert decided.open is None
        assert decided.states == arc.edge.targets


@pytest.mark.parametrize("event", ["press={", "press=nan{"])
def test_a_damaged_event_is_a_failure_and_no_crash(event):
    result = run(LAMP, ["press", event], [])
    assert "expected JSON" in result.failure
