"""The best answer to what a person knows: fewest conflicts, and nothing that a neighbor refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import solver

from ...coloring.wording.phrases import enumerated, listed
from .sight import Sight

#: Best responses that are compared, to the colors of the neighbors and to none.
MOST_COMPARED = 500


class Advice(NamedTuple):
    """
    Own colors that a person could take.

    Attributes
    ----------
    colors
        Colors of all own nodes.
    conflicts
        Conflicts that the person would see, but for those that ``movers`` can solve.
    movers
        Neighbors in conflict with the colors who said that they can work with them.
    refused_by
        Neighbors who said that they cannot.
    """

    colors: Mapping[str, str]
    conflicts: int
    movers: tuple[str, ...]
    refused_by: tuple[str, ...]


def best_answer(sight: Sight) -> Advice:
    """
    Return the best answer to what a person knows.

    Fixed and agreed colors are kept. A border that a neighbor said does not work counts as a conflict,
    and conflicts with a neighbor who said that the border works do not count, since it can move. Among
    equal answers, one that nobody refused is preferred, then one that nobody has to move for, then the
    one with the fewest changes. In clusters with more than ``MOST_COMPARED`` colorings, only the best of
    each list are compared, so a better answer to what neighbors said may be missed.

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
    found += solver.best_responses(view.problem, view.agent, {}, kept, count=MOST_COMPARED)
    answers = [advice_for(sight, {str(n): str(c) for n, c in one.assignment.items()}) for one in found]

    def badness(one: Advice) -> tuple[int, int, int, int]:
        changes = sum(one.colors[node] != color for node, color in sight.colors.items())
        refused = len(one.refused_by)
        return one.conflicts + refused, refused, len(one.movers), changes

    return min(answers, key=badness)


def advice_for(sight: Sight, colors: Mapping[str, str]) -> Advice:
    """Return what is known about own colors."""
    owners = sight.view.owners
    clashing = [owners.get(v) for _, v, _ in sight.view.conflicts(colors, sight.situation.beliefs)]
    movers = tuple(peer for peer in sight.told if peer in clashing and _works(sight, peer, colors))
    return Advice(colors, sum(peer not in movers for peer in clashing), movers, refusing(sight, colors))


def refusing(sight: Sight, colors: Mapping[str, str]) -> tuple[str, ...]:
    """Return the neighbors who said that a coloring of the border with them does not work."""
    return tuple(
        peer
        for peer, told in sight.told.items()
        if any(one and one.items() <= colors.items() for one in told.refuses)
    )


def _works(sight: Sight, peer: str, colors: Mapping[str, str]) -> bool:
    border = {node: colors[node] for node in sight.view.border_to(peer)}
    return border in sight.told[peer].works


def advice_text(sight: Sight, advice: Advice) -> str:
    """Word the answer as what to change."""
    changes = {n: c for n, c in advice.colors.items() if sight.colors[n] != c}
    parts = []
    if before := refusing(sight, sight.colors):
        parts.append(f"{enumerated(before)} said that your colors do not work.")
    answer = f"{_changed(changes)}; {conflicts_text(advice.conflicts)}"
    if advice.movers:
        many = len(advice.movers) > 1
        answer += f" once {enumerated(advice.movers)} {'move' if many else 'moves'}, which said that "
        answer += "these colors work"
    parts.append(f"Best answer to what you know: {answer}.")
    if changes:
        parts.append("That holds as long as your neighbors keep the colors that you know.")
    if advice.refused_by:
        either = " either" if before else ""
        parts.append(f"{enumerated(advice.refused_by)} said that these colors do not work{either}.")
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
