"""
CPU time of a step of large teams: ``python -m bench.teams``.

Agents stand on a ring, each beside four others, and the trace is on disk. The time holds everything
that a step does; the first step, which reads views and loads kernels, is left out. The hash of the
trace tells whether two versions played the same game. With ``--steps 60`` the games of 1,000 agents are
solved, and the time of a step up to there is printed: the first dozen are the dearest. Three
runs on quiet machines took 0.59 to 0.76 (RB), 0.94 to 1.23 (LLM_U), 0.87 to 1.05 s (LLM_C) in the
mean of the 24 or 25 steps after the first one, and 0.50 to 0.70 s in the mean of 60.

Larger caches of tables do not pay: of 2,612 option tables that 100 agents of 20 nodes made in 20 steps
of LLM_U, 2,608 were new, and so were 2,106 of 2,116 counterfactual tables.

A turn of 20 nodes made 1,690 calls of functions in mode RB, 2,430 in LLM_U and 2,240 in LLM_C, the
first ten steps without the first one, and 1,870, 2,720 and 2,690 before requests and events of programs
were written without being read back, offers kept their text, and the requirements of a small cluster
shared one program of elimination, in which required nodes are free at a prohibitive cost: a new set of
them is prepared in 33 us instead of 86. On a quiet machine a step of 1,000 agents then took 1.10 (RB),
1.81 (LLM_U) and 1.67 s (LLM_C), the mean of steps 2 to 10 of one run each; 1.38, 1.94 and 2.15 before.

Since then the CPU time of 200 agents has fallen to 0.90 (RB), 0.86 (LLM_U) and 0.94 times (LLM_C) of
it, in steps 2 to 12: two processes, before and after, took steps in turn, three times, on a machine
with much other load, where single runs differ by a tenth. The traces are the same. What paid: typed
content decides whether a draft was sent before, so two in five drafts need no words (0.96 in LLM_U and
LLM_C); a random best answer comes from the program of the problem as it is, ranked by a random order,
not from a problem made in that order (0.92 in RB, 0.95 in the others); one answer serves both scopes
where no two foreign nodes touch, and options and standings are not frozen (0.98 together). By these
ratios a step of 1,000 agents would take 0.99, 1.55 and 1.57 s on the quiet machine, which was not
measured.

The time is spread thin, by a sample of the running program before these last changes. In RB what
remains is bargaining (30%, half of it solves), the end of a step (17%) and tables of rounds (10%),
whose clusters are new each time. In LLM_U it is the end of a step (23%), the tables of options (14%),
drafts (12%) and the guard of their sentences (11%). A turn of LLM_U makes 2.0 tables, of 145 us each,
and 1.7 messages, whose guard takes 110 to 150 us each, most of it for the sentence that lists what
works. Verdicts kept by their meaning would not help there: that sentence is about a table, and nearly
all tables are new. To make the text of a message only where somebody looks would save the guard and 4%
for the text; it was not done, since the text depends on the sender's whole position, not on the typed
content alone: a reader would have to repeat the turn to see it, the hash would not cover it, and a
wrong sentence would be found only then.

Little is left in single places. Kernels that take the fields of tuples as 15 arguments save 4 of 29 us
a table, 0.5% of a step. No garbage is collected within the steps of 1,000 agents, which cost 1.06 times
as much for each agent as those of 200. A descriptor without the lock of ``functools.cached_property``,
which Python 3.12 does without, saves 0.35 us at each of 7 to 19 first uses in a turn, less than 1%. To
look for exponents in JSON with numpy takes as long as with a table of bytes, with an expression twice
as long. For 200 agents of 20 nodes, one kernel call for the tables of all agents would save less than
1% of a step: the kernel takes 0.6%, Python around it 10%. Making a list of costs without a check of its
types takes longer than with it (3.5 and 2.6 us). Its plain values without pydantic take 2.4 us instead
of 7.0, which is 0.3% of a step. Rare checkpoints of the trace's log save 1.3%, but then closing the
trace does that work.
"""

from __future__ import annotations

import argparse
import cProfile
import itertools
import statistics
import tempfile
import time
from pathlib import Path

from agents.coloring.setup import TeamSettings, make_engine
from agents.world import TraceDb

#: Share of the possible edges inside a cluster, by its nodes: about four neighbors each.
DENSITY = {5: 0.5, 20: 0.15}


def play(
    mode: str, nodes: int, agents: int, steps: int, profile: cProfile.Profile | None = None
) -> tuple[list[float], list[int], str]:
    """Return the CPU seconds of each step, the conflicts left after it, and the hash of the trace."""
    topology = (
        f"random:clusters={agents},nodes={nodes},neighbors=4,links=2,"
        f"density={DENSITY[nodes]},fixed=0,person=0,seed=1"
    )
    settings = TeamSettings(mode=mode, topology=topology, max_steps=steps)
    with tempfile.TemporaryDirectory() as folder, TraceDb(Path(folder) / "team.db") as trace:
        trace.insert_run(settings.metadata())
        engine, domain = make_engine(settings, trace)
        stamps: list[float] = []
        left: list[int] = []

        def finished(_: object) -> None:
            if profile is not None and not stamps:
                profile.enable()
            stamps.append(time.process_time())
            left.append(domain.status.conflicts if domain.status is not None else 0)

        engine.run(steps, finished)
        if profile is not None:
            profile.disable()
        seconds = [later - earlier for earlier, later in itertools.pairwise(stamps)]
        return seconds, left[1:], trace.head(settings.run_id())


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.teams", description=__doc__)
    parser.add_argument("--modes", default="RB,LLM_U,LLM_C")
    parser.add_argument("--nodes", default="5,20", help="nodes of an agent: 5, 20")
    parser.add_argument("--agents", type=int, default=1000)
    parser.add_argument("--steps", type=int, default=12)
    parser.add_argument("--profile", type=Path, help="file for a profile of all steps but the first")
    options = parser.parse_args()
    profile = cProfile.Profile() if options.profile else None
    for nodes in map(int, options.nodes.split(",")):
        for mode in options.modes.split(","):
            seconds, left, head = play(mode, nodes, options.agents, options.steps, profile)
            solved = left.index(0) + 1 if 0 in left else 0
            to_there = statistics.mean(seconds[:solved] or seconds)
            whole = f"solved at step {solved + 1}, {to_there:.2f} to there  " if solved else ""
            print(
                f"{mode:<6} {options.agents} x {nodes:<3} mean {statistics.mean(seconds):6.2f}  "
                f"median {statistics.median(seconds):6.2f}  most {max(seconds):6.2f}  "
                f"conflicts {left[-1]:<5} {whole}{head[:16]}",
                flush=True,
            )
    if profile is not None:
        profile.dump_stats(options.profile)


if __name__ == "__main__":
    main()
