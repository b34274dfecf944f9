"""
The tasks of a coloring in shards: one superstep of one shard, its beginning and its end.

Each is a function of a shard, its state, and its neighbors' messages; ``rounds.py`` calls them.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._kernels.distributed.shard import Rows, color_chunk, give_way
from ..errors import InputError
from .shards import Shard, Shards

#: Adjacency entries verified at a time, to bound memory.
VERIFIED = 1 << 22


class ShardState(NamedTuple):
    """
    The state of a shard between two supersteps.

    Attributes
    ----------
    own
        Number of its own vertices.
    degrees
        Degrees of the ghosts, int32; empty before the first superstep.
    numbers
        Colors + 1 of own vertices and ghosts, int32[own + ghosts]; 0 for uncolored.
    recent
        Own vertices colored in the last superstep and not yet compared with ghosts, int32.
    recolored
        Number of times that a vertex gave way so far.
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
    Numbers of some boundary vertices, for the neighboring shards.

    Attributes
    ----------
    first
        First vertex of the shard.
    vertices
        Vertices, counted from ``first``, int32, increasing.
    numbers
        Their numbers, unsigned integers of the least width.
    """

    first: int
    vertices: NDArray[np.int32]
    numbers: NDArray[np.unsignedinteger]

    @property
    def size(self) -> int:
        """Size in bytes."""
        return self.vertices.nbytes + self.numbers.nbytes


class ShardStatus(NamedTuple):
    """Numbers of vertices and bytes that the caller asks for between rounds."""

    recent: int
    recolored: int
    sent: int


class Totals(NamedTuple):
    """Result of a shard: the numbers that it uses, and the faults of its coloring."""

    used: NDArray[np.int32]
    conflicts: int
    uncolored: int
    received: int


def begin(shards: Shards, i: int) -> tuple[ShardState, Message]:
    """Return the state before the first superstep; its message has degrees instead of numbers."""
    shard = shards.load(i)
    if not shard.safe:  # kernels do not check
        raise InputError("the arrays hold an illegal index", path=shards.folder / str(i))
    none = np.empty(0, np.int32)
    numbers = np.zeros(shard.own + len(shard.ghosts), np.int32)
    message = _message(shard, np.diff(shard.indptr).astype(np.int32), shard.boundary)
    sent = message.size * len(shards.neighbors[i])
    return ShardState(shard.own, none, numbers, none, 0, sent), message


def make(
    shards: Shards,
    i: int,
    seed: int,
    part: tuple[int, int],
    before: tuple[ShardState, Message],
    *messages: Message,
) -> tuple[ShardState, Message]:
    """Read the messages, uncolor vertices that give way, and color them and the next chunk."""
    shard = shards.load(i)
    state = before[0]
    degrees, numbers = state.degrees, state.numbers
    if len(degrees) < len(shard.ghosts):
        degrees, numbers = _updated(shard, numbers, messages)[shard.own :].copy(), numbers.copy()
    else:
        numbers = _updated(shard, numbers, messages)
    lost = np.empty(len(state.recent), np.int32)
    count = give_way(
        Rows(shard.indptr, shard.indices, shard.first, shard.ghosts),
        state.recent.copy(), numbers, degrees, seed, lost,
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
    return ShardState(shard.own, degrees, numbers, chunk, state.recolored + count, sent), message


def _updated(
    shard: Shard, numbers: NDArray[np.int32], messages: tuple[Message, ...]
) -> NDArray[np.int32]:
    """Return the numbers with those of the ghosts in the messages."""
    numbers = numbers.copy()
    for message in messages:
        vertices = message.first + message.vertices.astype(np.int64)
        places = np.searchsorted(shard.ghosts, vertices)
        known = places < len(shard.ghosts)
        known[known] = shard.ghosts[places[known]] == vertices[known]
        numbers[shard.own + places[known]] = message.numbers[known]
    return numbers


def _message(shard: Shard, numbers: NDArray[np.int32], vertices: NDArray[np.int32]) -> Message:
    shared = vertices[np.isin(vertices, shard.boundary, assume_unique=True)]
    content = numbers[shared]
    return Message(shard.first, shared, content.astype(np.min_scalar_type(int(content.max(initial=0)))))


def message_of(step: tuple[ShardState, Message]) -> Message:
    """Return the message at the end of a superstep."""
    return step[1]


def status(step: tuple[ShardState, Message]) -> ShardStatus:
    """Return the status of a shard for the caller."""
    return ShardStatus(len(step[0].recent), step[0].recolored, step[0].sent)


def boundary(shards: Shards, i: int, step: tuple[ShardState, Message]) -> Message:
    """Return the numbers of all boundary vertices."""
    shard = shards.load(i)
    return _message(shard, step[0].numbers, shard.boundary)


def check(shards: Shards, i: int, step: tuple[ShardState, Message], *messages: Message) -> Totals:
    """
    Count the faults of a shard's coloring, in plain NumPy.

    Ghosts have the numbers that their own shards send; without one the check fails.
    """
    shard = shards.load(i)
    numbers = step[0].numbers.copy()
    own = numbers[: shard.own]
    numbers[shard.own :] = 0
    numbers = _updated(shard, numbers, messages)
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
    i: int, step: tuple[ShardState, Message], used: NDArray[np.int32], output: str | None
) -> NDArray[np.int32] | None:
    """Return the colors of a shard, from 0 without gaps, or write them to a file."""
    own = step[0].numbers[: step[0].own]
    colors = np.searchsorted(used, own).astype(np.int32)
    if output is None:
        return colors
    unfinished = Path(output, f"{i}.npy.tmp")
    with unfinished.open("wb") as file:
        np.save(file, colors)
    unfinished.rename(Path(output, f"{i}.npy"))
    return None
