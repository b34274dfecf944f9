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
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, StrictBool, StrictInt, model_serializer

from ...coloring.setup import TeamSettings
from ...errors import InputError, KempeError
from .questions import AGREED, Question, Sheet, Whole, Words
from .yaml_model import Part, YamlFile, legal, read_yaml

AtLeastOne = Annotated[StrictInt, Field(ge=1), legal("an integer >= 1")]
AtLeastZero = Annotated[StrictInt, Field(ge=0), legal("an integer >= 0")]


class GameSettings(Part):
    """Settings of games that a study may change; see :class:`~agents.coloring.setup.TeamSettings`."""

    mode: str = TeamSettings.mode
    topology: Words = TeamSettings.topology
    algorithm: str = TeamSettings.algorithm
    conformance: str = TeamSettings.conformance
    max_steps: AtLeastOne = TeamSettings.max_steps
    soft: AtLeastOne = TeamSettings.soft
    hard: StrictBool = TeamSettings.hard
    fixed: AtLeastZero | None = TeamSettings.fixed
    initial: str = TeamSettings.initial

    @model_serializer
    def given(self) -> dict[str, Any]:
        """Return the settings that the file has."""
        return {name: value for name, value in self if name in self.model_fields_set}


class Condition(Part):
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

    name: Annotated[
        str, Field(pattern=r"^[^>]*[^>\s][^>]*$"), legal("text that is not empty and has no '>'")
    ]
    game: GameSettings = GameSettings()
    options: StrictBool = False
    model: StrictBool = False


class Plan(Part):
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

    name: Annotated[
        str,
        Field(pattern=r"^[a-z0-9][a-z0-9-]{0,30}$"),
        legal("text of 1 to 31 small letters, digits and hyphens"),
    ]
    seed: Whole = 0
    participants: Annotated[StrictInt, Field(ge=1, le=10_000), legal("an integer from 1 to 10,000")]
    seats: tuple[str, ...] = ("Human",)
    design: Literal["within", "between"] = "within"
    conditions: tuple[Condition, ...]
    game: GameSettings = GameSettings()
    consent: Sheet | None = None
    before: Sheet | None = None
    after_each: Sheet | None = None
    after: Sheet | None = None
    thanks: str = "Thank you. You may close this page."

    def settings(self, condition: Condition, group: int, position: int, **more: Any) -> TeamSettings:
        """Return the settings of one game."""
        values = {**self.game.given(), **condition.game.given()}
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
    file = read_yaml(path)
    if not isinstance(file.value, dict):
        fields = "name, participants and conditions"
        raise InputError(f"not a study: expected an object with the fields {fields}", path=path)
    plan = file.read(Plan)
    _check_counts(plan, file)
    for name, sheet in _sheets(plan):
        _check_questions(name, sheet, file)
    for number in range(len(plan.conditions)):
        _check_game(plan, number, file)
    return plan


def _check_counts(plan: Plan, file: YamlFile) -> None:
    if not plan.conditions:
        raise file.wrong(("conditions",), [], "at least one condition")
    _check_distinct(("conditions",), [condition.name for condition in plan.conditions], file, "name")
    if not plan.seats:
        raise file.wrong(("seats",), [], "at least one participant of the game")
    _check_distinct(("seats",), plan.seats, file)
    if plan.participants % len(plan.seats):
        words = f"a multiple of {len(plan.seats)}, the number of seats"
        raise file.wrong(("participants",), plan.participants, words)


def _check_distinct(
    keys: tuple[str | int, ...], values: Sequence[str], file: YamlFile, *field: str
) -> None:
    for i, value in enumerate(values):
        if value in values[:i]:
            raise file.wrong((*keys, i, *field), value, "a value different from those before it")


def _check_questions(name: str, sheet: Sheet, file: YamlFile) -> None:
    _check_distinct((name, "questions"), [question.key for question in sheet.questions], file, "key")
    for i, question in enumerate(sheet.questions):
        at = (name, "questions", i)
        if sheet.agree and question.key == AGREED:
            raise file.wrong((*at, "key"), AGREED, "another key, since this is the one of 'agree'")
        if question.type == "choice" and not question.options:
            raise file.wrong((*at, "options"), [], "at least one option, since it is a choice")
        if question.type != "choice" and question.options:
            words = "'choice', since the question has options"
            raise file.wrong((*at, "type"), question.type, words)
        _check_distinct((*at, "options"), question.options, file)
        if question.type == "scale" and not question.low < question.high <= question.low + 100:
            words = f"low < high <= low + 100 with low = {question.low}"
            raise file.wrong((*at, "high"), question.high, words)
        _check_limits(at, question, file)


def _check_limits(at: tuple[str | int, ...], question: Question, file: YamlFile) -> None:
    given = question.model_fields_set
    if question.type == "number":
        for field, own in (("low", "min"), ("high", "max")):
            if field in given:
                words = f"'{own}' in its place, since the question is a number"
                raise file.wrong((*at, field), getattr(question, field), words)
        if question.min is not None and question.max is not None and question.min >= question.max:
            words = f"min < max with min = {question.min}"
            raise file.wrong((*at, "max"), question.max, words)
    elif question.min is not None or question.max is not None:
        words = "'number', since the question has min or max (a scale has low and high)"
        raise file.wrong((*at, "type"), question.type, words)


def _check_game(plan: Plan, number: int, file: YamlFile) -> None:
    with _naming(plan, number, file):
        settings = plan.settings(plan.conditions[number], 0, 0)
        team = replace(settings, human="page").team()
    first, *others = plan.seats
    if first != team.person:
        raise file.wrong(("seats", 0), first, f"{team.person}, the person of the game")
    guests = [name for name in team.participants if name != team.person]
    for i, seat in enumerate(others, 1):
        if seat not in guests:
            raise file.wrong(("seats", i), seat, f"one of {', '.join(guests)}")
    with _naming(plan, number, file):
        settings.complete()


@contextmanager
def _naming(plan: Plan, number: int, file: YamlFile) -> Iterator[None]:
    """Add the condition and its line to what is wrong with its game."""
    try:
        yield
    except KempeError as error:
        message = f"condition {plan.conditions[number].name}: {error}"
        line = file.line(("conditions", number))
        raise InputError(message, path=file.path, line=line) from error


def _sheets(plan: Plan) -> Iterator[tuple[str, Sheet]]:
    for name in ("consent", "before", "after_each", "after"):
        if (sheet := getattr(plan, name)) is not None:
            yield name, sheet
