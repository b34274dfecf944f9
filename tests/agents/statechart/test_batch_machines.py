"""Many machines of a hierarchical chart behave as each of them does alone."""

from __future__ import annotations

from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.errors import InputError
from agents.statechart import Chart, ChartError, InvalidChart, Machine, kernel, read_scxml, step_state
from agents.statechart.batch_machines import BatchMachines
from agents.statechart.content import Assign, Call, Expr, Send
from agents.statechart.definition import Data, Edge, State

from .strategies import EVENTS, charts
from .test_scxml import document

MEMORY = """<datamodel><data id="n" expr="0"/></datamodel>
<state id="on" initial="a"><history id="h"><transition target="a"/></history>
  <transition event="off" target="off"/>
  <state id="a"><transition event="go" cond="n &lt; 2" target="b"><assign location="n" expr="n + 1"/></transition></state>
  <state id="b"><onentry><send event="late" delay="3" id="t"/></onentry><onexit><cancel sendid="t"/></onexit>
    <transition event="go late" target="a"/></state></state>
<state id="off"><transition event="on" target="h"/></state>"""  # noqa: E501


def test_a_long_wait_is_the_same_as_its_parts(monkeypatch):
    monkeypatch.setattr(step_state, "MAX_ACTIONS", 20)
    again = Edge(("t",), ("a",), None, (Assign("n", Expr("(n + 1) % 7")),))
    chart = Chart((State("a", entry=((Send("t", 1),),), edges=(again,)),), data=(Data("n", 0),))
    whole, parts = BatchMachines(chart, 1), BatchMachines(chart, 1)
    whole.tick(100)
    for _ in range(10):
        parts.tick(10)
    assert [batch.known[batch.numbers[0]].data for batch in (whole, parts)] == [{"n": 100 % 7}] * 2


@settings(max_examples=60)
@given(
    charts(), st.lists(st.lists(st.sampled_from([*EVENTS, None, 1]), min_size=4, max_size=4), max_size=8)
)
def test_machines_in_a_batch_are_where_they_are_alone(states, rounds):
    chart = Chart(states)
    with mock.patch.object(kernel, "MAX_MICROSTEPS", 50):
        try:
            alone = [Machine(chart) for _ in range(4)]
            for events in rounds:
                for machine, event in zip(alone, events, strict=True):
                    if events[0] == 1:
                        machine.tick()
                    elif isinstance(event, str):
                        machine.send(event)
            batch = BatchMachines(chart, 4)
        except (ChartError, InvalidChart):
            return  # endless, or with effects
        for events in rounds:
            if events[0] == 1:
                batch.tick()
                continue
            numbers = [batch.event_number(e) if isinstance(e, str) else -1 for e in events]
            batch.send(np.array(numbers, np.int64))
    assert batch.states() == [machine.states for machine in alone]
    for number, machine in zip(batch.numbers, alone, strict=True):
        assert batch.known[number].data == machine.configuration.data
        assert batch.known[number].done == machine.configuration.done


@given(
    st.lists(st.lists(st.sampled_from(["go", "off", "on", "+2"]), min_size=3, max_size=3), max_size=12)
)
def test_variables_histories_and_timers_are_part_of_the_number(rounds):
    chart = read_scxml(document(MEMORY))
    alone, batch = [Machine(chart) for _ in range(3)], BatchMachines(chart, 3)
    for events in rounds:
        if events[0] == "+2":
            batch.tick(2)
            for machine in alone:
                machine.tick(2)
            continue
        batch.send(np.array([-1 if e == "+2" else batch.event_number(e) for e in events]))
        for machine, event in zip(alone, events, strict=True):
            if event != "+2":
                machine.send(event)
    assert batch.states() == [machine.states for machine in alone]
    assert [batch.known[i].data for i in batch.numbers] == [m.configuration.data for m in alone]
    assert len(batch.known) <= 40


def test_one_event_for_all_and_the_counts():
    batch = BatchMachines(read_scxml(document(MEMORY)), 1000)
    batch.send("go")
    batch.send(np.where(np.arange(1000) < 300, batch.event_number("off"), -1))
    assert batch.counts() == {"on": 700, "a": 0, "b": 700, "off": 300}
    assert batch.tick(3).tolist() == batch.numbers.tolist()
    assert batch.counts()["a"] == 700


def test_what_a_table_cannot_hold_is_refused():
    count = Assign("n", lambda scope: scope.data["n"] + 1)
    endless = Chart(
        (State("a", edges=(Edge(("e",), (), None, (count,)),)),), data=(Data("n", lambda scope: 0),)
    )
    batch = BatchMachines(endless, 2, limit=5)
    for _ in range(4):
        batch.send("e")
    with pytest.raises(ChartError, match="more than 5 configurations"):
        batch.send("e")
    assert batch.numbers.tolist() == [4, 4]
    calling = Chart((State("a", entry=((Call("f", print),),)),))
    with pytest.raises(InvalidChart, match="batch of chart") as caught:
        BatchMachines(calling, 1)
    assert [f.code for f in caught.value.findings] == ["CHART013"]
    timed = BatchMachines(Chart((State("a", edges=(Edge((), ("b",), after=2),)), State("b"))), 2)
    with pytest.raises(InputError, match="no timer of the chart has"):
        timed.send("after.a.0")
    with pytest.raises(InputError, match="shape"):
        timed.send(np.zeros(3, np.int64))
    with pytest.raises(InputError, match="expected numbers from -1 to"):
        timed.send(np.array([0, 7]))
