"""Play a game to its end, or continue an interrupted one, and sum up its outcome."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import solver

from ..contracts import LLMGateway
from ..errors import TraceError
from ..world import TraceDb
from ..world.setup import machine
from .game.status import Status
from .game.stop_rules import stop_reason
from .people.seat import Seat
from .setup import TeamSettings, make_engine


@dataclass(frozen=True)
class Outcome:
    """
    Result of a game.

    Attributes
    ----------
    solved
        Whether no edge is in conflict.
    conflicts, penalty, score
        Conflicts and penalty of the whole problem, and points of all nodes.
    steps, messages
        Number of steps played and of messages sent.
    stop_reason
        ``"satisfied"`` (everybody, for some steps), ``"consensus"`` (the person among them),
        ``"solved"``, ``"finished"`` (the person ended it), ``"max_steps"`` or ``"interrupted"``.
    best_conflicts, best_step, best_colors
        Fewest conflicts after any step, the first step with them (counted from 1), and the colors then.
    first_solved
        The first step after which nothing was in conflict, counted from 1; None if there was none.
    satisfied
        Whether each participant is satisfied.
    colors
        Colors of all nodes.
    run_id, hash
        Id of the run, and hash of its trace.
    """

    solved: bool
    conflicts: int
    penalty: float
    score: int
    steps: int
    messages: int
    stop_reason: str
    best_conflicts: int
    best_step: int | None
    best_colors: dict[str, str]
    first_solved: int | None
    satisfied: dict[str, bool]
    colors: dict[str, str]
    run_id: str
    hash: str

    def json_dict(self) -> dict[str, Any]:
        """Plain values only."""
        return asdict(self)


def play(
    settings: TeamSettings,
    trace: TraceDb,
    *,
    gateway: LLMGateway | None = None,
    seat: Seat | None = None,
    progress: Callable[[Status], object] | None = None,
) -> Outcome:
    """
    Play a game, or continue it if the trace holds a part of it.

    Parameters
    ----------
    settings
        Complete settings (:meth:`TeamSettings.complete`).
    trace
        A connected trace database.
    progress
        Function that is called after each step.

    Raises
    ------
    TraceError
        If the run id is used by another run.
    """
    run_id = settings.run_id()
    if run_id not in trace.run_ids():
        trace.insert_run(settings.metadata())
    elif TeamSettings.of(trace.get_run_metadata(run_id)) != settings:
        raise TraceError(f"run id {run_id!r} is used by another run", path=trace.path)
    done = trace.steps(run_id)
    stop = stop_reason(trace, run_id, settings)
    if stop is None:
        trace.annotate(run_id, done, "machine", machine())
        engine, domain = make_engine(settings, trace, gateway=gateway, seat=seat)

        def until(_: object) -> bool:
            if progress is not None and domain.status is not None:
                progress(domain.status)
            return stop_reason(trace, run_id, settings) is not None

        try:
            if gateway is None:
                engine.run(settings.max_steps, until)
            else:
                asyncio.run(engine.arun(settings.max_steps, until))
        except KeyboardInterrupt:
            if domain.status is None:
                raise  # the game had not begun
            stop = "interrupted"
    return outcome(trace, settings, stop or stop_reason(trace, run_id, settings) or "interrupted")


def outcome(trace: TraceDb, settings: TeamSettings, stop: str) -> Outcome:
    """Return the result of a game from its trace."""
    run_id = settings.run_id()
    rows = trace.query(
        "SELECT time_step, penalty, conflicts, satisfied FROM coloring_eval WHERE run_id = ? "
        "ORDER BY time_step",
        (run_id,),
    )
    assignments = trace.query(
        "SELECT time_step, node, color FROM coloring_assignment WHERE run_id = ? "
        "ORDER BY time_step, rowid",
        (run_id,),
    )
    colors = {node: color for _, node, color in assignments}
    team = settings.team()
    if rows:
        _, penalty, conflicts, satisfied = rows[-1]
    else:
        named: Any = colors
        penalty = solver.penalty(team.problem, named)
        conflicts = int(solver.conflict_counts(team.problem, team.problem.encode(named)[None])[0])
        satisfied = json.dumps(dict.fromkeys(team.participants, False))
    best_step, _, best, _ = min(rows, key=lambda row: row[2], default=(None, 0.0, conflicts, ""))
    best_colors = {
        node: color for step, node, color in assignments if best_step is not None and step <= best_step
    }
    ((messages,),) = trace.query("SELECT count(*) FROM messages WHERE run_id = ?", (run_id,))
    solved = [step for step, _, conflicts, _ in rows if conflicts == 0]
    return Outcome(
        solved=conflicts == 0,
        conflicts=conflicts,
        penalty=penalty,
        score=sum(team.points.get(color, 0) for color in colors.values()),
        steps=len(rows),
        messages=messages,
        stop_reason=stop,
        best_conflicts=best,
        best_step=None if best_step is None else best_step + 1,
        best_colors=best_colors,
        first_solved=solved[0] + 1 if solved else None,
        satisfied=json.loads(satisfied),
        colors=colors,
        run_id=run_id,
        hash=trace.head(run_id),
    )
