"""The first page of a room that shows files: drop one, or open one that is known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from nicegui import ui

from ..errors import InputError
from .frame import complain, heading, panel
from .site import LARGEST_UPLOAD, Site, kept_upload


def build_opening(
    site: Site,
    title: str,
    what: str,
    suffixes: Sequence[str],
    room: str,
    known: Iterable[tuple[str, str]] = (),
) -> None:
    """
    Build the elements: a place to drop a file, and links to the files of the command line.

    Parameters
    ----------
    title
        Heading of the page.
    what
        Name of the files that can be dropped.
    suffixes
        Endings of the names of such files.
    room
        Path of the room; the page of a file is below it.
    known
        (text, name) of other links.
    """
    heading(title, big=True)

    async def uploaded(event: Any) -> None:
        try:
            name = await kept_upload(site, event.file, suffixes)
        except InputError as error:
            complain(error)
            return
        ui.navigate.to(f"{room}/{name}")

    with panel("Open"):
        ui.upload(
            label=f"Drop {what} ({suffixes[0]})",
            max_file_size=LARGEST_UPLOAD,
            auto_upload=True,
            on_upload=uploaded,
            on_rejected=lambda: complain(f"a file has at most {LARGEST_UPLOAD >> 20} MiB"),
        ).style("width:100%")
        for text, name in known:
            ui.link(text, f"{room}/{name}")
        for name, path in site.files.items():
            if path.suffix in suffixes:
                ui.link(name, f"{room}/{name}")
