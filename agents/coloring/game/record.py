"""Rows that a step leaves in the trace: a row is written where something changed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from ...canonical import canonical
from ..situation import Constraint, Pin, Situation
from ..turn import Turn
from ..view import View
from .status import Status, colors_of
from .tables import Writer


def write_seat(
    writer: Writer,
    name: str,
    before: Situation,
    after: Situation,
    turn: Turn | None,
    *,
    people: Collection[str],
    belief_origin: str,
) -> None:
    """
    Write how a participant's situation has changed.

    Parameters
    ----------
    people
        Names of the participants who are people.
    belief_origin
        Origin of beliefs that the turn itself did not learn: ``"report"`` or ``"truth"``.
    """
    # What has not changed is most often the same object.
    if after.colors is not before.colors:
        writer.add_all("assignment", _recolored(name, before, after, turn, people))
    if after.beliefs is not before.beliefs:
        learned = turn.learned if turn else {}
        writer.add_all(
            "belief",
            [
                (name, node, color, "text" if learned.get(node) == color else belief_origin)
                for node, color in after.beliefs.items()
                if before.beliefs.get(node) != color
            ],
        )
    if after.pins is not before.pins:
        writer.add_all("pin", _pin_rows(name, before.pins, after.pins))
    if after.constraints is not before.constraints:
        writer.add_all("constraint", _constraint_rows(name, before.constraints, after.constraints))


def write_chart(writer: Writer, name: str, turn: Turn) -> None:
    """Write the moves of a behavior chart."""
    writer.add_all(
        "transition",
        [
            (name, i, move.source, move.to, move.trigger, move.oracle, int(move.fallback))
            for i, move in enumerate(turn.chart)
        ],
    )


def write_status(
    writer: Writer, status: Status, seats: Mapping[str, Situation], views: Mapping[str, View]
) -> None:
    """Write the evaluation of the game; a checkpoint where it is solved."""
    scores = {name: view.score(seats[name].colors) for name, view in views.items()}
    writer.add(
        "eval",
        *(status.penalty, status.conflicts),
        *(canonical(dict(status.satisfied)), canonical(scores)),
    )
    if status.solved:
        writer.add("checkpoint", canonical(colors_of(seats)), status.penalty, status.score)


def _recolored(
    name: str, before: Situation, after: Situation, turn: Turn | None, people: Collection[str]
) -> list[tuple[str, str, str, str]]:
    decision = turn.decision if turn else None
    rows = []
    for node, color in after.colors.items():
        if before.colors[node] == color:
            continue
        source = decision.algorithm if decision else "turn"
        if name in people:
            source = "human"
        elif after.committed.get(node) == color:
            source = "commit"
        elif after.forced.get(node) == color or (
            turn and any(pin.node == node for pin in turn.demanded)
        ):
            source = "forced"
        elif decision and decision.snapped is not None:
            source = "snap"
        rows.append((node, color, name, source))
    return rows


def _pin_rows(
    name: str, before: Sequence[Pin], after: Sequence[Pin]
) -> list[tuple[str, str, str, str, str, int]]:
    def row(pin: Pin, active: int) -> tuple[str, str, str, str, str, int]:
        return name, pin.node, pin.color, pin.kind, pin.by, active

    ended = [row(pin, 0) for pin in before if pin not in after]
    return ended + [row(pin, 1) for pin in after if pin not in before]


def _constraint_rows(
    name: str, before: Sequence[Constraint], after: Sequence[Constraint]
) -> list[tuple[str, str, str, str, str, str, int]]:
    def row(one: Constraint, active: int) -> tuple[str, str, str, str, str, str, int]:
        return name, one.constraint_id, one.by, one.node, one.kind, one.color, active

    ended = [row(one, 0) for one in before if one not in after]
    return ended + [row(one, 1) for one in after if one not in before]
