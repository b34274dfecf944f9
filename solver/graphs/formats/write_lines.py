"""Write edges as lines of text."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..._kernels.files import digits
from .sink import ByteWriter

BLOCK = 1 << 16


def write_pairs(
    file: ByteWriter, pairs: NDArray[np.int32], *, first: int, tag: str = "", swap: bool = False
) -> None:
    """
    Write one pair per line.

    Parameters
    ----------
    pairs
        int32[m, 2], 0-based.
    first
        Number of vertex 0.
    tag
        Letter at the start of each line.
    swap
        Whether to write the second number before the first.
    """
    out = np.empty(min(BLOCK, len(pairs)) * (2 * digits.MAX_WIDTH + 4), np.uint8)
    u, v = np.ascontiguousarray(pairs.T[::-1] if swap else pairs.T)
    for begin in range(0, len(pairs), BLOCK):
        part = slice(begin, begin + BLOCK)
        used = digits.put_pairs(u[part], v[part], first, ord(tag) if tag else 0, out)
        file.write(out[:used].data)
