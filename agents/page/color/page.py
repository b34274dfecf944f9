"""The page of the room: choose a graph and methods, start, watch, stop, download."""

from __future__ import annotations

import asyncio
import base64
import functools
import json
import re
import secrets
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from nicegui import ui

from solver.benchmark.figures import counted
from solver.command.color import METHODS_HELP, verdict
from solver.command.progress_line import compilation_text
from solver.graphs import generators
from solver.graphs.formats import FORMATS, write_coloring
from solver.graphs.formats.load import name_of
from solver.portfolio.shares import METHODS

from ...errors import InputError, expected
from ..frame import complain, element, frame, heading, page_at, panel, refusal
from ..site import LARGEST_UPLOAD, Site
from .charts import MOST_LABELED, MOST_LINES, effort_chart, graph_chart, progress_chart
from .job import Job

#: Colorings that may run at once, and finished ones that are kept.
MOST_RUNNING, MOST_KEPT = 4, 20
LONGEST = 3600
#: Latest finds of a method that are listed.
MOST_FINDS = 8
POLL = 0.4
EXAMPLES = {
    "queen": "queen:8",
    "rook": "rook:8",
    "mycielski": "mycielski:5",
    "insertions": "insertions:2,3",
    "full_insertions": "full_insertions:3,3",
    "grid": "grid:12,12",
    "gnp": "gnp:125,0.5,seed=1",
    "rmat": "rmat:10,8",
    "planted": "planted:200,8,0.3",
    "flat": "flat:100,10,0.5",
    "leighton": "leighton:450,15,200",
    "geometric": "geometric:300,0.1",
    "delaunay": "delaunay:1000",
    "road": "road:40",
}


def add_pages(site: Site) -> None:
    """Add the pages of this room."""

    def start_page() -> None:
        with frame("Color", "/"):
            _form(site)

    def job_page(ids: str) -> None:
        with frame("Color", "/"):
            jobs = [site.jobs[one] for one in ids.split("+") if one in site.jobs]
            if jobs:
                _Watch(jobs).build()
            else:
                refusal("This coloring is not kept any more; colorings do not outlive the server.")
                ui.link("Color a graph", "/")

    page_at("/")(start_page)
    page_at("/color/{ids}")(job_page)


# --------------------------------------------------------------------------------------- the form


def _form(site: Site) -> None:
    heading("Color a graph", big=True)
    chosen: dict[str, Any] = {"path": None}
    with ui.element("div").classes("k-sides"):
        with panel("Graph"):
            families = {row.name: f"{row.name}: {row.summary}" for row in generators.table()}
            family = (
                ui.select(families, value="queen", label="Family").classes("w-full").style("width:100%")
            )
            spec = ui.input("Graph", value=EXAMPLES["queen"]).style("width:100%")
            about = ui.label().classes("k-note")
            arguments = {row.name: row.arguments for row in generators.table()}

            def chose() -> None:
                spec.value = EXAMPLES.get(family.value, f"{family.value}:")
                about.text = f"{family.value}:{arguments[family.value]}"

            family.on_value_change(chose)
            about.text = f"queen:{arguments['queen']}"
            ui.label("or a file:").classes("k-note")

            async def uploaded(event: Any) -> None:
                try:
                    chosen["path"] = await _kept(site, event.file)
                    spec.value = event.file.name
                except InputError as error:
                    complain(error)

            suffixes = sorted({s for f in FORMATS.values() for s in f.suffixes})
            ui.upload(
                label=f"Drop a file ({', '.join(suffixes)})",
                max_file_size=LARGEST_UPLOAD,
                auto_upload=True,
                on_upload=uploaded,
                on_rejected=lambda: complain(f"a file has at most {LARGEST_UPLOAD >> 20} MiB"),
            ).style("width:100%")
        with panel("Search"):
            method = ui.select(list(METHODS), value="auto", label="Method").style("width:100%")
            other = ui.select(["none", *METHODS], value="none", label="Beside it").style("width:100%")
            ui.label(METHODS_HELP).classes("k-note")
            with ui.row().classes("k-row"):
                limit = ui.number("Seconds", value=30, min=1, max=LONGEST).style("width:100px")
                k = ui.number("Stop at colors", min=1, precision=0).style("width:130px")
                seed = ui.number("Seed", value=0, precision=0).style("width:100px")

            def start() -> None:
                path = chosen["path"]
                source = spec.value.strip()
                if path is not None and source == path.name:
                    source = str(path)
                try:
                    if not generators.is_spec(source) and path is None:
                        raise expected("graph", source, "a family such as queen:8, or a file")
                    if generators.is_spec(source):
                        generators.parse_spec(source)
                    options = {
                        "time_limit": _number("seconds", limit.value, 0.1, LONGEST),
                        "k": None if k.value is None else int(_number("colors", k.value, 1, 2**31)),
                        "seed": int(_number("seed", seed.value, 0, 2**53)),
                    }
                    ids = [
                        _started(site, source, {**options, "method": one})
                        for one in (method.value, other.value)
                        if one != "none"
                    ]
                except InputError as error:
                    complain(error)
                    return
                ui.navigate.to(f"/color/{'+'.join(ids)}")

            ui.button("Start", on_click=start, icon="play_arrow").props("size=lg")
    running = {one: job for one, job in site.jobs.items()}
    if running:
        with panel("Earlier colorings"):
            for one, job in reversed(running.items()):
                state = "running" if job.is_running else _state(job)
                ui.link(f"{job.name}, {job.method}: {state}", f"/color/{one}")


def _number(name: str, value: Any, low: float, high: float) -> float:
    if not isinstance(value, (int, float)) or not low <= value <= high:
        raise expected(name, value, f"{low} <= {name} <= {high}")
    return value


async def _kept(site: Site, file: Any) -> Path:
    """Keep an uploaded file under a name of ours; the suffix tells the format."""
    if file.size() > LARGEST_UPLOAD:
        raise expected("size", file.size(), f"at most {LARGEST_UPLOAD} bytes")
    suffixes = [s for f in FORMATS.values() for s in f.suffixes]
    packed = re.search(r"\.(gz|xz|bz2|zst)$", file.name)
    bare = file.name[: packed.start()] if packed else file.name
    suffix = next((s for s in sorted(suffixes, key=len, reverse=True) if bare.endswith(s)), "")
    stem = re.sub(r"[^A-Za-z0-9_-]+", "-", bare[: len(bare) - len(suffix)])[:40] or "graph"
    folder = Path(tempfile.mkdtemp(prefix="kempe-page-"))
    path = folder / f"{stem}{suffix}{packed[0] if packed else ''}"
    path.write_bytes(await file.read())
    return path


def _started(site: Site, source: str, options: dict[str, Any]) -> str:
    running = sum(job.is_running for job in site.jobs.values())
    if running >= MOST_RUNNING:
        raise InputError(f"{running} colorings are running: stop one of them first")
    while len(site.jobs) >= MOST_KEPT:
        first = next(one for one, job in site.jobs.items() if not job.is_running)
        site.jobs.pop(first).close()
    one = secrets.token_hex(8)
    site.jobs[one] = Job(source, name_of(source), options)
    return one


def _state(job: Job) -> str:
    if job.failure is not None:
        return job.failure
    return "starting" if job.result is None else verdict(job.result)


# --------------------------------------------------------------------------------------- watching


class _Watch:
    """The page of running or finished colorings of one graph."""

    def __init__(self, jobs: list[Job]) -> None:
        self.jobs = jobs
        self._seen = -1

    def build(self) -> None:
        """Build the page."""
        heading(self.jobs[0].name, big=True)
        self._size = ui.label().classes("k-note")
        self._states = []
        for job in self.jobs:
            with ui.row().classes("k-row"):
                self._states.append(ui.label().classes("k-text").props("role=status aria-live=polite"))
                stop = ui.button("Stop, keep the best", on_click=job.stop, icon="stop")
                stop.bind_visibility_from(job, "can_stop")
        with ui.element("div").classes("k-sides"):
            with panel("Coloring"):
                self._drawing = ui.column().style("width:100%")
            with ui.column().style("width:100%;gap:12px"):
                with panel("Colors and lower bound"):
                    self._progress = ui.echart(progress_chart(self.jobs)).style(
                        "height:300px;width:100%"
                    )
                with panel("Conflicts of the current attempt"):
                    self._effort = ui.echart(effort_chart(self.jobs)).style("height:220px;width:100%")
                with panel("Found so far"):
                    self._finds = ui.column().style("gap:2px").props("role=log")
        self._results = [ui.column().style("width:100%") for _ in self.jobs]
        self._downloads: dict[int, ui.row] = {}
        self._shown_finds: list[str] = []
        self._drawn: tuple[bool, ...] = ()
        self._pictured: set[int] = set()
        self._timer = ui.timer(POLL, self._poll)
        self._poll()

    def _poll(self) -> None:
        seen = sum(job.version for job in self.jobs)
        if seen == self._seen:
            return
        self._seen = seen
        for job, state in zip(self.jobs, self._states, strict=True):
            state.text = f"{job.method}: {self._now(job)}"
        if (size := self.jobs[0].size) is not None:
            self._size.text = f"{size['n']:,} vertices, {size['m']:,} edges"
        self._progress.options.update(progress_chart(self.jobs))
        self._progress.update()
        self._effort.options.update(effort_chart(self.jobs))
        self._effort.update()
        self._show_finds()
        self._draw()
        self._offer_results()
        if not any(job.is_running for job in self.jobs):
            self._timer.active = False

    def _now(self, job: Job) -> str:
        """Return the state of a coloring in words."""
        if job.failure is not None or job.result is not None:
            return _state(job)
        if job.compiled is not None and job.compiled[0] < job.compiled[1]:
            return compilation_text(*job.compiled)
        if not job.readings:
            return "reading the graph" if job.size is None else "starting"
        last = job.readings[-1]
        best = "no coloring yet" if last.best is None else counted(last.best, "color")
        trying = "" if last.conflicts is None else f" trying {last.trying}: {last.conflicts} conflicts,"
        return (
            f"{best}, at least {last.bound or 0} needed;{trying} {last.rate:,.0f} moves/s, "
            f"{last.seconds:.0f} s"
        )

    def _show_finds(self) -> None:
        """Show what was found last, and by which method."""
        beside = len(self.jobs) > 1
        finds = [
            f"{job.method}: {one}" if beside else one
            for job in self.jobs
            for one in job.found[-MOST_FINDS:]
        ]
        if finds == self._shown_finds:
            return
        self._shown_finds = finds
        self._finds.clear()
        with self._finds:
            for one in finds:
                element("p", one).classes("k-note")

    def _draw(self) -> None:
        best = self._best()
        state = (
            best.drawing is not None,
            best.result is not None,
            best.picture is not None,
            best.is_running,
        )
        if state == self._drawn:
            return
        self._drawn = state
        self._drawing.clear()
        with self._drawing:
            if best.drawing is not None:
                small = len(best.drawing[0]) <= MOST_LABELED
                ui.echart(graph_chart(best), renderer="svg" if small else "canvas").style(
                    "height:520px;width:100%"
                ).props('role=img aria-label="Drawing of the graph with its colors"')
                if len(best.drawing[1]) > MOST_LINES:
                    text = (
                        f"{MOST_LINES:,} of {len(best.drawing[1]):,} edges are drawn, and all conflicts."
                    )
                    ui.label(text).classes("k-note")
            elif best.picture is not None:
                data = base64.b64encode(best.picture).decode()
                ui.image(f"data:image/png;base64,{data}").props(
                    'alt="Adjacency matrix sorted by color, and the sizes of the classes"'
                ).style("width:100%;background:white")
            elif best.result is None:
                ui.label("Larger graphs are drawn as a matrix when they are colored.").classes("k-note")
            elif best.is_running:
                with ui.row().classes("k-row"):
                    ui.spinner(size="1.4em")
                    ui.label("The matrix is being drawn ...").props("role=status")
            else:
                ui.label("There is no picture: it needs matplotlib.").classes("k-note")

    def _best(self) -> Job:
        done = [job for job in self.jobs if job.result is not None and job.result.conflicts == 0]
        return min(done, key=lambda job: job.result.k) if done else self.jobs[0]

    def _offer_results(self) -> None:
        # Buttons are never made anew: a click on one that has just been replaced would be lost.
        for i, job in enumerate(self.jobs):
            if job.result is not None and i not in self._downloads:
                with self._results[i], panel(f"Result of {job.method}"):
                    self._downloads[i] = self._result(job)
            picture = job.picture
            if picture is not None and i in self._downloads and i not in self._pictured:
                self._pictured.add(i)
                with self._downloads[i]:
                    _download("Picture", f"{job.name}.png", functools.partial(bytes, picture))

    def _result(self, job: Job) -> ui.row:
        """Show a result, and return the row of its downloads."""
        result = job.result
        element("p", verdict(result)).classes("k-text")
        element(
            "p",
            f"Found by {result.method}; {result.seconds:.1f} s, {result.iterations:,} moves; "
            f"ended by: {result.stop_reason.replace('_', ' ')}.",
        ).classes("k-note")
        if result.history:
            found = ", ".join(
                f"{counted(k, 'color')} after {seconds:.2f} s"
                for seconds, _, k, conflicts in result.history[-12:]
                if not conflicts
            )
            element("p", found).classes("k-note")
        with ui.row().classes("k-row") as downloads:
            _download("Coloring (JSON)", f"{job.name}.json", lambda: _json(result.to_dict()))
            _download("Coloring (DIMACS)", f"{job.name}.sol", lambda: _dimacs(result))
            _download(
                "Certificate of the bound",
                f"{job.name}.certificate.json",
                lambda: _json(result.certificate),
            )
        return downloads


def _download(text: str, name: str, content: Callable[[], bytes]) -> None:
    """Show a button; the content is made when it is pressed, and not by the thread of all clicks."""

    async def download() -> None:
        ui.download(await asyncio.get_running_loop().run_in_executor(None, content), name)

    ui.button(text, icon="download", on_click=download).props("outline")


def _json(data: Any) -> bytes:
    return json.dumps(data).encode()


def _dimacs(result: Any) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "coloring.sol"
        write_coloring(path, result)
        return path.read_bytes()
