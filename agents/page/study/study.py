"""
A study that runs: links, the place of each participant, and what they have answered.

Each participant has a file of lines, one for each page that was answered, written before the next page
is shown. Together with the traces of the games it says where everybody is, so that nothing is lost when
the server ends.
"""

from __future__ import annotations

import contextlib
import hmac
import json
import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...errors import InputError, expected
from ..access import Keys, Visitor
from .plan import Condition, Place, Plan, places, read_plan
from .questions import AGREED, Sheet


@dataclass(frozen=True)
class Stage:
    """
    A part of a participant's way.

    Attributes
    ----------
    name
        Name in the file of answers, such as ``after_each.2``.
    sheet
        Page of questions; None for a game.
    position
        Number of the game, for games and the pages after them.
    """

    name: str
    sheet: Sheet | None
    position: int | None = None


class Study:
    """
    A running study.

    Parameters
    ----------
    plan
        The plan.
    folder
        Folder of the games; the answers are in a folder in it.

    Attributes
    ----------
    places
        ``{id of the person: place}``.
    """

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.plan = plan
        self.places: dict[str, Place] = {place.person: place for place in places(plan)}
        self._folder = folder / f"study-{plan.name}"
        self._folder.mkdir(parents=True, exist_ok=True)
        self._keep_plan()
        self._openings = self._folder / "openings.jsonl"
        self._opened: dict[str, float] = {}
        for record in _records(self._openings):
            self._opened.setdefault(record["person"], record["at"])

    def _keep_plan(self) -> None:
        """Keep the plan beside the answers, and refuse another plan of the same name."""
        path = self._folder / "plan.json"
        text = self.plan.model_dump_json(indent=1)
        # The order of settings of games is that of the version that wrote the file.
        if path.exists() and json.loads(path.read_text(encoding="utf-8")) != json.loads(text):
            raise InputError(
                f"study {self.plan.name!r} has begun with another plan: expected a new name", path=path
            )
        path.write_text(text, encoding="utf-8")

    def admit(self, keys: Keys, secret: bytes) -> list[tuple[str, str]]:
        """Return the id and the token of each participant; the tokens are the same after a restart."""
        links = []
        for person in self.places:
            name = f"study {self.plan.name} {person}"
            token = hmac.digest(secret, name.encode(), "sha256").hex()[:32]
            keys.admit(Visitor(person), token)
            links.append((person, token))
        return links

    # ------------------------------------------------------------------------------------ the way

    def stages(self, place: Place) -> list[Stage]:
        """Return the way of a participant; it has no further games once another member declined."""
        plan = self.plan
        stages = []
        if plan.consent is not None:
            stages.append(Stage("consent", plan.consent))
        if plan.before is not None:
            stages.append(Stage("before", plan.before))
        for position in range(len(place.order)):
            stages.append(Stage(f"game.{position + 1}", None, position))
            if plan.after_each is not None:
                stages.append(Stage(f"after_each.{position + 1}", plan.after_each, position))
        if plan.after is not None:
            stages.append(Stage("after", plan.after))
        return self._left_over(place, stages) if self.deserted(place) else stages

    def _left_over(self, place: Place, stages: Sequence[Stage]) -> list[Stage]:
        """Return what is done, and the pages about games that were played."""
        done = {record["stage"] for record in self.answered(place.person)}
        played = [stage.name for stage in stages if stage.sheet is None and stage.name in done]
        about = {"after" if played else "", *(name.replace("game", "after_each") for name in played)}
        return [stage for stage in stages if stage.name in done | about]

    def declined(self, person: str) -> bool:
        """Return whether a person declined to take part, in the consent or on a later page."""
        return any(record["answers"].get(AGREED) is False for record in self.answered(person))

    def deserted(self, place: Place) -> bool:
        """Return whether somebody with whom a participant shares the games declined to take part."""
        others = set(self.members(place.group).values()) - {place.person}
        return any(self.declined(person) for person in others)

    def condition(self, place: Place, position: int) -> Condition:
        """Return the condition of a game."""
        return self.plan.conditions[place.order[position]]

    def game_name(self, place: Place, position: int) -> str:
        """Return the name of the file of a game."""
        return f"{self.plan.name}-g{place.group + 1}-{position + 1}"

    def members(self, group: int) -> dict[str, str]:
        """Return ``{participant of the game: id of the person}`` of a group."""
        return {place.seat: place.person for place in self.places.values() if place.group == group}

    def open(self, person: str) -> float | None:
        """Keep that a person opened the link; return when they first did, if that is known."""
        # Versions that kept no openings may have begun the study.
        if person not in self._opened and not self.answered(person):
            at = round(time.time(), 3)
            _append(self._openings, {"person": person, "at": at})
            self._opened[person] = at
        return self.opened_at(person)

    def opened_at(self, person: str) -> float | None:
        """Return when a person first opened the link, in seconds since 1970, if it is known."""
        return self._opened.get(person)

    # ------------------------------------------------------------------------------------- answers

    def answered(self, person: str) -> list[dict[str, Any]]:
        """Return the pages that a person has answered, in order."""
        return _records(self._path(person))

    def keep(self, person: str, stage: str, answers: Mapping[str, Any]) -> None:
        """Keep the answers of one page, before the next is shown."""
        record = {"at": round(time.time(), 3), "stage": stage, "answers": dict(answers)}
        _append(self._path(person), record)

    def _path(self, person: str) -> Path:
        if person not in self.places:
            raise InputError(f"{person}: no participant of this study")
        return self._folder / f"{person}.jsonl"


def _records(path: Path) -> list[dict[str, Any]]:
    """Return the records of a file; the last line of a process that was killed may be torn."""
    if not path.exists():
        return []
    records = []
    # Not splitlines, which also splits at signs that pasted answers hold, such as U+2028.
    for line in path.read_text(encoding="utf-8").split("\n"):
        with contextlib.suppress(ValueError):
            records.append(json.loads(line))
    return records


def _append(path: Path, record: Mapping[str, Any]) -> None:
    """Add a record to a file, on a line of its own, and wait until it is on the disk."""
    torn = path.exists() and path.stat().st_size > 0 and not path.read_bytes().endswith(b"\n")
    with path.open("a", encoding="utf-8") as file:
        file.write(("\n" if torn else "") + json.dumps(record, ensure_ascii=False) + "\n")
        file.flush()
        os.fsync(file.fileno())


def read_study(path: Path, folder: Path, model: str | None = None) -> Study:
    """
    Return the study of a file.

    Parameters
    ----------
    model
        Language model of the command line, if one was named.

    Raises
    ------
    InputError
        If the file is wrong, or a condition needs a model and none was named.
    """
    plan = read_plan(path)
    for i, condition in enumerate(plan.conditions):
        if condition.model and model is None:
            legal = "--model on the command line, or false"
            raise expected(f"conditions.{i}.model", condition.model, legal, path=path)
    return Study(plan, folder)
