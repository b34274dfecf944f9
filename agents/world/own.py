"""
Worlds that other modules define: ``kempe world run own --world module:factory``.

The factory is a function of a :class:`WorldSetup` that returns a :class:`World`. The trace records its
name, but code is only loaded if the name is also given on the command line: a trace is data, and may
come from anybody.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from ..contracts import DomainHandler, LLMGateway, ToolSpec
from ..errors import InputError, KempeError, expected, shortened
from .cognitive import TEMPERATURE
from .cognitive_policies import DEFAULT_POLICY, cognitive_policy
from .engine import Policy
from .faults import RAISED, as_error, raised
from .policy import check_agents
from .tools import ToolRegistry, by_name


@dataclass(frozen=True)
class WorldSetup:
    """
    Settings that a factory may use; the same settings must give the same world.

    Attributes
    ----------
    seed
        Master seed; see :func:`stable_agent_seed`.
    options
        Options from the command line, ``--set name=value``.
    gateway, model
        Gateway to a language model and the model's name; None for a world without a model.
    policy, temperature
        Class of the agents that ask the model, and sampling temperature; None for the defaults.
    """

    seed: int = 42
    options: Mapping[str, str] = field(default_factory=dict)
    gateway: LLMGateway | None = None
    model: str | None = None
    policy: str | None = None
    temperature: float | None = None

    def model_policy(self, tools: Sequence[ToolSpec]) -> Policy:
        """
        Return a policy that asks the model for an action, with the settings of the command line.

        Parameters
        ----------
        tools
            Tools offered to the model; see :func:`tool_specs`.

        Raises
        ------
        InputError
            If there is no model, or the policy needs LangGraph and that is not installed.
        """
        if self.gateway is None or self.model is None:
            raise expected("model", self.model, "a language model")
        return cognitive_policy(
            self.policy or DEFAULT_POLICY,
            gateway=self.gateway,
            model=self.model,
            tools=tools,
            temperature=TEMPERATURE if self.temperature is None else self.temperature,
        )


@dataclass(frozen=True)
class World:
    """
    Parts of a world.

    Attributes
    ----------
    agents
        Policies of all agents that may ever live, by id.
    domains
        Handlers of the actions named ``"domain:action"``.
    tools
        Other actions; the built-in ones by default.

    Raises
    ------
    InputError
        If an agent has no id or no policy, an object in the place of a domain is none, two domains have
        the same name, or one has the name of another part of what agents see.
    """

    agents: Mapping[str, Policy]
    domains: Sequence[DomainHandler] = ()
    tools: ToolRegistry | None = None

    def __post_init__(self) -> None:
        check_agents(self.agents)
        by_name(self.domains)


Factory = Callable[[WorldSetup], World]


def load_factory(name: str) -> Factory:
    """
    Import the factory ``"module:function"``; modules of the current folder are found.

    Raises
    ------
    InputError
        If there is no such module or function, or the module raises an error.
    """
    module_name, colon, function = name.partition(":")
    if not (module_name and colon and function):
        raise expected("world", name, "module:function")
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        factory = getattr(import_module(module_name), function)
    except (ImportError, AttributeError) as error:
        raise InputError(f"world {shortened(name)}: cannot be loaded: {error}") from error
    except RAISED as error:  # a module is a program: whatever its lines raise
        raise InputError(
            f"world {shortened(name)}: cannot be loaded: {raised(as_error(error))}"
        ) from error
    if not callable(factory):
        raise InputError(f"world {shortened(name)}: expected a function")
    made: Factory = factory
    return made


def make_world(name: str, setup: WorldSetup) -> World:
    """
    Return the world that a factory makes.

    Raises
    ------
    InputError
        If the factory raises an error, which may be of the options that it was given, or makes no world.
    """
    factory = load_factory(name)
    try:
        world: Any = factory(setup)
    except KempeError:
        raise
    except RAISED as error:
        raise InputError(f"world {shortened(name)}: {raised(as_error(error))}") from error
    if not isinstance(world, World):
        raise InputError(f"world {shortened(name)}: returned {type(world).__name__}: expected World")
    return world


def read_options(pairs: Sequence[str]) -> dict[str, str]:
    """Return the options given as ``name=value``."""
    options = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not name or not equals:
            raise expected("--set", pair, "name=value")
        options[name] = value
    return options
