"""
Choice of a cognitive policy by name.

The choice never depends on what is installed, since the policy is part of a run's settings and of its
hash. The policy on LangGraph takes seven times as long for a turn; it is used where it is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..contracts import LLMGateway, ToolSpec
from ..errors import InputError, expected
from .cognitive import TEMPERATURE, SimpleCognitivePolicy
from .graph_policy import CognitiveAgentPolicy, langgraph_available
from .tools import tool_specs

POLICIES: dict[str, type[SimpleCognitivePolicy] | type[CognitiveAgentPolicy]] = {
    "CognitiveAgentPolicy": CognitiveAgentPolicy,
    "SimpleCognitivePolicy": SimpleCognitivePolicy,
}


#: Names of the policies on the command line.
CHOICES = {"simple": "SimpleCognitivePolicy", "langgraph": "CognitiveAgentPolicy"}
DEFAULT_POLICY = "SimpleCognitivePolicy"


def cognitive_policy(
    name: str | None,
    *,
    gateway: LLMGateway,
    model: str,
    tools: Sequence[ToolSpec] | None = None,
    temperature: float = TEMPERATURE,
) -> CognitiveAgentPolicy | SimpleCognitivePolicy:
    """
    Return the cognitive policy of that name.

    Parameters
    ----------
    name
        Name of a class in ``POLICIES``.
    tools
        Tools offered to the model, the built-in ones by default; see :func:`tool_specs`.

    Raises
    ------
    InputError
        If there is no such policy, or it needs LangGraph and that is not installed.
    """
    if name not in POLICIES:
        raise expected("policy", name, " or ".join(POLICIES))
    if name == CHOICES["langgraph"] and not langgraph_available():
        raise InputError(f"policy {name} needs LangGraph: pip install 'kempe[langgraph]'")
    offered = tool_specs() if tools is None else list(tools)
    return POLICIES[name](gateway=gateway, model=model, tools=offered, temperature=temperature)


def default_cognitive_policy(*, gateway: LLMGateway, model: str) -> SimpleCognitivePolicy:
    """Return the simple cognitive policy with the built-in tools."""
    return SimpleCognitivePolicy(gateway=gateway, model=model, tools=tool_specs())
