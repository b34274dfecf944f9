"""
The definition of a chart as data: states, transitions, variables, in SCXML's terms.

A definition never changes; the current state of a run is a :class:`.configuration.Configuration`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeAlias

from .content import Block, Evaluable, Scope, Value

Kind = Literal["state", "parallel", "final", "history"]
Selection = Literal["first", "oracle", "error"]
#: True, False or NEEDS_ORACLE; an expression of the guard language has the first two only.
Condition: TypeAlias = Evaluable | Callable[[Scope], Any]

#: Id of the root, which no state may have.
ROOT = ""


@dataclass(frozen=True)
class Edge:
    """
    A transition of a state (its source is the state that lists it).

    Parameters
    ----------
    events
        Descriptors: ``"error"`` takes ``error`` and ``error.execution``, ``"*"`` everything. None at all
        makes the transition eventless: it fires by itself when its guard holds.
    targets
        States to enter; none makes it targetless: only its content runs.
    guard
        Must hold, if there is one. An error in it counts as False and raises ``error.execution``.
    content
        Runs after states are left and before states are entered.
    internal
        Does not leave its source when all targets lie within.
    after
        Fires that many ticks after its source was entered, unless that was left before; excludes events.
    oracle
        Whenever it is enabled, the choice among the enabled transitions of its source is the oracle's.
    location
        Where it stands in its source, for findings.
    """

    events: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    guard: Condition | None = None
    content: Block = ()
    internal: bool = False
    after: int | None = None
    oracle: bool = False
    location: str = field(default="", compare=False)


@dataclass(frozen=True)
class Data:
    """A variable and its first value; without one it is missing until something is assigned."""

    id: str
    value: Value | None = None


@dataclass(frozen=True)
class DoneData:
    """The data of ``done.state``: names and values, or one value as a whole."""

    params: tuple[tuple[str, Value], ...] = ()
    content: Value | None = None


@dataclass(frozen=True)
class State:
    """
    A state, or a pseudo-state.

    Parameters
    ----------
    id
        Unique in the chart.
    kind
        ``"state"``, ``"parallel"``, ``"final"`` or ``"history"``.
    states
        Children, in document order. A state that has some is compound.
    edges
        Its transitions, in the order in which they are tried.
    initial
        Of a compound state: what is entered by default, else its first child. Of a history: what is
        entered when nothing is remembered.
    initial_content
        Runs when that default is taken.
    entry, exit
        Blocks of content; an error ends its block, not the others.
    deep
        Of a history: remember the whole configuration below, not only the children.
    data
        Variables; they are the whole chart's, wherever they are declared.
    done
        Of a final state: what its ``done.state`` event brings.
    location
        Where it stands in its source, for findings.
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
    location: str = field(default="", compare=False)


class Arc(NamedTuple):
    """A transition with its source and its place in the document (``number``) and in its state."""

    number: int
    source: str
    nth: int
    edge: Edge

    def __str__(self) -> str:
        event = f"after {self.edge.after}" if self.edge.after is not None else " ".join(self.edge.events)
        label = f" --{event}--> " if event else " --> "
        return f"{self.source}{label}{' '.join(self.edge.targets)}".rstrip()


def after_event(arc: Arc) -> str:
    """Name of the event that a transition with ``after`` waits for."""
    return f"after.{arc.source}.{arc.nth}"


def matches(descriptors: tuple[str, ...], name: str) -> bool:
    """Whether one of the descriptors takes an event of that name."""
    for descriptor in descriptors:
        if descriptor == "*":
            return True
        prefix = descriptor.removesuffix("*").removesuffix(".")
        if name == prefix or name.startswith(prefix + "."):
            return True
    return False


def walk(state: State) -> Iterator[State]:
    """Yield a state and everything within, in document order."""
    yield state
    for child in state.states:
        yield from walk(child)
