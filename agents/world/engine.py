"""
The world: observe, decide, submit, commit.

In a step every agent, in natural order of the ids, sees the same state and asks for one action; then
all actions are executed in that order and written in one transaction. Messages of step t are seen from
step t + 1. The engine is the judge: an action that does not fit is a row with ``success`` false and a
reason, and a policy that fails leaves such a row too. Only what is wrong with the world itself (the
database, a domain, an exhausted budget) stops a run, between two steps.

A run is resumed by living it again: the recorded actions are executed anew, policies with a state of
their own are asked again, and each head of the hash chain is compared. ``verify`` and ``replay`` do
the same.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any

from ..contracts import (
    EVERYONE,
    ActionRequest,
    AgentPolicy,
    AsyncAgentPolicy,
    DomainHandler,
    Observation,
    RunMetadata,
)
from ..errors import InputError, TraceError
from .boundary import attributed, error_text, lost_turn
from .channel import Channel
from .clerk import DROPPED, Clerk, StepReport
from .judge import Judge
from .mailbox import Mailbox
from .policy import natural_key
from .records import recorded_scope
from .scheduler import FALLBACK, BarrierScheduler, stops_the_run
from .scope import Scope, entered
from .tools import ToolRegistry
from .trace import TraceDb

Policy = AgentPolicy | AsyncAgentPolicy


@dataclass(frozen=True)
class WorldEngineConfig:
    """
    What a world needs to know beside its agents.

    Attributes
    ----------
    run_id
        Name of the run in the trace.
    deterministic_timestamps
        Stamp rows with the step and the agent's place instead of the wall clock.
    message_history_limit
        How many of the newest messages an agent sees. With 0 there are neither messages nor tools in
        observations.
    """

    run_id: str
    deterministic_timestamps: bool = True
    message_history_limit: int = 20

    def __post_init__(self) -> None:
        if not self.run_id or not self.run_id.isprintable():
            raise InputError(f"run_id {self.run_id!r}: expected printable text")
        if self.message_history_limit < 0:
            raise InputError(f"message_history_limit {self.message_history_limit}: expected at least 0")


class WorldEngine:
    """
    Runs agents in a world and records all that they do.

    Parameters
    ----------
    config
        Name of the run, timestamps, length of the memory.
    agents
        A policy for each agent id.
    channel
        Carries requests from the policies; others may submit too. The first request of an agent counts,
        further ones are dropped and counted in the metadata of its row.
    trace_db
        Where everything goes, connected or not. If it holds steps of this run already, the run goes on
        after them.
    tools
        The actions of the world; the built-in ones by default.
    domains
        Handlers of the actions named ``"domain:action"``.
    scheduler
        For :meth:`arun`: how many decide at once, and how long they may take.

    Raises
    ------
    InputError
        If there are no agents, an id cannot be used, or two domains or tools have one name.
    """

    def __init__(
        self,
        config: WorldEngineConfig,
        agents: Mapping[str, Policy],
        channel: Channel,
        trace_db: TraceDb,
        *,
        tools: ToolRegistry | None = None,
        domains: Iterable[DomainHandler] = (),
        scheduler: BarrierScheduler | None = None,
    ) -> None:
        if not agents:
            raise InputError("agents: none given, expected at least one")
        if bad := [name for name in agents if name in ("", EVERYONE) or not name.isprintable()]:
            raise InputError(f"agent id {bad[0]!r}: expected printable text other than {EVERYONE!r}")
        self._config = config
        self._agents = {name: agents[name] for name in sorted(agents, key=natural_key)}
        self._channel = channel
        self._trace = trace_db
        self._judge = Judge(tools or ToolRegistry(), domains, self._agents)
        self._clerk = Clerk(config.run_id, self._agents, self._judge)
        self._scheduler = scheduler or BarrierScheduler()
        self._mailbox = Mailbox(config.message_history_limit)
        self._next: int | None = None
        self._broken = False
        self._head = ""

    # -------------------------------------------------------------------------------------- running

    def run(self, steps: int, until: Callable[[StepReport], object] | None = None) -> int:
        """
        Run until the trace holds ``steps`` steps.

        Parameters
        ----------
        steps
            In all, those already recorded included.
        until
            Called after each step; a true value ends the run.

        Returns
        -------
        int
            How many steps the trace holds.

        Raises
        ------
        InputError
            If ``steps`` is negative, or a policy can only be awaited.
        TraceError
            If the database fails, or holds another run under this run id.
        GatewayError
            If a budget is used up, or a recorded answer or a library is missing.
        """
        for _ in self._upcoming(steps):
            report = self.step()
            if until is not None and until(report):
                break
        return self._begun()

    async def arun(self, steps: int, until: Callable[[StepReport], object] | None = None) -> int:
        """Like :meth:`run`, with the agents of a step deciding at the same time."""
        for _ in self._upcoming(steps):
            report = await self.astep()
            if until is not None and until(report):
                break
        return self._begun()

    def _upcoming(self, steps: int) -> range:
        if steps < 0:
            raise InputError(f"steps {steps}: expected at least 0")
        return range(self._begun(), steps)

    def step(self) -> StepReport:
        """Run the next step."""
        time_step = self._begun()
        self._check_can_be_called()
        with self._whole():
            scopes = []
            for name in self._agents:
                scope, request = self._decide(time_step, name)
                scopes.append(scope)
                self._channel.submit(request)
            return self._commit(time_step, self._channel.take_all(), scopes)

    async def astep(self) -> StepReport:
        """Run the next step; the agents decide at the same time."""
        time_step = self._begun()
        with self._whole():
            asked = [
                (Scope(time_step, name), policy, self.build_observation(time_step, name))
                for name, policy in self._agents.items()
            ]
            requests = await self._scheduler.decide(self._config.run_id, time_step, asked)
            for request in requests:
                self._channel.submit(request)
            return self._commit(time_step, self._channel.take_all(), [scope for scope, _, _ in asked])

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """Mark the engine as broken if a step fails: its policies are then ahead of its trace."""
        try:
            yield
        except BaseException:
            self._broken = True
            raise

    def _check_can_be_called(self) -> None:
        for name, policy in self._agents.items():
            if not hasattr(policy, "decide"):
                raise InputError(f"the policy of {name!r} has only adecide: expected arun, not run")

    # ------------------------------------------------------------------------------------ beginning

    def _begun(self) -> int:
        """Open the run if it is not open, and give the next step."""
        if self._broken:
            raise TraceError("a step failed: a new engine with new policies resumes the run")
        if self._next is None:
            with self._whole():
                self._next = self._begin()
        return self._next

    def _begin(self) -> int:
        run_id = self._config.run_id
        trace = self._trace.connect()
        if run_id not in trace.run_ids():
            created = 0.0 if self._config.deterministic_timestamps else time.time()
            settings = {
                "agents": list(self._agents),
                "message_history_limit": self._config.message_history_limit,
            }
            trace.insert_run(RunMetadata(run_id=run_id, created_at=created, config=settings))
        done = trace.steps(run_id)
        if done:
            self._catch_up(trace, done)
        with trace.transaction(done) as connection:
            self._judge.load(run_id, done, connection)
        self._head = trace.head(run_id, done)
        return done

    def _catch_up(self, trace: TraceDb, done: int) -> None:
        """Bring memory and policies to where the trace stands."""
        known = [row[4] for row in trace.table_rows("trace", self._config.run_id, 0)]
        if known != list(self._agents):
            raise TraceError(
                f"run id {self._config.run_id!r} is used by another run: "
                f"its {len(known)} agents are not these {len(self._agents)}",
                path=trace.path,
            )
        if all(getattr(policy, "stateless", False) for policy in self._agents.values()):
            self._mailbox.deliver(trace.fetch_messages(self._config.run_id))
        else:
            self.relive(trace, done)

    def relive(
        self, source: TraceDb, steps: int, *, ask: str = "stateful", beside: TraceDb | None = None
    ) -> None:
        """
        Live the first steps of a recorded run again, beside its trace, and compare every head.

        Parameters
        ----------
        source
            The trace that holds the run.
        steps
            How many steps.
        ask
            Which policies decide again: ``"none"``, ``"stateful"``, or ``"all"``. The actions of the
            others are those recorded, as is every turn that was lost to the clock, or taken by a
            request that came from elsewhere.
        beside
            Where the steps go, open and empty; a temporary database by default.

        Raises
        ------
        TraceError
            Naming the first step that comes out differently, and how.
        InputError
            If a policy that would have to decide again can only be awaited.
        """
        asked = {name for name, policy in self._agents.items() if _decides_again(policy, ask)}
        for name in asked:
            if not hasattr(self._agents[name], "decide"):
                raise InputError(
                    f"the policy of {name!r} keeps a state and has only adecide: "
                    "a run with it cannot be resumed or replayed"
                )
        own, run_id = self._trace, self._config.run_id
        with nullcontext(beside) if beside is not None else TraceDb("") as shadow:
            self._trace = shadow
            try:
                shadow.insert_run(source.get_run_metadata(run_id))
                self._judge.load(run_id, 0, shadow.connection)
                self._head = shadow.head(run_id)
                for time_step in range(steps):
                    self._relive_step(source, time_step, asked)
            finally:
                self._trace = own

    def _relive_step(self, source: TraceDb, time_step: int, asked: Container[str]) -> None:
        run_id = self._config.run_id
        rows, calls, events = (
            source.table_rows(name, run_id, time_step) for name in ("trace", "llm_calls", "events")
        )
        by_agent = {row[4]: row for row in rows}
        scopes, requests = [], []
        for name in self._agents:
            if name not in by_agent:
                raise TraceError(f"no row of {name!r}", path=source.path, step=time_step)
            try:
                request = ActionRequest.model_validate_json(by_agent[name][6])
            except ValueError as error:
                text = f"the action of {name!r} is damaged"
                raise TraceError(text, path=source.path, step=time_step) from error
            lost = request.metadata.get("policy") == FALLBACK
            if name in asked and not lost:
                scope, decided = self._decide(time_step, name)
                if DROPPED not in request.metadata:
                    request = decided
            else:
                scope = recorded_scope(calls, events, time_step, name)
            scopes.append(scope)
            requests.append(request)
        report = self._commit(time_step, requests, scopes, [row[8] for row in rows])
        if report.hash != source.head(run_id, time_step + 1):
            again = self._trace.table_rows("trace", run_id, time_step)
            raise TraceError(_difference(rows, again), path=source.path, step=time_step)

    # ------------------------------------------------------------------------------------- deciding

    def build_observation(self, time_step: int, agent_id: str) -> Observation:
        """Say what an agent sees at a step: new values at each call, that no one else holds."""
        seen: Observation = {"time_step": time_step, "agent_id": agent_id}
        if self._config.message_history_limit:
            seen["messages"] = self._mailbox.seen_by(agent_id)
            seen["tools"] = self._judge.offered()
        seen.update(self._judge.observe(self._config.run_id, time_step, agent_id))
        return seen

    def _decide(self, time_step: int, agent_id: str) -> tuple[Scope, ActionRequest]:
        """Ask one agent."""
        run_id = self._config.run_id
        policy: Any = self._agents[agent_id]
        observation = self.build_observation(time_step, agent_id)
        scope = Scope(time_step, agent_id)
        try:
            with entered(scope):
                returned = policy.decide(
                    run_id=run_id, time_step=time_step, agent_id=agent_id, observation=observation
                )
            request = attributed(returned, run_id, time_step, agent_id)
        except Exception as error:
            if stops_the_run(error):
                raise
            request = lost_turn(run_id, time_step, agent_id, error_text(error))
        return scope, request

    def _commit(
        self,
        time_step: int,
        requests: Sequence[ActionRequest],
        scopes: Sequence[Scope],
        stamps: Sequence[float] | None = None,
    ) -> StepReport:
        """Execute and write what was submitted, and only then let it be seen."""
        if stamps is None:
            stamps = self._stamps(time_step)
        report, messages = self._clerk.commit(
            self._trace, time_step, requests, scopes, head=self._head, stamps=stamps
        )
        self._mailbox.deliver(messages)
        self._head = report.hash
        self._next = time_step + 1
        return report

    def _stamps(self, time_step: int) -> list[float]:
        if self._config.deterministic_timestamps:
            return [time_step + seq / 1000 for seq in range(len(self._agents))]
        return [time.time()] * len(self._agents)


def _decides_again(policy: Policy, ask: str) -> bool:
    return ask == "all" or (ask == "stateful" and not getattr(policy, "stateless", False))


def _difference(recorded: Sequence[Sequence[Any]], again: Sequence[Sequence[Any]]) -> str:
    """Say how a step came out differently when it was lived again."""
    for was, now in zip(recorded, again, strict=False):
        for column, name in ((6, "action"), (7, "outcome")):
            if was[column] != now[column]:
                return f"the {name} of {was[4]!r} was {was[column]}, and is now {now[column]}"
    return "its messages, calls, events or hashes are not what its actions lead to"
