"""
Statecharts: transitions per second of a flat chart with guards, one agent at a time and in a batch.

The chart is a cycle of four states; each event has two transitions with guards on a number of the
agent, one of which holds. Each tool gets the chart in its own form; all must reach the same states.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import partial
from typing import Any

import numpy as np

from .harness import Contender, Options, Sample, available, print_comparison, take_turns, timed

TITLE = "statecharts (python-statemachine, transitions, sismic)"
EVENT = "go"
AGENTS = 20


class State(StrEnum):
    """States of an agent."""

    A = "a"
    B = "b"
    C = "c"
    D = "d"


#: Source, target, and whether the agent's number has to be small.
ARROWS = (
    ("a", "b", True), ("a", "c", False),
    ("b", "c", True), ("b", "d", False),
    ("c", "d", True), ("c", "a", False),
    ("d", "a", True), ("d", "b", False),
)  # fmt: skip


def run(options: Options) -> None:
    rounds = 400 if options.full else 200
    expected = kempe(1)[1]()
    ways: dict[str, Callable[[int], tuple[Callable[[], None], Callable[[], list[str]]]]]
    ways = {"kempe, one by one": kempe}
    if statemachine := available("statemachine"):
        ways["python-statemachine"] = partial(python_statemachine, statemachine)
    if transitions := available("transitions"):
        ways["transitions"] = partial(pytransitions, transitions)
    if available("sismic"):
        ways["sismic"] = sismic
    contenders = [Contender(name, partial(_sample, way, rounds)) for name, way in ways.items()]
    take_turns(contenders, options.rounds, options.budget)
    assert len(expected) == AGENTS
    print_comparison(f"{AGENTS} agents, {rounds} events each", contenders, "moves/s")
    n = 100_000
    batches = [
        Contender("kempe, batch", partial(_batch, n)),
        Contender("kempe, one by one", partial(_scalar, n)),
    ]
    take_turns(batches, options.rounds, options.budget)
    print_comparison(f"{n} agents, one chart", batches, "moves/s")
    births = [
        Contender("kempe, batch", partial(_arrays, n)),
        Contender("kempe, one by one", partial(_create, n)),
    ]
    take_turns(births, options.rounds, options.budget)
    print_comparison(f"{n} agents created", births, "s")


def _sample(way: Any, rounds: int) -> Sample:
    turn, states = way(rounds)
    seconds, _ = timed(turn)
    found = states()
    reference, where = kempe(rounds)
    reference()
    assert found == where(), "two tools disagree about where the agents are"
    return Sample(AGENTS * rounds / seconds)


def _numbers(count: int) -> list[float]:
    return [i / count for i in range(count)]


def _flat_chart():
    from agents.statechart import Statechart, Transition

    def small(agent, context):
        return agent.number < 0.5

    def large(agent, context):
        return agent.number >= 0.5

    arrows = [Transition(EVENT, State(a), State(b), small if s else large) for a, b, s in ARROWS]
    return Statechart(State, arrows, State.A)


def _flat_agents(count: int):
    from agents.statechart import ChartAgent

    class Numbered(ChartAgent):
        __slots__ = ("number",)

    agents = [Numbered(State.A, clock=None) for _ in range(count)]
    for agent, number in zip(agents, _numbers(count), strict=True):
        agent.number = number
    return agents


def kempe(rounds: int):
    chart, agents = _flat_chart(), _flat_agents(AGENTS)

    def turn():
        for _ in range(rounds):
            for agent in agents:
                chart.fire(agent, EVENT)

    return turn, lambda: [agent.state.value for agent in agents]


def python_statemachine(module: Any, rounds: int):
    class Machine(module.StateMachine):
        a, b, c, d = module.State(initial=True), module.State(), module.State(), module.State()
        go = (
            a.to(b, cond="small") | a.to(c, unless="small")
            | b.to(c, cond="small") | b.to(d, unless="small")
            | c.to(d, cond="small") | c.to(a, unless="small")
            | d.to(a, cond="small") | d.to(b, unless="small")
        )  # fmt: skip

        def __init__(self, number):
            self.number = number
            super().__init__()

        def small(self):
            return self.number < 0.5

    agents = [Machine(number) for number in _numbers(AGENTS)]

    def turn():
        for _ in range(rounds):
            for agent in agents:
                agent.go()

    return turn, lambda: [next(iter(agent.configuration)).id for agent in agents]


def pytransitions(module: Any, rounds: int):
    class Agent:
        def __init__(self, number):
            self.number = number

        def small(self):
            return self.number < 0.5

    agents = [Agent(number) for number in _numbers(AGENTS)]
    machine = module.Machine(agents, states=list("abcd"), initial="a", auto_transitions=False)
    for source, target, small in ARROWS:
        condition = {"conditions": "small"} if small else {"unless": "small"}
        machine.add_transition(EVENT, source, target, **condition)

    def turn():
        for _ in range(rounds):
            for agent in agents:
                agent.go()

    return turn, lambda: [agent.state for agent in agents]


def sismic(rounds: int):
    from sismic.interpreter import Interpreter
    from sismic.io import import_from_yaml

    def state(name):
        lines = [
            f"      - {{target: {b}, event: {EVENT}, guard: {'number < 0.5' if s else 'number >= 0.5'}}}"
            for a, b, s in ARROWS
            if a == name
        ]
        return "\n".join([f"    - name: {name}", "      transitions:", *lines])

    text = "\n".join(
        [
            "statechart:",
            "  name: flat",
            "  root state:",
            "    name: root",
            "    initial: a",
            "    states:",
        ]
        + [state(name) for name in "abcd"]
    )
    chart = import_from_yaml(text)
    agents = [Interpreter(chart, initial_context={"number": number}) for number in _numbers(AGENTS)]
    for agent in agents:
        agent.execute()

    def turn():
        for _ in range(rounds):
            for agent in agents:
                agent.queue(EVENT)
                agent.execute_once()

    return turn, lambda: [agent.configuration[-1] for agent in agents]


def _columns_chart():
    from agents.statechart import Statechart, Transition, column

    small, large = column("number") < 0.5, column("number") >= 0.5
    arrows = [Transition(EVENT, State(a), State(b), small if s else large) for a, b, s in ARROWS]
    return Statechart(State, arrows, State.A)


def _batch(n: int) -> Sample:
    from agents.statechart.batch import BatchAgents, BatchChart

    many = BatchAgents(BatchChart(_columns_chart()), n)
    columns = {"number": np.array(_numbers(n))}

    def turn():
        for _ in range(20):
            many.fire(EVENT, columns)

    seconds, _ = timed(turn)
    return Sample(20 * n / seconds)


def _scalar(n: int) -> Sample:
    chart, agents = _flat_chart(), _flat_agents(n)
    seconds, _ = timed(lambda: [chart.fire(agent, EVENT) for agent in agents])
    return Sample(n / seconds)


def _create(n: int) -> Sample:
    from agents.statechart import SocialAgent

    seconds, agents = timed(lambda: [SocialAgent(f"agent_{i:06}") for i in range(n)])
    assert len(agents) == n
    return Sample(seconds)


def _arrays(n: int) -> Sample:
    from agents.statechart import social_chart
    from agents.statechart.batch import BatchAgents, BatchChart

    seconds, _ = timed(lambda: BatchAgents(BatchChart(social_chart()), n))
    return Sample(seconds)
