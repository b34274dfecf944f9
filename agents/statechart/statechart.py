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
equal. Cells are found by the identity of an enum member: its hash is a Python function and would cost
a third of a transition.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence, Set
from enum import Enum
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeAlias, cast

from ..errors import InputError
from .agent import ChartAgent
from .errors import AmbiguousTransition, InvalidChart
from .flat_findings import flat_findings
from .transitions import NEEDS_ORACLE, Ambiguous, Decided, Guard, OracleMarker, Transition
from .waiting import within

if TYPE_CHECKING:
    from ..contracts import EventSink

Selection = Literal["first", "oracle", "error"]
Mode = Literal["product", "literal"]
_log = logging.getLogger("agents.statechart")


class _Candidate(NamedTuple):
    """A transition as firing needs it; ``decided`` is None if it asks the oracle."""

    guard: Guard | None
    decided: Decided | None
    transition: Transition


_Cell: TypeAlias = tuple[_Candidate, ...]


class DecidesState(Protocol):
    """Chooses one of the options; :class:`.oracle.Oracle` does, and so may anything else."""

    async def decide(
        self, agent: Any, current_state: Any, trigger: str, options: Sequence[Any], context: Any
    ) -> Any:
        """Choose; whatever is not among the options is refused."""


class Statechart:
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
        Taken, if it is an option, when the oracle fails; else the first option is.
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
        self.states = _ordered(states)
        self.transitions = tuple(transitions)
        self.initial = initial
        self.mode = mode
        self.selection: Selection = selection or ("first" if mode == "literal" else "oracle")
        self.oracle = oracle
        self.oracle_fallback = oracle_fallback
        self.oracle_timeout = oracle_timeout
        self.timeout_trigger = timeout_trigger
        self.sink = sink
        if findings := flat_findings(self):
            raise InvalidChart("statechart", findings)
        cells: dict[int, dict[str, list[Transition]]] = {id(state): {} for state in self.states}
        for transition in self.transitions:
            cells[id(transition.source)].setdefault(transition.trigger, []).append(transition)
        self._cells = {
            state: {trigger: tuple(map(_candidate, found)) for trigger, found in row.items()}
            for state, row in cells.items()
        }
        self._eager = mode == "literal" and self.selection == "first"

    # ------------------------------------------------------------------------------------------- asking

    def valid_triggers(self, state: Enum) -> list[str]:
        """Triggers that lead out of a state, each once, in the order of definition."""
        return list(self._row(state))

    def valid_targets(self, state: Enum, trigger: str) -> list[Enum]:
        """
        Targets of a trigger whatever the guards say, in the order of definition.

        An oracle transition stands for its options.
        """
        targets: list[Enum] = []
        for candidate in self._row(state).get(trigger, ()):
            transition = candidate.transition
            if transition.target is not None:
                targets.append(transition.target)
            else:
                targets.extend(transition.options or ())
        return targets

    def candidates(self, state: Enum, trigger: str, agent: Any, context: Any = None) -> list[Transition]:
        """Transitions of a state and trigger whose guards let them pass, in the order of definition."""
        cell = self._row(state).get(trigger, ())
        return [c.transition for c, _ in self._enabled(cell, agent, context)]

    def decide(self, agent: Any, trigger: str, context: Any = None) -> Decided | Ambiguous | None:
        """
        Say what a trigger would do; nothing changes.

        Returns
        -------
        Decided or Ambiguous or None
            None if nothing is enabled. An open choice has at least two options.

        Raises
        ------
        AmbiguousTransition
            If several distinct targets are enabled and ``selection`` is ``"error"``.
        """
        state = agent.state
        cell = self._row(state).get(trigger)
        if cell is None:
            return None
        enabled = self._enabled(cell, agent, context)
        if not enabled:
            return None
        first, asks = enabled[0]
        if not asks and (len(enabled) == 1 or self.selection == "first"):
            return cast(Decided, first.decided)
        if any(asks for _, asks in enabled):
            return self._open(cell, enabled)
        targets = tuple(dict.fromkeys(c.decided.state for c, _ in enabled if c.decided is not None))
        if len(targets) == 1:
            return first.decided
        if self.selection == "error":
            raise AmbiguousTransition(state.value, trigger, [target.value for target in targets])
        return Ambiguous(targets, tuple(c.transition for c, _ in enabled))

    def coerced(self, answer: Any) -> bool | OracleMarker:
        """
        Read what a guard answered: True, False or NEEDS_ORACLE.

        Raises
        ------
        TypeError
            On a string, in product mode.
        """
        if isinstance(answer, OracleMarker):
            return answer
        if isinstance(answer, str):
            if self.mode != "literal":
                raise TypeError(f"a guard answered {answer!r}: expected True, False or NEEDS_ORACLE")
            if answer == "needs_oracle":
                return NEEDS_ORACLE
        return bool(answer)

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
        return self._apply(agent, trigger, decision, context)

    async def afire(self, agent: ChartAgent, trigger: str, context: Any = None) -> Enum | None:
        """Like :meth:`fire`, and other tasks go on while the oracle thinks."""
        found = self.decide(agent, trigger, context)
        if isinstance(found, Ambiguous):
            found = await self._asettle(agent, trigger, found, context)
        return None if found is None else self._apply(agent, trigger, found, context)

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

    def _row(self, state: Any) -> Mapping[str, _Cell]:
        row = self._cells.get(id(state))
        if row is None:
            legal = ", ".join(known.value for known in self.states)
            raise InputError(f"state {state!r}: not of this chart, which has {legal}")
        return row

    def _enabled(self, cell: _Cell, agent: Any, context: Any) -> list[tuple[_Candidate, bool]]:
        """Candidates that may fire, each with whether it asks the oracle."""
        enabled = []
        for candidate in cell:
            guard, decided, transition = candidate
            asks = decided is None
            if guard is not None:
                try:
                    answer = guard(agent, context)
                    if answer is not True and answer is not False:
                        answer = self.coerced(answer)
                except Exception as error:
                    self._report("guard_error", agent, transition.trigger, transition, error)
                    continue
                if answer is False:
                    continue
                asks = asks or answer is NEEDS_ORACLE
            enabled.append((candidate, asks))
            if self._eager and not enabled[0][1]:
                break
        return enabled

    def _open(self, cell: _Cell, enabled: list[tuple[_Candidate, bool]]) -> Decided | Ambiguous:
        declared = [c.transition.target for c in cell if c.transition.target is not None]
        options: dict[Enum, None] = {}
        for (_, _, transition), marked in enabled:
            if marked and transition.options is not None:
                options.update(dict.fromkeys(transition.options))
            elif transition.target is None:
                options.update(dict.fromkeys(declared))
            else:
                options[transition.target] = None
        choice = Ambiguous(tuple(options), tuple(c.transition for c, _ in enabled))
        return choice if len(options) > 1 else choice.choose(choice.options[0])

    def _settle(self, agent: Any, trigger: str, choice: Ambiguous, context: Any) -> Decided:
        oracle = self.oracle
        if oracle is None:
            return self._without_oracle(agent, trigger, choice)
        # A gateway is asked by its own synchronous door where there is one.
        direct = getattr(oracle, "decide_now", None)
        try:
            if direct is not None:
                answer = within(
                    self.oracle_timeout,
                    lambda: direct(agent, agent.state, trigger, choice.options, context),
                )
            else:
                answer = within(
                    self.oracle_timeout,
                    lambda: asyncio.run(
                        oracle.decide(agent, agent.state, trigger, choice.options, context)
                    ),
                )
        except Exception as error:
            return self._fall_back(agent, trigger, choice, error)
        return self._checked(agent, trigger, choice, answer)

    async def _asettle(self, agent: Any, trigger: str, choice: Ambiguous, context: Any) -> Decided:
        if self.oracle is None:
            return self._without_oracle(agent, trigger, choice)
        asked = self.oracle.decide(agent, agent.state, trigger, choice.options, context)
        try:
            answer = await asyncio.wait_for(asked, self.oracle_timeout)
        except Exception as error:
            return self._fall_back(agent, trigger, choice, error)
        return self._checked(agent, trigger, choice, answer)

    def _checked(self, agent: Any, trigger: str, choice: Ambiguous, answer: Any) -> Decided:
        if not isinstance(answer, Enum) or answer not in choice.options:
            return self._fall_back(agent, trigger, choice, ValueError(f"{answer!r} is not an option"))
        self._tell_choice(agent, trigger, choice, answer, fallback=False)
        return choice.choose(answer)

    def _without_oracle(self, agent: Any, trigger: str, choice: Ambiguous) -> Decided:
        state = choice.options[0]
        self._tell_choice(agent, trigger, choice, state, oracle_used=False, fallback=True)
        return choice.choose(state)

    def _fall_back(self, agent: Any, trigger: str, choice: Ambiguous, error: Exception) -> Decided:
        wanted = self.oracle_fallback
        state = wanted if wanted is not None and wanted in choice.options else choice.options[0]
        reason = f"{type(error).__name__}: {error}"
        self._tell_choice(agent, trigger, choice, state, fallback=True, error=reason)
        return choice.choose(state)

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
            move = {"agent": _name(agent), "trigger": trigger, "from": before.value, "to": state.value}
            self.sink.emit("statechart.transition", move)
        return state

    # ------------------------------------------------------------------------------------------ telling

    def _report(
        self, what: str, agent: Any, trigger: str, transition: Transition, error: Exception
    ) -> None:
        text = f"{type(error).__name__}: {error}"
        if self.sink is None:
            _log.warning("%s in %s: %s", what.replace("_", " "), transition, text)
            return
        place = self.transitions.index(transition)
        told = {"agent": _name(agent), "trigger": trigger, "transition": place, "error": text}
        self.sink.emit(f"statechart.{what}", told)

    def _tell_choice(
        self, agent: Any, trigger: str, choice: Ambiguous, state: Enum, **more: Any
    ) -> None:
        told = {
            "agent": _name(agent),
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
            _log.warning("oracle on %s: %s; took %s", trigger, more["error"], state.value)


def _name(agent: Any) -> str:
    return str(getattr(agent, "name", ""))


def _ordered(states: Iterable[Enum]) -> tuple[Enum, ...]:
    if not isinstance(states, Set):
        return tuple(states)
    kinds = sorted({type(state) for state in states}, key=lambda kind: kind.__qualname__)
    return tuple(state for kind in kinds for state in kind if state in states)


def _candidate(transition: Transition) -> _Candidate:
    certain = None if transition.asks else Decided(transition, cast(Enum, transition.target))
    return _Candidate(transition.guard, certain, transition)
