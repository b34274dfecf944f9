"""
The oracle: a language model that chooses among the open options of a chart.

It is called only if the rules leave a choice open. Its answer is JSON, also in a code fence or in prose,
or a plain sentence such as "I choose waiting", with an option or its number; capitalization is free. Any
other answer leads to the fallback: an option that prose mentions may be one that it denies.
A budget limits the calls; every call, also one that the budget prevented, is recorded with its result.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from ..answers import objects_in
from ..errors import GatewayError, InputError, expected
from .config import require_int
from .states import DESCRIPTIONS, fallback_among

if TYPE_CHECKING:
    from ..contracts import EventSink, LLMGateway
    from .configuration import Choice

log = logging.getLogger("agents.statechart")

#: What may stand before an option, or its number, that is the rest of the answer.
_BEFORE = re.compile(
    r"(?:(?:i(?: will| would|['\u2019]ll)? (?:choose|pick|select|take)|i (?:will|would)"
    r"|(?:the |my )?(?:answer|choice|option)(?: is)?)[: ]+)?(?:option |number )?",
    re.IGNORECASE,
)
#: What may stand around an option: emphasis and quotes, and after it also the end of a sentence.
_QUOTES = "\\s\"'`*_\u2018\u2019\u201c\u201d"
_NUMBER = re.compile(rf"[{_QUOTES}#(]*([0-9]{{1,4}})[{_QUOTES}.!)]*")
_SPENT = "the budget of calls is spent"
_SYSTEM = (
    "You decide how the agent described below behaves next. Choose exactly one of the options. "
    'Answer with JSON only: {"next_state": "<value>"}'
)


@dataclass(frozen=True)
class OracleParams:
    """
    Parameters of the calls of a language model.

    Parameters
    ----------
    model
        Name of the model.
    temperature
        Sampling temperature, >= 0.
    timeout
        Time limit of a call in seconds, > 0.
    max_calls
        Total number of calls, >= 0.
    max_calls_per_step
        Number of calls for an agent between two of its ticks, >= 0, or None for no limit.
    """

    model: str = "default"
    temperature: float = 0.2
    timeout: float = 30.0
    max_calls: int = 1000
    max_calls_per_step: int | None = None

    def __post_init__(self) -> None:
        if not self.temperature >= 0:
            raise expected("temperature", self.temperature, "a number >= 0")
        if not self.timeout > 0:
            raise expected("timeout", self.timeout, "seconds > 0")
        require_int("max_calls", self.max_calls, 0)
        if self.max_calls_per_step is not None:
            require_int("max_calls_per_step", self.max_calls_per_step, 0)


@dataclass(frozen=True)
class OracleCall:
    """
    Record of one call of the oracle.

    Attributes
    ----------
    agent, state, trigger, options
        Names of the agent, state, trigger and options.
    called
        Whether the model was called; False if the budget was exhausted.
    answer
        Answer of the model, if any.
    chosen
        Chosen option.
    error
        Reason for the fallback; None if the answer was valid.
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
    """State of a chart with a value, as the members of an enum have."""

    value: str


class Oracle:
    """
    Oracle that asks a language model.

    Parameters
    ----------
    client
        Gateway; only its ``chat`` and ``achat`` are used.
    params
        Model, time limit and budget.
    fallback
        State chosen, if it is an option, without a valid answer; else the first option is. Default: the
        ``oracle_fallback`` of the chart, and without one ``AgentState.SCROLLING``.
    descriptions
        Description of each state in one line, for the prompt.
    sink
        Receiver of each call as an event ``statechart.oracle_call``. Without one, fallbacks are logged
        as warnings.

    Attributes
    ----------
    calls
        Records of all calls, in order.
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

        A single option is returned without a call. Errors of the gateway, late or invalid answers, and
        an exhausted budget lead to the fallback: that of the oracle, or else the given one.

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
        """Choose as :meth:`decide` does, without an event loop."""
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
        Return the index of an option, for a :class:`.machine.Machine`.

        The context of the machine is the agent; an option has the name of its targets.
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
        Return the prompt.

        It contains the context, which should therefore be small.
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

    # ---------------------------------------------------------------------------------------- internals

    def _question(
        self, agent: Any, state: Enum, trigger: str, options: Sequence[Enum], context: Any
    ) -> dict[str, Any] | None:
        """Return the arguments for the gateway; None if no call is needed."""
        if not options:
            raise InputError("options are empty: expected at least one state")
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
        """Return whether the budget allows a call, and count it."""
        if self._spent >= self.params.max_calls:
            return False
        age = getattr(agent, "age", None)
        limit = self.params.max_calls_per_step
        if limit is not None and age is not None:  # an agent without an age has no steps
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
    Return the option in a model's answer.

    The first JSON object with the key ``next_state`` counts, also in a code fence or in prose; without
    an object, the whole text does. It is the value of an option, or else the number of one (from 1 on,
    in the order of the prompt), also as ``I choose VALUE``, ``The answer is VALUE`` or ``Option 2``.
    Case, quotes, emphasis, and a full stop or ``!`` at the end are ignored if no option has them. Other
    sentences name no option.

    Returns
    -------
    Enum or None
        None if the answer is not an option.
    """
    objects = list(objects_in(text))
    for found in objects:
        if "next_state" in found:
            value = found["next_state"]
            if isinstance(value, bool) or not isinstance(value, int | str):
                return None
            return _option(str(value), options)
    return None if objects else _option(text, options)


def _option(text: str, options: Sequence[Enum]) -> Enum | None:
    """Return the option that a text is, by its value or number, also after words such as "I choose"."""
    for option in options:
        if str(option.value) == text:
            return option
    plain = text.strip().replace("*", "").replace("`", "").strip(" \"'\u2018\u2019\u201c\u201d")
    rest = plain[_BEFORE.match(plain).end() :]  # type: ignore[union-attr]  # it matches nothing at least
    for words in (text, plain, rest):
        if (found := _valued(words, options)) is not None:
            return found
    number = _NUMBER.fullmatch(rest)
    place = 0 if number is None else int(number[1])
    return options[place - 1] if 1 <= place <= len(options) else None


def _valued(words: str, options: Sequence[Enum]) -> Enum | None:
    """Return the option whose value a text is; of several, the one that leaves out the fewest signs."""
    ranks: dict[tuple[int, bool], list[Enum]] = {}
    for option in options:
        value = str(option.value)
        around = rf"[{_QUOTES}]*{re.escape(value)}[{_QUOTES}.!]*"
        if value.strip() and re.fullmatch(around, words, re.IGNORECASE):
            ranks.setdefault((len(value), value in words), []).append(option)
    best = ranks[max(ranks)] if ranks else []
    return best[0] if len(best) == 1 else None


def _text(error: Exception) -> str:
    kind = f" ({error.kind})" if isinstance(error, GatewayError) else ""
    return f"{type(error).__name__}{kind}: {error}"
