"""The cluster as a picture in characters."""

from __future__ import annotations

from agents.coloring.people.picture import picture
from tests.agents.coloring.support import colored, seen

VIEW = seen("Human", person=None)


def drawn(letters, beliefs, notes=None, width=80):
    return picture(VIEW, colored(VIEW.own, letters), beliefs, notes or {}, width)


def test_nodes_edges_conflicts_and_neighbors():
    assert drawn("rrgrr", {"a2": "red", "b2": "green"}, {"h3": "fixed"}) == [
        "    h1         h2         h3         h4         h5",
        "    red        red        green      red        red",
        "                          fixed",
        "    o---!!!----o----------o----------o---!!!----o",
        "               o--------------!!!---------------o",
        "    o--------------------!!!--------------------o",
        "    a2 red!    b2 green              a4 ?       b2 green",
        "                                     a5 ?",
    ]


def test_every_edge_of_the_cluster_is_drawn_once():
    lines = drawn("rgrgb", {})
    ends = sum(line.count("o") for line in lines[2:])
    inner = [edge for edge in VIEW.edges if set(edge) <= set(VIEW.own)]
    # Lines that meet share an end.
    assert len(inner) < ends <= 2 * len(inner)
    assert not any("!" in line for line in lines)


def test_a_cluster_that_is_too_wide_is_not_drawn():
    assert drawn("rgbrg", {}, width=30) is None
