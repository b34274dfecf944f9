"""The hash chain, against the same thing written down from the tables."""

from tests.agents.world import naive
from tests.agents.world.test_verify import full_trace


def test_the_chain_is_what_the_tables_say():
    trace = full_trace()
    heads = naive.chain(trace, "run")
    assert [trace.head("run", t) for t in range(trace.steps("run") + 1)] == heads
    assert trace.head("run") == heads[-1]
