"""Export to CSV."""

import csv

import pytest

from agents.errors import InputError
from agents.world.csv_tables import export_csv
from tests.agents.world.test_verify import full_trace


def test_every_table_has_its_rows(tmp_path):
    with full_trace(str(tmp_path / "w.db")) as trace:
        paths = export_csv(trace, tmp_path / "tables")
        for path in paths:
            with path.open(newline="", encoding="utf-8") as file:
                found = list(csv.DictReader(file))
            whole = trace.query(f"SELECT * FROM {path.stem}")
            assert len(found) == len(whole)
            for one, row in zip(found, whole, strict=True):
                assert [*one.values()] == ["" if value is None else str(value) for value in row]
        before = {path: path.read_bytes() for path in paths}
        with pytest.raises(InputError, match="the file exists: expected a new one"):
            export_csv(trace, tmp_path / "tables")
        assert {path: path.read_bytes() for path in paths} == before


def test_a_file_in_the_way_leaves_no_tables(tmp_path):
    (tmp_path / "steps.csv").write_text("mine")
    with full_trace(str(tmp_path / "w.db")) as trace, pytest.raises(InputError, match="exists"):
        export_csv(trace, tmp_path)
    assert [path.name for path in tmp_path.glob("*.csv")] == ["steps.csv"]
    assert (tmp_path / "steps.csv").read_text() == "mine"
