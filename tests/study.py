"""
The topology of the coloring study: three clusters of five nodes, a person's and two agents'.

Each cluster is a five-cycle x1-x2-x3-x4-x5 with the chord x2-x5. One-to-many and many-to-one edges join
the person's cluster to the agents', and nothing joins the agents.
"""

from __future__ import annotations

from solver import Problem

DOMAIN = ("red", "green", "blue")
CLUSTERS = {"Human": "h", "Agent1": "a", "Agent2": "b"}
NODES = [f"{letter}{i}" for letter in CLUSTERS.values() for i in range(1, 6)]
OWNERS = {node: owner for owner, letter in CLUSTERS.items() for node in NODES if node[0] == letter}
INSIDE = [(1, 2), (1, 5), (2, 3), (2, 5), (3, 4), (4, 5)]
ACROSS = [("h1", "a2"), ("h4", "a4"), ("h4", "a5"), ("h2", "b2"), ("h5", "b2")]
EDGES = [(f"{x}{i}", f"{x}{j}") for x in CLUSTERS.values() for i, j in INSIDE] + ACROSS

#: Fixed nodes that the study draws, by their number in each cluster.
FIXED = {
    0: {},
    1: {"h3": "green", "a1": "green", "b4": "green"},
    2: {
        **{"h3": "green", "a1": "green", "b3": "green"},
        **{"a3": "blue", "b1": "blue"},
    },
}


def study(fixed=0, **changes):
    """The study's problem with 0, 1 or 2 fixed nodes a cluster; arguments of Problem can be replaced."""
    arguments = {"conflict_penalty": 10.0, "fixed": FIXED[fixed], "owners": OWNERS}
    return Problem(NODES, EDGES, DOMAIN, **(arguments | changes))


def small_study(**changes):
    """The smaller topology: a triangle of agent 1, four nodes of the person, one of agent 2."""
    owners = {"a": "Agent1", "h": "Human", "b": "Agent2"}
    nodes = ["h1", "h2", "h4", "h5", "a2", "a4", "a5", "b2"]
    edges = [("h1", "h2"), ("h1", "h4"), ("h1", "h5"), ("h2", "h5"), ("h4", "h5")]
    edges += [("a2", "a4"), ("a2", "a5"), ("a4", "a5")]
    edges += [("a2", "h1"), ("a4", "h4"), ("a5", "h1"), ("b2", "h2"), ("b2", "h5")]
    arguments = {"conflict_penalty": 10.0, "owners": {node: owners[node[0]] for node in nodes}}
    return Problem(nodes, edges, DOMAIN, **(arguments | changes))
