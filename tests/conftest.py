"""Test settings: reproducible property tests, and where the benchmark instances are."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from numba import config as numba_config

settings.register_profile(
    "kempe",
    derandomize=True,
    deadline=None,
    # Kernels as plain Python are a thousand times slower, and the compiled run sees all examples.
    max_examples=10 if numba_config.DISABLE_JIT else 60,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("kempe")

# A shell starts its background jobs with Ctrl-C ignored, and their children inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="write golden traces instead of comparing with them; look at the difference",
    )


@pytest.fixture(scope="session", autouse=True)
def wrapping_integers() -> Iterator[None]:
    """With the JIT off, numpy warns where the random generator wraps around, as it is meant to."""
    with np.errstate(over="ignore"):
        yield


@pytest.fixture(scope="session")
def instances() -> Path:
    """Folder with ``dimacs/``, ``large/`` and ``best_known.csv``."""
    folder = os.environ.get("KEMPE_INSTANCES")
    if not folder:
        pytest.skip("KEMPE_INSTANCES is not set")
    return Path(folder)
