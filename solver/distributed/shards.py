"""
Shards: a graph in pieces, each a folder of ``.npy`` files that a worker maps into memory.

Shard ``i`` has the vertices ``first[i] <= v < first[i + 1]`` and all their edges. Inside a shard they
are numbered from 0; after them come its *ghosts*, the neighbors in other shards. ::

    shards.json         format, version, n, m, first, neighbors (for each shard, the adjacent ones)
    0/indptr.npy        int64[own + 1], rows as in a Graph
    0/indices.npy       int32, neighbors by their numbers inside the shard
    0/ghosts.npy        int64, the vertices of the ghosts, increasing
    0/boundary.npy      int32, own vertices with a ghost neighbor, increasing

A neighbor therefore takes 32 bits in a graph of any size, as long as no shard has 2^31 vertices.
"""

from __future__ import annotations

import itertools
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError

FORMAT, VERSION = "kempe-shards", 1
DTYPES = {"indptr": np.int64, "indices": np.int32, "ghosts": np.int64, "boundary": np.int32}


@dataclass(frozen=True)
class Shard:
    """
    One piece of a graph.

    Attributes
    ----------
    first
        First vertex.
    indptr, indices
        Rows of its own vertices, int64[own + 1] and int32; columns >= ``own`` are ghosts.
    ghosts
        Vertices of the ghosts, int64, increasing.
    boundary
        Own vertices with a ghost neighbor, int32, increasing.
    """

    first: int
    indptr: NDArray[np.int64]
    indices: NDArray[np.int32]
    ghosts: NDArray[np.int64]
    boundary: NDArray[np.int32]

    @property
    def own(self) -> int:
        """Number of its own vertices."""
        return len(self.indptr) - 1

    @property
    def safe(self) -> bool:
        """Whether every number in the arrays is a legal index; O(entries)."""
        known = self.own + len(self.ghosts)
        return (
            self.indptr[0] == 0
            and bool(np.all(self.indptr[1:] >= self.indptr[:-1]))
            and _inside(self.indices, known)
            and _inside(self.boundary, self.own)
            and bool(np.all(self.ghosts[1:] > self.ghosts[:-1]))
        )

    def save(self, folder: Path) -> None:
        """Write the arrays to a folder."""
        folder.mkdir(parents=True, exist_ok=True)
        for name in DTYPES:
            np.save(folder / f"{name}.npy", getattr(self, name))


def _inside(places: NDArray[np.integer], length: int) -> bool:
    return len(places) == 0 or (int(places.min()) >= 0 and int(places.max()) < length)


@dataclass(frozen=True)
class Shards:
    """
    A folder of shards, as :func:`cut` makes it.

    Attributes
    ----------
    folder
        Path by which workers open it.
    n, m
        Numbers of vertices and edges of the whole graph.
    first
        First vertex of each shard, and ``n``.
    neighbors
        For each shard, the shards with neighbors of its vertices.
    """

    folder: Path
    n: int
    m: int
    first: tuple[int, ...]
    neighbors: tuple[tuple[int, ...], ...]

    @property
    def count(self) -> int:
        """Number of shards."""
        return len(self.first) - 1

    @classmethod
    def open(cls, folder: str | os.PathLike[str]) -> Shards:
        """
        Open a folder that :func:`cut` has written.

        Raises
        ------
        InputError
            If it is not a folder of shards.
        """
        path = Path(folder) / "shards.json"
        try:
            facts: dict[str, Any] = json.loads(path.read_text())
            known = (facts.pop("format"), facts.pop("version"))
            if known != (FORMAT, VERSION):
                raise InputError(f"format {known}: expected {(FORMAT, VERSION)}", path=path)
            neighbors = tuple(tuple(touched) for touched in facts.pop("neighbors"))
            shards = cls(Path(folder), first=tuple(facts.pop("first")), neighbors=neighbors, **facts)
            if not shards._fit():
                raise ValueError("inconsistent numbers")
            return shards
        except OSError as error:
            raise InputError(f"no shards: {error.strerror}", path=path) from error
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            if isinstance(error, InputError):
                raise
            raise InputError(f"not a list of shards: {error!r}", path=path) from error

    def _fit(self) -> bool:
        """Return whether the shards cover 0 to ``n`` in order, and are adjacent to existing ones."""
        rising = all(a <= b for a, b in itertools.pairwise(self.first))
        touched = set(itertools.chain.from_iterable(self.neighbors))
        return (
            rising
            and self.first[0] == 0
            and self.first[-1] == self.n
            and len(self.neighbors) == self.count
            and touched <= set(range(self.count))
        )

    def save(self) -> None:
        """Write ``shards.json``, which is done last and shows that the shards are complete."""
        facts = {"format": FORMAT, "version": VERSION, **asdict(self)}
        del facts["folder"]
        unfinished = self.folder / "shards.json.tmp"
        unfinished.write_text(json.dumps(facts))
        unfinished.rename(self.folder / "shards.json")

    def load(self, i: int) -> Shard:
        """Return shard ``i`` with its arrays memory-mapped and unchecked."""
        arrays = {}
        for name, dtype in DTYPES.items():
            path = self.folder / str(i) / f"{name}.npy"
            try:
                # A view: kernels would be compiled again for the class memmap.
                array = np.lib.format.open_memmap(path, mode="r").view(np.ndarray)
            except (OSError, ValueError, EOFError) as error:
                raise InputError(f"the array cannot be read: {error}", path=path) from error
            if array.dtype != dtype or array.ndim != 1:
                raise InputError(
                    f"{array.dtype}, {array.ndim}-d: expected {np.dtype(dtype)}, 1-d", path=path
                )
            arrays[name] = array
        shard = Shard(self.first[i], **arrays)
        if shard.own != self.first[i + 1] - self.first[i] or len(shard.indices) != shard.indptr[-1]:
            raise InputError("arrays of lengths other than in shards.json", path=self.folder / str(i))
        return shard
