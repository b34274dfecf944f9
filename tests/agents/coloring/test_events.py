"""One event, one shape: in every mode, with and without a person."""

import json

import pytest

from agents.coloring.events import SHAPES, event
from agents.coloring.modes import MODES
from agents.coloring.runner import play
from agents.coloring.setup import TeamSettings
from agents.world import TraceDb

#: Rooms whose events are listed; those of other rooms are theirs.
LISTED = ("coloring.", "chart.", "model.", "rb.")


@pytest.mark.parametrize("mode", MODES)
def test_every_event_of_a_game_has_its_shape(mode):
    settings = TeamSettings(mode=mode, human="emulator", max_steps=12, explain=True).complete()
    with TraceDb(":memory:") as trace:
        play(settings, trace)
        rows = trace.query("SELECT name, data_json FROM events")
    names = set()
    for name, data in rows:
        if name.startswith(LISTED):
            names.add(name)
            assert json.loads(data).keys() == SHAPES[name], name
    assert {"coloring.computed", "coloring.satisfied", "coloring.message"} <= names


def test_other_fields_are_a_bug_of_the_caller():
    assert event("coloring.oscillation", {"turns": 4}) == ("coloring.oscillation", {"turns": 4})
    with pytest.raises(ValueError, match=r"coloring\.oscillation: fields"):
        event("coloring.oscillation", {})
    with pytest.raises(KeyError):
        event("coloring.unheard_of", {})
