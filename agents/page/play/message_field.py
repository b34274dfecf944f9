"""A field for a message, with a button that sends it."""

from __future__ import annotations

from functools import partial

from nicegui import ui

from ...coloring.people.commands import Typed
from .offer_cards import Act


class MessageField:
    """
    A field in which a person writes to a neighbor, or to all.

    Parameters
    ----------
    to
        The neighbor; None for all.
    act
        Function that takes a turn, and returns whether it was taken.
    """

    def __init__(self, to: str | None, act: Act) -> None:
        self._to, self._act = to, act
        name = "all" if to is None else to
        with ui.row().classes("k-row").style("flex-wrap:nowrap"):
            self._field = ui.input(placeholder=f"Write to {name}").style("flex:1")
            self._field._props["aria-label"] = f"Write to {name}"
            self._field.on("keydown.enter", self._say)
            self._send = ui.button(icon="send", on_click=self._say).props("flat")
            self._send._props["aria-label"] = f"Send to {name}"

    def set_enabled(self, value: bool) -> None:
        """Set whether anything can be written."""
        self._field.set_enabled(value)
        self._send.set_enabled(value)

    async def _say(self) -> None:
        text = str(self._field.value or "").strip()
        if text:
            await self._act(Typed(said={self._to: text}), partial(self._field.set_value, ""))
