"""Gateways and oracles that answer as told."""

from __future__ import annotations

import asyncio
import json
import time


class Gateway:
    """Answers each question with ``say`` (text, an exception, or a function of the question)."""

    def __init__(self, say):
        self.say = say
        self.questions = []

    def chat(self, **question):
        self.questions.append(question)
        say = self.say(question) if callable(self.say) else self.say
        if isinstance(say, Exception):
            raise say
        return say if isinstance(say, dict) else {"choices": [{"message": {"content": say}}]}

    async def achat(self, **question):
        return self.chat(**question)


class StalledGateway(Gateway):
    """Answers too late."""

    def __init__(self):
        super().__init__("late")

    def chat(self, **question):
        time.sleep(0.3)
        return super().chat(**question)

    async def achat(self, **question):
        await asyncio.sleep(0.3)
        return super().chat(**question)


class Sink:
    """Keeps events, and checks that they are plain values."""

    def __init__(self):
        self.events = []

    def emit(self, name, data):
        self.events.append((name, json.loads(json.dumps(data))))

    def named(self, name):
        return [data for kind, data in self.events if kind == f"statechart.{name}"]


class Always:
    """An oracle that is not ours: any object with ``decide``."""

    def __init__(self, answer):
        self.answer = answer
        self.calls = 0

    async def decide(self, agent, current_state, trigger, options, context):
        self.calls += 1
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer
