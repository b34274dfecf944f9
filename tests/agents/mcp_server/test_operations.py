"""What the tools do, without the protocol."""

import pytest

from agents.errors import InputError, TraceError
from agents.mcp_server import operations
from agents.mcp_server.operations import NamedProblem
from agents.world import TraceDb
from tests.agents.world.worlds import random_agents, world

RING = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)]
PATH = NamedProblem(nodes=["a", "b", "c"], edges=[("a", "b"), ("b", "c")], domain=["red", "green"])


def test_a_ring_of_five_has_three_colors():
    made = operations.color(5, RING, None, 60.0, 0)
    assert (made.k, made.lower_bound, made.proven, made.conflicts) == (3, 3, True, 0)
    assert operations.check(5, RING, made.colors).proper
    assert operations.lower_bound(5, RING, 60.0).lower_bound == 3


def test_a_check_lists_what_is_wrong():
    checked = operations.check(3, [(0, 1), (1, 0), (1, 2)], [0, 0, -1])
    assert (checked.proper, checked.conflicts, checked.uncolored) == (False, 1, 1)
    assert checked.conflicting_edges == [(0, 1)]


def test_responses_to_what_is_known_and_to_all_that_could_be():
    best = operations.best_response(PATH, ["b"], {"a": "red", "c": "red"})
    assert (best.assignment, best.conflicts, best.proven) == ({"b": "green"}, 0, True)
    table = operations.counterfactuals(PATH, ["b"], ["a", "c"], {})
    assert [(row.boundary["a"], row.boundary["c"], row.penalty) for row in table.rows] == [
        ("red", "red", 0.0),
        ("red", "green", 10.0),
        ("green", "red", 10.0),
        ("green", "green", 0.0),
    ]


def test_conflicts_are_explained():
    found = operations.explain_conflicts(PATH, {"a": "red", "b": "red", "c": "green"})
    assert (found.proper, found.conflicts) == (False, 1)
    assert found.shown[0].free_colors == {"a": ["green"], "b": []}
    assert operations.explain_conflicts(PATH, {"a": "red", "b": "green", "c": "red"}).proper


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: operations.color(10**9, [], None, 1.0, 0), "vertices = 1000000000: expected"),
        (lambda: operations.color(2, [(0, 1)], None, 1e9, 0), r"seconds = .*: expected a number in \(0"),
        (lambda: operations.check(2, [(0, 1)], [0]), "colors have shape"),
        (lambda: operations.counterfactuals(PATH, ["b"], ["a"] * 13, {}), "8192 rows: expected at most"),
        (lambda: operations.explain_conflicts(PATH, {"z": "red"}), "assignment = 'z'"),
        (
            lambda: operations.explain_conflicts(PATH, {"a": "pink"}),
            "color = 'pink': expected red",
        ),
    ],
)
def test_limits_and_mistakes(call, message):
    with pytest.raises(InputError, match=message):
        call()


def test_traces_of_the_folder_and_no_others(tmp_path):
    folder = tmp_path / "traces"
    folder.mkdir()
    for path in (folder / "a.db", tmp_path / "b.db"):
        with TraceDb(path) as trace:
            world(random_agents(), trace).run(2)
            head = trace.head("run")
    (run,) = operations.verify_trace(folder, "a.db", head)
    assert (run.verified, run.steps, run.rows, run.head) == (True, 2, 6, head)
    (run,) = operations.verify_trace(folder, "a.db", head.upper())
    assert run.verified
    with pytest.raises(InputError, match="head = 'abc': expected 64 hexadecimal digits"):
        operations.verify_trace(folder, "a.db", "abc")
    (run,) = operations.verify_trace(folder, "a.db", "0" * 64)
    assert not run.verified
    assert run.problem.startswith("a.db: the head after 2 steps")
    for name in ("../b.db", str(tmp_path / "b.db")):
        with pytest.raises(InputError, match="expected a file in the folder of the server"):
            operations.verify_trace(folder, name, None)
    with pytest.raises(TraceError, match="no such file"):
        operations.verify_trace(folder, "c.db", None)
