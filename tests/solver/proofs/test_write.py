"""Proofs of every kind beside a checker of the tests and, where it is installed, the public one."""

from __future__ import annotations

import random
import re
import runpy
import shutil
import subprocess

import pytest
from hypothesis import given, settings

import solver
from solver import BudgetError, Graph, InputError, generators
from solver.exact import BranchAndPrice
from solver.proofs import cases, weights, write_proof
from solver.proofs import formula as formulas
from solver.proofs import search as searches
from tests import naive
from tests.solver.proofs.checker import Refused, check
from tests.sources import ROOT
from tests.strategies import edge_lists

FORGERIES = 50


def cycle(n):
    return [(v, (v + 1) % n) for v in range(n)]


def complement(n, edges):
    present = {frozenset(edge) for edge in edges}
    return [(u, v) for u in range(n) for v in range(u + 1, n) if frozenset((u, v)) not in present]


def grotzsch():
    return naive.mycielskian(5, cycle(5))


def grotzsch_with_a_path():
    n, edges = grotzsch()
    return 3 * n, [*edges, *((v, v + 1) for v in range(n - 1, 3 * n - 1))]


#: Kind of proof -> vertices, edges, certificate and bound.
CASES = {
    "clique": (
        7,
        [*complement(5, []), (5, 0), (5, 6), (6, 1)],
        {"kind": "clique", "vertices": [0, 3, 1, 4, 2]},
        5,
    ),
    "odd cycle": (
        8,
        [*cycle(7), *((v, 7) for v in range(7))],
        {"kind": "mycielskian", "clique": [7], "odd_cycle": [*range(7)], "levels": []},
        4,
    ),
    "mycielskian": (*grotzsch(), None, 4),
    "universal vertices": (
        7,
        [*cycle(5), (5, 6), *((v, hub) for v in range(5) for hub in (5, 6))],
        {
            "kind": "mycielskian",
            "odd_cycle": [*range(5)],
            "levels": [{"copies": [[v, v] for v in range(hub)], "apex": hub} for hub in (5, 6)],
        },
        5,
    ),
    "mycielskian, a small part": (*grotzsch_with_a_path(), None, 4),
    "fractional": (
        7,
        complement(7, cycle(7)),
        {"kind": "fractional", "weights": [5] * 7, "largest": 10},
        4,
    ),
    "branches": (*grotzsch(), {"kind": "branches"}, 4),
    "tree": (*grotzsch(), {"kind": "search"}, 4),
    "satisfiability": (*grotzsch(), {"kind": "search"}, 4),
}


def by_cases(graph, k):
    """The certificate that branch and price finds."""
    search = BranchAndPrice(graph, k)
    assert search.run(10**9) is False
    return search.certificate


@pytest.fixture
def written(tmp_path, monkeypatch):
    """A function that writes the proof of a case and returns it with both texts."""

    def write(kind):
        n, edges, certificate, bound = CASES[kind]
        if kind == "satisfiability":
            pytest.importorskip("pysat")
            monkeypatch.setattr(searches, "FEW_NODES", 0)
        graph = Graph.from_edges(n, edges)
        if certificate is None:
            certificate = solver.color(graph, max_ticks=10**6).certificate
        elif certificate == {"kind": "branches"}:
            certificate = by_cases(graph, bound - 1)
        proof = write_proof(tmp_path / "bound.pbp", graph, certificate, bound=bound)
        return proof, proof.formula.read_text(), proof.proof.read_text()

    return write


@pytest.mark.parametrize("kind", CASES)
def test_a_proof_of_each_kind_is_accepted(written, kind):
    proof, formula, text = written(kind)
    names = ("odd cycle", "universal vertices", "mycielskian, a small part")
    assert proof.kind == ("mycielskian" if kind in names else kind)
    assert proof.bound == CASES[kind][3]
    check(formula, text)
    rules = [line.split()[0] for line in text.splitlines()]
    assert proof.steps == sum(rules.count(rule) for rule in ("pol", "rup", "red"))


def test_colors_are_exchanged_in_the_part_alone(written):
    """For 4-FullIns_5 that is 9693 constraints instead of 2.9 million."""
    proof, _, text = written("mycielskian, a small part")
    exchanged = [int(x) for x in re.findall(r"x(\d+) -> x", text)]
    variables = CASES["mycielskian, a small part"][0] * (proof.bound - 1)
    assert min(exchanged) > variables


@pytest.mark.parametrize("kind", CASES)
def test_the_public_checker_accepts_it(written, kind):
    """VeriPB, version 3: ``cargo install veripb``."""
    program = shutil.which("veripb")
    if program is None:
        pytest.skip("veripb is not installed")
    proof, _, _ = written(kind)
    run = subprocess.run([program, proof.formula, proof.proof], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize("kind", CASES)
def test_no_proof_is_accepted_for_a_graph_with_a_coloring(written, kind):
    """The formula loses edges until it can be satisfied; the proof stays, or is changed as well."""
    n, edges, _, bound = CASES[kind]
    _, formula, text = written(kind)
    rng = random.Random(kind)
    lines = formula.splitlines()
    k = bound - 1
    ordered = sorted({tuple(sorted(edge)) for edge in edges})
    for trial in range(FORGERIES):
        left = list(ordered)
        while naive.chromatic_number(n, left) > k:
            left.remove(rng.choice(left))
        forged = list(lines)
        for i, edge in enumerate(ordered):
            if edge not in left:  # so that the constraints keep their numbers
                forged[1 + n + i * k : 1 + n + (i + 1) * k] = ["1 x1 >= 0 ;"] * k
        steps = text.splitlines()
        for _ in range(trial % 4):
            mutate(rng, steps)
        with pytest.raises(Refused):
            check("\n".join(forged), "\n".join(steps))
    check(formula, text)


def mutate(rng, steps):
    """Change a line of a proof: a number in it, its place, or whether it is there."""
    i = rng.randrange(2, len(steps) - 3)
    kind = rng.choice(["number", "negation", "repeat", "drop"])
    words = steps[i].split()
    numbers = [j for j, word in enumerate(words) if word.strip("~x").isdigit()]
    if kind == "repeat":
        steps.insert(i, steps[i])
    elif kind == "drop":
        del steps[i]
    elif numbers:
        j = rng.choice(numbers)
        if kind == "negation" and "x" in words[j]:
            words[j] = words[j].removeprefix("~") if words[j].startswith("~") else f"~{words[j]}"
        else:
            digits = words[j].strip("~x")
            words[j] = words[j].replace(digits, str(rng.randint(1, int(digits) + 1)))
        steps[i] = " ".join(words)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("conclusion UNSAT : ", "conclusion NONE : "),
        ("output NONE ;\n", ""),
        ("version 3.0", "version 4.0"),
        ("\npol ", "\na "),
        ("end pseudo-Boolean proof ;\n", ""),
        (" d ", " 1 d "),
    ],
)
def test_a_proof_needs_all_its_parts(written, before, after):
    _, formula, text = written("clique")
    assert before in text
    with pytest.raises(Refused):
        check(formula, text.replace(before, after))


@settings(max_examples=60, deadline=None)
@given(edge_lists(max_n=8))
def test_every_bound_of_small_graphs_is_proven(tmp_path_factory, case):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    result = solver.color(graph, max_ticks=10**6)
    if not n:
        return
    path = tmp_path_factory.mktemp("proofs") / "bound.pbp"
    for certificate in (result.certificate, {"kind": "search"}):
        proof = write_proof(path, graph, certificate, bound=result.lower_bound)
        assert proof.bound == result.lower_bound == naive.chromatic_number(n, edges)
        check(proof.formula.read_text(), proof.proof.read_text())


@settings(max_examples=25, deadline=None)
@given(edge_lists(max_n=9))
def test_an_independent_script_writes_the_same_formula(tmp_path_factory, case):
    script = runpy.run_path(str(ROOT / "docs/write_formula.py"))
    n, edges = case
    folder = tmp_path_factory.mktemp("formulas")
    solver.write(Graph.from_edges(n, edges), folder / "graph.col")
    for k in (0, 1, 3):
        formulas.Formula(Graph.from_edges(n, edges), k).write(folder / "formula.opb")
        with (folder / "graph.col").open() as file:
            lines = list(script["formula"](file, k))
        assert (folder / "formula.opb").read_text() == "\n".join([*lines, ""])


def test_a_smaller_bound_can_be_proven(written, tmp_path):
    n, edges, certificate, bound = CASES["clique"]
    for smaller in range(1, bound + 1):
        proof = write_proof(tmp_path / "p.pbp", Graph.from_edges(n, edges), certificate, bound=smaller)
        check(proof.formula.read_text(), proof.proof.read_text())


@pytest.mark.parametrize("height", [1, 2])
def test_a_smaller_bound_can_be_proven_from_fewer_levels(tmp_path, height):
    n, edges, levels = 5, cycle(5), []
    for _ in range(height):
        levels.append({"copies": [[v, n + v] for v in range(n)], "apex": 2 * n})
        n, edges = naive.mycielskian(n, edges)
    certificate = {"kind": "mycielskian", "odd_cycle": [*range(5)], "levels": levels}
    for smaller in range(1, 4 + height):
        proof = write_proof(tmp_path / "p.pbp", Graph.from_edges(n, edges), certificate, bound=smaller)
        assert proof.kind == "mycielskian"
        check(proof.formula.read_text(), proof.proof.read_text())


@settings(max_examples=40, deadline=None)
@given(edge_lists(max_n=6))
def test_cases_are_proven_as_the_certificate_has_them(tmp_path_factory, case):
    n, edges = case
    k = naive.chromatic_number(n, edges) - 1
    if k < 1:
        return
    graph = Graph.from_edges(n, edges)
    steps = cases_of(graph, k)
    path = tmp_path_factory.mktemp("proofs") / "bound.pbp"
    for colors in range(1, k + 1):
        proof = write_proof(path, graph, steps, bound=colors + 1)
        assert proof.kind == "branches"
        check(proof.formula.read_text(), proof.proof.read_text())


def cases_of(graph, k):
    """A certificate with a case for each way to part the vertices into those of the same color."""
    steps = []

    def refute(joined, name):
        free = [
            (u, v)
            for u in sorted(set(name))
            for v in sorted(set(name))
            if u < v and not any({name[x], name[y]} == {u, v} for x, y in joined)
        ]
        if free:
            u, v = free[0]
            steps.append({"pair": [u, v]})
            refute(joined, [u if x == v else x for x in name])
            refute([*joined, (u, v)], name)
        else:
            steps.append({"weights": [int(name[v] == v) for v in range(graph.n)], "largest": 1})

    refute([tuple(edge) for edge in graph.edges().tolist()], list(range(graph.n)))
    return {"kind": "branches", "colors": k, "steps": steps}


def test_cases_whose_proof_would_be_too_large_are_searched_again(tmp_path, monkeypatch):
    graph = Graph.from_edges(*grotzsch())
    certificate = by_cases(graph, 3)
    monkeypatch.setattr(cases, "MOST_TOKENS", 100)
    proof = write_proof(tmp_path / "p.pbp", graph, certificate)
    assert proof.kind in ("tree", "satisfiability")
    check(proof.formula.read_text(), proof.proof.read_text())


def test_bounds_by_reductions_and_joins_are_proven(tmp_path):
    """Two joined 5-cycles need six colors, of which weights prove five; a path hangs on them."""
    edges = [*cycle(5), *((u + 5, v + 5) for u, v in cycle(5))]
    edges += [(u, v + 5) for u in range(5) for v in range(5)]
    edges += [(9, 10), (10, 11)]
    proof = write_proof(tmp_path / "p.pbp", Graph.from_edges(12, edges), {"kind": "search"}, bound=6)
    check(proof.formula.read_text(), proof.proof.read_text())


@pytest.mark.parametrize(
    ("certificate", "bound", "message"),
    [
        ({"kind": "search"}, None, "bound = None: expected an integer >= 1"),
        ({"kind": "search"}, 6, "5 colors suffice: expected a lower bound that holds"),
        ({"kind": "clique", "vertices": [0, 9]}, None, "does not hold: vertices 9 and 0"),
        ({"kind": "clique", "vertices": [0, 1]}, 3, "bound = 3: expected at most 2"),
        ({"kind": "fractional", "weights": [1] * 25, "largest": 4}, None, "is heavier than 4"),
        (
            {"kind": "branches", "colors": 5, "steps": [{"weights": [1] * 25, "largest": 4}]},
            None,
            "does not hold: step 1: an independent set weighs 5 > 4",
        ),
        ({"kind": "guess"}, 5, "kind of certificate = 'guess'"),
        (None, 5, "certificate = None: expected an object with a 'kind'"),
    ],
)
def test_what_does_not_hold_is_refused_and_leaves_no_file(tmp_path, certificate, bound, message):
    with pytest.raises(InputError, match=message):
        write_proof(tmp_path / "p.pbp", generators.queen(5), certificate, bound=bound)
    assert list(tmp_path.iterdir()) == []


def test_what_is_too_large_is_refused(tmp_path, monkeypatch):
    graph = generators.queen(6)
    monkeypatch.setattr(formulas, "MOST_CONSTRAINTS", 100)
    with pytest.raises(BudgetError, match=r"the formula of 5 colors .* constraints, allowed 100"):
        write_proof(tmp_path / "p.pbp", graph, {"kind": "clique", "vertices": [0, 1, 2, 3, 4, 5]})
    monkeypatch.undo()
    bound = solver.lower_bound(graph, max_ticks=10**8)
    if bound.certificate["kind"] == "fractional":
        monkeypatch.setattr(weights, "MOST_TOKENS", 10)
        with pytest.raises(BudgetError, match="tokens allowed"):
            write_proof(tmp_path / "p.pbp", graph, bound.certificate)
    with pytest.raises(InputError, match=r"a suffix other than .opb"):
        write_proof(tmp_path / "p.opb", graph, {"kind": "clique", "vertices": [0]})


@pytest.mark.parametrize("restriction", ["equitable", "fixed"])
def test_a_bound_on_fewer_colorings_has_no_proof(tmp_path, restriction):
    with pytest.raises(InputError, match=f"certificate with '{restriction}': expected one of a bound"):
        write_proof(
            tmp_path / "p.pbp",
            solver.Graph.from_edges(3, []),
            {"kind": "search", restriction: True},
            bound=2,
        )


def test_a_bound_of_fixed_colors_is_refused_by_name(tmp_path):
    graph = Graph.from_edges(3, [(0, 1), (1, 2)])
    with pytest.raises(InputError, match="holds without fixed or allowed colors"):
        write_proof(tmp_path / "p.pbp", graph, {"kind": "search"}, bound=4)
