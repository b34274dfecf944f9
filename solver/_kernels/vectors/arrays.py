"""Whole arrays: what numba's own assignment would allocate memory for, and take longer to compile."""

from __future__ import annotations

from ..._jit import helper


@helper
def copy(source, target):
    """
    Copy the elements of an array to another, which does not overlap it.

    Mutates: target.
    """
    for i in range(len(source)):
        target[i] = source[i]
