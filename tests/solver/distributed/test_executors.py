"""Tasks, what they pass on, and what becomes of them when their worker is killed: here and on Dask."""

from __future__ import annotations

import os
import pickle
import signal
import time
from pathlib import Path

import pytest

from solver import InputError, KempeError
from solver.distributed import Processes
from solver.distributed.executors import each, opened


def add(a, b):
    return a + b


def fail(message):
    raise InputError(message)


def die():
    os.kill(os.getpid(), signal.SIGKILL)


def die_once(mark, value):
    """Kill the process that gets this first."""
    if not Path(mark).exists():
        Path(mark).touch()
        die()
    return value


def post_and_wait(board, message):
    """Post, and return the first notice."""
    board.post(message)
    while (found := board.notice(0)) is None:
        time.sleep(0.01)
    return found


def process_id():
    return os.getpid()


def test_a_task_takes_the_results_of_others(where):
    one = where.submit(add, 1, 2)
    two = where.submit(add, one, one)
    assert where.submit(add, two, one).result() == 9
    assert one.result() == 3
    assert one.done()


def test_a_shared_value_stands_for_itself(where):
    value = where.share(list(range(1000)))
    assert where.submit(len, value).result() == 1000
    assert where.submit(add, value, [7]).result()[-2:] == [999, 7]


def test_what_a_task_raises_is_raised(where):
    with pytest.raises(InputError, match="so it is"):
        where.submit(fail, "so it is").result()


def test_each_makes_all_calls_and_tells_their_places(where):
    calls = [(add, (i, 10 * i)) for i in range(7)]
    assert {place: task.result() for place, task in each(where, calls)} == {i: 11 * i for i in range(7)}


def test_messages_go_up_and_notices_come_down(where):
    board = where.board()
    tasks = [where.submit(post_and_wait, board, bytes([i])) for i in range(2)]
    posts = []
    while len(posts) < 2:
        posts += board.collect()
    assert sorted(posts) == [b"\0", b"\1"]
    board.pin(b"x" * 100_000)
    (number, notice), other = tasks[0].result(), tasks[1].result()
    assert other == (number, notice) == (number, b"x" * 100_000)
    assert board.notice(number) is None
    board.pin(b"later")
    assert board.notice(number)[1] == b"later"
    board.remove()


def test_a_board_can_be_sent(where):
    board = where.board()
    assert pickle.loads(pickle.dumps(board)) is not board
    board.remove()


def test_a_killed_worker_costs_time_but_no_result(where, tmp_path):
    before = where.submit(add, "be", "fore")
    assert before.result() == "before"
    hit = where.submit(die_once, str(tmp_path / "mark"), "after")
    beside = [where.submit(add, i, i) for i in range(4)]
    assert where.submit(add, before, hit).result() == "beforeafter"
    assert [task.result() for task in beside] == [0, 2, 4, 6]


def test_a_task_that_kills_every_worker_is_given_up(where, monkeypatch):
    monkeypatch.setattr("solver.distributed.executors.ATTEMPTS", 2)
    with pytest.raises(KempeError, match=r"died in die.* memory"):
        where.submit(die).result()
    assert where.submit(add, 1, 1).result() == 2


def test_processes_end_with_their_executor():
    with Processes(1) as pool:
        number = pool.submit(process_id).result()
        os.kill(number, 0)
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)
    assert not pool._folder.exists()


@pytest.mark.parametrize(
    ("where", "workers", "message"),
    [
        (None, 0, "workers = 0: expected an integer >= 1"),
        ("tcp://localhost:1", 2, "workers = 2: expected None with an executor"),
        (7, None, "executor = 7: expected None, an address, a Dask client or an executor"),
    ],
)
def test_bad_executors_are_named(where, workers, message):
    with pytest.raises(InputError, match=message), opened(where, workers):
        pass


@pytest.mark.dask
def test_an_address_without_a_scheduler_is_named(monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr("solver.distributed.executors.CONNECT_SECONDS", 0.2)
    with (
        pytest.raises(InputError, match=r"no Dask scheduler at tcp://127.0.0.1:9: "),
        opened("tcp://127.0.0.1:9"),
    ):
        pass


@pytest.mark.dask
def test_a_client_and_an_address_are_both_understood(client):
    client.wait_for_workers(2)
    with opened(client) as one, opened(client.scheduler.address) as two:
        assert (one.workers, two.workers) == (2, 2)
        assert two.submit(add, 2, 3).result() == 5
    assert client.status == "running"
