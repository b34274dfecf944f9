"""Instances: connected, the same everywhere, with palettes that suffice exactly or with room."""

import networkx as nx
import pytest

import solver
from agents.coloring.tasks.instances import TOPOLOGIES, make_instance
from agents.errors import InputError
from tests import naive


def numbered(instance):
    place = {node: i for i, node in enumerate(instance.nodes)}
    return [(place[u], place[v]) for u, v in instance.edges]


@pytest.mark.parametrize("size", [4, 16, 50])
@pytest.mark.parametrize("topology", TOPOLOGIES)
def test_an_instance_is_connected_and_its_palette_is_as_promised(topology, size):
    tight = make_instance(topology, size, 1)
    wide = make_instance(topology, size, 1, "degree+1")
    assert tight == make_instance(topology, size, 1)
    assert tight.edges == wide.edges
    assert len(tight.nodes) == size
    other = nx.Graph(tight.edges)
    assert nx.is_connected(other)
    assert tight.diameter == nx.diameter(other)
    assert {node: set(near) for node, near in tight.neighbors.items()} == {
        node: set(other[node]) for node in other
    }
    assert len(wide.colors) == 1 + max(degree for _, degree in other.degree)
    edges, k = numbered(tight), len(tight.colors)
    assert solver.color(solver.Graph.from_edges(size, edges), k).conflicts == 0
    assert size > 16 or naive.chromatic_number(size, edges) == k == tight.chromatic_number
    assert len(set(wide.colors)) == len(wide.colors)


def test_seeds_give_other_graphs():
    assert len({make_instance("delaunay", 12, seed).edges for seed in range(5)}) == 5


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("star", 8), "topology = 'star': expected one of ring, small-world"),
        (("ring", 3), r"size = 3: expected an integer in \[4, 1000\]"),
        (("ring", 8, 0, "loose"), "palette = 'loose': expected tight or degree"),
    ],
)
def test_what_is_refused(arguments, message):
    with pytest.raises(InputError, match=message):
        make_instance(*arguments)
