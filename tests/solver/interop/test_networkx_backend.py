from __future__ import annotations

import copy
import inspect
import os
import pickle
import random
import subprocess
import sys
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import solver
from solver import Graph, generators, is_equitable
from solver.interop.networkx_info import FUNCTIONS, info
from tests.strategies import edge_lists, graphs

networkx = pytest.importorskip("networkx", minversion="3.5")
backend = pytest.importorskip("solver.interop.networkx_backend")

ROOT = Path(solver.__file__).parent.parent
ENTRIES = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"]
STRATEGIES = sorted(networkx.algorithms.coloring.greedy_coloring.STRATEGIES)
NAMINGS = [lambda v: v, lambda v: f"v{v}", lambda v: -3 * v]


@pytest.fixture(autouse=True)
def _registered(monkeypatch):
    """NetworkX with the backend, whether or not the package is installed with its entry points."""
    dispatch = networkx.utils.backends
    monkeypatch.setitem(
        dispatch.backends,
        "kempe",
        EntryPoint("kempe", ENTRIES["networkx.backends"]["kempe"], "networkx.backends"),
    )
    monkeypatch.setitem(dispatch.backend_info, "kempe", info())
    monkeypatch.setattr(
        dispatch._dispatchable, "__call__", dispatch._dispatchable._call_if_any_backends_installed
    )
    monkeypatch.setattr(networkx.config, "warnings_to_ignore", {"cache"})


def drawn(case, naming, kind=networkx.Graph):
    n, edges = case
    graph = kind()
    graph.add_nodes_from(map(naming, range(n)))
    graph.add_edges_from((naming(a), naming(b)) for a, b in edges)
    return graph


def is_proper(graph, colors):
    return all(colors[a] != colors[b] for a, b in graph.edges() if a != b)


# ---------------------------------------------------------------------------------------------- colors


@given(
    edge_lists(loops=True),
    st.sampled_from(NAMINGS),
    st.sampled_from([networkx.Graph, networkx.MultiGraph]),
)
@pytest.mark.tiny
def test_the_default_strategy_gives_the_colors_of_networkx(case, naming, kind):
    graph = drawn(case, naming, kind)
    ours = networkx.greedy_color(graph, backend="kempe")
    assert ours == networkx.greedy_color(graph)
    assert list(ours) == list(graph)
    assert all(type(color) is int for color in ours.values())


@given(edge_lists(), st.sampled_from(NAMINGS))
@pytest.mark.tiny
def test_dsatur_gives_the_colors_of_networkx_on_simple_graphs(case, naming):
    graph = drawn(case, naming)
    ours = networkx.greedy_color(graph, "DSATUR", backend="kempe")
    assert ours == networkx.greedy_color(graph, "DSATUR")


@given(edge_lists(loops=True), st.integers(0, 9))
@pytest.mark.tiny
def test_a_shuffle_is_drawn_from_the_state_that_networkx_uses(case, seed):
    graph = drawn(case, str)
    random.seed(seed)
    ours = networkx.greedy_color(graph, "random_sequential", backend="kempe")
    after = random.random()
    random.seed(seed)
    assert ours == networkx.greedy_color(graph, "random_sequential")
    assert random.random() == after


@given(edge_lists(loops=True), st.sampled_from([*STRATEGIES, "RLF", "incidence_degree", "natural"]))
@pytest.mark.tiny
def test_every_strategy_colors_every_node_properly(case, strategy):
    graph = drawn(case, str)
    colors = networkx.greedy_color(graph, strategy, backend="kempe")
    assert list(colors) == list(graph)
    assert is_proper(graph, colors)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_strategy_may_be_given_by_its_function(strategy):
    graph = networkx.karate_club_graph()
    function = networkx.algorithms.coloring.greedy_coloring.STRATEGIES[strategy]
    random.seed(1)
    by_name = networkx.greedy_color(graph, strategy, backend="kempe")
    random.seed(1)
    assert networkx.greedy_color(graph, function, backend="kempe") == by_name


@pytest.mark.tiny
def test_errors_are_those_of_networkx():
    graph = networkx.path_graph(3)
    for strategy, interchange in [
        ("no such", False),
        (None, False),
        ([0, 1, 2], False),
        ("DSATUR", True),
        ("independent_set", True),
        (networkx.coloring.strategy_independent_set, True),
    ]:
        raised = []
        for name in ("networkx", "kempe"):
            with pytest.raises((networkx.NetworkXException, TypeError)) as caught:
                networkx.greedy_color(graph, strategy, interchange, backend=name)
            raised.append(caught.value)
        assert type(raised[0]) is type(raised[1])
    assert networkx.greedy_color(networkx.Graph(), "no such", backend="kempe") == {}
    with pytest.raises(networkx.NetworkXAlgorithmError, match="maximum degree 2, needs 3"):
        networkx.equitable_color(graph, 2, backend="kempe")
    graph.add_edge(0, 0)
    with pytest.raises(networkx.NetworkXNotImplemented, match="self loops"):
        networkx.core_number(graph, backend="kempe")
    for function in (
        networkx.core_number,
        networkx.approximation.max_clique,
        networkx.approximation.large_clique_size,
    ):
        with pytest.raises(networkx.NetworkXNotImplemented, match="multigraph"):
            function(backend.convert_from_nx(networkx.MultiGraph([(0, 1)])))


@pytest.mark.tiny
@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda g, **b: networkx.greedy_color(g.to_directed(), **b), "undirected"),
        (lambda g, **b: networkx.greedy_color(g, lambda graph, colors: list(graph), **b), "caller"),
        (lambda g, **b: networkx.greedy_color(g, interchange=True, **b), "interchange"),
        (lambda g, **b: networkx.core_number(g.to_directed(), **b), "undirected"),
    ],
)
def test_what_is_declined_is_said_and_left_to_networkx(call, reason, caplog, monkeypatch):
    graph = networkx.path_graph(3)
    with caplog.at_level("DEBUG", "networkx"), pytest.raises(NotImplementedError):
        call(graph, backend="kempe")
    assert reason in caplog.text
    monkeypatch.setattr(networkx.config.backend_priority, "algos", ["kempe"])
    assert call(graph) == call(graph, backend="networkx")


@pytest.mark.tiny
def test_a_number_of_colors_is_whole():
    with pytest.raises(NotImplementedError):
        networkx.equitable_color(networkx.path_graph(3), 3.5, backend="kempe")


@given(graphs(), st.integers(0, 3), st.sampled_from(NAMINGS))
@pytest.mark.tiny
def test_equitable_colorings_exist_beyond_the_largest_degree(graph, more, naming):
    theirs = networkx.relabel_nodes(graph.to_networkx(), naming)
    k = graph.max_degree + 1 + more
    colors = networkx.equitable_color(theirs, k, backend="kempe")
    assert list(colors) == list(theirs)
    assert is_proper(theirs, colors)
    assert is_equitable(list(colors.values()), k)
    assert set(colors.values()) <= set(range(k))


# --------------------------------------------------------------------------------- cliques, sets, cores


@given(graphs(), st.sampled_from(NAMINGS))
@pytest.mark.tiny
def test_cliques_are_largest(graph, naming):
    theirs = networkx.relabel_nodes(graph.to_networkx(), naming)
    best = networkx.max_weight_clique(theirs, None)[1]
    clique, size = networkx.max_weight_clique(theirs, None, backend="kempe")
    large = networkx.approximation.max_clique(theirs, backend="kempe")
    assert size == len(clique) == len(set(clique)) == len(large) == best
    assert networkx.approximation.large_clique_size(theirs, backend="kempe") == best
    for found in (clique, list(large)):
        assert all(theirs.has_edge(a, b) for i, a in enumerate(found) for b in found[:i])
    assert isinstance(large, set)


def test_ctrl_c_leaves_no_clique_that_need_not_be_a_largest_one(monkeypatch):
    def interrupted(search, ticks):
        raise KeyboardInterrupt

    monkeypatch.setattr("solver.cliques.maximum_clique.CliqueSearch.run", interrupted)
    graph = generators.gnp(60, 0.7, seed=1).to_networkx()
    with pytest.raises(KeyboardInterrupt):
        networkx.max_weight_clique(graph, None, backend="kempe")


@given(edge_lists(), st.sampled_from(NAMINGS))
@pytest.mark.tiny
def test_core_numbers(case, naming):
    graph = drawn(case, naming)
    assert networkx.core_number(graph, backend="kempe") == networkx.core_number(graph)


@given(edge_lists(), st.integers(0, 5), st.data())
@pytest.mark.tiny
def test_maximal_independent_sets_contain_what_they_are_given(case, seed, data):
    graph = drawn(case, str, networkx.MultiGraph)
    first = networkx.maximal_independent_set(graph, seed=seed, backend="kempe")
    given_nodes = data.draw(st.lists(st.sampled_from(first), unique=True))
    chosen = networkx.maximal_independent_set(graph, given_nodes, seed, backend="kempe")
    assert set(given_nodes) <= set(chosen)
    for found in (first, chosen):
        assert len(found) == len(set(found))
        assert not any(graph.has_edge(a, b) for a in found for b in found)
        assert set(found).union(*(graph[v] for v in found)) == set(graph)


@pytest.mark.tiny
def test_sets_that_cannot_be():
    graph = networkx.path_graph(3)
    for nodes in ([0, 1], [7]):
        with pytest.raises(networkx.NetworkXUnfeasible):
            networkx.maximal_independent_set(graph, nodes, backend="kempe")
    with pytest.raises(IndexError):
        networkx.maximal_independent_set(networkx.Graph(), backend="kempe")


def test_each_node_is_as_likely_as_with_networkx():
    # Of a path of three nodes both ends stand against the middle: 2/3 and 1/3.
    path = networkx.path_graph(3)
    draw = random.Random(0)
    ends = sum(
        len(networkx.maximal_independent_set(path, seed=draw, backend="kempe")) == 2 for _ in range(900)
    )
    assert 540 < ends < 660


# ------------------------------------------------------------------------------------------ conversion


@pytest.mark.tiny
def test_a_graph_is_converted_once_until_it_is_edited(monkeypatch):
    built = []
    original = backend.networkx_rows
    monkeypatch.setattr(backend, "networkx_rows", lambda graph: built.append(graph) or original(graph))
    graph = networkx.cycle_graph(5)
    for _ in range(2):
        networkx.greedy_color(graph, "DSATUR", backend="kempe")
        networkx.core_number(graph, backend="kempe")
    assert len(built) == 1
    graph.add_edge(0, 2)
    colors = networkx.greedy_color(graph, backend="kempe")
    assert len(built) == 2
    assert colors[0] != colors[2]
    graph.remove_nodes_from([1, 3])
    assert set(networkx.greedy_color(graph, backend="kempe")) == {0, 2, 4}
    assert len(built) == 3


@pytest.mark.tiny
def test_a_graph_can_be_pickled_and_copied_with_what_it_was_converted_to():
    graph = networkx.cycle_graph(5)
    colors = networkx.greedy_color(graph, backend="kempe")
    for twin in (pickle.loads(pickle.dumps(graph)), copy.deepcopy(graph)):
        assert networkx.greedy_color(twin, backend="kempe") == colors
    assert repr(backend.convert_from_nx(graph)) == "BackendGraph(n=5, m=5)"


@given(graphs(), st.sampled_from(NAMINGS))
@pytest.mark.tiny
def test_a_converted_graph_can_be_used_and_converted_back(graph, naming):
    theirs = networkx.relabel_nodes(graph.to_networkx(), naming)
    converted = backend.convert_from_nx(theirs)
    assert converted.graph == graph
    assert list(converted) == list(theirs)
    assert networkx.greedy_color(converted) == networkx.greedy_color(theirs)
    assert networkx.utils.graphs_equal(backend.convert_to_nx(converted), theirs)
    assert backend.convert_to_nx({1: 2}) == {1: 2}


@pytest.mark.tiny
def test_what_a_converted_graph_does_not_keep_is_refused():
    for graph, options in [
        (networkx.path_graph(2), {"node_attrs": {"weight": None}}),
        (networkx.path_graph(2), {"preserve_edge_attrs": True}),
        (networkx.DiGraph([(0, 1)]), {}),
    ]:
        with pytest.raises(NotImplementedError):
            backend.convert_from_nx(graph, **options)
    for graph in (networkx.Graph([(0, 0)]), networkx.MultiGraph([(0, 1)])):
        with pytest.raises(NotImplementedError):
            backend.convert_to_nx(backend.convert_from_nx(graph))


def test_small_graphs_stay_with_networkx_unless_asked(caplog, monkeypatch):
    monkeypatch.setattr(networkx.config.backend_priority, "algos", ["kempe"])
    with caplog.at_level("DEBUG", "networkx"):
        networkx.greedy_color(networkx.path_graph(20))
        assert "fast on small graphs" in caplog.text
        assert "Using backend 'kempe'" not in caplog.text
        assert networkx.greedy_color(networkx.path_graph(20), "RLF")[0] in (0, 1)
        assert caplog.text.count("Using backend 'kempe'") == 1
        networkx.greedy_color(networkx.complete_graph(100))
    assert caplog.text.count("Using backend 'kempe'") == 2


# --------------------------------------------------------------------------------------- entry points


@pytest.mark.tiny
def test_what_is_announced_is_there_with_the_arguments_of_networkx():
    for name in FUNCTIONS:
        original = networkx.utils.backends._registered_algorithms[name].orig_func
        theirs = inspect.signature(original).parameters.values()
        ours = inspect.signature(getattr(backend, name)).parameters.values()
        assert [(p.name, p.default) for p in ours] == [(p.name, p.default) for p in theirs]
    known = networkx.utils.backends._registered_algorithms
    assert {name for name in vars(backend) if name in known} == set(FUNCTIONS)


@pytest.fixture
def installed(tmp_path):
    """Environment of a fresh interpreter in which the entry points of pyproject.toml are installed."""
    folder = tmp_path / f"kempe-{solver.__version__}.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: kempe\nVersion: {solver.__version__}\n"
    )
    groups = {group: ENTRIES[group] for group in ("networkx.backends", "networkx.backend_info")}
    (folder / "entry_points.txt").write_text(
        "".join(f"[{group}]\nkempe = {entries['kempe']}\n" for group, entries in groups.items())
    )
    return os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])}


@pytest.mark.subprocess
def test_networkx_finds_the_backend_and_loads_none_of_it(installed, tmp_path):
    code = (
        "import sys, networkx as nx\n"
        "print('numba' in sys.modules, 'numpy' in sys.modules, 'solver.graphs.graph' in sys.modules)\n"
        "print('RLF' in nx.greedy_color.__doc__)\n"
        "print(nx.greedy_color(nx.cycle_graph(5), backend='kempe'))\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], env=installed, cwd=tmp_path, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    expected = networkx.greedy_color(networkx.cycle_graph(5))
    assert run.stdout.splitlines() == ["False False False", "True", str(expected)]


TESTS = [
    "coloring",
    "tests/test_clique.py",
    "tests/test_core.py",
    "tests/test_max_weight_clique.py",
    "tests/test_mis.py",
    "approximation/tests/test_clique.py",
]


@pytest.mark.subprocess
def test_the_tests_of_networkx_pass(installed, tmp_path):
    paths = [Path(networkx.__file__).parent / "algorithms" / name for name in TESTS]
    if not all(path.exists() for path in paths):
        pytest.skip("NetworkX is installed without its tests")
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    options = "-c pytest.ini -q -p no:cacheprovider --log-file=calls.log --log-file-level=DEBUG"
    # In its usual mode pytest puts site-packages first, and the entry points found there count.
    options += " --import-mode=importlib"
    # A seed gives NetworkX's set only to who draws one node after the other.
    skipped = ["-k", "not test_random_seed"]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *options.split(), *skipped, *map(str, paths)],
        env=installed | {"NETWORKX_TEST_BACKEND": "kempe", "NETWORKX_FALLBACK_TO_NX": "1"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "xfailed" not in run.stdout
    assert "skipped" not in run.stdout
    calls = (tmp_path / "calls.log").read_text()
    for name in FUNCTIONS:
        assert f"Using backend 'kempe' for call to '{name}'" in calls, name


class Complement(networkx.Graph):
    """Stores a graph and presents its complement, as NetworkX's approximation of k-components does."""

    def neighbors(self, node):
        return iter(set(self._adj) - set(self._adj[node]) - {node})

    def __getitem__(self, node):
        return {other: {} for other in self.neighbors(node)}

    @property
    def adj(self):
        return {node: self[node] for node in self}


def test_classes_that_override_adjacency_are_left_to_networkx():
    graph = Complement(networkx.gnp_random_graph(300, 0.5, seed=1))
    assert Graph.from_networkx(graph) == Graph.from_networkx(
        networkx.complement(networkx.Graph(graph._adj))
    )
    assert "override" in backend.can_run("core_number", (graph,), {})
    with pytest.raises(NotImplementedError, match="override"):
        backend.convert_from_nx(graph)


@pytest.mark.parametrize("seed", [22, 23, 24])
def test_k_components_are_those_of_networkx(seed):
    graph = networkx.gnp_random_graph(34, 0.15, seed=seed)
    expected = networkx.approximation.k_components(graph, backend="networkx")
    with networkx.config.backend_priority(algos=["kempe"]):
        assert networkx.approximation.k_components(graph) == expected
