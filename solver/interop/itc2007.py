"""
Files of the second International Timetabling Competition, track 1: examinations.

The reader keeps everything; the graph, the problem and the cost network have the rules and costs of
periods. Rooms, mixed durations in a room and the penalties of rooms are not part of them.

McCollum, B., A. Schaerf, B. Paechter, P. McMullan, R. Lewis, A. J. Parkes, L. Di Gaspero, R. Qu, and E.
K. Burke (2010). Setting the research agenda in automated timetabling: the second international
timetabling competition. *INFORMS Journal on Computing* 22: 120-130. doi:10.1287/ijoc.1090.0320
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from os import PathLike
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..dcop.network import CostNetwork
from ..errors import InputError, expected
from ..graphs.graph import Graph, build
from ..problems.problem import Problem
from .exams import MAX_CELLS, MAX_PAIRS, check_cells, conflicts_of, integer_of, lines_of

#: Most exams, periods and rooms; the files of the competition have at most 1096, 80 and 50.
MAX_COUNT = 100_000
RULES = ("EXAM_COINCIDENCE", "EXCLUSION", "AFTER")
WEIGHTS = {"TWOINAROW": 1, "TWOINADAY": 1, "PERIODSPREAD": 1, "NONMIXEDDURATIONS": 1, "FRONTLOAD": 3}
_SECTION = re.compile(r"\[(\w+)(?::(\d{1,10}))?\]")
_DATE = re.compile(r"\d\d:\d\d:\d{4}")
_CLOCK = re.compile(r"\d\d:\d\d:\d\d")


class Period(NamedTuple):
    """
    A period in which exams are held.

    Attributes
    ----------
    date, time
        Texts ``DD:MM:YYYY`` and ``HH:MM:SS``.
    duration
        Minutes.
    penalty
        Cost of each exam in this period.
    """

    date: str
    time: str
    duration: int
    penalty: int


class Room(NamedTuple):
    """
    A room.

    Attributes
    ----------
    capacity
        Number of seats.
    penalty
        Cost of each exam in this room.
    """

    capacity: int
    penalty: int


@dataclass(frozen=True, eq=False)
class ItcTimetable:
    """
    Exams, periods, rooms and rules.

    Attributes
    ----------
    durations, sizes
        Minutes and number of students of each exam, int64[n].
    periods, rooms
        Periods and rooms, in the order of the file.
    rules
        Triples ``(exam, rule, exam)``; ``AFTER`` means that the first exam is later than the second.
    exclusive
        Exams that need a room of their own.
    weights
        Institutional weightings, integers by name.
    graph
        Exams that have a student in common, or exclude each other.
    common
        Number of common students of each edge, in the order of ``graph.edges()``.
    """

    durations: NDArray[np.int64]
    sizes: NDArray[np.int64]
    periods: tuple[Period, ...]
    rooms: tuple[Room, ...]
    rules: tuple[tuple[int, str, int], ...]
    exclusive: tuple[int, ...]
    weights: dict[str, tuple[int, ...]]
    graph: Graph
    common: NDArray[np.int64]

    @property
    def allowed(self) -> NDArray[np.bool_]:
        """Whether an exam fits into a period by its duration, bool (n, periods)."""
        lengths = np.array([period.duration for period in self.periods], np.int64)
        return self.durations[:, None] <= lengths

    @property
    def period_costs(self) -> NDArray[np.int64]:
        """
        Costs of each exam in each period, int64 (n, periods).

        These are the penalties of periods, and of large exams in the last periods. Of exams with equally
        many students, those with lower numbers count as larger.
        """
        penalties = np.array([period.penalty for period in self.periods], np.int64)
        costs = np.tile(penalties, (len(self.durations), 1))
        largest, last, weight = self.weights.get("FRONTLOAD", (0, 0, 0))
        if last:
            costs[np.argsort(-self.sizes, kind="stable")[:largest, None], -last:] += weight
        return costs

    @property
    def pair_costs(self) -> NDArray[np.int64]:
        """Costs of a student with two exams in two different periods, int64 (periods, periods)."""
        days = np.array([period.date for period in self.periods])
        places = np.arange(len(days))
        apart = abs(np.subtract.outer(places, places))
        is_same_day = days[:, None] == days
        row, day, spread = (
            self.weights.get(name, (0,))[0] for name in ("TWOINAROW", "TWOINADAY", "PERIODSPREAD")
        )
        costs: NDArray[np.int64] = row * (is_same_day & (apart == 1)) + day * (is_same_day & (apart > 1))
        costs += (apart > 0) & (apart <= spread)
        return costs

    def problem(self, hard: int = 100_000) -> Problem:
        """
        Return the problem of periods: conflicts, durations and the costs of single exams.

        Costs of pairs of different periods and the rules ``AFTER`` and ``EXAM_COINCIDENCE`` are not part
        of it; :meth:`network` has them.

        Parameters
        ----------
        hard
            Cost of a conflict, and of an exam in a period that is too short.
        """
        preferences = -(self.period_costs + np.where(self.allowed, 0, hard)).astype(float)
        return Problem(
            range(self.graph.n), self.graph, range(len(self.periods)), preferences, float(hard)
        )

    def network(self) -> CostNetwork:
        """
        Return the cost network of periods, in which all hard rules of periods forbid.

        A coincidence of two exams with a common student is ignored, as in the competition.

        Raises
        ------
        BudgetError
            If the tables have more than 20 million entries together.
        """
        count = len(self.periods)
        check_cells((self.graph.m + len(self.rules)) * count * count)
        single = np.where(self.allowed, self.period_costs, math.inf)
        functions: list[tuple[tuple[int, ...], NDArray[np.float64]]] = [
            ((v,), row) for v, row in enumerate(single)
        ]
        is_same = np.eye(count, dtype=bool)
        pairs, shared = self.graph.edges().tolist(), self.common.tolist()
        costs = self.pair_costs
        for (u, v), students in zip(pairs, shared, strict=True):
            functions.append(((u, v), np.where(is_same, math.inf, costs * students)))
        in_conflict = {(u, v) for (u, v), students in zip(pairs, shared, strict=True) if students}
        places = np.arange(count)
        for a, rule, b in self.rules:
            if rule == "AFTER":
                is_legal = places[:, None] > places
            elif rule == "EXAM_COINCIDENCE" and (min(a, b), max(a, b)) not in in_conflict:
                is_legal = is_same
            else:
                continue
            functions.append(((a, b), np.where(is_legal, 0.0, math.inf)))
        return CostNetwork([count] * self.graph.n, functions)


class _Reader:
    """The sections of one file, read line by line."""

    def __init__(self, path: str | PathLike[str]) -> None:
        self.path = path
        self.line = 0
        self.declared: dict[str, tuple[int, int]] = {}
        self.taken: dict[str, list[int]] = {}
        self.durations: list[int] = []
        self.sizes: list[int] = []
        self.periods: list[Period] = []
        self.rooms: list[Room] = []
        self.rules: list[tuple[int, str, int]] = []
        self.exclusive: list[int] = []
        self.weights: dict[str, tuple[int, ...]] = {}
        self._pairs = 0

    def read(self) -> ItcTimetable:
        sections = {
            "Exams": self._exam,
            "Periods": self._period,
            "Rooms": self._room,
            "PeriodHardConstraints": self._rule,
            "RoomHardConstraints": self._room_rule,
            "InstitutionalWeightings": self._weighting,
        }
        read_line = None
        for number, text in enumerate(lines_of(self.path), start=1):
            self.line = number
            if not text.strip():
                continue
            if match := _SECTION.fullmatch(text.strip()):
                name, count = match.groups()
                if name not in sections or name in self.declared:
                    raise self._expected("section", name, f"each of {', '.join(sections)} once")
                if (count is None) == (name in ("Exams", "Periods", "Rooms")):
                    raise self._expected("section", text.strip(), "[Exams:N], [Periods:N], [Rooms:N]")
                self.declared[name] = self._integer(name, count or "0", 0, MAX_COUNT), self.line
                read_line = sections[name]
            elif read_line is None:
                raise self._expected("line", text.strip(), "[Exams:N]")
            else:
                read_line([word.strip() for word in text.rstrip(" \t\r,").split(",")])
        self._check_counts()
        return self._timetable()

    def _timetable(self) -> ItcTimetable:
        n = len(self.durations)
        conflicts = conflicts_of(n, [sorted(set(exams)) for exams in self.taken.values()])
        excluded = [(a, b) for a, rule, b in self.rules if rule == "EXCLUSION"]
        ends = np.concatenate([conflicts.graph.edges(), np.array(excluded, np.int32).reshape(-1, 2)])
        graph = build(n, ends[:, 0], ends[:, 1])[0]
        keys = graph.edges() @ np.array([n, 1], np.int64)
        common = np.zeros(graph.m, np.int64)
        shared = conflicts.graph.edges() @ np.array([n, 1], np.int64)
        common[np.searchsorted(keys, shared)] = conflicts.common
        return ItcTimetable(
            np.array(self.durations, np.int64),
            np.array(self.sizes, np.int64),
            tuple(self.periods),
            tuple(self.rooms),
            tuple(self.rules),
            tuple(self.exclusive),
            self.weights,
            graph,
            common,
        )

    def _check_counts(self) -> None:
        for name, items in (
            ("Exams", self.durations),
            ("Periods", self.periods),
            ("Rooms", self.rooms),
        ):
            if name not in self.declared:
                raise InputError(f"sections: expected [{name}:N]", path=self.path)
            count, line = self.declared[name]
            if count != len(items):
                legal = f"{len(items)}, the number of lines in the section"
                raise expected(name, count, legal, path=self.path, line=line)
        most = MAX_CELLS // max(len(self.durations), len(self.periods), 1)
        if len(self.periods) > most:
            count, line = self.declared["Periods"]
            legal = f"<= {most} with {len(self.durations)} exams"
            raise expected("Periods", count, legal, path=self.path, line=line)

    def _exam(self, words: list[str]) -> None:
        exam = len(self.durations)
        # An exam of the sixth file takes no time.
        self.durations.append(self._integer("duration", words[0], 0))
        students = dict.fromkeys(map(self._student, words[1:]))
        self.sizes.append(len(students))
        for student in students:
            exams = self.taken.setdefault(student, [])
            self._pairs += len(exams)
            exams.append(exam)
        if self._pairs > MAX_PAIRS:
            raise self._expected("pairs of exams", self._pairs, f"<= {MAX_PAIRS} of all students")

    def _student(self, word: str) -> str:
        """Return the number of a student, of any length, without leading zeros: 02 is student 2."""
        if not (word.isascii() and word.isdigit()):
            raise self._expected("student", word, "an integer >= 0")
        return word.lstrip("0") or "0"

    def _period(self, words: list[str]) -> None:
        if len(words) != 4 or not _DATE.fullmatch(words[0]) or not _CLOCK.fullmatch(words[1]):
            raise self._expected("period", ", ".join(words), "DD:MM:YYYY, HH:MM:SS, DURATION, PENALTY")
        duration, penalty = self._integer("duration", words[2], 1), self._integer("penalty", words[3], 0)
        self.periods.append(Period(words[0], words[1], duration, penalty))

    def _room(self, words: list[str]) -> None:
        if len(words) != 2:
            raise self._expected("room", ", ".join(words), "CAPACITY, PENALTY")
        capacity, penalty = self._integer("capacity", words[0], 0), self._integer("penalty", words[1], 0)
        self.rooms.append(Room(capacity, penalty))

    def _rule(self, words: list[str]) -> None:
        if len(words) != 3 or words[1] not in RULES:
            raise self._expected("rule", ", ".join(words), f"EXAM, {' or '.join(RULES)}, EXAM")
        last = len(self.durations) - 1
        a, b = (self._integer("exam", word, 0, last) for word in (words[0], words[2]))
        if a == b and words[1] == "EXAM_COINCIDENCE":
            return  # true of any timetable; the sixth file has such a line
        if a == b:
            raise self._expected("rule", ", ".join(words), "two different exams")
        self.rules.append((a, words[1], b))

    def _room_rule(self, words: list[str]) -> None:
        if len(words) != 2 or words[1] != "ROOM_EXCLUSIVE":
            raise self._expected("rule", ", ".join(words), "EXAM, ROOM_EXCLUSIVE")
        self.exclusive.append(self._integer("exam", words[0], 0, len(self.durations) - 1))

    def _weighting(self, words: list[str]) -> None:
        name = words[0]
        if WEIGHTS.get(name) != len(words) - 1:
            forms = ", ".join(f"{key} with {count}" for key, count in WEIGHTS.items())
            raise self._expected("weighting", ", ".join(words), f"{forms} integers")
        values = tuple(self._integer(name, word, 0) for word in words[1:])
        if self.weights.setdefault(name, values) != values:
            raise self._expected("weighting", ", ".join(words), f"one line of {name}")

    def _integer(self, what: str, word: str, low: int, high: int | None = None) -> int:
        return integer_of(what, word, low, high, self.path, self.line)

    def _expected(self, what: str, value: object, legal: str) -> InputError:
        return expected(what, value, legal, path=self.path, line=self.line)


def read_itc2007(path: str | PathLike[str]) -> ItcTimetable:
    """
    Read an examination timetable of the competition of 2007, track 1.

    Parameters
    ----------
    path
        Text file with the sections ``[Exams:N]``, ``[Periods:N]``, ``[Rooms:N]``,
        ``[PeriodHardConstraints]``, ``[RoomHardConstraints]`` and ``[InstitutionalWeightings]``; the
        last three may be missing.

    Returns
    -------
    ItcTimetable
        Exams are numbered from 0 in the order of the file.

    Raises
    ------
    InputError
        If a line has another form or a value is out of range, or the file is larger than 64 MiB; if
        exams times periods, or periods times periods, are more than 20 million.
    """
    return _Reader(path).read()
