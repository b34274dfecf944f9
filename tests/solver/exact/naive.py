"""Checker of proofs by reverse unit propagation, and symmetry by trying all, in the plainest way."""

from __future__ import annotations

import itertools

from tests.naive import conflicts


def refuted(clauses):
    """Whether unit propagation alone meets a contradiction."""
    known = set()
    while True:
        units = set()
        for clause in clauses:
            if any(literal in known for literal in clause):
                continue
            left = {literal for literal in clause if -literal not in known}
            if not left:
                return True
            if len(left) == 1:
                units |= left
        if any(-literal in units for literal in units):
            return True
        if not units:
            return False
        known |= units


def is_refutation(clauses, proof):
    """Whether each added clause follows by propagation and the last is empty; deletions are ignored."""
    clauses = [list(clause) for clause in clauses]
    for line in proof:
        if line.startswith("d"):
            continue
        *clause, end = map(int, line.split())
        assert end == 0
        if not refuted([*clauses, *([-literal] for literal in clause)]):
            return False
        clauses.append(clause)
    return [] in clauses


def read_dimacs(text):
    head, *lines = text.splitlines()
    clauses = [[int(word) for word in line.split()[:-1]] for line in lines]
    assert head.split()[:2] == ["p", "cnf"]
    assert int(head.split()[3]) == len(clauses)
    assert all(abs(literal) <= int(head.split()[2]) for clause in clauses for literal in clause)
    return clauses


def automorphisms(n, edges):
    """All permutations of the vertices that map edges to edges, as tuples of images."""
    pairs = {frozenset(edge) for edge in edges if len(set(edge)) == 2}
    return [
        images
        for images in itertools.permutations(range(n))
        if {frozenset(images[v] for v in pair) for pair in pairs} == pairs
    ]


def has_invariant_coloring(n, edges, vertices, colors):
    """Whether some proper coloring gives the image of each vertex the image of its color."""
    k = len(colors[0])
    return any(
        conflicts(n, edges, coloring) == 0
        and all(
            coloring[moved[v]] == mapped[coloring[v]]
            for moved, mapped in zip(vertices, colors, strict=True)
            for v in range(n)
        )
        for coloring in itertools.product(range(k), repeat=n)
    )
