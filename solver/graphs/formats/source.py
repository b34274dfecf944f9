"""
The decompressed bytes of a file, one chunk at a time, with their line numbers.

Compression is recognized by the first bytes, not by the name, so that standard input and misnamed files
can be read. Every failure (a missing file, a directory, a truncated stream) becomes an
:class:`~solver.InputError` with the path.
"""

from __future__ import annotations

import io
import os
import stat
import sys
from types import TracebackType
from typing import IO, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from ...arguments import path as checked_path
from ...errors import InputError, expected
from .zstandard import open_zstandard

CHUNK = 1 << 20  # also the longest line; from 64 KiB to 4 MiB all sizes are equally fast
FREE_VERTICES = 1 << 22  # always allowed: the graph takes 32 MiB
VERTICES_PER_BYTE = 4
BOMB_BYTES = 1 << 27
BOMB_RATIO = 32  # xz compresses the edges of grid:1500, which are very regular, to 1 / 22
BYTE_ORDER_MARK = b"\xef\xbb\xbf"  # Windows programs write it at the start of UTF-8 files


MAGIC = (b"\x1f\x8b", b"\xfd7zXZ\0", b"BZh", b"\x28\xb5\x2f\xfd")  # gzip, xz, bzip2, zstandard


class ByteReader(Protocol):
    """Interface of a decompressor."""

    def readinto(self, buffer: memoryview, /) -> int:
        """Fill the buffer; return the number of bytes read."""


class _Compressed:
    """A binary file that counts the bytes read from it."""

    def __init__(self, file: io.BufferedReader) -> None:
        self._file = file
        self.count = 0

    def read(self, size: int = -1) -> bytes:
        """Return up to ``size`` bytes."""
        data = self._file.read(size)
        self.count += len(data)
        return data


class Source:
    """
    An open file with a buffer, of which the bytes ``data[at:end]`` are unread.

    Attributes
    ----------
    path
        Path as given, for messages.
    data
        The buffer, uint8.
    at, end
        Bounds of the unread part of the buffer; a reader increases ``at``.
    line
        Number of whole lines before ``at``; a reader increases it too.
    total
        Number of bytes read so far, after decompression.
    unfinished
        Whether the last line had no newline (one is added).
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        checked_path("path", path)
        self.path = os.fspath(path)
        self._buffer = bytearray(CHUNK + 1)
        self.data: NDArray[np.uint8] = np.frombuffer(self._buffer, np.uint8)
        self.at = self.end = self.line = self.total = 0
        self.unfinished = False
        self._ended = False
        self._size = 0
        self._compressed: _Compressed | None = None
        self._damage: tuple[type[Exception], ...] = (OSError,)

    def __enter__(self) -> Source:
        if self.path == "-" and sys.stdin is None:
            raise InputError("standard input is closed: expected a graph")
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
        if not head.startswith(MAGIC):
            return self._file
        self._compressed = packed = _Compressed(self._file)
        file = cast(IO[bytes], packed)  # decompressors only read
        # Imported when needed: some builds of Python lack one of them.
        if head.startswith(b"\x1f\x8b"):
            import gzip
            import zlib

            self._damage = (OSError, zlib.error)
            return gzip.GzipFile(fileobj=file)
        if head.startswith(b"\xfd7zXZ\0"):
            import lzma

            self._damage = (OSError, lzma.LZMAError)
            return lzma.LZMAFile(file)
        if head.startswith(b"BZh"):
            import bz2

            return bz2.BZ2File(file)
        try:
            reader, damage = open_zstandard(file)
        except ImportError as error:
            raise self.error("zstandard is not installed: pip install 'kempe[zstd]'") from error
        self._damage = (OSError, damage)
        return reader

    # ------------------------------------------------------------------------------------- reading

    def whole(self, stops: bytes = b"\n") -> int:
        """
        Return the end of the unread bytes up to the last of ``stops``, reading on if there is none.

        The end equals ``at`` at the end of the file.
        """
        while True:
            last = max(self._buffer.rfind(stop, self.at, self.end) for stop in stops)
            if last >= 0:
                return last + 1
            if self.end - self.at >= CHUNK:
                raise self.error(f"line too long: expected at most {CHUNK} bytes", here=True)
            if not self._fill():
                return self.at

    def read_line(self) -> bytes:
        """Return the next line without its newline; call :meth:`whole` before."""
        stop = self._buffer.index(b"\n", self.at, self.end)
        text = bytes(self._buffer[self.at : stop])
        self.at = stop + 1
        self.line += 1
        return text

    def next_line(self) -> bytes:
        """Return the next line without its newline, and leave it unread; empty at the end."""
        return bytes(self._buffer[self.at : self.whole()]).partition(b"\n")[0]

    def whole_lines(self) -> list[bytes]:
        """Return all whole lines in the buffer without their newlines; the caller counts them."""
        stop = self.whole()
        lines = bytes(self._buffer[self.at : stop]).split(b"\n")[:-1]
        self.at = stop
        return lines

    def rewind_line(self) -> None:
        """Move ``at`` back to the first byte of its line."""
        self.at = self._buffer.rfind(b"\n", 0, self.at) + 1

    def take(self, count: int) -> bytes:
        """Return the next ``count`` bytes, fewer at the end of the file."""
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
        """Return up to ``count`` unread bytes, exactly ``count`` at the start of a long file."""
        if self.at == self.end:
            self._fill(binary=True)
        return bytes(self._buffer[self.at : min(self.at + count, self.end)])

    def _fill(self, binary: bool = False) -> bool:
        """Move the unread bytes to the front and read more after them; return whether there were any."""
        rest = self.end - self.at
        self._buffer[:rest] = self._buffer[self.at : self.end]
        self.at, self.end = 0, rest
        is_start = self.total == 0
        view = memoryview(self._buffer)
        while not self._ended and self.end < CHUNK:
            got = self._read(view[self.end : CHUNK])
            self._ended = got == 0
            self.end += got
            self.total += got
        if is_start and self._buffer.startswith(BYTE_ORDER_MARK, 0, self.end):
            self.at = len(BYTE_ORDER_MARK)
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
            raise self.error(
                "the compressed data ends early: expected the rest of it", here=True
            ) from error
        except self._damage as error:
            raise self.error(f"unreadable: {error}", here=True) from error
        self.check_expansion(self.total + got)
        return got

    # --------------------------------------------------------------------------------------- errors

    def error(self, message: str, *, here: bool = False, line: int | None = None) -> InputError:
        """Return an error in this file: in a given line, or in the one after those read (``here``)."""
        return InputError(message, path=self.path, line=self.line + 1 if here else line)

    def expected(
        self, what: str, value: object, legal: str, *, here: bool = False, line: int | None = None
    ) -> InputError:
        """Return the error for a value out of range in this file; see :func:`solver.errors.expected`."""
        shown = _text(value) if isinstance(value, bytes) else value
        return expected(what, shown, legal, path=self.path, line=self.line + 1 if here else line)

    def token(self, at: int) -> str:
        """Return the text at a position up to a separator, for messages."""
        stop = at
        while stop < min(self.end, at + 24) and self._buffer[stop] not in b" \t\r\n,":
            stop += 1
        return _text(bytes(self._buffer[at : max(stop, at + 1)]))

    def check_expansion(self, size: int) -> None:
        """Refuse a compressed file whose content takes ``size`` bytes, if that is out of proportion."""
        if self._compressed is None:
            return
        packed = max(self._size, self._compressed.count)
        if size > max(BOMB_BYTES, BOMB_RATIO * packed):
            raise self.error(
                f"{packed} compressed bytes expand to {size} or more: expected at most {BOMB_BYTES},"
                f" or {BOMB_RATIO} times as many; decompress the file first if you trust it"
            )

    def check_repeats(self, entries: int, vertices: int) -> None:
        """Refuse a large compressed file with more entries than its vertices have ordered pairs."""
        if self._compressed is not None and self.total > BOMB_BYTES and entries > vertices**2:
            raise self.error(
                f"{entries} entries for {vertices} vertices: expected each pair at most twice"
                f" in a compressed file of more than {BOMB_BYTES} bytes"
            )

    def check_vertices(self, n: int, line: int | None = None) -> None:
        """
        Refuse a number of vertices out of proportion to the file.

        Vertices without edges are legal and take no space in a file, but 8 bytes each in a graph. So
        beyond ``FREE_VERTICES`` there may be four per byte of the decompressed file.
        """
        size = self.total
        if self._compressed is not None:
            size = min(size, BOMB_RATIO * self._compressed.count)
        allowed = max(FREE_VERTICES, VERTICES_PER_BYTE * size)
        if n > allowed:
            legal = f"at most {allowed} in a file of {size} bytes; or use Graph.from_arrays"
            raise self.expected("number of vertices", n, legal, line=line)


def _text(data: bytes) -> str:
    text = data[:80].decode(errors="backslashreplace")
    return "".join(sign if sign.isprintable() else f"\\x{ord(sign):02x}" for sign in text)
