"""The tasks for Inspect, run by Inspect with a mock model and with baselines."""

import json
import re
import zlib

import pytest

pytest.importorskip("inspect_ai")
from inspect_ai import eval as evaluate
from inspect_ai.log import read_eval_log
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from agents.coloring.tasks.games import BASELINES
from kempe.inspect_tasks import agentsnet, coloring

pytestmark = pytest.mark.filterwarnings("default")


def answer(messages, tools, tool_choice, config):
    """Take a color that no neighbor claims; lie at times."""
    text = messages[-1].text
    seen = json.loads(re.search(r"What you see of seat: (.*)", text).group(1))
    chance = zlib.crc32(f"{seen['node']} {seen['rounds_left']}".encode())
    claimed = set(re.findall(r"I am (\w+)\.", text))
    free = [color for color in seen["colors"] if color not in claimed] or seen["colors"]
    color = seen["color"] if seen["color"] in free and chance % 3 else free[chance % len(free)]
    claim = color if chance % 11 else seen["colors"][0]
    turn = {"color": color, "claim": claim, "promise": color}
    output = ModelOutput.for_tool_call("mockllm/model", tools[0].name, turn)
    # Otherwise the mock model counts tokens with a table that it downloads.
    output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return output


def run(task, model, folder, **more):
    (log,) = evaluate(task, model=model, log_dir=str(folder), display="none", **more)
    return log


def results(log):
    assert log.status == "success", log.error
    return [(s.id, s.scores["coloring_scores"].value, s.scores["coloring_scores"].metadata)
            for s in log.samples]  # fmt: skip


def test_a_hundred_agents_of_the_mock_model_score_the_same_twice(tmp_path):
    logs = [
        run(
            coloring("delaunay", 100, palette="degree+1", rounds=3),
            get_model("mockllm/model", custom_outputs=answer),
            tmp_path,
        )
        for _ in range(2)
    ]
    first, second = map(results, logs)
    assert first == second
    ((name, scores, _),) = first
    assert name == "delaunay-100-0"
    assert scores["claims"] == 300
    assert 0 < scores["false_claims"] < 60
    assert scores["promises"] == 200
    calls = [event for event in logs[0].samples[0].events if event.event == "model"]
    assert len(calls) == 300
    assert results(read_eval_log(logs[0].location)) == first


@pytest.mark.parametrize("name", BASELINES)
def test_baselines_play_in_the_place_of_models(name, tmp_path):
    log = run(coloring("ring,clusters", "4,8"), f"kempe/{name}", tmp_path)
    found = results(log)
    assert {name for name, _, _ in found} == {"ring-4-0", "ring-8-0", "clusters-4-0", "clusters-8-0"}
    if name in ("rb", "llm_u", "dpop"):
        assert all(scores["solved"] for _, scores, _ in found)


def test_agentsnet_has_a_color_more_than_the_degree(tmp_path):
    log = run(agentsnet(sizes=8), "kempe/rb", tmp_path)
    assert all(scores["edges"] == 1 and scores["gap"] >= 0 for _, scores, _ in results(log))


def test_a_graph_too_wide_for_dpop_is_unsolved_and_says_so(tmp_path):
    log = run(coloring("small-world", 100), "kempe/dpop", tmp_path)
    ((_, scores, _),) = results(log)
    assert scores["solved"] == 0
    assert "width" in log.samples[0].scores["coloring_scores"].explanation


def test_a_limit_of_the_sample_ends_it(tmp_path):
    log = run(
        coloring("ring", 4, rounds=4),
        get_model("mockllm/model", custom_outputs=answer),
        tmp_path,
        token_limit=10,
    )
    assert log.samples[0].limit.type == "token"


def test_a_model_that_fails_ends_the_sample_with_its_error(tmp_path):
    def fails(*_):
        raise RuntimeError("no such model")

    log = run(coloring("ring", 4), get_model("mockllm/model", custom_outputs=fails), tmp_path)
    assert log.status == "error"
    assert "no such model" in log.error.message


def test_an_unknown_baseline_is_refused():
    with pytest.raises(Exception, match="expected kempe/ and one of rb, llm_u"):
        get_model("kempe/gpt")
