from __future__ import annotations

import pytest

import solver
from solver import Graph, InputError, InputWarning
from solver.graphs.formats import vertex_names

PATH = Graph.from_edges(3, [(0, 1), (1, 2)])


@pytest.mark.parametrize(
    "text",
    [
        "alice bob\nbob carol\n",
        "# friends\n\nalice\tbob\t0.5\n% more\nbob\tcarol\t1\n",
        "alice smith\tbob\nbob\tcarol jr.\n",
        'alice "bob b"\n"bob b" \'carol\'\n',
        "source,target\nalice,bob\nbob,carol\n",
        '"alice smith","bob"\n"bob","carol, jr."',
        "\ufeffé ü\r\nü ß\r\n",
    ],
)
def test_names_are_numbered_in_order_of_first_appearance(put, text):
    with pytest.warns(InputWarning, match="numbered 3 names in order of first appearance$"):
        assert solver.read(put(text.encode(), ".csv")) == PATH


def test_a_first_line_that_is_taken_for_column_names_is_quoted(put):
    with pytest.warns(InputWarning, match="took a first line for column names, 'u,v,weight'"):
        assert solver.read(put("u,v,weight\na,b,3\nc,d,5\n", ".csv")).n == 4
    with pytest.warns(InputWarning, match="ignored 1 further column; numbered 3 names in order"):
        assert solver.read(put("a b mother\nb c nan\n", ".txt")).m == 2


def test_attributes_of_networkx_are_one_field(put):
    with pytest.warns(InputWarning, match="ignored 1 further column; numbered 3 names"):
        assert solver.read(put("a b {'w': 1, 'x': 2}\nb c {}\n", ".txt")) == PATH


def test_all_lines_have_as_many_fields_as_the_first(put):
    with pytest.raises(InputError, match=":2: line = 'bob carol': expected NAME NAME FIELD, as in the"):
        solver.read(put("alice bob carol\nbob carol\n", ".txt"))
    with pytest.warns(InputWarning, match="ignored 1 further column; numbered 3 names"):
        solver.read(put("alice bob carol\nbob carol alice\n", ".txt"))


@pytest.mark.parametrize("text", ["alice bob", "# one\nalice bob 3\n# end\n", '"alice","bob b"\n'])
def test_an_only_line_is_an_edge(put, text):
    with pytest.warns(InputWarning, match="numbered 2 names in order of first appearance$"):
        assert solver.read(put(text, ".txt")) == Graph.from_edges(2, [(0, 1)])
    assert len(vertex_names(put(text, ".txt"))) == 2


@pytest.mark.parametrize("line", ["source target", "Node_1,Node_2,weight"])
def test_usual_column_names_alone_are_no_edge(put, line):
    with pytest.raises(InputError, match=f"no edges after column names, '{line}': expected some"):
        solver.read(put(f"{line}\n", ".txt"))


def test_a_declared_number_of_vertices_lets_an_only_line_name_columns(put):
    with pytest.warns(InputWarning, match="took a first line for column names, 'u v'"):
        assert solver.read(put("# Nodes: 3\nu v\n", ".txt")) == Graph.from_edges(3, [])


def test_integers_after_column_names_stay_integers(put):
    assert solver.read(put("source target\n0 1\n1 2\n", ".txt")) == PATH


@pytest.mark.parametrize(
    ("text", "line", "shown"),
    [
        ("alice bob\ncarol\n", 2, "'carol'"),
        ("alice,bob\ncarol,\n", 2, "'carol,'"),
        ("alice bob\n\nbob \0\n", 3, "'bob"),
        ("alice bob\ncarol dave\neve", 3, "'eve'"),
        ("alice\n", 1, "'alice'"),
        ("# one\nalice\n# two\n\nbob carol\n", 2, "'alice'"),
    ],
)
def test_malformed(put, text, line, shown):
    with pytest.raises(InputError, match=f"line = {shown}.*: expected NAME NAME") as caught:
        solver.read(put(text.encode(), ".txt"))
    assert caught.value.line == line
