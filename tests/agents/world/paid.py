"""
A run to be killed whose model is paid: ``python -m tests.agents.world.paid DB STEPS ADDRESS``.

The model is a server of the test; the answer depends on the request alone.
"""

import asyncio
import http.client
import json
import sys

from agents.llm import AccountedGateway
from agents.llm.calls import idempotency_key
from agents.llm.gateway import Gateway
from agents.world import BarrierScheduler, SimpleCognitivePolicy, TraceDb, tool_specs
from agents.world.journal import JournaledGateway
from tests.agents.world.worlds import world


class Client(Gateway):
    """Sends a request with its key."""

    stateless = True

    def __init__(self, port):
        self.port = port

    def ask(self, request):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            body = json.dumps(request.plain())
            connection.request("POST", "/", body, {"Idempotency-Key": idempotency_key()})
            return json.loads(connection.getresponse().read())
        finally:
            connection.close()

    async def aask(self, request):
        key = idempotency_key()
        assert key
        return await asyncio.to_thread(self.ask, request)


def run(path, steps, port):
    with TraceDb(path) as trace:
        gateway = JournaledGateway(AccountedGateway(Client(port), sink=trace), trace)
        policy = SimpleCognitivePolicy(gateway=gateway, model="m", tools=tool_specs())
        agents = dict.fromkeys([f"agent_{i}" for i in range(4)], policy)
        engine = world(agents, trace, scheduler=BarrierScheduler(retries=0, max_concurrent=2))
        print("ready", flush=True)
        asyncio.run(engine.arun(steps))
        return trace.head("run")


if __name__ == "__main__":
    run(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
    print("done", flush=True)
