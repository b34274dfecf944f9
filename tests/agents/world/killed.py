"""A world to be killed: ``python -m tests.agents.world.killed DB STEPS`` runs it, or goes on with it."""

import random
import sys

from agents.contracts import ActionRequest
from agents.world import RandomAgentPolicy, TraceDb, stable_agent_seed
from tests.agents.world.counter import Counter
from tests.agents.world.worlds import world


class Busy:
    """Talks and counts at random, and takes note of what it was told."""

    def __init__(self, seed):
        self.rng = random.Random(seed)

    def decide(self, *, run_id, time_step, agent_id, observation):
        heard = sum(len(m["content"]) for m in observation["messages"])
        action, arguments = self.rng.choice(
            [
                ("noop", {}),
                ("post_message", {"content": f"heard {heard}"}),
                ("counter:add", {"amount": self.rng.randint(-2, 5), "tell": "agent_000"}),
            ]
        )
        return ActionRequest(
            run_id=run_id,
            time_step=time_step,
            agent_id=agent_id,
            action_name=action,
            arguments=arguments,
        )


def run(path, steps):
    ids = [f"agent_{i:03d}" for i in range(6)]
    agents = {name: Busy(stable_agent_seed(7, name)) for name in ids}
    agents["agent_006"] = RandomAgentPolicy(random.Random(8))
    with TraceDb(path) as trace:
        engine = world(agents, trace, domains=[Counter()])
        print("ready", flush=True)
        engine.run(steps)
        return trace.head("run")


if __name__ == "__main__":
    run(sys.argv[1], int(sys.argv[2]))
    print("done", flush=True)
