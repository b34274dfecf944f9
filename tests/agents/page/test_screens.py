"""The pictures in docs/ are those that their script takes: the same names and sizes."""

from __future__ import annotations

import importlib.util
import struct

from tests.sources import ROOT


def size(path):
    """Return width and height of a PNG file."""
    head = path.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", head[16:24])


def test_the_script_takes_the_pictures_of_the_pages(tmp_path):
    spec = importlib.util.spec_from_file_location("write_screens", ROOT / "docs" / "write_screens.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    taken = {path.name: size(path) for path in script.write(tmp_path)}
    assert taken == {path.name: size(path) for path in (ROOT / "docs").glob("page-*.png")}
