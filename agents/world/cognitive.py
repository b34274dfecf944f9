"""
Agents that call a language model: build the messages, call the model, parse its answer.

:class:`SimpleCognitivePolicy` runs the three stages in sequence; ``graph_policy`` runs them as a graph
of LangGraph, and a test checks that both give the same actions. Messages of other agents are data in the
user message, one line each, and never part of the system message.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..contracts import ActionRequest, ChatRequest, LLMGateway, Observation, ToolSpec
from ..llm.calls import asking
from .parsing import parse_action

TEMPERATURE = 0.2

#: Version of the wording of the prompt.
PROMPT_VERSION = "world.action/1"

_SYSTEM = (
    "You are an agent in a simulation. In each step you take exactly one action; what you say is seen "
    "by the others in the next step."
)
_WITH_TOOLS = "Take your action by calling one of the tools."
_WITH_JSON = (
    'Take your action by answering with one JSON object and nothing else: {{"action": NAME, '
    '"args": {{...}}, "reasoning": TEXT}}. The actions are: {actions}.'
)


# --------------------------------------------------------------------------------------------- stages


def build_messages(
    observation: Observation,
    *,
    time_step: int,
    agent_id: str,
    tools: Sequence[ToolSpec],
    native: bool,
) -> list[dict[str, Any]]:
    """Return the prompt for an observation; ``native`` if the model can call tools."""
    instruction = _WITH_TOOLS
    if not native:
        instruction = _WITH_JSON.format(actions="; ".join(f"{t.name}: {t.description}" for t in tools))
    feed = [
        f"[t={m['time_step']}] {m['author_id']}: {_one_line(m['content'])}"
        for m in observation.get("messages", ())
    ]
    user = "\n".join(
        [
            f"You are {agent_id}. This is step {time_step}.",
            *(["Messages so far:", *feed] if feed else ["There are no messages yet."]),
        ]
    )
    return [
        {"role": "system", "content": f"{_SYSTEM} {instruction}"},
        {"role": "user", "content": user},
    ]


def _one_line(text: str) -> str:
    """Return the text on one line, so that one message cannot look like several."""
    return " ".join(text.split())


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
    response: Mapping[str, Any], *, run_id: str, time_step: int, agent_id: str, model: str, policy: str
) -> ActionRequest:
    """Return the action in the answer of a model."""
    parsed = parse_action(response)
    metadata = {"model": model, "policy": policy}
    if parsed.error is not None:
        metadata["parse_error"] = parsed.error
    return ActionRequest(
        run_id=run_id,
        time_step=time_step,
        agent_id=agent_id,
        action_name=parsed.action,
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
    """

    gateway: LLMGateway
    model: str
    tools: list[ToolSpec]
    temperature: float = TEMPERATURE

    @property
    def stateless(self) -> bool:
        """Whether answers depend on the request alone, so that a resumed run need not repeat them."""
        return bool(getattr(self.gateway, "stateless", True))

    def decide(
        self, *, run_id: str, time_step: int, agent_id: str, observation: Observation
    ) -> ActionRequest:
        """Return the action that the model chooses."""
        with asking("decide", PROMPT_VERSION):
            request = self._request(time_step, agent_id, observation)
            response = self.gateway.chat(**request.arguments())
        return self._action(response, run_id, time_step, agent_id)

    async def adecide(
        self, *, run_id: str, time_step: int, agent_id: str, observation: Observation
    ) -> ActionRequest:
        """Return the action that the model chooses, asynchronously."""
        with asking("decide", PROMPT_VERSION):
            request = self._request(time_step, agent_id, observation)
            response = await self.gateway.achat(**request.arguments())
        return self._action(response, run_id, time_step, agent_id)

    def _request(self, time_step: int, agent_id: str, observation: Observation) -> ChatRequest:
        native = calls_tools(self.gateway)
        messages = build_messages(
            observation, time_step=time_step, agent_id=agent_id, tools=self.tools, native=native
        )
        return chat_request(self.model, messages, self.tools, self.temperature, native)

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
        )
        return report_action(self.gateway, action)
