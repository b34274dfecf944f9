"""
What the tools do: plain values in, plain values out, within limits of size and time.

Nothing here knows of the protocol. Graphs are edges between vertices numbered from 0; problems have
named nodes and colors.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import BaseModel, Field

import solver

from ..errors import InputError, expected
from ..world import TraceDb, verify
from ..world.verify import checked_hash

MOST_VERTICES = 100_000
MOST_EDGES = 500_000
MOST_ROWS = 4096
LONGEST = 120.0
#: Conflicting edges that an answer lists.
MOST_LISTED = 100

Edges = Sequence[tuple[int, int]]


class NamedProblem(BaseModel):
    """
    A coloring problem on named nodes.

    Attributes
    ----------
    nodes
        Names of the nodes.
    edges
        Pairs of nodes that should have different colors.
    domain
        Names of the colors.
    preferences
        Reward of a color at a node: ``{node: {color: value}}``.
    fixed
        Colors that nodes must have.
    conflict_penalty
        Penalty of an edge whose nodes have the same color.
    """

    nodes: list[str] = Field(max_length=MOST_VERTICES)
    edges: list[tuple[str, str]] = Field(max_length=MOST_EDGES)
    domain: list[str] = Field(min_length=1, max_length=1000)
    preferences: dict[str, dict[str, float]] = Field(default_factory=dict)
    fixed: dict[str, str] = Field(default_factory=dict)
    conflict_penalty: float = 10.0

    def problem(self) -> solver.Problem:
        """Return the problem; its edges name known nodes only."""
        given: Any = {"preferences": self.preferences or None, "fixed": self.fixed or None}
        return solver.Problem(
            self.nodes, self.edges, self.domain, conflict_penalty=self.conflict_penalty, **given
        )


class Coloring(BaseModel):
    """A coloring, its number of colors ``k``, and what is proven of it."""

    k: int
    lower_bound: int
    proven: bool
    conflicts: int
    colors: list[int]


class Checked(BaseModel):
    """Whether a coloring is proper; the first conflicting edges, and how many there are."""

    proper: bool
    conflicts: int
    uncolored: int
    colors_used: int
    conflicting_edges: list[tuple[int, int]]


class Bounded(BaseModel):
    """A proven lower bound on the number of colors, and whether more time could improve it."""

    lower_bound: int
    complete: bool
    certificate: dict[str, Any]


class Response(BaseModel):
    """Colors of a cluster, their penalty and conflicts, and whether no other colors are better."""

    assignment: dict[str, str]
    penalty: float
    conflicts: int
    proven: bool


class Table(BaseModel):
    """Best response to each coloring of a boundary: one row per coloring."""

    boundary: list[str]
    rows: list[Row]


class Row(BaseModel):
    """Colors of the boundary, and the least penalty of the cluster beside them."""

    boundary: dict[str, str]
    penalty: float
    assignment: dict[str, str]


class Conflict(BaseModel):
    """An edge in conflict, and the colors that no neighbor of each end has."""

    edge: tuple[str, str]
    color: str
    free_colors: dict[str, list[str]]


class Explanation(BaseModel):
    """The conflicts of an assignment."""

    proper: bool
    conflicts: int
    shown: list[Conflict]


class VerifiedRun(BaseModel):
    """Result of the verification of one run: ``problem`` says what is wrong if it is not verified."""

    run_id: str
    verified: bool
    steps: int = 0
    rows: int = 0
    head: str = ""
    executed: bool = False
    problem: str | None = None


def make_graph(vertices: int, edges: Edges) -> solver.Graph:
    """Return the graph, if it is within the limits."""
    if not 0 <= vertices <= MOST_VERTICES:
        raise expected("vertices", vertices, f"an integer from 0 to {MOST_VERTICES}")
    if len(edges) > MOST_EDGES:
        raise InputError(f"{len(edges)} edges: expected at most {MOST_EDGES}")
    return solver.Graph.from_edges(vertices, np.array(edges, np.int64).reshape(-1, 2))


def seconds_within(seconds: float) -> float:
    """Return the time limit of a call, if it is within that of the server."""
    if not 0 < seconds <= LONGEST:
        raise expected("seconds", seconds, f"a number in (0, {LONGEST:g}]")
    return seconds


def color(vertices: int, edges: Edges, k: int | None, seconds: float, seed: int) -> Coloring:
    """Color a graph with few colors."""
    graph = make_graph(vertices, edges)
    result = solver.color(graph, k, time_limit=seconds_within(seconds), seed=seed)
    return Coloring(
        k=int(result.k),
        lower_bound=int(result.lower_bound),
        proven=bool(result.proven),
        conflicts=int(result.conflicts),
        colors=result.colors.tolist(),
    )


def check(vertices: int, edges: Edges, colors: Sequence[int]) -> Checked:
    """Check a coloring, without any code of the searches."""
    graph = make_graph(vertices, edges)
    array = np.array(colors, np.int64)
    count = solver.conflicts(graph, array)
    pairs = np.unique(np.sort(np.array(edges, np.int64).reshape(-1, 2), axis=1), axis=0)
    ends = array[pairs]
    bad = pairs[(ends[:, 0] == ends[:, 1]) & (ends[:, 0] >= 0) & (pairs[:, 0] != pairs[:, 1])]
    uncolored = int((array < 0).sum())
    return Checked(
        proper=count == 0 and not uncolored,
        conflicts=count,
        uncolored=uncolored,
        colors_used=len(np.unique(array[array >= 0])),
        conflicting_edges=[(int(u), int(v)) for u, v in bad[:MOST_LISTED]],
    )


def lower_bound(vertices: int, edges: Edges, seconds: float) -> Bounded:
    """Prove that a graph needs at least some number of colors."""
    graph = make_graph(vertices, edges)
    bound = solver.lower_bound(graph, time_limit=seconds_within(seconds))
    return Bounded(lower_bound=int(bound.value), complete=bound.complete, certificate=bound.certificate)


def best_response(named: NamedProblem, cluster: Sequence[str], beliefs: Mapping[str, str]) -> Response:
    """Find the best colors of some nodes, given those of others."""
    known: Any = dict(beliefs)
    best = solver.best_response(named.problem(), list(cluster), known, anytime=True)
    return Response(
        assignment={str(node): str(color) for node, color in best.assignment.items()},
        penalty=best.penalty,
        conflicts=best.conflicts,
        proven=best.proven,
    )


def counterfactuals(
    named: NamedProblem, cluster: Sequence[str], boundary: Sequence[str], beliefs: Mapping[str, str]
) -> Table:
    """Find the best response of a cluster to each coloring of a boundary."""
    rows = len(named.domain) ** len(boundary)
    if rows > MOST_ROWS:
        raise InputError(
            f"{len(named.domain)} colors of {len(boundary)} nodes give {rows} rows: "
            f"expected at most {MOST_ROWS}"
        )
    known: Any = dict(beliefs)
    table = solver.counterfactuals(named.problem(), list(cluster), list(boundary), known)
    shape = table.penalty.shape
    return Table(
        boundary=list(boundary),
        rows=[
            Row(
                boundary={
                    node: named.domain[color] for node, color in zip(boundary, place, strict=True)
                },
                penalty=response.penalty,
                assignment={str(node): str(color) for node, color in response.assignment.items()},
            )
            for number, place in enumerate(np.ndindex(*shape))
            for response in (table.response(number),)
        ],
    )


def explain_conflicts(named: NamedProblem, assignment: Mapping[str, str]) -> Explanation:
    """Explain the conflicts of an assignment, and which colors would be free."""
    problem = named.problem()
    neighbors: dict[str, set[str]] = {}
    for u, v in problem.edges:
        neighbors.setdefault(str(u), set()).add(str(v))
        neighbors.setdefault(str(v), set()).add(str(u))
    if unknown := [node for node in assignment if node not in named.nodes]:
        raise expected("assignment", unknown[0], "nodes of the problem")
    if wrong := [color for color in assignment.values() if color not in named.domain]:
        raise expected("color", wrong[0], ", ".join(named.domain))
    bad = [
        (str(u), str(v))
        for u, v in problem.edges
        if u in assignment and v in assignment and assignment[str(u)] == assignment[str(v)]
    ]

    def free(node: str) -> list[str]:
        taken = {assignment.get(other) for other in neighbors[node]}
        return [color for color in named.domain if color not in taken]

    shown = [
        Conflict(edge=edge, color=assignment[edge[0]], free_colors={node: free(node) for node in edge})
        for edge in bad[:MOST_LISTED]
    ]
    complete = len(assignment) == len(named.nodes)
    return Explanation(proper=not bad and complete, conflicts=len(bad), shown=shown)


def verify_trace(folder: Path, name: str, head: str | None) -> list[VerifiedRun]:
    """Verify all runs of a trace in a folder; names that lead out of the folder are refused."""
    path = (folder / name).resolve()
    if not path.is_relative_to(folder.resolve()):
        raise expected("trace", name, "a file in the folder of the server")
    if head is not None:
        head = checked_hash("head", head)
    with TraceDb(path, readonly=True) as trace:
        return [_verified(trace, run_id, head) for run_id in trace.run_ids()]


def _verified(trace: TraceDb, run_id: str, head: str | None) -> VerifiedRun:
    try:
        run = verify(trace, run_id, head=head)
    except solver.KempeError as error:
        text = str(error).replace(trace.path, Path(trace.path).name)
        return VerifiedRun(run_id=run_id, verified=False, problem=text)
    return VerifiedRun(
        run_id=run_id,
        verified=True,
        steps=run.steps,
        rows=run.rows,
        head=run.hash,
        executed=run.executed,
    )
