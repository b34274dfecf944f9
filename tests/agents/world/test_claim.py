"""A folder is claimed once at a time, until the block ends, and only where there are locks."""

import pytest

from agents.errors import InputError
from agents.world.claim import FILE, claimed


def test_a_folder_is_claimed_once_at_a_time(tmp_path):
    with claimed(tmp_path):
        with (
            pytest.raises(InputError, match="another sweep writes to this folder: expected its end"),
            claimed(tmp_path),
        ):
            pass
        (other := tmp_path / "other").mkdir()
        with claimed(other):
            pass
    with claimed(tmp_path):
        pass


def test_without_a_lock_nothing_is_claimed(tmp_path):
    (tmp_path / FILE).mkdir()
    with claimed(tmp_path), claimed(tmp_path):
        pass
