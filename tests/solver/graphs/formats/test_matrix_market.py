from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

import solver
from solver import Graph, InputError, InputWarning
from tests.strategies import graphs

pytestmark = pytest.mark.tiny

BANNER = "%%MatrixMarket matrix coordinate "


@pytest.mark.parametrize(
    ("field", "symmetry", "values"),
    [
        ("pattern", "symmetric", ""),
        ("real", "symmetric", " 1.5e-3"),
        ("integer", "skew-symmetric", " -7"),
        ("complex", "hermitian", " 1.0 -2D+4"),
        ("REAL", "Symmetric", "\t0"),
        ("real", "symmetric", " -Infinity"),
    ],
)
def test_fields_and_symmetries(put, field, symmetry, values):
    text = f"{BANNER}{field} {symmetry}\n% comment\n\n3 3 2\n2 1{values}\n% more\n3 2{values}\n"
    assert solver.read(put(text, ".mtx")).edges().tolist() == [[0, 1], [1, 2]]


def test_general_stores_both_triangles(put):
    head = BANNER + "pattern general\n3 3 "
    assert solver.read(put(head + "4\n1 2\n2 1\n2 3\n3 2\n", ".mtx")).m == 2
    with pytest.warns(InputWarning, match="dropped 1 loop; made symmetric: 2 entries .* are 2 edges"):
        assert solver.read(put(head + "3\n1 1\n1 2\n3 1\n", ".mtx")).m == 2


def test_repeats_in_one_triangle_are_counted(put):
    with pytest.warns(InputWarning, match="merged 1 repeated edge$"):
        solver.read(put(BANNER + "pattern symmetric\n2 2 2\n2 1\n1 2\n", ".mtx"))


@given(graph=graphs())
def test_scipy_reads_what_we_write_and_the_reverse(put, graph):
    scipy_io = pytest.importorskip("scipy.io")
    path = put("", ".mtx")
    solver.write(graph, path)
    if graph.n:
        assert Graph.from_scipy(scipy_io.mmread(path)) == graph
        scipy_io.mmwrite(path, graph.to_scipy().astype(np.float64))
        assert solver.read(path) == graph


@pytest.mark.parametrize(
    ("content", "line", "message"),
    [
        ("1 2\n", 1, "expected %%MatrixMarket matrix coordinate"),
        (
            "%%MatrixMarket matrix array real general\n2 2\n1\n",
            1,
            "format = 'array': expected coordinate",
        ),
        ("%%MatrixMarket vector coordinate real general\n", 1, "object = 'vector': expected matrix"),
        (BANNER + "quaternion general\n", 1, "field = 'quaternion': expected pattern or real"),
        (BANNER + "real lopsided\n", 1, "symmetry = 'lopsided'"),
        (BANNER + "pattern symmetric\n", 1, "the file ends: expected the line ROWS COLUMNS ENTRIES"),
        (BANNER + "pattern symmetric\n2 2\n", 2, "expected ROWS COLUMNS ENTRIES"),
        (BANNER + "pattern symmetric\n2 -2 1\n", 2, "expected ROWS"),
        (BANNER + "pattern symmetric\n2 3 1\n1 2\n", 2, "expected a square matrix"),
        (BANNER + "pattern symmetric\n3000000000 3000000000 1\n", 2, "at most"),
        (
            BANNER + "pattern symmetric\n2000000000 2000000000 1\n2 1\n",
            2,
            "number of vertices = 2000000000: expected at most",
        ),
        (
            BANNER + "pattern symmetric\n3 3 1000000000000\n2 1\n",
            3,
            "ends after 1 entries: expected 1000000000000",
        ),
        (BANNER + "pattern symmetric\n3 3 2\n2 1\n3", 4, "the line is too short: expected ROW COLUMN$"),
        (
            BANNER + "pattern symmetric\n3 3 1\n2 1\n3 1\n",
            4,
            "too many entries: expected the 1 declared",
        ),
        (
            BANNER + "pattern symmetric\n3 3 1\n2 1 5\n",
            3,
            "field = '5': expected nothing after ROW COLUMN",
        ),
        (
            BANNER + "real symmetric\n3 3 1\n2 1\n",
            3,
            "the line is too short: expected ROW COLUMN VALUE$",
        ),
        (
            BANNER + "complex symmetric\n3 3 1\n2 1 1\n",
            3,
            "the line is too short: expected ROW COLUMN VALUE VALUE",
        ),
        (BANNER + "real symmetric\n3 3 1\n2 1 one\n", 3, "field = 'one': expected a number"),
        (BANNER + "real symmetric\n3 3 1\n2 1 1\0\n", 3, "expected a number"),
        (BANNER + "pattern symmetric\n3 3 1\n0 1\n", 3, "vertex = '0': expected an integer from 1 to 3"),
        (BANNER + "pattern symmetric\n3 3 1\n1 4\n", 3, "= '4': expected"),
        (BANNER + "pattern symmetric\n3 3 1\n-1 2\n", 3, "= '-1': expected"),
        (BANNER + "pattern symmetric\n3 3 1\n1.0 2\n", 3, "= '1.0': expected"),
        (BANNER + "pattern symmetric\n3 3 1\n1,2\n", 3, "= '1': expected"),
        (BANNER + "pattern symmetric\n0 0 1\n1 1\n", 3, "= '1': expected"),
    ],
)
def test_malformed(put, content, line, message):
    path = put(content, ".mtx")
    with pytest.raises(InputError, match=message) as caught:
        solver.read(path)
    assert (caught.value.path, caught.value.line) == (str(path), line)
