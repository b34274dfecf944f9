"""
The world: observe, decide, submit, commit.

In a step every agent, in natural order of the ids, sees the same state and requests one action; then all
actions are executed (``order``) and written in one transaction. Messages of step t are seen from step
t + 1. A rejected action is a row with ``success`` false and a reason, and so is the turn of a policy
that fails. Errors of the world itself (the database, a domain, an exhausted budget) stop a run between
two steps, and so do policies that lose half of all turns.

A run is resumed by repeating it: the recorded actions are executed again, policies with state decide
again, and each head of the hash chain is compared. ``verify`` and ``replay`` do the same.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from enum import Enum
from typing import Any

from ..contracts import (
    ActionRequest,
    AgentPolicy,
    AsyncAgentPolicy,
    DomainHandler,
    Observation,
    RunMetadata,
)
from ..errors import GatewayError, InputError, TraceError, expected
from .boundary import attributed, error_text, lost_turn
from .channel import Channel
from .clerk import DROPPED, Clerk, StepReport
from .collecting import seldom_collected
from .faults import RAISED, as_error
from .judge import Judge
from .losses import MAX_LOST_SHARE, Losses
from .mailbox import Mailbox
from .order import ORDER_SEED, order_seed_of, recorded_order
from .policy import check_agents, natural_key
from .records import recorded_scope
from .repeating import Ask, decides_again, difference
from .rows import CallRow, EventRow, TraceRow
from .scheduler import FALLBACK, BarrierScheduler, check_outage, stops_the_run
from .scope import Scope, enter, leave
from .tools import ToolRegistry
from .trace import TraceDb

Policy = AgentPolicy | AsyncAgentPolicy


class RunState(Enum):
    """State of an engine's run."""

    NEW = "new"  # the trace is not opened yet
    OPEN = "open"
    BROKEN = "broken"  # a step failed: the policies are ahead of the trace


@dataclass(frozen=True)
class WorldEngineConfig:
    """
    Settings of a world.

    Attributes
    ----------
    run_id
        Name of the run in the trace.
    deterministic_timestamps
        Whether timestamps are logical: the step and the position of the agent, not wall-clock time.
    message_history_limit
        Number of newest messages that an agent sees.
    max_lost_share
        Share of lost turns in the last ``LOST_STEPS`` steps, in (0, 1], at which the run stops; None if
        it never stops. The steps are recorded, and the run can be resumed.
    shuffled
        Whether the actions of each step are executed in a shuffled order, so that no agent wins all
        contests; by default if the world has domains. Otherwise they are executed in the natural order
        of the ids.
    order_seed
        Seed of the shuffled order; by default it is derived from the run id. A resumed run keeps the
        order in its record.
    with_tools
        Whether observations have messages and tools; by default if the history limit is not 0.
    """

    run_id: str
    deterministic_timestamps: bool = True
    message_history_limit: int = 20
    max_lost_share: float | None = MAX_LOST_SHARE
    shuffled: bool | None = None
    order_seed: int | None = None
    with_tools: bool | None = None

    def __post_init__(self) -> None:
        if not self.run_id or not self.run_id.isprintable():
            raise expected("run_id", self.run_id, "printable text")
        if self.message_history_limit < 0:
            raise expected("message_history_limit", self.message_history_limit, "an integer >= 0")
        if self.max_lost_share is not None and not 0 < self.max_lost_share <= 1:
            raise expected("max_lost_share", self.max_lost_share, "a number in (0, 1], or None")
        if self.shuffled is False and self.order_seed is not None:
            raise expected("order_seed", self.order_seed, "None, since shuffled is False")


class WorldEngine:
    """
    Engine that runs agents in a world and records their actions.

    Parameters
    ----------
    config
        Settings of the world.
    agents
        Policy of each agent, by id; a domain may have agents that are born later or die.
    channel
        Queue of requests, to which others may submit too. The first request of an agent counts; further
        ones are dropped and counted in the metadata of its row.
    trace_db
        Trace, connected or not. If it has steps of this run, the run is resumed after them.
    tools
        Actions of the world; the built-in ones by default.
    domains
        Handlers of the actions named ``"domain:action"``.
    scheduler
        Limits on concurrency and time for :meth:`arun`.

    Raises
    ------
    InputError
        If there are no agents, an id is invalid, a policy cannot decide, or two domains or tools have
        the same name.
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
        check_agents(agents)
        if not agents:
            raise expected("agents", dict(agents), "at least one agent")
        self._config = config
        self._run_id = config.run_id
        given = config.with_tools
        self._with_tools = config.message_history_limit > 0 if given is None else given
        self._agents = {name: agents[name] for name in sorted(agents, key=natural_key)}
        self._only_async = [name for name in self._agents if not hasattr(agents[name], "decide")]
        self._seqs = range(len(self._agents))
        self._channel = channel
        self._trace = trace_db
        self._judge = Judge(tools or ToolRegistry(), domains, self._agents)
        self._clerk = Clerk(config.run_id, self._agents, self._judge)
        self._scheduler = scheduler or BarrierScheduler()
        self._mailbox = Mailbox(config.message_history_limit)
        self._state = RunState.NEW
        self._steps = 0
        self._head = ""
        self._losses = Losses(config.run_id, config.max_lost_share)

    @property
    def lost_turns(self) -> int:
        """Number of turns that this engine lost to errors of policies."""
        return self._losses.total

    # -------------------------------------------------------------------------------------- running

    def run(self, steps: int, until: Callable[[StepReport], object] | None = None) -> int:
        """
        Run until the trace holds ``steps`` steps.

        Parameters
        ----------
        steps
            Total number of steps, including recorded ones.
        until
            Function called after each step; the run ends if it returns a true value.

        Returns
        -------
        int
            Number of steps in the trace.

        Raises
        ------
        InputError
            If ``steps`` is negative, or a policy has only ``adecide``.
        TraceError
            If the database fails, or another run has this run id.
        GatewayError
            If a budget is exhausted, or a recorded answer or a library is missing.
        PolicyError
            If too many turns were lost to errors of policies; see ``max_lost_share``.
        """
        with seldom_collected():
            for _ in self._upcoming(steps):
                report = self.step()
                if until is not None and until(report):
                    break
        return self._begun()

    async def arun(self, steps: int, until: Callable[[StepReport], object] | None = None) -> int:
        """Run as :meth:`run` does, with concurrent decisions in each step."""
        with seldom_collected():
            for _ in self._upcoming(steps):
                report = await self.astep()
                if until is not None and until(report):
                    break
        return self._begun()

    def _upcoming(self, steps: int) -> range:
        if steps < 0:
            raise expected("steps", steps, "an integer >= 0")
        return range(self._begun(), steps)

    def step(self) -> StepReport:
        """Run the next step."""
        time_step = self._begun()
        if self._only_async:
            name = self._only_async[0]
            raise InputError(f"the policy of {name!r} has only adecide: call arun instead of run")
        with self._whole():
            scopes = []
            submit = self._channel.submit
            for name in self._living(time_step):
                scope, request = self._decide(time_step, name)
                scopes.append(scope)
                submit(request)
            check_outage(scopes)
            report = self._commit(time_step, self._channel.take_all(), scopes)
        self._losses.check(report)
        return report

    async def astep(self) -> StepReport:
        """Run the next step with concurrent decisions."""
        time_step = self._begun()
        with self._whole():
            decisions = [
                (
                    Scope(time_step, name, self._run_id),
                    self._agents[name],
                    self.build_observation(time_step, name),
                )
                for name in self._living(time_step)
            ]
            requests = await self._scheduler.decide(self._config.run_id, time_step, decisions)
            for request in requests:
                self._channel.submit(request)
            scopes = [scope for scope, _, _ in decisions]
            check_outage(scopes)
            report = self._commit(time_step, self._channel.take_all(), scopes)
        self._losses.check(report)
        return report

    def _living(self, time_step: int) -> list[str]:
        """Return the agents that take part in a step, in order."""
        present = self._judge.present(self._run_id, time_step)
        return [name for name in self._agents if present is None or name in present]

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """Mark the run as broken if the block fails."""
        try:
            yield
        except BaseException:
            self._state = RunState.BROKEN
            raise

    # ------------------------------------------------------------------------------------ beginning

    def _begun(self) -> int:
        """Open the run if it is new, and return the number of steps done."""
        if self._state is RunState.BROKEN:
            raise TraceError("a step failed: resume the run with a new engine and new policies")
        if self._state is RunState.NEW:
            with self._whole():
                self._steps = self._begin()
            self._state = RunState.OPEN
        return self._steps

    def _begin(self) -> int:
        run_id = self._config.run_id
        trace = self._trace.connect()
        if run_id not in trace.run_ids():
            created = 0.0 if self._config.deterministic_timestamps else time.time()
            settings = {
                "agents": list(self._agents),
                "message_history_limit": self._config.message_history_limit,
            }
            if self._config.shuffled or (self._config.shuffled is None and self._judge.has_domains):
                given = self._config.order_seed
                settings[ORDER_SEED] = order_seed_of(run_id) if given is None else given
            trace.insert_run(RunMetadata(run_id=run_id, created_at=created, config=settings))
        self._keep_order(trace)
        done = trace.steps(run_id)
        if done:
            self._catch_up(trace, done)
        with trace.transaction(done) as connection:
            self._judge.load(run_id, done, connection)
            if done:
                self._check_state(trace, done - 1)
        self._head = trace.head(run_id, done)
        return done

    def _keep_order(self, trace: TraceDb) -> None:
        """Execute actions in the order that the record of the run says."""
        record = trace.get_run_metadata(self._run_id).config
        self._clerk.order_seed = recorded_order(record, self._config.order_seed, self._config.shuffled)

    def _check_state(self, trace: TraceDb, time_step: int) -> None:
        """Check that the loaded domains have the state that the trace recorded."""
        state = self._judge.states(self._config.run_id, time_step)
        if self._judge.state_hash(state, time_step) != trace.state_hash(self._config.run_id, time_step):
            names = ", ".join(state) or "none given"
            raise TraceError(
                f"the state of the domains ({names}) is not the recorded one: "
                "expected the domains of the run, with the same settings",
                path=trace.path,
                step=time_step,
            )

    def _catch_up(self, trace: TraceDb, done: int) -> None:
        """Restore messages and policies from the trace."""
        config = trace.get_run_metadata(self._config.run_id).config
        limit = self._config.message_history_limit
        if (recorded_limit := config.get("message_history_limit", limit)) != limit:
            raise TraceError(
                f"message_history_limit = {limit}: expected {recorded_limit}, as in the recorded run",
                path=trace.path,
            )
        recorded = config.get("roster", config.get("agents"))
        if not isinstance(recorded, list):
            recorded = [row.agent_id for row in trace.table_rows(TraceRow, self._config.run_id, 0)]
        if recorded != list(self._agents):
            raise TraceError(
                f"run id {self._config.run_id!r} is used by another run: "
                f"its {len(recorded)} agents differ from these {len(self._agents)}",
                path=trace.path,
            )
        if all(getattr(policy, "stateless", False) for policy in self._agents.values()):
            self._mailbox.deliver(trace.fetch_messages(self._config.run_id))
        else:
            self.relive(trace, done)

    def relive(
        self, source: TraceDb, steps: int, *, ask: Ask = Ask.STATEFUL, beside: TraceDb | None = None
    ) -> None:
        """
        Repeat the first steps of a recorded run in another trace, and compare every head.

        Parameters
        ----------
        source
            Trace that holds the run.
        steps
            Number of steps.
        ask
            Policies that decide again. The actions of the others are those recorded, and so are turns
            lost to a timeout or taken by a request from elsewhere.
        beside
            Open and empty trace for the repeated steps; a temporary database by default.

        Raises
        ------
        TraceError
            If a step differs; the message names the first and the difference.
        InputError
            If a policy that must decide again has only ``adecide``.
        """
        deciding = {name for name, policy in self._agents.items() if decides_again(policy, ask)}
        for name in deciding:
            if not hasattr(self._agents[name], "decide"):
                raise InputError(
                    f"the policy of {name!r} has state and only adecide: "
                    "its run cannot be resumed or replayed"
                )
        own, run_id = self._trace, self._config.run_id
        self._keep_order(source)
        with nullcontext(beside) if beside is not None else TraceDb("") as shadow:
            self._trace = shadow
            try:
                shadow.insert_run(source.get_run_metadata(run_id))
                self._judge.load(run_id, 0, shadow.connection)
                self._head = shadow.head(run_id)
                for time_step in range(steps):
                    self._relive_step(source, time_step, deciding)
            finally:
                self._trace = own

    def _relive_step(self, source: TraceDb, time_step: int, deciding: Container[str]) -> None:
        run_id = self._config.run_id
        rows = source.table_rows(TraceRow, run_id, time_step)
        calls = source.table_rows(CallRow, run_id, time_step)
        events = source.table_rows(EventRow, run_id, time_step)
        by_agent = {row.agent_id: row for row in rows}
        scopes, requests = [], []
        for name in self._living(time_step):
            if name not in by_agent:
                raise TraceError(f"no row of {name!r}", path=source.path, step=time_step)
            try:
                request = ActionRequest.model_validate_json(by_agent[name].info_json)
            except ValueError as error:
                text = f"the action of {name!r} is damaged"
                raise TraceError(text, path=source.path, step=time_step) from error
            lost = request.metadata.get("policy") == FALLBACK
            if name in deciding and not lost:
                scope, decided = self._decide(time_step, name)
                if DROPPED not in request.metadata:
                    request = decided
            else:
                scope = recorded_scope(calls, events, time_step, name)
            scopes.append(scope)
            requests.append(request)
        stamps = {row.seq: row.created_at for row in rows}
        report = self._commit(time_step, requests, scopes, [stamps.get(i, 0.0) for i in self._seqs])
        if report.hash != source.head(run_id, time_step + 1):
            repeated = self._trace.table_rows(TraceRow, run_id, time_step)
            raise TraceError(difference(rows, repeated), path=source.path, step=time_step)

    # ------------------------------------------------------------------------------------- deciding

    def build_observation(self, time_step: int, agent_id: str) -> Observation:
        """Return what an agent sees at a step, as new values at each call."""
        seen: Observation = {"time_step": time_step, "agent_id": agent_id}
        if self._with_tools:
            policy = self._agents[agent_id]
            if not getattr(policy, "reads_no_messages", False):
                recent = getattr(policy, "reads_last_step", False)
                seen["messages"] = self._mailbox.seen_by(agent_id, time_step - 1 if recent else 0)
            seen["tools"] = self._judge.offered()
        if self._judge.has_domains:
            seen.update(self._judge.observe(self._run_id, time_step, agent_id))
        return seen

    def _decide(self, time_step: int, agent_id: str) -> tuple[Scope, ActionRequest]:
        """Return the scope and the request of one agent."""
        run_id = self._run_id
        policy: Any = self._agents[agent_id]
        observation = self.build_observation(time_step, agent_id)
        scope = Scope(time_step, agent_id, run_id)
        token = enter(scope)
        try:
            returned = policy.decide(
                run_id=run_id, time_step=time_step, agent_id=agent_id, observation=observation
            )
            request = attributed(returned, run_id, time_step, agent_id)
        except RAISED as error:
            failure = as_error(error)
            if stops_the_run(failure):
                raise
            scope.failure = failure if isinstance(failure, GatewayError) else None
            request = lost_turn(run_id, time_step, agent_id, error_text(failure))
        finally:
            leave(token)
        return scope, request

    def _commit(
        self,
        time_step: int,
        requests: Sequence[ActionRequest],
        scopes: Sequence[Scope],
        stamps: Sequence[float] | None = None,
    ) -> StepReport:
        """Execute and write the requests, then deliver their messages."""
        if stamps is None:
            stamps = self._stamps(time_step)
        report, messages = self._clerk.commit(
            self._trace, time_step, requests, scopes, head=self._head, stamps=stamps
        )
        self._mailbox.deliver(messages)
        self._head = report.hash
        self._steps = time_step + 1
        return report

    def _stamps(self, time_step: int) -> list[float]:
        if self._config.deterministic_timestamps:
            return [time_step + seq / 1000 for seq in self._seqs]
        return [time.time()] * len(self._agents)
