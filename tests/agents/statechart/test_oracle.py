"""What the oracle reads, refuses, pays for and remembers."""

from __future__ import annotations

import asyncio
import json
from enum import Enum, StrEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.errors import GatewayError, InputError
from agents.statechart import (
    NEEDS_ORACLE,
    AgentState,
    Chart,
    Edge,
    Machine,
    Oracle,
    OracleParams,
    SocialAgent,
    State,
)
from agents.statechart.oracle import parse_choice

from .fakes import Gateway, Sink, StalledGateway

S = AgentState
OPTIONS = (S.COMPOSING, S.SCROLLING, S.ENGAGING_LIKE)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"next_state": "scrolling"}', S.SCROLLING),
        ('  {"next_state": " SCROLLING\\n"} ', S.SCROLLING),
        ('```json\n{"next_state": "scrolling", "why": "{dull}"}\n```', S.SCROLLING),
        ('I think {so}: {"mood": {"a": 1}} then {"next_state": "engaging_like"} fits', S.ENGAGING_LIKE),
        ('{"answer": {"next_state": "composing"}}', S.COMPOSING),
        ('{"next_state": 2}', S.SCROLLING),
        ("scrolling", S.SCROLLING),
        ("`Composing`.", S.COMPOSING),
        ('{"next_state": "resting"}', None),
        ('{"next_state": 0}', None),
        ('{"next_state": 4}', None),
        ('{"next_state": true}', None),
        ('{"next_state": ["scrolling"]}', None),
        ('{"next_state": null}', None),
        ("2", S.SCROLLING),
        ("Option 2", S.SCROLLING),
        ("The answer is 3.", S.ENGAGING_LIKE),
        ("1. scrolling", None),
        ("I choose composing", S.COMPOSING),
        ("The answer is composing.", S.COMPOSING),
        ("**Composing**", S.COMPOSING),
        ("**Answer:** composing!", S.COMPOSING),
        ("I'll take **option 2**.", S.SCROLLING),
        ("I cannot choose composing", None),
        ("composing is wrong", None),
        ("I would rather composing", None),
        ("I stop scrolling.", None),
        ("Composing?", None),
        ('{"next_state": "2"}', S.SCROLLING),
        ('{"next_state": "option 3"}', S.ENGAGING_LIKE),
        ("4", None),
        ("0", None),
        ("I give it 2 minutes", None),
        ("I would not choose composing", None),
        ("anything but composing", None),
        ("she shouldn't be composing", None),
        ("recomposing", None),
        ("scrolling or composing", None),
        ("", None),
        ("{" * 5000, None),
        ('{"next_state": ' + "[" * 5000, None),
    ],
)
def test_answers_are_read_with_tolerance_and_never_beyond_the_options(text, expected):
    assert parse_choice(text, OPTIONS) is expected


class Places(Enum):
    A = "a"
    STAY = "stay"
    STAY_2 = "stay (2)"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a", Places.A),
        ("I have a doubt", None),
        ("I take stay (2)", Places.STAY_2),
        ("I take stay", Places.STAY),
        ("stay, or stay (2)", None),
        ("I choose a, as stay is blocked", None),
    ],
)
def test_names_within_names_and_short_names(text, expected):
    assert parse_choice(text, tuple(Places)) is expected


SIGNS = ("yes", "yes!", "_idle", "idle", "what?", "...", "Yes.", "I will", "4", -1)


@pytest.mark.parametrize("place", range(len(SIGNS)))
@pytest.mark.parametrize("around", ["{}", "  {}\n", "**{}**", '"{}"', "I choose {}", "answer: `{}`"])
def test_an_option_is_itself_whatever_signs_it_has(place, around):
    signs = Enum("Signs", {f"O{i}": value for i, value in enumerate(SIGNS)})
    option = tuple(signs)[place]
    assert parse_choice(json.dumps({"next_state": option.value}), tuple(signs)) is option
    assert parse_choice(around.format(option.value), tuple(signs)) is option


@given(st.text() | st.text(alphabet='{}[]":, nextsaiclorg_'))
def test_no_text_makes_the_parser_fail(text):
    assert parse_choice(text, OPTIONS) in (None, *OPTIONS)


def ask(oracle, agent, options=OPTIONS):
    return oracle.decide_now(agent, S.EVALUATING, "decides", options, None)


def test_options_must_be_there():
    for decide in (ask, lambda *given: asyncio.run(Oracle(Gateway("")).decide(*given, S.IDLE, "x", ()))):
        with pytest.raises(InputError, match="options are empty"):
            decide(Oracle(Gateway("")), SocialAgent(), ()) if decide is ask else decide(SocialAgent())


@pytest.mark.parametrize(
    ("say", "reason"),
    [
        (GatewayError("slow", kind="timeout"), "GatewayError (timeout): slow"),
        (ConnectionError("down"), "ConnectionError: down"),
        ({"choices": []}, "not a completion: IndexError"),
        ({"choices": [{"message": {"content": None}}]}, "not a completion: TypeError"),
        ({}, "not a completion: KeyError"),
        ('{"next_state": "resting"}', "none of the options"),
    ],
)
def test_a_failure_gives_the_fallback_and_says_why(say, reason):
    sink = Sink()
    oracle = Oracle(Gateway(say), fallback=S.SCROLLING, sink=sink)
    assert ask(oracle, SocialAgent("ada")) is S.SCROLLING
    assert (
        asyncio.run(oracle.decide(SocialAgent("bob"), S.EVALUATING, "decides", OPTIONS)) is S.SCROLLING
    )
    assert reason in oracle.calls[0].error
    assert [call.called for call in oracle.calls] == [True, True]
    assert [told["agent"] for told in sink.named("oracle_call")] == ["ada", "bob"]


def test_the_fallback_is_always_an_option():
    oracle = Oracle(Gateway("nonsense"), fallback=S.RESTING)
    assert ask(oracle, SocialAgent()) is S.COMPOSING


def decide_anyway(oracle, *asked, **more):
    return asyncio.run(oracle.decide(*asked, **more))


@pytest.mark.parametrize("decide", [Oracle.decide_now, decide_anyway])
def test_the_fallback_is_the_oracles_own_then_the_charts_then_scrolling(decide):
    asked = (SocialAgent(), S.EVALUATING, "decides", OPTIONS)
    own, none = Oracle(Gateway(""), fallback=OPTIONS[1]), Oracle(Gateway(""))
    assert decide(own, *asked, fallback=OPTIONS[0]) is OPTIONS[1]
    assert decide(none, *asked, fallback=OPTIONS[1]) is OPTIONS[1]
    assert decide(none, *asked) is S.SCROLLING


def test_the_fallback_is_of_the_charts_own_enum():
    class Other(StrEnum):
        IDLE = "idle"
        SCROLLING = "scrolling"

    oracle = Oracle(Gateway(""))
    assert oracle.decide_now(SocialAgent(), Other.IDLE, "go", list(Other)) is Other.IDLE


def test_without_a_sink_a_fallback_is_logged(caplog):
    Oracle(Gateway("well")).decide_now(SocialAgent(), S.EVALUATING, "decides", OPTIONS)
    assert caplog.messages == ["oracle on decides: the answer is none of the options; took scrolling"]


def test_a_stalled_gateway_is_given_up():
    oracle = Oracle(StalledGateway(), OracleParams(timeout=0.02), fallback=S.SCROLLING)
    assert asyncio.run(oracle.decide(SocialAgent(), S.EVALUATING, "decides", OPTIONS)) is S.SCROLLING
    assert "TimeoutError" in oracle.calls[0].error


def test_the_budget_is_kept_for_the_whole_and_for_a_step():
    gateway = Gateway("engaging_like")
    oracle = Oracle(gateway, OracleParams(max_calls=3, max_calls_per_step=1), fallback=S.SCROLLING)
    ada, bob = SocialAgent("ada"), SocialAgent("bob")
    assert [ask(oracle, agent) for agent in (ada, ada, bob)] == [
        S.ENGAGING_LIKE,
        S.SCROLLING,
        S.ENGAGING_LIKE,
    ]
    ada.tick()
    assert ask(oracle, ada) is S.ENGAGING_LIKE
    ada.tick()
    assert ask(oracle, ada) is S.SCROLLING
    assert len(gateway.questions) == 3
    assert [call.called for call in oracle.calls] == [True, False, True, True, False]
    assert oracle.calls[-1].error == "the budget of calls is spent"


def test_parameters_are_checked():
    for wrong in ({"timeout": 0}, {"temperature": -1}, {"max_calls": -1}, {"max_calls_per_step": 1.5}):
        with pytest.raises(InputError, match=next(iter(wrong))):
            OracleParams(**wrong)


def test_a_budget_for_the_whole_does_not_count_steps():
    oracle = Oracle(Gateway("engaging_like"))
    assert [ask(oracle, SocialAgent("ada")) for _ in range(3)] == [S.ENGAGING_LIKE] * 3


def test_a_machine_can_ask_it():
    def chart(*targets):
        edges = tuple(Edge(("go",), target, guard=lambda scope: NEEDS_ORACLE) for target in targets)
        return Chart((State("a", edges=edges), State("b"), State("c")))

    gateway = Gateway('{"next_state": "c"}')
    machine = Machine(chart(("b",), ("c",)), context=SocialAgent("ada"), choose=Oracle(gateway).choose)
    assert machine.send("go", {"post": "about maps"}) == ("c",)
    prompt = gateway.questions[0]["messages"][-1]["content"]
    for part in ("Name: ada", "Current state: a", "Event: go", "post: about maps", "- b\n- c"):
        assert part in prompt
    machine = Machine(chart(("b",), ()), choose=Oracle(Gateway("stay")).choose)
    assert machine.send("go") == ("a",)
