"""The gateway to real models: LiteLLM with rate limits, a circuit breaker, retries and an account."""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike

from ..contracts import EventSink, LLMGateway
from ..errors import expected
from .accounting import Account, AccountedGateway, Price
from .breaker import BreakingGateway
from .cassette import RecordReplayGateway
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
    cassette, offline
        File of recorded calls, which are answered from it; see :class:`RecordReplayGateway`. Other
        requests are sent and recorded, or are errors if ``offline``, which needs no LiteLLM.

    Raises
    ------
    GatewayError
        With kind ``"missing"`` if LiteLLM is not installed.
    InputError
        If the cassette cannot be read, or ``offline`` is given without one.
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
        cassette: str | PathLike[str] | None = None,
        offline: bool = False,
    ) -> None:
        if offline:
            if cassette is None:
                raise expected("cassette", None, "a file of recorded calls, since offline is set")
            gateway: LLMGateway = RecordReplayGateway(cassette, supports_tool_calls=supports_tool_calls)
            super().__init__(gateway, account=account, payer=payer, price=price, sink=sink)
            return
        client = LiteLLMClient(
            api_base=api_base, api_key=api_key, timeout=timeout, supports_tool_calls=supports_tool_calls
        )
        limited = LimitedGateway(client, rpm=rpm, tpm=tpm, max_concurrent=max_concurrent, clock=clock)
        breaking = BreakingGateway(limited, clock=clock)
        retrying = RetryingGateway(breaking, retries=retries, seed=seed, clock=clock)
        gateway = retrying if cassette is None else RecordReplayGateway(cassette, retrying)
        super().__init__(gateway, account=account, payer=payer, price=price, sink=sink)
