"""
The definition of a chart as data: states, transitions, variables, in SCXML's terms.

A definition never changes; the current state of a run is a :class:`.configuration.Configuration`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeAlias

from .content import Block, Evaluable, Scope, Value
from .invocation import Invoke

Kind = Literal["state", "parallel", "final", "history"]
Selection = Literal["first", "oracle", "error"]
Rules = Literal["scxml", "xstate"]
#: Condition: a function may return True, False or NEEDS_ORACLE, an expression True or False.
Condition: TypeAlias = Evaluable | Callable[[Scope], Any]

#: Id of the root.
ROOT = ""
#: Id of the state that stands for a machine of XState whose root has transitions or is parallel.
MACHINE = "(machine)"


@dataclass(frozen=True)
class Edge:
    """
    Transition of a state; its source is the state that lists it.

    Parameters
    ----------
    events
        Descriptors: ``"error"`` matches ``error`` and ``error.execution``, ``"*"`` every event. Without
        events the transition is eventless: it fires when its guard holds.
    targets
        States to enter; without targets only the content is executed.
    guard
        Condition, if any. An error in it counts as False and raises ``error.execution``.
    content
        Content executed after states are left and before states are entered.
    internal
        Whether the source is not left if all targets are its descendants.
    after
        Ticks from the entry of the source to the firing, unless it is left before; excludes events.
    oracle
        Whether the oracle chooses among the enabled transitions of the source when this one is enabled.
    exact
        Whether a descriptor matches the event of its name only, as in XState: ``"form"`` matches no
        ``form.submit``, and ``"form.*"`` matches both.
    location
        Location in the document, for findings.
    """

    events: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    guard: Condition | None = None
    content: Block = ()
    internal: bool = False
    after: int | None = None
    oracle: bool = False
    exact: bool = False
    location: str = field(default="", compare=False)


@dataclass(frozen=True)
class Data:
    """Variable and its initial value; without one it is missing until it is assigned."""

    id: str
    value: Value | None = None


@dataclass(frozen=True)
class DoneData:
    """Data of ``done.state``: names and values, or one value as a whole."""

    params: tuple[tuple[str, Value], ...] = ()
    content: Value | None = None


@dataclass(frozen=True)
class State:
    """
    State or pseudo-state.

    Parameters
    ----------
    id
        Unique id.
    kind
        ``"state"``, ``"parallel"``, ``"final"`` or ``"history"``.
    states
        Children in document order. A state with children is compound.
    edges
        Transitions in the order in which they are tried.
    initial
        Default targets of a compound state (else its first child), or of a history without memory.
    initial_content
        Content executed when the default is taken.
    entry, exit
        Blocks of content; an error ends its block only.
    deep
        Whether a history remembers all descendants, not only the children.
    data
        Variables; their scope is the whole chart.
    done
        Data of the ``done.state`` event of a final state, or of the ``done.invoke`` event of the chart.
    invokes
        Services that run while the state is active.
    location
        Location in the document, for findings.
    """

    id: str
    kind: Kind = "state"
    states: tuple[State, ...] = ()
    edges: tuple[Edge, ...] = ()
    initial: tuple[str, ...] = ()
    initial_content: Block = ()
    entry: tuple[Block, ...] = ()
    exit: tuple[Block, ...] = ()
    deep: bool = False
    data: tuple[Data, ...] = ()
    done: DoneData | None = None
    invokes: tuple[Invoke, ...] = ()
    location: str = field(default="", compare=False)


class Arc(NamedTuple):
    """
    Transition with its source, its number in the document, and its index in its state.

    ``timer`` is the index of the transition whose timer it waits for: its own, or by the rules of XState
    that of the first transition of the state with the same delay; -1 without ``after``.
    """

    number: int
    source: str
    nth: int
    edge: Edge
    timer: int = -1

    def __str__(self) -> str:
        event = f"after {self.edge.after}" if self.edge.after is not None else " ".join(self.edge.events)
        label = f" --{event}--> " if event else " --> "
        return f"{self.source}{label}{' '.join(self.edge.targets)}".rstrip()


def after_event(arc: Arc) -> str:
    """Return the name of the event that a transition with ``after`` waits for."""
    return f"after.{arc.source}.{arc.timer}"


def prefix_of(descriptor: str, *, exact: bool = False) -> str:
    """
    Return a descriptor without its star: the start of the names that it matches; empty for ``*``.

    SCXML ignores ``.*``, ``*`` and ``.`` at the end; in an ``exact`` descriptor, only ``.*`` is not of
    the name.
    """
    if descriptor == "*":
        return ""
    return descriptor.removesuffix(".*") if exact else descriptor.removesuffix("*").removesuffix(".")


def event_named(descriptor: str, *, exact: bool = False) -> str:
    """
    Return an event name that a descriptor matches; ``*`` matches ``anything``.

    It is the shortest one, unless descriptors are exact: ``form`` may have its own transition there.
    """
    prefix = prefix_of(descriptor, exact=exact) or "anything"
    return f"{prefix}.anything" if exact and descriptor.endswith(".*") else prefix


def matches(descriptors: tuple[str, ...], name: str, *, exact: bool = False) -> bool:
    """Return whether a descriptor matches the name of an event; ``exact`` is that of the transition."""
    for descriptor in descriptors:
        if descriptor == "*":
            return True
        prefix = prefix_of(descriptor, exact=exact)
        if name == prefix:
            return True
        if name.startswith(prefix + ".") and matches_longer(descriptor, exact=exact):
            return True
    return False


def matches_longer(descriptor: str, *, exact: bool) -> bool:
    """Return whether a descriptor matches, besides its own name, those that go on after a dot."""
    return not exact or descriptor.endswith(".*")


def walk(state: State) -> Iterator[State]:
    """Yield a state and everything within, in document order."""
    yield state
    for child in state.states:
        yield from walk(child)
