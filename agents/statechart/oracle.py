"""
The oracle: a language model that chooses among the open options of a chart, and nothing else.

It is asked only when the rules leave a choice open. Its answer is read with tolerance (fences, prose
around the object, capitals, an option's number), checked without: what is not one of the options is
none, and the fallback is taken. A budget bounds the calls; every call, and every call that was not made,
is kept with what came of it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from ..answers import objects_in
from ..errors import GatewayError, InputError
from .config import require_int
from .states import DESCRIPTIONS, fallback_among

if TYPE_CHECKING:
    from ..contracts import EventSink, LLMGateway
    from .configuration import Choice

log = logging.getLogger("agents.statechart")

_SPENT = "the budget of calls is spent"
_SYSTEM = (
    "You decide how the agent described below behaves next. Choose exactly one of the options. "
    'Answer with JSON only: {"next_state": "<value>"}'
)


@dataclass(frozen=True)
class OracleParams:
    """
    How a language model is asked.

    Parameters
    ----------
    model
        Name of the model, as the gateway knows it.
    temperature
        At least 0.
    timeout
        Seconds for one answer, above 0.
    max_calls
        In the life of the oracle; at least 0.
    max_calls_per_step
        For one agent between two of its ticks; at least 0, or None for no limit.
    """

    model: str = "default"
    temperature: float = 0.2
    timeout: float = 30.0
    max_calls: int = 1000
    max_calls_per_step: int | None = None

    def __post_init__(self) -> None:
        if not self.temperature >= 0:
            raise InputError(f"temperature = {self.temperature!r}: expected at least 0")
        if not self.timeout > 0:
            raise InputError(f"timeout = {self.timeout!r}: expected seconds, above 0")
        require_int("max_calls", self.max_calls, 0)
        if self.max_calls_per_step is not None:
            require_int("max_calls_per_step", self.max_calls_per_step, 0)


@dataclass(frozen=True)
class OracleCall:
    """
    One question to the oracle.

    Attributes
    ----------
    agent, state, trigger, options
        What was asked, by name.
    called
        Whether the model was asked; False when the budget was spent.
    answer
        What the model said, if it said anything.
    chosen
        The option taken.
    error
        Why the fallback was taken; None if the answer was good.
    """

    agent: str
    state: str
    trigger: str
    options: tuple[str, ...]
    called: bool
    answer: str | None
    chosen: str
    error: str | None


@dataclass(frozen=True)
class _Named:
    """A state of a chart as the prompt needs it: an enum's member has a value, too."""

    value: str


class Oracle:
    """
    Ask a language model what an agent does next.

    Parameters
    ----------
    client
        The gateway; only its ``chat`` and ``achat`` are used.
    params
        Model, time, budget.
    fallback
        Taken, if it is an option, when no good answer comes; else the first option is. Default: the
        ``oracle_fallback`` of the chart that asks, and without one ``AgentState.SCROLLING``.
    descriptions
        One line about each state, for the prompt.
    sink
        Takes each call as an event ``statechart.oracle_call``. Without one, fallbacks are logged as
        warnings.

    Attributes
    ----------
    calls
        Everything that was asked, in order.
    """

    def __init__(
        self,
        client: LLMGateway,
        params: OracleParams | None = None,
        *,
        fallback: Enum | None = None,
        descriptions: Mapping[Any, str] = DESCRIPTIONS,
        sink: EventSink | None = None,
    ) -> None:
        self.client = client
        self.params = params or OracleParams()
        self.fallback = fallback
        self.descriptions = descriptions
        self.sink = sink
        self.calls: list[OracleCall] = []
        self._spent = 0
        self._step: dict[str, tuple[int, int]] = {}

    async def decide(
        self,
        agent: Any,
        current_state: Enum,
        trigger: str,
        options: Sequence[Enum],
        context: Any = None,
        *,
        fallback: Enum | None = None,
    ) -> Enum:
        """
        Choose one of the options.

        A single option is returned without a call. Errors of the gateway, late, unreadable or illegal
        answers, and a spent budget give the fallback: the oracle's own, or the one given here if it has
        none.

        Raises
        ------
        ValueError
            If there are no options.
        """
        question = self._question(agent, current_state, trigger, options, context)
        if question is None:
            return options[0]
        if not self._afford(agent):
            return self._take(agent, current_state, trigger, options, fallback, _SPENT)
        try:
            asked = self.client.achat(**question)
            completion = await asyncio.wait_for(asked, self.params.timeout)
        except Exception as error:
            return self._take(
                agent, current_state, trigger, options, fallback, _text(error), called=True
            )
        return self._read(agent, current_state, trigger, options, fallback, completion)

    def decide_now(
        self,
        agent: Any,
        current_state: Enum,
        trigger: str,
        options: Sequence[Enum],
        context: Any = None,
        *,
        fallback: Enum | None = None,
    ) -> Enum:
        """Like :meth:`decide`, without an event loop."""
        question = self._question(agent, current_state, trigger, options, context)
        if question is None:
            return options[0]
        if not self._afford(agent):
            return self._take(agent, current_state, trigger, options, fallback, _SPENT)
        try:
            completion = self.client.chat(**question)
        except Exception as error:
            return self._take(
                agent, current_state, trigger, options, fallback, _text(error), called=True
            )
        return self._read(agent, current_state, trigger, options, fallback, completion)

    def choose(self, choice: Choice, context: Any = None) -> int:
        """
        Choose for a :class:`.machine.Machine`: an index into the options.

        The machine's context is taken for the agent; an option is called after what it leads to.
        """
        names = [" ".join(arc.edge.targets) or "stay" for arc in choice.options]
        options = [
            _Named(name if names.count(name) == 1 else f"{name} ({i + 1})")
            for i, name in enumerate(names)
        ]
        event = choice.event.name if choice.event is not None else "none"
        data = choice.event.data if choice.event is not None else None
        chosen: Any = self.decide_now(context, _Named(choice.state), event, options, data)  # type: ignore[arg-type]
        return options.index(chosen)

    def prompt(
        self, agent: Any, current_state: Enum, trigger: str, options: Sequence[Enum], context: Any = None
    ) -> str:
        """
        The question as the model gets it.

        The context goes in as given, so it should be small: never a simulation's whole state.
        """
        about = {
            "Name": getattr(agent, "name", None),
            "Interests": ", ".join(map(str, getattr(agent, "interests", None) or ())),
            "Personality": getattr(agent, "personality", None),
            "Current state": current_state.value,
            "Event": trigger,
        }
        lines = [f"{key}: {value}" for key, value in about.items() if value]
        if isinstance(context, Mapping):
            known = [f"- {key}: {value}" for key, value in context.items() if value is not None]
            lines += ["Context:", *known] if known else []
        elif context is not None:
            lines += ["Context:", str(context)]
        lines.append("Options:")
        for option in options:
            told = self.descriptions.get(option)
            lines.append(f"- {option.value}: {told}" if told else f"- {option.value}")
        lines.append('Answer with JSON only: {"next_state": "<value>"}')
        return "\n".join(lines)

    # ------------------------------------------------------------------------------------------- within

    def _question(
        self, agent: Any, state: Enum, trigger: str, options: Sequence[Enum], context: Any
    ) -> dict[str, Any] | None:
        """Arguments for the gateway; None if there is nothing to ask."""
        if not options:
            raise InputError("options are empty: expected at least one state to choose from")
        if len(options) == 1:
            return None
        legal = [option.value for option in options]
        schema = {
            "type": "object",
            "properties": {"next_state": {"type": "string", "enum": legal}},
            "required": ["next_state"],
            "additionalProperties": False,
        }
        prompt = self.prompt(agent, state, trigger, options, context)
        return {
            "model": self.params.model,
            "messages": [{"role": "system", "content": _SYSTEM}, {"role": "user", "content": prompt}],
            "temperature": self.params.temperature,
            "response_schema": schema,
            "timeout": self.params.timeout,
        }

    def _afford(self, agent: Any) -> bool:
        """Count a call, unless the budget is spent."""
        if self._spent >= self.params.max_calls:
            return False
        age = getattr(agent, "age", None)
        limit = self.params.max_calls_per_step
        if limit is not None and age is not None:  # something without age has no steps to count in
            name = str(getattr(agent, "name", "")) or str(id(agent))
            then, count = self._step.get(name, (age, 0))
            count = count + 1 if then == age else 1
            if count > limit:
                return False
            self._step[name] = (age, count)
        self._spent += 1
        return True

    def _read(
        self,
        agent: Any,
        state: Enum,
        trigger: str,
        options: Sequence[Enum],
        fallback: Enum | None,
        completion: Any,
    ) -> Enum:
        try:
            content = completion["choices"][0]["message"]["content"]
            if not isinstance(content, str):
                raise TypeError(f"the content is a {type(content).__name__}")
        except (KeyError, IndexError, TypeError) as error:
            reason = f"not a completion: {_text(error)}"
            return self._take(agent, state, trigger, options, fallback, reason, called=True)
        chosen = parse_choice(content, options)
        if chosen is None:
            reason = "the answer is none of the options"
            return self._take(
                agent, state, trigger, options, fallback, reason, answer=content, called=True
            )
        self._keep(agent, state, trigger, options, True, content, chosen, None)
        return chosen

    def _take(
        self,
        agent: Any,
        state: Enum,
        trigger: str,
        options: Sequence[Enum],
        fallback: Enum | None,
        reason: str,
        *,
        answer: str | None = None,
        called: bool = False,
    ) -> Enum:
        chosen = fallback_among(options, fallback if self.fallback is None else self.fallback)
        self._keep(agent, state, trigger, options, called, answer, chosen, reason)
        return chosen

    def _keep(
        self,
        agent: Any,
        state: Enum,
        trigger: str,
        options: Sequence[Enum],
        called: bool,
        answer: str | None,
        chosen: Enum,
        error: str | None,
    ) -> None:
        name = str(getattr(agent, "name", ""))
        legal = tuple(option.value for option in options)
        call = OracleCall(name, state.value, trigger, legal, called, answer, chosen.value, error)
        self.calls.append(call)
        if self.sink is not None:
            self.sink.emit("statechart.oracle_call", {**vars(call), "options": list(legal)})
        elif error is not None:
            log.warning("oracle on %s: %s; took %s", trigger, error, chosen.value)


def parse_choice(text: str, options: Sequence[Enum]) -> Enum | None:
    """
    Find the chosen option in a model's answer.

    Takes the first JSON object that has the key ``next_state``, wherever it stands: in a fence, in
    prose, after an object without it. The value is compared without regard to case and surrounding
    blanks; an integer from 1 on is an option's place in the list. An answer that is nothing but an
    option's value is taken too.

    Returns
    -------
    Enum or None
        None if the answer is none of the options.
    """
    by_value = {str(option.value).lower(): option for option in options}
    for found in objects_in(text):
        if "next_state" in found:
            value = found["next_state"]
            if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= len(options):
                return options[value - 1]
            return by_value.get(value.strip().lower()) if isinstance(value, str) else None
    return by_value.get(text.strip().strip("`\"'.").strip().lower())


def _text(error: Exception) -> str:
    kind = f" ({error.kind})" if isinstance(error, GatewayError) else ""
    return f"{type(error).__name__}{kind}: {error}"
