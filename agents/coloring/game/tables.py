"""
Tables of a game in the trace: rows to query, and the situations from which a run resumes.

A row is written where something changes. Only ``coloring_seat`` holds whole situations, since a resumed
run starts from them.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from sqlite3 import Connection
from typing import Any

from ...canonical import canonical, canonical_record
from ..situation import Offer, Received, Situation, plain

_COLUMNS = {
    "problem": "problem TEXT NOT NULL, hash TEXT NOT NULL",
    "assignment": "node TEXT NOT NULL, color TEXT NOT NULL, owner TEXT NOT NULL, source TEXT NOT NULL",
    "belief": "agent TEXT NOT NULL, node TEXT NOT NULL, color TEXT NOT NULL, origin TEXT NOT NULL",
    "pin": "agent TEXT NOT NULL, node TEXT NOT NULL, color TEXT NOT NULL, kind TEXT NOT NULL, "
    "partner TEXT NOT NULL, active INTEGER NOT NULL",
    "offer": "offer_id TEXT NOT NULL, sender TEXT NOT NULL, recipient TEXT NOT NULL, "
    "offer TEXT NOT NULL, status TEXT NOT NULL",
    "constraint": "agent TEXT NOT NULL, constraint_id TEXT NOT NULL, stated_by TEXT NOT NULL, "
    "node TEXT NOT NULL, kind TEXT NOT NULL, color TEXT NOT NULL, active INTEGER NOT NULL",
    "eval": "penalty REAL NOT NULL, conflicts INTEGER NOT NULL, satisfied TEXT NOT NULL, "
    "scores TEXT NOT NULL",
    "transition": "agent TEXT NOT NULL, seq INTEGER NOT NULL, source TEXT NOT NULL, "
    "target TEXT NOT NULL, trigger TEXT NOT NULL, oracle TEXT, fallback INTEGER NOT NULL",
    "checkpoint": "assignments TEXT NOT NULL, penalty REAL NOT NULL, score INTEGER NOT NULL",
    "seat": "agent TEXT NOT NULL, situation TEXT NOT NULL",
}


def make(connection: Connection) -> None:
    """Create the tables where they are missing."""
    for name, columns in _COLUMNS.items():
        connection.execute(
            f"CREATE TABLE IF NOT EXISTS coloring_{name} "
            f"(run_id TEXT NOT NULL, time_step INTEGER NOT NULL, {columns}) STRICT"
        )
    connection.execute(
        "CREATE INDEX IF NOT EXISTS coloring_seat_agent ON coloring_seat (run_id, agent, time_step)"
    )


class Writer:
    """Writer of the rows of one run and step: they are collected, and written by :meth:`write`."""

    def __init__(self, connection: Connection, run_id: str, time_step: int) -> None:
        self._connection = connection
        self._key = (run_id, time_step)
        self._rows: dict[str, list[tuple[Any, ...]]] = {}

    def add(self, table: str, *values: Any) -> None:
        """Add one row."""
        self.add_all(table, [values])

    def add_all(self, table: str, rows: Iterable[tuple[Any, ...]]) -> None:
        """Add rows."""
        self._rows.setdefault(table, []).extend((*self._key, *row) for row in rows)

    def write(self) -> None:
        """Write the rows, those of each table together."""
        for table, rows in self._rows.items():
            if rows:
                marks = ", ".join("?" * len(rows[0]))
                self._connection.executemany(f"INSERT INTO coloring_{table} VALUES ({marks})", rows)
        self._rows = {}

    def offer(self, offer: Offer, text: str) -> None:
        """Add an offer as it now stands, and its text."""
        self.add("offer", offer.offer_id, offer.sender, offer.recipient, text, offer.status)


class OfferTexts:
    """
    Offers as canonical JSON, each written once as it stands.

    Both sides hold an offer until the round ends, and a seat is written whole whenever it changes.
    """

    def __init__(self) -> None:
        self._kept: dict[str, tuple[Offer, str]] = {}

    def of(self, offer: Offer) -> str:
        """Return the text of an offer."""
        kept = self._kept.get(offer.offer_id)
        if kept is not None and kept[0] is offer:
            return kept[1]
        text = canonical_record(offer, ()) or canonical(asdict(offer))
        self._kept[offer.offer_id] = offer, text
        return text

    def list_of(self, offers: Sequence[Offer]) -> str:
        """Return the text of several offers."""
        return f"[{','.join(map(self.of, offers))}]"


def read_seats(connection: Connection, run_id: str, time_step: int) -> dict[str, Situation]:
    """Read the last situation of each participant before a step."""
    rows = connection.execute(
        "SELECT agent, situation, max(time_step) FROM coloring_seat "
        "WHERE run_id = ? AND time_step < ? GROUP BY agent",
        (run_id, time_step),
    )
    return {agent: Situation.of(json.loads(text)) for agent, text, _ in rows}


def read_finished(connection: Connection, run_id: str, time_step: int) -> bool:
    """Return whether the person ended the game before a step."""
    ((count,),) = connection.execute(
        "SELECT count(*) FROM trace WHERE run_id = ? AND time_step < ? "
        "AND json_extract(info_json, '$.arguments.control') = 'finish' "
        "AND json_extract(outcome_json, '$.success')",
        (run_id, time_step),
    )
    return bool(count)


def read_spoken_to(connection: Connection, run_id: str, time_step: int, person: str | None) -> set[str]:
    """Read the recipients of the person's words in a step."""
    rows = connection.execute(
        "SELECT recipient FROM messages "
        "WHERE run_id = ? AND time_step = ? AND author_id = ? AND kind != 'rb'",
        (run_id, time_step, person),
    )
    return {recipient for (recipient,) in rows}


def read_inboxes(connection: Connection, run_id: str, time_step: int) -> dict[str, list[Received]]:
    """Read the messages of a step, by recipient."""
    rows = connection.execute(
        "SELECT recipient, author_id, kind, content, payload_json, report_json FROM messages "
        "WHERE run_id = ? AND time_step = ? ORDER BY seq",
        (run_id, time_step),
    )
    inboxes: dict[str, list[Received]] = {}
    for recipient, author, kind, text, payload, report in rows:
        message = Received(
            sender=author,
            kind=kind,
            text=text,
            payload=None if payload is None else json.loads(payload),
            report=None if report is None else json.loads(report),
            time_step=time_step,
        )
        inboxes.setdefault(recipient, []).append(message)
    return inboxes


def read_checkpoint(connection: Connection, run_id: str, time_step: int | None = None) -> dict[str, str]:
    """Return the colors of the last checkpoint up to a step, or of all; empty if there is none."""
    row = connection.execute(
        "SELECT assignments FROM coloring_checkpoint "
        "WHERE run_id = ?1 AND (?2 IS NULL OR time_step <= ?2) ORDER BY time_step DESC LIMIT 1",
        (run_id, time_step),
    ).fetchone()
    return {} if row is None else dict(json.loads(row[0]))


def read_first_checkpoint(connection: Connection, run_id: str) -> int | None:
    """Return the step of the first checkpoint, counted from 0; None if there is none."""
    query = "SELECT min(time_step) FROM coloring_checkpoint WHERE run_id = ?"
    ((step,),) = connection.execute(query, (run_id,))
    return None if step is None else int(step)


def has_games(connection: Connection) -> bool:
    """Return whether a file has the tables of games, which that of another world has not."""
    query = "SELECT count(*) FROM sqlite_schema WHERE name = 'coloring_problem'"
    ((count,),) = connection.execute(query)
    return bool(count)


def read_games(connection: Connection) -> list[str]:
    """Return the run ids of the games of a file, in the order in which they began."""
    ids = connection.execute("SELECT run_id FROM coloring_problem GROUP BY run_id ORDER BY min(rowid)")
    return [run_id for (run_id,) in ids]


def read_problem(connection: Connection, run_id: str) -> str | None:
    """Return the problem of a game as it was recorded; None if the game had not begun."""
    query = "SELECT problem FROM coloring_problem WHERE run_id = ?"
    row = connection.execute(query, (run_id,)).fetchone()
    return None if row is None else str(row[0])


def seat_text(
    situation: Situation,
    offers: OfferTexts,
    kept: dict[str, tuple[Any, str]] | None = None,
) -> str:
    """
    Return a situation as the table of seats keeps it.

    Parameters
    ----------
    offers
        Texts of the offers of the game.
    kept
        ``{field: (value, its text)}`` of the last text of this seat, which is brought up to date: most
        values are the same objects from step to step.
    """
    texts = []
    fields = situation.__dict__
    for name in _FIELDS:
        value = fields[name]
        last = None if kept is None else kept.get(name)
        if last is not None and last[0] is value:
            texts.append(last[1])
            continue
        written = offers.list_of(value) if name == "offers" else _field_text(name, value)
        text = f'"{name}":{written}'
        texts.append(text)
        if kept is not None:
            kept[name] = value, text
    return f"{{{','.join(texts)}}}"


#: Fields of a situation in the order of canonical JSON.
_FIELDS = sorted(Situation.__dataclass_fields__)


def _field_text(name: str, value: Any) -> str:
    """Return one field of a situation as canonical JSON."""
    floats: list[float] = []
    if name == "past":
        floats += [turn.penalty for turn in value]
    elif name == "heard":
        floats += itertools.chain.from_iterable(table.costs for table in value.values())
    # Only the conversation holds values of any kind.
    text = None if name == "flow" else canonical_record(value, floats)
    return canonical(plain(value)) if text is None else text
