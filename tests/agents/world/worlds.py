"""Small worlds for tests."""

import random

from agents.contracts import ActionRequest
from agents.world import (
    InMemoryChannel,
    RandomAgentPolicy,
    TraceDb,
    WorldEngine,
    WorldEngineConfig,
    stable_agent_seed,
)


def random_agents(count=3, seed=42):
    ids = [f"agent_{i:03d}" for i in range(count)]
    return {name: RandomAgentPolicy(random.Random(stable_agent_seed(seed, name))) for name in ids}


class Does:
    """Does what a function of step and observation says: (name, arguments), a request, or anything."""

    def __init__(self, what):
        self.what = what
        self.seen = []

    def decide(self, *, run_id, time_step, agent_id, observation):
        self.seen.append(observation)
        found = self.what(time_step) if callable(self.what) else self.what
        if isinstance(found, tuple):
            found = ActionRequest(
                run_id=run_id,
                time_step=time_step,
                agent_id=agent_id,
                action_name=found[0],
                arguments=found[1],
            )
        return found


def world(agents, trace=None, *, run_id="run", history=20, **more):
    return WorldEngine(
        config=WorldEngineConfig(run_id=run_id, message_history_limit=history),
        agents=agents,
        channel=InMemoryChannel(),
        trace_db=trace or TraceDb(":memory:"),
        **more,
    )


def rows(trace, run_id="run"):
    return list(trace.fetch_trace_events(run_id))


def ran(agents, steps, **more):
    """Run a world in memory and give its trace, open, and its rows."""
    trace = TraceDb(":memory:").connect()
    world(agents, trace, **more).run(steps)
    return trace, rows(trace, more.get("run_id", "run"))


def says(text, **more):
    return ("post_message", {"content": text, **more})
