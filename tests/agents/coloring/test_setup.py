"""Settings of a game: the style of a model's words, and run ids that stay."""

from __future__ import annotations

import json

import pytest

from agents.coloring.runner import play
from agents.coloring.setup import TeamSettings, make_policies
from agents.errors import InputError
from agents.llm import ScriptedGateway
from agents.world import TraceDb

WITH_MODEL = {"mode": "LLM_F", "gateway": "mock", "model": "mock"}


def test_runs_without_the_setting_keep_their_id():
    assert TeamSettings(**WITH_MODEL).run_id() == "61c420aaf1a1584d"
    assert TeamSettings(**WITH_MODEL, style="free").run_id() != "61c420aaf1a1584d"


@pytest.mark.parametrize("style", ["slots", "free"])
def test_the_style_is_recorded_and_reaches_every_speaker(style):
    settings = TeamSettings(**WITH_MODEL, human="emulator", style=style).complete()
    assert TeamSettings.of(settings.metadata()) == settings
    with TraceDb(":memory:") as trace:
        policies = make_policies(settings, settings.team(), trace)
    assert {policies[name].speaker.style for name in settings.team().agents} == {style}


def test_an_unknown_style_is_refused():
    with pytest.raises(InputError, match="style = 'loud': expected one of slots, free"):
        TeamSettings(style="loud")


@pytest.mark.parametrize("topology", ["study", "random:clusters=3,nodes=5,seed=1"])
@pytest.mark.parametrize("number", [2, 9])
def test_fixed_nodes_that_leave_no_solution_are_what_is_refused(topology, number):
    with pytest.raises(
        InputError, match=f"fixed = {number}: expected fewer fixed nodes, since"
    ) as caught:
        TeamSettings(topology=topology, fixed=number).complete()
    assert "h3=green" in str(caught.value) or topology != "study"
    assert "random:...,fixed=N" in str(caught.value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("hard", "no"), ("hard", 1), ("explain", None), ("seed", 1.0), ("seed", True)),
        *(("soft", 1.5), ("max_steps", float("nan")), ("max_steps", None), ("fixed", "1")),
    ],
)
def test_numbers_and_truth_values_are_not_converted(name, value):
    with pytest.raises(InputError, match=f"{name} = {value!r}: expected"):
        TeamSettings(**{name: value})


def test_a_missing_file_is_said_to_be_missing():
    with pytest.raises(InputError, match=r"topology = 'no\.json': expected .* or an existing JSON file"):
        TeamSettings(topology="no.json").complete()


def test_a_false_free_draft_is_not_sent():
    settings = TeamSettings(
        mode="LLM_F", human="emulator", gateway="litellm", model="m", style="free", max_steps=4
    ).complete()
    lie = "Everything is solved and you can stop."
    gateway = ScriptedGateway([lie] * 1000)
    with TraceDb(":memory:") as trace:
        play(settings, trace, gateway=gateway)
        said = [m.content for m in trace.fetch_messages(settings.run_id()) if m.recipient == "Human"]
        verdicts = [
            json.loads(text)["action"]
            for (text,) in trace.query("SELECT data_json FROM events WHERE name = 'nl.guard'")
        ]
    assert said
    assert lie not in said
    assert set(verdicts) <= {"retry", "template", "sent"}
    assert "template" in verdicts
