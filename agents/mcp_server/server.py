"""
The server: tools with schemas, progress on the stream of the request, pages of the manual as resources.

The solver runs in a thread, so that a call does not hold up the others. A call that the client cancels
ends at its time limit at the latest, since compiled code cannot be interrupted.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from inspect import cleandoc
from pathlib import Path
from typing import Annotated, Any, TypeVar

import anyio
import anyio.to_thread
from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.resources import TextResource
from mcp_types import ToolAnnotations
from pydantic import Field

import solver

from . import operations
from .operations import (
    LONGEST,
    MOST_EDGES,
    MOST_VERTICES,
    Bounded,
    Checked,
    Coloring,
    Explanation,
    NamedProblem,
    Response,
    Table,
    VerifiedRun,
)

INSTRUCTIONS = (
    "Kempe colors graphs with few colors, proves how few are possible, and checks colorings. "
    "Vertices are numbered from 0. Check every coloring that you made yourself with the tool `check`."
)
#: Seconds between two notes on the progress of a call.
BEAT = 0.5

Vertices = Annotated[int, Field(ge=0, le=MOST_VERTICES, description="Number of vertices.")]
Edges = Annotated[
    list[tuple[int, int]], Field(max_length=MOST_EDGES, description="Pairs of vertices, from 0.")
]
Seconds = Annotated[float, Field(gt=0, le=LONGEST, description="Time limit in seconds.")]
Cluster = Annotated[list[str], Field(min_length=1, description="Nodes whose colors are chosen.")]
Beliefs = Annotated[dict[str, str], Field(description="Known colors of other nodes.")]

Answer = TypeVar("Answer")


def make_server(folder: Path) -> MCPServer[Any]:
    """
    Return the server.

    Parameters
    ----------
    folder
        Folder whose traces may be verified.
    """
    server: MCPServer[Any] = MCPServer(
        "kempe", version=solver.__version__, title="Kempe", instructions=INSTRUCTIONS
    )

    async def color(
        context: Context,
        vertices: Vertices,
        edges: Edges,
        k: Annotated[int | None, Field(ge=1, description="Stop at this number of colors.")] = None,
        seconds: Seconds = 10.0,
        seed: int = 0,
    ) -> Coloring:
        """Color a graph with few colors, and bound how few there could be."""
        return await _working(
            context, seconds, partial(operations.color, vertices, edges, k, seconds, seed)
        )

    async def check(
        vertices: Vertices,
        edges: Edges,
        colors: Annotated[list[int], Field(description="Color of each vertex; -1 for none.")],
    ) -> Checked:
        """Check whether a coloring is proper, and list the edges in conflict."""
        return await _run(partial(operations.check, vertices, edges, colors))

    async def lower_bound(
        context: Context, vertices: Vertices, edges: Edges, seconds: Seconds = 10.0
    ) -> Bounded:
        """Prove that a graph needs at least some number of colors, with a certificate."""
        return await _working(
            context, seconds, partial(operations.lower_bound, vertices, edges, seconds)
        )

    async def best_response(problem: NamedProblem, cluster: Cluster, beliefs: Beliefs) -> Response:
        """Find the colors of some nodes with the least penalty, given the colors of others."""
        return await _run(partial(operations.best_response, problem, cluster, beliefs))

    async def counterfactuals(
        problem: NamedProblem,
        cluster: Cluster,
        boundary: Annotated[list[str], Field(description="Foreign nodes whose colors vary.")],
        beliefs: Beliefs,
    ) -> Table:
        """Find the best response of a cluster to each coloring of some foreign nodes."""
        return await _run(partial(operations.counterfactuals, problem, cluster, boundary, beliefs))

    async def explain_conflicts(
        problem: NamedProblem,
        assignment: Annotated[dict[str, str], Field(description="Color of each node.")],
    ) -> Explanation:
        """List the conflicts of an assignment, and the colors that are free at their nodes."""
        return await _run(partial(operations.explain_conflicts, problem, assignment))

    async def verify_trace(
        trace: Annotated[str, Field(description="Name of a trace in the folder of the server.")],
        head: Annotated[str | None, Field(description="Hash noted when the run ended.")] = None,
    ) -> list[VerifiedRun]:
        """Verify the runs of a trace: rows, hash chain, and outcomes executed again."""
        return await _run(partial(operations.verify_trace, folder, trace, head))

    only_reads = ToolAnnotations(
        read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
    )
    for tool in (
        color,
        check,
        lower_bound,
        best_response,
        counterfactuals,
        explain_conflicts,
        verify_trace,
    ):
        server.add_tool(tool, annotations=only_reads)
    for name, text in pages().items():
        uri = f"kempe://docs/{name}"
        server.add_resource(TextResource(uri=uri, name=name, text=text, mime_type="text/markdown"))
    return server


def pages() -> dict[str, str]:
    """Return the manual: the descriptions of the functions behind the tools."""
    functions = ("color", "lower_bound", "best_response", "counterfactuals", "check_certificate")
    return {name: f"# solver.{name}\n\n{cleandoc(getattr(solver, name).__doc__)}" for name in functions}


async def _run(function: Callable[[], Answer]) -> Answer:
    """Return the result of a function in a thread; what it refuses is an answer, not a crash."""
    try:
        return await anyio.to_thread.run_sync(function)
    except solver.KempeError as error:
        raise ToolError(str(error)) from error


async def _working(context: Context, seconds: float, function: Callable[[], Answer]) -> Answer:
    """Return the result of a function in a thread, with notes on the time that has passed."""
    began = time.monotonic()

    async def beat() -> None:
        while True:
            passed = time.monotonic() - began
            await context.report_progress(min(passed, seconds), seconds, f"{passed:.1f} s")
            await anyio.sleep(BEAT)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(beat)
        answer = await _run(function)
        tasks.cancel_scope.cancel()
    return answer
