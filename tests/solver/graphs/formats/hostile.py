"""
Hostile graph files: mutated ones, and small ones that expand to large content.

``python -m tests.solver.graphs.formats.hostile 2000 50 [SEED]`` reads 2,000 mutated files and 50 bombs
of each format, and fails if one takes over 5 s or 1 GB, raises anything but an InputError of one line,
or has a graph whose rows are wrong.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import math
import random
import resource
import sys
import tempfile
import time
import warnings
from pathlib import Path

import solver
from solver import Graph, InputError, generators
from solver.graphs.formats import FORMATS, read_certificate, read_coloring

COMPRESSIONS = (bytes, gzip.compress, bz2.compress, lambda content: lzma.compress(content, preset=0))
SECONDS, BYTES = 5.0, 1 << 30
NUMBERS = [
    b"0",
    b"-1",
    b"1",
    b"2.5",
    b"1e9",
    b"99999999999",
    b"4294967297",
    b"9" * 5000,
    b"nan",
    b"\xff",
]
SPLICES = [
    b"\n",
    b"\0",
    b" ",
    b",",
    b"#",
    b"%",
    b"c ",
    b"p edge 9 9\n",
    b"\xef\xbb\xbf",
    b"[" * 3000,
    b"\x1f\x8b",
]


def samples(name):
    """Files of a format that can be read."""
    graphs = [generators.queen(4), generators.gnp(30, 0.2, seed=1), Graph.from_edges(3, [])]
    with tempfile.TemporaryDirectory() as folder:
        for graph in graphs:
            path = Path(folder, "sample")
            solver.write(graph, path, format=name)
            yield path.read_bytes()


def mutated(rng, content):
    """A few bytes, numbers or lines changed, removed, repeated or spliced in."""
    data = bytearray(content)
    for _ in range(rng.choice([1, 1, 2, 5])):
        at = rng.randrange(len(data) + 1)
        to = min(len(data), at + rng.choice([0, 1, 1, 5, 100]))
        change = rng.randrange(5)
        if change == 0:
            data[at:to] = rng.randbytes(to - at)
        elif change == 1:
            data[at:to] = rng.choice(NUMBERS)
        elif change == 2:
            data[at:at] = rng.choice(SPLICES)
        elif change == 3:
            data[at:to] = b""
        else:
            data[at:at] = data[at:to] * rng.choice([1, 2, 50])
    packed = bytearray(rng.choice(COMPRESSIONS)(bytes(data)))
    if rng.random() < 0.1 and packed:
        packed[rng.randrange(len(packed))] ^= 1 << rng.randrange(8)
    return bytes(packed)


def bombs(rng, content):
    """A file of at most a few hundred kilobytes with up to 2 GiB inside."""
    line = rng.choice(
        [b"\n", b" ", b"\t\n", b"c\n", b"# \n", b"%\n", b"e 1 2\n", b"1 2\n", b"1 ", b"\0", b"a b\n"]
    )
    line = rng.choice([line, content.splitlines(keepends=True)[-1]])
    head = rng.choice(
        [b"", content, content, content, b"p edge 4000000 99\n", b"4000000 9\n", b"# Nodes: 4000000\n"]
    )
    size = rng.choice([1 << 24, 1 << 27, 1 << 29, 1 << 31])
    compress = rng.choice(COMPRESSIONS[1:])
    # All three formats may be concatenated.
    return compress(head) + compress(line * (1 + (1 << 22) // len(line))) * (size >> 22)


def attempt(read, path):
    """CPU seconds that reading takes; AssertionError if it breaks the rules."""
    began = time.process_time()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            graph = read(path)
        if isinstance(graph, Graph):
            Graph(graph.indptr, graph.indices)  # checks the rows
    except InputError as error:
        text = str(error)
        assert "\n" not in text, repr(text)
        assert len(text) < 600, repr(text)
    return time.process_time() - began


def attack(name, count, bomb_count, seed, seconds=math.inf, memory=math.inf):
    """The longest time that a file of the format ``name`` took."""
    rng = random.Random(f"{seed} {name}")
    readers = {
        "certificate": read_certificate,
        "coloring": lambda path: read_coloring(path, 16),
    }
    read = readers.get(name) or (lambda path: solver.read(path, format=name))
    contents = {
        "certificate": [b'{"kind": "clique", "vertices": [0, 1, 2], "bound": 3}'],
        "coloring": [
            b"s col 4\n" + b"".join(b"l %d %d\n" % (v, v % 4 + 1) for v in range(1, 17)),
            b"[0, 1]",
        ],
    }.get(name) or list(samples(name))
    longest = 0.0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "file")
        for content in contents:
            attempt(read, _put(path, content))  # compiles
        for i in range(count + bomb_count):
            make = mutated if i < count else bombs
            content = make(rng, rng.choice(contents))
            took = attempt(read, _put(path, content))
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
            if took > seconds or peak > memory:
                Path(tempfile.gettempdir(), f"hostile-{name}").write_bytes(content)
            assert took <= seconds, f"{name}, file {i}: {took:.1f} s"
            assert peak <= memory, f"{name}, file {i}: {peak >> 20} MiB"
            longest = max(longest, took)
    return longest


def _put(path, content):
    path.write_bytes(content)
    return path


if __name__ == "__main__":
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(2**32)
    for name in [*FORMATS, "coloring", "certificate"]:
        longest = attack(name, int(sys.argv[1]), int(sys.argv[2]), seed, SECONDS, BYTES)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
        print(f"{name:15} longest {longest:.2f} s, peak so far {peak} MiB", flush=True)
    print(f"seed {seed}")
