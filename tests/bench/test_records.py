"""Records: the independent checker, and that the stored colorings are what the table says."""

from __future__ import annotations

import ast
import lzma
import re
import sys
from pathlib import Path

import pytest

from bench.records import check

FOLDER = Path(check.__file__).parent
ROW = re.compile(r"^\| ([\w.]+) \| (\d+) \|.*?\[coloring\]\(([\w./-]+)\)", re.MULTILINE)
TABLE = ROW.findall((FOLDER / "README.md").read_text())

TRIANGLE = "c a triangle and a vertex\np edge 4 4\ne 1 2\ne 2 3\ne 1 3\ne 1 1\n"


@pytest.mark.parametrize(
    ("colors", "problem"),
    [
        ({1: 1, 2: 2, 3: 3, 4: 1}, None),
        ({1: 1, 2: 2, 3: 1, 4: 1}, "1 and 3 have color 1"),
        ({1: 1, 2: 2, 3: 3}, "expected one color for each vertex from 1 to 4"),
        ({1: 1, 2: 2, 3: 3, 5: 1}, "expected one color for each vertex from 1 to 4"),
    ],
)
def test_what_is_not_a_proper_coloring_is_told(tmp_path, colors, problem):
    coloring = tmp_path / "coloring.txt"
    coloring.write_text("s col 3\n" + "".join(f"l {v} {c}\n" for v, c in colors.items()))
    plain, packed = tmp_path / "graph.col", tmp_path / "graph.col.xz"
    plain.write_text(TRIANGLE)
    packed.write_bytes(lzma.compress(TRIANGLE.encode()))
    for graph in (plain, packed):
        assert check.problem(str(graph), str(coloring)) == problem


def test_a_vertex_with_two_colors_is_refused(tmp_path):
    graph, coloring = tmp_path / "graph.col", tmp_path / "coloring.txt"
    graph.write_text("p edge 2 1\ne 1 2\n")
    coloring.write_text("l 1 1\nl 2 1\nl 2 2\n")
    assert check.problem(str(graph), str(coloring)) is not None


def test_the_checker_uses_the_standard_library_alone():
    tree = ast.parse(Path(check.__file__).read_text())
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {alias.name for node in nodes for alias in node.names}
    assert all(isinstance(node, ast.Import) for node in nodes)
    assert names <= sys.stdlib_module_names


def test_every_stored_coloring_is_in_the_table_and_small():
    stored = {str(path.relative_to(FOLDER)) for path in (FOLDER / "colorings").iterdir()}
    assert stored == {path for _, _, path in TABLE}
    assert all((FOLDER / path).stat().st_size <= 20_000 for path in stored)


@pytest.mark.instances
@pytest.mark.parametrize(("name", "k", "path"), TABLE)
def test_stored_colorings_are_proper(instances, name, k, path):
    graph = instances / "dimacs" / f"{name}.col.xz"
    assert check.problem(str(graph), str(FOLDER / path)) is None
    assert len({c for _, c in check.fields(str(FOLDER / path), "l")}) == int(k)
