"""Global functions of wcsp files, by their definitions on every assignment."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations, product

import pytest

from solver import InputError, dcop


def read(tmp_path, sizes, *functions, bound=1000):
    scope = " ".join(map(str, range(len(sizes))))
    lines = [f"name {len(sizes)} {max(sizes)} {len(functions)} {bound}", " ".join(map(str, sizes))]
    lines += [f"{len(sizes)} {scope} -1 {function}" for function in functions]
    path = tmp_path / "f.wcsp"
    path.write_text("\n".join(lines) + "\n")
    return dcop.read(path)


def repeats(values):
    return sum(count - 1 for count in Counter(values).values())


def squares(values):
    return sum((count - 1) ** 2 for count in Counter(values).values())


def equal_pairs(values):
    return sum(a == b for a, b in combinations(values, 2))


def outside(count, low, high):
    return max(0, low - count, count - high)


def among(values):
    return outside(sum(x in (0, 2) for x in values), 1, 2)


def forbidden_if(violation):
    return math.inf if violation > 0 else 0


@pytest.mark.tiny
@pytest.mark.parametrize(
    ("function", "cost"),
    [
        ("salldiff var 7", lambda x: 7 * repeats(x)),
        ("salldiff dec 7", lambda x: 7 * equal_pairs(x)),
        ("salldiff decbi 7", lambda x: 7 * equal_pairs(x)),
        ("salldiff var 1000", lambda x: forbidden_if(repeats(x))),
        ("salldiff var 600", lambda x: 600 * repeats(x) if repeats(x) < 2 else math.inf),
        ("walldifferent lin 7", lambda x: 7 * repeats(x)),
        ("walldifferent quad 7", lambda x: 7 * squares(x)),
        ("walldiff hard 1", lambda x: forbidden_if(repeats(x))),
        ("wamong lin 7 2 0 2 1 2", lambda x: 7 * among(x)),
        ("wamong quad 7 2 0 2 1 2", lambda x: 7 * among(x) ** 2),
        ("samong var 7 1 2 2 0 2", lambda x: 7 * among(x)),
        ("wsum lin 7 == 3", lambda x: 7 * abs(sum(x) - 3)),
        ("wsum lin 7 < 3", lambda x: 7 * max(0, sum(x) - 2)),
        ("wsum quad 7 <= 3", lambda x: 7 * max(0, sum(x) - 3) ** 2),
        ("wsum lin 7 > 3", lambda x: 7 * max(0, 4 - sum(x))),
        ("wsum hard 7 >= 3", lambda x: forbidden_if(3 - sum(x))),
    ],
)
@pytest.mark.parametrize("sizes", [(2, 3), (3, 2, 3), (3, 3, 2, 3)])
def test_functions_are_those_of_their_definitions(tmp_path, sizes, function, cost):
    network = read(tmp_path, sizes, function)
    for values in product(*map(range, sizes)):
        expected = cost(values)
        assert network.cost(values) == (math.inf if expected >= 1000 else expected), values


@pytest.mark.tiny
def test_a_knapsack_and_a_second_function_after_it(tmp_path):
    network = read(tmp_path, (2, 2, 2), "knapsack 5 2 3 4", "salldiff dec 1")
    for values in product(range(2), repeat=3):
        weight = 2 * values[0] + 3 * values[1] + 4 * values[2]
        assert network.cost(values) == (equal_pairs(values) if weight >= 5 else math.inf)


def test_hard_all_different_functions_become_pairs(tmp_path):
    network = read(tmp_path, (9,) * 9, "salldiff var 1000")
    assert len(network.functions()) == 36
    assert sorted(dcop.branch_and_bound(network).values.tolist()) == list(range(9))


@pytest.mark.tiny
@pytest.mark.parametrize(
    ("function", "message"),
    [
        ("salldiff most 7", r"f:3: metric of cost function 0 = 'most': expected one of"),
        ("salldiff var -7", r"f:3: cost of cost function 0 = '-7': expected an integer >= 0"),
        ("wsum lin 7 ~ 3", r"comparator of cost function 0 = '~': expected one of"),
        ("knapsack 3 1 1", r"cost function 0: domain sizes = \(3, 3\): expected at most 2"),
        ("wsum lin 7 < 99999999999999999999", r"limit of cost function 0 = '9+': expected an integer"),
        ("sgrammar var 7", r"cost function 0: global function = 'sgrammar': expected a table"),
        ("salldiff var", r"expected before the end of the file"),
    ],
)
def test_bad_parameters(tmp_path, function, message):
    with pytest.raises(InputError, match=message.replace("f:3", "wcsp:3")):
        read(tmp_path, (3, 3), function)


def test_large_domains_are_refused_or_quick(tmp_path):
    assert read(tmp_path, (1000000,), "walldiff lin 7").cost([5]) == 0
    assert read(tmp_path, (2000, 2000), "walldiff lin 7").cost([5, 5]) == 7
    with pytest.raises(InputError, match="entries of all tables together"):
        read(tmp_path, (500,) * 3, "walldiff lin 7")
