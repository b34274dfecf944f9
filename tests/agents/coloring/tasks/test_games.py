"""Games of the arena: what a model's agents see and say, how it is scored, and the baselines."""

import asyncio
import json
import re

import pytest

from agents.coloring.tasks.games import BASELINES, Played, play_baseline, play_model, scores
from agents.coloring.tasks.instances import TOPOLOGIES, make_instance
from agents.errors import InputError
from agents.llm.completion import completion, tool_call
from agents.llm.gateway import Gateway

SEEN = re.compile(r"What you see of seat: (.*)")


class Player(Gateway):
    """A model that answers by a function of what the agent sees, and of the whole prompt."""

    def __init__(self, answer):
        self.answer = answer
        self.asked = []

    def ask(self, request):
        text = request.messages[-1]["content"]
        seen = json.loads(SEEN.search(text).group(1))
        self.asked.append((seen, text))
        call = tool_call("seat__turn", self.answer(seen, text))
        return completion(request.model, request.messages, tool_calls=[call])


def play(instance, answer, **more):
    player = Player(answer)
    return asyncio.run(play_model(instance, player, "m", **more)), player


def known(instance):
    """Return a proper coloring."""
    return play_baseline("dpop", instance).colors


def test_agents_that_know_the_answer_solve_the_game():
    instance = make_instance("delaunay", 8)
    answer = known(instance)
    played, player = play(instance, lambda seen, _: {"color": answer[seen["node"]]}, rounds=2)
    assert scores(instance, played) == {
        "solved": 1.0, "conflicts": 0.0, "edges": 1.0, "gap": 0.0, "rounds": 2.0, "messages": 0.0,
        "claims": 0.0, "false_claims": 0.0, "promises": 0.0, "kept": 0.0,
    }  # fmt: skip
    assert len(player.asked) == 16
    for seen, _ in player.asked:
        assert seen["neighbors"] == list(instance.neighbors[seen["node"]])


def test_claims_and_promises_are_facts():
    instance = make_instance("ring", 4)
    red, green = instance.colors

    def answer(seen, _):
        if seen["node"] == "n1":  # lies, and breaks every promise
            return {"color": red, "claim": green, "promise": green, "text": "trust me"}
        return {"color": green, "claim": green, "promise": green}

    played, player = play(instance, answer, rounds=3)
    # Three rounds of four agents; the promises of the last round do not fall due.
    assert (played.claims, played.false_claims) == (12, 3)
    assert (played.promises, played.kept) == (8, 6)
    assert played.messages == 3 * 8
    assert list(played.colors.values()) == [red, green, green, green]
    texts = [text for seen, text in player.asked if seen["node"] == "n2" and seen["rounds_left"] == 2]
    assert "n1: I am green. After the next round I will be green. trust me" in texts[0]
    assert "n4:" not in texts[0]  # not a neighbor


def test_speeches_are_limited():
    instance = make_instance("ring", 4)
    played, player = play(
        instance, lambda seen, _: {"color": instance.colors[0], "text": "hi"}, rounds=3, speeches=1
    )
    assert played.messages == 8
    assert [seen["speeches_left"] for seen, _ in player.asked][-4:] == [0, 0, 0, 0]


def test_a_node_without_a_color_is_in_conflict():
    instance = make_instance("ring", 4)
    played, _ = play(instance, lambda seen, _: {"color": "mauve"}, rounds=1)
    assert set(played.colors.values()) == {None}
    assert scores(instance, played)["conflicts"] == 4
    red, green = instance.colors
    half = Played({"n1": red, "n2": None, "n3": red, "n4": green}, 1, 0)
    assert scores(instance, half)["conflicts"] == 2


def test_the_gap_counts_colors_above_the_chromatic_number():
    instance = make_instance("ring", 6, 0, "degree+1")
    colors = dict(zip(instance.nodes, [*instance.colors, *instance.colors], strict=True))
    assert scores(instance, Played(colors, 1, 0))["gap"] == 1


@pytest.mark.parametrize("topology", TOPOLOGIES)
@pytest.mark.parametrize("name", ["rb", "llm_u", "dpop"])
def test_baselines_that_solve(name, topology):
    instance = make_instance(topology, 8)
    played = play_baseline(name, instance, 1)
    assert scores(instance, played)["solved"]
    assert played == play_baseline(name, instance, 1)


@pytest.mark.parametrize("name", sorted(set(BASELINES) - {"rb", "llm_u", "dpop"}))
def test_other_baselines_color_every_node(name):
    instance = make_instance("clusters", 12)
    played = play_baseline(name, instance, 3)
    assert set(played.colors) == set(instance.nodes)
    assert set(played.colors.values()) <= set(instance.colors)
    assert played == play_baseline(name, instance, 3)


def test_an_unknown_baseline_is_refused():
    with pytest.raises(InputError, match="baseline = 'gpt': expected one of rb, llm_u, dpop"):
        play_baseline("gpt", make_instance("ring", 4))
