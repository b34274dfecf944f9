"""Certificates of a subgraph in the vertex numbers of the graph."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def renumbered(certificate: dict[str, Any], vertices: NDArray[np.int32], n: int) -> dict[str, Any]:
    """
    Return the certificate of an induced subgraph as a certificate of the graph.

    Parameters
    ----------
    certificate
        Certificate as described in :func:`solver.check_certificate`.
    vertices
        Vertices of the subgraph; its vertex ``i`` is ``vertices[i]`` in the graph.
    n
        Number of vertices of the graph.
    """
    name = vertices.tolist()
    translated = dict(certificate)
    if "steps" in translated:
        translated["steps"] = [renumbered(step, vertices, n) for step in translated["steps"]]
    for field in ("vertices", "clique", "odd_cycle", "pair"):
        if field in translated:
            translated[field] = [name[v] for v in translated[field]]
    if "certified" in translated:
        translated["certified"] = renumbered(translated["certified"], vertices, n)
    if "levels" in translated:
        translated["levels"] = [
            {
                "copies": [[name[v], name[copy]] for v, copy in level["copies"]],
                "apex": name[level["apex"]],
            }
            for level in translated["levels"]
        ]
    if "weights" in translated:
        weights = [0] * n
        for v, weight in zip(name, translated["weights"], strict=True):
            weights[v] = weight
        translated["weights"] = weights
    return translated
