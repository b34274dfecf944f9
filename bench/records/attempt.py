"""
A record attempt of many hours, in parts: ``python -m bench.records.attempt GRAPH K PARENTS --length 2``.

Each part is one memetic search with the seed (``--seed``, number of the part), which begins with the
two individuals that the part before left in the file PARENTS, and ends after ``--hours`` of CPU time, at
Ctrl-C, or when the file PARENTS.stop appears. The file holds the ticks of every part, so that with the
same commit the course can be repeated: ``--ticks`` ends a part after as many. Elites of a line do not go
over to the next part, so the course is not that of one long search.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import numpy as np


def main() -> None:
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

    graph = solver.read(options.graph)
    before = json.loads(options.parents.read_text()) if options.parents.exists() else {"parts": []}
    parts: list[dict[str, float]] = before["parts"]
    params = MemeticParams(length=options.length, generations=10**9)
    initial = np.array(before["individuals"], np.int32) if parts else None
    seed = (options.seed, len(parts))
    search = Memetic(graph, options.k, seed=seed, params=params, initial=initial)
    stop = options.parents.with_name(options.parents.name + ".stop")
    best = min((int(part["left"]) for part in parts), default=graph.m)
    began = saved = time.process_time()

    def save() -> None:
        hours = round((time.process_time() - began) / 3600, 3)
        part = {"hours": hours, "ticks": search.ticks, "left": conflicts(graph, search.colors())}
        held = {"k": options.k, "length": options.length, "seed": options.seed, "parts": [*parts, part]}
        couple = [colors.tolist() for colors in search.couple()]
        text = json.dumps({**held, "individuals": couple}, separators=(",", ":"))
        written = options.parents.with_name(options.parents.name + ".new")
        written.write_text(text + "\n")
        written.replace(options.parents)

    try:
        while search.cost > 0 and not stop.exists():
            if options.ticks is not None and search.ticks >= options.ticks:
                break
            now = time.process_time()
            if now - began > options.hours * 3600:
                break
            if now - saved > 60 and search.couple():
                save()
                saved = now
            left = SLICE_TICKS if options.ticks is None else options.ticks - search.ticks
            search.run(min(SLICE_TICKS, left))
            if search.cost < best:
                best = search.cost
                print(f"{now - began:.0f} s, {search.generations} generations: {best} left", flush=True)
    except KeyboardInterrupt:
        pass
    if search.couple():
        save()
    if search.cost == 0:
        write_coloring(options.parents.with_suffix(".sol"), search.colors())
        print(f"found {options.k} colors in {options.parents.with_suffix('.sol')}")


if __name__ == "__main__":
    main()
