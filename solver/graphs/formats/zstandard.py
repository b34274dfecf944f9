"""Reading zstandard files: by Python itself from 3.14 on, before that with the package ``zstandard``."""

from __future__ import annotations

import importlib
from typing import IO, Any, Protocol, cast

CHUNK = 1 << 10  # small, since each compressed byte may expand to 32 KiB


class Reader(Protocol):
    """Interface of a decompressor."""

    def readinto(self, buffer: memoryview, /) -> int:
        """Fill the buffer; return the number of bytes read."""


def open_zstandard(file: IO[bytes]) -> tuple[Reader, type[Exception]]:
    """Return a decompressor and the error that damage raises; ImportError if no library is installed."""
    try:
        zstd = importlib.import_module("compression.zstd")
        return cast(Reader, zstd.ZstdFile(file)), zstd.ZstdError
    except ImportError:
        zstd = importlib.import_module("zstandard")
        return _Frames(file, zstd.ZstdDecompressor()), zstd.ZstdError


class _Frames:
    """Frames one after another; the package's own reader ignores that the last one is cut off."""

    def __init__(self, file: IO[bytes], decompressor: Any) -> None:
        self._file, self._decompressor = file, decompressor
        self._frame: Any = None
        self._packed = self._data = b""

    def readinto(self, buffer: memoryview, /) -> int:
        """Fill the buffer; return the number of bytes read."""
        while not self._data:
            self._packed = self._packed or self._file.read(CHUNK)
            if not self._packed:
                if self._frame is not None:
                    raise EOFError
                return 0
            if self._frame is None:
                self._frame = self._decompressor.decompressobj()
            self._data = self._frame.decompress(self._packed)
            self._packed = b""
            if self._frame.eof:
                self._packed, self._frame = self._frame.unused_data, None
        size = min(len(buffer), len(self._data))
        buffer[:size] = self._data[:size]
        self._data = self._data[size:]
        return size
