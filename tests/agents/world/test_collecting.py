import gc

import pytest

from agents.world.collecting import SELDOM, seldom_collected


@pytest.fixture(autouse=True)
def thresholds():
    usual = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    yield
    gc.set_threshold(*usual)


def test_the_last_of_several_runs_restores_the_thresholds():
    with seldom_collected():
        with seldom_collected():
            assert gc.get_threshold() == SELDOM
        assert gc.get_threshold() == SELDOM
    assert gc.get_threshold() == (700, 10, 10)


@pytest.mark.parametrize("chosen", [(0, 10, 10), (1_000_000, 10, 10)])
def test_a_collector_that_collects_less_is_left_as_it_is(chosen):
    gc.set_threshold(*chosen)
    with seldom_collected():
        assert gc.get_threshold() == chosen
    assert gc.get_threshold() == chosen


def test_a_failing_run_restores_the_thresholds():
    with pytest.raises(KeyError), seldom_collected():
        raise KeyError
    assert gc.get_threshold() == (700, 10, 10)
