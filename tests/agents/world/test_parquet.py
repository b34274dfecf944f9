"""A trace as columns."""

import pytest

from agents.errors import InputError
from agents.world.parquet import export_parquet
from tests.agents.world.test_verify import full_trace

parquet = pytest.importorskip("pyarrow.parquet")


def test_every_table_is_a_file_with_its_rows(tmp_path):
    with full_trace() as trace:
        paths = export_parquet(trace, tmp_path / "columns")
        for path in paths:
            table = parquet.read_table(path)
            rows = [tuple(row.values()) for row in table.to_pylist()]
            assert rows == trace.query(f"SELECT * FROM {path.stem}")
            assert rows
        assert {path.stem for path in paths} == {
            "runs", "steps", "trace", "messages", "llm_calls", "events", "counter_total",
        }  # fmt: skip
        with pytest.raises(InputError, match="the file exists"):
            export_parquet(trace, tmp_path / "columns")


def test_one_run_of_several(tmp_path):
    with full_trace() as trace:
        paths = export_parquet(trace, tmp_path, run_id="another")
    assert all(parquet.read_table(path).num_rows == 0 for path in paths)


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with full_trace() as trace, pytest.raises(InputError, match=r"file.columns: cannot make the folder"):
        export_parquet(trace, tmp_path / "file" / "columns")
