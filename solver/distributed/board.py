"""
Messages between running tasks and their caller, none of which is ever half written.

Any number of tasks post messages; the caller alone collects them and sets one notice that all tasks can
read. There are no locks, so that a task that is killed leaves nothing for which others wait; this does
not hold for the queues of ``multiprocessing``.
"""

from __future__ import annotations

import time
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

NUMBER_BYTES = 8

if TYPE_CHECKING:
    import distributed


class Board(Protocol):
    """Messages from tasks to their caller, and one notice from the caller to all tasks."""

    def post(self, message: bytes) -> None:
        """Send a message to the caller; called in tasks."""

    def collect(self) -> list[bytes]:
        """Return the messages since the last call, those of one task in order; called by the caller."""

    def pin(self, notice: bytes) -> None:
        """Replace the notice; called by the caller."""

    def notice(self, seen: int) -> tuple[int, bytes] | None:
        """Return the notice and its number unless that is ``seen``; called in tasks."""

    def remove(self) -> None:
        """Remove the board; called by the caller at the end."""


@dataclass(frozen=True)
class FolderBoard:
    """Board of files in a folder; each gets its name when it is complete."""

    folder: Path

    def __post_init__(self) -> None:
        self.folder.mkdir(exist_ok=True)

    def post(self, message: bytes) -> None:
        self._write(message, f"{time.time_ns():020d}-{uuid.uuid4().hex}.post")

    def collect(self) -> list[bytes]:
        messages = []
        for path in sorted(self.folder.glob("*.post")):
            messages.append(path.read_bytes())
            path.unlink()
        return messages

    def pin(self, notice: bytes) -> None:
        self._write(time.time_ns().to_bytes(NUMBER_BYTES, "little") + notice, "notice")

    def notice(self, seen: int) -> tuple[int, bytes] | None:
        try:
            with open(self.folder / "notice", "rb") as file:
                number = int.from_bytes(file.read(NUMBER_BYTES), "little")
                return None if number == seen else (number, file.read())
        except FileNotFoundError:
            return None

    def remove(self) -> None:
        for path in self.folder.iterdir():
            path.unlink(missing_ok=True)

    def _write(self, content: bytes, name: str) -> None:
        unfinished = self.folder / uuid.uuid4().hex
        unfinished.write_bytes(content)
        unfinished.rename(self.folder / name)


class DaskBoard:
    """
    Board of a queue of the scheduler and two variables: the number of the notice, and the notice.

    Parameters
    ----------
    name
        Prefix of the names of all three.
    client
        Client of the caller; tasks use that of their worker.
    """

    def __init__(self, name: str, client: distributed.Client | None = None) -> None:
        self.name = name
        self._client = client
        self._open: tuple[Any, Any, Any] | None = None
        if client is not None:
            self._parts()[1].set(0)  # reading a variable that was never set waits

    def __reduce__(self) -> tuple[Any, ...]:
        return DaskBoard, (self.name,)

    def _parts(self) -> tuple[Any, Any, Any]:
        """Return queue, number and notice."""
        if self._open is None:
            from distributed import Queue, Variable, get_client

            client = get_client() if self._client is None else self._client
            queue = Queue(f"{self.name}-posts", client=client)
            number, notice = (Variable(f"{self.name}-{x}", client=client) for x in ("number", "notice"))
            self._open = queue, number, notice
        return self._open

    def post(self, message: bytes) -> None:
        self._parts()[0].put(message)

    def collect(self) -> list[bytes]:
        return list(self._parts()[0].get(batch=True))

    def pin(self, notice: bytes) -> None:
        _, number, content = self._parts()
        content.set(notice)  # first: a reader of the number finds this notice or a later one
        number.set(time.time_ns())

    def notice(self, seen: int) -> tuple[int, bytes] | None:
        _, number, content = self._parts()
        newest = number.get()
        return None if newest in (0, seen) else (newest, content.get())

    def remove(self) -> None:
        queue, number, notice = self._parts()
        queue.close()
        number.delete()
        notice.delete()
