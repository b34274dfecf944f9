"""The panel at the end of a game: whether it was solved, what it cost, what it is worth."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from solver.benchmark.figures import counted

from ...coloring.people.reports import points_text
from ...coloring.runner import Outcome
from ...coloring.view import View
from ...coloring.wording.phrases import listed
from ..frame import panel

OVER = {
    "satisfied": "Everybody is satisfied.",
    "consensus": "Everybody is satisfied.",
    "solved": "Nothing is in conflict.",
    "finished": "The game was ended by a person.",
    "max_steps": "The steps have run out.",
}


def show_end(
    view: View, result: Outcome, *, replay: str | None, after: Callable[[], object] | None
) -> None:
    """
    Show the result of a game.

    Parameters
    ----------
    replay
        Name of the game, for the link to its replay; None to show no link.
    after
        Function called when the person goes on after the game, in a study.
    """
    with panel("The game is over"):
        left = f"{result.conflicts} conflict{'s are' if result.conflicts > 1 else ' is'} left"
        reason = OVER.get(result.stop_reason, result.stop_reason)
        ui.label(
            f"{'Solved' if result.solved else left} after {counted(result.steps, 'step')} and "
            f"{counted(result.messages, 'message')}. {reason}"
        )
        ui.label(f"Points of all nodes: {result.score}. {points_text(view)}")
        cost = f"{view.conflict_penalty:g} for each conflict"
        liked = ", less the preferences for colors" if view.preferences else ""
        ui.label(f"Penalty: {result.penalty:g} ({cost}{liked}).")
        ui.label(f"Your colors: {listed({node: result.colors[node] for node in view.own})}.")
        if result.best_conflicts < result.conflicts:
            ui.label(
                f"The best state had {counted(result.best_conflicts, 'conflict')}, after step "
                f"{result.best_step}."
            )
        if after is not None:
            ui.button("Continue", on_click=after)
        elif replay is not None:
            ui.link("Replay the game", f"/replay/{replay}")
