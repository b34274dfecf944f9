"""Whatever a policy hands over, there is one row of its agent and the next step comes."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.canonical import canonical
from agents.contracts import ActionRequest, PlainRequest
from agents.world.boundary import LARGEST_ACTION, POLICY_ERROR, checked_step, error_text
from tests.agents.world.worlds import Does, ran


def request(**changed):
    given = {"run_id": "run", "time_step": 0, "agent_id": "a", "action_name": "noop"} | changed
    return ActionRequest.model_construct(**{"arguments": {}, "reasoning": None, "metadata": {}, **given})


LOOP: dict = {}
LOOP["self"] = LOOP
DEEP: list = []
for _ in range(5000):
    DEEP = [DEEP]

NONSENSE = {
    "nothing": None,
    "a text": "noop",
    "a dict": {"action_name": "noop"},
    "a class": ActionRequest,
    "another agent": request(agent_id="b"),
    "another run": request(run_id="other"),
    "another step": request(time_step=1),
    "true for a step": request(agent_id="a", time_step=False),
    "no action": request(action_name=None),
    "an action that is no text": request(action_name=7),
    "arguments that are a list": request(arguments=[]),
    "not a number": request(action_name="emit_event", arguments={"value": math.nan}),
    "infinity": request(action_name="emit_event", arguments={"value": math.inf}),
    "an object": request(action_name="emit_event", arguments={"value": object()}),
    "bytes": request(action_name="emit_event", arguments={"value": b"x"}),
    "mixed keys": request(action_name="emit_event", arguments={"x": {1: 2, "1": 3}}),
    "half a character": request(action_name="emit_event", arguments={"value": "\ud800"}),
    "half a character as a name": request(action_name="\ud800"),
    "a loop": request(action_name="emit_event", arguments=LOOP),
    "depth": request(action_name="emit_event", arguments={"value": DEEP}),
    "metadata that is no dict": request(metadata="x"),
    "reasoning that is no text": request(reasoning=3),
}


@pytest.mark.parametrize("name", NONSENSE)
def test_nonsense_costs_a_turn_and_never_the_step(name):
    _, found = ran({"a": Does(lambda t: NONSENSE[name]), "b": Does(("noop", {}))}, 1)
    assert [row.agent_id for row in found] == ["a", "b"]
    assert found[0].action_type == "noop"
    assert found[0].outcome["success"] is False
    assert found[0].info["metadata"]["policy_error"]
    assert found[1].outcome["success"] is True


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec="utf-8")),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner),
    max_leaves=8,
)  # fmt: skip


@given(st.dictionaries(st.text(st.characters(codec="utf-8")), plain))
def test_plain_values_come_back_as_they_went_in(arguments):
    _, found = ran({"a": Does(("emit_event", arguments))}, 1)
    assert found[0].outcome["success"] is True
    assert found[0].info["arguments"] == arguments
    assert found[0].outcome["data"]["echo"] == arguments


def test_tuples_are_lists_to_everyone():
    _, found = ran({"a": Does(("emit_event", {"x": (1, 2)}))}, 1)
    assert found[0].outcome["data"]["echo"] == {"x": [1, 2]}


def test_errors_are_told_the_same_in_each_run():
    assert error_text(ValueError(f"bad {object()}")) == "ValueError: bad <object object>"
    assert error_text(ValueError("a\nb\t c")) == "ValueError: a b c"
    assert error_text(KeyError("\ud800")).isprintable()
    with pytest.raises(ValueError, match="further information") as raised:
        ActionRequest(run_id="run", time_step=0, agent_id="a", action_name=1)
    assert error_text(raised.value).endswith("input_value=1, input_type=int]")
    assert len(error_text(ValueError("x" * 10_000))) < 600


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False) | st.floats(1e-6, 1e-3)))
def test_floats_are_stored_as_canonical_json_writes_them(numbers):
    asked = request(arguments={"numbers": numbers})
    vouched = PlainRequest(**asked.model_dump())
    checked = checked_step({"a": asked, "b": vouched}, "run", 0)
    assert {text for _, text in checked.values()} == {canonical(asked.model_dump())}
    assert checked["a"][0] == asked
    assert checked["b"][0] == vouched


@pytest.mark.parametrize("text", ["\ud800", "x" * (LARGEST_ACTION + 1)])
def test_a_plain_request_that_cannot_be_stored_is_a_lost_turn(text):
    vouched = PlainRequest(**request(arguments={"text": text}).model_dump())
    ((lost, _),) = checked_step({"a": vouched}, "run", 0).values()
    assert POLICY_ERROR in lost.metadata
