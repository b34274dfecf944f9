"""The peer comparison: reading HEAD, taking turns, ratios, sections."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.peers import proofs, quality
from bench.peers.__main__ import main, sections
from bench.peers.harness import Contender, Sample, print_comparison, ratios, take_turns
from bench.peers.head import parse_head, run_head
from solver import generators

FOUND = """Start at :  Sat Nov 21 23:02:39 2026
k-4 1: fitness=0 0 (0 999999)\t\tprox=44 best=0(it1)
nb conflicted edges: 0
best coloring: 0 1 2 3 1 0\x20
\tFinished :  Sat Nov 21 23:02:39 2026
  (cpu time: 0.003300min, humain time : 0.003307min)

#Success / #Runs : 1 / 1
Mean CPU time   : 0.00 min
Mean humain time: 0.00 min
Mean iterations : 0.123 (x10.6)
Mean crossover  : 1\x20
End
"""
MISSED = """Start at :  Sat Nov 21 23:02:39 2026
nb conflicted edges: 8
best coloring: 0 1 2 0 1 0\x20
\tFinished :  Sat Nov 21 23:02:39 2026
  (cpu time: 1.500000min, humain time : 1.600000min)

#Success / #Runs : 0 / 1
End
"""


def test_the_output_of_head_is_read():
    run = parse_head(FOUND)
    assert (run.conflicts, run.colors, run.iterations) == (0, (0, 1, 2, 3, 1, 0), 123_000)
    assert run.cpu_seconds == pytest.approx(0.198)


def test_a_run_of_head_that_failed_has_no_count_of_moves():
    run = parse_head(MISSED)
    assert (run.conflicts, run.iterations, run.cpu_seconds) == (8, None, 90.0)


@pytest.mark.parametrize("text", ["", "Usage:  head [options] <dimacs-file> <number-color>", FOUND[:90]])
def test_what_is_not_the_output_of_head_is_refused(text):
    with pytest.raises(ValueError, match="not the output of HEAD"):
        parse_head(text)


@pytest.fixture
def fake_head(tmp_path):
    """An executable that prints what HEAD would, after showing what it was given."""
    script = tmp_path / "head"
    script.write_text(f"#!/bin/sh\necho \"$@\" > given\ncat <<'END'\n{FOUND}END\n")
    script.chmod(0o755)
    return script


def test_head_gets_a_short_path_and_its_options(fake_head, tmp_path):
    folder = tmp_path / ("long" * 30)
    folder.mkdir()
    (folder / "g.col").write_text("p edge 1 0\n")
    run = run_head(fake_head, folder / "g.col", 4, ["-t", "-i", "100"], timeout=10)
    assert run.conflicts == 0
    assert (folder / "given").read_text() == "-t -i 100 g.col 4\n"


def test_head_that_takes_too_long_is_ended(tmp_path):
    script = tmp_path / "head"
    script.write_text("#!/bin/sh\nexec sleep 60\n")
    script.chmod(0o755)
    (tmp_path / "g.col").write_text("p edge 1 0\n")
    assert run_head(script, tmp_path / "g.col", 4, [], timeout=0.2) is None


# -------------------------------------------------------------------------------------- taking turns


def contender(name, values, log):
    supply = iter(values)

    def call():
        log.append(name)
        return Sample(next(supply))

    return Contender(name, call)


def test_contenders_take_turns_and_the_first_call_is_thrown_away():
    log = []
    a, b = (contender(name, [100, 1, 2, 3], log) for name in "ab")
    take_turns([a, b], rounds=3, budget=60)
    assert "".join(log) == "abababab"
    assert [sample.value for sample in a.samples] == [1, 2, 3]


def test_a_peer_over_its_budget_keeps_its_only_call(monkeypatch):
    log = []
    kempe, slow, fast = (contender(name, [8, 2, 2, 2], log) for name in ("kempe", "slow", "fast"))
    clock = iter([0, 100, 100, 101, *range(101, 200)])  # slow takes 100 s, the others 1
    monkeypatch.setattr("time.perf_counter", lambda: next(clock))
    take_turns([kempe, slow, fast], rounds=2, budget=10)
    assert log == ["kempe", "slow", "fast", "kempe", "fast", "kempe", "fast"]
    assert [sample.value for sample in slow.samples] == [8]
    assert ratios(kempe, slow) == 4


def test_kempe_is_called_twice_though_no_peer_is():
    log = []
    kempe, slow = (contender(name, [8, 2, 2, 2], log) for name in ("kempe", "slow"))
    take_turns([kempe, slow], rounds=3, budget=0)
    assert log == ["kempe", "slow", "kempe"]
    assert [sample.value for sample in kempe.samples] == [2]


def test_ratios_are_taken_turn_by_turn():
    kempe = Contender("kempe", None, [Sample(1), Sample(10), Sample(100)])
    peer = Contender("peer", None, [Sample(3), Sample(20), Sample(200)])
    assert ratios(kempe, peer) == 2


@pytest.mark.parametrize(("unit", "expected"), [("s", "4.00 x"), ("moves/s", "0.25 x")])
def test_above_one_means_that_kempe_is_faster(capsys, unit, expected):
    print_comparison("t", [Contender("k", None, [Sample(2)]), Contender("p", None, [Sample(8)])], unit)
    assert expected in capsys.readouterr().out


# ------------------------------------------------------------------------------------------ sections


def test_each_section_has_a_title_and_can_be_run():
    found = sections()
    assert {"large", "sequential", "tabu", "quality", "penalties", "proofs"} <= set(found)
    assert all(callable(module.run) for module in found.values())


def test_an_unknown_section_is_named(capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["alchemy"])
    assert stopped.value.code == 2
    assert "alchemy: expected some of" in capsys.readouterr().err


def test_a_head_that_is_not_there_is_named(capsys):
    with pytest.raises(SystemExit):
        main(["tabu", "--head", "nowhere"])
    assert "--head nowhere: no such file" in capsys.readouterr().err


def test_improvements_after_the_limit_do_not_count():
    graph = generators.queen(2)
    lines = [
        {"seconds": 1.0, "colors": [0, 1, 2, 3], "bound": 2},
        {"seconds": 99.0, "colors": [3, 2, 1, 0], "bound": 4},
    ]
    best = quality._last(graph, "\n".join(map(json.dumps, lines)), limit=10)
    assert (best.k, best.seconds, best.bound) == (4, 1.0, 2)
    assert quality._last(graph, "", limit=10).k is None


def test_a_peer_that_lies_is_caught():
    line = json.dumps({"seconds": 1.0, "colors": [0, 0, 1, 2]})
    with pytest.raises(AssertionError, match="not proper"):
        quality._last(generators.queen(2), line, limit=10)


@pytest.mark.subprocess
@pytest.mark.parametrize(("tool", "package"), [("cpsat", "ortools"), ("cadical", "pysat")])
def test_a_peer_proves_a_small_graph(tool, package):
    pytest.importorskip(package)
    bounds = proofs.in_child(tool, generators.queen(6), 60.0)
    assert (bounds.lower, bounds.upper, bounds.proven) == (7, 7, True)


@pytest.mark.subprocess
def test_a_clique_and_cadical_end_in_time():
    pytest.importorskip("pysat")
    bounds = proofs.in_child("cadical", generators.queen(10), 1.0)
    assert bounds.lower < bounds.upper  # an upper bound of its own: nobody had to end it


def test_proofs_are_counted(capsys, monkeypatch):
    monkeypatch.setattr(proofs, "available", lambda package: None)
    assert proofs.compare(["queen:5", "no-such-instance"], 10.0) == {"kempe": 1}
    assert "5 proven after" in capsys.readouterr().out


def test_nothing_in_the_folder_of_benchmarks_imports_the_solver_when_asv_looks():
    for path in Path(quality.__file__).parents[1].rglob("*.py"):
        for line in path.read_text().splitlines():
            assert not line.startswith(("import solver", "from solver")), path
