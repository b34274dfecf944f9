"""The schedule: whose turn it is, how the work is shared, and that threads decide nothing."""

from __future__ import annotations

import numpy as np
import pytest

from solver import Graph
from solver.portfolio.gap import Gap
from solver.portfolio.members import Member
from solver.portfolio.schedule import Schedule

pytestmark = pytest.mark.tiny

NONE = np.empty(0, np.int32)


class Attempt:
    def __init__(self, cost):
        self.k, self.cost = 2, cost


class Stuck(Member):
    """A local search that never gets below its cost, or someone below who finds nothing."""

    def __init__(self, name, cost=None, share=1.0):
        self.name, self.share = name, share
        self.search = None if cost is None else Attempt(cost)

    def prepare(self, gap):
        return None if self.idle else self.name

    def run(self, work, ticks):
        assert work == self.name
        self.ticks += ticks

    def report(self, work, gap):
        pass


def schedule(members, **options):
    path = Graph.from_edges(3, [(0, 1), (1, 2)])
    return Schedule(Gap(path, np.array([0, 1, 2], np.int32), NONE), members, **options)


def test_local_searches_share_in_inverse_proportion_to_their_cost():
    members = [Stuck("a", 1), Stuck("b", 2), Stuck("c", 90)]  # 1, 1/2, and no less than 1/8
    for member in members:
        member.patience = 10**9
    part = schedule(members)
    for _ in range(1300):
        assert part.turn(1, 10)
    assert part.ticks == 13_000
    for member, share in zip(members, (8000, 4000, 1000), strict=True):
        assert abs(member.ticks - share) <= 40


def test_a_search_that_comes_nearer_takes_over_from_one_that_does_not():
    class Nearing(Stuck):
        def run(self, work, ticks):
            super().run(work, ticks)
            self.search.cost = 40 - self.ticks / 2000  # a little nearer with each turn

    members = [Stuck("stuck", 20), Nearing("nearing", 40)]
    part = schedule(members)
    for _ in range(4000):
        part.turn(1, 10)
    assert members[1].ticks > 3 * members[0].ticks


@pytest.mark.parametrize(
    ("found", "lead", "factor"), [(1, 8.0, 2), (2, 8.0, 4), (2, 3.0, 3), (9, 8.0, 8)]
)
def test_who_found_the_last_colorings_has_more_of_the_work(found, lead, factor):
    class Finder(Stuck):
        left = found

        def report(self, work, gap):
            if self.left:
                self.left -= 1
                gap.offer(
                    np.arange(gap.incumbent.k - 1, dtype=np.int32)[
                        np.arange(20) % (gap.incumbent.k - 1)
                    ],
                    self.name,
                )

    members = [Finder("finder", 1), Stuck("other", 1), Stuck("below")]
    for member in members:
        member.patience = 10**9
    graph = Graph.from_edges(20, [(0, 1)])
    part = Schedule(Gap(graph, np.arange(20, dtype=np.int32), NONE), members, lead=lead)
    while members[0].left:
        part.turn(1, 10)
    before = [member.ticks for member in members]
    for _ in range(3000):
        part.turn(1, 10)
    more = [member.ticks - b for member, b in zip(members, before, strict=True)]
    assert more[0] == pytest.approx(factor * more[1], rel=0.05)
    assert more[0] + more[1] == pytest.approx(factor * 2 * more[2], rel=0.05)


def test_what_the_first_search_found_counts_for_its_technique():
    class First(Stuck):
        def report(self, work, gap):
            gap.offer(np.arange(20, dtype=np.int32) % (gap.incumbent.k - 1), self.name)
            self.idle = gap.incumbent.k == 12

    members = [First("tabucol", 1), Stuck("tabucol", 1), Stuck("other", 1)]
    for member in members:
        member.patience = 10**9
    members[0].first = True
    graph = Graph.from_edges(20, [(0, 1)])
    part = Schedule(Gap(graph, np.arange(20, dtype=np.int32), NONE), members, lead=8.0)
    for _ in range(908):
        part.turn(1, 10)
    assert members[0].ticks == 80
    assert members[1].ticks == pytest.approx(8 * members[2].ticks, rel=0.05)


def test_who_is_early_has_its_share_after_turns_of_searches_in_vain():
    class Finding(Stuck):
        def report(self, work, gap):
            gap.offer(np.arange(20, dtype=np.int32) % max(2, gap.incumbent.k - 1), self.name)

    def shares(search, turns):
        members = [search, Stuck("below", share=3.0)]
        members[0].patience = members[1].patience = 10**9
        members[1].early = 1 / 6
        graph = Graph.from_edges(20, [(0, 1)])
        gap = Gap(graph, np.arange(20, dtype=np.int32), NONE)
        part = Schedule(gap, members, lead=1.0, early_turns=50)
        for _ in range(turns):
            part.turn(1, 10)
        return members[1].ticks / part.ticks

    assert shares(Finding("above", 9), 18) == pytest.approx(1 / 3, abs=0.05)
    assert shares(Stuck("above", 9), 18) == pytest.approx(1 / 3, abs=0.05)
    assert shares(Stuck("above", 9), 9000) == pytest.approx(3 / 4, abs=0.02)


def test_who_is_far_from_a_coloring_has_no_less_for_it():
    members = [Stuck("above", 50), Stuck("below")]
    members[1].patience = 10**9
    part = schedule(members)
    for _ in range(100):
        part.turn(1, 10)
    assert [member.ticks for member in members] == [500, 500]


@pytest.mark.parametrize(("rest", "above"), [(1.0, 2000), (0.5, 1000), (0.25, 500)])
def test_local_searches_that_find_nothing_leave_work_to_the_proof(rest, above):
    members = [Stuck("a", 50), Stuck("b", 50), Stuck("below")]
    for member, patience in zip(members, (0.1, 0.1, 10**9), strict=True):
        member.patience = patience
    part = schedule(members, rest=rest)
    for _ in range(300):
        part.turn(1, 10)
    assert abs(sum(member.ticks for member in members[:2]) - above * 3000 // (above + 1000)) <= 60


def test_a_share_fades_while_its_owner_finds_nothing_and_never_ends():
    members = [Stuck("above", 3, share=4), Stuck("below")]
    part = schedule(members)
    shares = []
    for _ in range(3):
        before = members[1].ticks
        for _ in range(1000):
            part.turn(1, 10)
        shares.append((members[1].ticks - before) / 10_000)
    assert shares[0] > shares[1] == pytest.approx(1 / 33, rel=0.1)
    assert shares[2] == pytest.approx(shares[1], rel=0.1)


def test_bounds_have_a_smaller_share_while_they_are_far_below_the_coloring():
    ticks = []
    for lower_bound in (1, 2, 3):
        members = [Stuck("above", 50, share=1.0), Stuck("below", share=1.0)]
        members[1].patience = 10**9
        members[1].by_gap = True
        part = schedule(members)
        part.gap.incumbent.lower_bound = lower_bound
        for _ in range(1000):
            part.turn(1, 10)
        ticks.append(members[1].ticks / 10_000)
    # The factors are 1/9, 4/9 and 1.
    assert ticks == pytest.approx([1 / 10, 4 / 13, 1 / 2], abs=0.01)


def test_work_ahead_waits_until_the_share_covers_it():
    class Writing(Stuck):
        def ahead(self, gap):
            return 0 if self.ticks else 500

    members = [Stuck("a", 50, share=2.0), Writing("b", share=1.0)]
    part = schedule(members)
    turns = 0
    while not members[1].ticks:
        assert part.turn(1, 10)
        turns += 1
    assert turns == 102  # a has two thousand thirds of the work before


def test_who_is_late_begins_when_its_share_covers_a_turn():
    members = [Stuck("rare", 50, share=0.1), Stuck("often", 50, share=1.0)]
    for member in members:
        member.patience = 10**9
    members[0].late = True
    part = schedule(members)
    for _ in range(8):
        part.turn(1, 10)
    assert [member.ticks for member in members] == [0, 80]
    for _ in range(4):
        part.turn(1, 10)
    assert members[0].ticks == 10


def test_threads_take_different_members():
    members = [Stuck("a", 1), Stuck("b", 9), Stuck("c", 9)]
    part = schedule(members)
    part.turn(2, 10)
    assert [member.ticks for member in members] == [10, 10, 0]
    part.turn(5, 10)
    assert [member.ticks for member in members] == [20, 20, 10]


def test_a_member_of_two_threads_has_them_in_the_next_turn_if_one_is_taken():
    members = [Stuck("a", 9), Stuck("pair", 9), Stuck("b", 9)]
    members[1].threads = 2
    part = schedule(members)
    part.turn(2, 10)
    assert [member.ticks for member in members] == [10, 0, 10]
    part.turn(2, 10)
    assert [member.ticks for member in members] == [10, 10, 10]
    members[0].idle = members[2].idle = True
    assert part.turn(1, 10)
    assert members[1].ticks == 20


def test_who_is_first_plays_alone_until_idle():
    class First(Stuck):
        first = True

        def report(self, work, gap):
            self.idle = self.ticks >= 30

    members = [Stuck("a", 1), First("easy", 1)]
    part = schedule(members)
    for _ in range(5):
        part.turn(1, 10)
    assert [member.ticks for member in members] == [20, 30]


def test_nobody_left_is_said():
    member = Stuck("a", 1)
    member.idle = True
    assert not schedule([member]).turn(1, 10)


def test_a_success_while_the_members_prepare_is_no_end():
    class Lucky(Stuck):
        def prepare(self, gap):
            self.idle = True
            gap.offer(np.array([0, 1, 0], np.int32), self.name)

    part = schedule([Lucky("start")])
    assert part.turn(1, 10)
    assert (part.gap.incumbent.k, part.gap.incumbent.method) == (2, "start")
    assert not part.turn(1, 10)


def test_a_proof_does_not_wait_for_a_thousand_local_searches():
    class Prover(Stuck):
        def report(self, work, gap):
            gap.incumbent.raise_bound(2, {"kind": "clique", "vertices": [0, 1]})

    searches = [Stuck(str(i), 1) for i in range(1000)]
    part = schedule([Stuck("first", 1), Prover("prover"), *searches])
    part.turn(1000, 10)
    assert part.gap.incumbent.lower_bound == 2
    assert sum(member.ticks > 0 for member in part.members) == 4
    for _ in range(9):
        part.turn(1000, 10)
    assert all(member.ticks for member in searches)  # all threads are at work soon
