"""
The built-in actions of a world, and the check of arguments against their schemas.

The schemas are JSON Schema, as language models expect. ``jsonschema`` checks what ``shapes`` does not
accept at once; it is imported with the first registry, not with the package.

The argument ``to`` of ``post_message`` is optional; without it a message goes to all. Language models
see the offered tools only; every agent may take any action.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..contracts import (
    EVERYONE,
    OF_THE_WORLD,
    ActionOutcome,
    ActionRequest,
    DomainHandler,
    OutgoingMessage,
    ToolSpec,
)
from ..errors import ActionRejected, InputError, expected, rejected, shortened
from .shapes import Shape, shape_of

#: What a domain has, see :class:`~agents.contracts.DomainHandler`.
_OF_DOMAINS = (
    *("name", "actions", "init_schema", "load", "observe", "handle_action", "end_step"),
    "get_state_snapshot",
)

#: Function that executes an action with checked arguments, or raises ActionRejected.
ToolFunction = Callable[[ActionRequest], ActionOutcome]

POST_MESSAGE = ToolSpec(
    name="post_message",
    description="Post a message that the others see in the next step.",
    parameters={
        "type": "object",
        "properties": {
            "content": {"type": "string", "description": "What to say; must not be blank."},
            "to": {"type": "string", "description": "An agent's id; everyone if left out."},
        },
        "required": ["content"],
        "additionalProperties": False,
    },
)
NOOP = ToolSpec(name="noop", description="Do nothing in this step.")
EMIT_EVENT = ToolSpec(
    name="emit_event",
    description="Record an event with any data.",
    parameters={"type": "object"},
)


def tool_specs(domains: Iterable[DomainHandler] = ()) -> list[ToolSpec]:
    """Return the tools offered to language models: the built-in ones and the actions of domains."""
    return [POST_MESSAGE, NOOP, *(spec for domain in domains for spec in domain_tools(domain))]


def by_name(domains: Iterable[DomainHandler]) -> dict[str, DomainHandler]:
    """
    Return domains by their names.

    Raises
    ------
    InputError
        If one is no domain, two have the same name, or one would hide another part of what agents see.
    """
    if not isinstance(domains, Iterable):
        raise expected("domains", domains, "a list of domains")
    named: dict[str, DomainHandler] = {}
    for domain in domains:
        missing = [name for name in _OF_DOMAINS if not hasattr(domain, name)]
        if isinstance(domain, type) or missing:  # a class in the place of its instance
            legal = f"an object with {', '.join(missing)}" if missing else "an instance of that class"
            raise expected("domain", domain, legal)
        if domain.name in OF_THE_WORLD:
            legal = f"another name than {', '.join(OF_THE_WORLD)}, which observations have already"
            raise expected("domain", domain.name, legal)
        if domain.name in named:
            raise InputError(f"domain {shortened(domain.name)} is given twice")
        named[domain.name] = domain
    return named


def domain_tools(domain: DomainHandler) -> list[ToolSpec]:
    """
    Return the actions of a domain under the names that agents use, ``"domain:action"``.

    Raises
    ------
    InputError
        If one is no :class:`~agents.contracts.ToolSpec`.
    """
    for spec in domain.actions:
        if not isinstance(spec, ToolSpec):
            raise expected(f"domain {domain.name!r}: action", spec, "a ToolSpec")
    return [
        ToolSpec(f"{domain.name}:{spec.name}", spec.description, spec.parameters)
        for spec in domain.actions
    ]


#: Outcome of an action that does nothing; never changed.
DONE = ActionOutcome({"ok": True})


def _noop(request: ActionRequest) -> ActionOutcome:
    return DONE


def _emit_event(request: ActionRequest) -> ActionOutcome:
    return ActionOutcome({"ok": True, "echo": request.arguments})


def _post_message(request: ActionRequest) -> ActionOutcome:
    content = request.arguments["content"].strip()
    if not content:
        raise ActionRejected("content is blank: expected text")
    message = OutgoingMessage(content, recipient=request.arguments.get("to", EVERYONE))
    return ActionOutcome({"ok": True}, [message])


class ToolRegistry:
    """
    Registry of the actions of a world, by name.

    Parameters
    ----------
    builtin
        Whether to include ``post_message`` and ``noop``, offered to language models, and
        ``emit_event``.
    """

    def __init__(self, *, builtin: bool = True) -> None:
        self._specs: dict[str, ToolSpec] = {}
        self._validators: dict[str, Any] = {}
        self._shapes: dict[str, Shape | None] = {}
        self._functions: dict[str, ToolFunction] = {}
        self._offered: list[ToolSpec] = []
        if builtin:
            for spec, function in (
                (POST_MESSAGE, _post_message),
                (NOOP, _noop),
                (EMIT_EVENT, _emit_event),
            ):
                self.add(spec, function, offered=spec in tool_specs())

    def add(
        self, spec: ToolSpec, function: ToolFunction | None = None, *, offered: bool = False
    ) -> None:
        """
        Add an action.

        Parameters
        ----------
        spec
            Name and schema of the action.
        function
            Function that executes it; None for the actions of a domain.
        offered
            Whether observations list the action.

        Raises
        ------
        InputError
            If the name is already used or the schema is not a JSON Schema.
        """
        from jsonschema import Draft202012Validator, SchemaError

        if spec.name in self._specs:
            raise InputError(f"tool {shortened(spec.name)} exists: expected a new name")
        try:
            Draft202012Validator.check_schema(spec.parameters)
        except SchemaError as error:
            raise InputError(
                f"tool {shortened(spec.name)}: not a JSON Schema: {error.message}"
            ) from error
        self._specs[spec.name] = spec
        self._validators[spec.name] = Draft202012Validator(spec.parameters)
        self._shapes[spec.name] = shape_of(spec.parameters)
        if function is not None:
            self._functions[spec.name] = function
        if offered:
            self._offered.append(spec)

    @property
    def offered(self) -> tuple[ToolSpec, ...]:
        """Tools that observations list, in the order in which they were added."""
        return tuple(self._offered)

    def check(self, name: str, arguments: Mapping[str, Any]) -> None:
        """
        Check arguments against the schema of an action.

        Raises
        ------
        ActionRejected
            If the action is unknown or an argument does not match its schema.
        """
        shape = self._shapes.get(name)
        if shape is not None and shape.accepts(arguments):
            return
        validator = self._validators.get(name)
        if validator is None:
            raise rejected("action", name, ", ".join(self._specs))
        if not validator.is_valid(arguments):
            # Sorted, since the order of the library is not specified.
            errors = sorted(validator.iter_errors(arguments), key=lambda e: (e.json_path, e.message))
            raise ActionRejected(f"{name}: arguments {errors[0].json_path}: {errors[0].message}")

    def execute(self, request: ActionRequest) -> ActionOutcome:
        """Execute an action with checked arguments."""
        return self._functions[request.action_name](request)
