"""
Studies: modes x topologies x algorithms x people x seeds, on all cores, to a tidy table.

One row is one game. Rows are written as games end, and an interrupted study continues with the missing
ones. A summary for each condition has 95% confidence intervals (Wilson's for shares, the bootstrap for
means). The solver's distributed algorithms can be run on the same problems.
"""

from __future__ import annotations

import argparse
import csv
import functools
import os
import random
import sys
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import product
from pathlib import Path
from typing import Any

from ...errors import InputError, expected
from ..conformance import ALGORITHMS, CONFORMANCE
from ..modes import MODES
from ..setup import TeamSettings

#: Algorithms of the solver that color the same problems without agents.
BASELINES = ("DSA", "DSA-C", "MGM", "MGM-2", "MaxSum")
CYCLES = 200
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


# ---------------------------------------------------------------------------------------- conditions


def random_topologies(number: int, seed: int = 0, person: bool = True) -> list[str]:
    """Draw games of 3 to 5 clusters with 5 to 10 nodes, 3 or 4 colors, 0 or 1 fixed nodes a cluster."""
    rng = random.Random(f"problems {seed}")
    words = []
    for i in range(number):
        clusters, nodes, colors = rng.randint(3, 5), rng.randint(5, 10), rng.choice((3, 4))
        links = rng.randint(1, 3)
        words.append(
            f"random:clusters={clusters},nodes={nodes},colors={colors},links={links},"
            f"density={rng.choice((0.3, 0.5, 0.7))},fixed={rng.randint(0, 1)},"
            f"person={int(person)},seed={seed * 1_000_003 + i}"
        )
    return words


def games(options: argparse.Namespace) -> list[TeamSettings]:
    """Return the settings of all games of a study, not yet completed."""
    topologies = [*options.topology, *random_topologies(options.problems, options.problem_seed)]
    if not topologies:
        topologies = ["study"]
    return [
        TeamSettings(
            mode=mode,
            topology=topology,
            algorithm=algorithm,
            conformance=conformance,
            human=human,
            seed=seed,
            max_steps=options.max_steps,
        )
        for mode, topology, algorithm, conformance, human, seed in product(
            *(options.mode, topologies, options.algorithm, options.conformance, options.human),
            options.seed,
        )
    ]


def size_of(topology: str) -> str:
    """Return the condition of a topology: for random games, clusters and nodes."""
    family, _, rest = topology.partition(":")
    if family != "random":
        return topology
    values = dict(part.split("=") for part in rest.split(",") if part)
    return f"{values.get('clusters', 3)}x{values.get('nodes', 5)}"


# --------------------------------------------------------------------------------------------- games


def play_one(settings: TeamSettings) -> dict[str, Any]:
    """Play one game and measure it; return a row of the table."""
    from ...world import TraceDb
    from ..runner import play
    from .metrics import metrics

    settings = settings.complete()
    with TraceDb(":memory:") as trace:
        outcome = play(settings, trace)
        measured = metrics(trace, settings.run_id())
    return {
        **_key(settings),
        "size": size_of(settings.topology),
        "solved": int(outcome.solved),
        "stop_reason": outcome.stop_reason,
        "score": outcome.score,
        "hash": outcome.hash,
        **measured,
    }


def baseline(name: str, topology: str, seed: int) -> dict[str, Any]:
    """Color the same problem with one of the solver's distributed algorithms."""
    from typing import cast

    import solver

    team = TeamSettings(topology=topology, seed=seed).team()
    run: Any = {
        "DSA": solver.dcop.dsa,
        "DSA-C": functools.partial(solver.dcop.dsa, variant="C"),
        "MGM": solver.dcop.mgm,
        "MGM-2": solver.dcop.mgm2,
        "MaxSum": solver.dcop.maxsum,
    }[name]
    result = run(team.problem, cycles=CYCLES, seed=seed)
    colors = team.problem.encode(cast("Any", result.assignment))
    conflicts = int(solver.conflict_counts(team.problem, colors[None])[0])
    return {
        **_baseline_key(name, topology, seed),
        "size": size_of(topology),
        "solved": int(conflicts == 0),
        "final_conflicts": conflicts,
        "final_penalty": result.penalty,
        "messages": result.messages,
        "steps": CYCLES,
    }


def _key(settings: TeamSettings) -> dict[str, Any]:
    return {
        "mode": settings.mode,
        "topology": settings.topology,
        "algorithm": settings.algorithm,
        "conformance": settings.conformance,
        "human": settings.human,
        "seed": settings.seed,
        "max_steps": settings.max_steps,
    }


# --------------------------------------------------------------------------------------------- table


def read_rows(path: Path) -> list[dict[str, str]]:
    """Read the rows that a study already has."""
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    if rows and not {"mode", "topology", "seed", "solved"} <= set(rows[0]):
        raise InputError(
            "not a table of a study: expected columns mode, topology, seed, solved", path=path
        )
    # The last row of a study that was killed may be half a row.
    return [row for row in rows if row.get("solved") not in (None, "") and None not in row.values()]


def columns() -> list[str]:
    """Return the columns of the table."""
    from .metrics import NAMES

    key = list(_key(TeamSettings()))
    return [*key, "size", "solved", "stop_reason", "score", *NAMES, "hash"]


def write_rows(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    """Replace the whole table."""
    aside = path.with_name(path.name + ".new")
    with aside.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, columns(), restval="", extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rows)
    os.replace(aside, path)


def summary(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """
    Summarize a table by condition.

    Returns
    -------
    list of dict
        Number of games, share solved with its interval, and means with theirs, ordered by condition.
    """
    from scipy.stats import binomtest

    groups: dict[tuple[str, ...], list[Mapping[str, Any]]] = {}
    for row in rows:
        whole = tuple("all" if name == "size" else str(row[name]) for name in CONDITION)
        groups.setdefault(whole, []).append(row)
        groups.setdefault(tuple(str(row[name]) for name in CONDITION), []).append(row)
    lines = []
    for condition, members in sorted(groups.items()):
        solved = sum(int(row["solved"]) for row in members)
        interval = binomtest(solved, len(members)).proportion_ci(method="wilson")
        line: dict[str, Any] = dict(zip(CONDITION, condition, strict=True))
        line |= {
            "games": len(members),
            "solved": solved / len(members),
            "solved_low": interval.low,
            "solved_high": interval.high,
        }
        for name in MEANS:
            values = [float(row[name]) for row in members if row.get(name) not in (None, "")]
            mean, low, high = _mean(values)
            line |= {name: mean, f"{name}_low": low, f"{name}_high": high}
        lines.append(line)
    return lines


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


def write_summary(path: Path, lines: Sequence[Mapping[str, Any]]) -> None:
    """Write a summary."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(lines[0]) if lines else ["games"])
        writer.writeheader()
        for line in lines:
            writer.writerow({k: f"{v:.6g}" if isinstance(v, float) else v for k, v in line.items()})


def plot(path: Path, lines: Sequence[Mapping[str, Any]]) -> None:
    """Draw the share of games solved by condition, with intervals."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise InputError("--plot: expected matplotlib: pip install 'kempe[plot]'") from None
    shown = [line for line in lines if line["size"] == "all"]
    names = [" ".join(str(line[name]) for name in CONDITION[:-1]) for line in shown]
    figure = Figure(figsize=(9, 1 + 0.4 * len(shown)), layout="constrained")
    axes = figure.add_subplot()
    for y, line in enumerate(shown):
        low, high = line["solved_low"], line["solved_high"]
        axes.plot([low, high], [y, y], color="tab:blue", linewidth=2)
        axes.plot([line["solved"]], [y], "o", color="tab:blue")
    axes.set_yticks(range(len(shown)), names)
    axes.set_ylim(len(shown) - 0.5, -0.5)
    axes.set_xlim(-0.02, 1.02)
    axes.set_xlabel("share of games solved, with 95% interval")
    figure.savefig(path)


# ------------------------------------------------------------------------------------------- command


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="kempe team study", description="Play many games, and measure them."
    )
    parser.add_argument(
        "--output", required=True, metavar="F.csv", help="the table; goes on if it exists"
    )
    parser.add_argument("--mode", nargs="+", choices=MODES, default=["RB"])
    parser.add_argument("--topology", nargs="+", default=[], metavar="T")
    parser.add_argument("--problems", type=int, default=0, metavar="N", help="random games to add")
    parser.add_argument("--problem-seed", type=int, default=0, metavar="N")
    parser.add_argument("--algorithm", nargs="+", choices=ALGORITHMS, default=["greedy"])
    parser.add_argument("--conformance", nargs="+", choices=tuple(CONFORMANCE), default=["product"])
    parser.add_argument("--human", nargs="+", default=["emulator"], metavar="H")
    parser.add_argument("--seed", nargs="+", type=int, default=[0], metavar="N")
    parser.add_argument("--max-steps", type=int, default=50, metavar="N")
    parser.add_argument("--baselines", action="store_true", help="run DSA(-C), MGM(-2) and Max-Sum too")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), metavar="N")
    parser.add_argument("--plot", metavar="F.png", help="file for a plot of the shares solved")
    return parser


def main(argv: Sequence[str]) -> int:
    """Run ``kempe team study`` and return its exit status."""
    options = _parser().parse_args(list(argv))
    path = Path(options.output)
    if options.workers is not None and options.workers < 1:
        raise expected("--workers", options.workers, "an integer >= 1")
    for name, file in (("--output", path), ("--plot", Path(options.plot or path))):
        if not file.absolute().parent.is_dir():
            raise expected(name, str(file), "a file in an existing folder")
    rows: list[Mapping[str, Any]] = list(read_rows(path))
    known = {_identity(row) for row in rows}
    wanted = games(options)
    if any(one.human == "terminal" for one in wanted):
        raise expected("--human", "terminal", "none, emulator or script:FILE")
    todo: list[tuple[Any, tuple[Any, ...]]] = [
        (play_one, (one,)) for one in wanted if _identity(_key(one)) not in known
    ]
    if options.baselines:
        for one in {(one.topology, one.seed): one for one in wanted}.values():
            for name in BASELINES:
                if _identity(_baseline_key(name, one.topology, one.seed)) not in known:
                    todo.append((baseline, (name, one.topology, one.seed)))
    status = _run(todo, rows, path, options.workers)
    lines = summary(rows)
    write_summary(path.with_suffix(".summary.csv"), lines)
    _print(lines)
    if options.plot:
        plot(Path(options.plot), lines)
    return status


def _baseline_key(name: str, topology: str, seed: int) -> dict[str, Any]:
    key = _key(TeamSettings(topology=topology, seed=seed))
    return {**key, "mode": name, "conformance": "solver", "algorithm": name}


def _identity(row: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(str(row[name]) for name in _key(TeamSettings()))


def _run(
    todo: Sequence[tuple[Any, tuple[Any, ...]]], rows: list[Mapping[str, Any]], path: Path, workers: int
) -> int:
    """Play the missing games; the table on disk is complete after each game."""
    if not todo:
        return 0
    pool = ProcessPoolExecutor(max_workers=max(1, workers))
    try:
        futures = [pool.submit(function, *arguments) for function, arguments in todo]
        for number, future in enumerate(as_completed(futures), 1):
            rows.append(future.result())
            write_rows(path, rows)
            print(f"\r{number}/{len(futures)} games", end="", file=sys.stderr)
        print(file=sys.stderr)
    except KeyboardInterrupt:
        pool.shutdown(wait=False, cancel_futures=True)
        print(f"\ninterrupted; the same command continues from {path}", file=sys.stderr)
        return 1
    pool.shutdown()
    return 0


def _print(lines: Sequence[Mapping[str, Any]]) -> None:
    print(f"{'condition':<52} {'games':>5} {'solved':>7}   95% interval  {'steps':>6} {'messages':>8}")
    for line in lines:
        name = " ".join(str(line[part]) for part in CONDITION)
        means = ["" if line[name] is None else f"{line[name]:.1f}" for name in ("steps", "messages")]
        print(
            f"{name:<52} {line['games']:>5} {line['solved']:>7.1%}   "
            f"{line['solved_low']:.1%}-{line['solved_high']:.1%}  "
            f"{means[0]:>6} {means[1]:>8}"
        )
