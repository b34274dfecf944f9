"""
Guards compared with Python's ``eval`` and Google's cel-cpp: ``python -m bench.guards``.

All three compile each guard once and evaluate it in turns on the same values; the figures are medians of
CPU time over the rounds, and the ratios medians of the ratios within a round. ``eval`` is a lower limit
for comparison; it is unsafe for untrusted text.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from cel_expr_python import cel

from agents.guard import DYN, INT, STRING, Declarations, Enum, compile_guard, overlap

DECLARED = Declarations(
    {"answers": {"intention": Enum("buy", "rent"), "age": INT, "email": STRING}, "ctx": DYN}
)
VALUES = {"answers": {"intention": "buy", "email": "a@b.c", "age": 30}, "ctx": {"n": 5}}
GUARDS = {
    "answers.intention == 'buy' && has(answers.email)": (
        "answers['intention'] == 'buy' and 'email' in answers"
    ),
    "answers.age >= 18": "answers['age'] >= 18",
    "ctx.n + 1 < answers.age * 2 || answers.intention in ['rent', 'buy']": (
        "ctx['n'] + 1 < answers['age'] * 2 or answers['intention'] in ('rent', 'buy')"
    ),
}


def microseconds(work: Callable[[], Any], calls: int) -> float:
    started = time.process_time_ns()
    for _ in range(calls):
        work()
    return (time.process_time_ns() - started) / calls / 1000


def report(works: dict[str, Callable[[], Any]], rounds: int, calls: int) -> None:
    """Time the tools alternately and print ratios to the first."""
    spent: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            spent[name].append(microseconds(work, calls))
    base = next(iter(spent.values()))
    for name, times in spent.items():
        ratio = statistics.median(x / y for x, y in zip(times, base, strict=True))
        print(f"  {name:16} {statistics.median(times):8.2f} µs   {ratio:6.2f} of ours")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--calls", type=int, default=2000)
    options = parser.parse_args()
    environment = cel.NewEnv(variables={"answers": cel.Type.DYN, "ctx": cel.Type.DYN})
    for source, python in GUARDS.items():
        guard, theirs = compile_guard(source, DECLARED), environment.compile(source)
        code, names = compile(python, "guard", "eval"), {"__builtins__": {}}
        assert guard(VALUES) is eval(code, names, VALUES) is theirs.eval(data=VALUES).value()
        print(source)
        evaluating = {
            "guard(values)": partial(guard, VALUES),
            "guard.evaluate": partial(guard.evaluate, VALUES),
            "eval": partial(eval, code, names, VALUES),
            "cel-cpp": partial(theirs.eval, data=VALUES),
        }
        compiling = {
            "compile_guard": partial(compile_guard, source, DECLARED),
            "cel-cpp compile": partial(environment.compile, source),
        }
        report(evaluating, options.rounds, options.calls)
        report(compiling, options.rounds, max(1, options.calls // 20))
    one, other = (compile_guard(source, DECLARED) for source in list(GUARDS)[::2])
    spent = [microseconds(partial(overlap, one, other), 100) for _ in range(options.rounds)]
    print(f"overlap of the first and the last: {statistics.median(spent):.0f} µs")


if __name__ == "__main__":
    main()
