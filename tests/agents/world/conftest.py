"""Traces that tests leave open are closed for them."""

import pytest

from agents.world import TraceDb


@pytest.fixture(autouse=True)
def closed_traces(monkeypatch):
    opened = []
    connect = TraceDb.connect

    def remember(self):
        opened.append(self)
        return connect(self)

    monkeypatch.setattr(TraceDb, "connect", remember)
    yield
    for trace in opened:
        trace.close()
