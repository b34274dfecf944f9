"""The frame of every page: the heading, the links to the rooms, the style."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from nicegui import context, ui
from nicegui.elements.mixins.text_element import TextElement

from ..errors import KempeError
from .access import OWNER, VISITOR, Visitor

ROOMS = (
    ("Color", "/"),
    ("Play", "/play"),
    ("Replay", "/replay"),
    ("Charts", "/charts"),
    ("Flows", "/flows"),
    ("Study", "/study"),
)

#: Seconds that a page may take to be built: to verify a long trace, or to open games for a whole class.
PATIENCE = 120.0
STYLE = (Path(__file__).parent / "style.css").read_text()


def page_at(path: str) -> ui.page:
    """Return a decorator that makes a function the builder of the page at a path."""
    return ui.page(path, response_timeout=PATIENCE)


def visitor() -> Visitor:
    """Return the person who asked for the page that is being built."""
    request = context.client.request
    found = OWNER if request is None else request.scope.get(VISITOR, OWNER)
    assert isinstance(found, Visitor)
    return found


@contextmanager
def frame(title: str, here: str = "", *, bare: bool = False) -> Iterator[None]:
    """
    Build a page around the elements of the block.

    Parameters
    ----------
    title
        Title of the page.
    here
        Path of the room, for the links.
    bare
        Whether to leave the links out, as for participants of a study.
    """
    ui.page_title(f"{title} - Kempe")
    ui.add_css(STYLE)
    ui.colors(primary="#0b5c99")
    with ui.header().classes("k-head").props("elevated role=banner"):
        ui.label("Kempe").classes("k-big")
        if not bare:
            with (
                ui.element("nav")
                .props('aria-label="Parts"')
                .style("display:flex;flex-wrap:wrap;gap:4px 12px")
            ):
                for name, path in ROOMS:
                    link = ui.link(name, path)
                    if path == here:
                        link.props("aria-current=page")
    with ui.element("main").classes("k-main column"):
        yield


def heading(text: str, *, big: bool = False) -> None:
    """Show a heading."""
    element("h1" if big else "h2", text).classes("k-big" if big else "k-title")


def element(tag: str, text: str = "", /, **attributes: Any) -> Any:
    """Return an element whose text and attributes are plain texts, whatever they hold."""
    made = TextElement(tag=tag, text=text)
    for name, value in attributes.items():
        made._props[name.replace("_", "-")] = value
    return made


def panel(title: str = "") -> Any:
    """Return a card with a heading, to be used as a context manager."""
    card = ui.card().classes("k-panel").props("flat bordered")
    if title:
        with card:
            heading(title)
    return card


def grid(head: list[str], rows: list[list[str]], caption: str = "") -> None:
    """Show a table of texts."""
    with ui.element("div").classes("k-grid"), ui.element("table"):
        if caption:
            element("caption", caption)
        with ui.element("thead"), ui.element("tr"):
            for text in head:
                element("th", text, scope="col")
        with ui.element("tbody"):
            for row in rows:
                with ui.element("tr"):
                    for text in row:
                        element("td", text)


def complain(error: Exception | str) -> None:
    """Tell the person why nothing happened."""
    ui.notify(str(error)[:500], type="negative", multi_line=True, close_button="Close", timeout=8000)


def ask(text: str, *, yes: str, no: str, act: Callable[[], Awaitable[object]]) -> None:
    """Ask the person before something is done."""
    with ui.dialog() as dialog, ui.card():
        element("p", text).classes("k-text")
        with ui.row():

            async def agree() -> None:
                dialog.close()
                await act()

            ui.button(yes, on_click=agree)
            ui.button(no, on_click=dialog.close).props("flat")
    dialog.open()


def refusal(error: KempeError | str) -> None:
    """Show an error in the page."""
    element("div", str(error)[:1000], role="alert").classes("k-error k-text")
