"""
What a worker does of a coloring in shards: one superstep of one shard, before and after that.

Each is a function of a shard, its state, and its neighbors' messages; ``rounds.py`` has the method, and
calls them.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._kernels.distributed.shard import color_chunk, give_way
from ..errors import InputError
from .shards import Shard, Shards

#: Adjacency entries that are verified together, to bound memory.
VERIFIED = 1 << 22


class State(NamedTuple):
    """
    What a shard knows between two supersteps.

    Attributes
    ----------
    own
        Number of its own vertices.
    degrees
        int32, of the ghosts; none before the first superstep.
    numbers
        int32[own + ghosts], colors from 1; 0 for none.
    recent
        int32, own vertices colored in the last superstep, not yet compared with the neighbors'.
    recolored
        How many gave way so far.
    sent
        Bytes of its messages so far.
    """

    own: int
    degrees: NDArray[np.int32]
    numbers: NDArray[np.int32]
    recent: NDArray[np.int32]
    recolored: int
    sent: int


class Message(NamedTuple):
    """
    Numbers of some boundary vertices, for the neighbors.

    Attributes
    ----------
    first
        Of the shard.
    vertices
        int32, increasing; counted from ``first``.
    numbers
        Unsigned integers as wide as they need be.
    """

    first: int
    vertices: NDArray[np.int32]
    numbers: NDArray[np.unsignedinteger]

    @property
    def size(self) -> int:
        """In bytes."""
        return self.vertices.nbytes + self.numbers.nbytes


class Standing(NamedTuple):
    """What the caller learns of a shard now and then."""

    recent: int
    recolored: int
    sent: int


class Totals(NamedTuple):
    """What a shard came to: the numbers that it uses, and what is wrong with them."""

    used: NDArray[np.int32]
    conflicts: int
    uncolored: int
    received: int


def begin(shards: Shards, i: int) -> tuple[State, Message]:
    """The state before the first superstep; the message has degrees instead of numbers."""
    shard = shards.load(i)
    if not shard.safe:  # kernels would stray from memory
        raise InputError("a number that leads outside of the arrays", path=shards.folder / str(i))
    none = np.empty(0, np.int32)
    numbers = np.zeros(shard.own + len(shard.ghosts), np.int32)
    message = _message(shard, np.diff(shard.indptr).astype(np.int32), shard.boundary)
    sent = message.size * len(shards.neighbors[i])
    return State(shard.own, none, numbers, none, 0, sent), message


def make(
    shards: Shards,
    i: int,
    seed: int,
    part: tuple[int, int],
    before: tuple[State, Message],
    *messages: Message,
) -> tuple[State, Message]:
    """Hear the neighbors, see who gives way to them, and color those and the next of so many chunks."""
    shard = shards.load(i)
    state = before[0]
    degrees, numbers = state.degrees, state.numbers
    if len(degrees) < len(shard.ghosts):
        degrees, numbers = _heard(shard, numbers, messages)[shard.own :].copy(), numbers.copy()
    else:
        numbers = _heard(shard, numbers, messages)
    lost = np.empty(len(state.recent), np.int32)
    count = give_way(
        shard.indptr, shard.indices, state.recent.copy(), numbers,
        degrees, shard.first, shard.ghosts, seed, lost,
    )  # fmt: skip
    numbers[lost[:count]] = 0
    at, chunks = part
    low, high = (min(shard.own, shard.own * x // chunks) for x in (at, at + 1))
    chunk = np.append(lost[:count], np.arange(low, high, dtype=np.int32))
    longest = int((shard.indptr[chunk + 1] - shard.indptr[chunk]).max(initial=0))
    slots = int(numbers.max(initial=0)) + longest + 2
    color_chunk(shard.indptr, shard.indices, chunk, numbers, np.full(slots, -1, np.int32))
    message = _message(shard, numbers, chunk)
    sent = state.sent + message.size * len(shards.neighbors[i])
    return State(shard.own, degrees, numbers, chunk, state.recolored + count, sent), message


def _heard(shard: Shard, numbers: NDArray[np.int32], messages: tuple[Message, ...]) -> NDArray[np.int32]:
    """The numbers, with those that the neighbors sent."""
    numbers = numbers.copy()
    for message in messages:
        vertices = message.first + message.vertices.astype(np.int64)
        places = np.searchsorted(shard.ghosts, vertices)
        known = places < len(shard.ghosts)
        known[known] = shard.ghosts[places[known]] == vertices[known]
        numbers[shard.own + places[known]] = message.numbers[known]
    return numbers


def _message(shard: Shard, numbers: NDArray[np.int32], vertices: NDArray[np.int32]) -> Message:
    told = vertices[np.isin(vertices, shard.boundary, assume_unique=True)]
    content = numbers[told]
    return Message(shard.first, told, content.astype(np.min_scalar_type(int(content.max(initial=0)))))


def told(step: tuple[State, Message]) -> Message:
    """The message that a superstep ends with."""
    return step[1]


def standing(step: tuple[State, Message]) -> Standing:
    """What the caller asks for now and then."""
    return Standing(len(step[0].recent), step[0].recolored, step[0].sent)


def boundary(shards: Shards, i: int, step: tuple[State, Message]) -> Message:
    """The numbers of all boundary vertices."""
    shard = shards.load(i)
    return _message(shard, step[0].numbers, shard.boundary)


def check(shards: Shards, i: int, step: tuple[State, Message], *messages: Message) -> Totals:
    """
    Count what is wrong with a shard's colors, in plain numpy.

    Ghosts have the numbers that their own shards say; without one, the check fails.
    """
    shard = shards.load(i)
    numbers = step[0].numbers.copy()
    own = numbers[: shard.own]
    numbers[shard.own :] = 0
    numbers = _heard(shard, numbers, messages)
    uncolored = np.count_nonzero(numbers <= 0)
    conflicts = row = 0
    while row < shard.own:
        limit = shard.indptr[row] + VERIFIED
        last = max(row + 1, int(np.searchsorted(shard.indptr, limit, side="right")) - 1)
        entries = shard.indices[shard.indptr[row] : shard.indptr[last]]
        heads = np.repeat(own[row:last], np.diff(shard.indptr[row : last + 1]))
        conflicts += int(np.count_nonzero(heads == numbers[entries]))
        row = last
    received = sum(message.size for message in messages)
    return Totals(np.unique(own), conflicts, int(uncolored), received)


def final(
    i: int, step: tuple[State, Message], used: NDArray[np.int32], output: str | None
) -> NDArray[np.int32] | None:
    """The colors of a shard, from 0 without gaps; returned, or written to a file."""
    own = step[0].numbers[: step[0].own]
    colors = np.searchsorted(used, own).astype(np.int32)
    if output is None:
        return colors
    unfinished = Path(output, f"{i}.npy.tmp")
    with unfinished.open("wb") as file:
        np.save(file, colors)
    unfinished.rename(Path(output, f"{i}.npy"))
    return None
