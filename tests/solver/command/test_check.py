"""``kempe check`` through main(): names, fixed colors, claims and what cannot be decided."""

from __future__ import annotations

import json
import os
import random

import pytest

import solver
from solver.command.cli import main
from solver.command.interrupts import UNDECIDED
from solver.graphs.formats import vertex_names

EDGES = "d c\nb c\nc a\na b\n"
SOLUTION = "s col 3\nc vertex 1 is a\nc vertex 2 is b\nc vertex 3 is c\nc vertex 4 is d\n"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "named.txt").write_text(EDGES)
    return tmp_path


def save(name, colors=None, **claims):
    with open(name, "w") as file:
        json.dump({"colors": colors, **claims}, file)


def facts(capsys, *arguments):
    capsys.readouterr()
    status = main(["check", *arguments, "--json"])
    return status, json.loads(capsys.readouterr().out)


def test_colors_belong_to_the_names_in_their_file(capsys, folder):
    save("wrong.json", [0, 1, 0, 2], names=["a", "b", "c", "d"])
    save("right.json", [0, 1, 2, 0], names=["a", "b", "c", "d"])
    (folder / "wrong.sol").write_text(SOLUTION + "l 1 1\nl 2 2\nl 3 1\nl 4 3\n")
    (folder / "right.sol").write_text(SOLUTION + "l 1 1\nl 2 2\nl 3 3\nl 4 1\n")
    (folder / "lines.sol").write_text("l a 1\nl b 2\nl c 3\nl d 1\n")
    for name in ("wrong.json", "wrong.sol"):
        assert main(["check", "named.txt", name]) == 1
        assert "vertices 'c' and 'a' both have color 1 (colors from 1)" in capsys.readouterr().out
    for name in ("right.json", "right.sol", "lines.sol"):
        assert main(["check", "named.txt", name]) == 0
    # Without names, numbers are those of the graph.
    save("plain.json", [0, 1, 0, 2])
    assert main(["check", "named.txt", "plain.json"]) == 0


@pytest.mark.parametrize("suffix", ["json", "sol"])
def test_a_result_holds_when_the_lines_of_the_graph_move(capsys, folder, suffix):
    lines = [f"x{u} x{v}\n" for u, v in solver.generators.queen(5).edges()]
    (folder / "g.txt").write_text("".join(lines))
    assert main(["color", "g.txt", "--max-ticks", "1000000", "--output", f"r.{suffix}"]) == 0
    random.Random(1).shuffle(lines)
    (folder / "g.txt").write_text("".join(lines))
    bound = ["--bound", "r.json"] if suffix == "json" else []
    assert main(["check", "g.txt", f"r.{suffix}", *bound]) == 0
    # The coloring is one of this graph, so that a worse one does not replace it.
    before = (folder / f"r.{suffix}").read_bytes()
    command = ["color", "g.txt", "--method", "natural", "--output", f"r.{suffix}"]
    assert main([*command, "--max-ticks", "1"]) == 0
    assert (folder / f"r.{suffix}").read_bytes() == before
    assert main(["color", "g.txt", "--initial", f"r.{suffix}", "--max-ticks", "1"]) == 0
    capsys.readouterr()
    # With another name it is one of another graph.
    (folder / "g.txt").write_text("".join(lines).replace("x24", "other"))
    assert main(["color", "g.txt", "--max-ticks", "1", "--initial", f"r.{suffix}"]) == 2
    assert "'x24': expected a name of a vertex of the graph\n" in capsys.readouterr().err
    assert main([*command, "--max-ticks", "1"]) == 0
    assert (folder / f"r.{suffix}").read_bytes() != before


@pytest.mark.parametrize("ids", [False, True])
def test_fixed_colors_may_be_given_by_name(capsys, folder, ids):
    if ids:
        (folder / "named.txt").write_text("40 30\n20 30\n30 10\n10 20\n")
        fixed = "c vertex 1 is 40\nl 1 3\n"
        first = "40"
    else:
        fixed, first = "l d 3\n", "d"
    (folder / "fixed.sol").write_text(fixed)
    command = ["color", "named.txt", "--max-ticks", "100000", "--fixed", "fixed.sol"]
    assert main([*command, "--output", "r.json"]) == 0
    result = json.loads((folder / "r.json").read_text())
    assert result["colors"][result["names"].index(first)] == 2
    (folder / "fixed.sol").write_text(fixed + ("c vertex 1 is 30\n" if ids else "l d 1\n"))
    assert main(command) == 2
    assert "fixed.sol:" in (error := capsys.readouterr().err)
    assert "a second " in error


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("l e 1\n", "f:1: vertex = 'e': expected a name of a vertex of the graph, or an integer from 1"),
        ("\nl a 0\n", "f:2: color = '0': expected an integer from 1 to "),
        ("l 1 1\nl 9 1\n", "f:2: vertex = '9': expected an integer from 1 to 4"),
        ("c\nc vertex 1 is e\nl 1 1\n", "f:2: name of vertex 1 in a comment = 'e': expected a name of"),
        (
            "c vertex 1 is a\nc vertex 2 is a\nl 1 1\n",
            "f:2: name of vertex 2 in a comment = 'a': expected ano",
        ),
        ("c vertex 7 is a\nl 1 1\n", "f:1: vertex with a name = 7: expected an integer from 1 to 4"),
        ("c vertex 1 is a\nl 1 1\nl 2 1\n", "f: vertex 2 has no name, but others have: expected a"),
        (
            '{"colors": [0, 1, 2, 0], "names": ["a", "b", "c", "e"]}',
            "f: names[3] = 'e': expected a name",
        ),
        ('{"colors": [0, 1, 2, 0], "names": ["a", "b", "c", "c"]}', "f: names[3] = 'c': expected anot"),
        ('{"colors": [0, 1, 2, 0], "names": ["a", "b"]}', "f: number of names = 2: expected 4"),
        ('{"colors": [0, 1, 2, 0], "names": "abcd"}', "f: names = 'abcd': expected a list of names"),
        ('{"colors": [0, 1, 2, 0], "names": ["a", "b", "c", 4]}', "f: names[3] = 4: expected a name"),
        (
            '{"colors": [0, 1, 2, 99999999999]}',
            "= 99999999999: expected an integer from 0 to 2147483646",
        ),
    ],
)
def test_a_wrong_name_is_one_line(capsys, folder, text, message):
    (folder / "f").write_text(text)
    assert main(["color", "named.txt", "--fixed", "f"]) == 2
    error = capsys.readouterr().err.splitlines()[-1]
    assert message in error


def test_a_fixed_color_that_is_too_large_is_named(capsys, folder):
    for text, label in (("l a 2000000\n", "'a'"), ("l 3 2000000\nl 1 1048576\n", "'b'")):
        (folder / "f.sol").write_text(text)
        assert main(["color", "named.txt", "--fixed", "f.sol"]) == 2
        assert capsys.readouterr().err.splitlines()[-1] == (
            f"kempe: error: f.sol: vertex {label}: color 2000000: expected at most 1048576 "
            "(colors count from 1)"
        )
    (folder / "f.sol").write_text("l a 1048576\n")
    assert main(["color", "named.txt", "--fixed", "f.sol", "--method", "natural"]) == 0
    assert main(["color", "named.txt", "--fixed", "f.sol", "-k", "3000000"]) == 0


def test_a_vertex_without_a_color_is_named(capsys, folder):
    (folder / "f.sol").write_text("l a 1\nl b 2\nl c 3\n")
    assert main(["check", "named.txt", "f.sol"]) == 2
    assert "the first is vertex 'd'" in capsys.readouterr().err


@pytest.mark.parametrize("edges", ["# names\n" + EDGES, "# ids\n40 30\n20 30\n30 10\n10 20\n"])
def test_a_graph_from_standard_input_has_names(capsys, folder, monkeypatch, edges):
    (folder / "g.txt").write_text(edges)
    commands = [
        ["color", "-", "--max-ticks", "1000", "--output", "r.json"],
        ["color", "-", "--max-ticks", "1000", "--initial", "r.json", "--output", "r.sol"],
        ["check", "-", "r.sol", "--bound", "r.json"],
    ]
    for command in commands:
        with open("g.txt", "rb") as file:
            monkeypatch.setattr("sys.stdin", type("Input", (), {"buffer": file}))
            assert main(command) == 0
    assert json.loads((folder / "r.json").read_text())["names"] == vertex_names("g.txt")
    assert main(["check", "g.txt", "r.sol", "--bound", "r.json"]) == 0
    save("wrong.json", [0, 0, 0, 0], names=vertex_names("g.txt"))
    with open("g.txt", "rb") as file:
        monkeypatch.setattr("sys.stdin", type("Input", (), {"buffer": file}))
        assert main(["check", "-", "wrong.json"]) == 1
    assert f"vertices {vertex_names('g.txt')[0]!r} and" in capsys.readouterr().out


def test_a_coloring_by_name_is_replaced(folder):
    (folder / "r.sol").write_text("l a 1\nl b 2\nl c 3\nl d 4\n")
    assert main(["color", "named.txt", "--max-ticks", "1000", "--output", "r.sol"]) == 0
    assert "l 1 " in (folder / "r.sol").read_text()
    (folder / "r.sol").write_text("l a 1\nl b 2\nl c 3\nl e 4\n")
    assert main(["color", "named.txt", "--max-ticks", "1000", "--output", "r.sol"]) == 2


def test_the_number_of_colors_is_checked_from_a_pipe(capsys, folder, monkeypatch):
    save("r.json", [0, 1, 2, 0], k=2)
    with open("r.json", "rb") as file:
        monkeypatch.setattr("sys.stdin", type("Input", (), {"buffer": file}))
        assert main(["check", "named.txt", "-"]) == 1
    assert "- says 2 colors, which is not so\n" in capsys.readouterr().out
    reader, writer = os.pipe()
    os.write(writer, (folder / "r.json").read_bytes())
    os.close(writer)
    assert main(["check", "named.txt", f"/dev/fd/{reader}"]) == 1
    os.close(reader)


def test_a_bound_is_read_once(folder, monkeypatch):
    clique = {"kind": "clique", "vertices": [0, 1, 2]}
    claims = {"k": 3, "lower_bound": 3, "proven": True, "certificate": clique}
    for colors, status in (([0, 0, 1, 2], 1), ([0, 2, 1, 1], 0), (None, 0)):
        save("r.json", colors, **claims, names=["c", "a", "b", "d"])
        text = (folder / "r.json").read_bytes()
        with open("r.json", "rb") as file:
            monkeypatch.setattr("sys.stdin", type("Input", (), {"buffer": file}))
            assert main(["check", "named.txt", "--bound", "-"]) == status
        reader, writer = os.pipe()
        os.write(writer, text)
        os.close(writer)
        assert main(["check", "named.txt", "--bound", f"/dev/fd/{reader}"]) == status
        os.close(reader)


def test_claims_of_a_result_are_checked(capsys):
    clique = {"kind": "clique", "vertices": [0, 1]}
    claims = {"k": 3, "lower_bound": 2, "proven": True, "certificate": clique}
    save("r.json", [0, 1, 2, 0], **claims)
    status, found = facts(capsys, "named.txt", "r.json", "--bound", "r.json")
    assert (status, found["bound_holds"], found["proven_holds"]) == (1, True, False)
    save("r.json", [0, 1, 2, 0], **{**claims, "k": 2})
    assert main(["check", "named.txt", "--bound", "r.json"]) == 1
    assert "which is not so: its coloring has 3 colors" in capsys.readouterr().out
    save("r.json", [0, 1, 2, 0], **{**claims, "proven": False})
    assert main(["check", "named.txt", "r.json", "--bound", "r.json"]) == 0
    # A coloring with three colors is also one with seven.
    save("r.json", [0, 1, 0, 2], k=7)
    status, found = facts(capsys, "named.txt", "r.json")
    assert (status, found["claimed_k"]) == (0, 7)


def test_the_number_of_colors_is_that_of_different_ones_unless_some_are_fixed(capsys, folder):
    clique = {"kind": "clique", "vertices": [0, 1, 2]}
    claims = {"k": 3, "lower_bound": 3, "proven": True, "certificate": clique}
    save("r.json", [0, 2, 4], **claims)
    status, found = facts(capsys, "queen:1,3", "r.json", "--bound", "r.json")
    assert (status, found["proven_holds"], "claimed_k" in found) == (0, True, False)
    (folder / "fixed.sol").write_text("l 3 5\n")
    status, found = facts(capsys, "queen:1,3", "r.json", "--fixed", "fixed.sol")
    assert (status, found["claimed_k"]) == (1, 3)
    # A result with fixed colors, checked without them.
    save("r.json", [0, 2, 4], k=5)
    status, found = facts(capsys, "queen:1,3", "r.json")
    assert (status, "claimed_k" in found) == (0, False)


def test_results_that_sought_no_bound_hold(capsys):
    graph = solver.generators.queen(5)
    search = solver.tabucol(graph, 6, stop=solver.stop.MaxTicks(100_000))
    for result in (search, solver.recolor(graph, search.colors)):
        solver.graphs.formats.write_coloring("r.json", result)
        assert main(["check", "queen:5", "r.json", "--bound", "r.json"]) == 0
        assert "at least 1 color: a clique of 1\n" in capsys.readouterr().out


def test_nothing_is_optimal_beside_a_claim_that_is_refuted(capsys):
    clique = {"kind": "clique", "vertices": [0, 1, 2]}
    save("r.json", [0, 1, 2], k=2, lower_bound=3, proven=True, certificate=clique)
    assert main(["check", "queen:1,3", "r.json", "--bound", "r.json"]) == 1
    assert "optimal" not in capsys.readouterr().out
    save("r.json", [0, 1, 2], k=3, lower_bound=3, proven=True, certificate=clique)
    assert main(["check", "queen:1,3", "r.json", "--bound", "r.json"]) == 0
    assert "optimal" in capsys.readouterr().out.splitlines()


def test_what_is_not_decided_has_a_status_of_its_own(capsys):
    search = {"certificate": {"kind": "search"}, "k": 3, "proven": True}
    save("r.json", [0, 1, 0, 2], lower_bound=3, **search)
    status, found = facts(capsys, "named.txt", "r.json", "--bound", "r.json")
    assert (status, found["bound_holds"], found["proven_holds"]) == (3, None, None)
    # A coloring with fewer colors decides it.
    save("r.json", [0, 1, 0, 2], lower_bound=4, **search)
    status, found = facts(capsys, "named.txt", "r.json", "--bound", "r.json")
    assert (status, found["bound_holds"], found["reason"]) == (1, False, "the coloring has 3 colors")


def test_a_smaller_bound_beside_a_search_is_confirmed(capsys):
    clique = {"kind": "clique", "vertices": [0, 1, 2]}
    claims = {"k": 4, "lower_bound": 4, "proven": True}
    save("r.json", [0, 1, 2], **claims, certificate={"kind": "search", "certified": clique})
    assert main(["check", "queen:1,3", "--bound", "r.json"]) == 1  # the coloring has 3 colors
    del claims["proven"]
    save("r.json", [0, 1, 2], **claims, certificate={"kind": "search", "certified": clique})
    capsys.readouterr()
    assert main(["check", "queen:1,3", "--bound", "r.json"]) == UNDECIDED
    assert capsys.readouterr().out.splitlines() == [
        "at least 3 colors: a clique of 3",
        "the lower bound of 4 is not decided: it was proven by a search, which leaves no certificate; "
        "what remains is that 3 colors do not suffice",
    ]
    status, found = facts(capsys, "queen:1,3", "--bound", "r.json")
    assert (status, found["certified_bound"]) == (UNDECIDED, 3)
    assert found["certified_reason"] == "a clique of 3"
    claims["lower_bound"] = 3
    save("r.json", [0, 1, 2], **claims, certificate={"kind": "search", "certified": clique})
    status, found = facts(capsys, "queen:1,3", "--bound", "r.json")
    assert (status, found["bound_holds"], "certified_bound" in found) == (0, True, False)
    clique["vertices"] = [0, 1, 1]
    save("r.json", [0, 1, 2], **claims, certificate={"kind": "search", "certified": clique})
    status, found = facts(capsys, "queen:1,3", "--bound", "r.json")
    assert (status, found["bound_holds"]) == (1, False)
    clique = {"kind": "fractional", "weights": [1, 1, 1], "largest": 1}
    save("r.json", [0, 1, 2], k=9, lower_bound=9, certificate={"kind": "search", "certified": clique})
    assert main(["check", "queen:1,3", "--bound", "r.json", "--max-steps", "1"]) == UNDECIDED
    assert "; one of 3 is not decided either: undecided after 1 steps" in capsys.readouterr().out


def test_a_bound_on_equitable_colorings_is_one_on_these(capsys):
    star = solver.Graph.from_edges(5, [(0, v) for v in range(1, 5)])
    solver.graphs.formats.write(star, "star.col")
    solver.graphs.formats.write_coloring("r.json", solver.equitable_color(star))
    save("two.json", [0, 1, 1, 1, 1])
    for coloring in ("two.json", "r.json"):
        status, found = facts(capsys, "star.col", coloring, "--bound", "r.json")
        assert (status, found["bound_holds"], found["proven_holds"]) == (3, None, None)
        assert found["reason"].startswith("it is one on equitable colorings, proven by a search")
        assert (found["certified_bound"], found["certified_reason"]) == (2, "a clique of 2")
    with open("r.json") as file:
        claims = json.load(file)
    save("high.json", **{**claims, "k": 4, "lower_bound": 4})
    status, found = facts(capsys, "star.col", "r.json", "--bound", "high.json")
    assert (status, found["reason"]) == (1, "the equitable coloring has 3 colors")
    save("unequal.json", **{**claims, "colors": [0, 1, 1, 1, 2]})
    assert main(["check", "star.col", "--bound", "unequal.json"]) == 1
    assert "not so: its classes differ by more than one vertex\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("edges", "fixed", "alone"),
    [
        ("a b\nb c\nc a\n", "l a 1\n", 0),  # a clique of the graph
        ("a b\nb c\nc d\n", "l a 1\nl d 1\n", 3),  # a and d stand for color 1
    ],
)
def test_a_bound_with_fixed_colors_is_confirmed(capsys, folder, edges, fixed, alone):
    (folder / "g.txt").write_text(edges)
    (folder / "f.sol").write_text(fixed)
    assert main(["color", "g.txt", "--fixed", "f.sol", "--output", "r.json"]) == 0
    assert "the largest cannot be smaller (a clique of 3)" in capsys.readouterr().out
    check = ["g.txt", "r.json", "--bound", "r.json"]
    assert facts(capsys, *check)[0] == alone
    for text in (edges, "".join(reversed(edges.splitlines(keepends=True)))):
        (folder / "g.txt").write_text(text)
        status, found = facts(capsys, *check, "--fixed", "f.sol")
        assert (status, found["bound_holds"], found["reason"]) == (0, True, "a clique of 3")
    # The certificate does not hold if other colors are fixed.
    (folder / "f.sol").write_text("l b 1\n")
    assert facts(capsys, *check, "--fixed", "f.sol")[0] == 1


def test_fixed_colors_are_checked(capsys, folder):
    (folder / "fixed.sol").write_text("l d 3\n")
    assert main(["color", "named.txt", "--fixed", "fixed.sol", "--output", "r.json"]) == 0
    status, found = facts(capsys, "named.txt", "r.json", "--fixed", "fixed.sol", "--bound", "r.json")
    assert (status, found["fixed_changed"], found["bound_holds"]) == (0, 0, True)
    (folder / "fixed.sol").write_text("l d 2\nl a 9\n")
    assert main(["check", "named.txt", "r.json", "--fixed", "fixed.sol"]) == 1
    assert "fixed colors not kept" in (out := capsys.readouterr().out)
    assert "vertex 'd' has color 3, fixed is 2 (from 1)" in out
    assert main(["check", "named.txt", "-", "--fixed", "-"]) == 2


def test_a_bound_with_fixed_colors_may_be_undecided(capsys, folder):
    (folder / "fixed.sol").write_text("l 1 6\nl 3 4\n")
    command = ["color", "queen:6", "--fixed", "fixed.sol", "--max-ticks", "1000000", "-k", "6"]
    assert main([*command, "--json"]) == 1
    bound = json.loads(capsys.readouterr().out)
    assert bound["lower_bound"] == 7
    (folder / "r.json").write_text(json.dumps(bound))
    assert main(["check", "queen:6", "--bound", "r.json", "--fixed", "fixed.sol"]) == 3


def test_an_unknown_kind_of_certificate_lists_all_kinds(capsys, folder):
    (folder / "c.json").write_text('{"kind": "guess"}')
    assert main(["check", "queen:5", "--bound", "c.json"]) == 2
    assert (
        "expected one of clique, mycielskian, fractional, branches, search\n" in capsys.readouterr().err
    )
