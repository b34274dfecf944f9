"""Choice of a cognitive policy by name."""

from __future__ import annotations

from ..contracts import LLMGateway
from ..errors import expected
from .cognitive import SimpleCognitivePolicy
from .graph_policy import CognitiveAgentPolicy, langgraph_available
from .tools import tool_specs

POLICIES: dict[str, type[SimpleCognitivePolicy] | type[CognitiveAgentPolicy]] = {
    "CognitiveAgentPolicy": CognitiveAgentPolicy,
    "SimpleCognitivePolicy": SimpleCognitivePolicy,
}


def best_policy() -> str:
    """Return the name of the cognitive policy that :func:`default_cognitive_policy` makes."""
    return "CognitiveAgentPolicy" if langgraph_available() else "SimpleCognitivePolicy"


def cognitive_policy(
    name: str | None, *, gateway: LLMGateway, model: str
) -> CognitiveAgentPolicy | SimpleCognitivePolicy:
    """Return the cognitive policy of that name."""
    if name not in POLICIES:
        raise expected("policy", name, " or ".join(POLICIES))
    return POLICIES[name](gateway=gateway, model=model, tools=tool_specs())


def default_cognitive_policy(
    *, gateway: LLMGateway, model: str
) -> CognitiveAgentPolicy | SimpleCognitivePolicy:
    """Return the policy on LangGraph if that is installed, else the simple one."""
    return cognitive_policy(best_policy(), gateway=gateway, model=model)
