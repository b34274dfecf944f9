"""
Spans of calls for OpenTelemetry (extra ``otel``), named after its conventions for generative AI.

A span has the model, the numbers of tokens and the kind of an error, and no text of a prompt or answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from opentelemetry.trace import SpanKind, Status, StatusCode, get_tracer

from ..contracts import ChatRequest, LLMGateway
from ..errors import GatewayError
from .wrapper import GatewayWrapper

#: Name of the tracer of all spans.
SCOPE = "kempe"


class TracedGateway(GatewayWrapper):
    """
    Gateway that makes a span ``chat MODEL`` for each call.

    Parameters
    ----------
    gateway
        Inner gateway.
    tracer
        Tracer of OpenTelemetry; by default that of the global provider.
    agent
        Function that returns the id of the agent that is asking.
    """

    def __init__(
        self,
        gateway: LLMGateway,
        tracer: Any = None,
        *,
        agent: Callable[[], str | None] = lambda: None,
    ) -> None:
        super().__init__(gateway)
        self._tracer = tracer or get_tracer(SCOPE)
        self._agent = agent

    def ask(self, request: ChatRequest) -> dict[str, Any]:
        """Return the answer of the inner gateway."""
        with self._span(request) as span:
            answer = super().ask(request)
            span.set_attributes(_of_answer(answer))
        return answer

    async def aask(self, request: ChatRequest) -> dict[str, Any]:
        """Return the answer of the inner gateway, asynchronously."""
        with self._span(request) as span:
            answer = await super().aask(request)
            span.set_attributes(_of_answer(answer))
        return answer

    @contextmanager
    def _span(self, request: ChatRequest) -> Iterator[Any]:
        with self._tracer.start_as_current_span(
            f"chat {request.model}",
            kind=SpanKind.CLIENT,
            attributes=_of_request(request, self._agent()),
            record_exception=False,
            set_status_on_exception=False,
        ) as span:
            try:
                yield span
            except BaseException as error:
                kind = error.kind if isinstance(error, GatewayError) else type(error).__name__
                span.set_attribute("error.type", kind)
                span.set_status(Status(StatusCode.ERROR))
                raise


def _of_request(request: ChatRequest, agent: str | None) -> dict[str, Any]:
    provider, slash, _ = request.model.partition("/")
    attributes = {
        "gen_ai.operation.name": "chat",
        # A model without a prefix is asked through the interface of OpenAI.
        "gen_ai.provider.name": provider if slash else "openai",
        "gen_ai.request.model": request.model,
        "gen_ai.request.temperature": request.temperature,
        "gen_ai.request.seed": request.seed,
        "gen_ai.agent.id": agent,
    }
    return {name: value for name, value in attributes.items() if value is not None}


def _of_answer(answer: Mapping[str, Any]) -> dict[str, Any]:
    usage = answer.get("usage") or {}
    reasons = [choice.get("finish_reason") for choice in answer.get("choices") or ()]
    attributes = {
        "gen_ai.response.model": answer.get("model"),
        "gen_ai.response.id": answer.get("id"),
        "gen_ai.response.finish_reasons": [reason for reason in reasons if reason] or None,
        "gen_ai.usage.input_tokens": usage.get("prompt_tokens"),
        "gen_ai.usage.output_tokens": usage.get("completion_tokens"),
    }
    return {name: value for name, value in attributes.items() if value is not None}
