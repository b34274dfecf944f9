"""What an exact routine may use: memory, work, and nodes of a search tree."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import expected
from .elimination import MEMORY


@dataclass(frozen=True)
class Budget:
    """
    What an exact routine may use.

    Attributes
    ----------
    memory
        Bytes of tables.
    work
        Cells of elimination or states of enumeration.
    nodes
        Nodes of the search tree of branch and bound, whose work is not known beforehand.
    """

    memory: float = MEMORY
    work: float = 2e10
    nodes: int = 200_000

    def __post_init__(self) -> None:
        for name in ("memory", "work", "nodes"):
            if not getattr(self, name) > 0:
                raise expected(name, getattr(self, name), "a number > 0")
