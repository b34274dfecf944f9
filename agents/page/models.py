"""The language model that was named on the command line."""

from __future__ import annotations

from ..contracts import LLMGateway
from ..errors import InputError
from .site import Site


def gateway_of(site: Site) -> LLMGateway:
    """
    Return a gateway to the model.

    Raises
    ------
    InputError
        If none was named.
    """
    if not site.gateway:
        raise InputError("no model: name one with kempe page --model")
    if site.gateway["model"] == "mock":
        from ..llm.mock import MockLLMGateway

        return MockLLMGateway(seed=0)
    from ..llm import LiteLLMGateway

    return LiteLLMGateway(api_base=site.gateway["api_base"], api_key=site.gateway["api_key"])
