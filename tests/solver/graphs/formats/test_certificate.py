from __future__ import annotations

import json

import pytest

from solver import InputError
from solver.graphs.formats import read_certificate

tiny = pytest.mark.tiny
CLIQUE = {"kind": "clique", "vertices": [0, 2]}


@tiny
def test_a_certificate_is_read_as_it_is(tmp_path):
    path = tmp_path / "clique.json"
    path.write_text(json.dumps(CLIQUE))
    assert read_certificate(path) == CLIQUE


@tiny
def test_a_result_lends_its_bound(tmp_path):
    path = tmp_path / "result.json"
    path.write_text(json.dumps({"k": 3, "lower_bound": 2, "certificate": CLIQUE}))
    assert read_certificate(path) == CLIQUE | {"bound": 2}


@tiny
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "expected_json.json:1:2: not JSON: Expecting property name"),
        ("[1]", "expected one, or a result"),
        ("{}", "expected one, or a result"),
        ("[" * 100_000, "not JSON"),
        ("\xff", "not JSON"),
    ],
)
def test_other_files_are_refused(tmp_path, text, message):
    path = tmp_path / "expected_json.json"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(InputError, match=message):
        read_certificate(path)
