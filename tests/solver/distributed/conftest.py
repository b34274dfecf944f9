"""Executors that the tests of this folder share: starting processes takes longer than any test."""

from __future__ import annotations

import pytest

from solver.distributed import Dask, Processes


@pytest.fixture(scope="session")
def processes():
    with Processes(2) as pool:
        yield pool


@pytest.fixture(scope="session")
def cluster():
    distributed = pytest.importorskip("distributed")
    dask = pytest.importorskip("dask")
    # A task whose worker dies is tried once more, instead of three times: workers start slowly.
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 1}),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", silence_logs=50
        ) as cluster,
    ):
        yield cluster


@pytest.fixture(scope="session")
def client(cluster):
    distributed = pytest.importorskip("distributed")
    with distributed.Client(cluster, set_as_default=False) as client:
        yield client


@pytest.fixture(params=["processes", pytest.param("dask", marks=pytest.mark.dask)])
def where(request):
    """Each executor in turn, with two workers."""
    if request.param == "processes":
        return request.getfixturevalue("processes")
    client = request.getfixturevalue("client")
    client.wait_for_workers(2)  # those that the test before killed
    return Dask(client)
