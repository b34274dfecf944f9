"""The page of one seat: its board, its turn, the offers; the board and the neighbors have own panels."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import partial

from nicegui import ui
from nicegui.events import ValueChangeEventArguments

from ...coloring.modes import MODES
from ...coloring.people.commands import Typed
from ...coloring.people.reports import points_text
from ...coloring.view import View
from ...coloring.wording.phrases import enumerated, listed
from ...errors import KempeError
from ..frame import ask, complain, element, heading, panel
from ..places import view_places
from .ending import show_end
from .message_field import MessageField
from .offer_cards import OfferCards
from .peer_panel import PeerPanel
from .rules import rules_of
from .seat_board import SeatBoard
from .sight import Sight
from .table import Table, Unconfirmed

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

    Attributes
    ----------
    ended
        Whether the page shows that the game is over.
    """

    def __init__(
        self, table: Table, seat: str, name: str | None, after: Callable[[], object] | None = None
    ) -> None:
        self.table, self.seat, self.name, self.after = table, seat, name, after
        self._seen = -1
        self._busy = False
        self.ended = False

    # ------------------------------------------------------------------------------------ building

    async def build(self) -> None:
        """Build the page."""
        sight = await self.table.look(self.seat)
        view = sight.view
        self._bargains = MODES[self.table.settings.mode].bargains
        self._announces = self._bargains and self.seat == self.table.people[0]
        places = await asyncio.get_running_loop().run_in_executor(None, view_places, view)
        heading(f"You are {self.seat}", big=True)
        self._end = element("div").classes("k-end")
        with ui.element("div").classes("k-sides k-seat"):
            await self._build_rules(sight)
            with ui.column().classes("k-own"):
                with panel():
                    advised = partial(self.table.note_advice, self.seat)
                    self._board = SeatBoard(view, places, self._try, advised)
                with panel("Your turn"):
                    self._build_turn(view)
            with ui.column().classes("k-talk"):
                offers = ui.column().classes("k-offers")
                self._peers = {
                    peer: PeerPanel(view, peer, self._act, bargains=self._bargains)
                    for peer in view.peers
                }
                self._to_all = None
                if view.has_several_peers:
                    with panel():
                        self._to_all = MessageField(None, self._act)
                counter = {peer: panel.counter for peer, panel in self._peers.items() if self._bargains}
                with offers:
                    self._offers = OfferCards(view, self._act, counter)
        self._show(sight)
        ui.timer(POLL, self._poll)

    async def _build_rules(self, sight: Sight) -> None:
        shown = await self.table.help_shown(self.seat)
        # Who neither opened nor closed them has read them by the first turn.
        self._reads = shown is None and sight.situation.time_step == 0
        is_open = self._reads if shown is None else shown
        self._rules = ui.expansion("How to play", value=is_open, on_value_change=self._keep_rules)
        with self._rules.classes("k-rules-panel"), element("div").classes("k-rules"):
            for text in rules_of(sight.view, self.table.settings.mode, bargains=self._bargains):
                element("p", text)

    async def _keep_rules(self, event: ValueChangeEventArguments[bool]) -> None:
        self._reads = False
        await self.table.show_help(self.seat, bool(event.value))

    def _build_turn(self, view: View) -> None:
        self._status = ui.label().props("role=status aria-live=polite").classes("k-text")
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
            self._advice = ui.button("Best answer", on_click=self._board.advise, icon="calculate")
            self._advice.props("flat").set_visibility(self.table.conditions.options)
        cost = "Two steps." if len(view.people) == 1 else "One step."
        everybody = "" if len(view.people) == 1 else " for everybody"
        self._explain(
            {
                self._status: f"{points_text(view)} More is nicer, but a conflict is worse.",
                self._go: f"Your colors count, and neighbors learn those that touch theirs. {cost}",
                self._content: "Tell all that these colors are fine for you. The game ends when all do.",
                self._undo: "Forget the colors that are not sent yet.",
                self._wait: "Let the others move. One step.",
                self._finish: f"The game is over at once{everybody}, and cannot be continued.",
                self._advice: "Compute which of your colors leave the fewest conflicts with what you "
                "know.",
            }
        )
        self._spinner = ui.row().classes("k-row")
        with self._spinner:
            ui.spinner(size="1.4em")
            ui.label("The others are moving ...").props("role=status")
        self._spinner.visible = False

    def _explain(self, about: Mapping[ui.element, str]) -> None:
        """Explain what is pointed at or has the focus; a tooltip would cover the status."""
        self._about = line = ui.label().classes("k-note k-text k-about")
        for made, text in about.items():
            for event in ("mouseenter", "focus"):
                made.on(event, partial(line.set_text, text), [])
            made.on("mouseleave", partial(line.set_text, ""), [])

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
        if self._reads and sight.situation.time_step > 0:
            self._rules.value = False
        self._board.show(sight)
        self._show_turn()
        self._offers.show({} if sight.over else sight.offers, sight.situation)
        for panel_of_peer in self._peers.values():
            panel_of_peer.show(sight)
        if self._to_all is not None:
            self._to_all.set_enabled(sight.over is None)
        if sight.over is not None and not self.ended:
            self.ended = True
            with self._end:
                ui.timer(0.01, self._finished, once=True)

    async def _finished(self) -> None:
        result = await self.table.result()
        self._rules.value = False
        with self._end:
            show_end(self._sight.view, result, replay=self.name, after=self.after)
        # On a phone the panel is far above the button that ended the game.
        self._end.run_method("scrollIntoView")

    def _show_turn(self) -> None:
        sight = self._sight
        count = len(sight.conflicts)
        unknown = [n for n in sight.view.owners if n not in sight.situation.beliefs]
        parts = [
            f"{count or 'No'} conflict{'s' * (count > 1)} that you can see.",
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
            missing = [name for name in self.table.people if name not in sight.sent]
            self._changes.text = (
                f"Your turn is sent. Waiting for {enumerated(missing)}, who may take some time. "
                "If nobody comes, you can end the game."
            )
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
        self._undo.set_visibility(any(node not in self._board.agreed() for node in sight.draft))
        self._wait.set_enabled(free)
        self._finish.set_enabled(sight.over is None and not self._busy)
        self._advice.set_enabled(free)

    # -------------------------------------------------------------------------------------- acting

    async def _take_back(self) -> None:
        await self._try(None)

    async def _try(self, changes: Mapping[str, str] | None, *, advised: bool = False) -> None:
        try:
            await self.table.draft(self.seat, changes, advised=advised)
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

    async def _act(
        self, typed: Typed, sent: Callable[[], None] | None = None, *, confirmed: bool = False
    ) -> bool:
        """Take a turn, and call ``sent`` when it was taken, perhaps later; return whether it was."""
        if self._busy:
            return False
        self._busy = True
        self._about.text = ""
        self._spinner.visible = True
        self._show_turn()
        refused: str | None = None
        try:
            step = self._sight.situation.time_step
            refused = await self.table.act(self.seat, typed, confirmed=confirmed, step=step)
        except Unconfirmed as error:
            self._ask_confirmation(str(error), typed, sent)
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
        elif sent is not None:
            sent()
        return refused is None

    def _ask_confirmation(self, text: str, typed: Typed, sent: Callable[[], None] | None) -> None:
        ask(
            f"Do you mean this? {text}",
            yes="Send",
            no="Write it anew",
            act=partial(self._act, typed, sent, confirmed=True),
        )

    def _ask_finish(self) -> None:
        everybody = "" if len(self.table.people) == 1 else ", for everybody"
        ask(
            f"End the game now{everybody}? It cannot be continued.",
            yes="End the game",
            no="Go on",
            act=partial(self._act, Typed(control="finish")),
        )
