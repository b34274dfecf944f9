"""
Agents that ask a language model: build the messages, call the model, parse its answer.

``SimpleCognitivePolicy`` runs the three stages in a line, ``CognitiveAgentPolicy`` (``graph_policy``)
runs the same three as a graph of LangGraph; a test holds their actions together. What the other agents
said is data in the message of the user, one line each, and never part of the system's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from ..contracts import ActionRequest, LLMGateway, Observation, ToolSpec
from ..errors import InputError
from ..llm.calls import asking
from .parsing import parse_action
from .tools import tool_specs

if TYPE_CHECKING:
    from .graph_policy import CognitiveAgentPolicy

TEMPERATURE = 0.2

#: Changes whenever a word of the prompt does.
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
    """Word an observation; ``native`` if the model can call tools by itself."""
    how = _WITH_TOOLS
    if not native:
        how = _WITH_JSON.format(actions="; ".join(f"{t.name}: {t.description}" for t in tools))
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
    return [{"role": "system", "content": f"{_SYSTEM} {how}"}, {"role": "user", "content": user}]


def _one_line(text: str) -> str:
    """Keep a message from posing as several."""
    return " ".join(text.split())


def call_arguments(
    model: str,
    messages: list[dict[str, Any]],
    tools: Sequence[ToolSpec],
    temperature: float,
    native: bool,
) -> dict[str, Any]:
    """Bring together what the gateway is asked."""
    offered = [tool.openai() for tool in tools] if native and tools else None
    return {
        "model": model,
        "messages": messages,
        "tools": offered,
        "tool_choice": "auto" if offered else None,
        "temperature": temperature,
    }


def action_request(
    response: Mapping[str, Any], *, run_id: str, time_step: int, agent_id: str, model: str, policy: str
) -> ActionRequest:
    """Turn the answer of a model into the action of an agent."""
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
    """Whether the model behind a gateway can call tools by itself."""
    return bool(getattr(gateway, "supports_tool_calls", True))


def told(gateway: LLMGateway, request: ActionRequest) -> ActionRequest:
    """Let a gateway that wants to know hear what its answer became."""
    heard = getattr(gateway, "on_action_decided", None)
    if heard is not None:
        heard(request)
    return request


# -------------------------------------------------------------------------------------------- policies


@dataclass(frozen=True)
class SimpleCognitivePolicy:
    """
    Asks a language model for an action.

    Parameters
    ----------
    gateway
        The door to the model.
    model
        Its name.
    tools
        What the model is told that it may do.
    temperature
        Of the model.
    """

    gateway: LLMGateway
    model: str
    tools: list[ToolSpec]
    temperature: float = TEMPERATURE

    @property
    def stateless(self) -> bool:
        """Whether a resumed run need not ask again; a gateway says so if its answers have an order."""
        return bool(getattr(self.gateway, "stateless", True))

    def decide(
        self, *, run_id: str, time_step: int, agent_id: str, observation: Observation
    ) -> ActionRequest:
        """Ask, and read an action from the answer."""
        with asking("decide", PROMPT_VERSION):
            response = self.gateway.chat(**self._call(time_step, agent_id, observation))
        return self._request(response, run_id, time_step, agent_id)

    async def adecide(
        self, *, run_id: str, time_step: int, agent_id: str, observation: Observation
    ) -> ActionRequest:
        """Ask, and read an action from the answer."""
        with asking("decide", PROMPT_VERSION):
            response = await self.gateway.achat(**self._call(time_step, agent_id, observation))
        return self._request(response, run_id, time_step, agent_id)

    def _call(self, time_step: int, agent_id: str, observation: Observation) -> dict[str, Any]:
        native = calls_tools(self.gateway)
        messages = build_messages(
            observation, time_step=time_step, agent_id=agent_id, tools=self.tools, native=native
        )
        return call_arguments(self.model, messages, self.tools, self.temperature, native)

    def _request(
        self, response: dict[str, Any], run_id: str, time_step: int, agent_id: str
    ) -> ActionRequest:
        request = action_request(
            response,
            run_id=run_id,
            time_step=time_step,
            agent_id=agent_id,
            model=self.model,
            policy="SimpleCognitivePolicy",
        )
        return told(self.gateway, request)


def langgraph_available() -> bool:
    """Whether LangGraph is installed; it is not imported to find out."""
    return find_spec("langgraph") is not None


def best_policy() -> str:
    """Name of the cognitive policy that ``default_cognitive_policy`` makes here."""
    return "CognitiveAgentPolicy" if langgraph_available() else "SimpleCognitivePolicy"


def cognitive_policy(
    name: str | None, *, gateway: LLMGateway, model: str
) -> CognitiveAgentPolicy | SimpleCognitivePolicy:
    """Make the cognitive policy of that name."""
    if name == "SimpleCognitivePolicy":
        return SimpleCognitivePolicy(gateway=gateway, model=model, tools=tool_specs())
    if name == "CognitiveAgentPolicy":
        from .graph_policy import CognitiveAgentPolicy

        return CognitiveAgentPolicy(gateway=gateway, model=model, tools=tool_specs())
    raise InputError(f"policy {name!r}: expected CognitiveAgentPolicy or SimpleCognitivePolicy")


def default_cognitive_policy(
    *, gateway: LLMGateway, model: str
) -> CognitiveAgentPolicy | SimpleCognitivePolicy:
    """Make the best cognitive policy that is available: the graph if LangGraph is installed."""
    return cognitive_policy(best_policy(), gateway=gateway, model=model)
