"""What is written is read again, and files by hand mean what they say."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import InputError
from solver.dcop import CostNetwork, read, write

from ..strategies import networks

pytest.importorskip("yaml")

pytestmark = pytest.mark.tiny

EXACT = ["pydcop", "cfn"]
costs = st.one_of(st.integers(-20, 20), st.sampled_from([0.1, -2.5e-7, 1e17, math.inf]))


def every_assignment(network):
    return list(itertools.product(*map(range, network.sizes.tolist())))


def again(network, tmp_path_factory, format):
    path = tmp_path_factory.mktemp("dcop") / "network"
    write(network, path, format=format)
    return read(path, format=format)


@pytest.mark.parametrize("format", EXACT)
@given(network=networks(max_n=4, max_size=3, costs=costs, factors=1))
def test_all_costs_survive(format, network, tmp_path_factory):
    copy = again(network, tmp_path_factory, format)
    ours, others = network.functions(), copy.functions()
    assert len(ours) == len(others)
    for (_, table), (_, other) in zip(ours, others, strict=True):
        assert np.array_equal(table, other)


@given(network=networks(max_n=4, max_size=3, costs=st.sampled_from([0, 1, 7, math.inf]), factors=1))
def test_wcsp_keeps_integers(network, tmp_path_factory):
    copy = again(network, tmp_path_factory, "wcsp")
    every = every_assignment(network)
    assert np.array_equal(copy.costs(every), network.costs(every))


def test_wcsp_raises_what_is_negative(tmp_path_factory):
    network = CostNetwork([2, 2], [((), 7), ((0,), [-3, 1]), ((0, 1), [[-2, 0], [1, 5]])])
    copy = again(network, tmp_path_factory, "wcsp")
    assert copy.constant == 2
    assert (
        copy.costs(every_assignment(network)).tolist()
        == network.costs(every_assignment(network)).tolist()
    )
    with pytest.raises(InputError, match=r"wcsp: constant cost = -1\.0: expected a number >= 0"):
        again(CostNetwork([2], [((0,), [-1, 0])]), tmp_path_factory, "wcsp")
    with pytest.raises(InputError, match="wcsp: expected integer costs"):
        again(CostNetwork([2], [((0,), [0.5, 0])]), tmp_path_factory, "wcsp")


@given(network=networks(max_n=4, max_size=3, costs=st.one_of(st.floats(-100, 100), st.just(math.inf))))
def test_uai_keeps_costs_to_many_digits(network, tmp_path_factory):
    copy = again(network, tmp_path_factory, "uai")
    every = every_assignment(network)
    assert np.allclose(copy.costs(every), network.costs(every), rtol=1e-12, atol=1e-12)


def test_uai_refuses_what_no_probability_is(tmp_path_factory):
    for cost in (800.0, -800.0):
        with pytest.raises(
            InputError,
            match=r"uai: cost = -?800\.0: expected a cost c",
        ):
            again(CostNetwork([2], [((0,), [cost, 0])]), tmp_path_factory, "uai")


@pytest.mark.parametrize("format", EXACT)
def test_names_and_labels_survive(format, tmp_path_factory):
    network = CostNetwork(
        [["red", "green"], ["green", "blue", "red"]],
        [(["left", "right"], [[1, 2, 3], [4, 5, 6]]), ([], 2.5)],
        names=["left", "right"],
    )
    copy = again(network, tmp_path_factory, format)
    assert copy.names == network.names
    assert copy.domains == network.domains
    assert copy.constant == 2.5


def test_the_suffix_names_the_format_and_the_compression(tmp_path):
    network = CostNetwork([2, 2], [((0, 1), [[1, 0], [0, 1]])])
    for suffix in ("yaml", "yml.gz", "wcsp", "cfn.xz", "uai.bz2"):
        path = tmp_path / f"network.{suffix}"
        write(network, path)
        assert read(path).cost([0, 1]) == 0
    with pytest.raises(InputError, match=r"suffix = '\.xml': expected one of \.yaml"):
        read(tmp_path / "network.xml")
    with pytest.raises(InputError, match="format = 'xml': expected one of 'pydcop', 'wcsp'"):
        read(tmp_path / "network", format="xml")
    with pytest.raises(InputError, match="No such file"):
        read(tmp_path / "missing.cfn")
    (tmp_path / "latin.cfn").write_bytes(b"{\n\xe9}")
    with pytest.raises(InputError, match=r"latin\.cfn:2: expected UTF-8 text"):
        read(tmp_path / "latin.cfn")


@pytest.mark.parametrize(
    ("network", "format", "message"),
    [
        (CostNetwork([["a", "b c"]], []), "pydcop", "expected numbers or words without spaces"),
        (
            CostNetwork([[1, "1"]], []),
            "pydcop",
            "which differ as text",
        ),
        (
            CostNetwork([2, 2], [], names=[1, "1"]),
            "pydcop",
            "expected variables whose names differ",
        ),
        (
            CostNetwork([["a", "b c"]], []),
            "cfn",
            "cfn: name = .*: expected a word",
        ),
        (
            CostNetwork([2], [], names=["a:b"]),
            "cfn",
            "cfn: name = .*: expected a word",
        ),
        (
            CostNetwork([["1", "2"]], []),
            "cfn",
            "distinct names that are not numbers",
        ),
    ],
)
def test_names_that_a_format_cannot_hold(network, format, message, tmp_path):
    with pytest.raises(InputError, match=message):
        write(network, tmp_path / "network", format=format)
