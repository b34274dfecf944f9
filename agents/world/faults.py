"""
Errors that the code of a user's world raises: where in the run they happened, and where in that code.

The judge notes the domain, agent, action and step on an error and lets it pass, so that a program sees
its own error with the whole traceback. A command says the same in one line.
"""

from __future__ import annotations

import sqlite3
import sysconfig
import traceback
from pathlib import Path

import solver

from ..errors import KempeError
from .boundary import error_text

_KEMPE = (Path(__file__).parents[1], Path(str(solver.__file__)).parent)
_LIBRARIES = tuple(
    Path(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib", "purelib", "platlib")
)


class _Where(str):
    """A note that says where in a run an error happened."""

    __slots__ = ()


def note_fault(error: Exception, where: str) -> None:
    """
    Note on an error where in a run it happened.

    Errors of SQLite are noted if a statement is wrong, not if the file is, for instance on a full disk.
    """
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
        if code != sqlite3.SQLITE_ERROR:
            return
    error.add_note(_Where(where))


def fault(error: BaseException | None) -> str | None:
    """Return an error of a user's world in one line; None if the world did not raise it."""
    while error is not None:
        for note in getattr(error, "__notes__", ()):
            if isinstance(note, _Where) and isinstance(error, Exception):
                domain = f"{note.partition(':')[0]}: "
                return f"{note}: {raised(error).removeprefix(domain)}"
        error = error.__cause__
    return None


def raised(error: Exception) -> str:
    """Return an error that a user's code raised in one line, with the place in that code."""
    frames = traceback.extract_tb(error.__traceback__)
    outside = [frame for frame in frames if not _inside(frame.filename, _KEMPE)]
    if not outside and isinstance(error, KempeError):
        return " ".join(str(error).split())
    own = [frame for frame in outside if not _inside(frame.filename, _LIBRARIES)]
    *_, last = own or outside or frames
    return f"line {last.lineno} of {Path(last.filename).name}: {error_text(error)}"


def _inside(file: str, folders: tuple[Path, ...]) -> bool:
    """Return whether a file is in one of the folders, or no file but code of Python's own."""
    if file.startswith(("<frozen ", "<string>")):
        return True
    return any(Path(file).is_relative_to(folder) for folder in folders)
