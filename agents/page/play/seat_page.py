"""The page of one seat: the board, the turn, the offers; the neighbors have panels of their own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from nicegui import ui

from ...coloring.modes import MODES
from ...coloring.people.commands import Typed
from ...coloring.view import View
from ...coloring.wording.phrases import enumerated, listed
from ...errors import KempeError
from ..board import Board
from ..frame import ask, complain, element, heading, panel
from ..palette import fill, letters
from ..places import Point, view_places
from .advice import advice_text, best_answer, conflicts_text
from .ending import show_end
from .offer_cards import OfferCards
from .peer_panel import PeerPanel
from .rules import points_text, rules_of
from .sight import Sight
from .table import Table, Unconfirmed, broken_deals

#: Seconds between two looks for changes made by others.
POLL = 0.5


class SeatPage:
    """
    The page of a person at a table.

    Parameters
    ----------
    table
        The game.
    seat
        Participant that the person plays.
    name
        Name of the game, for the link to its replay; None to show no link.
    after
        Function called when the person goes on after the game, in a study.
    """

    def __init__(
        self, table: Table, seat: str, name: str | None, after: Callable[[], object] | None = None
    ) -> None:
        self.table, self.seat, self.name, self.after = table, seat, name, after
        self._selected: str | None = None
        self._pointed: str | None = None
        self._seen = -1
        self._busy = False
        self._ended = False

    # ------------------------------------------------------------------------------------ building

    async def build(self) -> None:
        """Build the page."""
        sight = await self.table.look(self.seat)
        view = sight.view
        self._bargains = MODES[self.table.settings.mode].bargains
        self._announces = self._bargains and self.seat == self.table.people[0]
        self._free = [node for node in view.own if node not in view.fixed]
        places = await asyncio.get_running_loop().run_in_executor(None, view_places, view)
        heading(f"You are {self.seat}", big=True)
        self._end = element("div").classes("k-end")
        await self._build_rules(sight)
        with ui.element("div").classes("k-sides"):
            with ui.column().style("width:100%;gap:12px"):
                with panel():
                    self._build_board(view, places)
                with panel("Your turn"):
                    self._build_turn(view)
            with ui.column().style("width:100%;gap:12px"):
                offers = ui.column().style("width:100%")
                self._peers = {
                    peer: PeerPanel(view, peer, self._act, bargains=self._bargains)
                    for peer in view.peers
                }
                counter = {peer: panel.counter for peer, panel in self._peers.items() if self._bargains}
                with offers:
                    self._offers = OfferCards(view, self._act, counter)
        self._show(sight)
        ui.timer(POLL, self._poll)

    async def _build_rules(self, sight: Sight) -> None:
        shown = await self.table.help_shown(self.seat)
        if shown is None:
            shown = sight.situation.time_step == 0
        self._rules = ui.expansion(
            "How to play",
            value=shown,
            on_value_change=lambda event: self.table.show_help(self.seat, bool(event.value)),
        )
        with self._rules.style("width:100%"), element("div").classes("k-rules"):
            for text in rules_of(sight.view, self.table.settings.mode, bargains=self._bargains):
                element("p", text)

    def _build_board(self, view: View, places: Mapping[str, Point]) -> None:
        groups: dict[str, list[str]] = {self.seat: list(view.own)}
        for peer in view.peers:
            groups[peer] = list(view.border_of(peer))
        self._board = Board(
            places,
            view.edges,
            groups,
            view.domain,
            clickable=self._free,
            on_choose=self._choose,
            on_point=self._point,
            on_key=self._key,
            label="Your nodes and those of your neighbors that touch them",
        )
        with ui.row().classes("k-row").props('role=toolbar aria-label="Colors"'):
            self._which = ui.label("Click one of your nodes.").props("aria-live=polite")
            short = letters(view.domain)
            self._colors = []
            for i, color in enumerate(view.domain, 1):
                button = ui.button(on_click=lambda color=color: self._recolor(color))
                button.props("outline no-caps").classes("k-color")
                button._props["aria-label"] = f"Color {color}"
                with button:
                    element("span").classes("k-swatch").style(
                        f"background:{fill(color, view.domain)};margin-right:6px"
                    )
                    ui.label(f"{color} ({short[color]}, key {i})")
                self._colors.append(button)
        self._hint = ui.column().style("width:100%;gap:2px;min-height:24px")

    def _build_turn(self, view: Any) -> None:
        self._status = ui.label().props("role=status aria-live=polite").classes("k-text")
        self._status.tooltip(f"{points_text(view)} More is nicer, but a conflict is worse.")
        self._changes = ui.label().classes("k-text")
        with ui.row().classes("k-row"):
            self._go = ui.button("Take the turn", on_click=self._take, icon="send")
            self._content = ui.button("I am satisfied", on_click=self._satisfy, icon="done_all")
            self._content.props("outline")
            self._undo = ui.button("Take back", on_click=self._take_back, icon="undo").props("flat")
            self._wait = ui.button("Wait", on_click=self._pass, icon="hourglass_empty").props("flat")
            self._finish = ui.button("End the game", on_click=self._ask_finish, icon="flag").props(
                "flat"
            )
            self._advice = ui.button("Best answer", on_click=self._advise, icon="calculate")
            self._advice.props("flat").set_visibility(self.table.conditions.options)
            self._go.tooltip(
                "Your colors count, and neighbors learn those that touch theirs. Two steps."
            )
            self._content.tooltip(
                "Tell all that these colors are fine for you. The game ends when all do."
            )
            self._undo.tooltip("Forget the colors that are not sent yet.")
            self._wait.tooltip("Let the others move. One step.")
            self._advice.tooltip(
                "Compute which of your colors leave the fewest conflicts with what you know."
            )
        self._spinner = ui.row().classes("k-row")
        with self._spinner:
            ui.spinner(size="1.4em")
            ui.label("The others are moving ...").props("role=status")
        self._spinner.visible = False

    # ------------------------------------------------------------------------------------- showing

    async def _poll(self) -> None:
        if self._busy or self.table.version == self._seen:
            return
        await self._refresh()

    async def _refresh(self) -> None:
        self._seen = self.table.version
        self._show(await self.table.look(self.seat))

    def _show(self, sight: Sight) -> None:
        self._sight = sight
        self._show_board()
        self._show_turn()
        self._offers.show([] if sight.over else sight.offers)
        for panel_of_peer in self._peers.values():
            panel_of_peer.show(sight)
        if sight.over is not None and not self._ended:
            self._ended = True
            with self._end:
                ui.timer(0.01, self._finished, once=True)

    async def _finished(self) -> None:
        result = await self.table.result()
        self._rules.value = False
        with self._end:
            show_end(self._sight.view, result, replay=self.name, after=self.after)
        # On a phone the panel is far above the button that ended the game.
        self._end.run_method("scrollIntoView")

    def _show_board(self) -> None:
        sight, view = self._sight, self._sight.view
        notes = dict.fromkeys(view.fixed, "fixed")
        notes |= dict.fromkeys(sight.draft, "not sent")
        for node in self._agreed():
            notes[node] = "agreed, not sent" if node in sight.draft else "agreed"
        self._board.show(
            {**sight.situation.beliefs, **sight.colors},
            sight.conflicts,
            notes=notes,
            square=view.fixed,
            dashed=tuple(view.owners),
            selected=self._selected,
        )
        chosen = self._selected is not None and sight.over is None
        for button in self._colors:
            button.set_enabled(chosen)
        if sight.over is not None:
            self._which.text = "These colors stand."
        elif self._selected is not None:
            self._which.text = f"Color {self._selected}:"

    def _agreed(self) -> list[str]:
        """Return the own nodes that have, or are about to get, the color that a deal asks for."""
        sight = self._sight
        return [n for n, color in sight.situation.committed.items() if sight.colors.get(n) == color]

    def _show_turn(self) -> None:
        sight = self._sight
        count = len(sight.conflicts)
        unknown = [n for n in sight.view.owners if n not in sight.situation.beliefs]
        parts = [
            "No conflict that you can see." if not count else f"{count} conflict{'s' * (count > 1)}.",
            f"Step {sight.situation.time_step} of {self.table.settings.max_steps}.",
            f"Points of your nodes: {sight.view.score(sight.colors)}.",
        ]
        if sight.over is not None:
            parts.insert(0, "The game is over.")
        if unknown:
            parts.append(f"Colors you were not told yet: {', '.join(unknown)}.")
        if sight.situation.satisfied:
            parts.append("You said that you are satisfied.")
        self._status.text = " ".join(parts)
        sent = self.seat in sight.sent
        if sent:
            self._changes.text = "Your turn is sent. Waiting for the other person."
        elif sight.draft:
            self._changes.text = f"Not sent yet: {listed(sight.draft)}."
        elif sight.unreported:
            names = enumerated(sight.unreported)
            self._changes.text = f"Your present colors are unknown to {names}."
        else:
            self._changes.text = "Your neighbors know your colors."
        self._changes.visible = sight.over is None
        starts = self._announces and sight.situation.phase == "configure"
        self._go.text = "Take the turn, and start bargaining" if starts else "Take the turn"
        due = bool(sight.draft or sight.unreported or starts)
        free = sight.over is None and not sent and not self._busy
        self._go.set_enabled(free and due)
        self._content.text = (
            "I am not satisfied any more" if sight.situation.satisfied else "I am satisfied"
        )
        self._content.set_enabled(free)
        self._undo.set_visibility(bool(sight.draft))
        self._wait.set_enabled(free)
        self._finish.set_enabled(free)
        self._advice.set_enabled(free)

    # -------------------------------------------------------------------------------------- acting

    def _choose(self, node: str) -> None:
        self._selected = node
        self._show_board()
        self._show_hint(node)

    def _point(self, node: str) -> None:
        if node != self._pointed:
            self._pointed = node
            self._show_hint(node)

    async def _key(self, node: str, key: str) -> None:
        if key in ("Enter", " "):
            self._choose(node)
        elif key.isdigit() and 1 <= int(key) <= len(self._sight.view.domain):
            self._selected = node
            await self._recolor(self._sight.view.domain[int(key) - 1])

    def _show_hint(self, node: str) -> None:
        """Show what neighbors said about the colors of a node."""
        sight = self._sight
        lines = []
        for peer, told in sight.told.items():
            row = [one for one in told.effects if one.node == node]
            if row:
                words = ", ".join(f"{one.color} {conflicts_text(one.conflicts)}" for one in row)
                lines.append(f"{node}, as {peer} told you: {words}")
        if node in sight.view.owners:
            known = sight.situation.beliefs.get(node)
            about = f"it said {known}" if known else "it did not tell you its color"
            lines.append(f"{node} belongs to {sight.view.owners[node]}: {about}")
        self._hint.clear()
        with self._hint:
            for line in lines:
                element("p", line).classes("k-note k-text")

    async def _recolor(self, color: str) -> None:
        node = self._selected
        if node is None or self._sight.over is not None:
            return
        deals = broken_deals(self._sight.situation, {**self._sight.colors, node: color})
        if deals and node in self._agreed():
            agreed = self._sight.situation.committed[node]
            ask(
                f"You agreed to color {node} {agreed}. Sending another color ends the deal.",
                yes=f"Color {node} {color}",
                no=f"Keep {agreed}",
                act=partial(self._try, {node: color}),
            )
            return
        await self._try({node: color})

    async def _take_back(self) -> None:
        await self._try(None)

    async def _try(self, changes: Mapping[str, str] | None) -> None:
        try:
            await self.table.draft(self.seat, changes)
        except KempeError as error:
            complain(error)
            return
        await self._refresh()

    async def _take(self) -> None:
        starts = self._announces and self._sight.situation.phase == "configure"
        # Other colors, another question: who was satisfied with the colors before says so again.
        satisfied = False if self._sight.situation.satisfied and self._sight.draft else None
        control = "announce" if starts else None
        await self._act(Typed(report=True, control=control, satisfied=satisfied))

    async def _satisfy(self) -> None:
        sight = self._sight
        satisfied = not sight.situation.satisfied
        typed = Typed(satisfied=satisfied, report=bool(sight.unreported))
        if satisfied and (count := len(sight.conflicts)):
            left = "1 conflict is" if count == 1 else f"{count} conflicts are"
            ask(
                f"{left} left that you can see. Are you satisfied all the same?",
                yes="I am satisfied",
                no="Go on coloring",
                act=partial(self._act, typed),
            )
        else:
            await self._act(typed)

    async def _pass(self) -> None:
        await self._act(Typed(control="pass"))

    async def _act(self, typed: Typed, *, confirmed: bool = False) -> bool:
        """Take a turn; return whether it was taken."""
        if self._busy:
            return False
        self._busy = True
        self._spinner.visible = True
        self._show_turn()
        refused: str | None = None
        try:
            step = self._sight.situation.time_step
            refused = await self.table.act(self.seat, typed, confirmed=confirmed, step=step)
        except Unconfirmed as error:
            self._ask_confirmation(str(error), typed)
            return False
        except KempeError as error:
            complain(error)
            return False
        finally:
            self._busy = False
            self._spinner.visible = False
            await self._refresh()
        if refused is not None:
            complain(f"The judge refused the turn: {refused}")
        return refused is None

    def _ask_confirmation(self, text: str, typed: Typed) -> None:
        ask(
            f"Do you mean this? {text}",
            yes="Send",
            no="Write it anew",
            act=partial(self._act, typed, confirmed=True),
        )

    def _ask_finish(self) -> None:
        ask(
            "End the game now? It cannot be continued.",
            yes="End the game",
            no="Go on",
            act=partial(self._act, Typed(control="finish")),
        )

    def _advise(self) -> None:
        """Show the exact best answer to what the person knows."""
        try:
            advice = best_answer(self._sight)
        except KempeError as error:
            complain(error)
            return
        changes = {n: c for n, c in advice.colors.items() if self._sight.colors[n] != c}
        self._hint.clear()
        with self._hint:
            element("p", advice_text(self._sight, advice), role="status").classes("k-note k-text")
            if changes:
                ui.button("Try these colors", on_click=lambda: self._try(changes)).props("flat")
