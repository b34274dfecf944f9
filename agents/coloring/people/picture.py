"""
The person's cluster as a picture in characters: nodes side by side, edges as lines below them.

Each edge is a line between two columns; a conflict has exclamation marks. The neighbors' nodes that
touch a node are listed below it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..view import Coloring, View

#: Blanks before the first column, and between columns.
INDENT = 4
GAP = 3


def picture(
    view: View, colors: Coloring, beliefs: Coloring, notes: Mapping[str, str], width: int
) -> list[str] | None:
    """
    Draw a cluster.

    Parameters
    ----------
    notes
        Words below the color of a node, such as "fixed".
    width
        Width of the screen in characters.

    Returns
    -------
    list or None
        Lines; None if the cluster is too wide.
    """
    at = {node: i for i, node in enumerate(view.own)}
    clashing = {frozenset(clash[:2]) for clash in view.conflicts(colors, beliefs)}
    outside: dict[str, list[str]] = {node: [] for node in view.own}
    for own, other in view.crossing:
        mark = "!" if frozenset((own, other)) in clashing else ""
        outside[own].append(f"{other} {beliefs.get(other, '?')}{mark}")
    rows = [list(view.own), [colors[node] for node in view.own]]
    if notes:
        rows.append([notes.get(node, "") for node in view.own])
    below = max(map(len, outside.values()), default=0)
    rows_below = [
        [outside[node][i] if i < len(outside[node]) else "" for node in view.own] for i in range(below)
    ]
    cell = max(len(text) for row in (*rows, *rows_below) for text in row) + GAP
    if INDENT + cell * len(view.own) > width:
        return None
    edges = sorted(tuple(sorted((at[u], at[v]))) for u, v in view.edges if u in at and v in at)
    clashes = {(i, j) for i, j in edges if frozenset((view.own[i], view.own[j])) in clashing}
    lines = [_row(row, cell) for row in rows]
    lines += [_edges(row, clashes, cell) for row in _packed([(e[0], e[1]) for e in edges])]
    return lines + [_row(row, cell) for row in rows_below]


def _row(texts: Sequence[str], cell: int) -> str:
    return (" " * INDENT + "".join(text.ljust(cell) for text in texts)).rstrip()


def _packed(edges: Sequence[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Put edges that do not overlap on one line, the short ones first."""
    lines: list[list[tuple[int, int]]] = []
    for i, j in sorted(edges, key=lambda edge: (edge[1] - edge[0], edge)):
        for line in lines:
            if all(j <= a or b <= i for a, b in line):
                line.append((i, j))
                break
        else:
            lines.append([(i, j)])
    return lines


def _edges(edges: Sequence[tuple[int, int]], clashes: set[tuple[int, int]], cell: int) -> str:
    last = max(j for _, j in edges)
    line = [" "] * (cell * last + 1)
    for i, j in edges:
        start, end = cell * i, cell * j
        line[start + 1 : end] = "-" * (end - start - 1)
        if (i, j) in clashes:
            middle = (start + end) // 2
            line[middle - 1 : middle + 2] = "!!!"
    for i, j in edges:
        line[cell * i] = line[cell * j] = "o"
    return " " * INDENT + "".join(line)
