"""Findings about merged layers, in the files that made them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import DefinitionError, Finding
from .compiler import check_flow
from .merge import identified, merge, origin
from .registry import EMPTY, Registry


def in_layers(
    layers: Sequence[tuple[str, Mapping[str, Any]]],
    document: Any,
    findings: Sequence[Finding],
    registry: Registry = EMPTY,
) -> list[Finding]:
    """
    Return findings with the layer and the place in it, as in ``tenant.json#/nodes/3``.

    If a finding could be about several layers, it is placed in the one without which it is not made: to
    find that layer, the weaker layers are merged and checked alone.

    Parameters
    ----------
    layers
        Names and documents, weakest first.
    document, findings
        Merged document, and the findings about it.
    registry
        Functions of the host.
    """
    names = [name for name, _ in layers]
    makers: dict[tuple[Any, ...], int] = {}
    for count in range(1, len(layers) if findings else 0):
        try:
            weaker = merge(dict(layers[:count]), order=names).document
        except DefinitionError:
            continue
        for finding in check_flow(weaker, registry):
            makers.setdefault(_known_by(weaker, finding), count - 1)
    placed = []
    for finding in findings:
        maker = makers.get(_known_by(document, finding))
        name, location = origin(layers, document, finding.location, maker)
        placed.append(finding._replace(location=f"{name}#{location}"))
    return placed


def _known_by(document: Any, finding: Finding) -> tuple[Any, ...]:
    return finding.code, finding.message, identified(document, finding.location)
