from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solver
from solver import BudgetError, InputError
from solver.interop.toronto import read_toronto

COURSES = "0001 2\n0002 1\n\n0003 5\n"
STUDENTS = "0001 0002\n0002\n\n0003 0001 0003\n"


@pytest.fixture
def read(tmp_path):
    def write_and_read(courses=COURSES, students=STUDENTS):
        crs, stu = tmp_path / "x.crs", tmp_path / "x.stu"
        crs.write_text(courses)
        stu.write_text(students)
        return read_toronto(crs, stu)

    return write_and_read


def proximity(taken, slots):
    """Look at each student and each pair of exams, by the definition of Carter et al."""
    pairs = [pair for exams in taken for pair in itertools.combinations(sorted(exams), 2)]
    apart = [abs(slots[a] - slots[b]) for a, b in pairs]
    if 0 in apart:
        return math.inf
    return sum(2 ** (5 - distance) for distance in apart if distance <= 5) / len(taken)


def test_a_small_timetable(read):
    t = read()
    assert t.names == ("0001", "0002", "0003")
    assert t.enrollments.tolist() == [2, 1, 5]
    assert t.students == 3
    assert t.graph.edges().tolist() == [[0, 1], [0, 2]]
    assert t.common.tolist() == [1, 1]
    assert t.proximity([0, 1, 6]) == 16 / 3
    assert read(COURSES.replace("\n", "\r\n"), STUDENTS.replace("\n", "\r\n")).graph == t.graph


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_costs_are_those_of_the_students_one_by_one(tmp_path_factory, data):
    n, k = data.draw(st.integers(1, 6)), data.draw(st.integers(1, 9))
    exams = st.sets(st.integers(0, n - 1), min_size=1)
    taken = data.draw(st.lists(exams, min_size=1, max_size=8))
    folder = tmp_path_factory.mktemp("toronto")
    (folder / "a.crs").write_text("".join(f"e{v} 1\n" for v in range(n)))
    (folder / "a.stu").write_text("".join(" ".join(f"e{v}" for v in e) + "\n" for e in taken))
    t = read_toronto(folder / "a.crs", folder / "a.stu")
    slots = data.draw(st.lists(st.integers(0, k - 1), min_size=n, max_size=n))
    expected = proximity(taken, slots)
    assert math.isclose(t.network(k).cost(np.array(slots)), expected * len(taken))
    pairs = [pair for exams in taken for pair in itertools.combinations(exams, 2)]
    clashes = sum(slots[a] == slots[b] for a, b in pairs)
    assert solver.penalty(t.problem(k), slots) == clashes
    if clashes:
        with pytest.raises(InputError):
            t.proximity(slots)
    else:
        assert math.isclose(t.proximity(slots), expected)


@pytest.mark.parametrize(
    ("courses", "students", "file", "message"),
    [
        ("a 1 2\n", "a\n", "x.crs", "1: line = 'a 1 2': expected EXAM ENROLLMENT"),
        ("a 1\n\na 2\n", "a\n", "x.crs", "3: exam = 'a': expected each exam once"),
        ("a -1\n", "a\n", "x.crs", "1: enrollment = '-1': expected an integer >= 0"),
        ("a 1\n", "a\na b\n", "x.stu", "2: exam = 'b': expected one of the 1 exams of"),
    ],
)
def test_bad_lines_are_named(read, tmp_path, courses, students, file, message):
    with pytest.raises(InputError) as error:
        read(courses, students)
    assert str(error.value).startswith(f"{tmp_path / file}:{message}")


def test_large_requests_are_refused(read, tmp_path):
    many = "".join(f"{v} 1\n" for v in range(5000))
    with pytest.raises(InputError, match="pairs of exams"):
        read(many, " ".join(map(str, range(5000))) + "\n")
    with pytest.raises(BudgetError, match="cells"):
        read().network(5000)
    with pytest.raises(BudgetError, match=r"cost network: needs .*e\+10 cells, allowed 2e\+07"):
        read().network(100_000)
    with pytest.raises(BudgetError, match=r"the preferences of the problem: needs .* cells"):
        read().problem(10**9)
    with pytest.raises(InputError, match="cannot be read"):
        read_toronto(tmp_path, tmp_path)
