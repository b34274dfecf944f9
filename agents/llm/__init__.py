"""Gateways to language models, behind the one protocol ``agents.contracts.LLMGateway``."""

from .mock import MockLLMGateway
from .scripted import ScriptedGateway

__all__ = ["MockLLMGateway", "ScriptedGateway"]
