"""
The bytes of a file, decompressed, a chunk at a time, with the line they stand in.

Compression is known by the first bytes, not by the name, so that standard input and misnamed files
read as well. Whatever goes wrong below (no such file, a directory, a stream that is cut off) becomes
one :class:`~solver.InputError` with the path.
"""

from __future__ import annotations

import io
import os
import stat
import sys
from types import TracebackType
from typing import Protocol, cast

import numpy as np
from numpy.typing import NDArray

from ...errors import InputError

CHUNK = 1 << 20  # also the longest line; from 64 KiB to 4 MiB all sizes are equally fast
FREE_VERTICES = 1 << 22  # a graph so large takes 32 MiB: no matter what the file looks like
VERTICES_PER_BYTE = 4
BOMB_BYTES = 1 << 30
BOMB_RATIO = 1000  # xz makes K_1500, all regularity, 64 times smaller


class ByteReader(Protocol):
    """What a decompressor offers."""

    def readinto(self, buffer: memoryview, /) -> int:
        """Fill the buffer; the bytes that were read."""


class Source:
    """
    An open file of which the bytes ``data[at:end]`` are at hand.

    Attributes
    ----------
    path
        As given, for messages.
    data
        uint8, the buffer.
    at, end
        The unread part of the buffer; a reader moves ``at``.
    line
        Whole lines before ``at``; a reader moves it too.
    total
        Bytes read so far, after decompression.
    unfinished
        Whether the last line lacked its newline (one is supplied).
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = os.fspath(path)
        self._buffer = bytearray(CHUNK + 1)
        self.data: NDArray[np.uint8] = np.frombuffer(self._buffer, np.uint8)
        self.at = self.end = self.line = self.total = 0
        self.unfinished = False
        self._ended = False
        self._size: int | None = None
        self._damage: tuple[type[Exception], ...] = (OSError,)

    def __enter__(self) -> Source:
        try:
            file = sys.stdin.buffer if self.path == "-" else open(self.path, "rb")
            self._file = cast(io.BufferedReader, file)
            status = os.fstat(self._file.fileno())
            if stat.S_ISREG(status.st_mode):
                self._size = status.st_size
            head = self._file.peek(6)[:6]
        except (OSError, ValueError) as error:
            raise self.error(getattr(error, "strerror", None) or str(error)) from error
        self._stream = self._decompressed(head)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.path != "-":
            self._file.close()

    def _decompressed(self, head: bytes) -> ByteReader:
        # Imported when needed: some builds of Python lack one or the other.
        if head.startswith(b"\x1f\x8b"):
            import gzip
            import zlib

            self._damage = (OSError, zlib.error)
            return gzip.GzipFile(fileobj=self._file)
        if head.startswith(b"\xfd7zXZ\0"):
            import lzma

            self._damage = (OSError, lzma.LZMAError)
            return lzma.LZMAFile(self._file)
        if head.startswith(b"BZh"):
            import bz2

            return bz2.BZ2File(self._file)
        self._size = None
        return self._file

    # ------------------------------------------------------------------------------------- reading

    def whole(self, stops: bytes = b"\n") -> int:
        """
        End of the bytes at hand that reach up to one of ``stops``; reads on if there are none.

        Equals ``at`` when the file is used up.
        """
        while True:
            last = max(self._buffer.rfind(stop, self.at, self.end) for stop in stops)
            if last >= 0:
                return last + 1
            if self.end - self.at >= CHUNK:
                raise self.error(f"a line or number of more than {CHUNK} bytes", here=True)
            if not self._fill():
                return self.at

    def read_line(self) -> bytes:
        """Next line without its newline; only sensible when :meth:`whole` found one."""
        stop = self._buffer.index(b"\n", self.at, self.end)
        text = bytes(self._buffer[self.at : stop])
        self.at = stop + 1
        self.line += 1
        return text

    def rewind_line(self) -> None:
        """Back to the first byte of the line that ``at`` stands in."""
        self.at = self._buffer.rfind(b"\n", 0, self.at) + 1

    def take(self, count: int) -> bytes:
        """Next ``count`` bytes, fewer at the end of the file."""
        parts = []
        while count > 0:
            if self.at == self.end and not self._fill(binary=True):
                break
            part = bytes(self._buffer[self.at : min(self.at + count, self.end)])
            self.at += len(part)
            count -= len(part)
            parts.append(part)
        return b"".join(parts)

    def peek(self, count: int) -> bytes:
        """Bytes ahead, of which there are ``count`` at the start of a file that is not shorter."""
        if self.at == self.end:
            self._fill(binary=True)
        return bytes(self._buffer[self.at : min(self.at + count, self.end)])

    def _fill(self, binary: bool = False) -> bool:
        """Move the rest to the front and read on behind it; False if there is nothing more."""
        rest = self.end - self.at
        self._buffer[:rest] = self._buffer[self.at : self.end]
        self.at, self.end = 0, rest
        view = memoryview(self._buffer)
        while not self._ended and self.end < CHUNK:
            got = self._read(view[self.end : CHUNK])
            self._ended = got == 0
            self.end += got
            self.total += got
        if self.end > rest:
            return True
        if rest and not binary and self._buffer[rest - 1] != ord("\n"):
            self._buffer[rest] = ord("\n")
            self.end += 1
            self.unfinished = True
            return True
        return False

    def _read(self, view: memoryview) -> int:
        try:
            got = self._stream.readinto(view)
        except EOFError as error:
            raise self.error("the compressed data is cut off", here=True) from error
        except self._damage as error:
            raise self.error(f"cannot be read: {error}", here=True) from error
        if self._size is not None and self.total > max(BOMB_BYTES, BOMB_RATIO * self._size):
            raise self.error(
                f"{self._size} bytes expand to more than {self.total}: "
                f"refused beyond {BOMB_RATIO} times and {BOMB_BYTES} bytes"
            )
        return got

    # -------------------------------------------------------------------------------------- judging

    def error(self, message: str, *, here: bool = False, line: int | None = None) -> InputError:
        """An error in this file: in a given line, or in the one that follows those read (``here``)."""
        return InputError(message, path=self.path, line=self.line + 1 if here else line)

    def token(self, at: int) -> str:
        """What stands at a position, for messages: up to a separator, shortened, never rubbish."""
        stop = at
        while stop < min(self.end, at + 24) and self._buffer[stop] not in b" \t\r\n,":
            stop += 1
        return repr(bytes(self._buffer[at : max(stop, at + 1)]))[1:]

    def check_vertices(self, n: int, line: int | None = None) -> None:
        """
        Refuse a number of vertices that the file does not back up.

        Vertices without edges are legal and cost a file nothing, but they cost a graph 8 bytes each;
        so beyond ``FREE_VERTICES`` there may be four for each byte of the (decompressed) file.
        """
        allowed = max(FREE_VERTICES, VERTICES_PER_BYTE * self.total)
        if n > allowed:
            raise self.error(
                f"{n} vertices in a file of {self.total} bytes, expected at most {allowed}; "
                "build such a graph with Graph.from_arrays",
                line=line,
            )
