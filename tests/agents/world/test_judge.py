"""Domains: who executes an action, what is undone, what is seen and hashed."""

import pytest

from agents.contracts import DomainHandler
from agents.errors import InputError
from agents.world import TraceDb, World, verify
from tests.agents.world.counter import Counter
from tests.agents.world.worlds import Does, ran, rows, world


def adds(amount, **more):
    return ("counter:add", {"amount": amount, **more})


def test_a_domain_acts_tells_and_is_observed():
    a, b = Does(adds(3, tell="b")), Does(adds(1))
    trace, found = ran({"a": a, "b": b, "blind": Does(("noop", {}))}, 2, domains=[Counter()])
    assert found[0].outcome["data"]["total"] == 3
    assert len(found[0].outcome["data"]["message_ids"]) == 1
    assert [seen["counter"] for seen in a.seen] == [{"count": 0}, {"count": 3}]
    assert b.seen[1]["messages"][0] | {"message_id": "", "time_step": 0} == {
        "message_id": "",
        "time_step": 0,
        "author_id": "a",
        "recipient": "b",
        "kind": "count",
        "content": "now 3",
        "payload": {"total": 3},
        "report": {"of": "a"},
    }
    assert trace.query("SELECT agent_id, total FROM counter_total WHERE time_step = 1") == [
        ("a", 6),
        ("b", 2),
    ]


def test_who_is_shown_nothing_sees_nothing():
    blind = Does(("noop", {}))
    ran({"blind": blind}, 1, domains=[Counter()])
    assert "counter" not in blind.seen[0]


def test_an_agent_cannot_reach_into_a_domain():
    class Leaky(Counter):
        def observe(self, *, run_id, time_step, agent_id):
            return self.counts

    class Vandal(Does):
        def decide(self, **asked):
            asked["observation"]["counter"]["a"] = 1000
            return super().decide(**asked)

    _, found = ran({"a": Vandal(adds(1))}, 3, domains=[Leaky()])
    assert found[-1].outcome["data"]["total"] == 3


def test_a_domain_shows_plain_values():
    class Odd(Counter):
        def observe(self, *, run_id, time_step, agent_id):
            return {"odd": {1, 2}}

    with pytest.raises(InputError, match="the observation of 'a' is not plain"):
        ran({"a": Does(adds(1))}, 1, domains=[Odd()])


def test_the_counter_is_a_domain():
    assert isinstance(Counter(), DomainHandler)


@pytest.mark.parametrize(
    ("action", "error"),
    [
        (adds(-1), "amount -1: expected at least 0"),
        (adds("x"), "arguments $.amount: 'x' is not of type 'integer'"),
        (("counter:subtract", {}), "action = 'counter:subtract': expected counter:add"),
        (("clock:add", {}), "domain = 'clock': expected counter"),
    ],
)
def test_what_a_rejected_action_wrote_is_undone(action, error):
    trace, found = ran({"a": Does(action), "b": Does(adds(1))}, 1, domains=[Counter()])
    assert error in found[0].outcome["error"]
    assert found[1].outcome["success"]
    assert trace.query("SELECT agent_id FROM counter_total") == [("b",)]
    assert verify(trace, "run", domains=[Counter()]).executed


def test_a_domain_that_fails_takes_its_step_with_it_and_no_other():
    class Fails(Counter):
        def end_step(self, *, run_id, time_step, connection):
            if time_step == 2:
                raise ZeroDivisionError("a mistake in the domain")

    trace = TraceDb(":memory:")
    with pytest.raises(ZeroDivisionError):
        world({"a": Does(adds(1))}, trace, domains=[Fails()]).run(5)
    assert trace.steps("run") == 2
    assert trace.query("SELECT max(time_step) FROM counter_total") == [(1,)]
    world({"a": Does(adds(1))}, trace, domains=[Counter()]).run(5)
    assert rows(trace)[-1].outcome["data"]["total"] == 5


def test_a_domain_that_writes_to_nobody_is_mistaken():
    trace = TraceDb(":memory:")
    with pytest.raises(InputError, match="domain 'counter': recipient = 'z'"):
        world({"a": Does(adds(1, tell="z"))}, trace, domains=[Counter()]).run(1)
    assert trace.steps("run") == 0


def test_the_state_of_a_domain_is_in_the_chain():
    class Forgets(Counter):
        def get_state_snapshot(self, *, run_id, time_step):
            return {}

    one, _ = ran({"a": Does(adds(1))}, 1, domains=[Counter()])
    two, _ = ran({"a": Does(adds(1))}, 1, domains=[Forgets()])
    assert one.head("run") != two.head("run")


def test_names_of_domains_are_used_once():
    with pytest.raises(InputError, match="'counter' is given twice"):
        world({"a": Does(adds(1))}, domains=[Counter(), Counter()])


@pytest.mark.parametrize("name", ["messages", "tools", "time_step", "agent_id"])
def test_no_domain_hides_what_agents_see_of_the_world(name):
    class Hides(Counter):
        pass

    Hides.name = name
    message = f"domain = '{name}': expected another name than time_step, agent_id, messages, tools"
    with pytest.raises(InputError, match=message):
        world({"a": Does(adds(1))}, domains=[Hides()])
    with pytest.raises(InputError, match=message):
        World({"a": Does(adds(1))}, [Hides()])
