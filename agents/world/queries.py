"""Statements that only read: what they may begin with, and what keeps the others from writing."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence
from typing import Any

from ..errors import InputError, expected
from .rows import Row

#: First words of statements that write nothing, but for WITH, which may be the beginning of a DELETE.
_READS = ("SELECT", "VALUES", "EXPLAIN", "WITH")
_FIRST_WORD = re.compile(r"(?:\s|--[^\n]*\n|/\*.*?\*/)*([A-Za-z]+)", re.DOTALL)


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
    connection.execute("PRAGMA query_only = ON")
    try:
        return connection.execute(statement, parameters).fetchall()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_READONLY:
            raise _refused(statement) from error
        raise
    finally:
        connection.execute("PRAGMA query_only = OFF")


def _refused(statement: str) -> InputError:
    legal = "one that only reads (SELECT, VALUES, WITH); the attribute connection executes others"
    return expected("statement", statement, legal)
