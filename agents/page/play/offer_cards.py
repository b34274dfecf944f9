"""The offers to a person, as cards: accept, reject, reject for good, counter."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial

from nicegui import ui

from ...coloring.people.breaking import against_offer
from ...coloring.people.commands import Typed
from ...coloring.people.reports import offer_text
from ...coloring.situation import Offer, Situation
from ...coloring.view import View
from ...coloring.wording.phrases import enumerated
from ..frame import element, panel

#: Takes a turn, and calls a second argument when it was taken; returns whether it was.
Act = Callable[..., Awaitable[bool]]


class OfferCards:
    """
    The panel of offers of the page of a seat; hidden while there is none.

    Parameters
    ----------
    view
        View of the person.
    act
        Function that takes a turn, and returns whether it was taken.
    counter
        For each neighbor, a function that fills in an offer to it from one of its own.
    """

    def __init__(self, view: View, act: Act, counter: Mapping[str, Callable[[Offer], None]]) -> None:
        self._view, self._act, self._counter = view, act, counter
        self._shown: list[tuple[str, list[str]]] = []
        with panel("Offers to you") as self._panel:
            self._cards = ui.column().style("width:100%;gap:8px")
        self._panel.visible = False

    def show(self, offers: Mapping[int, Offer], situation: Situation) -> None:
        """Show the offers, by their numbers, with what speaks against each in a situation."""
        warned = {n: warnings_of(self._view, situation, offer) for n, offer in offers.items()}
        shown = [(offer.offer_id, warned[n]) for n, offer in offers.items()]
        self._panel.visible = bool(shown)
        if self._shown == shown:
            return
        self._shown = shown
        self._cards.clear()
        with self._cards:
            for number, offer in offers.items():
                self._show_card(number, offer, warned[number])

    def _show_card(self, number: int, offer: Offer, warnings: Sequence[str]) -> None:
        refused = [offer.offer_id]
        terms = {one.node: one.color for one in offer.conditions}
        never = {offer.offer_id: terms}
        fixed = [n for n, color in self._view.fixed.items() if terms.get(n, color) != color]
        with element("div", role="group", aria_label=f"Offer {number}").classes("k-card"):
            element("p", f"Offer {number}: {offer_text(offer)}").classes("k-text")
            for warning in warnings:
                element("p", warning).classes("k-note k-text")
            with ui.row().classes("k-row"):
                self._turn("Accept", number, Typed(accepted=refused), enabled=not fixed)
                self._turn("Reject", number, Typed(rejected=refused))
                self._turn("Reject for good", number, Typed(rejected=refused, impossible=never))
                if (counter := self._counter.get(offer.sender)) is not None:
                    _button("Counter", number, partial(counter, offer))

    def _turn(self, text: str, number: int, typed: Typed, *, enabled: bool = True) -> None:
        async def act() -> None:
            with self._panel:  # the card is gone when the turn is taken
                await self._act(typed)

        _button(text, number, act).set_enabled(enabled)


def warnings_of(view: View, situation: Situation, offer: Offer) -> list[str]:
    """Return what speaks against an offer: fixed nodes, conflicts, and deals that it would break."""
    terms = {term.node: term.color for term in offer.conditions}
    fixed = [node for node, color in view.fixed.items() if terms.get(node, color) != color]
    warnings = [f"You cannot accept it: {enumerated(fixed)} cannot change."] if fixed else []
    against = against_offer(view, situation, offer)
    return [*warnings, f"Beware: {against}."] if against else warnings


#: What the buttons do.
_ABOUT = {
    "Accept": "Both sides take the colors, and are bound to them.",
    "Reject": "Not now: the neighbor may offer it again.",
    "Reject for good": "Never: the neighbor will not ask for these colors again.",
    "Counter": "Fill in an offer with these terms, to change and send it; this one is rejected then.",
}


def _button(text: str, number: int, act: Callable[[], object]) -> ui.button:
    button = ui.button(text, on_click=act).props("" if text == "Accept" else "flat")
    button._props["aria-label"] = f"{text} offer {number}"
    button.tooltip(_ABOUT[text])
    return button
