"""The panel of one neighbor: its state, what it believes, the conversation, offers to it."""

from __future__ import annotations

from typing import Any

from nicegui import ui

from ...coloring.people.commands import Typed
from ...coloring.people.reports import belief_text, deal_text, deals_with, offer_text
from ...coloring.situation import Offer
from ...coloring.view import View
from ...coloring.wording.phrases import enumerated
from ..frame import ask, complain, element, panel
from .message_field import MessageField
from .offer_cards import Act
from .sight import Sight


class PeerPanel:
    """
    A panel of the page of a seat.

    Parameters
    ----------
    view
        View of the person.
    peer
        The neighbor.
    act
        Function that takes a turn, and returns whether it was taken.
    bargains
        Whether offers can be made.
    """

    def __init__(self, view: View, peer: str, act: Act, *, bargains: bool) -> None:
        self._view, self._peer, self._act = view, peer, act
        self._bargains = bargains
        self._length = 0
        self._answered: str | None = None
        self._sight: Sight | None = None
        self._theirs: dict[str, Any] = {}
        self._mine: dict[str, Any] = {}
        with panel(peer):
            self._state = ui.label().classes("k-text")
            self._believes = ui.label().classes("k-note k-text")
            self._deals = ui.label().classes("k-text")
            self._accepts = ui.label().classes("k-note k-text")
            self._log = element("div", role="log", aria_label=f"Messages with {peer}").classes("k-log")
            self._field = MessageField(peer, act)
            self._expansion = ui.expansion("Make an offer").style("width:100%")
            if bargains:
                with self._expansion:
                    self._build_offer()

    def _build_offer(self) -> None:
        view, peer = self._view, self._peer
        with ui.row().classes("k-row"):
            ui.label("If they color")
            self._theirs = theirs = self._choices(view.border_of(peer))
        with ui.row().classes("k-row"):
            ui.label("I color")
            self._mine = mine = self._choices(view.border_to(peer))

        async def offer() -> None:
            wanted = {node: field.value for node, field in theirs.items() if field.value}
            given = {node: field.value for node, field in mine.items() if field.value}
            if not wanted:
                complain("choose a color for at least one of their nodes")
                return
            await self._offer(wanted, given)

        async def check() -> None:
            supposed = {node: field.value for node, field in mine.items() if field.value}
            if not supposed:
                complain("choose a color for at least one of your nodes")
                return
            await self._act(Typed(checked={peer: supposed}))

        with ui.row().classes("k-row"):
            ui.button("Offer", on_click=offer).props("outline")
            ui.button("Only ask: would my colors work for you?", on_click=check).props("flat")

    async def _offer(self, wanted: dict[str, str], given: dict[str, str]) -> None:
        """Make an offer; ask before it, if it would reject other offers than the one it answers."""
        waiting = (
            [one for one in self._sight.offers.values() if one.sender == self._peer]
            if self._sight
            else []
        )
        answered = [one.offer_id for one in waiting if one.offer_id == self._answered]
        typed = Typed(offered={self._peer: (wanted, given)}, rejected=answered)

        async def make() -> None:
            if await self._act(typed):
                self._answered = None

        others = [one for one in waiting if one.offer_id not in answered]
        gone = self._answered is not None and not answered
        if others or gone:
            parts = ["The offer that you answer is not open any more."] if gone else []
            parts += [f"Your offer rejects this one: {offer_text(one)}." for one in others]
            ask(" ".join(parts), yes="Send my offer", no="Not yet", act=make)
        else:
            await make()

    def counter(self, offer: Offer) -> None:
        """Fill in an offer of the neighbor, to change it; it is rejected when the new one is sent."""
        self._answered = offer.offer_id
        terms = {one.node: one.color for one in (*offer.conditions, *offer.assignments)}
        for node, field in (self._theirs | self._mine).items():
            field.value = terms.get(node, "")
        self._expansion.open()

    def _choices(self, nodes: tuple[str, ...]) -> dict[str, Any]:
        colors = ["", *self._view.domain]
        return {node: ui.select(colors, value="", label=node).style("min-width:84px") for node in nodes}

    def show(self, sight: Sight) -> None:
        """Show what is new."""
        peer = self._peer
        self._sight = sight
        self._field.set_enabled(sight.over is None)
        self._expansion.visible = self._bargains and sight.over is None
        deals = [deal_text(one, sight.view.agent) for one in deals_with(sight.situation, peer)]
        self._deals.text = "\n".join(deals)
        self._deals.visible = bool(deals)
        told = sight.told[peer]
        if told.accepts:
            border = sight.view.border_to(peer)
            is_any = len(told.accepts) == len(sight.view.domain) ** len(border)
            colorings = "; ".join(", ".join(f"{n} {c}" for n, c in one.items()) for one in told.accepts)
            accepted = f"any colors of {enumerated(border)}" if is_any else colorings
            self._accepts.text = f"In step {told.step} it could accept: {accepted}."
        self._accepts.visible = bool(told.accepts)
        satisfied = peer in sight.situation.satisfied_peers
        self._state.text = f"{peer} is satisfied." if satisfied else f"{peer} is not satisfied."
        self._believes.text = belief_text(sight.view, sight.situation, peer)
        messages = [message for message in sight.messages if peer in (message.sender, message.recipient)]
        fresh = messages[self._length :]
        self._length = len(messages)
        with self._log:
            for message in fresh:
                mine = message.sender == sight.view.agent
                bubble = element("div", message.text).classes("k-said k-mine" if mine else "k-said")
                bubble._props["title"] = f"{message.sender}, step {message.step}"
        if fresh:
            log = self._log
            with log:
                ui.timer(0.1, lambda: log.run_method("scrollTo", 0, 1_000_000), once=True)
