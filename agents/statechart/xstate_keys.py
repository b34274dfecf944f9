"""
The keys of XState v5 machines: those of a configuration, and those that JSON.stringify adds.

XState ignores other keys without a word, and so a transition under ``onn`` is none. Free values, such as
``meta``, ``context`` and ``params``, are not looked into.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

#: Keys of a state, and those of the machine beside them.
STATE = (
    *("id", "type", "initial", "states", "history", "target", "on", "always", "after", "onDone"),
    *("invoke", "entry", "exit", "output", "tags", "meta", "description", "route"),
    *("key", "order", "transitions", "version"),
)
MACHINE = (*STATE, "context", "types", "schemas", "delimiter", "$schema")
TRANSITION = (
    *("target", "guard", "actions", "reenter", "meta", "description"),
    *("source", "eventType"),
)
#: Keys that JSON.stringify writes into a transition with a delay, beside ``eventType``.
WRITTEN = ("event", "delay")
INVOKE = (
    *("id", "src", "input", "systemId", "onDone", "onError", "onSnapshot", "meta", "description"),
    "type",
)
_TIMER = re.compile(r"after\..*\.[0-9]+")
#: Names of earlier versions, which XState v5 ignores.
_FORMER = {
    "cond": "guard",
    "internal": "reenter",
    "data": "output",
    "onEntry": "entry",
    "onExit": "exit",
    "activities": "invoke",
}

#: Events of Kempe where XState has others (``xstate.done.state.ID``), or none; their names go on.
_INTERNAL = ("done.state", "done.invoke", "error.invoke", "error.execution", "error.communication")


def is_internal(descriptor: str) -> bool:
    """Return whether a descriptor of a machine matches an event that only Kempe has, such as a timer."""
    prefix = descriptor.removesuffix(".*")
    within = any(prefix == one or prefix.startswith(f"{one}.") for one in _INTERNAL)
    if prefix == descriptor:
        return within or _TIMER.fullmatch(descriptor) is not None
    around = any(one.startswith(f"{prefix}.") for one in _INTERNAL)
    return within or around or prefix.partition(".")[0] == "after"


def likely(key: str, legal: Iterable[str]) -> str:
    """Return what a key that is not legal may be meant for: one key, or else all of them."""
    known = tuple(legal)
    if (now := _FORMER.get(key)) in known:
        return f"{now}, as of XState v5"
    return " or ".join(get_close_matches(key, known, 2)) or f"one of {', '.join(known)}"
