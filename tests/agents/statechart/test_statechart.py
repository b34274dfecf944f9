"""The statements S-1 to S-27 about flat charts, in both modes."""

from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import FrozenInstanceError, fields, is_dataclass
from enum import Enum

import pytest

from agents.errors import InputError
from agents.statechart import (
    NEEDS_ORACLE,
    SOCIAL_TRANSITIONS,
    AgentState,
    ChartAgent,
    InvalidChart,
    Oracle,
    SocialAgent,
    Statechart,
    StatechartConfig,
    StateTransition,
    Transition,
    agents_in_state,
    next_trigger,
    social_chart,
    state_distribution,
)

from .fakes import Always, Gateway, Sink
from .flat_charts import Light, S, agent_at, both_modes, broken, chart_of, no, to, yes

# ---------------------------------------------------------------------------------------- S-1 to S-27


def test_s1_agent_state_is_an_enum_of_eight_strings():
    assert issubclass(AgentState, Enum)
    assert issubclass(AgentState, str)
    assert [state.value for state in AgentState] == [
        "idle",
        "scrolling",
        "evaluating",
        "composing",
        "engaging_like",
        "engaging_reply",
        "engaging_reshare",
        "resting",
    ]
    assert json.dumps(S.IDLE) == '"idle"'


def test_s2_transition_is_a_frozen_dataclass():
    assert is_dataclass(Transition)
    names = [field.name for field in fields(Transition)]
    assert names[:5] == ["trigger", "source", "target", "guard", "action"]
    plain = Transition("go", S.IDLE, S.RESTING)
    assert plain.guard is None
    assert plain.action is None
    with pytest.raises(FrozenInstanceError):
        plain.trigger = "stop"


def test_s3_state_transition_has_its_fields():
    names = [field.name for field in fields(StateTransition)]
    assert names[:5] == ["from_state", "to_state", "trigger", "timestamp", "context"]
    assert StateTransition(S.IDLE, S.RESTING, "go", None).context is None


@both_modes
def test_s4_a_chart_shows_what_it_is_made_of(mode):
    chart = social_chart(mode=mode)
    assert chart.states == tuple(AgentState)
    assert chart.transitions == SOCIAL_TRANSITIONS
    assert chart.initial is S.IDLE


@both_modes
def test_s5_fire_takes_agent_trigger_and_context_and_gives_a_state_or_none(mode):
    chart, agent = social_chart(mode=mode), SocialAgent()
    assert chart.fire(agent, "rested") is None
    assert agent.state is S.IDLE
    assert chart.fire(agent, "start_browsing") is S.SCROLLING
    assert chart.fire(agent, "sees_post", {"post": 1}) is S.EVALUATING
    assert agent.state_history[-1].context == {"post": 1}


@both_modes
def test_s6_valid_triggers_are_strings_in_order_each_once(mode):
    chart = social_chart(mode=mode)
    assert chart.valid_triggers(S.SCROLLING) == ["sees_post", "feed_empty", "timeout"]
    assert chart.valid_triggers(S.EVALUATING) == ["decides", "timeout"]
    assert chart.valid_targets(S.EVALUATING, "decides") == [
        S.COMPOSING,
        S.ENGAGING_LIKE,
        S.ENGAGING_REPLY,
        S.ENGAGING_RESHARE,
        S.SCROLLING,
    ]
    assert chart.valid_targets(S.IDLE, "decides") == []


@both_modes
def test_s7_an_error_in_a_guard_counts_as_false_and_is_recorded(mode):
    sink = Sink()
    chart = chart_of(to(Light.BROKEN, broken), to(Light.GREEN), mode=mode, sink=sink)
    agent = ChartAgent(Light.RED, name="ada")
    assert chart.fire(agent, "go") is Light.GREEN
    assert sink.named("guard_error") == [
        {"agent": "ada", "trigger": "go", "transition": 0, "error": "ZeroDivisionError: of the guard"}
    ]
    only_broken = chart_of(to(Light.BROKEN, broken), to(Light.GREEN, broken), mode=mode, sink=sink)
    agent = ChartAgent(Light.RED)
    assert only_broken.fire(agent, "go") is None
    assert agent.state is Light.RED
    assert agent.state_history == []


def test_s7_without_a_sink_the_error_is_logged(caplog):
    with caplog.at_level(logging.WARNING, "agents.statechart"):
        chart_of(to(Light.GREEN, broken)).fire(ChartAgent(Light.RED), "go")
    assert "guard error in red --go--> green: ZeroDivisionError: of the guard" in caplog.text


@both_modes
@pytest.mark.parametrize(("answer", "fires"), [(1, True), ([0], True), (0, False), (None, False)])
def test_s8_guards_that_are_not_bool_are_coerced(mode, answer, fires):
    chart = chart_of(to(Light.GREEN, lambda agent, context: answer), mode=mode)
    assert (chart.fire(ChartAgent(Light.RED), "go") is Light.GREEN) is fires


@both_modes
@pytest.mark.parametrize("target", [Light.BROKEN, None])
def test_s8_the_text_needs_oracle_is_the_marker(mode, target):
    marked = to(target, lambda a, p: "needs_oracle")
    oracle = Always(Light.GREEN)
    chart = chart_of(marked, to(Light.BROKEN), to(Light.GREEN), mode=mode, oracle=oracle)
    assert chart.fire(ChartAgent(Light.RED), "go") is Light.GREEN
    assert oracle.calls == 1


def test_s8_another_text_is_coerced_in_literal_mode_and_an_error_in_product_mode():
    sink = Sink()
    product = chart_of(to(Light.BROKEN, lambda a, c: "no"), to(Light.GREEN), sink=sink)
    assert product.fire(ChartAgent(Light.RED), "go") is Light.GREEN
    assert "expected True, False or NEEDS_ORACLE" in sink.named("guard_error")[0]["error"]
    other = chart_of(to(Light.BROKEN, lambda a, c: "no"), mode="literal")
    assert other.fire(ChartAgent(Light.RED), "go") is Light.BROKEN


def test_s8_the_marker_cannot_be_taken_for_true():
    with pytest.raises(TypeError):
        bool(NEEDS_ORACLE)


def test_s9_the_oracle_takes_a_client_and_decides_asynchronously():
    gateway = Gateway('{"next_state": "green"}')
    oracle = Oracle(gateway)
    asked = oracle.decide(ChartAgent(Light.RED), Light.RED, "go", (Light.BROKEN, Light.GREEN), None)
    assert asyncio.iscoroutine(asked)
    assert asyncio.run(asked) is Light.GREEN
    assert len(gateway.questions) == 1


def test_s10_the_prompt_says_who_where_and_what_is_open():
    gateway = Gateway('{"next_state": "composing"}')
    agent = agent_at(S.EVALUATING, interests=["maps", "graphs"], personality="curious")
    social_chart(oracle=Oracle(gateway)).fire(agent, "decides", {"relevance": 0.5, "author": None})
    prompt = gateway.questions[0]["messages"][-1]["content"]
    for part in ("ada", "maps, graphs", "curious", "evaluating", "decides", "relevance: 0.5"):
        assert part in prompt
    for option in social_chart().valid_targets(S.EVALUATING, "decides"):
        assert f"- {option.value}: " in prompt
    assert "author" not in prompt
    assert 'JSON only: {"next_state"' in prompt
    assert gateway.questions[0]["response_schema"]["properties"]["next_state"]["enum"][0] == "composing"


@both_modes
@pytest.mark.parametrize("answer", ["", "{", "I like it", '{"state": "composing"}', '{"next_state": 9}'])
def test_s11_a_malformed_answer_gives_the_fallback(mode, answer):
    oracle = Oracle(Gateway(answer), fallback=S.SCROLLING)
    agent = agent_at(S.EVALUATING)
    assert social_chart(mode=mode, oracle=oracle).fire(agent, "decides", {}) is S.SCROLLING
    assert oracle.calls[0].error == "the answer is none of the options"
    assert oracle.calls[0].answer == answer


def test_s12_agents_in_state_counts():
    assert agents_in_state(S.IDLE, []) == 0
    agents = [SocialAgent(), SocialAgent(), agent_at(S.RESTING)]
    assert agents_in_state(S.IDLE, agents) == 2


def test_s13_state_distribution_has_every_state():
    agents = [SocialAgent(), agent_at(S.RESTING), agent_at(S.RESTING)]
    found = state_distribution(agents)
    assert list(found) == list(AgentState)
    assert found[S.RESTING] == 2
    assert sum(found.values()) == 3
    assert state_distribution([]) == dict.fromkeys(AgentState, 0)
    assert state_distribution([ChartAgent(Light.RED)], Light) == {
        Light.RED: 1,
        Light.GREEN: 0,
        Light.BROKEN: 0,
    }


def test_s14_an_agent_has_state_history_and_ticks():
    agent = SocialAgent()
    assert agent.state is S.IDLE
    assert agent.state_history == []
    assert agent.ticks_in_state == 0


def test_s15_thresholds_are_parameters_and_checked():
    agent = SocialAgent()
    assert agent.engagement_threshold == 0.5
    assert agent.timeout_threshold == 5
    assert agent.should_engage(0.5)
    assert not agent.should_engage(0.49)
    assert SocialAgent(config=StatechartConfig(default_timeout_ticks=9)).timeout_threshold == 9
    for wrong in (0, -1, 2.5, True):
        with pytest.raises(ValueError, match=r"timeout_threshold = .*>= 1"):
            SocialAgent(timeout_threshold=wrong)
    with pytest.raises(InputError, match=r"engagement_threshold = 1.5: expected a number in \[0, 1\]"):
        SocialAgent(engagement_threshold=1.5)
    with pytest.raises(InputError, match=r"low_threshold = 0\.8: .* at most high_threshold = 0\.7"):
        SocialAgent(low_threshold=0.8)


def test_s16_transition_to_records_and_resets():
    agent = SocialAgent()
    for _ in range(3):
        agent.tick()
    agent.transition_to(S.SCROLLING, "start_browsing", {"round": 3})
    assert agent.state is S.SCROLLING
    assert agent.ticks_in_state == 0
    record = agent.state_history[0]
    assert record == StateTransition(S.IDLE, S.SCROLLING, "start_browsing", None, {"round": 3}, 3)
    assert record.timestamp.utcoffset().total_seconds() == 0
    assert SocialAgent(clock=None).state_history == []


@both_modes
def test_s17_an_agent_times_out_above_its_threshold(mode):
    chart, agent = social_chart(mode=mode), agent_at(S.SCROLLING)
    for ticks in range(1, 6):
        assert chart.turn(agent, "nothing") is None
        assert agent.ticks_in_state == ticks
        assert not agent.is_timed_out()
    assert chart.turn(agent, "sees_post") is S.IDLE
    assert agent.state_history[-1].trigger == "timeout"
    assert agent.ticks_in_state == 0
    assert [chart.turn(agent, "nothing") for _ in range(9)] == [None] * 9
    assert agent.is_timed_out()
    assert chart.turn(agent, "start_browsing") is S.SCROLLING


def test_s18_history_never_exceeds_its_depth():
    agent = SocialAgent(config=StatechartConfig(max_history_depth=3))
    for i in range(5):
        agent.transition_to(S.SCROLLING if i % 2 == 0 else S.IDLE, str(i))
    assert [record.trigger for record in agent.state_history] == ["2", "3", "4"]
    agent = SocialAgent(config=StatechartConfig(max_history_depth=0))
    agent.transition_to(S.RESTING, "go")
    assert agent.state_history == []
    assert SocialAgent().max_history_depth == 50


@both_modes
def test_s19_a_self_transition_is_not_recorded_unless_external(mode):
    ran = []

    def act(agent, context):
        ran.append(context)

    agent = ChartAgent(Light.RED)
    agent.tick()
    assert chart_of(to(Light.RED, action=act), mode=mode).fire(agent, "go", 1) is Light.RED
    assert (agent.state_history, agent.ticks_in_state, ran) == ([], 1, [1])
    chart_of(to(Light.RED, external=True), mode=mode).fire(agent, "go")
    assert (len(agent.state_history), agent.ticks_in_state) == (1, 0)


@both_modes
def test_s20_actions_run_when_firing_and_their_errors_do_not_block(mode):
    seen = []

    def act(agent, context):
        seen.append((agent.state, context))

    def fail(agent, context):
        raise RuntimeError("of the action")

    agent = ChartAgent(Light.RED, name="ada")
    chart_of(to(Light.GREEN, no, act), mode=mode).fire(agent, "go")
    assert seen == []
    chart_of(to(Light.GREEN, yes, act), mode=mode).fire(agent, "go", "x")
    assert seen == [(Light.RED, "x")]
    sink, agent = Sink(), ChartAgent(Light.RED, name="ada")
    assert chart_of(to(Light.GREEN, action=fail), mode=mode, sink=sink).fire(agent, "go") is Light.GREEN
    assert sink.named("action_error")[0]["error"] == "RuntimeError: of the action"
    assert sink.named("transition") == [{"agent": "ada", "trigger": "go", "from": "red", "to": "green"}]


@both_modes
def test_s21_the_first_guard_that_holds_wins_when_selection_is_first(mode):
    chart = chart_of(
        to(Light.RED, no), to(Light.BROKEN, yes), to(Light.GREEN, yes), mode=mode, selection="first"
    )
    assert chart.fire(ChartAgent(Light.RED), "go") is Light.BROKEN


def test_s21_literal_mode_stops_at_the_first_and_product_mode_evaluates_all():
    seen = []

    def watch(agent, context):
        seen.append(1)
        return True

    transitions = (to(Light.GREEN, watch), to(Light.BROKEN, watch))
    chart_of(*transitions, mode="literal").fire(ChartAgent(Light.RED), "go")
    assert len(seen) == 1
    chart_of(*transitions, selection="first").fire(ChartAgent(Light.RED), "go")
    assert len(seen) == 3


@both_modes
def test_s22_guards_get_agent_and_context(mode):
    seen = []
    agent, context = ChartAgent(Light.RED), object()
    chart_of(to(Light.GREEN, lambda *given: seen.append(given)), mode=mode).fire(agent, "go", context)
    assert seen == [(agent, context)]


def test_s23_the_constructor_rejects_what_is_foreign_all_at_once():
    foreign = Transition("", S.IDLE, S.RESTING, options=(S.IDLE,))
    with pytest.raises(ValueError, match="7 errors") as caught:
        Statechart(Light, [foreign, to(Light.RED)], S.IDLE, oracle_fallback=S.IDLE)
    assert isinstance(caught.value, InvalidChart)
    codes = [finding.code for finding in caught.value.findings]
    assert codes == ["CHART005", "CHART004", "CHART009", "CHART004", "CHART004", "CHART004", "CHART010"]
    assert caught.value.findings[2].location == "/transitions/0"
    for wrong, code in (
        ({"mode": "loose"}, "CHART012"),
        ({"selection": "last"}, "CHART012"),
        ({"oracle_timeout": 0}, "CHART012"),
    ):
        with pytest.raises(InvalidChart) as caught:
            Statechart(Light, [], Light.RED, **wrong)
        assert [finding.code for finding in caught.value.findings] == [code]


def test_s23_an_oracle_transition_needs_something_to_choose_from():
    for lonely in (to(None), to(None, options=())):
        with pytest.raises(InvalidChart, match="CHART010"):
            chart_of(lonely)
    with pytest.raises(InvalidChart, match="listed twice"):
        Statechart([Light.RED, Light.RED], [], Light.RED)


@both_modes
def test_s24_unambiguous_firing_makes_no_call(mode):
    gateway = Gateway('{"next_state": "engaging_like"}')
    chart = social_chart(mode=mode, oracle=Oracle(gateway))
    agent = SocialAgent()
    for relevance, expected in ((0.9, S.COMPOSING), (0.1, S.SCROLLING)):
        agent.state = S.EVALUATING
        assert chart.fire(agent, "decides", {"relevance": relevance}) is expected
    agent.state = S.IDLE
    for trigger in ("start_browsing", "sees_post", "timeout", "start_browsing", "feed_empty", "rested"):
        assert chart.fire(agent, trigger) is not None
    same = (to(Light.GREEN, yes), to(Light.GREEN, yes))
    assert chart_of(*same, mode=mode, oracle=Oracle(gateway)).fire(ChartAgent(Light.RED), "go")
    lone = to(None, options=(Light.GREEN,))
    assert chart_of(lone, mode=mode, oracle=Oracle(gateway)).fire(ChartAgent(Light.RED), "go")
    assert gateway.questions == []
    assert Oracle(gateway).decide_now(agent, S.IDLE, "x", [S.RESTING]) is S.RESTING
    assert gateway.questions == []


@both_modes
def test_s25_a_hundred_agents_for_ten_rounds_and_a_stuck_one_recovers(mode):
    chart = social_chart(mode=mode, oracle=Oracle(Gateway('{"next_state": "engaging_reply"}')))
    agents = [SocialAgent(f"agent_{i:03}", clock=None) for i in range(100)]
    stuck = agents[7]
    stuck.state, stuck.ticks_in_state = S.COMPOSING, 10
    for turn in range(10):
        for i, agent in enumerate(agents):
            trigger = next_trigger(agent, feed_is_empty=(i + turn) % 5 == 0)
            chart.turn(agent, trigger, {"relevance": (i * turn % 11) / 10})
    assert stuck.state_history[0].trigger == "timeout"
    assert sum(state_distribution(agents).values()) == 100
    assert all(agent.state_history for agent in agents)


@both_modes
def test_s26_a_chart_of_many_transitions_fires(mode):
    guards = [lambda a, c, i=i: c == i for i in range(200)]
    targets = [Light.GREEN if i % 2 else Light.BROKEN for i in range(200)]
    chart = chart_of(*(to(t, g) for t, g in zip(targets, guards, strict=True)), mode=mode)
    assert chart.fire(ChartAgent(Light.RED), "go", 199) is Light.GREEN
    assert chart.fire(ChartAgent(Light.RED), "go", 198) is Light.BROKEN
    assert chart.fire(ChartAgent(Light.RED), "go", 200) is None


@both_modes
@pytest.mark.parametrize("context", [None, {}, {"relevance": 0.5}, {"relevance": 0.7}])
def test_s27_the_stock_chart_reaches_the_oracle(mode, context):
    oracle = Oracle(Gateway('{"next_state": "engaging_like"}'))
    agent = agent_at(S.EVALUATING)
    assert social_chart(mode=mode, oracle=oracle).fire(agent, "decides", context) is S.ENGAGING_LIKE
    assert agent.state is S.ENGAGING_LIKE
    assert len(oracle.calls) == 1
    foreign = Always(S.ENGAGING_LIKE)
    agent = agent_at(S.EVALUATING)
    assert social_chart(mode=mode, oracle=foreign).fire(agent, "decides", context) is S.ENGAGING_LIKE


def test_t3_unreachable_states_are_a_warning(caplog):
    chart = chart_of(to(Light.BROKEN))
    assert chart.unreachable == (Light.GREEN,)
    assert caplog.messages == ["no transition leads from red to 'green'"]
    caplog.clear()
    marked = to(None, oracle=True, options=(Light.GREEN, Light.BROKEN))
    assert chart_of(marked).unreachable == ()
    assert not caplog.messages
