"""Certificates of a part, told in the numbers of the whole."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def renumbered(certificate: dict[str, Any], vertices: NDArray[np.int32], n: int) -> dict[str, Any]:
    """
    The certificate of an induced subgraph as one of the graph.

    Parameters
    ----------
    certificate
        As :func:`solver.check_certificate` describes them.
    vertices
        Vertex ``i`` of the subgraph is ``vertices[i]`` in the graph.
    n
        Vertices of the graph.
    """
    name = vertices.tolist()
    told = dict(certificate)
    for field in ("vertices", "clique", "odd_cycle"):
        if field in told:
            told[field] = [name[v] for v in told[field]]
    if "levels" in told:
        told["levels"] = [
            {
                "copies": [[name[v], name[copy]] for v, copy in level["copies"]],
                "apex": name[level["apex"]],
            }
            for level in told["levels"]
        ]
    if "weights" in told:
        weights = [0] * n
        for v, weight in zip(name, told["weights"], strict=True):
            weights[v] = weight
        told["weights"] = weights
    return told
