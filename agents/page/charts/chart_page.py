"""Charts: the list, and a chart that is stepped by buttons."""

from __future__ import annotations

import asyncio
import json
from typing import Any
from urllib.parse import urlencode

from nicegui import ui

from ...errors import DefinitionError, InputError, KempeError
from ...statechart import Chart, Oracle, SocialAgent, analyze, as_chart, load_scxml, social_chart
from ...statechart.errors import InvalidChart
from ..frame import complain, element, frame, heading, page_at, panel, refusal
from ..models import gateway_of
from ..opening import build_opening
from ..site import Site
from .chart_drawing import ChartDrawing
from .run import Run, run

STOCK = "social"
SUFFIXES = (".scxml", ".xml")


def add_pages(site: Site) -> None:
    """Add the pages of this room."""

    def start_page() -> None:
        with frame("Charts", "/charts"):
            known = [("The chart of a person in a social network", STOCK)]
            build_opening(site, "Step through a statechart", "a chart", SUFFIXES, "/charts", known)

    async def chart_page(
        name: str, events: str = "[]", decisions: str = "[]", ahead: str = "[]"
    ) -> None:
        with frame("Charts", "/charts"):
            try:
                chart = await asyncio.get_running_loop().run_in_executor(None, _load, site, name)
                given = [_texts(text) for text in (events, decisions, ahead)]
            except InvalidChart as error:
                refusal(f"{name} is not a chart")
                for finding in error.findings:
                    element("p", str(finding)).classes("k-text")
                return
            except KempeError as error:
                refusal(error)
                return
            await ChartPage(site, name, chart, *given).build()

    page_at("/charts")(start_page)
    page_at("/charts/{name}")(chart_page)


def _load(site: Site, name: str) -> Chart:
    if name == STOCK:
        return as_chart(social_chart(), name=STOCK)
    path = site.files.get(name) or site.uploads.get(name)
    if path is None or path.suffix not in SUFFIXES:
        raise InputError(f"{name[:60]}: no such chart")
    return load_scxml(path)


def _texts(text: str) -> list[Any]:
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, list) or not all(isinstance(one, (str, int)) for one in values):
        raise InputError("the address is damaged: expected a list of events")
    return values


class ChartPage:
    """The page of one chart."""

    def __init__(
        self,
        site: Site,
        name: str,
        chart: Chart,
        events: list[Any],
        decisions: list[Any],
        ahead: list[Any],
    ) -> None:
        self._site, self._name, self._chart = site, name, chart
        self._events = [str(one) for one in events]
        self._decisions = [one for one in decisions if isinstance(one, int)]
        #: Events of a witness that are played next.
        self._ahead = [str(one) for one in ahead]

    async def build(self) -> None:
        """Build the page."""
        loop = asyncio.get_running_loop()
        self._run = await loop.run_in_executor(None, self._ran, self._decisions)
        heading(f"Chart {self._chart.name or self._name}", big=True)
        with ui.element("div").classes("k-sides k-wide"):
            with panel():
                self._drawing = ChartDrawing(self._chart)
                self._states = ui.label().props("role=status aria-live=polite").classes("k-text")
                self._data = ui.label().classes("k-note k-text")
            with ui.column().style("width:100%;gap:12px"):
                with panel("Events"):
                    self._build_events()
                with panel("Open choice") as self._choice_panel:
                    self._choice = ui.column().style("width:100%;gap:6px")
                with panel("What happened"):
                    self._log = element("div", role="log").classes("k-log k-mono")
                with panel("Findings"):
                    self._findings = ui.column().style("width:100%;gap:8px")
                    with self._findings:
                        ui.label("Looking for what is suspect ...").classes("k-note")
        self._show()
        ui.timer(0.05, self._check, once=True)

    def _ran(self, decisions: list[int]) -> Run:
        agent = SocialAgent("person") if self._name == STOCK else None
        return run(self._chart, self._events, decisions, agent=agent)

    def _build_events(self) -> None:
        with ui.row().classes("k-row"):
            for name in self._chart.events:
                if name != "*":
                    button = ui.button(on_click=lambda name=name: self._send(name)).props("outline")
                    button.text = name
            ui.button("one tick", on_click=lambda: self._send("+1"), icon="schedule").props("outline")
        with ui.row().classes("k-row").style("flex-wrap:nowrap"):
            field = ui.input(placeholder="NAME, NAME=JSON or +TICKS").style("flex:1")
            field._props["aria-label"] = "Event"

            async def send() -> None:
                text = str(field.value or "").strip()
                if text:
                    field.value = ""
                    await self._send(text)

            field.on("keydown.enter", send)
            ui.button("Send", on_click=send).props("flat")
        with ui.row().classes("k-row"):
            ui.button("Step back", on_click=self._back, icon="undo").props("flat")
            ui.button("Begin anew", on_click=self._restart, icon="restart_alt").props("flat")
            self._next = ui.button(on_click=self._play_next, icon="skip_next")

    # ------------------------------------------------------------------------------------- showing

    def _show(self) -> None:
        result = self._run
        self._drawing.show(result.active)
        ended = " The chart has ended." if result.done else ""
        self._states.text = f"Active: {', '.join(result.states) or 'nothing'}.{ended}"
        data = ", ".join(
            f"{name} = {json.dumps(v, default=str)[:80]}" for name, v in result.data.items()
        )
        self._data.text = f"Tick {result.tick}. {data}"
        self._next.set_visibility(bool(self._ahead))
        if self._ahead:
            self._next.text = f"Next event of the witness: {self._ahead[0]} ({len(self._ahead)} left)"
        self._show_choice(result)
        self._log.clear()
        with self._log:
            for event, lines in result.steps[-60:]:
                element("div", "\n".join([f"> {event}", *(f"    {line}" for line in lines)]))
            if result.failure is not None:
                refusal(result.failure)
        self._log.run_method("scrollTo", 0, 1_000_000)

    def _show_choice(self, result: Run) -> None:
        self._choice_panel.visible = result.open is not None
        self._choice.clear()
        if result.open is None:
            return
        choice = result.open
        with self._choice:
            event = choice.event.name if choice.event is not None else "no event"
            ui.label(f"In {choice.state}, at {event}, several transitions are enabled:")
            for i, arc in enumerate(choice.options):
                text = f"{i + 1}: {arc}"
                button = ui.button(on_click=lambda i=i: self._decide(i)).props("outline no-caps")
                button.text = text
            if self._site.gateway:
                ui.button(f"Ask {self._site.gateway['model']}", on_click=self._ask_model).props("flat")

    async def _check(self) -> None:
        """Look for findings; for large charts this takes a while."""
        findings = await asyncio.get_running_loop().run_in_executor(None, self._analyze)
        self._findings.clear()
        with self._findings:
            if isinstance(findings, str):
                refusal(findings)
                return
            if not findings:
                ui.label("Nothing is suspect.")
            for one in findings:
                with element("div").classes("k-card"):
                    element("p", str(one.finding)).classes("k-text")
                    if one.witness:
                        witness = list(one.witness)
                        ui.button(
                            "Play the witness step by step",
                            on_click=lambda witness=witness: self._begin_witness(witness),
                            icon="play_arrow",
                        ).props("flat")

    def _analyze(self) -> Any:
        try:
            return analyze(self._chart)
        except (DefinitionError, KempeError) as error:
            return str(error)

    # -------------------------------------------------------------------------------------- acting

    async def _again(self) -> None:
        self._run = await asyncio.get_running_loop().run_in_executor(None, self._ran, self._decisions)
        query = {
            "events": json.dumps(self._events),
            "decisions": json.dumps(self._decisions),
            "ahead": json.dumps(self._ahead),
        }
        ui.navigate.history.replace(f"/charts/{self._name}?{urlencode(query)}")
        self._show()

    async def _send(self, event: str) -> None:
        if self._run.open is not None:
            complain("decide the open choice first")
            return
        self._events.append(event)
        await self._again()
        if self._run.failure is not None:
            complain(self._run.failure)
            self._events.pop()
            await self._again()

    async def _decide(self, option: int) -> None:
        self._decisions.append(option)
        await self._again()

    async def _back(self) -> None:
        if self._events:
            self._events.pop()
        decided: list[int] = []
        # Decisions that were made for events taken back are dropped.
        for option in self._decisions:
            if self._ran(decided).open is None:
                break
            decided.append(option)
        self._decisions = decided
        await self._again()

    async def _restart(self) -> None:
        self._events, self._decisions, self._ahead = [], [], []
        await self._again()

    async def _begin_witness(self, witness: list[str]) -> None:
        self._events, self._decisions, self._ahead = [], [], witness
        await self._again()

    async def _play_next(self) -> None:
        if self._run.open is None and self._ahead:
            event = self._ahead.pop(0)
            await self._send(event)

    async def _ask_model(self) -> None:
        choice = self._run.open
        if choice is None:
            return

        def ask() -> int:
            return Oracle(gateway_of(self._site)).choose(choice)

        try:
            option = await asyncio.get_running_loop().run_in_executor(None, ask)
        except KempeError as error:
            complain(error)
            return
        ui.notify(f"The model chose {choice.options[option]}")
        await self._decide(option)
