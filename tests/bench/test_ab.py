"""The paired gate: its statistics, its verdicts, and one real run on two small revisions."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from bench.ab import Comparison, check_out, commit_of, main, report
from bench.intervals import bootstrap
from bench.jsonworker import JsonWorker, WorkerError

ROOT = Path(__file__).resolve().parents[2]


def noisy(median, noise, processes=5, each=8, seed=0, process_noise=0.0):
    """Ratios around a median, with a share of the noise common to all ratios of a process."""
    random = np.random.default_rng(seed)
    common = random.normal(0, process_noise, (processes, 1))
    return median * np.exp(random.normal(0, noise, (processes, each)) + common)


def test_the_interval_holds_the_true_ratio_about_as_often_as_it_says():
    inside = 0
    for seed in range(200):
        interval = bootstrap(noisy(1.1, 0.08, seed=seed), seed)
        assert interval.low <= interval.median <= interval.high
        inside += interval.low <= 1.1 <= interval.high
    assert inside >= 180


def test_noise_that_a_process_keeps_all_its_life_widens_the_interval():
    steady = bootstrap(noisy(1.0, 0.02))
    moody = bootstrap(noisy(1.0, 0.02, process_noise=0.1))
    assert moody.high - moody.low > 2 * (steady.high - steady.low)


def test_equal_revisions_pass_and_slow_ones_do_not():
    equal = [Comparison("x", noisy(1.0, 0.05, seed=seed).tolist()).slower for seed in range(100)]
    slow = [Comparison("x", noisy(1.15, 0.05, seed=seed).tolist()).slower for seed in range(100)]
    assert sum(equal) <= 2
    assert sum(slow) >= 98


def test_one_wild_ratio_moves_nothing():
    calm = noisy(1.0, 0.01)
    wild = calm.copy()
    wild[0, 0] = 50.0
    assert bootstrap(wild).high < 1.03


@pytest.mark.parametrize("ratios", [[], [[]], [1.0, 2.0], [[1.0, -1.0]]])
def test_the_bootstrap_refuses_what_are_no_ratios(ratios):
    with pytest.raises(ValueError, match="ratios: shape"):
        bootstrap(ratios)


def test_the_report_names_counters_that_changed():
    comparison = Comparison("work", noisy(1.0, 0.01).tolist(), [0.001], [0.001])
    comparison.counters = ({"ticks": 10, "conflicts": 3}, {"ticks": 10, "conflicts": 2})
    assert comparison.changed
    assert "changed: conflicts 3 -> 2" in report(comparison)
    assert "slower" not in report(comparison)


# --------------------------------------------------------------------------------- the child process


def child(code):
    return JsonWorker([sys.executable, "-c", "from bench.jsonworker import serve\n" + code], cwd=ROOT)


def test_a_worker_answers_and_its_prints_do_not_disturb():
    with child("def f(a, b=1):\n    print('hello')\n    return a * b\nserve(f)") as worker:
        assert worker.ask(a=6, b=7) == 42
        worker.send(a=1)
        assert worker.receive() == 1


def test_a_worker_reports_an_exception_and_lives_on():
    with child("def f(a):\n    return 1 // a\nserve(f)") as worker:
        with pytest.raises(WorkerError, match="ZeroDivisionError"):
            worker.ask(a=0)
        assert worker.ask(a=1) == 1


def test_a_worker_that_dies_leaves_its_last_words():
    with (
        child("raise SystemExit('no room')") as worker,
        pytest.raises(WorkerError, match=r"status 1: no room"),
    ):
        worker.ask(a=0)


# -------------------------------------------------------------------------------------------- in all


def git(*arguments):
    return subprocess.run(
        ["git", "-C", str(ROOT), *arguments], capture_output=True, text=True, check=False
    )


in_a_clone = pytest.mark.skipif(
    git("rev-parse", "HEAD").returncode != 0, reason="not a git checkout: no revisions to compare"
)


@in_a_clone
def test_a_revision_is_laid_out_beside_the_benchmarks_of_the_tree(tmp_path):
    tree = check_out(commit_of("HEAD"), tmp_path / "head")
    assert (tree / "solver" / "_jit.py").is_file()
    assert (tree / "bench" / "ab.py").read_text() == (ROOT / "bench" / "ab.py").read_text()
    tree = check_out(None, tmp_path / "working")
    assert (tree / "solver" / "_jit.py").read_text() == (ROOT / "solver" / "_jit.py").read_text()


def test_an_unknown_revision_cannot_be_compared(capsys):
    assert main(["no-such-revision"]) == 2
    assert "no-such-revision: git knows no such revision" in capsys.readouterr().err


def test_a_workload_that_does_not_exist_is_refused(capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["HEAD", "--only", "nothing*"])
    assert stopped.value.code == 2
    assert "tabucol_random500.5" in capsys.readouterr().err
