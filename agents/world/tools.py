"""
The actions that the world itself knows, and the check of an action's arguments against its schema.

The schemas are JSON Schema, since language models are told of tools in it, and ``jsonschema`` checks
them: 2 to 14 us an action on the built-in schemas, of some 45 that a row costs in all. It is imported
with the first registry, not with the package.

``post_message`` takes an optional ``to``, beyond the policy requirements: without it a message goes to
all, as they have it. Language models are told of the offered tools only; every agent may take any
action.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..contracts import EVERYONE, ActionOutcome, ActionRequest, OutgoingMessage, ToolSpec
from ..errors import ActionRejected, InputError

#: Executes an action whose arguments fit the schema, or raises ActionRejected.
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


def tool_specs() -> list[ToolSpec]:
    """Tools that language models are told of by default."""
    return [POST_MESSAGE, NOOP]


def _noop(request: ActionRequest) -> ActionOutcome:
    return ActionOutcome({"ok": True})


def _emit_event(request: ActionRequest) -> ActionOutcome:
    return ActionOutcome({"ok": True, "echo": request.arguments})


def _post_message(request: ActionRequest) -> ActionOutcome:
    content = request.arguments["content"].strip()
    if not content:
        raise ActionRejected("content is blank: expected some text")
    message = OutgoingMessage(content, recipient=request.arguments.get("to", EVERYONE))
    return ActionOutcome({"ok": True}, [message])


class ToolRegistry:
    """
    The actions of a world, by name.

    Parameters
    ----------
    builtin
        Start with ``post_message`` and ``noop``, both offered to language models, and ``emit_event``.
    """

    def __init__(self, *, builtin: bool = True) -> None:
        self._specs: dict[str, ToolSpec] = {}
        self._validators: dict[str, Any] = {}
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
            Its name and schema.
        function
            Executes it; a domain executes its actions itself.
        offered
            Whether observations list it.

        Raises
        ------
        InputError
            If the name is taken or the schema is not a JSON Schema.
        """
        from jsonschema import Draft202012Validator, SchemaError

        if spec.name in self._specs:
            raise InputError(f"tool {spec.name!r} exists already: expected a new name")
        try:
            Draft202012Validator.check_schema(spec.parameters)
        except SchemaError as error:
            raise InputError(f"tool {spec.name!r}: not a JSON Schema: {error.message}") from error
        self._specs[spec.name] = spec
        self._validators[spec.name] = Draft202012Validator(spec.parameters)
        if function is not None:
            self._functions[spec.name] = function
        if offered:
            self._offered.append(spec)

    @property
    def offered(self) -> tuple[ToolSpec, ...]:
        """What observations list, in the order it was added."""
        return tuple(self._offered)

    def check(self, name: str, arguments: Mapping[str, Any]) -> None:
        """
        Check arguments against the schema of an action.

        Raises
        ------
        ActionRejected
            If there is no such action, or naming the argument that does not fit.
        """
        validator = self._validators.get(name)
        if validator is None:
            raise ActionRejected(f"unknown action {name!r}: expected one of {', '.join(self._specs)}")
        if not validator.is_valid(arguments):
            # Sorted, since the library's order is not part of its promise.
            errors = sorted(validator.iter_errors(arguments), key=lambda e: (e.json_path, e.message))
            raise ActionRejected(f"{name}: arguments {errors[0].json_path}: {errors[0].message}")

    def execute(self, request: ActionRequest) -> ActionOutcome:
        """Execute an action whose arguments were checked."""
        return self._functions[request.action_name](request)
