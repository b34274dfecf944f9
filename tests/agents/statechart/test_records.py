"""The log of decisions, and checkpoints that restore every agent as it was."""

from __future__ import annotations

import io
import json

import pytest

from agents.errors import InputError
from agents.statechart import SocialAgent, StatechartConfig, social_chart
from agents.statechart.records import DecisionLog, load_checkpoint, save_checkpoint
from agents.statechart.states import AgentState


class Likes:
    """An oracle that chooses to like, if it can."""

    async def decide(self, agent, current_state, trigger, options, context):
        return AgentState.ENGAGING_LIKE if AgentState.ENGAGING_LIKE in options else options[0]


def test_a_line_per_move_says_who_decided():
    stream = io.StringIO()
    log = DecisionLog(stream, clock=None)
    chart, agent = social_chart(oracle=Likes(), sink=log), SocialAgent("ada")
    for log.round, trigger in enumerate(["start_browsing", "sees_post", "nothing", "decides"]):
        chart.turn(agent, trigger, {"relevance": 0.5})
    chart.turn(agent, "finishes_engaging")
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [(x["round"], x["to_state"], x["action_type"], x["reasoner_used"]) for x in lines] == [
        (0, "scrolling", "scroll", False),
        (1, "evaluating", "scroll", False),
        (3, "engaging_like", "scroll", True),
        (3, "scrolling", "like", False),
    ]
    assert {"timestamp", "agent_id", "trigger", "from_state"} <= lines[0].keys()
    assert lines[0]["timestamp"] is None


def _agents():
    config = StatechartConfig(max_history_depth=3)
    return [SocialAgent("ada", timeout_threshold=9, config=config), SocialAgent("ben")]


def test_a_checkpoint_restores_history_thresholds_and_ticks(tmp_path):
    chart, before = social_chart(), _agents()
    for trigger in ("start_browsing", "sees_post", "decides", "finishes_composing", "x", "x"):
        for agent in before:
            chart.turn(agent, trigger, {"relevance": 0.9})
    path = save_checkpoint(tmp_path / "new", 7, before)
    assert path.name == "checkpoint_round_0007.json"
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]
    after = [SocialAgent("ben"), SocialAgent("ada")]
    checkpoint = load_checkpoint(path)
    checkpoint.restore(after)
    assert checkpoint.round == 7
    assert [agent.snapshot() for agent in after] == [agent.snapshot() for agent in before[::-1]]
    for agents in (before, after[::-1]):
        for agent in agents:
            chart.turn(agent, "feed_empty")
    assert [a.state_history for a in after[::-1]] == [a.state_history for a in before]


def test_what_is_not_a_checkpoint_is_refused_and_changes_nothing(tmp_path):
    with pytest.raises(InputError, match="expected a name that no other agent has"):
        save_checkpoint(tmp_path, 1, [SocialAgent("a"), SocialAgent("a")])
    path = save_checkpoint(tmp_path, 1, _agents())
    content = json.loads(path.read_text())
    for text, message in (
        (json.dumps(content | {"version": "2.0"}), r"version = '2.0': expected '1.0'"),
        ("[]", "version = None"),
        ("{", "not a checkpoint"),
        (json.dumps({"version": "1.0"}), "expected 'round' and 'agents'"),
    ):
        path.write_text(text)
        with pytest.raises(InputError, match=message):
            load_checkpoint(path)
    with pytest.raises(InputError, match="cannot be read"):
        load_checkpoint(tmp_path / "none.json")
    content["agents"]["ben"]["state"] = "flying"
    path.write_text(json.dumps(content))
    agents = _agents()
    agents[0].tick()
    with pytest.raises(InputError, match="flying"):
        load_checkpoint(path).restore(agents)
    assert [agent.age for agent in agents] == [1, 0]
    with pytest.raises(InputError, match=r"agents = 'ada': expected all of the checkpoint, also ben"):
        load_checkpoint(path).restore(_agents()[:1])
    with pytest.raises(InputError, match="agent = 'eve'"):
        load_checkpoint(path).restore([SocialAgent("eve")])


def test_a_checkpoint_that_cannot_be_written_leaves_no_file(tmp_path):
    agent = SocialAgent("ada")
    social_chart().fire(agent, "start_browsing", object())
    with pytest.raises(InputError, match="expected contexts with a JSON form"):
        save_checkpoint(tmp_path, 1, [agent])
    assert not list(tmp_path.iterdir())
