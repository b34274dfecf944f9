from __future__ import annotations

import pytest

import solver
from solver import InputError, InputWarning

pytestmark = pytest.mark.tiny


def binary(n, m, rows, preamble=None):
    text = f"p col {n} {m}\n" if preamble is None else preamble
    return f"{len(text)}\n{text}".encode() + bytes(rows)


def test_bits_run_from_the_highest_down(put):
    # Row 9 has two bytes: columns 0 and 8.
    content = binary(10, 3, [0, 0b10000000, 0, 0, 0, 0, 0, 0, 0, 0, 0b10000000, 0b10000000])
    assert solver.read(put(content, ".col.b")).edges().tolist() == [[0, 1], [0, 9], [8, 9]]


def test_padding_is_not_looked_at(put):
    assert solver.read(put(binary(2, 1, [0b01111111, 0b10111111]), ".col.b")).m == 1


def test_a_loop_and_a_wrong_count_are_one_warning(put):
    with pytest.warns(InputWarning, match="dropped 1 loop; the problem line declares 5 edges") as all_:
        assert solver.read(put(binary(2, 5, [0, 0b11000000]), ".col.b")).m == 1
    assert len(all_) == 1


@pytest.mark.parametrize(
    ("content", "line", "message"),
    [
        (b"hello\n", 1, "first line = 'hello': expected the length of the preamble"),
        (b"9" * 30 + b"\n", 1, "expected the length"),
        (
            b"99\np col 2 1\n",
            1,
            "length of the preamble = 99: expected at most the 10 bytes that follow",
        ),
        (b"999999999999\np col 2 1\n", 1, "expected at most"),
        (binary(0, 0, [], "c nothing\n"), 1, "no problem line"),
        (binary(0, 0, [], "p col 2 1\np col 2 1\n"), 3, "a second problem line"),
        (binary(0, 0, [], "p col 2 1\nz\n"), 3, "line = 'z'"),
        (binary(3, 2, [0, 128]), 3, "the matrix ends in row 3: expected 3 rows"),
        (binary(2, 1, [0, 128, 0]), 3, "bytes after the matrix: expected 2 rows"),
        (binary(2000000000, 1, [0] * 900), 3, "the matrix ends in row"),
        (binary(5000000000, 1, []), 2, "at most 2147483646"),
    ],
)
def test_malformed(put, content, line, message):
    with pytest.raises(InputError, match=message) as caught:
        solver.read(put(content, ".col.b"))
    assert caught.value.line == line
