"""Views as policies read them from observations; equal ones are read once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .view import View

#: Views by their digest; each holds a problem that is prepared once.
_KNOWN: dict[str, View] = {}
_MOST_KNOWN = 10_000


def cached_view(observed: Mapping[str, Any]) -> View:
    """Read a view from a participant's part of an observation; equal ones are read once."""
    if isinstance(observed["view"], View):
        return observed["view"]
    key: str = observed["view_id"]
    if key not in _KNOWN:
        if len(_KNOWN) >= _MOST_KNOWN:
            _KNOWN.clear()
        _KNOWN[key] = View.of(observed["view"])
    return _KNOWN[key]
