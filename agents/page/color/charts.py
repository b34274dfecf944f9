"""Options of the charts of a coloring: plain data for ECharts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..palette import CONFLICT, UNKNOWN, fill, ink
from .job import Job

#: Vertices up to which each has a label, and the drawing is SVG.
MOST_LABELED = 300
#: Edges up to which all are drawn. While panning 5,000 vertices without a graphics processor, the 95th
#: percentile of the frame time was 0.13 s; with 20,000 edges it was 0.42 s.
MOST_LINES = 6_000
_SHADES = ("#0072b2", "#d55e00")
GRAY = "#8a8a8a"
#: Expression for the browser, since only it knows whether the page is dark: no gray is readable on both.
_INK = "matchMedia('(prefers-color-scheme: dark)').matches ? '#c4c9d1' : '#4b5563'"
_TEXT = {":color": _INK}
_AXIS = {
    "type": "value",
    "nameTextStyle": _TEXT,
    "axisLabel": _TEXT,
    "axisLine": {"lineStyle": {"color": GRAY}},
    "splitLine": {"lineStyle": {"color": "#80808050"}},
}


def progress_chart(jobs: Sequence[Job]) -> dict[str, Any]:
    """Return the chart of the number of colors and the lower bound over time."""
    series = []
    for job, shade, line in zip(jobs, _SHADES, ("solid", "dashed"), strict=False):
        prefix = f"{job.method}: " if len(jobs) > 1 else ""
        for name, points, symbol in (
            ("colors", [(r.seconds, r.best) for r in job.readings if r.best is not None], "circle"),
            ("lower bound", [(r.seconds, r.bound) for r in job.readings if r.bound is not None], "rect"),
        ):
            points = [*points, *_end(job, name)]
            series.append(
                {
                    "name": f"{prefix}{name}",
                    "type": "line",
                    "step": "end",
                    "showSymbol": len(points) < 3,
                    "symbol": symbol,
                    "color": shade if name == "colors" else GRAY,
                    "lineStyle": {"type": line, "width": 2.5 if name == "colors" else 1.5},
                    "data": [[round(x, 3), y] for x, y in points],
                }
            )
    chart = _time_chart(series, "colors")
    values = [r.bound for job in jobs for r in job.readings if r.bound is not None]
    lowest = min(values, default=1)
    chart["yAxis"]["min"] = max(0, lowest - 1)  # a line on the axis is not seen
    return chart


def _end(job: Job, name: str) -> list[tuple[float, int]]:
    if job.result is None:
        return []
    value = job.result.k if name == "colors" and job.result.conflicts == 0 else job.result.lower_bound
    return [] if name == "colors" and job.result.conflicts else [(job.result.seconds, value)]


def effort_chart(jobs: Sequence[Job]) -> dict[str, Any]:
    """Return the chart of conflicts of the current attempt, and of moves per second."""
    series = []
    for job, shade, line in zip(jobs, _SHADES, ("solid", "dashed"), strict=False):
        prefix = f"{job.method}: " if len(jobs) > 1 else ""
        for axis, name, points in (
            (
                0,
                "conflicts",
                [[round(r.seconds, 3), r.conflicts] for r in job.readings if r.conflicts is not None],
            ),
            (1, "moves/s", [[round(r.seconds, 3), round(r.rate)] for r in job.readings]),
        ):
            series.append(
                {
                    "name": f"{prefix}{name}",
                    "type": "line",
                    "showSymbol": False,
                    "yAxisIndex": axis,
                    "color": GRAY if axis else shade,
                    "lineStyle": {"type": line, "width": 1 if axis else 2},
                    "data": points,
                }
            )
    chart = _time_chart(series, "conflicts")
    chart["yAxis"] = [
        {**_AXIS, "name": "conflicts", "minInterval": 1},
        {**_AXIS, "name": "moves/s", "splitLine": {"show": False}},
    ]
    return chart


def _time_chart(series: list[dict[str, Any]], name: str) -> dict[str, Any]:
    return {
        "animation": False,
        "grid": {"left": 56, "right": 64, "top": 44, "bottom": 40},
        "legend": {"top": 0, "type": "scroll", "textStyle": _TEXT},
        "tooltip": {"trigger": "axis", "renderMode": "richText", "confine": True},
        "xAxis": {**_AXIS, "name": "s", "min": 0},
        "yAxis": {**_AXIS, "name": name, "minInterval": 1, "scale": True},
        "series": series,
    }


def graph_chart(job: Job) -> dict[str, Any]:
    """Return the drawing of a graph: its vertices with the colors found, conflicts in red."""
    points, edges = job.drawing
    n = len(points)
    colors = np.full(n, -1) if job.result is None else job.result.colors
    labeled = n <= MOST_LABELED
    size = max(3.0, min(26.0, 560 / max(n, 1) ** 0.6))
    nodes = []
    for vertex, ((x, y), color) in enumerate(zip(points.tolist(), colors.tolist(), strict=True)):
        shade = fill(color)
        node: dict[str, Any] = {
            "id": str(vertex),
            "name": f"{vertex}: color {color}" if color >= 0 else str(vertex),
            "x": round(1000 * x, 1),
            "y": round(1000 * y, 1),
            "itemStyle": {"color": shade},
        }
        if labeled:
            text = str(color) if color >= 0 else ""
            node["label"] = {
                "show": True,
                "formatter": text,
                "color": ink(shade),
                "fontSize": size * 0.5,
            }
        nodes.append(node)
    same = (colors[edges[:, 0]] == colors[edges[:, 1]]) & (colors[edges[:, 0]] >= 0)
    drawn = np.flatnonzero(same)
    if len(edges) <= MOST_LINES:
        drawn = np.arange(len(edges))
    else:
        drawn = np.union1d(drawn, np.linspace(0, len(edges) - 1, MOST_LINES).astype(int))
    links = [
        {"source": u, "target": v, "lineStyle": {"color": CONFLICT, "width": 3, "opacity": 1}}
        if clash
        else {"source": u, "target": v}
        for (u, v), clash in zip(edges[drawn].tolist(), same[drawn].tolist(), strict=True)
    ]
    return {
        "animation": False,
        "tooltip": {"renderMode": "richText", "confine": True, "show": labeled},
        "series": [
            {
                "type": "graph",
                "layout": "none",
                "roam": True,
                "silent": not labeled,
                "symbolSize": size,
                "itemStyle": {
                    "borderColor": "#333",
                    "borderWidth": 0.7 if labeled else 0,
                    "color": UNKNOWN,
                },
                "lineStyle": {"color": GRAY, "width": 1 if labeled else 0.4, "opacity": 0.6},
                "emphasis": {"disabled": True},
                "data": nodes,
                "links": links,
            }
        ],
    }
