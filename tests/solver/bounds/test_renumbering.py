from __future__ import annotations

import numpy as np
import pytest

from solver import Graph
from solver.bounds.certificate import check_certificate
from solver.bounds.renumbering import renumbered

pytestmark = pytest.mark.tiny

CYCLE = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)]


@pytest.mark.parametrize(
    "certificate",
    [
        {"kind": "clique", "vertices": [0, 1]},
        {"kind": "mycielskian", "clique": [], "odd_cycle": [0, 1, 2, 3, 4], "levels": []},
        {"kind": "fractional", "weights": [1, 1, 1, 1, 1], "largest": 2},
    ],
)
def test_what_holds_in_a_part_holds_in_the_whole(certificate):
    vertices = np.array([1, 3, 4, 6, 8], np.int32)
    whole = Graph.from_edges(10, [(vertices[a], vertices[b]) for a, b in CYCLE])
    told = check_certificate(whole, renumbered(certificate, vertices, 10))
    assert told.holds
    assert told.bound == check_certificate(Graph.from_edges(5, CYCLE), certificate).bound


def test_copies_and_apex_are_renumbered():
    level = {"copies": [[0, 2], [1, 3]], "apex": 4}
    certificate = {"kind": "mycielskian", "clique": [0, 1], "odd_cycle": [], "levels": [level]}
    told = renumbered(certificate, np.array([5, 6, 7, 8, 9], np.int32), 10)
    assert told["levels"] == [{"copies": [[5, 7], [6, 8]], "apex": 9}]
    assert certificate["levels"] == [level]
