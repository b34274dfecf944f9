"""Copies of whole arrays without the allocation and compile time of numba's own assignment."""

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
