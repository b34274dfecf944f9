"""A game at the terminal that is left and continued."""

import io

import pytest

from agents.coloring.people.terminals import Terminals
from agents.coloring.runner import play
from agents.coloring.setup import TeamSettings
from agents.world import TraceDb

TYPED = "h1=red; h4=blue\nsend\nAgent1: can you do green on a5?\nh2=green; send\n\nsatisfied\nfinish\n"


class Keyboard(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self):
        return True


def settings(**changes):
    return TeamSettings(**{"mode": "LLM_U", "human": "terminal", "max_steps": 15} | changes).complete()


def leave(step):
    """Return a listener that leaves the game after a step."""

    def progress(status):
        if status.time_step == step:
            raise KeyboardInterrupt

    return progress


def test_a_game_left_after_any_step_continues_as_if_it_had_not_been_left():
    made, shown = settings(), io.StringIO()
    with TraceDb(":memory:") as trace:
        whole = play(made, trace, seat=Terminals(made.people(), io.StringIO(TYPED), io.StringIO()))
    assert whole.stop_reason == "finished"
    source = io.StringIO(TYPED)
    with TraceDb(":memory:") as trace:
        for step in range(whole.steps - 1):
            seat = Terminals(made.people(), source, shown)
            seat.resume(trace, made.run_id())
            left = play(made, trace, seat=seat, progress=leave(step))
            assert (left.stop_reason, left.steps) == ("interrupted", step + 1)
            assert seat.typed_at() < left.steps
        seat = Terminals(made.people(), source, shown)
        seat.resume(trace, made.run_id())
        last = play(made, trace, seat=seat)
    assert last == whole
    assert shown.getvalue().count("The game continues where it was left.") == whole.steps - 1


@pytest.mark.parametrize("changes", [{}, {"gateway": "mock", "model": "mock"}])
def test_control_d_at_a_terminal_leaves_the_game(changes):
    made = settings(**changes)
    with TraceDb(":memory:") as trace:
        # The second line has no end: Ctrl-D was typed behind it.
        seat = Terminals(made.people(), Keyboard("h1=green\nh4=bl"), io.StringIO())
        left = play(made, trace, seat=seat)
        assert (left.stop_reason, left.steps) == ("interrupted", 1)
        seat = Terminals(made.people(), io.StringIO("h4=blue\nfinish\n"), io.StringIO())
        ended = play(made, trace, seat=seat)
    assert ended.stop_reason == "finished"
    assert (ended.colors["h1"], ended.colors["h4"]) == ("green", "blue")


def test_a_game_left_before_its_first_step_counts_its_conflicts():
    made = settings(human="terminal:Agent1")
    with TraceDb(":memory:") as trace:
        seat = Terminals(made.people(), Keyboard(""), io.StringIO())
        left = play(made, trace, seat=seat)
    assert (left.stop_reason, left.steps) == ("interrupted", 0)
    edges = {edge for view in map(made.team().view, made.team().participants) for edge in view.edges}
    clashes = sum(left.colors[u] == left.colors[v] for u, v in {frozenset(edge) for edge in edges})
    assert left.conflicts == left.best_conflicts == clashes > 0
    assert not any(left.satisfied.values())
