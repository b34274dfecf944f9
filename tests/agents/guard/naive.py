"""Slow and obvious: what guards do, found by trying all values."""

from __future__ import annotations

from itertools import product

MISSING = object()


def worlds(fields, root="a"):
    """Every record with one of the given values, or none, in each field."""
    for chosen in product(*([*values, MISSING] for values in fields.values())):
        record = {
            name: value for name, value in zip(fields, chosen, strict=True) if value is not MISSING
        }
        yield {root: record}


def overlap(guards, fields):
    """Whether all hold on some world."""
    return any(all(guard(values) for guard in guards) for values in worlds(fields))


def gap(guards, fields):
    """Whether none holds on some world."""
    return any(not any(guard(values) for guard in guards) for values in worlds(fields))
