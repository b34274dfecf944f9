"""
The process that colors: it reads the graph, reports the progress, and ends when it is told to.

A process and not a thread: it can be ended whatever it does, and a graph that exhausts the memory does
not end the games of others.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Mapping
from multiprocessing.connection import Connection
from typing import Any

#: Largest graph that is drawn as nodes and edges.
MOST_DRAWN = 5_000
MOST_EDGES = 40_000


def work(connection: Connection, source: str, options: Mapping[str, Any]) -> None:
    """
    Color a graph, and send what happens.

    Parameters
    ----------
    connection
        Pipe to the server. It receives pairs of a name and data; anything sent ends the search.
    source
        Path, or spec of a generated graph.
    options
        Arguments of :func:`solver.color`.
    """
    try:
        _work(connection, source, options)
    except (BrokenPipeError, EOFError, KeyboardInterrupt):
        return  # the server has gone
    except MemoryError:
        connection.send(("failed", "not enough memory"))
    except Exception as error:
        connection.send(("failed", str(error) or type(error).__name__))


def _work(connection: Connection, source: str, options: Mapping[str, Any]) -> None:
    import solver
    from solver.graphs.formats.load import load
    from solver.stop import Progress

    from .drawing import places

    graph = load(source)
    connection.send(("graph", {"n": graph.n, "m": graph.m}))
    # The import of its library takes a third of a picture's time; it is done during the search.
    threading.Thread(target=_import_matplotlib, daemon=True).start()
    if graph.n <= MOST_DRAWN and graph.m <= MOST_EDGES:
        connection.send(("drawing", (places(graph, source), graph.edges())))

    def report(progress: Progress) -> None:
        if connection.poll():
            raise KeyboardInterrupt
        connection.send(("progress", progress))

    result = solver.color(graph, progress=report, **options)
    connection.send(("result", result))
    connection.send(("picture", _picture(graph, result, source)))


def _import_matplotlib() -> None:
    """Import what a picture needs, if it is installed."""
    with contextlib.suppress(ModuleNotFoundError):
        import matplotlib.backends.backend_agg
        import matplotlib.figure  # noqa: F401


def _picture(graph: Any, result: Any, source: str) -> bytes | None:
    """Return the picture of ``kempe color --picture`` as PNG; None without matplotlib."""
    import tempfile
    from pathlib import Path

    from solver import KempeError
    from solver.command.layout import layout
    from solver.command.picture import picture
    from solver.graphs.formats.load import name_of

    board, points = layout(graph, source)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "picture.png"
        try:
            picture(
                graph,
                result.colors,
                path,
                title=name_of(source),
                lower_bound=result.lower_bound,
                board=board,
                points=points,
            )
        except KempeError:
            return None
        return path.read_bytes()
