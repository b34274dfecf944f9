"""
The flat chart: one state an agent, transitions with guards, and an oracle for what the rules leave open.

A chart is shared by all its agents and holds nothing that changes. :meth:`Statechart.decide` is pure: it
answers with a decision, an open choice, or None. :meth:`Statechart.fire` does the rest: it has the
oracle choose, runs the action, and lets the agent apply the move.

Two modes. ``product``, the default, evaluates every candidate's guard and asks the oracle when several
distinct targets are enabled. ``literal`` does what the requirements say word for word: (L1) the first
guard that holds wins and the rest are not evaluated; (L2) the string ``"needs_oracle"`` is the marker,
and other strings are coerced, where ``product`` counts a string as a guard's error.

This is the compiled fast path of :mod:`.kernel`, which knows hierarchy; a property test holds the two
equal.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol

from .agent import ChartAgent
from .decisions import Decisions, Mode, Selection, log, name_of
from .errors import InvalidChart
from .flat_findings import flat_findings
from .oracle import Oracle
from .states import fallback_among
from .transitions import Ambiguous, Decided, Transition
from .waiting import within

if TYPE_CHECKING:
    from ..contracts import EventSink

__all__ = ["DecidesState", "Mode", "Selection", "Statechart"]


class DecidesState(Protocol):
    """Chooses one of the options; :class:`.oracle.Oracle` does, and so may anything else."""

    async def decide(
        self, agent: Any, current_state: Any, trigger: str, options: Sequence[Any], context: Any
    ) -> Any:
        """Choose; whatever is not among the options is refused."""


class Statechart(Decisions):
    """
    A flat statechart over the members of an enum.

    Parameters
    ----------
    states
        Members of a string enum, or the enum. Those of a set are put in the enum's order.
    transitions
        In the order in which they are tried.
    initial
        Where an agent starts.
    selection
        What happens when several distinct targets are enabled: ``"first"`` takes the first in the order
        of definition, ``"oracle"`` asks, ``"error"`` raises. A transition that asks (``oracle=True``, a
        target of None, a guard that answers NEEDS_ORACLE) asks in each of them, unless ``"first"`` finds
        an enabled one before it. Default: ``"oracle"``, in literal mode ``"first"``.
    mode
        ``"product"`` or ``"literal"``, see the module.
    oracle
        Chooses among open options. Without one the first option is taken.
    oracle_fallback
        Taken, if it is an option, when the oracle fails and has no fallback of its own; else the first
        option is. Default: ``AgentState.SCROLLING``.
    oracle_timeout
        Seconds after which an oracle has failed; None to wait for ever.
    timeout_trigger
        Fired by :meth:`turn` for an agent that is timed out, where the state has such a transition.
    sink
        Takes what happens: moves, guard and action errors, each decision of the oracle. Without one,
        errors are logged as warnings.

    Raises
    ------
    InvalidChart
        With everything that is wrong, if the definition is.
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
        self._build()

    # ------------------------------------------------------------------------------------------- moving

    def fire(self, agent: ChartAgent, trigger: str, context: Any = None) -> Enum | None:
        """
        Carry out a trigger for an agent.

        The action runs first, then the agent changes its state and records the move. An error in a guard
        or an action, and whatever an oracle does, is reported and never leaves the agent elsewhere than
        in a state of the chart.

        Parameters
        ----------
        agent
            Has ``state`` and ``transition_to``, as :class:`.agent.ChartAgent`.
        trigger
            The event's name. One that the state does not know does nothing.
        context
            For guards, actions and the oracle: small, and explicit.

        Returns
        -------
        Enum or None
            The state the agent is in now, or None if nothing was enabled.

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
        """Like :meth:`fire`, and other tasks go on while the oracle thinks."""
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
        One round of an agent: it ages, and if it is timed out, the timeout takes the turn.

        Returns
        -------
        Enum or None
            As :meth:`fire`.
        """
        return self.fire(agent, self._next(agent, trigger), context)

    async def aturn(self, agent: ChartAgent, trigger: str, context: Any = None) -> Enum | None:
        """Like :meth:`turn`, asynchronously."""
        return await self.afire(agent, self._next(agent, trigger), context)

    def _next(self, agent: ChartAgent, trigger: str) -> str:
        agent.tick()
        stuck = agent.is_timed_out() and self.timeout_trigger in self._row(agent.state)
        return self.timeout_trigger if stuck else trigger

    # ------------------------------------------------------------------------------------------- within

    def _settle(self, agent: Any, trigger: str, choice: Ambiguous, context: Any) -> Decided:
        oracle = self.oracle
        if oracle is None:
            return self._without_oracle(agent, trigger, choice)
        # A gateway is asked by its own synchronous door where there is one.
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
        """Tell an :class:`.oracle.Oracle`, which does not raise, where this chart falls back to."""
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
        """Whether the agent went elsewhere while the oracle thought: then its answer comes too late."""
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
