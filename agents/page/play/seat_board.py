"""The board of a seat: its nodes and colors, what neighbors said about a node, and advice."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial

from nicegui import ui

from ...coloring.view import View
from ...errors import KempeError
from ..board import Board
from ..frame import ask, complain, element
from ..palette import fill, letters
from ..places import Point
from .advice import advice_text, best_answer, conflicts_text
from .sight import Sight, broken_deals

#: Tries colors; ``advised`` says that they are those of the best answer.
Try = Callable[..., Awaitable[None]]
#: Keeps the colors of a best answer that was shown, and its text.
Advised = Callable[[Mapping[str, str], str], Awaitable[None]]


class SeatBoard:
    """
    The board of a person's part of the game, with the buttons of the colors below it.

    Parameters
    ----------
    view
        View of the person.
    places
        Coordinates of the nodes.
    attempt
        Function that tries colors for own nodes, which are not sent yet.
    advised
        Function that keeps what was shown as the best answer.
    """

    def __init__(self, view: View, places: Mapping[str, Point], attempt: Try, advised: Advised) -> None:
        self._try, self._advised = attempt, advised
        self._sight: Sight
        self._step = -1
        self._selected: str | None = None
        self._pointed: str | None = None
        groups: dict[str, list[str]] = {view.agent: list(view.own)}
        for peer in view.peers:
            groups[peer] = list(view.border_of(peer))
        self._board = Board(
            places,
            view.edges,
            groups,
            view.domain,
            clickable=[node for node in view.own if node not in view.fixed],
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

    def show(self, sight: Sight) -> None:
        """Show what is new; what was said about a node or advised in another step goes."""
        if self._step != sight.situation.time_step:
            self._step = sight.situation.time_step
            self._hint.clear()
        self._sight = sight
        self._show_colors()

    def _show_colors(self) -> None:
        sight, view = self._sight, self._sight.view
        notes = dict.fromkeys(view.fixed, "fixed")
        notes |= dict.fromkeys(sight.draft, "not sent")
        for node in self.agreed():
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

    def agreed(self) -> list[str]:
        """Return the own nodes that have, or are about to get, the color that a deal asks for."""
        sight = self._sight
        return [n for n, color in sight.situation.committed.items() if sight.colors.get(n) == color]

    def _choose(self, node: str) -> None:
        self._selected = node
        self._show_colors()
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
        if deals and node in self.agreed():
            agreed = self._sight.situation.committed[node]
            ask(
                f"You agreed to color {node} {agreed}. Sending another color ends the deal.",
                yes=f"Color {node} {color}",
                no=f"Keep {agreed}",
                act=partial(self._try, {node: color}),
            )
            return
        await self._try({node: color})

    async def advise(self) -> None:
        """Show the exact best answer to what the person knows, and keep that it was asked for."""
        try:
            advice = best_answer(self._sight)
        except KempeError as error:
            complain(error)
            return
        changes = {n: c for n, c in advice.colors.items() if self._sight.colors[n] != c}
        text = advice_text(self._sight, advice)
        self._hint.clear()
        with self._hint:
            element("p", text, role="status").classes("k-note k-text")
            if changes:
                take = partial(self._try, changes, advised=True)
                ui.button("Try these colors", on_click=take).props("flat")
        await self._advised(advice.colors, text)
