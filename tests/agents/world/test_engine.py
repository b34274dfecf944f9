"""The step of the world, and how a run is resumed."""

import asyncio
from collections import Counter as Counts

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.contracts import ActionRequest, ToolSpec
from agents.errors import ActionRejected, GatewayError, InputError, PolicyError, TraceError
from agents.world import (
    InMemoryChannel,
    ToolRegistry,
    TraceDb,
    WorldEngine,
    WorldEngineConfig,
    verify,
)
from tests.agents.world.counter import Counter
from tests.agents.world.killed import Busy
from tests.agents.world.worlds import Does, ran, random_agents, rows, says, world


def test_observations_of_phase_1_are_exactly_two_keys():
    agent = Does(("noop", {}))
    ran({"a": agent}, 2, history=0)
    assert agent.seen == [{"time_step": t, "agent_id": "a"} for t in range(2)]


def test_observations_of_phase_2_add_messages_and_tools():
    agent = Does(("noop", {}))
    ran({"a": agent}, 1)
    assert agent.seen == [
        {"time_step": 0, "agent_id": "a", "messages": [], "tools": ["post_message", "noop"]}
    ]


def test_a_policy_that_reads_no_messages_is_shown_none():
    agent = Does(("noop", {}))
    agent.reads_no_messages = True
    ran({"a": agent, "b": Does(says("hi"))}, 2)
    assert "messages" not in agent.seen[1]


def test_an_addressed_message_is_seen_by_its_recipient_alone():
    a, b, c = (Does(what) for what in (says("psst", to="b"), ("noop", {}), ("noop", {})))
    ran({"a": a, "b": b, "c": c}, 2)
    assert [len(agent.seen[1]["messages"]) for agent in (a, b, c)] == [0, 1, 0]


def test_a_message_to_nobody_fails():
    _, found = ran({"a": Does(says("hi", to="z"))}, 1)
    assert "recipient = 'z'" in found[0].outcome["error"]


def test_an_agent_cannot_change_what_another_sees():
    class Vandal(Does):
        def decide(self, **asked):
            request = super().decide(**asked)
            for message in asked["observation"]["messages"]:
                message["content"] = "changed"
            asked["observation"]["messages"].clear()
            asked["observation"]["tools"].append("bomb")
            return request

    watcher = Does(("noop", {}))
    ran({"a": Vandal(says("hi")), "b": watcher}, 3)
    assert [m["content"] for m in watcher.seen[2]["messages"]] == ["hi", "hi"]
    assert watcher.seen[2]["tools"] == ["post_message", "noop"]


def test_the_first_request_of_an_agent_counts_and_the_others_are_counted():
    def request(action):
        return ActionRequest(run_id="run", time_step=0, agent_id="a", action_name=action)

    channel = InMemoryChannel()
    channel.submit(request("emit_event"))
    trace = TraceDb(":memory:")
    engine = WorldEngine(WorldEngineConfig("run"), {"a": Does(("noop", {}))}, channel, trace)
    engine.run(2)
    found = rows(trace)
    assert [row.action_type for row in found] == ["emit_event", "noop"]
    assert [row.info["metadata"] for row in found] == [{"dropped_requests": 1}, {}]


def test_a_request_for_nobody_is_an_error_and_leaves_no_step():
    channel = InMemoryChannel()
    channel.submit(ActionRequest(run_id="run", time_step=0, agent_id="z", action_name="noop"))
    trace = TraceDb(":memory:")
    engine = WorldEngine(WorldEngineConfig("run"), {"a": Does(("noop", {}))}, channel, trace)
    with pytest.raises(InputError, match="'z'"):
        engine.run(1)
    assert trace.steps("run") == 0


def test_a_thousand_agents_stay_in_order_of_their_numbers():
    agents = {f"agent_{i:03d}": Does(("noop", {})) for i in (1001, 1000, 7, 101)}
    _, found = ran(agents, 2)
    assert [row.agent_id for row in found[:4]] == [
        "agent_007", "agent_101", "agent_1000", "agent_1001",
    ]  # fmt: skip


def test_reports_count_rows_failures_and_messages():
    reports = []
    engine = world({"a": Does(says("x")), "b": Does(("fly", {}))})
    assert engine.run(2, until=reports.append) == 2
    assert [report[:4] for report in reports] == [(0, 2, 1, 1), (1, 2, 1, 1)]


def test_a_run_can_be_ended_early_and_continued():
    trace = TraceDb(":memory:")
    engine = world(random_agents(2), trace)
    assert engine.run(10, until=lambda report: report.time_step == 3) == 4
    assert engine.run(10) == 10
    whole, _ = ran(random_agents(2), 10)
    assert trace.head("run") == whole.head("run")


def test_no_steps_are_no_rows_and_less_is_an_error():
    trace, found = ran({"a": Does(("noop", {}))}, 0)
    assert found == []
    assert trace.run_ids() == ["run"]
    with pytest.raises(ValueError, match="steps = -1: expected an integer >= 0"):
        world({"a": Does(("noop", {}))}).run(-1)


@pytest.mark.parametrize(
    ("agents", "message"),
    [
        ({}, "expected at least one"),
        ({"": None}, "agent id = ''"),
        ({"*": None}, r"agent id = '\*'"),
        ({"\ud800": None}, "printable"),
        ({"a\0b": None}, "printable"),
    ],
)
def test_agents_must_be_there_and_have_names(agents, message):
    with pytest.raises(InputError, match=message):
        world(agents)


def test_configuration_is_checked():
    for bad in ("", "\ud800", "a\nb"):
        with pytest.raises(InputError, match=r"run_id .*: expected printable text"):
            WorldEngineConfig(bad)
    with pytest.raises(InputError, match="message_history_limit = -1"):
        WorldEngineConfig("r", message_history_limit=-1)


def test_wall_clock_stamps_if_asked_for():
    trace = TraceDb(":memory:")
    WorldEngine(
        WorldEngineConfig("run", deterministic_timestamps=False),
        random_agents(2),
        InMemoryChannel(),
        trace,
    ).run(1)
    assert all(row.timestamp > 1e9 for row in rows(trace))
    assert trace.get_run_metadata("run").created_at > 1e9


def test_a_tool_of_ones_own():
    from agents.contracts import ActionOutcome

    tools = ToolRegistry()
    spec = ToolSpec(
        "double",
        "Double a number.",
        {"type": "object", "properties": {"x": {"type": "number"}}, "required": ["x"]},
    )
    tools.add(spec, lambda request: ActionOutcome({"y": 2 * request.arguments["x"]}), offered=True)
    agent = Does(("double", {"x": 4}))
    _, found = ran({"a": agent}, 1, tools=tools)
    assert found[0].outcome["data"] == {"y": 8}
    assert agent.seen[0]["tools"] == ["post_message", "noop", "double"]


# ------------------------------------------------------------------------------------------- resuming


@given(st.lists(st.integers(0, 6), max_size=4))
def test_in_however_many_pieces_a_run_is_the_same(pieces):
    def agents():
        return {**random_agents(2), "busy": Busy(5), "talks": Does(lambda t: says(f"step {t}"))}

    whole, _ = ran(agents(), 12)
    with TraceDb(":memory:") as trace:
        for steps in sorted(pieces):
            world(agents(), trace).run(steps)
        assert world(agents(), trace).run(12) == 12
        assert trace.head("run") == whole.head("run")


def test_requests_from_elsewhere_are_resumed_as_recorded():
    """A person takes the turn of a random agent at step 1, and submits early for step 3."""

    def elsewhere(time_step):
        return ActionRequest(
            run_id="run",
            time_step=time_step,
            agent_id="agent_001",
            action_name="post_message",
            arguments={"content": "it is me"},
        )

    def run(pieces):
        trace, channel = TraceDb(":memory:"), InMemoryChannel()
        for steps in pieces:
            engine = WorldEngine(WorldEngineConfig("run"), random_agents(3), channel, trace)
            for t in range(trace.connect().steps("run"), steps):
                if t in (1, 3):
                    channel.submit(elsewhere(t))
                engine.run(t + 1)
        return trace

    whole, resumed = run([5]), run([2, 3, 5])
    assert whole.head("run") == resumed.head("run")
    found = [row for row in rows(whole) if "dropped_requests" in row.info["metadata"]]
    assert [(row.time_step, row.agent_id) for row in found] == [(1, "agent_001"), (3, "agent_001")]
    assert verify(resumed, "run").executed


def test_the_wrong_agents_are_found_out():
    with TraceDb(":memory:") as trace:
        world(random_agents(2, seed=1), trace).run(5)
        with pytest.raises(TraceError, match="step 0: the action of 'agent_00"):
            world(random_agents(2, seed=2), trace).run(6)
        with pytest.raises(TraceError, match="used by another run: its 2 agents differ from these 3"):
            world(random_agents(3, seed=1), trace).run(6)
        assert trace.steps("run") == 5


def test_a_stateless_policy_is_not_asked_again():
    class Pure(Does):
        stateless = True

    with TraceDb(":memory:") as trace:
        world({"a": Pure(says("x"))}, trace).run(3)
        again, other = Pure(says("x")), Does(("noop", {}))
        world({"a": again}, trace).run(4)
        assert [o["time_step"] for o in again.seen] == [3]
        assert len(again.seen[0]["messages"]) == 3
        assert other.seen == []


@pytest.mark.parametrize("kind", ["budget", "missing"])
def test_a_hopeless_error_of_a_gateway_stops_the_run_before_the_step(kind):
    def fails(time_step):
        if time_step == 2:
            raise GatewayError("no more", kind=kind)
        return ("noop", {})

    trace = TraceDb(":memory:")
    with pytest.raises(GatewayError, match="no more"):
        world({"a": Does(fails)}, trace).run(5)
    assert trace.steps("run") == 2
    assert world({"a": Does(("noop", {}))}, trace).run(5) == 5


def test_other_errors_of_a_gateway_cost_a_turn():
    def fails(time_step):
        raise GatewayError("slow", kind="timeout")

    _, found = ran({"a": Does(fails)}, 2)
    assert [row.outcome["error"] for row in found] == ["policy error: GatewayError: slow"] * 2


# ------------------------------------------------------------------------------------------ awaiting


class Waits:
    """Answers after a while of its own, or never, or fails first."""

    def __init__(self, seconds=0.0, fail=0):
        self.seconds, self.fail, self.calls = seconds, fail, 0

    async def adecide(self, *, run_id, time_step, agent_id, observation):
        self.calls += 1
        await asyncio.sleep(self.seconds)
        if self.calls <= self.fail:
            raise RuntimeError(f"try {self.calls}")
        return ActionRequest(
            run_id=run_id,
            time_step=time_step,
            agent_id=agent_id,
            action_name="post_message",
            arguments={"content": f"from {agent_id}"},
        )


def test_who_can_only_be_awaited_needs_arun():
    with pytest.raises(InputError, match="'a' has only adecide: call arun"):
        world({"a": Waits()}).run(1)


def test_a_state_behind_an_await_cannot_be_resumed_and_it_is_told():
    trace = TraceDb(":memory:")
    asyncio.run(world({"a": Waits()}, trace).arun(2))
    with pytest.raises(InputError, match="'a' has state and only adecide"):
        asyncio.run(world({"a": Waits()}, trace).arun(4))

    class Pure(Waits):
        stateless = True

    assert asyncio.run(world({"a": Pure()}, trace).arun(4)) == 4
    assert verify(trace, "run").messages == 4


def test_awaited_or_not_a_run_is_the_same():
    one, two = TraceDb(":memory:"), TraceDb(":memory:")
    world(random_agents(3), one).run(5)
    assert asyncio.run(world(random_agents(3), two).arun(5)) == 5
    assert one.head("run") == two.head("run")


def test_requests_are_applied_in_the_order_of_agents_whoever_was_quicker():
    slow_first = {f"a{i}": Waits(seconds=(4 - i) / 100) for i in range(5)}
    quick_first = {f"a{i}": Waits(seconds=i / 100) for i in range(5)}
    heads = []
    for agents in (slow_first, quick_first):
        trace = TraceDb(":memory:")
        asyncio.run(world(agents, trace).arun(2))
        heads.append(trace.head("run"))
        assert [row.agent_id for row in rows(trace)][:5] == [f"a{i}" for i in range(5)]
    assert heads[0] == heads[1]


def test_a_step_costs_the_database_the_same_however_long_the_run():
    """Counted in instructions of SQLite's machine, so that no clock is needed."""
    trace = TraceDb(":memory:").connect()
    count = [0]

    def tick():
        count[0] += 1

    trace.connection.set_progress_handler(tick, 1)
    costs = []
    agents = {**random_agents(3), "talks": Does(says("hi")), "tells": Does(says("ho", to="talks"))}

    def note(report):
        costs.append(count[0])
        count[0] = 0

    world(agents, trace).run(300, until=note)
    assert costs[1] == costs[150] == costs[299] > 0


def test_a_policy_that_fails_is_warned_of_once_and_counted(caplog):
    def bug(step):
        raise NameError("undefined_name")

    trace = TraceDb(":memory:")
    engine = world({"a": Does(bug), "b": Does(("noop", {}))}, trace)
    assert engine.run(3) == 3
    assert engine.lost_turns == 3
    (record,) = caplog.records
    assert "the policy of 'a' failed at step 0: NameError: undefined_name" in record.message


def test_too_many_lost_turns_stop_the_run_after_the_step():
    def bug(step):
        raise NameError("undefined_name")

    trace = TraceDb(":memory:").connect()
    agents = {"a": Does(bug), "b": Does(("noop", {}))}
    with pytest.raises(PolicyError, match=r"step 9: 10 of 20 turns in 10 steps were lost.*NameError"):
        world(agents, trace).run(30)
    assert trace.steps("run") == 10
    with pytest.raises(PolicyError, match="step 19"):
        world(agents, trace).run(30)
    for share in (None, 0.6):
        config = WorldEngineConfig(run_id=str(share), max_lost_share=share)
        assert WorldEngine(config, agents, InMemoryChannel(), trace).run(30) == 30
    assert verify(trace, "None").rows == 60


def test_lost_turns_that_are_few_or_recorded_stop_nothing():
    def bug(step):
        if step < 12:
            raise NameError("undefined_name")
        return ("noop", {})

    with TraceDb(":memory:") as trace:
        agents = {"a": Does(bug), **{name: Does(("noop", {})) for name in "bc"}}
        assert world(agents, trace).run(14) == 14
        config = WorldEngineConfig(run_id="run", max_lost_share=0.1)
        assert WorldEngine(config, agents, InMemoryChannel(), trace).run(15) == 15


def test_numbers_of_numpy_are_plain_numbers():
    value = pytest.importorskip("numpy").int64(7)
    _, found = ran({"a": Does(("emit_event", {"value": value}))}, 1)
    assert found[0].info["arguments"] == {"value": 7}


class Doubled(Counter):
    name = "doubled"


@pytest.mark.parametrize("domains", [[], [Counter(), Doubled()]], ids=["missing", "another"])
def test_a_run_is_resumed_with_its_own_domains_only(domains):
    with TraceDb(":memory:") as trace:
        agents = {"a": Does(("counter:add", {"amount": 2}))}
        world(agents, trace, domains=[Counter()]).run(2)
        with pytest.raises(TraceError, match=r"step 1: .* not the recorded one|step 0"):
            world(agents, trace, domains=domains).run(3)
        assert trace.steps("run") == 2
        assert world(agents, trace, domains=[Counter()]).run(3) == 3


def test_a_run_is_resumed_with_its_own_message_history():
    with TraceDb(":memory:") as trace:
        world(random_agents(2), trace).run(2)
        with pytest.raises(TraceError, match="message_history_limit = 5: expected 20, as in the"):
            world(random_agents(2), trace, history=5).run(3)


class Prize(Counter):
    """A prize in each step for whoever asks first."""

    name = "counter"

    def __init__(self):
        super().__init__()
        self.winners = []

    def handle_action(self, *, action, request, connection):
        if len(self.winners) > request.time_step:
            raise ActionRejected("the prize is gone")
        self.winners.append(request.agent_id)
        return super().handle_action(action=action, request=request, connection=connection)


def contest(trace, **config):
    """Run 40 steps in which four agents want one prize, and return how often each won."""
    agents = {name: Does(("counter:add", {"amount": 1})) for name in "abcd"}
    prize = Prize()
    engine = WorldEngine(
        WorldEngineConfig(**{"run_id": "run"} | config),
        agents,
        InMemoryChannel(),
        trace,
        domains=[prize],
    )
    engine.run(40)
    assert [row.agent_id for row in rows(trace)][:4] == list("abcd")
    assert verify(trace, "run", domains=[Prize()]).executed
    return Counts(prize.winners)


@pytest.mark.parametrize("config", [{}, {"order_seed": 7}, {"shuffled": True}])
def test_every_agent_wins_contests_and_the_order_is_verified(config):
    heads = []
    for _ in range(2):
        with TraceDb(":memory:").connect() as trace:
            won = contest(trace, **config)
            assert set(won) == set("abcd")
            assert min(won.values()) >= 3
            heads.append(trace.head("run"))
    assert heads[0] == heads[1]


def test_the_order_of_a_run_is_kept_and_another_is_refused():
    with TraceDb(":memory:").connect() as trace:
        contest(trace, order_seed=7)
        agents = {name: Does(("counter:add", {"amount": 1})) for name in "abcd"}
        for config, message in (
            ({"order_seed": 8}, "order_seed = 8: expected 7"),
            ({"shuffled": False}, "shuffled = False: expected True"),
        ):
            config = WorldEngineConfig("run", **config)
            with pytest.raises(TraceError, match=message):
                WorldEngine(config, agents, InMemoryChannel(), trace, domains=[Prize()]).run(41)
        assert world(agents, trace, domains=[Prize()]).run(41) == 41
        assert verify(trace, "run", domains=[Prize()]).executed


def test_a_run_recorded_without_a_seed_keeps_the_order_of_the_ids():
    with TraceDb(":memory:").connect() as trace:
        assert set(contest(trace, shuffled=False)) == {"a"}
        assert "order_seed" not in trace.get_run_metadata("run").config
        agents = {name: Does(("counter:add", {"amount": 1})) for name in "abcd"}
        prize = Prize()
        world(agents, trace, domains=[prize]).run(50)
        assert set(prize.winners) == {"a"}
    with pytest.raises(InputError, match="order_seed = 1: expected None"):
        WorldEngineConfig("run", order_seed=1, shuffled=False)
