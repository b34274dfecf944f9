"""Gateways to language models; they implement the protocol ``agents.contracts.LLMGateway``."""

from .accounting import Account, AccountedGateway, Expense
from .breaker import BreakingGateway
from .cassette import RecordReplayGateway
from .limits import LimitedGateway
from .litellm_client import LiteLLMClient
from .litellm_gateway import LiteLLMGateway
from .mock import MockLLMGateway
from .retries import RetryingGateway
from .scripted import ScriptedGateway

__all__ = [
    "Account",
    "AccountedGateway",
    "BreakingGateway",
    "Expense",
    "LimitedGateway",
    "LiteLLMClient",
    "LiteLLMGateway",
    "MockLLMGateway",
    "RecordReplayGateway",
    "RetryingGateway",
    "ScriptedGateway",
]
