"""
Agents that call a language model: build the messages, call the model, parse its answer.

:class:`SimpleCognitivePolicy` runs the three stages in sequence; ``graph_policy`` runs them as a graph
of LangGraph, and a test checks that both give the same actions. Prompts are in ``prompts``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..contracts import ActionRequest, ChatRequest, LLMGateway, Observation, ToolSpec
from ..errors import InputError
from ..llm.calls import asking
from .parsing import parse_action
from .prompts import MAX_CONTEXT_TOKENS, Prompt, prompt_for

TEMPERATURE = 0.2


def action_names(tools: Sequence[ToolSpec]) -> dict[str, str]:
    """
    Return the actions by their names for function calling.

    Raises
    ------
    InputError
        If two actions have the same name there.
    """
    names: dict[str, str] = {}
    for tool in tools:
        if (other := names.setdefault(tool.function_name, tool.name)) != tool.name:
            raise InputError(
                f"actions {other!r} and {tool.name!r} have the same function name: "
                "expected names that differ in letters, digits, _ or -"
            )
    return names


# --------------------------------------------------------------------------------------------- stages


def chat_request(
    model: str,
    messages: list[dict[str, Any]],
    tools: Sequence[ToolSpec],
    temperature: float,
    native: bool,
) -> ChatRequest:
    """Return the request for an action."""
    offered = [tool.openai() for tool in tools] if native and tools else None
    return ChatRequest(
        model,
        messages,
        tools=offered,
        tool_choice="auto" if offered else None,
        temperature=temperature,
    )


def action_request(
    response: Mapping[str, Any],
    *,
    run_id: str,
    time_step: int,
    agent_id: str,
    model: str,
    policy: str,
    tools: Sequence[ToolSpec] = (),
) -> ActionRequest:
    """Return the action in the answer of a model; ``tools`` are those it was offered."""
    parsed = parse_action(response)
    metadata = {"model": model, "policy": policy}
    if parsed.error is not None:
        metadata["parse_error"] = parsed.error
    return ActionRequest(
        run_id=run_id,
        time_step=time_step,
        agent_id=agent_id,
        action_name=action_names(tools).get(parsed.action, parsed.action),
        arguments=parsed.arguments,
        reasoning=parsed.reasoning,
        metadata=metadata,
    )


def calls_tools(gateway: LLMGateway) -> bool:
    """Return whether the model behind a gateway can call tools."""
    return bool(getattr(gateway, "supports_tool_calls", True))


def report_action(gateway: LLMGateway, request: ActionRequest) -> ActionRequest:
    """Pass the parsed action to the gateway if it has the hook ``on_action_decided``."""
    hook = getattr(gateway, "on_action_decided", None)
    if hook is not None:
        hook(request)
    return request


# ---------------------------------------------------------------------------------------------- policy


@dataclass(frozen=True)
class SimpleCognitivePolicy:
    """
    Policy that asks a language model for an action.

    Parameters
    ----------
    gateway
        Gateway to the model.
    model
        Name of the model.
    tools
        Tools offered to the model.
    temperature
        Sampling temperature.
    max_context_tokens
        Estimated tokens of a prompt above which the oldest messages are left out.
    """

    gateway: LLMGateway
    model: str
    tools: list[ToolSpec]
    temperature: float = TEMPERATURE
    max_context_tokens: int = MAX_CONTEXT_TOKENS

    def __post_init__(self) -> None:
        action_names(self.tools)

    @property
    def stateless(self) -> bool:
        """Whether answers depend on the request alone, so that a resumed run need not repeat them."""
        return bool(getattr(self.gateway, "stateless", True))

    def decide(
        self, *, run_id: str, time_step: int, agent_id: str, observation: Observation
    ) -> ActionRequest:
        """Return the action that the model chooses."""
        prompt, request = self._request(time_step, agent_id, observation)
        with asking("decide", prompt.version):
            response = self.gateway.chat(**request.arguments())
        return self._action(response, run_id, time_step, agent_id)

    async def adecide(
        self, *, run_id: str, time_step: int, agent_id: str, observation: Observation
    ) -> ActionRequest:
        """Return the action that the model chooses, asynchronously."""
        prompt, request = self._request(time_step, agent_id, observation)
        with asking("decide", prompt.version):
            response = await self.gateway.achat(**request.arguments())
        return self._action(response, run_id, time_step, agent_id)

    def _request(
        self, time_step: int, agent_id: str, observation: Observation
    ) -> tuple[Prompt, ChatRequest]:
        native = calls_tools(self.gateway)
        prompt = prompt_for(
            observation,
            time_step=time_step,
            agent_id=agent_id,
            tools=self.tools,
            native=native,
            max_tokens=self.max_context_tokens,
        )
        request = chat_request(self.model, prompt.messages, self.tools, self.temperature, native)
        return prompt, request

    def _action(
        self, response: dict[str, Any], run_id: str, time_step: int, agent_id: str
    ) -> ActionRequest:
        action = action_request(
            response,
            run_id=run_id,
            time_step=time_step,
            agent_id=agent_id,
            model=self.model,
            policy="SimpleCognitivePolicy",
            tools=self.tools,
        )
        return report_action(self.gateway, action)
