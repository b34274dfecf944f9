"""The best answer to what a person knows: fewest conflicts, and nothing that a neighbor refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import solver

from ...coloring.wording.phrases import enumerated, listed
from .sight import Sight

#: Best responses that are compared.
MOST_COMPARED = 500


class Advice(NamedTuple):
    """Own colors that a person could take, the conflicts that they see then, and who refused them."""

    colors: Mapping[str, str]
    conflicts: int
    refused_by: tuple[str, ...]


def best_answer(sight: Sight) -> Advice:
    """
    Return the best answer to what a person knows.

    Fixed and agreed colors are kept. A border that a neighbor said does not work counts as a conflict;
    among equal answers, the one with the fewest changes is returned.

    Raises
    ------
    BudgetError
        If the cluster is too large and too dense for an exact answer.
    """
    view = sight.view
    # Names of the solver are any hashables.
    known: Any = {n: c for n, c in sight.situation.beliefs.items() if n in view.owners}
    kept: Any = {n: c for n, c in sight.situation.committed.items() if n in view.own}
    found = solver.best_responses(view.problem, view.agent, known, kept, count=MOST_COMPARED)

    def badness(best: solver.BestResponse) -> tuple[int, float, int]:
        colors: Any = best.assignment
        changes = sum(colors[node] != color for node, color in sight.colors.items())
        return best.conflicts + len(refusing(sight, colors)), best.penalty, changes

    best = min(found, key=badness)
    colors = {str(node): str(color) for node, color in best.assignment.items()}
    return Advice(colors, best.conflicts, refusing(sight, colors))


def refusing(sight: Sight, colors: Mapping[str, str]) -> tuple[str, ...]:
    """Return the neighbors who said that a coloring of the border with them does not work."""
    return tuple(
        peer
        for peer, told in sight.told.items()
        if any(one and one.items() <= colors.items() for one in told.refuses)
    )


def advice_text(sight: Sight, advice: Advice) -> str:
    """Word the answer as what to change."""
    changes = {n: c for n, c in advice.colors.items() if sight.colors[n] != c}
    parts = []
    if before := refusing(sight, sight.colors):
        parts.append(f"{enumerated(before)} said that your colors do not work.")
    parts.append(
        f"Best answer to what you know: {_changed(changes)}; {conflicts_text(advice.conflicts)}."
    )
    if advice.refused_by:
        parts.append(f"{enumerated(advice.refused_by)} said that these colors do not work either.")
    waiting = [peer for peer in sight.view.peers if peer not in sight.situation.satisfied_peers]
    if not changes and not before and waiting:
        verb = "is" if len(waiting) == 1 else "are"
        parts.append(f"{enumerated(waiting)} {verb} not satisfied yet: ask what would help.")
    return " ".join(parts)


def _changed(changes: Mapping[str, str]) -> str:
    return f"color {listed(changes)}" if changes else "keep your colors"


def conflicts_text(count: int | None) -> str:
    """Word a number of conflicts; None stands for a color that a neighbor did not name."""
    if count is None:
        return "not among its options"
    return "without conflict" if count == 0 else f"with {count} conflict{'s' * (count > 1)}"
