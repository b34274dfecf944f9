"""The batch against the scalar chart, agent by agent; and the flat chart against the kernel."""

from __future__ import annotations

import math
from enum import StrEnum

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.errors import InputError
from agents.statechart import (
    NEEDS_ORACLE,
    AmbiguousTransition,
    ChartAgent,
    InvalidChart,
    Statechart,
    Transition,
    column,
    social_chart,
)
from agents.statechart.batch import BatchAgents, BatchChart
from agents.statechart.columns import SureOrOpen
from agents.statechart.configuration import Configuration
from agents.statechart.flat import as_chart
from agents.statechart.kernel import step

from .flat_charts import Light

TRIGGERS = ("go", "stop", "timeout")


class Four(StrEnum):
    A = "a"
    B = "b"
    C = "c"
    D = "d"


x, y = column("x"), column("y")
PREDICATES = (x > 0, x >= y, y < 1, (x == 1) | (y != 1), ~(x <= 0) & (y == 0))


@st.composite
def flat_charts(draw, modes=("product", "literal"), selections=("first", "oracle", "error", None)):
    transitions = []
    for _ in range(draw(st.integers(1, 10))):
        sure, opened = draw(st.sampled_from(PREDICATES)), draw(st.sampled_from(PREDICATES))
        guard = draw(st.sampled_from((None, sure, sure, SureOrOpen(sure, opened))))
        target = draw(st.sampled_from((*Four, *Four, None)))
        asks = target is None or draw(st.integers(0, 4)) == 0
        options = None
        if asks and (target is None or draw(st.booleans())):
            options = tuple(draw(st.lists(st.sampled_from(Four), min_size=1, max_size=3, unique=True)))
        transitions.append(
            Transition(
                draw(st.sampled_from(TRIGGERS)),
                draw(st.sampled_from(Four)),
                target,
                guard,
                oracle=asks,
                options=options,
                external=draw(st.booleans()),
            )
        )
    return Statechart(
        Four,
        transitions,
        draw(st.sampled_from(Four)),
        mode=draw(st.sampled_from(modes)),
        selection=draw(st.sampled_from(selections)),
    )


numbers = st.sampled_from((-1.0, 0.0, 1.0, 2.0, math.nan))
rounds = st.lists(
    st.tuples(
        st.lists(st.sampled_from((*TRIGGERS, "unknown")), min_size=4, max_size=4),
        st.lists(st.tuples(numbers, numbers), min_size=4, max_size=4),
    ),
    min_size=1,
    max_size=8,
)


@given(flat_charts(selections=("first", "oracle", None)), rounds, st.booleans())
def test_batch_and_scalar_agree_agent_by_agent(chart, rounds, whole):
    agents = [ChartAgent(chart.initial, timeout_threshold=i + 1, clock=None) for i in range(4)]
    batch = BatchChart(chart)
    many = BatchAgents(batch, 4, timeout_threshold=[1, 2, 3, 4])
    for triggers, values in rounds:
        if whole:
            triggers = [triggers[0]] * 4
        contexts = [{"x": a, "y": b} for a, b in values]
        expected = [
            chart.turn(agent, trigger, context)
            for agent, trigger, context in zip(agents, triggers, contexts, strict=True)
        ]
        columns = {name: np.array([c[name] for c in contexts]) for name in "xy"}
        moved = many.turn(triggers[0] if whole else batch.trigger_numbers(triggers), columns)
        assert [None if i < 0 else chart.states[i] for i in moved] == expected
        assert [chart.states[i] for i in many.states] == [agent.state for agent in agents]
        assert many.ticks_in_state.tolist() == [agent.ticks_in_state for agent in agents]
        assert many.is_timed_out().tolist() == [agent.is_timed_out() for agent in agents]
    counts = {state: sum(agent.state is state for agent in agents) for state in Four}
    assert many.state_distribution() == counts
    assert many.agents_in_state(Four.A) == counts[Four.A]


class Picks:
    """Chooses by a rule of its own, and remembers what it could choose from."""

    def __init__(self):
        self.seen = []

    def pick(self, options):
        self.seen.append(options)
        return options[len(options) // 2]

    async def decide(self, agent, current_state, trigger, options, context):
        return self.pick(options)

    def decide_now(self, agent, current_state, trigger, options, context):
        return self.pick(options)


@given(flat_charts(), st.lists(st.tuples(st.sampled_from(TRIGGERS), numbers, numbers), max_size=6))
def test_the_flat_chart_and_the_kernel_agree(flat, events):
    picks, chart = Picks(), as_chart(flat)
    agent = ChartAgent(flat.initial, clock=None)
    flat.oracle = picks
    at = Configuration(states=(flat.initial.value,))
    for trigger, a, b in events:
        context = (agent, {"x": a, "y": b})
        picks.seen = []
        choices = []
        try:
            taken = step(chart, at, trigger, context)
            while taken.choice is not None:
                targets = list(dict.fromkeys(arc.edge.targets[0] for arc in taken.choice.options))
                wanted = targets[len(targets) // 2]
                choices.append([arc.edge.targets[0] for arc in taken.choice.options].index(wanted))
                taken = step(chart, at, trigger, context, choices)
        except AmbiguousTransition:
            with pytest.raises(AmbiguousTransition):
                flat.fire(agent, trigger, context[1])
            continue
        fired = flat.fire(agent, trigger, context[1])
        assert len(picks.seen) == len(choices)
        assert (fired is None) == any(record.kind == "ignored" for record in taken.trace)
        at = taken.configuration
        assert at.states == (agent.state.value,)


def test_batch_counts_open_choices_and_takes_the_first_option():
    batch = BatchChart(social_chart())
    many = BatchAgents(batch, 3)
    many.fire("start_browsing")
    many.fire("sees_post")
    columns = {"relevance": np.array([0.9, 0.1, 0.5]), "low_threshold": 0.3, "high_threshold": 0.7}
    many.fire("decides", columns)
    assert [batch.chart.states[i].value for i in many.states] == ["composing", "scrolling", "composing"]
    assert many.asked == 1


def test_a_chart_that_forbids_choices_refuses_them_in_batch():
    transitions = [Transition("go", Four.A, Four.B, x > 0), Transition("go", Four.A, Four.C, x > 1)]
    chart = Statechart(Four, transitions, Four.A, selection="error")
    many = BatchAgents(BatchChart(chart), 3)
    with pytest.raises(AmbiguousTransition, match="agent 1"):
        many.fire("go", {"x": np.array([0, 2, 1])})
    assert many.states.tolist() == [0, 0, 0]
    many.fire("go", {"x": np.array([0, 1, 1])})
    assert many.states.tolist() == [0, 1, 1]


def test_what_cannot_be_done_in_batch_is_refused_at_once():
    transitions = [
        Transition("go", Four.A, Four.B, lambda a, c: True),
        Transition("go", Four.A, Four.B, action=print),
        *(Transition("go", Four.B, Four.C, x > i) for i in range(13)),
    ]
    with pytest.raises(InvalidChart, match="13 distinct predicates") as caught:
        BatchChart(Statechart(Four, transitions, Four.A))
    assert [f.location for f in caught.value.findings] == [
        "/transitions/0",
        "/transitions/1",
        "/transitions",
    ]
    batch = BatchChart(social_chart())
    for wrong in ({"n": -1}, {"n": 2, "timeout_threshold": 0}, {"n": 2, "timeout_threshold": [1, 2, 3]}):
        with pytest.raises(InputError):
            BatchAgents(batch, **wrong)
    many = BatchAgents(batch, 2)
    with pytest.raises(InputError, match="a column has shape"):
        many.fire("decides", {"relevance": np.zeros(3), "high_threshold": 0.5})
    with pytest.raises(InputError, match="shape"):
        many.fire(np.zeros(3, np.int8))


def test_columns_refuse_what_would_be_misread():
    with pytest.raises(TypeError, match="expected a number"):
        x > "high"  # noqa: B015
    with pytest.raises(TypeError, match="write &"):
        bool((x > 1) and (y > 1))
    guard = SureOrOpen(x > 1, x > 0)
    assert guard(None, {"x": 2}) is True
    assert guard(None, {"x": 1}) is NEEDS_ORACLE
    assert guard(None, {"x": 0}) is False
    assert str(~((x > 1) & (x < y))) == "~(x > 1 & x < y)"


def test_more_triggers_than_a_byte_can_number():
    names = [f"t{i}" for i in range(300)]
    transitions = [Transition(name, Light.RED, Light.GREEN) for name in names]
    batch = BatchChart(Statechart(Light, transitions, Light.RED))
    agents = BatchAgents(batch, 3)
    agents.turn("t299")
    assert agents.states.tolist() == [1, 1, 1]
    agents = BatchAgents(batch, 3)
    agents.fire(batch.trigger_numbers(["t299", "t0", "unknown"]))
    assert agents.states.tolist() == [1, 1, 0]
