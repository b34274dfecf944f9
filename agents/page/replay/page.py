"""The pages of the room: the list of traces, and one trace with a slider over its steps."""

from __future__ import annotations

import asyncio

from nicegui import ui

from ...coloring.wording.phrases import listed
from ...errors import KempeError
from ..board import Board, put
from ..frame import element, frame, grid, heading, page_at, panel, refusal
from ..opening import build_opening
from ..places import team_places
from ..site import Site
from .recording import Deed, Recording, heat_map, read_recording

#: Nodes up to which the board is drawn.
MOST_DRAWN = 600
PLAY_SECONDS = 0.8


def add_pages(site: Site) -> None:
    """Add the pages of this room."""

    def start_page() -> None:
        with frame("Replay", "/replay"):
            known = [(name, name) for name in site.game_names()[:100]]
            build_opening(site, "Replay a trace", "a trace", (".db",), "/replay", known)

    async def trace_page(name: str, run: str | None = None) -> None:
        with frame("Replay", "/replay"):
            try:
                path = site.trace_path(name)
                loop = asyncio.get_running_loop()
                recording = await loop.run_in_executor(None, read_recording, path, run)
            except KempeError as error:
                refusal(error)
                return
            ReplayPage(recording, path.name).build()

    page_at("/replay")(start_page)
    page_at("/replay/{name}")(trace_page)


class ReplayPage:
    """The page of one recording."""

    def __init__(self, recording: Recording, name: str) -> None:
        self._recording, self._name = recording, name
        self._at = 0
        self._board: Board | None = None

    def build(self) -> None:
        """Build the page."""
        recording = self._recording
        if recording.fault is not None:
            refusal(f"This trace does not verify: {recording.fault}")
        heading(f"Replay of {self._name.removesuffix('.db')}", big=True)
        about = [f"Run {recording.run_id}."]
        if (team := recording.team) is not None:
            about.append(f"Penalty: {team.problem.conflict_penalty:g} for each conflict.")
            about.append("Greedy: what an agent computed; snapped: the best colors, if far better.")
        element("p", " ".join(about)).classes("k-note k-text")
        if recording.verdict:
            element("p", recording.verdict).classes("k-note k-text")
        if len(recording.run_ids) > 1:
            with ui.row().classes("k-row"):
                ui.label("Runs:")
                for run_id in recording.run_ids[:50]:
                    ui.link(run_id, f"?run={run_id}")
        last = len(recording.steps)
        with ui.row().classes("k-row").style("flex-wrap:nowrap"):
            ui.button(icon="skip_previous", on_click=lambda: self._go(self._at - 1)).props(
                'flat aria-label="One step back"'
            )
            self._slider = ui.slider(min=0, max=max(last, 1), value=0, step=1).style("flex:1")
            self._slider._props["aria-label"] = "Step"
            self._slider.on_value_change(lambda event: self._show(int(event.value)))
            ui.button(icon="skip_next", on_click=lambda: self._go(self._at + 1)).props(
                'flat aria-label="One step forward"'
            )
            self._player = ui.timer(PLAY_SECONDS, lambda: self._go(self._at + 1), active=False)
            ui.button(icon="play_arrow", on_click=self._toggle).props('flat aria-label="Play or pause"')
        self._where = ui.label().props("role=status").classes("k-text")
        with ui.element("div").classes("k-sides"):
            with ui.column().style("width:100%;gap:12px"):
                self._build_board()
                with panel("Decisions"):
                    self._deeds = ui.column().style("width:100%;gap:8px")
                if recording.team is not None:
                    with panel("What each coloring of a border costs"):
                        self._build_heat()
            with ui.column().style("width:100%;gap:12px"):
                with panel("Messages"):
                    self._notes = ui.column().style("width:100%;gap:6px")
                with panel("Claims of a language model"):
                    self._claims = ui.column().style("width:100%;gap:2px")
                with panel("Events"):
                    self._log = ui.column().style("width:100%;gap:2px")
        self._show(0)

    def _build_board(self) -> None:
        team = self._recording.team
        if team is None or len(team.problem.nodes) > MOST_DRAWN:
            return
        clusters = {str(o): [str(n) for n in nodes] for o, nodes in team.problem.clusters.items()}
        self._edges = [(str(u), str(v)) for u, v in team.problem.edges]
        domain = [str(color) for color in team.problem.domain]
        with panel():
            self._board = Board(
                team_places(clusters, self._edges), self._edges, clusters, domain, label="All clusters"
            )

    def _build_heat(self) -> None:
        team = self._recording.team
        assert team is not None
        pairs = {
            f"{a}|{b}": f"{b}'s border, for {a}" for a, others in team.peers.items() for b in others
        }
        if not pairs:
            return
        self._pair = ui.select(pairs, value=next(iter(pairs)), label="Table").style("width:100%")
        self._pair.on_value_change(lambda: self._show_heat())
        self._heat = ui.column().style("width:100%")

    # ------------------------------------------------------------------------------------- showing

    def _go(self, step: int) -> None:
        if 0 <= step <= len(self._recording.steps):
            self._slider.value = step
        else:
            self._player.active = False

    def _toggle(self) -> None:
        self._player.active = not self._player.active

    def _show(self, at: int) -> None:
        """Show the state after ``at`` steps."""
        recording = self._recording
        self._at = at = max(0, min(at, len(recording.steps)))
        step = recording.steps[at - 1] if at else None
        parts = [f"After step {at} of {len(recording.steps)}." if at else "Before the first step."]
        if step is not None and step.conflicts is not None:
            parts.append(f"Conflicts: {step.conflicts}. Penalty: {step.penalty:g}.")
            content = [name for name, value in step.satisfied.items() if value]
            parts.append(f"Satisfied: {', '.join(content) or 'nobody'}.")
        self._where.text = " ".join(parts)
        self._show_board(recording.start if step is None else step.colors)
        for column in (self._deeds, self._notes, self._claims, self._log):
            column.clear()
        if step is not None:
            with self._deeds:
                self._show_deeds(step.deeds)
            with self._notes:
                for note in step.notes:
                    to = "everyone" if note.recipient == "*" else note.recipient
                    element("div", f"{note.sender} to {to} ({note.kind}): {note.text}").classes("k-said")
            with self._claims:
                for text in step.claims or ["None in this step."]:
                    element("div", text).classes("k-text k-note")
            with self._log:
                for text in step.log[:200]:
                    element("div", text).classes("k-text k-note")
        if recording.team is not None:
            self._show_heat()

    def _show_board(self, colors: dict[str, str]) -> None:
        team = self._recording.team
        if self._board is None or team is None:
            return
        clashes = {frozenset(e) for e in self._edges if colors.get(e[0]) == colors.get(e[1]) is not None}
        fixed = {str(node): "fixed" for node in team.problem.fixed}
        self._board.show(colors, clashes, notes=fixed, square=tuple(fixed))

    def _show_deeds(self, deeds: list[Deed]) -> None:
        if self._recording.team is None:
            rows = [
                [deed.agent, deed.action, deed.refused or "done", deed.details] for deed in deeds[:500]
            ]
            grid(["agent", "action", "outcome", "arguments"], rows)
            return
        for deed in deeds:
            with element("div").classes("k-card"):
                claim = "claims to be satisfied" if deed.satisfied else "does not claim to be satisfied"
                verdict = "accepted by the judge" if deed.refused is None else "refused by the judge"
                element("p", f"{deed.agent} {claim}; {verdict}.").style("margin:0;font-weight:600")
                if deed.refused is not None:
                    element("p", deed.refused, role="alert").classes("k-error k-text")
                computed, best, stands = deed.penalties
                rows = []
                if deed.computed:
                    rows.append(["greedy", listed(deed.computed), _number(computed)])
                if deed.snapped is not None:
                    rows.append(["snapped", listed(deed.snapped), _number(best)])
                rows.append(["stands", listed(deed.standing), _number(stands)])
                grid(["", "colors", "penalty"], rows)
                if deed.reasons:
                    element("p", f"Rules: {', '.join(deed.reasons)}").classes("k-note")

    def _show_heat(self) -> None:
        recording = self._recording
        team = recording.team
        if team is None or not hasattr(self, "_heat"):
            return
        agent, _, peer = str(self._pair.value).partition("|")
        beliefs = recording.steps[self._at - 1].beliefs.get(agent, {}) if self._at else {}
        table = heat_map(team, agent, peer, beliefs)
        self._heat.clear()
        with self._heat:
            if table is None:
                ui.label("This border has too many colorings to draw.").classes("k-note")
                return
            largest = max((value for row in table.values for value in row), default=0) or 1
            with ui.element("div").classes("k-grid"), ui.element("table"):
                element("caption", f"Penalty of {agent}'s best answer; the present coloring is framed")
                with ui.element("thead"), ui.element("tr"):
                    for text in ["", *table.columns]:
                        element("th", text, scope="col")
                with ui.element("tbody"):
                    for i, (name, values) in enumerate(zip(table.rows, table.values, strict=True)):
                        with ui.element("tr"):
                            element("th", name, scope="row")
                            for j, value in enumerate(values):
                                cell = element("td", f"{value:g}")
                                share = max(0.0, min(1.0, value / largest))
                                style = f"background:rgba(213,94,0,{0.75 * share:.2f});"
                                if table.now == (i, j):
                                    style += "outline:3px solid currentColor;outline-offset:-3px"
                                put(cell, style=style)


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:g}"
