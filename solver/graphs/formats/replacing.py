"""
A file that is written whole or not at all.

It gets another name in the same folder, and takes the place of the old file when it is complete. A link
stays, and what it points to is replaced. What is no file, a pipe or a device, is written as it is.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from ...errors import InputError

#: Letters of the name, from its end, that the unfinished file has: with all of them it may be too long.
LETTERS = 50


def is_regular(path: str | os.PathLike[str]) -> bool:
    """Return whether a path is a file or not there yet, unlike a pipe or a device."""
    target = Path(path)
    return target.is_file() or not target.exists()


@contextlib.contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[str]:
    """
    Yield the name of the file to write, which takes the place of ``path`` once it is complete.

    Raises
    ------
    InputError
        If the file cannot be written. A reader of a pipe that has gone is a BrokenPipeError.
    """
    target, unfinished = _names(path)
    place = unfinished if is_regular(path) else Path(path)
    try:
        yield str(place)
        if place is unfinished:
            unfinished.replace(target)
    except BrokenPipeError:
        raise
    except InputError as error:
        if error.path != str(place):
            raise
        # The user did not give that name.
        raise InputError(str(error).removeprefix(f"{place}: "), path=path) from error
    except OSError as error:
        if error.filename not in (None, str(place)):
            raise
        raise InputError(error.strerror or str(error), path=path) from error
    finally:
        _remove(unfinished)


def check_place(path: str | os.PathLike[str]) -> None:
    """Raise InputError if no file can be made in the folder of a file that is to be replaced."""
    if not is_regular(path):
        return
    _, unfinished = _names(path)
    try:
        unfinished.touch()
    except OSError as error:
        reason = f"the file cannot be written: no new file in its folder ({error.strerror})"
        raise InputError(reason, path=path) from error
    finally:
        _remove(unfinished)


def _names(path: str | os.PathLike[str]) -> tuple[Path, Path]:
    """Return the file that is replaced, and the unfinished one beside it."""
    target = Path(os.path.realpath(path))
    # The suffix, which says the format, stays the last part of the name.
    return target, target.with_name(f".{os.getpid()}-{target.name[-LETTERS:]}")


def _remove(unfinished: Path) -> None:
    with contextlib.suppress(OSError):  # which would hide the error of the writing
        unfinished.unlink(missing_ok=True)
