"""Who imports whom: rooms have an order, imports go down it, and no two files import each other."""

from __future__ import annotations

import pytest

from .sources import MODULES, files, imported_names, imports

#: Rooms from the bottom up; each may import those on the lines before its own.
ORDER = {
    "solver": [
        ["errors", "_compiler"],
        ["_jit"],
        ["arguments"],
        ["clock", "threads", "result"],
        ["stop"],
        ["_kernels"],
        ["graphs"],
        ["generators", "sequential", "problems"],
        ["search"],
        ["cliques"],
        ["bounds", "reductions"],
        ["exact"],
        ["proofs"],
        ["portfolio"],
        ["variants", "counting", "cluster"],
        ["dcop", "derivatives", "distributed", "pauli"],
        ["benchmark", "interop"],
        ["command"],
        ["__main__"],
    ],
    "solver._kernels": [
        ["vectors"],
        ["queues", "files"],
        ["graphs"],
        ["sequential", "problems"],
        ["search"],
        ["cliques"],
        ["bounds", "reductions", "exact", "cluster", "dcop", "derivatives", "distributed", "pauli"],
    ],
    "agents": [
        ["errors", "canonical", "answers", "layers", "processes"],
        ["contracts"],
        ["guard"],
        ["llm", "statechart", "flow"],
        ["world"],
        ["coloring"],
        ["cli", "page", "mcp_server", "arena"],
    ],
    "agents.coloring": [
        ["conformance", "events"],
        ["view", "situation"],
        ["team", "messages", "inbox", "view_cache"],
        ["topologies", "modes"],
        ["turn"],
        ["handover"],
        ["assessing"],
        ["bargaining"],
        ["wording"],
        ["talk"],
        ["deciding", "people"],
        ["game"],
        ["setup"],
        ["runner", "restoring", "tasks"],
        ["log_lines", "studies"],
        ["cli"],
    ],
    "agents.coloring.talk": [
        ["wordlist", "offer_words", "deal_words", "reading", "asking"],
        ["tokens"],
        ["doubts", "pairs", "nouns", "request", "unwanted"],
        ["facts"],
        ["grammar"],
        ["word_classes", "spelling", "guessing"],
        ["understanding", "learned"],
        ["answers", "honesty"],
        ["hearing", "speech"],
        ["mirroring", "move_reader", "translated"],
        ["translation"],
    ],
    "agents.page": [
        ["access", "palette", "places"],
        ["site"],
        ["frame", "models"],
        ["board", "opening"],
        ["charts", "color", "play", "replay"],
        ["study"],
        ["server"],
        ["cli"],
    ],
}


#: The only files of the core that may use numba directly; all others go through ``solver._jit``.
NUMBA_FILES = {
    *("_jit.py", "_compiler.py", "clock.py"),
    *("simd.py", "quads.py", "shared.py", "python_objects.py"),
}

IMPORTS = imports()


def room_of(name: str, package: str) -> str | None:
    """Return the part of ``package`` that a module lies in, or None if it lies elsewhere."""
    if not name.startswith(f"{package}."):
        return None
    return name[len(package) + 1 :].split(".")[0]


@pytest.mark.parametrize("package", ORDER)
def test_every_room_has_its_place(package):
    rooms = {room_of(name, package) for name in MODULES} - {None}
    assert rooms == {room for level in ORDER[package] for room in level}


@pytest.mark.parametrize("package", ORDER)
def test_imports_only_go_down(package):
    level = {room: i for i, rooms in enumerate(ORDER[package]) for room in rooms}
    up = [
        f"{importer} imports {imported}"
        for importer, imported in IMPORTS
        if (above := room_of(importer, package)) and (below := room_of(imported, package))
        if above != below and level[below] >= level[above]
    ]
    assert not up, "\n".join(up)


def test_no_files_import_each_other_in_a_circle():
    below: dict[str, set[str]] = {name: set() for name in MODULES}
    for importer, imported in IMPORTS:
        if imported != importer:
            below[importer].add(imported)
    circles, done = [], set()

    def follow(name: str, path: list[str]) -> None:
        if name in path:
            circles.append(" -> ".join([*path[path.index(name) :], name]))
        elif name not in done:
            for imported in sorted(below[name]):
                follow(imported, [*path, name])
            done.add(name)

    for name in sorted(MODULES):
        follow(name, [])
    assert not circles, "\n".join(circles)


def test_the_core_knows_no_agents():
    assert [
        i for i in IMPORTS if i.importer.startswith("solver") and i.imported.startswith("agents")
    ] == []


def test_kernels_import_only_kernels():
    allowed = ("solver._kernels", "solver._jit")
    beyond = [
        f"{importer} imports {imported}"
        for importer, imported in IMPORTS
        if importer.startswith("solver._kernels") and not imported.startswith(allowed)
    ]
    assert beyond == []


def test_agents_use_public_modules_of_the_core():
    private = [
        i for i in IMPORTS if i.importer.startswith("agents") and i.imported.startswith("solver._")
    ]
    assert private == []


@pytest.mark.parametrize("package", ["solver", "agents"])
def test_imports_inside_a_package_are_relative(package):
    for path in files(package):
        for line in path.read_text().splitlines():
            assert not line.lstrip().startswith((f"from {package}.", f"import {package}.")), (path, line)


def test_only_jit_knows_the_options_of_numba():
    users = {
        path.name
        for path in files("solver")
        if any(name.split(".")[0] == "numba" for name in imported_names(path))
    }
    assert users <= NUMBA_FILES


def test_the_judge_of_turns_shares_no_code_with_what_it_judges():
    below = {name for name in MODULES if name.startswith("agents.coloring.game.")}
    judged = ("agents.coloring.assessing", "agents.coloring.deciding", "agents.coloring.wording")
    shared = [
        f"{importer} imports {imported}"
        for importer, imported in IMPORTS
        if importer in below and imported.startswith(judged)
    ]
    assert shared == []
