"""Open choices of flat charts, and oracles that fail."""

from __future__ import annotations

import asyncio
import json
from enum import StrEnum

import pytest

from agents.errors import InputError
from agents.statechart import (
    NEEDS_ORACLE,
    SOCIAL_TRANSITIONS,
    AgentState,
    Ambiguous,
    AmbiguousTransition,
    ChartAgent,
    Decided,
    InvalidChart,
    Oracle,
    OracleParams,
    SocialAgent,
    Statechart,
    StatechartConfig,
    Transition,
    social_chart,
)

from .fakes import Always, Gateway, Sink, StalledGateway
from .flat_charts import Light, S, agent_at, both_modes, chart_of, no, to, yes

# -------------------------------------------------------------------------------- selection and choice


def test_open_choices_follow_the_selection():
    transitions = (to(Light.GREEN, yes), to(Light.BROKEN, yes))
    agent = ChartAgent(Light.RED)
    assert chart_of(*transitions, selection="first").decide(agent, "go") == Decided(
        transitions[0], Light.GREEN
    )
    assert chart_of(*transitions).decide(agent, "go") == Ambiguous(
        (Light.GREEN, Light.BROKEN), transitions
    )
    with pytest.raises(
        AmbiguousTransition, match="2 transitions are enabled, to green, broken"
    ) as caught:
        chart_of(*transitions, selection="error").fire(agent, "go")
    assert caught.value.options == ("green", "broken")
    assert agent.state is Light.RED


def test_candidates_are_the_enabled_transitions():
    transitions = (to(Light.GREEN, yes), to(Light.RED, no), to(Light.BROKEN))
    chart = chart_of(*transitions)
    assert chart.candidates(Light.RED, "go", None) == [transitions[0], transitions[2]]
    assert chart.candidates(Light.GREEN, "go", None) == []


@both_modes
def test_a_target_of_none_means_every_declared_target(mode):
    transitions = (to(Light.GREEN, no), to(Light.BROKEN, no), to(None))
    oracle = Always(Light.BROKEN)
    chart = chart_of(*transitions, mode=mode, oracle=oracle)
    assert chart.decide(ChartAgent(Light.RED), "go").options == (Light.GREEN, Light.BROKEN)
    assert chart.fire(ChartAgent(Light.RED), "go") is Light.BROKEN
    only = chart_of(to(None, options=(Light.BROKEN, Light.RED)), mode=mode, oracle=oracle)
    assert only.valid_targets(Light.RED, "go") == [Light.BROKEN, Light.RED]
    assert only.fire(ChartAgent(Light.RED), "go") is Light.BROKEN


def test_the_chosen_transition_brings_its_own_action():
    seen = []
    transitions = tuple(
        to(target, yes, lambda a, c, t=target: seen.append(t)) for target in (Light.GREEN, Light.BROKEN)
    )
    chart_of(*transitions, oracle=Always(Light.BROKEN)).fire(ChartAgent(Light.RED), "go")
    assert seen == [Light.BROKEN]


class Lookalike(StrEnum):
    RED = "red"
    GREEN = "green"
    BROKEN = "broken"


@pytest.mark.parametrize("state", ["red", S.IDLE, None, Lookalike.RED])
def test_an_agent_of_another_chart_is_refused(state):
    with pytest.raises(InputError, match="expected a state of this chart: red, green, broken"):
        chart_of(to(Light.GREEN)).fire(ChartAgent(state), "go")


def test_without_an_oracle_the_first_option_is_taken_and_told():
    sink = Sink()
    agent = agent_at(S.EVALUATING)
    config = StatechartConfig(oracle_enabled=False)
    chart = social_chart(oracle=Always(S.SCROLLING), config=config, sink=sink)
    assert chart.fire(agent, "decides", {}) is S.COMPOSING
    told = sink.named("oracle")[0]
    assert (told["oracle_used"], told["fallback"], told["chosen"]) == (False, True, "composing")


# ------------------------------------------------------------------------------------ hostile oracles


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (S.RESTING, "is not an option"),
        (Light.RED, "is not an option"),
        ("engaging_like", "is not an option"),
        (None, "is not an option"),
        (RuntimeError("lost"), "RuntimeError: lost"),
    ],
)
def test_an_oracle_that_lies_or_fails_leaves_a_legal_state_and_a_trace(answer, reason):
    for fire in ("fire", "afire"):
        sink, agent = Sink(), agent_at(S.EVALUATING)
        chart = social_chart(oracle=Always(answer), sink=sink)
        moved = getattr(chart, fire)(agent, "decides", {})
        assert (asyncio.run(moved) if fire == "afire" else moved) is S.SCROLLING
        assert agent.state is S.SCROLLING
        told = sink.named("oracle")[0]
        assert told["fallback"]
        assert reason in told["error"]


@pytest.mark.parametrize("fire", ["fire", "afire"])
@pytest.mark.parametrize(
    ("wanted", "found"), [(None, S.SCROLLING), (S.ENGAGING_REPLY, S.ENGAGING_REPLY)]
)
def test_the_fallback_of_the_chart_is_that_of_an_oracle_without_one(fire, wanted, found):
    oracle = Oracle(Gateway("nonsense"))
    chart = Statechart(
        AgentState, SOCIAL_TRANSITIONS, S.IDLE, oracle=oracle, oracle_fallback=wanted, sink=Sink()
    )
    moved = getattr(chart, fire)(agent_at(S.EVALUATING), "decides", {})
    assert (asyncio.run(moved) if fire == "afire" else moved) is found


def test_an_oracle_that_stalls_is_given_up():
    class Stalled:
        async def decide(self, *_):
            await asyncio.sleep(0.3)
            return S.COMPOSING

    for oracle in (Stalled(), Oracle(StalledGateway())):
        for fire in ("fire", "afire"):
            sink, agent = Sink(), agent_at(S.EVALUATING)
            agent.name = fire
            chart = Statechart(
                AgentState,
                SOCIAL_TRANSITIONS,
                S.IDLE,
                oracle=oracle,
                oracle_timeout=0.02,
                oracle_fallback=S.SCROLLING,
                sink=sink,
            )
            moved = getattr(chart, fire)(agent, "decides", {})
            assert (asyncio.run(moved) if fire == "afire" else moved) is S.SCROLLING
            assert "TimeoutError" in sink.named("oracle")[0]["error"]


def test_fire_works_inside_a_running_loop_and_afire_takes_turns():
    async def main():
        first, second = agent_at(S.EVALUATING), agent_at(S.EVALUATING)
        chart = social_chart(oracle=Oracle(Gateway("engaging_like"), OracleParams(max_calls_per_step=2)))
        assert chart.fire(first, "decides", {}) is S.ENGAGING_LIKE
        assert await chart.afire(second, "decides", {}) is S.ENGAGING_LIKE
        assert await chart.afire(second, "rested") is None
        assert await chart.aturn(second, "finishes_engaging") is S.SCROLLING

    asyncio.run(main())


def test_an_oracle_with_the_right_word_of_the_wrong_chart_is_refused():
    sink, agent = Sink(), ChartAgent(Light.RED)
    chart = chart_of(to(Light.GREEN), to(Light.BROKEN), oracle=Always(Lookalike.BROKEN), sink=sink)
    assert chart.fire(agent, "go") is Light.GREEN
    assert "is not an option" in sink.named("oracle")[0]["error"]
    with pytest.raises(InvalidChart, match="CHART004"):
        chart_of(to(Lookalike.GREEN))


def test_configuration_is_checked():
    section = {"default_timeout_ticks": 3, "oracle_enabled": False}
    assert StatechartConfig.from_mapping(section) == StatechartConfig(3, 50, False)
    for wrong in (
        {"default_timeout_ticks": 0},
        {"max_history_depth": -1},
        {"oracle_enabled": "no"},
        {"depth": 3},
    ):
        with pytest.raises(InputError, match=next(iter(wrong))):
            StatechartConfig.from_mapping(wrong)


def test_an_agent_survives_json():
    chart, agent = social_chart(), SocialAgent("ada", timeout_threshold=2)
    for trigger in ("start_browsing", "sees_post", "nothing"):
        chart.turn(agent, trigger, {"post": 1})
    told = json.loads(json.dumps(agent.snapshot()))
    again = SocialAgent()
    again.restore(told)
    assert again.snapshot() == told
    assert again.state_history == agent.state_history
    assert again.state_history[0].timestamp == agent.state_history[0].timestamp
    assert [chart.turn(one, "nothing") for one in (agent, again)] == [None, None]
    assert [chart.turn(one, "nothing") for one in (agent, again)] == [S.IDLE, S.IDLE]
    for wrong in ({}, told | {"state": "asleep"}, told | {"age": -1}, told | {"state_history": [1]}):
        with pytest.raises(InputError):
            again.restore(wrong)
        assert again.state is S.IDLE


def test_a_set_of_states_is_put_in_the_order_of_the_enum():
    chart = Statechart(set(Light), [to(Light.GREEN)], Light.RED)
    assert chart.states == tuple(Light)


def test_an_answer_that_comes_too_late_moves_nobody():
    sink, agent = Sink(), agent_at(S.EVALUATING)

    class Slow:
        async def decide(self, *_):
            await asyncio.sleep(0.01)
            return S.COMPOSING

    chart = social_chart(oracle=Slow(), sink=sink)

    async def main():
        late = asyncio.create_task(chart.afire(agent, "decides", {}))
        await asyncio.sleep(0)
        assert chart.fire(agent, "timeout") is S.IDLE
        assert await late is None

    asyncio.run(main())
    assert agent.state is S.IDLE
    assert sink.named("late_answer")[0]["error"] == "RuntimeError: the agent is in idle by now"


def test_a_coloring_agent_can_be_said_in_a_flat_chart():
    """The shape of another chart: any state but one listens, guards in order, one row for the oracle."""

    class C(StrEnum):
        IDLE = "idle"
        LISTENING = "listening"
        DELIBERATING = "deliberating"
        PROPOSING = "proposing"
        AWAITING = "awaiting_reply"
        STUCK = "stuck"

    awake = [state for state in C if state is not C.IDLE]
    rows = [
        Transition("start", C.IDLE, C.DELIBERATING),
        *(Transition("message", state, C.LISTENING) for state in awake),
        Transition("parsed", C.LISTENING, C.DELIBERATING),
        Transition("computed", C.DELIBERATING, C.STUCK, lambda a, c: not c["options"]),
        Transition("computed", C.DELIBERATING, C.PROPOSING, lambda a, c: c["options"] and not c["sent"]),
        Transition(
            "computed",
            C.DELIBERATING,
            None,
            lambda a, c: NEEDS_ORACLE if c["options"] and c["sent"] else False,
            options=(C.PROPOSING, C.AWAITING),
        ),
        *(Transition("timeout", s, C.DELIBERATING if s is C.AWAITING else C.IDLE) for s in awake),
    ]
    oracle = Always(C.STUCK)
    chart = Statechart(C, rows, C.IDLE, oracle=oracle, oracle_fallback=C.AWAITING)
    agent = ChartAgent(C.IDLE)
    for trigger, context, expected in (
        ("message", None, None),
        ("start", None, C.DELIBERATING),
        ("message", None, C.LISTENING),
        ("message", None, C.LISTENING),
        ("parsed", None, C.DELIBERATING),
        ("computed", {"options": True, "sent": False}, C.PROPOSING),
        ("message", None, C.LISTENING),
        ("parsed", None, C.DELIBERATING),
        ("computed", {"options": True, "sent": True}, C.AWAITING),
        ("timeout", None, C.DELIBERATING),
        ("computed", {"options": False, "sent": True}, C.STUCK),
    ):
        assert chart.fire(agent, trigger, context) is expected
    assert oracle.calls == 1
