"""A time limit that a thread cannot escape."""

import threading

import pytest

from agents.llm.deadline import within


def test_what_returns_in_time():
    assert within(30, lambda: 3) == 3


def test_what_raises_in_time():
    with pytest.raises(ZeroDivisionError):
        within(30, lambda: 1 / 0)


def test_what_takes_too_long():
    released = threading.Event()
    with pytest.raises(TimeoutError, match=r"no answer within 0\.01 s"):
        within(0.01, released.wait)
    released.set()
