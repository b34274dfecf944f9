"""Budgets of a step: content that exceeds one ends, and the chart can act on it."""

from unittest import mock

import pytest

from agents.statechart import kernel, read_scxml, step_state
from agents.statechart.chart import Chart
from agents.statechart.content import Assign, Fixed, Foreach
from agents.statechart.definition import Data, Edge, State
from agents.statechart.errors import ChartError
from agents.statechart.kernel import start, step


def chart_of(content, handler="", target="c"):
    return read_scxml(
        "<scxml xmlns='http://www.w3.org/2005/07/scxml' version='1.0' datamodel='ecmascript'>"
        f"<datamodel><data id='s' expr='&quot;x&quot;'/><data id='l' expr='[{ITEMS}]'/>"
        "<data id='x'/><data id='y'/><data id='z'/></datamodel>"
        f"<state id='a'><transition event='go' target='b'>{content}</transition></state>"
        f"<state id='b'><transition event='error.execution' target='{target}'>{handler}</transition>"
        "</state>"
        "<state id='c'/></scxml>"
    )


DOUBLE = "<assign location='s' expr='s + s'/>" * 25
ITEMS = ", ".join(str(i) for i in range(100))
LOOPS = "<foreach array='l' item='x'>" * 3 + "<assign location='y' expr='x'/>" + "</foreach>" * 3
PAIRS = "<assign location='s' expr='[s, s]'/>" * 28


@pytest.mark.parametrize(
    ("content", "budget"),
    [
        (DOUBLE, "budget: a value has at most 1000000 parts"),
        (PAIRS, "budget: a value has at most 1000000 parts"),
        (LOOPS, "budget: a step has at most 100000 actions"),
    ],
    ids=["text", "list", "loops"],
)
def test_content_that_would_take_all_memory_exceeds_a_budget(content, budget):
    chart = chart_of(content)
    # On a busy machine the budget of time would come first.
    with mock.patch.object(step_state, "MAX_SECONDS", float("inf")):
        taken = kernel.step(chart, kernel.start(chart).configuration, "go")
    assert taken.configuration.states == ("c",)
    (error,) = [record for record in taken.trace if record.kind == "error"]
    assert error.detail["message"] == budget


VALUES = "<assign location='l' expr='l + l'/>" * 12 + "<assign location='y' expr='l'/>" * 30


@pytest.mark.parametrize("content", [DOUBLE, LOOPS, VALUES], ids=["value", "actions", "values"])
def test_content_that_handles_an_exceeded_budget_has_a_part_of_it(content):
    handler = "<assign location='y' expr='[1, 2]'/><assign location='z' expr='_event.data.message'/>"
    chart = chart_of(content, handler)
    with mock.patch.object(step_state, "MAX_SECONDS", float("inf")):
        taken = kernel.step(chart, kernel.start(chart).configuration, "go")
    assert taken.configuration.states == ("c",)
    assert len([record for record in taken.trace if record.kind == "error"]) == 1
    assert taken.configuration.data["y"] == [1, 2]
    assert taken.configuration.data["z"].startswith("budget: ")


def test_a_budget_is_set_back_once_in_a_step():
    chart = chart_of(LOOPS, LOOPS, target="b")
    with (
        mock.patch.object(step_state, "MAX_SECONDS", float("inf")),
        pytest.raises(ChartError, match="does not come to rest") as caught,
    ):
        kernel.step(chart, kernel.start(chart).configuration, "go")
    assigned = sum(record.kind == "assign" and record.name == "y" for record in caught.value.trace)
    assert 0.9 * step_state.MAX_ACTIONS < assigned < 1.05 * step_state.MAX_ACTIONS


def test_time_is_set_back_too(monkeypatch):
    now = 0.0
    monkeypatch.setattr(step_state, "monotonic", lambda: now)

    def wait(scope):
        nonlocal now
        now += 4.0
        return 1

    loop = Foreach(Fixed(list(range(300))), "i", None, (Assign("n", wait),))
    edges = (Edge(("go",), content=(loop,)), Edge(("error.execution",), ("b",), None, (Assign("n", 7),)))
    chart = Chart((State("a", edges=edges), State("b")), data=(Data("n"), Data("i")))
    now = 1.0
    assert step(chart, start(chart).configuration, "go").configuration.data["n"] == 7


def test_a_step_that_takes_too_long_fails_with_the_budget(monkeypatch):
    seconds = iter(range(0, 10_000, 3))
    monkeypatch.setattr(step_state, "monotonic", lambda: float(next(seconds) + 1))
    loop = Foreach(Fixed(list(range(300))), "i", None, (Assign("n", 1),))
    edges = (Edge(("go",), content=(loop,)), Edge(("error.execution",), ("b",)))
    chart = Chart((State("a", edges=edges), State("b")), data=(Data("n"), Data("i")))
    taken = step(chart, start(chart).configuration, "go")
    assert taken.configuration.states == ("b",)
    errors = [record.detail["message"] for record in taken.trace if record.kind == "error"]
    assert errors == ["budget: a step takes at most 5 s"]
