"""A clock that only counts, and gateways that fail on demand."""

from __future__ import annotations

from agents.errors import GatewayError
from agents.llm.completion import completion
from agents.llm.wrapper import sent


class FakeClock:
    def __init__(self):
        self.seconds = 1000.0
        self.waits = []

    def now(self):
        return self.seconds

    def sleep(self, seconds):
        self.waits.append(seconds)
        self.seconds += seconds

    async def asleep(self, seconds):
        self.sleep(seconds)


class Model:
    """Gives what it is told to, in turn, and then answers; keeps the time of each request."""

    def __init__(self, *outcomes, clock=None, usage=None):
        self.outcomes = list(outcomes)
        self.clock = clock
        self.usage = usage
        self.calls = []
        self.times = []

    def chat(self, **call):
        sent()
        self.calls.append(call)
        if self.clock is not None:
            self.times.append(self.clock.now())
        outcome = self.outcomes.pop(0) if self.outcomes else f"answer {len(self.calls)}"
        if isinstance(outcome, BaseException):
            raise outcome
        answer = completion(call["model"], call["messages"], content=outcome)
        if self.usage is not None:
            answer["usage"] = dict(self.usage)
        return answer

    async def achat(self, **call):
        return self.chat(**call)


def failing(kind, retry_after=None):
    return GatewayError(f"a failure of kind {kind}", kind=kind, retry_after=retry_after)


def ask(text="hello", model="m"):
    return {"model": model, "messages": [{"role": "user", "content": text}]}


def content(answer):
    return answer["choices"][0]["message"]["content"]


class Sink(list):
    def emit(self, name, data):
        self.append((name, dict(data)))
