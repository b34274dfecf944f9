"""Killed at any moment, a run goes on as if nothing had happened."""

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

import agents
from agents.world import TraceDb, verify
from tests.agents.world import killed
from tests.agents.world.counter import Counter

STEPS = 300

#: How often to kill; 200 takes some minutes.
KILLS = int(os.environ.get("KEMPE_KILLS", "4"))


def attempt(path, rng, longest):
    """Run the world, or go on with it, and kill it; True if it was done before."""
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.agents.world.killed", str(path), str(STEPS)],
        cwd=Path(agents.__file__).parent.parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with child:
        assert child.stdout.readline() == "ready\n", child.stderr.read()
        time.sleep(rng.uniform(0, longest))
        child.kill()
        said, complaint = child.communicate()
    assert not complaint
    return said == "done\n"


@pytest.mark.subprocess
def test_killed_at_random_moments_a_run_ends_with_the_same_hash(tmp_path):
    expected = killed.run(tmp_path / "whole.db", STEPS)
    rng = random.Random(KILLS)
    kills = runs = 0
    stopped_at = set()
    # On a busy machine a run may not get on in a quarter of a second: then later kills wait longer.
    while kills < KILLS or (len(stopped_at) < 2 and kills < 20 * KILLS):
        path = tmp_path / f"{runs}.db"
        runs += 1
        for _ in range(min(8, KILLS)):
            if attempt(path, rng, 0.25 * (1 + kills // KILLS)):
                break
            kills += 1
            with TraceDb(path, readonly=True) as trace:
                stopped_at.add(trace.steps("run") if trace.run_ids() else 0)
        assert killed.run(path, STEPS) == expected
        with TraceDb(path, readonly=True) as trace:
            found = verify(trace, "run", domains=[Counter()])
            assert (found.hash, found.steps, found.executed) == (expected, STEPS, True)
        path.unlink()
    assert len(stopped_at) > 1, "always killed at the same step: no test of anything"
    print(f"{kills} kills in {runs} runs, after {len(stopped_at)} different steps")
