"""Workers end with their caller, whatever the calls do."""

import contextlib
import os
import signal
import time

import pytest

from agents import processes


def done():
    return 7


def stubborn(path):
    """Write the number of this process to a file, and end by no exception."""
    path.write_text(str(os.getpid()))
    while True:
        with contextlib.suppress(BaseException):  # as a bare except does
            time.sleep(60)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs signals")
def test_a_call_that_catches_every_exception_is_killed(tmp_path, monkeypatch):
    monkeypatch.setattr(processes, "PATIENCE", 0.2)
    path = tmp_path / "pid"
    ended = processes.as_they_end([(done, ()), (stubborn, (path,))], 2)
    place, future = next(ended)
    assert (place, future.result()) == (0, 7)
    while not (path.exists() and path.read_text()):
        time.sleep(0.02)
    ended.close()
    with pytest.raises(ProcessLookupError):
        os.kill(int(path.read_text()), 0)
