"""
Start a game from a checkpoint of another: the colors after a step in which nothing was in conflict.

A game that is interrupted goes on by itself; a checkpoint is for a game that was solved once, and was
then changed by its person or its settings.
"""

from __future__ import annotations

from pathlib import Path

from ..canonical import canonical
from ..errors import InputError, expected
from ..world import TraceDb
from .game.tables import read_checkpoint
from .setup import COLORS


def initial_from(word: str) -> str:
    """
    Return the initial colors of a game that starts from a checkpoint.

    Parameters
    ----------
    word
        File of a trace, or ``FILE@STEP`` for the last checkpoint up to a step, counted from 1.

    Raises
    ------
    InputError
        If there is no such file, or no checkpoint in it.
    """
    path, at, number = word.rpartition("@")
    if not at or Path(word).exists():
        path, number = word, ""
    if number and not (number.isdecimal() and int(number) >= 1):
        raise expected("step", number, "an integer >= 1")
    with TraceDb(path, readonly=True) as trace:
        for run_id in reversed(trace.run_ids()):
            step = int(number) - 1 if number else None
            if colors := read_checkpoint(trace.connection, run_id, step):
                return COLORS + canonical(colors)
    raise InputError("no checkpoint: expected a game in which nothing was in conflict", path=path)
