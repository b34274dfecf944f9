"""
Start a game from a checkpoint of another: the colors after a step in which nothing was in conflict.

A game that is interrupted goes on by itself; a checkpoint is for a game that was solved once, and was
then changed by its person or its settings.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from ..canonical import canonical
from ..errors import InputError, expected
from ..world import TraceDb
from .game.tables import has_games, read_checkpoint, read_first_checkpoint, read_games, read_problem
from .setup import COLORS, TeamSettings
from .team import Team


class Checkpoint(NamedTuple):
    """Colors after a step of a game."""

    run_id: str
    colors: dict[str, str]

    def initial(self) -> str:
        """Return the colors as the setting of a game that starts from them."""
        return COLORS + canonical(self.colors)


def initial_from(word: str, team: Team) -> str:
    """Return the initial colors of a game that starts from a checkpoint, see :func:`checkpoint_from`."""
    return checkpoint_from(word, team).initial()


def checkpoint_from(word: str, team: Team, game: str | None = None) -> Checkpoint:
    """
    Return the checkpoint that a game starts from.

    Parameters
    ----------
    word
        File of a trace, or ``FILE@STEP`` for the last checkpoint up to a step, counted from 1. Of
        several games, the one on this graph that began last and has such a checkpoint is taken.
    team
        Problem and participants of the game that starts.
    game
        Run id of the game to take instead.

    Raises
    ------
    InputError
        If there is no game, no checkpoint, or only games on another graph.
    TraceError
        If there is no such file, or no game of that name in it.
    """
    path, number = _parts(word)
    step = int(number) - 1 if number else None
    first: int | None = None
    other: str | None = None
    with TraceDb(path, readonly=True) as trace:
        if game is not None:
            trace.get_run_metadata(game)
        if not has_games(trace.connection):
            raise InputError("no game: expected a trace of kempe team", path=path)
        for run_id in reversed(read_games(trace.connection)) if game is None else [game]:
            if not _same_graph(read_problem(trace.connection, run_id), team):
                other = TeamSettings.of(trace.get_run_metadata(run_id)).topology
            elif colors := read_checkpoint(trace.connection, run_id, step):
                return Checkpoint(run_id, colors)
            elif (found := read_first_checkpoint(trace.connection, run_id)) is not None:
                first = found if first is None else min(found, first)
    if first is not None:
        at = f"an integer >= {first + 1}, the first step after which nothing was in conflict"
        legal = f"{at} (counted from 1; it is step {first} of the log)"
        raise expected("step", int(number), legal, path=path)
    if other is not None:
        raise expected("topology", team.name, f"{other}, the graph of the recorded game", path=path)
    raise InputError("no checkpoint: expected a game in which nothing was in conflict", path=path)


def _parts(word: str) -> tuple[str, str]:
    """Return the file, and the number of the step or an empty text."""
    path, at, number = word.rpartition("@")
    if not at or Path(word).exists():
        return word, ""
    if not (number.isdecimal() and int(number) >= 1):
        raise expected("step", number, "an integer >= 1")
    return path, number


def _same_graph(described: str | None, team: Team) -> bool:
    """Return whether a recorded problem has the nodes, edges and colors of a team; a game may differ."""
    if described is None:
        return True
    recorded, problem = json.loads(described), team.problem
    edges = {frozenset(map(str, edge)) for edge in problem.edges}
    return (
        {*recorded["nodes"]} == {*map(str, problem.nodes)}
        and {frozenset(edge) for edge in recorded["edges"]} == edges
        and {*recorded["domain"]} == {*map(str, problem.domain)}
    )
