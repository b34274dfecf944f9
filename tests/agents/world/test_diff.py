"""Where two runs part."""

import json

from agents.world.diff import Difference, diff, settings_that_differ
from tests.agents.world.worlds import Does, ran, random_agents, says


def test_a_run_does_not_differ_from_itself_nor_from_its_twin_of_another_name():
    one, _ = ran({"a": Does(says("x")), "b": Does(says("y", to="a"))}, 3)
    two, _ = ran({"a": Does(says("x")), "b": Does(says("y", to="a"))}, 3, run_id="twin")
    assert diff(one, "run", one, "run") is None
    assert diff(one, "run", two, "twin") is None
    assert one.head("run") != two.head("twin")


def test_the_first_different_action_is_found():
    one, _ = ran({"a": Does(says("x")), "b": Does(lambda t: says("same"))}, 4)
    two, _ = ran({"a": Does(says("x")), "b": Does(lambda t: says("other" if t > 1 else "same"))}, 4)
    found = diff(one, "run", two, "run")
    assert (found.time_step, found.agent_id, found.what) == (2, "b", "action")
    assert found.first["arguments"] == {"content": "same"}
    assert found.second["arguments"] == {"content": "other"}
    json.dumps(found)


def test_a_longer_run_and_other_agents():
    one, _ = ran(random_agents(2), 3)
    two, _ = ran(random_agents(2), 5)
    assert diff(one, "run", two, "run") == Difference(3, None, "steps", 3, 5)
    three, _ = ran(random_agents(3), 3)
    assert diff(one, "run", three, "run") == Difference(0, None, "agent in trace", None, "agent_002")


def test_settings_that_differ_are_told():
    one, _ = ran(random_agents(2), 1)
    two, _ = ran(random_agents(2), 1, history=7)
    assert settings_that_differ(one, "run", two, "run") == {"message_history_limit": (20, 7)}
