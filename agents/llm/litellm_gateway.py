"""The gateway to real models: LiteLLM with rate limits, a circuit breaker, retries and an account."""

from __future__ import annotations

from collections.abc import Callable

from ..contracts import EventSink
from .accounting import Account, AccountedGateway, Price
from .breaker import BreakingGateway
from .clock import Clock
from .limits import LimitedGateway
from .litellm_client import LiteLLMClient
from .retries import RetryingGateway


class LiteLLMGateway(AccountedGateway):
    """
    Gateway to the models of any provider that LiteLLM supports, or of an OpenAI-compatible server.

    To combine its parts differently, see :mod:`agents.llm.wrapper`.

    Parameters
    ----------
    api_base, api_key, timeout, supports_tool_calls
        See :class:`LiteLLMClient`.
    rpm, tpm, max_concurrent
        Requests and tokens per minute, concurrent calls; see :class:`LimitedGateway`.
    retries, seed
        Number of attempts after the first and seed of the pauses; see :class:`RetryingGateway`.
    account, payer, price, sink
        Budgets, charged agent, prices and receiver of records; see :class:`AccountedGateway`.
    clock
        Clock for waiting.

    Raises
    ------
    GatewayError
        With kind ``"missing"`` if LiteLLM is not installed.
    """

    def __init__(
        self,
        api_base: str | None = None,
        api_key: str | None = None,
        *,
        timeout: float = 60.0,
        supports_tool_calls: bool = True,
        rpm: int | None = None,
        tpm: int | None = None,
        max_concurrent: int | None = 10,
        retries: int = 3,
        seed: int = 0,
        account: Account | None = None,
        payer: Callable[[], str | None] = lambda: None,
        price: Price = lambda model, prompt, answer: None,
        sink: EventSink | None = None,
        clock: Clock | None = None,
    ) -> None:
        client = LiteLLMClient(
            api_base=api_base, api_key=api_key, timeout=timeout, supports_tool_calls=supports_tool_calls
        )
        limited = LimitedGateway(client, rpm=rpm, tpm=tpm, max_concurrent=max_concurrent, clock=clock)
        breaking = BreakingGateway(limited, clock=clock)
        retrying = RetryingGateway(breaking, retries=retries, seed=seed, clock=clock)
        super().__init__(retrying, account=account, payer=payer, price=price, sink=sink)
