from __future__ import annotations

import hashlib
import inspect
import lzma

import networkx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Graph, InputError, generators, is_proper
from solver._kernels.vectors.rng import rng_state
from solver.graphs.generators import from_spec, independent, parse_spec
from solver.graphs.generators.spec import FAMILIES
from tests import naive

tiny = pytest.mark.tiny


def dimacs(folder, name):
    """The graph of a compressed DIMACS file, read in the plainest way."""
    packed = (folder / "dimacs" / f"{name}.col.xz").read_bytes()
    lines = lzma.decompress(packed).decode().split("\n")
    n = next(int(line.split()[2]) for line in lines if line.startswith("p "))
    edges = np.array([line.split()[1:3] for line in lines if line.startswith("e ")], int) - 1
    return Graph.from_edges(n, edges)


def digest(graph):
    return hashlib.sha256(graph.edges().tobytes()).hexdigest()[:16]


FILES = {
    **{f"queen{n}_{n}": f"queen:{n}" for n in (5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16)},
    "queen8_12": "queen:8,12",
    **{f"myciel{k}": f"mycielski:{k}" for k in range(3, 8)},
    **{f"qg.order{n}": f"rook:{n}" for n in (30, 40, 60)},
    **{
        f"{k}-Insertions_{n}": f"insertions:{k},{n}"
        for k, n in [(1, 4), (1, 5), (1, 6), (2, 3), (2, 4), (3, 3), (3, 4), (3, 5), (4, 3), (4, 4)]
    },
    **{
        f"{k}-FullIns_{n}": f"full_insertions:{k},{n}"
        for k, orders in {1: (3, 4, 5), 2: (3, 4, 5), 3: (3, 4, 5), 4: (3, 5), 5: (3, 4)}.items()
        for n in orders
    },
}


@pytest.mark.instances
@pytest.mark.parametrize("name", FILES)
def test_edge_for_edge_as_in_the_dimacs_file(name, instances):
    assert generators.from_spec(FILES[name]) == dimacs(instances, name)


@pytest.mark.instances
@pytest.mark.parametrize("name", ["flat300_20_0", "flat300_28_0", "flat1000_50_0", "flat1000_76_0"])
def test_flat_graphs_have_the_size_of_the_dimacs_files(name, instances):
    n, k, _ = (int(part) for part in name.removeprefix("flat").split("_"))
    assert generators.flat(n, k, 0.5).m == dimacs(instances, name).m


@tiny
@given(st.integers(1, 6), st.integers(1, 6))
def test_queens_attack_as_the_oracle_says(rows, columns):
    edges = naive.queen_moves(rows, columns)
    assert set(map(tuple, generators.queen(rows, columns).edges().tolist())) == edges


@tiny
def test_rook_and_grid_are_products_of_cliques_and_paths():
    for made, known in [
        (generators.rook(4), networkx.line_graph(networkx.complete_bipartite_graph(4, 4))),
        (generators.grid(3, 5), networkx.grid_2d_graph(3, 5)),
        (generators.grid(4, diagonals=True), networkx.strong_product(*[networkx.path_graph(4)] * 2)),
        (generators.grid(1), networkx.empty_graph(1)),
    ]:
        assert networkx.is_isomorphic(made.to_networkx(), known)


@tiny
def test_mycielski_graphs_are_networkx_ones():
    for k in range(1, 5):
        known = networkx.mycielski_graph(k + 1)
        assert networkx.is_isomorphic(generators.mycielski(k).to_networkx(), known)
    assert generators.insertions(0, 4) == generators.mycielski(4)


@tiny
@given(st.integers(1, 12), st.integers(0, 9))
def test_extreme_probabilities(n, seed):
    assert generators.gnp(n, 0.0, seed).m == 0
    assert generators.gnp(n, 1.0, seed).m == n * (n - 1) // 2


@pytest.mark.parametrize(
    ("n", "p"), [(400, 0.5), (400, 0.9), (3000, 0.01), (200_000, 1e-4), (50_000, 1e-9)]
)
def test_edges_of_gnp_are_binomial(n, p):
    total = n * (n - 1) / 2
    counts = [generators.gnp(n, p, seed).m for seed in range(20)]
    deviation = np.sqrt(total * p * (1 - p) / 20)
    assert abs(np.mean(counts) - total * p) < 4 * deviation
    assert len(set(counts)) > 1


def test_pairs_of_gnp_are_equally_likely():
    counts = np.zeros((20, 20))
    for seed in range(2000):
        u, v = generators.gnp(20, 0.3, seed).edges().T
        counts[u, v] += 1
    frequency = counts[np.triu_indices(20, 1)]
    # Sum of squared standard scores of 190 pairs: 190 expected, with deviation sqrt(2 * 190).
    chi_squared = ((frequency - 600) ** 2 / (2000 * 0.3 * 0.7)).sum()
    assert 190 - 5 * np.sqrt(380) < chi_squared < 190 + 5 * np.sqrt(380)


@tiny
def test_a_full_edge_buffer_is_continued():
    whole = independent.pairs(60, 0.3, rng_state(5))
    pieces = independent.pairs(60, 0.3, rng_state(5), room=7)
    assert len(whole[0]) > 400
    assert np.array_equal(whole, pieces)


@tiny
@given(st.integers(1, 30), st.integers(1, 6), st.sampled_from([0.0, 0.3, 0.8, 1.0]), st.integers(0, 5))
def test_hidden_colorings_are_proper_and_balanced(n, k, p, seed):
    k = min(k, n)
    colors = generators.hidden_coloring(n, k, seed)
    sizes = np.bincount(colors, minlength=k)
    assert sizes.max() - sizes.min() <= 1
    assert is_proper(generators.planted(n, k, p, seed), colors)
    assert is_proper(generators.flat(n, k, p, 1, seed), colors)
    if k > 1:
        assert is_proper(generators.leighton(n, k, 3, seed), colors)
    if p == 1:
        crossing = (n * n - (sizes**2).sum()) // 2
        assert generators.planted(n, k, 1.0, seed).m == generators.flat(n, k, 1.0, 0, seed).m == crossing


@pytest.mark.parametrize("flatness", [0, 1, 3])
def test_degrees_of_flat_graphs_stay_within_the_bounds(flatness):
    graph, colors = generators.flat(120, 8, 0.5, flatness), generators.hidden_coloring(120, 8)
    u, v = graph.edges().T
    into = np.zeros((120, 8), int)
    np.add.at(into, (u, colors[v]), 1)
    np.add.at(into, (v, colors[u]), 1)
    across = into[np.arange(8)[None, :] != colors[:, None]]
    # 15 * 15 / 2 edges a pair of classes: the mean is 7.5 up to the rounding of the quota.
    assert across.min() == 7 - flatness
    assert across.max() == 8 + flatness
    assert graph.m == round(28 * 112.5)


def test_flat_graphs_of_two_seeds_differ():
    # The start is a cyclic deal: half of the cells must have moved for the steps to have mixed it.
    first, second = (generators.flat(60, 2, 0.5, 0, seed).to_scipy().toarray() for seed in (1, 2))
    assert 0.3 < (first != second).mean() < 0.7


def test_leighton_graphs_hold_the_clique_that_makes_k_optimal():
    graph = generators.leighton(450, 15, 205)
    assert max(map(len, networkx.find_cliques(graph.to_networkx()))) == 15


@tiny
@given(st.integers(0, 40), st.sampled_from([0.0, 0.05, 0.3, 0.6, 1.5]), st.integers(0, 99))
def test_geometric_graphs_match_the_oracle(n, radius, seed):
    xy = generators.points(n, seed).tolist()
    found = set(map(tuple, generators.geometric(n, radius, seed).edges().tolist()))
    assert found == naive.near_pairs(xy, radius)


def test_points_are_uniform():
    x, y = generators.points(100_000, 3).T
    for coordinate in (x, y):
        assert coordinate.min() >= 0
        assert coordinate.max() < 1
        assert abs(coordinate.mean() - 0.5) < 0.005
        assert abs(coordinate.var() - 1 / 12) < 0.002
    assert abs(np.corrcoef(x, y)[0, 1]) < 0.02


def test_delaunay_triangulations_are_planar_and_connected():
    graph = generators.delaunay(500, seed=2)
    assert networkx.check_planarity(graph.to_networkx())[0]
    assert networkx.is_connected(graph.to_networkx())
    assert 2 * 500 < graph.m <= 3 * 500 - 6


@pytest.mark.parametrize("keep", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("diagonal", [0.0, 0.3])
def test_roads_are_connected_and_planar(keep, diagonal):
    graph = generators.road(30, 40, keep, diagonal, seed=1)
    assert networkx.is_connected(graph.to_networkx())
    assert networkx.check_planarity(graph.to_networkx())[0]
    squares = 29 * 39
    assert abs(graph.m - (30 * 40 - 1 + squares * (keep + diagonal))) <= 5 * np.sqrt(squares * 0.5)
    if diagonal == 0:
        assert networkx.is_bipartite(graph.to_networkx())


def test_recursive_matrices_are_skewed_as_their_quadrants_say():
    graph = generators.rmat(12, 16, seed=3)
    uniform = generators.rmat(12, 16, 0.25, 0.25, 0.25, seed=3)
    assert graph.m < uniform.m <= 2**12 * 16
    assert graph.max_degree > 5 * uniform.max_degree
    # Each endpoint of an edge has each of its 12 bits 0 with probability a + b.
    everything_in_one_place = generators.rmat(5, 16, 1.0, 0.0, 0.0)
    assert everything_in_one_place.m == 0
    matching = generators.rmat(6, 50, 0.0, 0.5, 0.5, seed=1)
    assert matching.max_degree == 1  # a vertex and the one with all its bits flipped
    assert matching.m == 32


# A change here is a change of every benchmark that names a graph by its seed.
PINNED = {
    "gnp:40,0.3,7": "7354e9c67dc1d8f7",
    "gnp:500,0.01,1": "aa3602a99d7ebc10",
    "rmat:7,seed=7": "cd59373cbb1c9267",
    "planted:40,4,0.5,7": "535b1872e7086839",
    "flat:40,4,0.5,1,7": "821c2b0988a6db8b",
    "leighton:40,5,9,7": "9172f89cdf4df085",
    "geometric:60,0.2,7": "b15d221d480c5888",
    "road:8,seed=7": "a002924aedb3fdb7",
}


@tiny
@pytest.mark.parametrize("spec", PINNED)
def test_a_seed_names_one_graph_for_ever(spec):
    assert digest(generators.from_spec(spec)) == PINNED[spec]


@pytest.mark.parametrize("family", FAMILIES)
def test_a_wrong_number_in_a_spec_is_refused_with_the_spec_and_the_range(family):
    parameters = inspect.signature(FAMILIES[family]).parameters
    legal = {name: 5 for name, parameter in parameters.items() if parameter.default is parameter.empty}
    legal |= {"p": 0.5} if "p" in legal else {}
    legal |= {"radius": 0.5} if "radius" in legal else {}
    for name, parameter in parameters.items():
        if isinstance(parameter.default, bool):
            continue
        spec = f"{family}:" + ",".join(f"{key}={value}" for key, value in (legal | {name: "x"}).items())
        with pytest.raises(InputError, match=rf"'{spec[:50]}.*: {name} = 'x': expected a.* (from|>|<)"):
            from_spec(spec)
        with pytest.raises(InputError, match=f"{name} = 'x': expected a number"):
            parse_spec(spec)


@tiny
def test_specs_take_positional_and_named_arguments():
    expected = generators.gnp(30, 0.5, 3)
    for text in (
        "gnp:30,0.5,3",
        "gnp:n=30,p=0.5,seed=3",
        "gnp:30, seed=3 ,p=5e-1",
        " gnp:3e1,.5,seed=3",
    ):
        assert generators.from_spec(text) == expected
    assert generators.from_spec("grid:4,diagonals=true") == generators.grid(4, 4, True)
    assert generators.from_spec("grid:4,diagonals=no") == generators.grid(4)


@tiny
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("quen:12", "family of the graph spec = 'quen': expected one of queen, rook"),
        ("queen", "graph spec = 'queen': expected family:arguments"),
        ("queen:", r"rows is missing: expected queen:rows,\[columns\]"),
        ("queen:1,2,3", "too many arguments, '3': expected queen:"),
        ("queen:size=3", "unknown argument 'size'"),
        ("queen:3,rows=4", "rows is given twice"),
        ("gnp:n=3,0.5", "positional argument '0.5' after n=: expected gnp:"),
        ("queen:x", "rows = 'x': expected an integer"),
        ("queen:1.5", "rows = '1.5': expected an integer"),
        ("gnp:5,many", "p = 'many': expected a number"),
        ("gnp:5,2", "'gnp:5,2': p = 2.0: expected a number from 0 to 1"),
        ("gnp:5,nan", "p = nan: expected a number from 0 to 1"),
        ("gnp:5,1e-15", "p = 1e-15: expected 0 or a number from 1e-12 to 1"),
        ("gnp:5,0.5,-1", "seed = -1"),
        ("gnp:1e6,1", "at most"),
        ("planted:3,4,0.5", "k = 4: expected an integer from 1 to 3"),
        ("mycielski:40", "k = 40: expected an integer from 1 to 17"),
        ("insertions:9,30", "at most"),
        ("rmat:10,a=0.9", "a .* b .* c = 1.28: expected at most 1"),
        ("grid:3,diagonals=perhaps", "expected true or false"),
        ("delaunay:3", "n = 3: expected an integer from 4"),
    ],
)
def test_what_is_wrong_with_a_spec_is_said(text, message):
    with pytest.raises(InputError, match=message):
        generators.from_spec(text)


@tiny
def test_an_argument_of_a_wrong_type_is_named():
    with pytest.raises(InputError, match=r"rows = 2\.5: expected an integer"):
        generators.queen(2.5)


@tiny
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("queen:12", True),
        ("quen:12", True),
        ("gnp:n=1000,p=0.5", True),
        ("queen12_12.col", False),
        ("graphs/gnp:10", False),
        ("C:\\graphs\\a.col", False),
        ("c:a.col", False),
        ("https://example.org/a.col", False),
    ],
)
def test_specs_are_told_from_paths(text, expected):
    assert generators.is_spec(text) == expected


@tiny
def test_the_table_covers_every_family():
    rows = generators.table()
    helpers = {"from_spec", "is_spec", "parse_spec", "table", "points", "hidden_coloring"}
    assert {row.name for row in rows} == set(generators.__all__) - helpers
    assert all(row.summary.endswith(".") and "`" not in row.summary for row in rows)
    assert next(row.arguments for row in rows if row.name == "gnp") == "n,p,[seed=0]"
