"""Flows: the list, and a flow drawn beside its conversation."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
from collections.abc import Iterator
from html import escape
from pathlib import Path

from nicegui import ui

from ...errors import DefinitionError, InputError, KempeError
from ...flow import Session, compile_flow
from ...flow.compiled import CompiledFlow
from ...flow.picture import picture
from ...flow.schema import read_json
from ...flow.talk import Talk
from ...flow.viewer import svg
from ..frame import complain, element, frame, grid, heading, page_at, panel, refusal
from ..opening import build_opening
from ..site import Site

SUFFIXES = (".json",)
_ID = re.compile(r"[0-9a-f]{16}")
COMMANDS = {"I do not know": "/unknown", "What is meant?": "/explain"}


def add_pages(site: Site) -> None:
    """Add the pages of this room."""

    def start_page() -> None:
        with frame("Flows", "/flows"):
            build_opening(site, "Talk through a flow", "a flow", SUFFIXES, "/flows")

    async def flow_page(name: str, talk: str = "") -> None:
        with frame("Flows", "/flows"):
            try:
                flow = await asyncio.get_running_loop().run_in_executor(None, _load, site, name)
                if not _ID.fullmatch(talk):
                    ui.navigate.to(f"/flows/{name}?talk={secrets.token_hex(8)}")
                    return
                FlowPage(flow, site.folder / "flows" / f"{talk}.json", name).build()
            except DefinitionError as error:
                refusal(f"{name} has errors")
                for finding in error.findings:
                    element("p", str(finding)).classes("k-text")
            except KempeError as error:
                refusal(error)

    page_at("/flows")(start_page)
    page_at("/flows/{name}")(flow_page)


def _load(site: Site, name: str) -> CompiledFlow:
    path = site.files.get(name) or site.uploads.get(name)
    if path is None or path.suffix not in SUFFIXES:
        raise InputError(f"{name[:60]}: no such flow")
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read: {error}", path=path) from None
    return compile_flow(read_json(text, name))


class Conversation:
    """
    A conversation that is kept in a file.

    Attributes
    ----------
    said
        Pairs of the speaker, ``"flow"`` or ``"you"``, and the text.
    over
        How it ended; None while it goes on.
    """

    def __init__(self, flow: CompiledFlow, path: Path) -> None:
        self._path = path
        self.said: list[tuple[str, str]] = []
        self.over: str | None = None
        if path.exists():
            data = read_json(path.read_text(encoding="utf-8"), path.name)
            self.session = Session.resume(flow, data["state"])
            self.said = [(who, text) for who, text in data["said"]]
            self.over = data["over"]
        else:
            self.session = Session(flow)
            self.take(None)

    def take(self, line: str | None) -> None:
        """Answer with a line, as in the terminal; None begins."""
        said: list[str] = []

        def lines() -> Iterator[str]:
            if line is not None:
                said.clear()  # the question was shown before
                yield line

        reply = Talk(self.session, lines(), said.append).run()
        if line is not None:
            self.said.append(("you", line))
        self.said += [("flow", text.strip()) for text in said if text.strip()]
        if reply is not None:
            self.over = " ".join(filter(None, (reply.kind, reply.outcome, reply.reason)))
        self._path.parent.mkdir(parents=True, exist_ok=True)
        beside = self._path.with_suffix(".new")
        data = {"state": self.session.dump(), "said": self.said, "over": self.over}
        beside.write_text(json.dumps(data), encoding="utf-8")
        beside.replace(self._path)

    def options(self) -> list[str]:
        """Return the allowed values of the pending question, if it has any."""
        key = self.session.pending
        questions = self.session.questions() if self.over is None else {}
        if key is None or key not in questions:
            return []
        return list(questions[key].node.allowed_values or ())


class FlowPage:
    """The page of one conversation."""

    def __init__(self, flow: CompiledFlow, path: Path, name: str) -> None:
        self._name = name
        self._talk = Conversation(flow, path)
        self._picture = picture(flow.ir)
        self._svg = svg(self._picture)
        self._length = 0

    def build(self) -> None:
        """Build the page."""
        heading(f"Flow {self._name}", big=True)
        with ui.element("div").classes("k-sides"):
            with panel():
                self._drawing = ui.html("", sanitize=False).classes("k-flow").style("width:100%")
                self._drawing._props["role"] = "img"
                self._drawing._props["aria-label"] = "Drawing of the flow; the present node is framed"
            with ui.column().style("width:100%;gap:12px"):
                with panel("Conversation"):
                    self._log = element("div", role="log").classes("k-log")
                    self._options = ui.row().classes("k-row")
                    with ui.row().classes("k-row").style("flex-wrap:nowrap"):
                        self._field = ui.input(placeholder="Your answer").style("flex:1")
                        self._field._props["aria-label"] = "Your answer"
                        self._field.on("keydown.enter", self._say)
                        self._send = ui.button("Send", on_click=self._say)
                    with ui.row().classes("k-row"):
                        for text, command in COMMANDS.items():
                            ui.button(text, on_click=lambda command=command: self._take(command)).props(
                                "flat dense"
                            )
                        ui.button("Begin anew", on_click=self._restart).props("flat dense")
                with panel("Answers"):
                    self._answers = ui.column().style("width:100%")
                with panel("Path"):
                    self._path = ui.column().style("width:100%")
        self._show()

    def _show(self) -> None:
        talk, session = self._talk, self._talk.session
        here = next((box.id for box in self._picture.boxes if box.id == self._box()), None)
        mark = f'<g class="node" data-id="{escape(here or "")}"'
        self._drawing.content = self._svg.replace(mark, mark.replace('"node"', '"node picked"'))
        with self._log:
            for who, text in talk.said[self._length :]:
                element("div", text).classes("k-said k-mine" if who == "you" else "k-said")
            if talk.over is not None and self._length < len(talk.said):
                element("div", f"[{talk.over}]", role="status").classes("k-note")
        self._length = len(talk.said)
        self._log.run_method("scrollTo", 0, 1_000_000)
        self._options.clear()
        with self._options:
            for value in talk.options()[:40]:
                button = ui.button(on_click=lambda value=value: self._take(value)).props(
                    "outline no-caps"
                )
                button.text = str(value)
        self._send.set_enabled(talk.over is None)
        self._answers.clear()
        with self._answers:
            rows = [[key, json.dumps(value, ensure_ascii=False)] for key, value in session.final.items()]
            grid(["question", "answer"], rows)
        self._path.clear()
        with self._path:
            state = session.path.state
            rows = [[path, f"{votes:g}"] for path, votes in sorted(state.votes.items())]
            active = (
                f"{state.active}{' (locked)' if state.locked else ''}" if state.active else "none yet"
            )
            ui.label(f"Path: {active}")
            if rows:
                grid(["path", "votes"], rows)

    def _box(self) -> str:
        """Return the id of the present node in the picture."""
        frame_now = self._talk.session.state.frames[-1]
        for box in self._picture.boxes:
            if box.node == frame_now.node and (not frame_now.graph or frame_now.graph in box.id):
                return box.id
        return ""

    async def _say(self) -> None:
        text = str(self._field.value or "").strip()
        if text:
            self._field.value = ""
            await self._take(text)

    async def _take(self, line: str) -> None:
        if self._talk.over is not None:
            return
        try:
            await asyncio.get_running_loop().run_in_executor(None, self._talk.take, line[:4000])
        except KempeError as error:
            complain(error)
        self._show()

    def _restart(self) -> None:
        ui.navigate.to(f"/flows/{self._name}?talk={secrets.token_hex(8)}")
