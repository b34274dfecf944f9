"""
The plan of a study: its YAML file, and who plays what in which order.

Within subjects, each group plays all conditions, in orders of a balanced Latin square (Williams 1949):
each condition stands equally often at each position, and equally often after each other one. Between
subjects, each group plays one condition. Which group has which order is drawn from the seed, in blocks,
so that the counts differ by at most one whenever the study ends.

Williams, E. J. (1949). Experimental designs balanced for the estimation of residual effects of
treatments. *Australian Journal of Scientific Research A* 2: 149-168. doi:10.1071/CH9490149
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ...coloring.setup import TeamSettings
from ...errors import InputError, KempeError

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,30}")
#: Settings of games that a condition may change.
GAME_KEYS = frozenset(
    {"mode", "topology", "algorithm", "conformance", "max_steps", "soft", "hard", "fixed", "initial"}
)


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Question(_Part):
    """
    A question of a questionnaire.

    Attributes
    ----------
    key, text
        Name of the column in the export, and the question.
    type
        ``"choice"`` among ``options``, ``"scale"`` from ``low`` to ``high``, ``"number"`` or ``"text"``.
    options
        Possible answers of a choice.
    low, high
        Ends of a scale; labels of the ends are ``low_label`` and ``high_label``.
    required
        Whether the page can be left without an answer.
    """

    key: str
    text: str
    type: Literal["choice", "scale", "number", "text"] = "text"
    options: tuple[str, ...] = ()
    low: int = 1
    high: int = 7
    low_label: str = ""
    high_label: str = ""
    required: bool = True


class Sheet(_Part):
    """
    A page of text and questions.

    Attributes
    ----------
    title, text
        Heading and text, shown as they are.
    questions
        The questions.
    agree
        Sentence to be ticked before going on, as in a consent.
    """

    title: str
    text: str = ""
    questions: tuple[Question, ...] = ()
    agree: str = ""


class Condition(_Part):
    """
    A condition.

    Attributes
    ----------
    name
        Name in the export.
    game
        Settings of the game that differ from those of the study.
    options
        Whether the page shows exact best answers on request.
    model
        Whether the language model of the command line words messages.
    """

    name: str
    game: dict[str, Any] = Field(default_factory=dict)
    options: bool = False
    model: bool = False


class Plan(_Part):
    """
    The file of a study.

    Attributes
    ----------
    name
        Name, in small letters, digits and hyphens.
    seed
        Seed of the assignment.
    participants
        Number of participants.
    seats
        Participants of the game that are people: one or more.
    design
        ``"within"`` or ``"between"`` subjects.
    conditions
        The conditions.
    game
        Settings of all games.
    consent, before, after_each, after
        Pages before everything, before the first game, after each game, and at the end.
    thanks
        Text at the end.
    """

    name: str
    seed: int = 0
    participants: Annotated[int, Field(ge=1, le=10_000)]
    seats: tuple[str, ...] = ("Human",)
    design: Literal["within", "between"] = "within"
    conditions: Annotated[tuple[Condition, ...], Field(min_length=1)]
    game: dict[str, Any] = Field(default_factory=dict)
    consent: Sheet | None = None
    before: Sheet | None = None
    after_each: Sheet | None = None
    after: Sheet | None = None
    thanks: str = "Thank you. You may close this page."

    def settings(self, condition: Condition, group: int, position: int, **more: Any) -> TeamSettings:
        """Return the settings of one game."""
        values = {**self.game, **condition.game}
        human = "page" if len(self.seats) == 1 else f"page:{','.join(self.seats[1:])}"
        seed = random.Random(f"{self.seed} game {group} {position}").getrandbits(31)
        return TeamSettings(**values, human=human, seed=seed, **more)


@dataclass(frozen=True)
class Place:
    """
    Place of one participant.

    Attributes
    ----------
    person
        Id of the person, such as p03.
    group, seat
        Number of the group, whose members share their games, and participant of the game.
    order
        Numbers of the conditions, in the order in which the group plays them.
    """

    person: str
    group: int
    seat: str
    order: tuple[int, ...]


def balanced_orders(n: int) -> list[tuple[int, ...]]:
    """
    Return the rows of a balanced Latin square of order ``n``.

    They are n rows, or 2n if n is odd, since there is no balanced square of odd order in general.
    """
    first = [0]
    for i in range(1, n):
        first.append((i + 1) // 2 if i % 2 else n - i // 2)
    rows = [tuple((value + shift) % n for value in first) for shift in range(n)]
    if n % 2 and n > 1:
        rows += [row[::-1] for row in rows]
    return rows


def places(plan: Plan) -> list[Place]:
    """Return the place of each participant."""
    size = len(plan.seats)
    groups = -(-plan.participants // size)
    rng = random.Random(f"{plan.seed} orders")
    count = len(plan.conditions)
    rows = balanced_orders(count) if plan.design == "within" else [(i,) for i in range(count)]
    orders: list[tuple[int, ...]] = []
    while len(orders) < groups:
        orders += rng.sample(rows, len(rows))
    digits = max(2, len(str(plan.participants)))
    return [
        Place(f"p{i + 1:0{digits}}", i // size, plan.seats[i % size], orders[i // size])
        for i in range(plan.participants)
    ]


def read_plan(path: Path) -> Plan:
    """
    Read and check the file of a study.

    Raises
    ------
    InputError
        If it cannot be read, is not YAML, or is not a study; the first finding is named.
    """
    import yaml

    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", path=path) from error
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError) as error:
        text = " ".join(str(error).split())
        raise InputError(f"not YAML in UTF-8: {text[:200]}", path=path) from error
    if not isinstance(data, dict):
        fields = "name, participants and conditions"
        raise InputError(f"not a study: expected an object with the fields {fields}", path=path)
    try:
        plan = Plan.model_validate(data)
    except ValidationError as error:
        finding = error.errors(include_url=False)[0]
        where = ".".join(map(str, finding["loc"])) or "study"
        raise InputError(f"{where}: {finding['msg']}", path=path) from error
    _check(plan, path)
    return plan


def _check(plan: Plan, path: Path) -> None:
    if not _NAME.fullmatch(plan.name):
        raise InputError(f"name = {plan.name!r}: expected small letters, digits and hyphens", path=path)
    names = [condition.name for condition in plan.conditions]
    if len(set(names)) < len(names):
        raise InputError("conditions: expected different names", path=path)
    if plan.participants % len(plan.seats):
        count = f"a multiple of {len(plan.seats)}, the number of seats"
        raise InputError(f"participants = {plan.participants}: expected {count}", path=path)
    for sheet in _sheets(plan).values():
        keys = [question.key for question in sheet.questions]
        if len(set(keys)) < len(keys):
            raise InputError(f"{sheet.title}: expected different keys", path=path)
        for question in sheet.questions:
            if question.type == "choice" and not question.options:
                raise InputError(f"{question.key}: a choice needs options", path=path)
            if question.type == "scale" and not question.low < question.high <= question.low + 100:
                raise InputError(f"{question.key}: expected low < high <= low + 100", path=path)
    for condition in plan.conditions:
        if unknown := {**plan.game, **condition.game}.keys() - GAME_KEYS:
            legal = ", ".join(sorted(GAME_KEYS))
            raise InputError(f"game.{min(unknown)}: expected one of {legal}", path=path)
        try:
            settings = plan.settings(condition, 0, 0).complete()
            missing = [seat for seat in plan.seats if seat not in settings.team().people]
        except (KempeError, TypeError) as error:
            raise InputError(f"condition {condition.name}: {error}", path=path) from error
        if missing:
            people = ", ".join(settings.team().people)
            raise InputError(f"seats: {missing[0]}: expected {people}", path=path)


def _sheets(plan: Plan) -> Mapping[str, Sheet]:
    sheets = {
        "consent": plan.consent,
        "before": plan.before,
        "after_each": plan.after_each,
        "after": plan.after,
    }
    return {name: sheet for name, sheet in sheets.items() if sheet is not None}
