from __future__ import annotations

import itertools

import pytest


@pytest.fixture(scope="session")
def put(tmp_path_factory):
    """Write bytes to a fresh file of the given suffix; usable inside Hypothesis tests."""
    folder = tmp_path_factory.mktemp("formats")
    numbers = itertools.count()

    def put_bytes(content, suffix):
        path = folder / f"{next(numbers)}{suffix}"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return put_bytes
