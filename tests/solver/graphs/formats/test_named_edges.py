from __future__ import annotations

import pytest

import solver
from solver import Graph, InputError, InputWarning

PATH = Graph.from_edges(3, [(0, 1), (1, 2)])


@pytest.mark.parametrize(
    "text",
    [
        "alice bob\nbob carol\n",
        "# friends\n\nalice\tbob\t0.5\n% more\nbob\tcarol\t1\n",
        "alice smith\tbob\nbob\tcarol jr.\n",
        'alice "bob b"\n"bob b" \'carol\'\n',
        "u,v,weight\nalice,bob,0.5\nbob,carol,1\n",
        "source,target\nalice,bob\nbob,carol\n",
        '"alice smith","bob"\n"bob","carol, jr."',
        "\ufeffé ü\r\nü ß\r\n",
    ],
)
def test_names_are_numbered_in_order_of_first_appearance(put, text):
    with pytest.warns(InputWarning, match="numbered 3 names in order of first appearance$"):
        assert solver.read(put(text.encode(), ".csv")) == PATH


def test_all_lines_have_as_many_fields_as_the_first(put):
    with pytest.raises(InputError, match=":2: line = 'bob carol': expected NAME NAME FIELD, as in the"):
        solver.read(put("alice bob carol\nbob carol\n", ".txt"))
    with pytest.warns(InputWarning, match="ignored 1 further column; numbered 3 names"):
        solver.read(put("alice bob carol\nbob carol alice\n", ".txt"))


def test_integers_after_column_names_stay_integers(put):
    assert solver.read(put("source target\n0 1\n1 2\n", ".txt")) == PATH


@pytest.mark.parametrize(
    ("text", "line", "shown"),
    [
        ("alice bob\ncarol\n", 2, "'carol'"),
        ("alice,bob\ncarol,\n", 2, "'carol,'"),
        ("alice bob\n\nbob \0\n", 3, "'bob"),
        ("alice bob\ncarol dave\neve", 3, "'eve'"),
    ],
)
def test_malformed(put, text, line, shown):
    with pytest.raises(InputError, match=f"line = {shown}.*: expected NAME NAME") as caught:
        solver.read(put(text.encode(), ".txt"))
    assert caught.value.line == line
