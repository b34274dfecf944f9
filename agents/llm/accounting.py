"""
Accounts of tokens and cost, in total, per agent and per model, with budgets.

An account belongs to one run, or to everything that shares a budget. A budget is checked before a call,
with the estimated tokens of the prompt and of all calls in progress, and what these cost by the price
that is given. The answers in progress can exceed it by their length, or by their cost where no price is
given beforehand; no call is made after that.
"""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..contracts import ChatRequest, EventSink, LLMGateway
from ..errors import GatewayError, expected
from .calls import CALL, call_hash, call_record
from .wrapper import GatewayWrapper, Tally, estimated_tokens, tallying

#: Function of the model, the prompt tokens and the answer tokens; returns US dollars, None if unknown.
Price = Callable[[str, int, int], float | None]


@dataclass
class Expense:
    """
    Total usage and cost of some calls.

    Attributes
    ----------
    calls, failures, attempts
        Number of calls, of failed calls, and of requests sent.
    prompt_tokens, completion_tokens
        Tokens as reported by the model.
    cost
        Cost in US dollars of the calls whose cost is known.
    unpriced
        Number of calls whose cost is unknown.
    """

    calls: int = 0
    failures: int = 0
    attempts: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0
    unpriced: int = 0

    @property
    def tokens(self) -> int:
        """Tokens of prompts and answers."""
        return self.prompt_tokens + self.completion_tokens


def _expenses() -> defaultdict[str | None, Expense]:
    return defaultdict(Expense)


@dataclass
class Account:
    """
    Expenses and budgets; gateways may share one account.

    Attributes
    ----------
    max_tokens, max_cost
        Budgets in total; cost in US dollars.
    max_agent_tokens, max_agent_cost
        Budgets of each agent.
    total, by_agent, by_model
        Expenses. Calls that no agent is charged for are under agent None.
    """

    max_tokens: int | None = None
    max_cost: float | None = None
    max_agent_tokens: int | None = None
    max_agent_cost: float | None = None
    total: Expense = field(default_factory=Expense)
    by_agent: defaultdict[str | None, Expense] = field(default_factory=_expenses)
    by_model: defaultdict[str | None, Expense] = field(default_factory=_expenses)
    _reserved: defaultdict[str | None, int] = field(default_factory=lambda: defaultdict(int), repr=False)
    _reserved_cost: defaultdict[str | None, float] = field(
        default_factory=lambda: defaultdict(float), repr=False
    )
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def __post_init__(self) -> None:
        for name in ("max_tokens", "max_cost", "max_agent_tokens", "max_agent_cost"):
            value = getattr(self, name)
            if value is not None and not value >= 0:
                raise expected(name, value, "a number >= 0, or None for no budget")

    def reserve(self, agent: str | None, tokens: int, cost: float = 0.0) -> None:
        """
        Reserve the tokens of a prompt, and what they cost as far as that is known.

        Raises
        ------
        GatewayError
            With kind ``"budget"`` if the budget is exceeded.
        """
        with self._lock:
            spent, own = self.total, self.by_agent[agent]
            waiting = sum(self._reserved.values())
            for whose, used, limit in (
                ("", spent.tokens + waiting, self.max_tokens),
                (f" of agent {agent!r}", own.tokens + self._reserved[agent], self.max_agent_tokens),
            ):
                if limit is not None and used + tokens > limit:
                    raise GatewayError(
                        f"the budget{whose} is {limit} tokens: {used} are spent, this prompt has"
                        f" about {tokens}",
                        kind="budget",
                    )
            under_way = sum(self._reserved_cost.values())
            for whose, paid, most in (
                ("", spent.cost + under_way, self.max_cost),
                (f" of agent {agent!r}", own.cost + self._reserved_cost[agent], self.max_agent_cost),
            ):
                if most is not None and (paid >= most or paid + cost > most):
                    raise GatewayError(
                        f"the budget{whose} is ${most:g}: ${paid:.6g} are spent"
                        + (f", this prompt costs about ${cost:.6g}" if cost else ""),
                        kind="budget",
                    )
            self._reserved[agent] += tokens
            self._reserved_cost[agent] += cost

    def settle(
        self,
        agent: str | None,
        model: str,
        reserved: int,
        *,
        usage: Mapping[str, Any] | None,
        cost: float | None,
        attempts: int,
        reserved_cost: float = 0.0,
    ) -> None:
        """Record the expense of a call; ``usage`` is None if it failed."""
        with self._lock:
            self._reserved[agent] -= reserved
            self._reserved_cost[agent] -= reserved_cost
            for expense in (self.total, self.by_agent[agent], self.by_model[model]):
                expense.calls += 1
                expense.attempts += attempts
                if usage is None:
                    expense.failures += 1
                    continue
                expense.prompt_tokens += int(usage.get("prompt_tokens") or 0)
                expense.completion_tokens += int(usage.get("completion_tokens") or 0)
                expense.cost += cost or 0.0
                expense.unpriced += cost is None

    @property
    def priced(self) -> bool:
        """Whether there is a budget in dollars."""
        return self.max_cost is not None or self.max_agent_cost is not None


class AccountedGateway(GatewayWrapper):
    """
    Gateway that charges each call to an account and emits a record of it.

    Parameters
    ----------
    gateway
        Inner gateway. It may report the cost of an answer in ``usage["cost"]``, in US dollars.
    account
        Account to charge; a new one by default.
    payer
        Function that returns the agent to charge.
    price
        Price of calls that come without their cost. With a budget in dollars, a call without a price is
        an error.
    sink
        Receiver of one event ``llm.call`` per call.
    """

    def __init__(
        self,
        gateway: LLMGateway,
        *,
        account: Account | None = None,
        payer: Callable[[], str | None] = lambda: None,
        price: Price = lambda model, prompt, answer: None,
        sink: EventSink | None = None,
    ) -> None:
        super().__init__(gateway)
        self.account = account or Account()
        self._payer = payer
        self._price = price
        self._sink = sink

    def ask(self, request: ChatRequest) -> dict[str, Any]:
        """Return the answer if the budget allows the call, and charge it."""
        with _Booking(self, request) as booking:
            return booking.answered(self.gateway.chat(**request.arguments()))

    async def aask(self, request: ChatRequest) -> dict[str, Any]:
        """Return the answer if the budget allows the call, and charge it."""
        with _Booking(self, request) as booking:
            return booking.answered(await self.gateway.achat(**request.arguments()))

    def cost_of(self, answer: Mapping[str, Any], model: str) -> float | None:
        """Return the cost in US dollars, from the answer or else from the price; None if unknown."""
        usage = answer.get("usage") or {}
        if usage.get("cost") is not None:
            return float(usage["cost"])
        return self._price(
            model, int(usage.get("prompt_tokens") or 0), int(usage.get("completion_tokens") or 0)
        )


class _Booking:
    """One call, from the check of the budget to the emitted record."""

    def __init__(self, owner: AccountedGateway, request: ChatRequest) -> None:
        self.owner = owner
        self.request = request
        self.agent = owner._payer()
        self.reserved = estimated_tokens(request)
        priced = owner.account.priced
        self.reserved_cost = (owner._price(request.model, self.reserved, 0) or 0.0) if priced else 0.0
        self.answer: dict[str, Any] | None = None
        self.cost: float | None = None
        self.tally = Tally()

    def __enter__(self) -> _Booking:
        try:
            call_hash(self.request)
        except (ValueError, TypeError, RecursionError) as error:
            # Its answer could not be recorded, so it is not paid for.
            text = " ".join(str(error).encode("utf-8", "replace").decode("utf-8").split())
            raise GatewayError(f"the request is not plain text: {text}", kind="refused") from error
        try:
            self.owner.account.reserve(self.agent, self.reserved, self.reserved_cost)
        except GatewayError as error:
            self.record(error, seconds=0.0)
            raise
        self.started = time.monotonic()
        self.counting = tallying()
        self.tally = self.counting.__enter__()
        return self

    def answered(self, answer: dict[str, Any]) -> dict[str, Any]:
        self.answer = answer
        self.cost = self.owner.cost_of(answer, self.request.model)
        if self.cost is None and self.owner.account.priced:
            raise GatewayError(
                f"the cost of a call to {self.request.model!r} is unknown, but there is a budget in"
                " dollars: give its price",
                kind="budget",
            )
        return answer

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self.counting.__exit__(None, None, None)
        self.owner.account.settle(
            self.agent,
            self.request.model,
            self.reserved,
            usage=None if self.answer is None else self.answer.get("usage") or {},
            cost=self.cost,
            attempts=self.tally.attempts,
            reserved_cost=self.reserved_cost,
        )
        if error is None or isinstance(error, GatewayError):
            self.record(error, seconds=time.monotonic() - self.started)

    def record(self, error: GatewayError | None, *, seconds: float) -> None:
        if self.owner._sink is not None:
            self.owner._sink.emit(
                CALL,
                call_record(
                    self.request,
                    response=None if error is not None else self.answer,
                    error=error,
                    cost=self.cost,
                    attempts=self.tally.attempts,
                    seconds=seconds,
                ),
            )
