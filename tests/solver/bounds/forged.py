"""
Forged certificates of every kind, compared with brute force on graphs of at most nine vertices.

The test beside this file judges 400; ``python -m tests.solver.bounds.forged 10000 [SEED]`` judges more.
"""

from __future__ import annotations

import copy
import random
import sys
from collections import Counter
from itertools import combinations

from solver import Graph, InputError, clique
from solver.bounds import MycielskianSearch
from solver.bounds.certificate import check_certificate
from tests import naive

MOST_VERTICES = 9


def small_graph(rng):
    """Vertices and edges: at random, or around a Mycielskian, with a few edges changed."""
    if rng.random() < 0.5:
        n = rng.randint(1, MOST_VERTICES)
        p = rng.random()
        return n, [e for e in combinations(range(n), 2) if rng.random() < p]
    n, edges = rng.choice([(1, []), (2, [(0, 1)]), (3, [(0, 1), (1, 2), (0, 2)]), (4, None)])
    edges = list(combinations(range(n), 2)) if edges is None else edges
    while 2 * n + 1 <= MOST_VERTICES and rng.random() < 0.9:
        n, edges = naive.mycielskian(n, edges)
    n = rng.randint(n, MOST_VERTICES)
    edges = {tuple(sorted(edge)) for edge in edges}
    for edge in rng.sample(list(combinations(range(n), 2)), min(rng.randint(0, 3), n * (n - 1) // 2)):
        edges ^= {edge}
    name = rng.sample(range(n), n)
    return n, [tuple(sorted((name[u], name[v]))) for u, v in edges]


def forge(rng, n, edges):
    """A certificate that may or may not hold."""
    graph = Graph.from_edges(n, edges)
    vertices = range(n)
    kind = rng.choice(["clique", "found", "random", "empty", "fractional"])
    if kind == "clique":
        members = (
            clique(graph).tolist() if rng.random() < 0.5 else rng.sample(vertices, rng.randint(0, n))
        )
        certificate = {
            "kind": "clique",
            "vertices": members + rng.choices(vertices, k=rng.randint(0, 1)),
        }
    elif kind == "found":
        search = MycielskianSearch(graph, clique(graph))
        search.run(10**6)
        certificate = copy.deepcopy(search.certificate)
    elif kind == "fractional":
        weights = [rng.choice([0, 1, 1, 2, rng.randint(0, 50)]) for _ in vertices]
        heaviest = naive.heaviest_independent_set(n, edges, weights)
        largest = max(1, heaviest + rng.choice([-1, 0, rng.randint(-5, 5)]))
        certificate = {"kind": "fractional", "weights": weights, "largest": largest}
    else:
        cycle = rng.choices(vertices, k=rng.choice([0, 0, 3, 3, 5, 4, 1]))
        base = rng.sample(vertices, min(n, rng.randint(0, 3)))
        certificate = {"kind": "mycielskian", "clique": base, "odd_cycle": cycle}
        if kind == "empty":
            certificate |= {"clique": [], "odd_cycle": []}
        certificate["levels"] = [level(rng, n) for _ in range(rng.randint(0, 4))]
    for _ in range(rng.choice([0, 0, 1, 1, 2])):
        mutate(rng, n, certificate)
    return certificate


def level(rng, n):
    identity = [[v, v] for v in range(n)]
    copies = rng.choice([[], identity, [[v, rng.randrange(n)] for v in range(n)]])
    return {"copies": copies, "apex": rng.randrange(n)}


def mutate(rng, n, certificate):
    """Change one part of a certificate in place."""
    vertex = rng.randrange(n)
    if rng.random() < 0.2:
        certificate["bound"] = rng.randint(0, n + 1)
    elif certificate["kind"] == "clique":
        certificate["vertices"] = [*certificate["vertices"], vertex]
    elif certificate["kind"] == "fractional":
        certificate["weights"][vertex] += rng.randint(1, 3)
    else:
        levels = certificate["levels"]
        change = rng.randrange(7)
        if change == 0:
            levels.append(level(rng, n))
        elif change == 1 and levels:
            levels.append(copy.deepcopy(rng.choice(levels)))
        elif change == 2:
            certificate["clique"] = certificate["clique"][1:]
        elif change == 3:
            certificate["odd_cycle"] = [*certificate["odd_cycle"], vertex, vertex]
        elif levels:
            last = rng.choice(levels)
            if change == 4:
                last["apex"] = vertex
            elif change == 5 and last["copies"]:
                rng.choice(last["copies"])[1] = vertex
            elif last["copies"]:
                last["copies"].pop(rng.randrange(len(last["copies"])))


def judge(n, edges, certificate):
    """Return the verdict; AssertionError if a false bound is accepted or a plain true one refused."""
    try:
        verdict = check_certificate(Graph.from_edges(n, edges), certificate)
    except InputError:
        return "an error"
    if verdict.holds:
        claim = certificate.get("bound", verdict.bound)
        assert max(claim, verdict.bound) <= naive.chromatic_number(n, edges), (n, edges, certificate)
    if certificate["kind"] == "clique" and "bound" not in certificate:
        members = certificate["vertices"]
        pairs = {tuple(sorted(edge)) for edge in edges}
        assert verdict.holds == all(tuple(sorted(e)) in pairs for e in combinations(members, 2))
    if certificate["kind"] == "fractional" and "bound" not in certificate:
        heaviest = naive.heaviest_independent_set(n, edges, certificate["weights"])
        assert verdict.holds == (heaviest <= certificate["largest"])
    return f"{certificate['kind']} {'accepted' if verdict.holds else 'refused'}"


def attack(count, seed):
    """Judge so many forged certificates; returns how often each verdict was given."""
    rng = random.Random(seed)
    verdicts = Counter()
    for _ in range(count):
        n, edges = small_graph(rng)
        verdicts[judge(n, edges, forge(rng, n, edges))] += 1
    return verdicts


if __name__ == "__main__":
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(2**32)
    for verdict, times in sorted(attack(int(sys.argv[1]), seed).items()):
        print(f"{times:7} {verdict}")
    print(f"no false bound accepted; seed {seed}")
