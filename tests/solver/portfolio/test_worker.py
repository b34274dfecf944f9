from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from solver.clock import Clock
from solver.portfolio import worker as workers
from solver.portfolio.worker import Worker, end_at_once, run_for, side_by_side

pytestmark = pytest.mark.tiny


def test_work_that_has_ended_raises_its_error_when_it_is_left():
    def fail():
        raise ValueError("as planned")

    worker = Worker(fail)
    worker.wait(60)
    assert not worker.is_running
    with pytest.raises(ValueError, match="as planned"):
        worker.leave()


def test_work_that_runs_is_left():
    release = threading.Event()
    worker = Worker(lambda: release.wait(60) and None)
    worker.wait(0.01)
    assert worker.is_running
    worker.leave()
    release.set()


def test_calls_side_by_side_run_at_the_same_time():
    barrier = threading.Barrier(3, timeout=60)
    side_by_side([lambda: barrier.wait() and None] * 3)
    with pytest.raises(ZeroDivisionError):
        side_by_side([lambda: None, lambda: 1 / 0])


def test_a_command_ends_while_a_thread_that_was_left_works(monkeypatch):
    statuses = []
    monkeypatch.setattr("solver.portfolio.worker.os._exit", statuses.append)
    end_at_once(1)
    assert statuses == []
    going = threading.Event()
    worker = Worker(lambda: going.wait() and None)
    worker.leave()
    end_at_once(1)
    going.set()
    worker.wait(60)
    assert statuses == [1]


def test_a_process_ends_after_the_threads_that_were_left():
    program = """
import time
from solver.portfolio.worker import Worker

Worker(lambda: (time.sleep(0.3), print("done", flush=True))).leave()
print("left", flush=True)
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert (run.stdout.split(), run.stderr) == (["left", "done"], "")


def interrupting(after=0.1):
    """Send SIGINT to this process a little later."""
    threading.Timer(after, os.kill, (os.getpid(), signal.SIGINT)).start()


def test_work_runs_on_after_an_interrupt_until_it_ends():
    release = threading.Event()
    worker = Worker(lambda: release.wait(60) and None)
    interrupting()
    with pytest.raises(KeyboardInterrupt):
        worker.wait(60)
    assert worker.is_running
    worker.leave()
    assert worker in workers._left
    release.set()
    worker.wait(60)
    assert not worker.is_running


def test_an_interrupt_waits_for_work_that_ends_soon():
    release = threading.Event()
    steps = []

    def work():
        release.wait(60)
        time.sleep(0.2)
        steps.append("end")

    interrupting(0.075)  # in the middle of a wait
    worker = run_for(60, Clock(), work, interrupted=release.set)
    assert (worker.is_running, steps) == (False, ["end"])


@pytest.mark.parametrize("error", [ValueError, SystemExit])
def test_work_ends_where_the_function_of_the_caller_fails(error):
    release = threading.Event()

    def fail():
        raise error("as planned")

    with pytest.raises(error, match="as planned"):
        run_for(60, Clock(), lambda: release.wait(60) and None, interrupted=release.set, report=fail)
    assert release.is_set()


def test_calls_side_by_side_are_left_by_an_interrupt(monkeypatch):
    monkeypatch.setattr(workers, "_left", [])
    release = threading.Event()
    interrupting()
    with pytest.raises(KeyboardInterrupt):
        side_by_side([lambda: release.wait(60) and None] * 2)
    assert [worker.is_running for worker in workers._left] == [True, True]
    release.set()
    for worker in workers._left:
        worker.wait(60)
