"""Check a coloring of a DIMACS graph with nothing but the standard library.

python bench/records/check.py GRAPH.col[.xz] COLORING: vertices count from 1; exit status 0 if proper.
"""

import lzma
import sys


def fields(path: str, kind: str) -> list[tuple[int, int]]:
    opened = lzma.open if path.endswith(".xz") else open
    with opened(path, "rt") as file:
        return [(int(a), int(b)) for word, a, b in (x.split()[:3] for x in file if x[:2] == f"{kind} ")]


def problem(graph: str, coloring: str) -> str | None:
    with (lzma.open if graph.endswith(".xz") else open)(graph, "rt") as file:
        n = next(int(line.split()[2]) for line in file if line.startswith("p "))
    listed = fields(coloring, "l")
    color = dict(listed)
    if sorted(v for v, _ in listed) != list(range(1, n + 1)):
        return f"expected one color for each vertex from 1 to {n}"
    return next((f"{u} and {v} have color {color[u]}" for u, v in fields(graph, "e")
                 if u != v and color[u] == color[v]), None)  # fmt: skip


if __name__ == "__main__":
    if found := problem(sys.argv[1], sys.argv[2]):
        sys.exit(found)
    print(f"proper, {len({c for _, c in fields(sys.argv[2], 'l')})} colors")
