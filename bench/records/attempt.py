"""
A record attempt of many hours, in parts: ``python -m bench.records.attempt GRAPH K PARENTS --length 2``.

Each part is one memetic search with the seed (``--seed``, number of the part), which begins with the
two individuals that the part before left in the file PARENTS, and ends after ``--hours`` of CPU time, at
Ctrl-C, or when the file PARENTS.stop appears. The file holds the ticks of every part, so that with the
same commit the course can be repeated: ``--ticks`` ends a part after as many. Elites of a line do not go
over to the next part, so the course is not that of one long search.

Exit status: 0 found, 1 not found, 2 wrong input.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

#: CPU seconds between two writes of the parents.
SAVED_EVERY = 60


def parents_in(file: Path, attempt: dict[str, Any]) -> dict[str, Any]:
    """Return what the parts so far left in a file; raise ValueError if it is not of this attempt."""
    if not file.exists():
        if not file.parent.is_dir():
            raise ValueError(f"{file}: expected a file in a folder that exists")
        return {**attempt, "parts": []}
    try:
        held: dict[str, Any] = json.loads(file.read_text())
        found = {name: held[name] for name in attempt}
        _ = held["parts"], held["individuals"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{file}: expected parents of an attempt: {error!r}") from error
    for name, value in found.items():
        if value != attempt[name]:
            raise ValueError(f"{file}: {name} = {value!r}: expected {attempt[name]!r}")
    return held


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.records.attempt", description=__doc__)
    parser.add_argument("graph", type=Path)
    parser.add_argument("k", type=int)
    parser.add_argument("parents", type=Path, help="file to read, if it exists, and to write")
    parser.add_argument("--length", type=float, required=True, help="of tabu searches, in n k")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hours", type=float, default=10.0, help="CPU time of this part")
    parser.add_argument("--ticks", type=int, help="end after as many ticks")
    options = parser.parse_args()

    # The kernels are imported only here: asv imports every file of the folder.
    import solver
    from solver.graphs.formats.coloring import write_coloring
    from solver.graphs.verify import conflicts
    from solver.search.base import SLICE_TICKS
    from solver.search.memetic import Memetic, MemeticParams

    attempt = {
        "graph": options.graph.name.partition(".col")[0],
        "k": options.k,
        "length": options.length,
        "seed": options.seed,
    }
    try:
        before = parents_in(options.parents, attempt)
        parts: list[dict[str, float]] = before["parts"]
        graph = solver.read(options.graph)
        search = Memetic(
            graph,
            options.k,
            seed=(options.seed, len(parts)),
            params=MemeticParams(length=options.length, generations=10**9, quick_generations=0),
            initial=np.array(before["individuals"], np.int32) if parts else None,
        )
    except ValueError as error:
        parser.error(str(error))
    stop = options.parents.with_name(options.parents.name + ".stop")
    best = min((int(part["left"]) for part in parts), default=graph.m)
    began = saved = time.process_time()

    def save() -> None:
        hours = round((time.process_time() - began) / 3600, 3)
        part = {"hours": hours, "ticks": search.ticks, "left": conflicts(graph, search.colors())}
        couple = [colors.tolist() for colors in search.couple()]
        held = {**attempt, "parts": [*parts, part], "individuals": couple}
        written = options.parents.with_name(options.parents.name + ".new")
        written.write_text(json.dumps(held, separators=(",", ":")) + "\n")
        written.replace(options.parents)

    try:
        while search.cost > 0 and not stop.exists():
            if options.ticks is not None and search.ticks >= options.ticks:
                break
            now = time.process_time()
            if now - began > options.hours * 3600:
                break
            if now - saved > SAVED_EVERY and search.couple():
                save()
                saved = now
            left = SLICE_TICKS if options.ticks is None else options.ticks - search.ticks
            search.run(min(SLICE_TICKS, left))
            if search.cost < best:
                best = search.cost
                print(f"{now - began:.0f} s, {search.generations} generations: {best} left", flush=True)
    except KeyboardInterrupt:
        pass
    stop.unlink(missing_ok=True)
    if search.couple():
        save()
    if search.cost == 0:
        coloring = options.parents.with_suffix(".sol")
        write_coloring(coloring, search.colors())
        print(f"found {options.k} colors: {coloring}")
        return 0
    kept = f"parents in {options.parents}" if search.couple() else "no parents yet"
    print(f"ended with {search.cost} left after {time.process_time() - began:.0f} s; {kept}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
