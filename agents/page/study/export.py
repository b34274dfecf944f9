"""
Everything that a study recorded, as tables with a data dictionary.

The tables are CSV files in a ZIP archive, and Parquet files beside them if pyarrow is installed.
"""

from __future__ import annotations

import csv
import importlib.util
import io
import json
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ...coloring.game.stop_rules import stop_reason
from ...coloring.runner import outcome
from ...coloring.setup import TeamSettings
from ...world import TraceDb
from ..play.notes import ADVICE, DRAFT, GAME, TURN
from .study import Study

#: Columns of the tables: name, type, meaning.
DICTIONARY: dict[str, tuple[tuple[str, str, str], ...]] = {
    "participants": (
        ("person", "text", "Id of the participant"),
        ("group", "integer", "Number of the group; its members share their games"),
        ("seat", "text", "Participant of the game that the person plays"),
        ("order", "text", "Names of the conditions in the order played, separated by '>'"),
        ("stages_done", "integer", "Pages and games that are finished"),
        ("stages", "integer", "Pages and games in all; fewer if another member of the group declined"),
        ("declined", "integer", "1 if the person declined to take part"),
        ("partner_declined", "integer", "1 if another member of the group declined to take part"),
        (
            *("opened_at", "real"),
            "Time at which the person's link was first opened, seconds since 1970; empty if never, "
            "or if a version without this column had begun the study",
        ),
    ),
    "answers": (
        ("person", "text", "Id of the participant"),
        ("stage", "text", "Page: consent, before, after_each.N (after game N) or after"),
        ("condition", "text", "Condition of game N on pages after_each.N, else empty"),
        ("key", "text", "Key of the question"),
        ("value", "text", "Answer; empty if none was given"),
        ("at", "real", "Time of the answer, seconds since 1970"),
    ),
    "games": (
        ("game", "text", "Name of the game"),
        ("group", "integer", "Number of the group"),
        ("position", "integer", "Position in the group's order, from 1"),
        ("condition", "text", "Name of the condition"),
        ("run_id", "text", "Id of the run in its trace"),
        ("settings", "text", "Settings of the game as JSON"),
        ("over", "integer", "1 if the game is over"),
        ("stop_reason", "text", "Why it ended: consensus, finished, max_steps, solved; else empty"),
        ("solved", "integer", "1 if no edge is in conflict at the end; empty if the game is not over"),
        ("conflicts", "integer", "Edges in conflict at the end; empty if the game is not over"),
        ("penalty", "real", "Penalty of the whole problem at the end; empty if the game is not over"),
        ("score", "integer", "Points of all nodes at the end; empty if the game is not over"),
        ("steps", "integer", "Steps played"),
        ("messages", "integer", "Messages sent by all participants"),
        (
            *("typed_messages", "integer"),
            "Texts that people typed and sent; one to all neighbors counts once, and so does one from "
            "which the page made several messages",
        ),
        ("best_conflicts", "integer", "Fewest conflicts after any step"),
        (
            "first_solved",
            "integer",
            "Steps played until no edge was in conflict (its step is one less); empty if there was none",
        ),
        ("hash", "text", "Hash of the trace"),
    ),
    "turns": (
        ("game", "text", "Name of the game"),
        ("step", "integer", "Step, from 0"),
        ("participant", "text", "Participant of the game"),
        ("person", "text", "Id of the person; empty for agents"),
        ("accepted", "integer", "1 if the judge accepted the turn"),
        ("error", "text", "The judge's reason, if it refused the turn"),
        ("satisfied", "integer", "1 if the participant claimed to be satisfied"),
        ("control", "text", "announce, pass, finish, or empty"),
        ("colors", "text", "Colors of the participant's nodes as JSON"),
        ("messages", "integer", "Messages in the turn"),
        ("at", "real", "Time at which a person sent the turn, seconds since 1970; else empty"),
    ),
    "messages": (
        ("game", "text", "Name of the game"),
        ("step", "integer", "Step, from 0"),
        ("sender", "text", "Participant who sent it"),
        ("recipient", "text", "Participant who received it"),
        ("kind", "text", "Kind of message"),
        ("text", "text", "Text"),
        ("payload", "text", "Typed content as JSON; empty if there is none"),
        ("report", "text", "Reported colors as JSON; empty if there are none"),
        ("person", "text", "Id of the person who sent it; empty for agents"),
        (
            *("typed", "text"),
            "What the person typed to the recipient, or to all, in this step, beside each message that "
            "the page made from it; empty for other messages, as from a button or a report of colors",
        ),
        ("at", "real", "Time at which a person sent it, seconds since 1970; else empty"),
    ),
    "clicks": (
        ("game", "text", "Name of the game"),
        ("step", "integer", "Step, from 0"),
        ("participant", "text", "Participant of the game"),
        ("person", "text", "Id of the person"),
        (
            *("kind", "text"),
            "try: a color by hand; take_back: all colors; best_answer: the button that shows the exact "
            "best answer; try_best_answer: the button that tries its colors; empty in games of versions "
            "without this column",
        ),
        ("colors", "text", "Colors tried so far in this step, as JSON"),
        ("advice", "text", "Colors of the best answer that was shown, as JSON; else empty"),
        ("text", "text", "Text of the best answer that was shown; else empty"),
        ("at", "real", "Time of the click, seconds since 1970"),
    ),
}

_GUARD = (
    "In CSV files, an apostrophe is put before a text that begins with =, +, -, @ or a tab and is no "
    "number, since a spreadsheet would take it for a formula; Parquet files hold the text as it is"
)
_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")

Row = Sequence[Any]


def tables(study: Study, folder: Path) -> dict[str, list[Row]]:
    """Return the rows of each table."""
    rows: dict[str, list[Row]] = {name: [] for name in DICTIONARY}
    games: dict[str, tuple[int, int, str]] = {}
    for person, place in study.places.items():
        done = study.answered(person)
        names = [study.plan.conditions[i].name for i in place.order]
        for position in range(len(place.order)):
            name = study.game_name(place, position)
            games[name] = (place.group + 1, position + 1, names[position])
        rows["participants"].append(
            (
                person,
                place.group + 1,
                place.seat,
                ">".join(names),
                len({record["stage"] for record in done}),
                len(study.stages(place)),
                int(study.declined(person)),
                int(study.deserted(place)),
                study.opened_at(person),
            )
        )
        for record in done:
            stage, _, number = record["stage"].partition(".")
            condition = names[int(number) - 1] if stage == "after_each" else ""
            for key, value in record["answers"].items():
                rows["answers"].append((person, record["stage"], condition, key, value, record["at"]))
    for name, (group, position, condition) in games.items():
        path = folder / f"{name}.db"
        if path.is_file():
            _add_game(rows, path, name, group, position, condition)
    return rows


def _add_game(
    rows: dict[str, list[Row]], path: Path, name: str, group: int, position: int, condition: str
) -> None:
    with TraceDb(path, readonly=True) as trace:
        run_id = trace.run_ids()[0]
        run = trace.get_run_metadata(run_id)
        settings = TeamSettings.of(run)
        stop = stop_reason(trace, run_id, settings)
        notes = [
            (step, kind, json.loads(text))
            for step, kind, text in trace.query(
                "SELECT time_step, kind, body_json FROM annotations WHERE run_id = ? "
                "ORDER BY time_step, seq",
                (run_id,),
            )
        ]
        seats: dict[str, str] = next((note["seats"] for _, kind, note in notes if kind == GAME), {})
        said = _said(trace, run_id, notes)
        at_end: Row = (None,) * 4
        so_far: Row = (0, 0, 0, None, None, trace.head(run_id))
        if trace.steps(run_id):
            result = outcome(trace, settings, stop or "")
            so_far = (
                *(result.steps, result.messages, sum(map(len, said.values())), result.best_conflicts),
                *(result.first_solved, result.hash),
            )
            # A game that is free of conflicts for the moment is not solved yet.
            if stop is not None:
                at_end = (int(result.solved), result.conflicts, result.penalty, result.score)
        figures = (int(stop is not None), stop or "", *at_end, *so_far)
        text = json.dumps({**run.config, "seed": run.seed}, sort_keys=True)
        rows["games"].append((name, group, position, condition, run_id, text, *figures))
        times = {(step, note["agent"]): note["at"] for step, kind, note in notes if kind == TURN}
        for event in trace.fetch_trace_events(run_id):
            arguments = event.info.get("arguments", {})
            rows["turns"].append(
                (
                    *(name, event.time_step, event.agent_id, seats.get(event.agent_id)),
                    *(int(event.outcome["success"]), event.outcome["error"]),
                    *(int(bool(arguments.get("satisfied"))), arguments.get("control")),
                    json.dumps(arguments.get("assignments", {}), sort_keys=True),
                    len(arguments.get("messages", ())),
                    times.get((event.time_step, event.agent_id)),
                )
            )
        rows["messages"] += [
            (
                *(name, *values, seats.get(values[1])),
                _typed(said.get((values[0], values[1]), {}), values[2]),
                times.get((values[0], values[1])),
            )
            for values in trace.query(
                "SELECT time_step, author_id, recipient, kind, content, payload_json, report_json "
                "FROM messages WHERE run_id = ? ORDER BY time_step, seq",
                (run_id,),
            )
        ]
        rows["clicks"] += [
            (
                *(name, step, note["agent"], seats.get(note["agent"])),
                "best_answer" if kind == ADVICE else note.get("kind"),
                json.dumps(note["colors"], sort_keys=True),
                json.dumps(note["advice"], sort_keys=True) if kind == ADVICE else None,
                *(note.get("text"), note["at"]),
            )
            for step, kind, note in notes
            if kind in (DRAFT, ADVICE)
        ]


def _said(
    trace: TraceDb, run_id: str, notes: Iterable[tuple[int, str, Any]]
) -> dict[tuple[int, str], dict[str, str]]:
    """Return ``{(step, participant): {recipient: text}}`` of what people typed in accepted turns."""
    accepted = {
        (event.time_step, event.agent_id)
        for event in trace.fetch_trace_events(run_id)
        if event.outcome["success"]
    }
    said: dict[tuple[int, str], dict[str, str]] = {}
    for step, kind, note in notes:
        # Who ends the game after the turn of the step has typed nothing more.
        if kind == TURN and note.get("said") and (step, note["agent"]) in accepted:
            said[step, note["agent"]] = note["said"]
    return said


def _typed(said: Mapping[str, str], recipient: str) -> str | None:
    """Return what was typed to a recipient and to all; None if nothing was."""
    return " ".join(said[to] for to in ("*", recipient) if to in said) or None


def archive(study: Study, folder: Path) -> bytes:
    """Return a ZIP archive of all tables, with the data dictionary and the plan."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as pack:
        pack.writestr("plan.json", study.plan.model_dump_json(indent=1))
        dictionary = [(table, *column) for table, columns in DICTIONARY.items() for column in columns]
        dictionary.append(("all", "all", "text", _GUARD))
        head = ("table", "column", "type", "meaning")
        pack.writestr("dictionary.csv", _csv(head, dictionary))
        for name, rows in tables(study, folder).items():
            columns = [column for column, _, _ in DICTIONARY[name]]
            pack.writestr(f"{name}.csv", _csv(columns, rows))
            if has_parquet():
                pack.writestr(f"{name}.parquet", _parquet(name, rows))
    return content.getvalue()


def has_parquet() -> bool:
    """Return whether Parquet files can be written."""
    return importlib.util.find_spec("pyarrow") is not None


def _csv(head: Sequence[str], rows: Iterable[Row]) -> str:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(head)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return text.getvalue()


def _cell(value: Any) -> Any:
    """Return a value for a CSV file; spreadsheets must not take a text for a formula."""
    if value is None:
        return ""
    if isinstance(value, str) and value.startswith(tuple("=+-@\t\r")) and not _NUMBER.fullmatch(value):
        return f"'{value}"
    return value


def _parquet(name: str, rows: Sequence[Row]) -> bytes:
    import pyarrow as pa
    from pyarrow.parquet import write_table

    types = {"text": pa.string(), "integer": pa.int64(), "real": pa.float64()}
    arrays, fields = [], []
    for i, (column, kind, meaning) in enumerate(DICTIONARY[name]):
        values = [row[i] for row in rows]
        if kind == "text":
            values = [None if value is None else str(value) for value in values]
        arrays.append(pa.array(values, types[kind]))
        fields.append(pa.field(column, types[kind], metadata={"meaning": meaning}))
    content = io.BytesIO()
    write_table(pa.table(arrays, schema=pa.schema(fields)), content)
    return content.getvalue()
