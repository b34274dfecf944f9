"""First in, first out."""

from agents.world import InMemoryChannel
from tests.agents.world.test_boundary import request


def test_requests_come_out_once_in_the_order_they_went_in():
    channel = InMemoryChannel()
    given = [request(agent_id=name) for name in "bac"]
    for one in given:
        channel.submit(one)
    assert channel.take_all() == given
    assert channel.take_all() == []
