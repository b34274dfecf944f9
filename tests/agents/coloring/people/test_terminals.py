"""Several people at one terminal."""

import io

from agents.coloring.people.terminals import Terminals
from agents.coloring.runner import play
from agents.coloring.setup import TeamSettings
from agents.world import TraceDb


def game(typed, human="terminal:Agent1"):
    settings = TeamSettings(mode="LLM_U", human=human, max_steps=30).complete()
    target = io.StringIO()
    seat = Terminals(settings.people(), io.StringIO(typed), target)
    with TraceDb(":memory:") as trace:
        outcome = play(settings, trace, seat=seat)
        rows = trace.fetch_trace_events(outcome.run_id)
        turns = [(row.time_step, row.agent_id) for row in rows if row.agent_id != "Agent2"]
    return outcome, target.getvalue(), turns


def test_people_take_their_turns_one_after_the_other():
    # Enter takes the seat; then comes a line of the person who has taken it.
    typed = "\na2=blue; send\n\nh1=green; send\n\n\n\nfinish\n"
    outcome, shown, turns = game(typed)
    assert outcome.stop_reason == "finished"
    assert outcome.steps == 2
    assert turns == [
        (0, "Agent1"), (0, "Human"), (1, "Agent1"), (1, "Human"),
    ]  # fmt: skip
    assert (outcome.colors["a2"], outcome.colors["h1"]) == ("blue", "green")
    parts = shown.split("It is the turn of ")
    assert [part.split(".")[0] for part in parts[1:]] == ["Agent1", "Human", "Agent1", "Human"]
    # What one is told is not shown to the other.
    assert "You are Agent1." in parts[1]
    assert "You are Human." in parts[2]
    assert "Human: " not in parts[2]
    assert "h1 green" in parts[3]


def test_one_person_is_not_asked_to_take_the_seat():
    _, shown, _ = game("finish\n", human="terminal")
    assert "It is the turn" not in shown
