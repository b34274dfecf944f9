"""Files that would take the machine: refused in one line before memory is allocated."""

from __future__ import annotations

import bz2
import gzip
import math

import numpy as np
import pytest

from solver import InputError
from solver.dcop import CostNetwork, dpop, read, write
from solver.dcop.formats.limits import MAX_BYTES, MAX_CELLS

pytest.importorskip("yaml")

pytestmark = pytest.mark.tiny

YAML = "objective: min\ndomains: {d: {values: [1, 2]}}\nvariables: {x: {domain: d}, y: {domain: d}}\n"
CFN = "{{problem {{p <9}} variables {{x {x} y 2}} functions {{{f}}}}}"
DEEP = "\n".join(["a0: &a0 [x, x, x, x, x, x, x, x, x]"] + [
    f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 9)
])  # fmt: skip

HOSTILE = {
    "deep.yaml": "domains: " + "[" * 200_000,
    "deep_mapping.yaml": "{a: " * 200_000,
    "aliases.yaml": f"{DEEP}\nobjective: min\ndomains: {{d: {{values: *a8}}}}",
    "recursive.yaml": "domains: &a {d: *a}",
    "range.yaml": YAML.replace("[1, 2]", "[0 .. 4194304]") + "constraints: {}",
    "range_of_costs.yaml": YAML.replace("[1, 2]", "[0 .. 999999]").replace(
        "x: {domain: d}", "x: {domain: d, cost_function: x * 2}"
    ),
    "huge_range.yaml": YAML.replace("[1, 2]", f"[0 .. {10**30}]"),
    "table.yaml": YAML.replace("[1, 2]", "[0 .. 9999]")
    + "constraints: {c: {type: extensional, variables: [x, y], default: 1}}",
    "date.yaml": YAML + "constraints: {c: {type: extensional, variables: x, values: {2001-01-01: 1}}}",
    "integer.yaml": YAML.replace("[1, 2]", "[!!int abc]"),
    "binary.yaml": YAML.replace("[1, 2]", "[0b_]"),
    "digits.yaml": YAML.replace("[1, 2]", "[" + "7" * 5000 + "]"),
    "python.yaml": YAML.replace("[1, 2]", "[!!python/object/apply:os.system [true]]"),
    "merged.yaml": YAML.replace("x: {domain: d}, y:", "1: {domain: d}, '1':"),
    "key.yaml": "? [a, b]\n: 1",
    "expression.yaml": YAML + "constraints: {c: {type: intention, function: '" + "(" * 5000 + "'}}",
    "sum.yaml": YAML + "constraints: {c: {type: intention, function: '" + "x+" * 30_000 + "x'}}",
    "memory.wcsp": "p 2 100000 1 10\n100000 100000\n2 0 1 0 0\n",
    "shared.wcsp": "p 2 3000 9 10\n3000 3000\n-2 0 1 0 0\n" + "2 0 1 0 -1\n" * 8,
    "keyword.wcsp": "p 2 100000 1 10\n100000 100000\n2 0 1 -1 >= 0 1\n",
    "domain.wcsp": "p 1 1000000000 0 10\n1000000000\n",
    "digits.wcsp": "p 1 2 0 " + "9" * 400 + "\n2\n",
    "tuples.wcsp": "p 1 2 1 10\n2\n1 0 0 99999999999\n",
    "bound.wcsp": f"p 1 2 1 {2**62}\n2\n1 0 0 1\n1 {2**53 + 1}\n",
    "domain.uai": "MARKOV\n1\n1000000000\n0\n",
    "factor.uai": "MARKOV\n2\n100000 100000\n1\n2 0 1\n10000000000\n1 1\n",
    "digits.uai": "MARKOV\n1\n" + "9" * 400 + "\n0\n",
    "domain.cfn": CFN.format(x="1000000000", f=""),
    "infinite.cfn": CFN.format(x="inf", f=""),
    "digits.cfn": CFN.format(x="9" * 400, f=""),
    "costs.cfn": CFN.format(x="2", f="f {scope [x] costs " + "[" * 100_000 + "1" + "]" * 100_000 + "}"),
    "chain.cfn": CFN.format(
        x="2", f=" ".join(f"f{i} {{scope [x] costs f{i + 1}}}" for i in range(30_000))
    ),
    "shared_forever.cfn": CFN.format(
        x="2",
        f=" ".join(f"f{i} {{scope [x] costs f{i + 1}}}" for i in range(20_000))
        + " f20000 {scope [x] costs [1 2 3]}",
    ),
    "brackets.cfn": "[" * 300_000,
    "table.cfn": CFN.format(x="9000", f="f {scope [x y] defaultcost 0 costs []} " * 600),
    "overflow.cfn": CFN.format(x="2", f="f {scope [x] costs [1e308 0]} g {scope [x] costs [1e308 0]}"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_refused_in_one_line(name, tmp_path):
    path = tmp_path / name
    path.write_text(HOSTILE[name])
    with pytest.raises(InputError) as caught:
        read(path)
    message = str(caught.value)
    assert caught.value.path == str(path)
    assert "\n" not in message
    assert len(message) < 300 + len(str(path))


@pytest.mark.parametrize(("suffix", "compress"), [("gz", gzip.compress), ("bz2", bz2.compress)])
def test_decompression_is_limited(suffix, compress, tmp_path):
    path = tmp_path / f"newlines.cfn.{suffix}"
    path.write_bytes(compress(b"\n" * (MAX_BYTES + 1)))
    with pytest.raises(InputError, match="expected at most"):
        read(path)


@pytest.mark.parametrize("format", ["wcsp", "uai", "cfn", "pydcop"])
def test_a_byte_order_mark_is_ignored(format, tmp_path):
    network = CostNetwork([2, 2], [((0, 1), [[1, 0], [0, 1]])])
    path = tmp_path / "network"
    write(network, path, format=format)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert read(path, format=format).cost([0, 1]) == 0


def test_a_table_of_the_largest_size_is_read(tmp_path):
    path = tmp_path / "large.wcsp"
    path.write_text(f"p 2 {MAX_CELLS // 1024} 1 10\n1024 {MAX_CELLS // 1024}\n2 0 1 3 1\n1 2 4\n")
    network = read(path)
    assert network.cost([1, 2]) == 4
    assert network.cost([0, 0]) == 3


@pytest.mark.parametrize("format", ["wcsp", "uai", "cfn", "pydcop"])
@pytest.mark.parametrize("cost", [1e300, 1e18, 2.0**53, 0.1 + 0.2, 1 / 3, 5e-324, 1e-300])
def test_what_is_written_reads_back_equal_or_is_refused(format, cost, tmp_path):
    network = CostNetwork([2, 2], [((0,), [cost, 0]), ((0, 1), [[cost, math.inf], [0, cost]])])
    path = tmp_path / "network"
    try:
        write(network, path, format=format)
    except InputError:
        assert not path.exists()
        return
    copy = read(path, format=format)
    tolerance = 1e-12 if format == "uai" else 0.0
    for e in range(2):
        table, other = (x.unary(x.names[0]) if e else x.table(0) for x in (network, copy))
        assert np.allclose(table, other, rtol=tolerance, atol=tolerance)


def test_a_sole_large_cost_keeps_its_value(tmp_path):
    network = CostNetwork([1], [((0,), [2.0**52])])
    write(network, tmp_path / "one.wcsp")
    assert read(tmp_path / "one.wcsp").cost([0]) == 2.0**52


@pytest.mark.parametrize("scale", [2.0**-1010, 2.0**-1060])
def test_optima_of_tiny_costs_are_found(scale):
    network = CostNetwork([2, 2], [((0,), [3 * scale, 0]), ((0, 1), [[0, scale], [2 * scale, scale]])])
    result = dpop(network)
    assert result.values.tolist() == [1, 1]
    assert result.cost == scale
