"""
Files of the Toronto examination timetables: courses in ``.crs``, students in ``.stu``.

Carter, M. W., G. Laporte, and S. Y. Lee (1996). Examination timetabling: algorithmic strategies and
applications. *Journal of the Operational Research Society* 47: 373-383. doi:10.1057/jors.1996.37
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from os import PathLike

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..arguments import integer
from ..dcop.network import CostNetwork
from ..errors import InputError, expected
from ..graphs.graph import Graph
from ..graphs.verify import as_colors
from ..problems.problem import Problem
from .exams import MAX_PAIRS, Conflicts, check_cells, conflicts_of, cost_network, integer_of, lines_of

#: Cost of a student whose exams are 1, 2, .. slots apart.
PROXIMITY = (16, 8, 4, 2, 1)


@dataclass(frozen=True, eq=False)
class TorontoTimetable:
    """
    Exams and students.

    Attributes
    ----------
    names
        Names of the exams as in the file.
    enrollments
        Enrollments according to the file of courses, int64[n]. They are not compared with the students.
    students
        Number of students.
    graph
        Exams that have a student in common.
    common
        Number of common students of each edge, in the order of ``graph.edges()``.
    """

    names: tuple[str, ...]
    enrollments: NDArray[np.int64]
    students: int
    graph: Graph
    common: NDArray[np.int64]

    def proximity(self, slots: ArrayLike) -> float:
        """
        Return the cost per student of exams that are close to each other.

        A student costs 16, 8, 4, 2 or 1 for each two exams that are 1, 2, 3, 4 or 5 slots apart.

        Parameters
        ----------
        slots
            Slot of each exam, integers (n,) from 0.

        Raises
        ------
        InputError
            If two exams of one student have the same slot, or an exam has none.
        """
        colors = as_colors(self.graph, slots)
        u, v = self.graph.edges().T
        apart = abs(colors[u].astype(np.int64) - colors[v])
        if np.any(colors < 0) or np.any(apart == 0):
            raise InputError("slots: expected a slot for each exam, different for exams in conflict")
        cost = np.array([0, *PROXIMITY, 0])[np.minimum(apart, len(PROXIMITY) + 1)]
        return float((cost * self.common).sum()) / max(self.students, 1)

    def problem(self, k: int) -> Problem:
        """
        Return the problem with k slots, in which a conflict costs the number of common students.

        Raises
        ------
        BudgetError
            If exams times slots are more than 20 million.
        """
        k = integer("k", k, 1)
        check_cells(max(self.graph.n, 1) * k, "the preferences of the problem")
        edges = [(self.names[u], self.names[v]) for u, v in self.graph.edges().tolist()]
        return Problem(self.names, edges, range(k), weights=self.common.astype(float))

    def network(self, k: int) -> CostNetwork:
        """
        Return the cost network with k slots, whose cost is that of :meth:`proximity` times the students.

        Conflicts are forbidden.

        Raises
        ------
        BudgetError
            If the tables have more than 20 million entries together.
        """
        k = integer("k", k, 1)
        check_cells(max(self.graph.m, 1) * k * k)
        apart = abs(np.subtract.outer(np.arange(k), np.arange(k)))
        cost = np.array([math.inf, *PROXIMITY, 0])[np.minimum(apart, len(PROXIMITY) + 1)]
        return cost_network(Conflicts(self.graph, self.common), cost, self.names)


def read_toronto(courses: str | PathLike[str], students: str | PathLike[str]) -> TorontoTimetable:
    """
    Read a timetable of the Toronto collection.

    Parameters
    ----------
    courses
        File ``.crs`` with a line ``EXAM ENROLLMENT`` for each exam.
    students
        File ``.stu`` with a line for each student: the exams between spaces. Empty lines are skipped,
        and repeated exams of a student count once.

    Returns
    -------
    TorontoTimetable
        The exams in the order of the first file.

    Raises
    ------
    InputError
        If a line has another form or names an unknown exam, or a file is larger than 64 MiB.
    """
    place: dict[str, int] = {}
    enrollments = []
    for number, line in enumerate(lines_of(courses), start=1):
        words = line.split()
        if not words:
            continue
        if len(words) != 2:
            raise expected("line", line, "EXAM ENROLLMENT", path=courses, line=number)
        if words[0] in place:
            raise expected("exam", words[0], "each exam once", path=courses, line=number)
        place[words[0]] = len(place)
        enrollments.append(integer_of("enrollment", words[1], 0, None, courses, number))
    taken: list[list[int]] = []
    pairs = 0
    for number, line in enumerate(lines_of(students), start=1):
        words = line.split()
        if not words:
            continue
        unknown = [word for word in words if word not in place]
        if unknown:
            legal = f"one of the {len(place)} exams of {courses}"
            raise expected("exam", unknown[0], legal, path=students, line=number)
        taken.append(sorted({place[word] for word in words}))
        pairs += len(taken[-1]) ** 2 // 2
        if pairs > MAX_PAIRS:
            legal = f"<= {MAX_PAIRS} of all students"
            raise expected("pairs of exams", pairs, legal, path=students, line=number)
    conflicts = conflicts_of(len(place), taken)
    return TorontoTimetable(
        tuple(place), np.array(enrollments, np.int64), len(taken), conflicts.graph, conflicts.common
    )
