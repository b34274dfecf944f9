"""
Errors that the code of a user's world raises: where in the run they happened, and where in that code.

The judge and the clerk note the domain, agent, action and step on an error and let it pass, so that a
program sees its own error with the whole traceback. A command says the same in one line.
"""

from __future__ import annotations

import sqlite3
import sysconfig
import traceback
from asyncio import CancelledError
from pathlib import Path
from typing import NoReturn

import solver

from ..errors import KempeError
from .boundary import error_text

_KEMPE = (Path(__file__).parents[1], Path(str(solver.__file__)).parent)
_STANDARD = tuple(Path(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib"))
_INSTALLED = tuple(Path(sysconfig.get_path(name)) for name in ("purelib", "platlib"))

#: Codes of SQLite for what is wrong with the file, and not with a statement.
_OF_THE_FILE = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_NOTADB,
}


#: What a user's code may raise. All but the first end a program or a task, and would end a run, or a
#: whole sweep, without a word.
RAISED = (Exception, SystemExit, CancelledError, GeneratorExit)


class _Where(str):
    """A note that says where in a run an error happened."""

    __slots__ = ()


def note_fault(error: Exception, where: str) -> None:
    """
    Note on an error where in a run it happened.

    Errors of SQLite are noted if a statement or a row is wrong, not if the file is, for instance on a
    full disk.
    """
    # The low byte of an extended code is the code itself.
    if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF in _OF_THE_FILE:
        return
    error.add_note(_Where(where))


def as_error(thrown: BaseException) -> Exception:
    """
    Return what a user's code raised as an error.

    Raises
    ------
    SystemExit
        If the parent ends this worker process.
    """
    if isinstance(thrown, Exception):
        return thrown
    from ..processes import Ended  # brings the pools of processes, which most commands do without

    if isinstance(thrown, Ended):
        raise thrown
    what = "called sys.exit" if isinstance(thrown, SystemExit) else f"raised {type(thrown).__name__}"
    return RuntimeError(f"the world {what}").with_traceback(thrown.__traceback__)


def raise_noted(thrown: BaseException, where: str) -> NoReturn:
    """Raise what a user's code raised as an error that says where in a run it happened."""
    error = as_error(thrown)
    note_fault(error, where)
    raise error


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
    """
    Return an error in one line, with the last place in the user's code, if it passed through any.

    A world that is installed as a package is its user's code, where no other is.
    """
    frames = traceback.extract_tb(error.__traceback__)
    outside = [frame for frame in frames if not _inside(frame.filename, _KEMPE)]
    others = [frame for frame in outside if not _standard(frame.filename)]
    own = [frame for frame in others if not _inside(frame.filename, _INSTALLED)] or others
    if not own:
        return " ".join(str(error).split()) if isinstance(error, KempeError) else error_text(error)
    return f"line {own[-1].lineno} of {Path(own[-1].filename).name}: {error_text(error)}"


def _standard(file: str) -> bool:
    """Return whether a file is of Python's own library, in which the folder of packages may be."""
    if not _inside(file, _STANDARD):
        return False
    return not {"site-packages", "dist-packages"}.intersection(Path(file).parts)


def _inside(file: str, folders: tuple[Path, ...]) -> bool:
    """Return whether a file is in one of the folders, or no file but code of Python's own."""
    if file.startswith(("<frozen ", "<string>")):
        return True
    return any(Path(file).is_relative_to(folder) for folder in folders)
