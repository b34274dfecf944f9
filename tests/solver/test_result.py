from __future__ import annotations

import json

import numpy as np
import pytest

import solver
from solver import InputError, Result, generators


@pytest.mark.tiny
def test_it_prints_as_one_line_however_many_colors_it_has():
    colors = np.zeros(100_000, np.int32)
    result = Result(colors, 3, 2, 1, False, {"kind": "search"}, "tabucol", 1.25)
    text = "Result(n=100000, k=3, conflicts=2, lower_bound=1, method='tabucol', seconds=1.25, "
    assert repr(result) == text + "stop_reason='done')"


GRAPH = generators.queen(4)
OTHERS = {
    "bandwidth": lambda: solver.bandwidth_color(GRAPH, 1, max_sat_conflicts=100),
    "spill": lambda: solver.spill(GRAPH, None, 3, time_limit=0.1),
    "weighted": lambda: solver.weighted_color(GRAPH, range(1, 17), max_ticks=1000),
    "clique": lambda: solver.maximum_clique(GRAPH, max_ticks=1000),
    "bound": lambda: solver.lower_bound(GRAPH, max_ticks=1000),
    "equitable": lambda: solver.equitable_color(GRAPH, 8, max_ticks=100_000),
}


@pytest.mark.parametrize("kind", OTHERS)
def test_every_result_has_plain_values_and_prints_as_one_line_without_arrays(kind):
    result = OTHERS[kind]()
    values = result.to_dict()
    assert json.loads(json.dumps(values)) == values
    assert set(values) >= {name for name in vars(result) if not name.startswith("_")}
    text = repr(result)
    assert text.startswith(type(result).__name__ + "(")
    assert "\n" not in text
    assert "array" not in text
    if hasattr(result, "colors"):
        assert values["colors"] == result.colors.tolist()
        assert "n=16, " in text


def test_a_result_is_made_again_from_its_plain_values():
    result = solver.color(GRAPH, max_ticks=1000)
    values = json.loads(json.dumps(result.to_dict()))
    again = Result.from_dict({**values, "names": None})
    assert again.to_dict() == values
    assert again.colors.dtype == np.int32
    assert again.history == result.history
    with pytest.raises(InputError, match="a result without k: expected the values of to_dict"):
        Result.from_dict({name: value for name, value in values.items() if name != "k"})
    for name, wrong in [("colors", None), ("colors", [0.5]), ("colors", [[0]]), ("history", None)]:
        with pytest.raises(InputError, match=f"{name} = .*expected a list of"):
            Result.from_dict({**values, name: wrong})
