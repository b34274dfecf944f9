"""
Pictures of a coloring that show whether it is proper.

The adjacency matrix is drawn with the vertices sorted by color: a coloring is proper if and only if the
tinted blocks along the diagonal are empty. Any edge in them is drawn in red. Beside the matrix, on the
same rows, are the sizes of the classes. Large matrices are binned, but red entries always stay visible.
"""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..benchmark.figures import counted
from ..cliques.clique import clique
from ..errors import InputError, KempeError, expected
from ..graphs.formats.replacing import replacing
from ..graphs.graph import Graph
from ..graphs.verify import as_colors

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FORMATS = (".png", ".svg", ".pdf")
PIXELS = 720  # width of the matrix
CHUNK = 1 << 22  # number of edges binned at a time, to bound memory
INK = "#1b2a41"
PALE = "#e6e8eb"  # color of uncolored vertices
RED = "#d7191c"
SLATE = "#68788f"  # color of the edges, light enough to keep the tinted blocks visible
GRAY = "#757b85"
#: Okabe and Ito's palette, which color-blind readers can tell apart.
FEW = ("#56b4e9", "#e69f00", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7", "#bdbdbd")


def require_matplotlib() -> None:
    """Raise KempeError if matplotlib is missing; called before long computations."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError as error:
        raise KempeError('a picture needs matplotlib: pip install "kempe[plot]"') from error


def require_format(argument: str, path: str | PathLike[str]) -> None:
    """Raise InputError that names the argument unless the suffix of a file says the format."""
    if Path(path).suffix.lower() not in FORMATS:
        raise expected(argument, str(path), f"a name ending in {', '.join(FORMATS)}")


def picture(
    graph: Graph,
    colors: ArrayLike,
    path: str | PathLike[str],
    *,
    title: str = "",
    lower_bound: int | None = None,
    board: tuple[int, int] | None = None,
    points: ArrayLike | None = None,
) -> None:
    """
    Draw a coloring to a file: the matrix sorted by color, the class sizes, and the statistics.

    Needs matplotlib, ``pip install "kempe[plot]"``. O(n log n + m).

    Parameters
    ----------
    graph
        The graph.
    colors
        Integers (n,); -1 means uncolored.
    path
        File to write; ``.png``, ``.svg`` or ``.pdf``.
    title
        Name of the graph.
    lower_bound
        Lower bound shown in the heading; the size of :func:`solver.clique` if omitted.
    board
        ``(rows, columns)`` if vertex r·columns + c is a square (r, c), as in the queen, rook and grid
        graphs. The board is drawn too.
    points
        Coordinates (n, 2), as from :func:`solver.generators.points`. The vertices are drawn there too,
        and the edges if there are few.

    Raises
    ------
    InputError
        If the coloring, the format, the board or the points do not fit, or the file cannot be written.
    KempeError
        If matplotlib is missing.
    """
    array = as_colors(graph, colors)
    require_format("path", path)
    target = Path(path)
    if board is not None and points is not None:
        raise InputError("board and points: give one or neither")
    if board is not None and board[0] * board[1] != graph.n:
        raise InputError(f"board = {board}, expected rows x columns = {graph.n}")
    where = None if points is None else np.asarray(points, float)
    if where is not None and where.shape != (graph.n, 2):
        raise InputError(f"points: shape {where.shape}, expected ({graph.n}, 2)")
    require_matplotlib()
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    if lower_bound is None:
        lower_bound = len(clique(graph))
    classes = Classes(array)
    shown = 1 + (board is not None or where is not None)
    style = {
        "font.family": "DejaVu Sans",
        "font.size": 9,
        "svg.hashsalt": "kempe",
        "axes.edgecolor": GRAY,
    }
    with rc_context(style):
        figure = Figure(figsize=(5.2 * shown + 2.2, 6.3), layout="constrained")
        axes = figure.subplots(1, shown + 1, width_ratios=[5.0] * shown + [1.5])
        if board is not None:
            _draw_board(axes[0], array, classes, board)
        elif where is not None:
            _draw_points(axes[0], graph, array, classes, where)
        conflicts = _draw_matrix(axes[-2], graph, classes)
        _draw_sizes(axes[-1], classes, axes[-2])
        figure.suptitle(
            _heading(graph, classes, conflicts, lower_bound, title),
            x=0.02,
            ha="left",
            fontsize=11,
            color=RED if conflicts else INK,
        )
        # The layout engine places the square matrix slightly lower than the bars beside it. It is run
        # alone, because a drawing would resample the matrix once more.
        engine = figure.get_layout_engine()
        assert engine is not None
        engine.execute(figure)
        figure.set_layout_engine("none")
        for square_axes in axes[:-1]:
            square_axes.apply_aspect()
        square, bars = axes[-2].get_position(), axes[-1].get_position()
        axes[-1].set_position((bars.x0, square.y0, bars.width, square.height))
        options: dict[str, dict[str, Any]] = {
            ".svg": {"metadata": {"Date": None}},
            # With the default level, packing takes a third of the time of the whole picture.
            ".png": {"pil_kwargs": {"compress_level": 2}},
        }
        with replacing(target) as unfinished:
            figure.savefig(unfinished, dpi=160, **options.get(target.suffix.lower(), {}))


class Classes:
    """
    Color classes, largest first, followed by the uncolored vertices.

    Attributes
    ----------
    place
        Row of each vertex, int64[n].
    edges
        First row of each class, then n, int64.
    labels
        Color of each class; -1 at the end if some vertex has none.
    fills
        Fill color of each class.
    """

    def __init__(self, colors: NDArray[np.int32]) -> None:
        labels, kind, counts = np.unique(colors, return_inverse=True, return_counts=True)
        by_size = np.lexsort((labels, -counts, labels < 0))
        self.labels = labels[by_size]
        self.sizes = counts[by_size]
        self.edges = np.r_[0, np.cumsum(self.sizes)]
        rank = np.empty(len(labels), np.int64)
        rank[by_size] = np.arange(len(labels))
        self.kind = rank[kind.reshape(-1)]
        self.place = np.empty(len(colors), np.int64)
        self.place[np.argsort(self.kind, kind="stable")] = np.arange(len(colors))
        self.k = int(np.count_nonzero(labels >= 0))
        self.fills = _palette(self.k) + [PALE] * (len(labels) - self.k)


def _palette(k: int) -> list[str]:
    if k <= len(FEW):
        return list(FEW[:k])
    from matplotlib import colormaps
    from matplotlib.colors import to_hex

    # Golden-ratio steps give adjacent classes different lightness.
    steps = (0.1 + np.arange(k) * 0.6180339887) % 1
    return [to_hex(color) for color in colormaps["viridis"](0.15 + 0.8 * steps)]


def _heading(graph: Graph, classes: Classes, conflicts: int, lower_bound: int, title: str) -> str:
    uncolored = graph.n - int(classes.sizes[: classes.k].sum())
    if conflicts:
        verdict = f"{conflicts:,} conflict{'s' if conflicts > 1 else ''}"
    elif uncolored:
        verdict = f"{uncolored:,} uncolored, no conflicts"
    elif classes.k == lower_bound:
        verdict = f"proper and optimal: {lower_bound} are needed"
    else:
        verdict = f"proper; at least {lower_bound} are needed"
    size = f"{counted(graph.n, 'vertex')}, {counted(graph.m, 'edge')}"
    return f"{title or 'Coloring'}: {counted(classes.k, 'color')}, {verdict}\n{size}"


def _draw_matrix(axes: Axes, graph: Graph, classes: Classes) -> int:
    """Draw the sorted matrix; return the number of conflicts."""
    n = max(graph.n, 1)
    pixels = min(n, PIXELS)
    counts = np.zeros(pixels * pixels, np.int64)
    wrong = [np.empty((0, 2), np.int64)]
    edges = graph.edges()
    for begin in range(0, len(edges), CHUNK):
        u, v = edges[begin : begin + CHUNK].T
        rows, columns = classes.place[u], classes.place[v]
        bins = rows * pixels // n * pixels + columns * pixels // n
        counts += np.bincount(bins, minlength=len(counts))
        same = (classes.kind[u] == classes.kind[v]) & (classes.labels[classes.kind[u]] >= 0)
        wrong.append(np.c_[rows[same], columns[same]])
    matrix = counts.reshape(pixels, pixels)
    matrix = matrix + matrix.T

    for begin, end, fill, label in zip(
        classes.edges[:-1], classes.edges[1:], classes.fills, classes.labels, strict=True
    ):
        if label >= 0:
            axes.fill_between([begin, end], begin, end, color=fill, lw=0)
    shade = np.log1p(matrix) / np.log1p(max(int(matrix.max()), 1))
    # Bytes are resampled in a third of the time of floats.
    ink = np.zeros((pixels, pixels, 4), np.uint8)
    ink[..., :3] = [int(SLATE[i : i + 2], 16) for i in (1, 3, 5)]
    ink[..., 3] = np.where(matrix > 0, np.rint(255 * (0.4 + 0.6 * shade)), 0)
    axes.imshow(
        ink, extent=(0, n, n, 0), interpolation="nearest" if n < PIXELS else "antialiased", zorder=2
    )
    pairs = np.concatenate(wrong)
    if len(pairs):
        both = np.r_[pairs, pairs[:, ::-1]] + 0.5
        size = max(2.0, min(30.0, (300 / n) ** 2))
        axes.scatter(both[:, 1], both[:, 0], s=size, c=RED, marker="s", lw=0, zorder=3, rasterized=True)
    axes.set(xlim=(0, n), ylim=(n, 0), aspect="equal")
    axes.set_title("adjacency, vertices sorted by color", fontsize=9, color=GRAY, loc="left")
    axes.set_xticks([])
    middle = (classes.edges[:-1] + classes.edges[1:]) / 2
    roomy = classes.sizes >= n / 45
    names = ["none" if label < 0 else str(label) for label in classes.labels[roomy]]
    axes.set_yticks(middle[roomy], names, fontsize=7)
    axes.tick_params(length=0)
    axes.set_ylabel("color" if roomy.any() else "")
    return len(pairs)


def _draw_sizes(axes: Axes, classes: Classes, matrix: Axes) -> None:
    from matplotlib.ticker import MaxNLocator

    axes.sharey(matrix)
    middle = (classes.edges[:-1] + classes.edges[1:]) / 2
    gap = 0.9 if len(classes.sizes) <= 150 else 1.0
    axes.barh(middle, classes.sizes, height=gap * classes.sizes, color=classes.fills, lw=0)
    axes.set_title("class sizes", fontsize=9, color=GRAY, loc="left")
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(left=False, labelleft=False, labelsize=7)
    axes.xaxis.set_major_locator(MaxNLocator(4, integer=True))
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.set_xlabel("vertices")


def _draw_board(axes: Axes, colors: NDArray[np.int32], classes: Classes, board: tuple[int, int]) -> None:
    from matplotlib.colors import to_rgb

    rows, columns = board
    fills = np.array([to_rgb(fill) for fill in classes.fills])
    cells = fills[classes.kind].reshape(rows, columns, 3)
    axes.imshow(cells, extent=(0, columns, rows, 0), interpolation="nearest")
    if max(board) <= 24:
        dark = cells @ [0.299, 0.587, 0.114] < 0.55
        size = 130 / max(board)
        for (row, column), is_dark in np.ndenumerate(dark):
            color = colors[row * columns + column]
            axes.text(
                column + 0.5,
                row + 0.5,
                str(color) if color >= 0 else "",
                ha="center",
                va="center",
                fontsize=min(size, 12),
                color="white" if is_dark else INK,
            )
    axes.set(xticks=[], yticks=[])
    axes.set_title(f"the {rows} x {columns} board", fontsize=9, color=GRAY, loc="left")


def _draw_points(
    axes: Axes, graph: Graph, colors: NDArray[np.int32], classes: Classes, where: NDArray[Any]
) -> None:
    if graph.m <= 20_000:
        from matplotlib.collections import LineCollection

        edges = graph.edges()
        wrong = (colors[edges[:, 0]] == colors[edges[:, 1]]) & (colors[edges[:, 0]] >= 0)
        tints = np.where(wrong, RED, GRAY)
        widths = np.where(wrong, 1.5, 0.4)
        axes.add_collection(
            LineCollection(list(where[edges]), colors=tints, linewidths=widths, zorder=1)
        )
    fills = np.array(classes.fills)[classes.kind]
    size = min(60.0, 40_000 / max(graph.n, 1))
    rim = 0.4 if size > 8 else 0.0
    axes.scatter(
        where[:, 0],
        where[:, 1],
        s=size,
        c=fills,
        edgecolors=INK,
        linewidths=rim,
        zorder=2,
        rasterized=True,
    )
    axes.set(xticks=[], yticks=[], aspect="equal")
    axes.margins(0.02)
    axes.set_title("the vertices in the plane", fontsize=9, color=GRAY, loc="left")
