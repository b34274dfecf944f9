"""
The judge of actions: checks their arguments and executes them completely or not at all.

Tools only send messages. Domains own state; the writes of a rejected action are rolled back.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from sqlite3 import Connection
from typing import Any

from ..canonical import canonical, digest, plain_copy
from ..contracts import (
    EVERYONE,
    ActionOutcome,
    ActionRequest,
    DomainHandler,
    OutgoingMessage,
)
from ..errors import ActionRejected, InputError, expected, rejected, shortened
from .boundary import POLICY_ERROR
from .faults import RAISED, note_fault, raise_noted
from .tools import ToolRegistry, by_name, domain_tools


class Judge:
    """
    Executor of actions.

    Parameters
    ----------
    tools
        Actions without a colon in their name.
    domains
        Handlers of the other actions.
    agents
        Ids of the agents that may receive messages.
    """

    def __init__(
        self, tools: ToolRegistry, domains: Iterable[DomainHandler], agents: Container[str]
    ) -> None:
        self._tools = tools
        self._agents = agents
        self._domains = by_name(domains)
        self._actions = ToolRegistry(builtin=False)
        for domain in self._domains.values():
            try:
                for spec in domain_tools(domain):
                    self._actions.add(spec, offered=True)
            except RAISED as error:
                raise_noted(error, f"domain {domain.name!r}: actions")

    @property
    def has_domains(self) -> bool:
        """Whether the world has domains."""
        return bool(self._domains)

    def offered(self) -> list[str]:
        """Return the names of the tools that observations list."""
        return [tool.name for tool in (*self._tools.offered, *self._actions.offered)]

    def load(self, run_id: str, time_step: int, connection: Connection) -> None:
        """Prepare the domains to run from a step."""
        for name, domain in self._domains.items():
            try:
                domain.init_schema(connection)
                domain.load(run_id=run_id, time_step=time_step, connection=connection)
            except RAISED as error:
                raise_noted(error, f"domain {name!r}: start at step {time_step}")

    def observe(self, run_id: str, time_step: int, agent_id: str) -> dict[str, Any]:
        """
        Return what an agent sees of each domain, as copies in plain values.

        Raises
        ------
        InputError
            If an observation is not plain.
        """
        seen = {}
        for name, domain in self._domains.items():
            try:
                part = domain.observe(run_id=run_id, time_step=time_step, agent_id=agent_id)
                if part is None:
                    continue
                if not getattr(domain, "observes_copies", False):
                    # A copy: a policy must not change the state of a domain.
                    part = _copy(part, f"domain {name!r}: the observation of {agent_id!r}")
                seen[name] = part
            except RAISED as error:
                raise_noted(error, f"domain {name!r}: observation of {agent_id!r} at step {time_step}")
        return seen

    def present(self, run_id: str, time_step: int) -> set[str] | None:
        """
        Return the agents that live in a step according to all domains; None if no domain decides it.

        Raises
        ------
        InputError
            If a domain names an agent that is not of the run.
        """
        living: set[str] | None = None
        for name, domain in self._domains.items():
            ask = getattr(domain, "present", None)
            if ask is None:
                continue
            try:
                named = set(ask(run_id=run_id, time_step=time_step))
                if unknown := [agent for agent in named if agent not in self._agents]:
                    first = min(map(shortened, unknown))  # text, whatever the domain returned
                    raise InputError(f"domain {name!r}: agent {first}: expected one of the run")
            except RAISED as error:
                raise_noted(error, f"domain {name!r}: agents present at step {time_step}")
            living = named if living is None else living & named
        return living

    def execute(self, request: ActionRequest, connection: Connection) -> ActionOutcome:
        """
        Execute an action.

        Raises
        ------
        ActionRejected
            If the action breaks a rule; nothing has changed.
        InputError
            If a domain has a bug, such as a message to an unknown recipient.
        """
        if POLICY_ERROR in request.metadata:
            raise ActionRejected(f"policy error: {request.metadata[POLICY_ERROR]}")
        name = request.action_name
        domain, colon, action = name.partition(":")
        if not colon:
            self._tools.check(name, request.arguments)
            outcome = _checked(self._tools.execute(request))
            for message in outcome.messages:
                if not self._reaches(message):
                    legal = f"{EVERYONE!r} or an agent of the run"
                    raise rejected("recipient", message.recipient, legal)
            return outcome
        if domain not in self._domains:
            known = ", ".join(self._domains) or "none, this world has no domains"
            raise rejected("domain", domain, known)
        self._actions.check(name, request.arguments)
        handler = self._domains[domain]
        writes = not getattr(handler, "writes_at_the_end", False)
        if writes:
            connection.execute("SAVEPOINT action")
        try:
            outcome = _checked(
                handler.handle_action(action=action, request=request, connection=connection)
            )
        except ActionRejected:
            if writes:
                connection.execute("ROLLBACK TO action")
                connection.execute("RELEASE action")
            raise
        if writes:
            connection.execute("RELEASE action")
        for message in outcome.messages:
            if not self._reaches(message):
                # The domain has acted already; its state in memory cannot be rolled back here.
                raise InputError(
                    f"domain {domain!r}: recipient = {shortened(message.recipient)}: "
                    f"expected {EVERYONE!r} or an agent of the run"
                )
        return outcome

    def _reaches(self, message: OutgoingMessage) -> bool:
        return message.recipient == EVERYONE or message.recipient in self._agents

    def end_step(self, run_id: str, time_step: int, connection: Connection) -> dict[str, Any]:
        """Let the domains evaluate the step, and return their states."""
        for name, domain in self._domains.items():
            try:
                domain.end_step(run_id=run_id, time_step=time_step, connection=connection)
            except RAISED as error:
                raise_noted(error, f"domain {name!r}: end of step {time_step}")
        return self.states(run_id, time_step)

    def states(self, run_id: str, time_step: int) -> dict[str, Any]:
        """Return the states of the domains after a step, by name."""
        states = {}
        for name, domain in self._domains.items():
            try:
                states[name] = domain.get_state_snapshot(run_id=run_id, time_step=time_step)
            except RAISED as error:
                raise_noted(error, f"domain {name!r}: state after step {time_step}")
        return states

    def state_hash(self, states: Mapping[str, Any], time_step: int) -> str:
        """Return the hash of the states of the domains after a step."""
        try:
            return digest(canonical(states))
        except (ValueError, TypeError, RecursionError) as error:
            for name, state in states.items():
                try:
                    canonical(state)
                except (ValueError, TypeError, RecursionError):
                    note_fault(error, f"domain {name!r}: state after step {time_step}")
                    break
            raise


def _copy(value: Any, what: str) -> Any:
    try:
        return plain_copy(value)
    except (ValueError, TypeError, RecursionError) as error:
        raise InputError(f"{what} is not plain: {error}") from error


def _checked(outcome: Any) -> ActionOutcome:
    if not isinstance(outcome, ActionOutcome):
        raise expected("outcome", outcome, "an ActionOutcome")
    return outcome
