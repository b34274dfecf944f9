"""
The flat chart: one state per agent, transitions with guards, and an oracle for open choices.

A chart is immutable and shared by its agents. :meth:`Statechart.decide` is pure: it returns a decision,
an open choice, or None. :meth:`Statechart.fire` calls the oracle if needed, runs the action, and lets
the agent change its state.

There are two modes. ``product``, the default, evaluates the guards of all candidates and calls the
oracle if several distinct targets are enabled. In ``literal`` (L1) the first guard that holds decides
and the rest are not evaluated, and (L2) strings are coerced; in ``product`` they are errors of the
guard. In both modes the string ``"needs_oracle"`` means NEEDS_ORACLE.

This is a fast path of :mod:`.kernel` for charts without hierarchy; a property test compares the two.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol

from ..errors import shortened
from .agent import ChartAgent
from .decisions import Decisions, Mode, Selection, log, name_of
from .errors import InvalidChart
from .flat_findings import flat_findings, unreachable_states
from .oracle import Oracle
from .states import fallback_among
from .transitions import Ambiguous, Decided, Transition
from .waiting import within

if TYPE_CHECKING:
    from ..contracts import EventSink

__all__ = ["DecidesState", "Mode", "Selection", "Statechart"]


class DecidesState(Protocol):
    """Object that chooses one of the options, such as :class:`.oracle.Oracle`."""

    async def decide(
        self, agent: Any, current_state: Any, trigger: str, options: Sequence[Any], context: Any
    ) -> Any:
        """Return one of the options; any other result is refused."""


class Statechart(Decisions):
    """
    Flat statechart over the members of an enum.

    Parameters
    ----------
    states
        Members of a string enum, or the enum. A set is ordered as the enum.
    transitions
        Transitions in the order in which they are tried.
    initial
        Initial state of agents.
    selection
        Treatment of several enabled targets: ``"first"`` takes the first in the order of definition,
        ``"oracle"`` calls the oracle, ``"error"`` raises. A transition with ``oracle=True``, a target of
        None, or a guard that returns NEEDS_ORACLE always calls the oracle, unless ``"first"`` finds an
        enabled one before it. Default: ``"oracle"``, in literal mode ``"first"``.
    mode
        ``"product"`` or ``"literal"``, see the module.
    oracle
        Oracle for open choices. Without one the first option is taken.
    oracle_fallback
        State chosen, if it is an option, when the oracle fails and has no fallback; else the first
        option is. Default: ``AgentState.SCROLLING``.
    oracle_timeout
        Time limit of the oracle in seconds; None for no limit.
    timeout_trigger
        Trigger of :meth:`turn` for an agent that is timed out, if its state has such a transition.
    sink
        Receiver of moves, guard and action errors, and decisions of the oracle. Without one, errors are
        logged as warnings.

    Attributes
    ----------
    unreachable
        States that no sequence of transitions reaches from ``initial``, guards aside; they are logged as
        a warning.

    Raises
    ------
    InvalidChart
        If the definition is invalid; the error lists all findings.
    """

    def __init__(
        self,
        states: Iterable[Enum],
        transitions: Iterable[Transition],
        initial: Enum,
        *,
        selection: Selection | None = None,
        mode: Mode = "product",
        oracle: DecidesState | None = None,
        oracle_fallback: Enum | None = None,
        oracle_timeout: float | None = 60.0,
        timeout_trigger: str = "timeout",
        sink: EventSink | None = None,
    ) -> None:
        super().__init__(states, transitions, selection=selection, mode=mode, sink=sink)
        self.initial = initial
        self.oracle = oracle
        self.oracle_fallback = oracle_fallback
        self.oracle_timeout = oracle_timeout
        self.timeout_trigger = timeout_trigger
        if findings := flat_findings(self, initial, oracle_timeout, oracle_fallback):
            raise InvalidChart("statechart", findings)
        self.unreachable = tuple(unreachable_states(self.states, self.transitions, initial))
        if self.unreachable:
            names = ", ".join(state.value for state in self.unreachable)
            log.warning("no transition leads from %s to %s", initial.value, shortened(names))
        self._build()

    # ------------------------------------------------------------------------------------------- moving

    def fire(self, agent: ChartAgent, trigger: str, context: Any = None) -> Enum | None:
        """
        Fire a trigger for an agent.

        The action runs first, then the agent changes its state and records the move. Errors of guards,
        actions and the oracle are reported; the agent always remains in a state of the chart.

        Parameters
        ----------
        agent
            Agent with ``state`` and ``transition_to``, such as :class:`.agent.ChartAgent`.
        trigger
            Name of the event. If the state has no transition for it, nothing happens.
        context
            Context for guards, actions and the prompt of the oracle.

        Returns
        -------
        Enum or None
            New state of the agent, or None if no transition was enabled.

        Notes
        -----
        Inside a running event loop use :meth:`afire`.
        """
        decision = self.decide(agent, trigger, context)
        if decision is None:
            return None
        if isinstance(decision, Ambiguous):
            decision = self._settle(agent, trigger, decision, context)
            if self._has_moved(agent, trigger, decision):
                return None
        return self._apply(agent, trigger, decision, context)

    async def afire(self, agent: ChartAgent, trigger: str, context: Any = None) -> Enum | None:
        """Fire as :meth:`fire` does, awaiting the oracle."""
        decision = self.decide(agent, trigger, context)
        if decision is None:
            return None
        if isinstance(decision, Ambiguous):
            decision = await self._asettle(agent, trigger, decision, context)
            if self._has_moved(agent, trigger, decision):
                return None
        return self._apply(agent, trigger, decision, context)

    def turn(self, agent: ChartAgent, trigger: str, context: Any = None) -> Enum | None:
        """
        Advance the time of an agent by one tick, and fire a trigger, or its timeout if it is timed out.

        Returns
        -------
        Enum or None
            Result of :meth:`fire`.
        """
        return self.fire(agent, self._next(agent, trigger), context)

    async def aturn(self, agent: ChartAgent, trigger: str, context: Any = None) -> Enum | None:
        """Take a turn as :meth:`turn` does, asynchronously."""
        return await self.afire(agent, self._next(agent, trigger), context)

    def _next(self, agent: ChartAgent, trigger: str) -> str:
        agent.tick()
        stuck = agent.is_timed_out() and self.timeout_trigger in self._row(agent.state)
        return self.timeout_trigger if stuck else trigger

    # ---------------------------------------------------------------------------------------- internals

    def _settle(self, agent: Any, trigger: str, choice: Ambiguous, context: Any) -> Decided:
        oracle = self.oracle
        if oracle is None:
            return self._without_oracle(agent, trigger, choice)
        # Use the synchronous method of the oracle if it has one.
        direct = getattr(oracle, "decide_now", None)
        asked = (agent, agent.state, trigger, choice.options, context)
        more = self._advice(oracle)
        try:
            if direct is not None:
                answer = within(self.oracle_timeout, lambda: direct(*asked, **more))
            else:
                answer = within(self.oracle_timeout, lambda: asyncio.run(oracle.decide(*asked, **more)))
        except Exception as error:
            return self._fall_back(agent, trigger, choice, error)
        return self._checked(agent, trigger, choice, answer)

    async def _asettle(self, agent: Any, trigger: str, choice: Ambiguous, context: Any) -> Decided:
        if self.oracle is None:
            return self._without_oracle(agent, trigger, choice)
        asked = self.oracle.decide(
            agent, agent.state, trigger, choice.options, context, **self._advice(self.oracle)
        )
        try:
            answer = await asyncio.wait_for(asked, self.oracle_timeout)
        except Exception as error:
            return self._fall_back(agent, trigger, choice, error)
        return self._checked(agent, trigger, choice, answer)

    def _advice(self, oracle: DecidesState) -> dict[str, Any]:
        """Return the fallback for an :class:`.oracle.Oracle`, which does not raise."""
        return {"fallback": self.oracle_fallback} if isinstance(oracle, Oracle) else {}

    def _checked(self, agent: Any, trigger: str, choice: Ambiguous, answer: Any) -> Decided:
        if not any(answer is option for option in choice.options):
            return self._fall_back(agent, trigger, choice, ValueError(f"{answer!r} is not an option"))
        self._tell_choice(agent, trigger, choice, answer, fallback=False)
        return choice.choose(answer)

    def _without_oracle(self, agent: Any, trigger: str, choice: Ambiguous) -> Decided:
        state = choice.options[0]
        self._tell_choice(agent, trigger, choice, state, oracle_used=False, fallback=True)
        return choice.choose(state)

    def _fall_back(self, agent: Any, trigger: str, choice: Ambiguous, error: Exception) -> Decided:
        state = fallback_among(choice.options, self.oracle_fallback)
        reason = f"{type(error).__name__}: {error}"
        self._tell_choice(agent, trigger, choice, state, fallback=True, error=reason)
        return choice.choose(state)

    def _has_moved(self, agent: Any, trigger: str, decision: Decided) -> bool:
        """Return whether the agent changed its state while the oracle decided."""
        if agent.state is decision.transition.source:
            return False
        late = RuntimeError(f"the agent is in {agent.state.value} by now")
        self._report("late_answer", agent, trigger, decision.transition, late)
        return True

    def _apply(self, agent: ChartAgent, trigger: str, decision: Decided, context: Any) -> Enum:
        transition, state = decision
        if transition.action is not None:
            try:
                transition.action(agent, context)
            except Exception as error:
                self._report("action_error", agent, trigger, transition, error)
        before = agent.state
        if state is not before:
            agent.transition_to(state, trigger, context)
        elif transition.external:
            agent.transition_to(state, trigger, context, external=True)
        if self.sink is not None:
            move = {"agent": name_of(agent), "trigger": trigger, "from": before.value, "to": state.value}
            self.sink.emit("statechart.transition", move)
        return state

    # ------------------------------------------------------------------------------------------ telling

    def _tell_choice(
        self, agent: Any, trigger: str, choice: Ambiguous, state: Enum, **more: Any
    ) -> None:
        told = {
            "agent": name_of(agent),
            "trigger": trigger,
            "state": agent.state.value,
            "options": [option.value for option in choice.options],
            "chosen": state.value,
            "oracle_used": True,
            **more,
        }
        if self.sink is not None:
            self.sink.emit("statechart.oracle", told)
        elif "error" in more:
            log.warning("oracle on %s: %s; took %s", trigger, more["error"], state.value)
