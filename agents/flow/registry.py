"""
Functions of a host for its flows: predicates for guards, validators for answers, actions.

A flow refers to them by name; an unregistered name is an error of the flow. Predicates are pure and
typed, so that the compiler can check their calls.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..guard import BOOL, DYN, LIST, STRING, Function
from ..guard.tree import Call, Items, Literal, Node, walk
from .values import folded, match_option, missing

#: Function of the arguments of the node and the answers; it returns named results, or an awaitable of
#: them. An exception is a failure of the action.
Action = Callable[
    [Mapping[str, Any], Mapping[str, Any]],
    Mapping[str, Any] | Awaitable[Mapping[str, Any] | None] | None,
]


def no_action(arguments: Mapping[str, Any], answers: Mapping[str, Any]) -> None:
    """Do nothing: the action of a node that has none."""


#: Function that returns whether a value is valid. An exception counts as False.
Validator = Callable[[Any], bool]


def _answers_has(values: Mapping[str, Any], key: str) -> bool:
    return not missing(values["answers"].get(key))


def _answers_equals(
    values: Mapping[str, Any], key: str, value: Any, allowed: Sequence[str] | None = None
) -> bool:
    answer = values["answers"].get(key)
    if missing(answer):
        return False
    if not isinstance(answer, str) or not isinstance(value, str):
        return type(answer) is type(value) and bool(answer == value)
    if allowed:
        return folded(match_option(answer, list(allowed)) or answer) == folded(value)
    return folded(answer) == folded(value)


def _answers_unknown(values: Mapping[str, Any], key: str) -> bool:
    return key in values["unknown"]


def _settled(values: Mapping[str, Any], key: str) -> bool:
    return _answers_has(values, key) or _answers_unknown(values, key)


def _deps_missing(values: Mapping[str, Any], key: str, dependencies: Sequence[str]) -> bool:
    settled = all(_settled(values, dependency) for dependency in dependencies)
    return settled and not _settled(values, key)


def _path_locked(values: Mapping[str, Any]) -> bool:
    return bool(values["path"]["locked"])


#: Predicates of every flow. ``deps_missing(key, dependencies)``: the dependencies are settled (known or
#: known to be unknown), and the key is not.
BUILT_IN: dict[str, Function] = {
    "always": Function((), BOOL, lambda: True),
    "answers_has": Function((STRING,), BOOL, _answers_has, with_values=True),
    "answers_unknown": Function((STRING,), BOOL, _answers_unknown, with_values=True),
    "answers_equals": Function(
        (STRING, DYN), BOOL, _answers_equals, optional=(LIST(STRING),), with_values=True
    ),
    "deps_missing": Function((STRING, LIST(STRING)), BOOL, _deps_missing, with_values=True),
    "path_locked": Function((), BOOL, _path_locked, with_values=True),
}


#: Those that take keys, with the number of their first arguments that are keys.
_OF_KEYS = {"answers_has": 1, "answers_unknown": 1, "answers_equals": 1, "deps_missing": 2}


def named_keys(tree: Node) -> Iterator[tuple[str, str]]:
    """Yield the calls of built-in predicates by name, each with a key that it names."""
    for node in walk(tree):
        if isinstance(node, Call) and node.name in _OF_KEYS:
            for key in _texts_in(node.arguments[: _OF_KEYS[node.name]]):
                yield node.name, key


def _texts_in(nodes: Iterable[Node]) -> Iterator[str]:
    """Yield the constant texts among some arguments, also those in lists."""
    for node in nodes:
        if isinstance(node, Literal) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, Items):
            yield from _texts_in(node.items)


@dataclass(frozen=True)
class Registry:
    """
    Predicates, validators and actions by name.

    Attributes
    ----------
    predicates
        :class:`agents.guard.Function` objects, beside :data:`BUILT_IN`.
    validators
        ``value -> bool``.
    actions
        ``(arguments, answers) -> results``.
    """

    predicates: Mapping[str, Function] = field(default_factory=dict)
    validators: Mapping[str, Validator] = field(default_factory=dict)
    actions: Mapping[str, Action] = field(default_factory=dict)


EMPTY = Registry()
