from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solver
from solver import InputError
from solver.interop.itc2007 import read_itc2007

TEXT = """[Exams:4]
120, 1, 2, 3
60, 2, 4
60, 5
90, 5, 6
[Periods:4]
15:04:2005, 09:30:00, 120, 0
15:04:2005, 14:00:00, 60, 3
15:04:2005, 17:00:00, 120, 0
16:04:2005, 09:30:00, 120, 7
[Rooms:2]
260, 0
100, 10
[PeriodHardConstraints]
0, AFTER, 1
1, EXCLUSION, 2
2, EXAM_COINCIDENCE, 3
[RoomHardConstraints]
3, ROOM_EXCLUSIVE
[InstitutionalWeightings]
TWOINAROW, 5
TWOINADAY, 15
PERIODSPREAD, 2
NONMIXEDDURATIONS, 10
FRONTLOAD, 1, 2, 50
"""
TAKEN = [{0}, {0, 1}, {0}, {1}, {2, 3}, {3}]
DAYS = [0, 0, 0, 1]
PERIODS = [(120, 0), (60, 3), (120, 0), (120, 7)]
DURATIONS = [120, 60, 60, 90]


@pytest.fixture
def read(tmp_path):
    def write_and_read(text=TEXT):
        path = tmp_path / "x.exam"
        path.write_text(text, encoding="utf-8")
        return read_itc2007(path)

    return write_and_read


def cost(periods):
    """Follow the rules of the competition student by student."""
    if any(DURATIONS[v] > PERIODS[p][0] for v, p in enumerate(periods)):
        return math.inf
    if periods[0] <= periods[1] or periods[1] == periods[2]:
        return math.inf  # exams 2 and 3 have a common student, which cancels their coincidence
    total = sum(PERIODS[p][1] for p in periods) + (50 if periods[0] >= 2 else 0)
    for exams in TAKEN:
        for a, b in itertools.combinations(exams, 2):
            apart = abs(periods[a] - periods[b])
            if apart == 0:
                return math.inf
            if DAYS[periods[a]] == DAYS[periods[b]]:
                total += 5 if apart == 1 else 15
            total += apart <= 2
    return total


def test_every_assignment_of_periods_costs_what_the_rules_say(read):
    network = read().network()
    for periods in itertools.product(range(4), repeat=4):
        assert network.cost(np.array(periods)) == cost(periods)


def test_the_problem_has_conflicts_and_costs_of_single_exams(read):
    t = read()
    assert t.graph.edges().tolist() == [[0, 1], [1, 2], [2, 3]]
    assert t.common.tolist() == [1, 0, 1]
    assert t.exclusive == (3,)
    assert [room.capacity for room in t.rooms] == [260, 100]
    problem = t.problem(hard=1000)
    for periods in itertools.product(range(4), repeat=4):
        total = sum(PERIODS[p][1] for p in periods) + (50 if periods[0] >= 2 else 0)
        total += 1000 * sum(DURATIONS[v] > PERIODS[p][0] for v, p in enumerate(periods))
        total += 1000 * sum(periods[a] == periods[b] for a, b in ((0, 1), (1, 2), (2, 3)))
        assert solver.penalty(problem, periods) == total


def test_coincident_exams_without_common_students_have_the_same_period(read):
    network = read(TEXT.replace("90, 5, 6", "90, 6")).network()
    assert network.cost(np.array([2, 1, 2, 2])) < math.inf
    assert network.cost(np.array([2, 1, 0, 2])) == math.inf


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("[Exams:4]", "[Exams:5]", "1: Exams = 5: expected 4, the number of lines in the section"),
        ("[Exams:4]", "[Exams]", "1: section = '[Exams]': expected [Exams:N], [Periods:N], [Rooms:N]"),
        ("[Exams:4]", "120, 1", "1: line = '120, 1': expected [Exams:N]"),
        ("[Rooms:2]", "[Halls:2]", "11: section = 'Halls': expected each of Exams,"),
        ("60, 5\n", "-1, 5\n", "4: duration = '-1': expected an integer >= 0"),
        ("60, 5\n", "60, x\n", "4: student = 'x': expected an integer >= 0"),
        ("60, 5\n", "60, \u0665\n", "4: student = '\u0665': expected an integer >= 0"),
        ("260, 0", "260", "12: room = '260': expected CAPACITY, PENALTY"),
        ("15:04:2005, 14", "15.04.2005, 14", "8: period = '15.04.2005, 14:00:00, 60, 3': expected"),
        ("0, AFTER, 1", "0, AFTER, 4", "15: exam = 4: expected an integer from 0 to 3"),
        ("0, AFTER, 1", "0, AFTER, 0", "15: rule = '0, AFTER, 0': expected two different exams"),
        ("0, AFTER, 1", "0, BEFORE, 1", "15: rule = '0, BEFORE, 1': expected EXAM, EXAM_COINCIDENCE or"),
        ("3, ROOM_EXCLUSIVE", "3, ALONE", "19: rule = '3, ALONE': expected EXAM, ROOM_EXCLUSIVE"),
        ("TWOINADAY, 15", "TWOINADAY", "22: weighting = 'TWOINADAY': expected TWOINAROW with 1"),
    ],
)
def test_bad_lines_are_named(read, tmp_path, before, after, message):
    with pytest.raises(InputError) as error:
        read(TEXT.replace(before, after, 1))
    assert str(error.value).startswith(f"{tmp_path / 'x.exam'}:{message}")


def test_exams_without_duration_and_exams_that_coincide_with_themselves_are_read(read):
    t = read(TEXT.replace("60, 5\n", "0, 5\n", 1).replace("0, AFTER, 1", "0, EXAM_COINCIDENCE, 0"))
    assert t.durations.min() == 0
    assert all(a != b for a, _, b in t.rules)
    assert t.allowed[t.durations.argmin()].all()


def test_leading_zeros_do_not_make_another_student(read):
    t = read(TEXT.replace("60, 5\n", "60, 5, 005, 02\n"))
    assert t.sizes.tolist() == [3, 2, 2, 2]
    assert {(0, 2), (1, 2)} <= set(map(tuple, t.graph.edges().tolist()))


def test_tables_of_periods_are_limited(read):
    period = "15:04:2005, 09:30:00, 120, 0\n"
    many = TEXT.replace("[Periods:4]\n", "[Periods:5004]\n" + 5000 * period)
    with pytest.raises(InputError, match=r"6: Periods = 5004: expected <= 3996 with 4 exams"):
        read(many)


def test_a_weighting_may_be_repeated_but_not_changed(read):
    assert read(TEXT + "PERIODSPREAD, 2\n").weights["PERIODSPREAD"] == (2,)
    with pytest.raises(InputError, match="weighting = 'PERIODSPREAD, 3': expected one line of PERIODSP"):
        read(TEXT + "PERIODSPREAD, 3\n")


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_damaged_files_are_read_or_refused(tmp_path_factory, data):
    at = data.draw(st.integers(0, len(TEXT)))
    end = data.draw(st.integers(at, min(len(TEXT), at + 12)))
    text = TEXT[:at] + data.draw(st.text("[]:,0129\n aEx²", max_size=8)) + TEXT[end:]
    path = tmp_path_factory.getbasetemp() / "damaged.exam"
    path.write_text(text)
    try:
        t = read_itc2007(path)
    except InputError as error:
        refused = error
    else:
        assert t.allowed.shape == (len(t.durations), len(t.periods))
        assert t.problem().n == t.graph.n
        return
    assert refused.path == str(path)
