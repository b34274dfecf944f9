"""Statements that only read: what they may begin with, and what keeps the others from writing."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence
from typing import Any

from ..errors import InputError, expected
from .rows import Row

#: First words of statements that write nothing, but for WITH, which may be the beginning of a DELETE.
_READS = ("SELECT", "VALUES", "WITH")
# A comment can be read in one way only, so that no statement takes long.
_SPACE = r"(?:\s|--[^\n]*\n|/\*(?:[^*]|\*(?!/))*\*/)"
# SQLite executes some PRAGMA when it prepares them, with EXPLAIN before them too.
_FIRST_WORD = re.compile(
    rf"{_SPACE}*(?:EXPLAIN{_SPACE}+(?:QUERY{_SPACE}+PLAN{_SPACE}+)?)?([A-Z]+)", re.IGNORECASE
)


def read_rows(connection: sqlite3.Connection, statement: str, parameters: Sequence[Any]) -> list[Row]:
    """
    Return all rows of a statement that only reads.

    Raises
    ------
    InputError
        If the statement would write, or is of another kind.
    """
    first = _FIRST_WORD.match(statement)
    word = "" if first is None else first[1].upper()
    if word not in _READS:
        raise _refused(statement)
    if word != "WITH":
        return connection.execute(statement, parameters).fetchall()
    ((before,),) = connection.execute("PRAGMA query_only")
    connection.execute("PRAGMA query_only = ON")
    try:
        return connection.execute(statement, parameters).fetchall()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_READONLY:
            raise _refused(statement) from error
        raise
    finally:
        connection.execute(f"PRAGMA query_only = {before}")


def _refused(statement: str) -> InputError:
    reads = ", ".join(_READS)
    legal = f"one that only reads ({reads}, EXPLAIN of these); the attribute connection executes others"
    return expected("statement", statement, legal)
