"""
Summaries of a study by condition, and comparisons of conditions, with 95% intervals.

A share of solved games has Wilson's interval, and the difference of two shares on the same games that of
Newcombe (1998, Statistics in Medicine 17: 2635-2650, method 10), which is made of Wilson's intervals and
the correlation. A mean, and the mean difference on the same games, has the percentile interval of 2,000
bootstrap samples of the games; it has no width if all values are equal.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import sqrt
from pathlib import Path
from typing import Any

from .games import model_of

CONDITION = ("mode", "conformance", "algorithm", "human", "size")
#: Measures of which the summary holds the mean.
MEANS = (
    "steps",
    "first_solved",
    "messages",
    "final_conflicts",
    "final_penalty",
    "oscillations",
    "deals",
)
#: Measures of which the comparison holds the mean difference.
COMPARED = ("final_conflicts", "messages")

Row = Mapping[str, Any]


def summary(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """
    Summarize a table by condition.

    Returns
    -------
    list of dict
        The model, number of games, share solved with its interval, and means with theirs, ordered by
        condition.
    """
    lines = []
    for condition, members in sorted(_groups(rows).items()):
        solved = sum(int(row["solved"]) for row in members)
        low, high = wilson(solved, len(members))
        line: dict[str, Any] = dict(zip(CONDITION, condition, strict=True))
        line |= {
            "model": model_of(line["mode"]),
            "games": len(members),
            "solved": solved / len(members),
            "solved_low": low,
            "solved_high": high,
        }
        for name in MEANS:
            values = [float(row[name]) for row in members if row.get(name) not in (None, "")]
            mean, low_mean, high_mean = _mean(values)
            line |= {name: mean, f"{name}_low": low_mean, f"{name}_high": high_mean}
        lines.append(line)
    return lines


def comparison(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """
    Compare each two conditions on the games that both have played: equal topology and seed.

    Returns
    -------
    list of dict
        ``first``, ``second`` and ``size``; the number of shared games, and the numbers of those solved
        by both, by one and by none; the difference of the shares solved, first minus second, and the
        mean differences of other measures, with intervals.
    """
    by_size: dict[str, dict[str, dict[tuple[str, str], Row]]] = {}
    for (*condition, size), members in sorted(_groups(rows).items()):
        games = {(str(row["topology"]), str(row["seed"])): row for row in members}
        by_size.setdefault(size, {})[" ".join(dict.fromkeys(condition))] = games
    lines = []
    for size, conditions in by_size.items():
        for (first, one), (second, other) in combinations(conditions.items(), 2):
            shared = sorted(one.keys() & other.keys())
            if not shared:
                continue
            pairs = [(one[game], other[game]) for game in shared]
            solved = [(int(a["solved"]), int(b["solved"])) for a, b in pairs]
            counts = [solved.count(pair) for pair in ((1, 1), (1, 0), (0, 1), (0, 0))]
            difference, low, high = paired_difference(*counts)
            line: dict[str, Any] = {"first": first, "second": second, "size": size}
            line |= {"games": len(shared)}
            line |= dict(zip(("both", "only_first", "only_second", "neither"), counts, strict=True))
            line |= {"solved": difference, "solved_low": low, "solved_high": high}
            for name in COMPARED:
                values = [
                    float(a[name]) - float(b[name])
                    for a, b in pairs
                    if a.get(name) not in (None, "") and b.get(name) not in (None, "")
                ]
                mean, low_mean, high_mean = _mean(values)
                line |= {name: mean, f"{name}_low": low_mean, f"{name}_high": high_mean}
            lines.append(line)
    return lines


def _groups(rows: Iterable[Row]) -> dict[tuple[str, ...], list[Row]]:
    """Return the rows of each condition, and of each with all sizes together."""
    groups: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        whole = tuple("all" if name == "size" else str(row[name]) for name in CONDITION)
        groups.setdefault(whole, []).append(row)
        groups.setdefault(tuple(str(row[name]) for name in CONDITION), []).append(row)
    return groups


def wilson(successes: int, number: int) -> tuple[float, float]:
    """Return Wilson's interval of a share."""
    from scipy.stats import binomtest

    interval = binomtest(successes, number).proportion_ci(method="wilson")
    return float(interval.low), float(interval.high)


def paired_difference(
    both: int, only_first: int, only_second: int, neither: int
) -> tuple[float, float, float]:
    """Return the difference of two shares on the same games, and Newcombe's interval."""
    number = both + only_first + only_second + neither
    of_first, of_second = both + only_first, both + only_second
    first, second = of_first / number, of_second / number
    (low_1, high_1), (low_2, high_2) = wilson(of_first, number), wilson(of_second, number)
    margins = of_first * (number - of_first) * of_second * (number - of_second)
    joint: float = both * neither - only_first * only_second
    if joint > 0:  # a correction for continuity
        joint = max(joint - number / 2, 0.0)
    correlation = joint / sqrt(margins) if margins else 0.0

    def reach(a: float, b: float) -> float:
        return sqrt(max(a * a - 2 * correlation * a * b + b * b, 0.0))

    difference = first - second
    return (
        difference,
        difference - reach(first - low_1, high_2 - second),
        difference + reach(high_1 - first, second - low_2),
    )


def _mean(values: Sequence[float]) -> tuple[float | None, float | None, float | None]:
    import numpy as np
    from scipy.stats import bootstrap

    if not values:
        return None, None, None
    mean = float(np.mean(values))
    if len(set(values)) == 1:
        return mean, mean, mean
    interval = bootstrap((values,), np.mean, random_state=0, n_resamples=2000, method="percentile")
    return mean, float(interval.confidence_interval.low), float(interval.confidence_interval.high)


def write_lines(path: Path, lines: Sequence[Row]) -> None:
    """Write a summary or a comparison."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(lines[0]) if lines else ["games"])
        writer.writeheader()
        for line in lines:
            writer.writerow({k: f"{v:.6g}" if isinstance(v, float) else v for k, v in line.items()})
