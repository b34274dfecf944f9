"""What holds of all kernels: few parameters, few compilations."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from numba import config

import solver

KERNELS = Path(solver.__file__).parent / "_kernels"
DECORATORS = {"kernel", "allocating_kernel", "helper", "inlined"}

#: Most parameters of a kernel that needs no reason.
MOST_PARAMETERS = 7

_COUNTS = "arrays of counts with strides that the kernel computes once"
_SCALARS = "scalars of one caller, no two of which belong together"
#: Kernels with more, and why.
MANY_PARAMETERS = {
    "cluster.sweeps._collect_edge": "work space of the one loop it is cut from",
    "dcop.maxsum._flood": "work space of the one loop it is cut from",
    "dcop.maxsum._send_equal": "work space of the one loop it is cut from",
    "dcop.maxsum._send_table": "work space of the one loop it is cut from",
    "files.scan.scan_pairs": _SCALARS,
    "files.scan.scan_rows": _SCALARS,
    "graphs.generators._mix": _SCALARS,
    "graphs.generators.flat_edges": _SCALARS,
    "graphs.generators.leighton_edges": _SCALARS,
    "graphs.generators.near_pairs": _SCALARS,
    "graphs.generators.rmat_edges": _SCALARS,
    "problems.blocks.pack_strip": _SCALARS,
    "search.kempe_walk.walk": _SCALARS,
    "search.partial_counts.add_dense": _COUNTS,
    "search.partial_counts.add_sparse": _COUNTS,
    "search.partial_counts.mark_neighbors_dense": _COUNTS,
    "search.partial_counts.mark_neighbors_sparse": _COUNTS,
    "search.partialcol.append_tabu": _COUNTS,
    "search.partialcol.choose_move": _COUNTS,
    "search.partialcol.mark_neighbors": _COUNTS,
    "search.tabucol_dense.run": "the same parameters for both layouts, whose states differ",
    "search.tabucol_sparse.run": "the same parameters for both layouts, whose states differ",
}

#: Compilations of a first ``color``: of kernels, and of helpers into them. One more helper or
#: specialization may be worth it; an accident is not.
MOST_COMPILATIONS = {"kernels": 70, "helpers": 130}


def kernels():
    """Name and definition of each kernel and helper."""
    for path in sorted(KERNELS.rglob("*.py")):
        module = ".".join(path.relative_to(KERNELS).with_suffix("").parts)
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.FunctionDef):
                names = {d.id for d in node.decorator_list if isinstance(d, ast.Name)}
                if names & DECORATORS:
                    yield f"{module}.{node.name}", node


def test_kernels_have_few_parameters():
    many = {name for name, node in kernels() if len(node.args.args) > MOST_PARAMETERS}
    assert many == set(MANY_PARAMETERS), "pass the NamedTuple the arguments belong to, or give a reason"


def fields():
    """Fields of the NamedTuples of kernels."""
    for path in KERNELS.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ClassDef):
                yield from (part.target.id for part in node.body if isinstance(part, ast.AnnAssign))


def test_mutated_fields_exist():
    known = set(fields())
    unknown = []
    for name, node in kernels():
        _, _, mutated = (ast.get_docstring(node) or "").partition("Mutates:")
        parameters = {argument.arg for argument in node.args.args}
        unknown += [
            f"{name}: {owner}.{field}"
            for owner, field in re.findall(r"\b(\w+)\.(\w+)", mutated)
            if owner in parameters and field not in known
        ]
    assert not unknown


COUNT = """
import json
from collections import Counter
from numba.core import event

class Compilations(event.Listener):
    def __init__(self):
        self.numbers = Counter()

    def on_start(self, event):
        dispatcher = event.data["dispatcher"]
        if dispatcher.py_func.__module__.startswith("solver."):
            self.numbers["helpers" if type(dispatcher).__name__ == "_Helper" else "kernels"] += 1

    def on_end(self, event):
        pass

compilations = Compilations()
event.register("numba:compile", compilations)
import solver
solver.color(solver.generators.queen(8), max_ticks=300_000)
print(json.dumps(compilations.numbers))
"""


@pytest.mark.subprocess
@pytest.mark.skipif(config.DISABLE_JIT, reason="nothing is compiled")
def test_a_first_coloring_compiles_little(tmp_path):
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-c", COUNT]
    output = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    numbers = json.loads(output.splitlines()[-1])
    assert all(numbers[kind] <= most for kind, most in MOST_COMPILATIONS.items()), numbers
