from __future__ import annotations

import numpy as np
import pytest

from solver import Result

pytestmark = pytest.mark.tiny


def test_it_prints_as_one_line_however_many_colors_it_has():
    colors = np.zeros(100_000, np.int32)
    result = Result(colors, 3, 2, 1, False, {"kind": "search"}, "tabucol", 1.25)
    text = "Result(n=100000, k=3, conflicts=2, lower_bound=1, method='tabucol', seconds=1.25, "
    assert repr(result) == text + "stop_reason='done')"
