"""What a coloring in progress notes of the reports of its worker."""

from __future__ import annotations

from agents.page.color.job import Job
from solver.stop import Progress


def job_without_a_worker(monkeypatch):
    monkeypatch.setattr(Job, "_read", lambda self, theirs: None)
    return Job("queen:5", "queen-5", {})


def report(seconds, **values):
    return Progress(
        seconds, 0, values.pop("moves", 0), k=5, conflicts=values.pop("conflicts", 3), **values
    )


def test_it_lists_what_was_found_once_and_by_which_method(monkeypatch):
    job = job_without_a_worker(monkeypatch)
    job._take("graph", {"n": 25, "m": 160})
    known = {"best_k": 7, "lower_bound": 5, "method": "DSATUR", "bound_method": "clique"}
    job._take("progress", report(0.1, **known))
    job._take("progress", report(0.2, **known))
    job._take("progress", report(1.5, **known | {"best_k": 6, "method": "tabucol"}))
    assert job.found == [
        "7 colors by DSATUR after 0.1 s",
        "at least 5 by clique after 0.1 s",
        "6 colors by tabucol after 1.5 s",
    ]


def test_conflicts_are_unknown_while_no_search_is_at_work(monkeypatch):
    job = job_without_a_worker(monkeypatch)
    job._take("graph", {"n": 25, "m": 160})
    job._take("progress", report(0.1, conflicts=25))
    job._take("progress", report(0.2, conflicts=4))
    assert [reading.conflicts for reading in job.readings] == [None, 4]


def test_moves_per_second_are_counted_over_half_a_second(monkeypatch):
    job = job_without_a_worker(monkeypatch)
    for seconds, moves in ((0.1, 500), (1.0, 1000), (1.001, 9000), (2.0, 3000)):
        job._take("progress", report(seconds, moves=moves))
    assert [reading.rate for reading in job.readings] == [0, 1000, 1000, 2000]


def test_a_search_that_has_ended_can_not_be_stopped_while_its_picture_is_drawn(monkeypatch):
    job = job_without_a_worker(monkeypatch)
    assert job.can_stop
    job._take("result", object())
    assert job.is_running
    assert not job.can_stop
