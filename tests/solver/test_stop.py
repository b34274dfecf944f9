from __future__ import annotations

import os
import signal

import numpy as np
import pytest

from solver import InputError, Result
from solver.stop import (
    SIGNALS,
    AnyOf,
    MaxIterations,
    MaxRuntime,
    MaxTicks,
    Progress,
    interrupts_noted,
    interrupts_wait,
    kept,
    ticks_allowed,
)

pytestmark = pytest.mark.tiny


def at(seconds=0.0, ticks=0, iterations=0):
    return Progress(seconds, ticks, iterations, k=3, conflicts=1)


def test_each_criterion_looks_at_its_own_measure():
    assert MaxRuntime(2)(at(seconds=1.9)) is None
    assert MaxRuntime(2)(at(seconds=2.0)) == "time_limit"
    assert MaxTicks(10)(at(ticks=9)) is None
    assert MaxTicks(10)(at(ticks=10)) == "max_ticks"
    assert MaxIterations(5)(at(iterations=5)) == "max_iterations"


def test_any_of_gives_the_first_reason():
    both = AnyOf(MaxTicks(10), MaxRuntime(1))
    assert both(at()) is None
    assert both(at(seconds=3, ticks=30)) == "max_ticks"
    assert both(at(seconds=3)) == "time_limit"
    assert AnyOf()(at(seconds=1e9)) is None


def test_the_least_work_allowed_counts():
    assert ticks_allowed(AnyOf(MaxTicks(10), MaxRuntime(1), MaxTicks(7))) == 7
    assert ticks_allowed(AnyOf(MaxRuntime(1), AnyOf(MaxTicks(3)))) == 3
    assert ticks_allowed(AnyOf(MaxRuntime(1))) is None


@pytest.mark.parametrize("criterion", [MaxRuntime, MaxTicks, MaxIterations])
@pytest.mark.parametrize("value", [0, -1, float("nan")])
def test_limits_are_positive(criterion, value):
    with pytest.raises(InputError, match="expected a positive number"):
        criterion(value)


@pytest.mark.parametrize("block", [interrupts_noted, interrupts_wait])
def test_signals_in_a_block_are_handled_once_at_its_end(block):
    handled = []
    before = signal.signal(signal.SIGTERM, lambda which, frame: handled.append(which))
    try:
        with block():
            for _ in range(2):
                os.kill(os.getpid(), signal.SIGTERM)
            assert handled == []
        assert handled == [signal.SIGTERM]
    finally:
        signal.signal(signal.SIGTERM, before)


def test_a_noted_interrupt_does_not_raise_and_one_that_waits_does():
    with interrupts_noted() as came:
        os.kill(os.getpid(), signal.SIGINT)
    assert len(came) == 1
    with pytest.raises(KeyboardInterrupt), interrupts_wait():
        os.kill(os.getpid(), signal.SIGINT)


def test_a_signal_while_handlers_are_put_back_leaves_none_behind(monkeypatch):
    plain = signal.signal
    handlers = [plain(which, lambda *_: None) for which in SIGNALS]
    before, broken = list(map(signal.getsignal, SIGNALS)), []

    def breaking(which, handler):
        plain(which, handler)
        if handler is before[0] and not broken:  # a signal comes once the first handler is back
            broken.append(which)
            raise KeyboardInterrupt

    monkeypatch.setattr(signal, "signal", breaking)
    try:
        with pytest.raises(KeyboardInterrupt), interrupts_wait():
            pass
        assert list(map(signal.getsignal, SIGNALS)) == before
    finally:
        for which, handler in zip(SIGNALS, handlers, strict=True):
            plain(which, handler)


def test_a_signal_while_handlers_are_set_leaves_none_behind(monkeypatch):
    plain = signal.signal
    before = list(map(signal.getsignal, SIGNALS))
    calls = []

    def breaking(which, handler):
        calls.append(which)
        plain(which, handler)
        if len(calls) == 1:
            raise KeyboardInterrupt

    monkeypatch.setattr(signal, "signal", breaking)
    with pytest.raises(KeyboardInterrupt), interrupts_wait():
        pytest.fail("the block was begun")
    assert list(map(signal.getsignal, SIGNALS)) == before


def test_a_result_is_kept_and_says_that_a_signal_came():
    def result(signals):
        for which in signals:
            os.kill(os.getpid(), which)
        return Result(np.zeros(1, np.int32), 1, 0, 1, True, {}, "first", 0.0)

    assert kept(lambda: result([])).stop_reason == "done"
    assert kept(lambda: result([signal.SIGINT])).stop_reason == "interrupted"
