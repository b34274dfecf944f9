"""The server: NiceGUI's application with all rooms, behind the guard."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable
from typing import Any

from ..errors import InputError
from .access import Guard, authorities
from .site import Site


def add_pages(site: Site) -> None:
    """Add the pages of all rooms to NiceGUI's application."""
    from .charts import chart_page, flow_page
    from .color import page as color_page
    from .play import page as play_page
    from .replay import page as replay_page
    from .study import page as study_page

    for room in (color_page, play_page, replay_page, chart_page, flow_page, study_page):
        room.add_pages(site)


def application(site: Site, hosts: frozenset[str], cookie: str) -> Guard:
    """Return the ASGI application: the guard, and the pages behind it."""
    from fastapi import FastAPI
    from nicegui import ui

    add_pages(site)
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    ui.run_with(
        app, title="Kempe", dark=None, tailwind=False, show_welcome_message=False, reconnect_timeout=10
    )
    return Guard(app, hosts=hosts, keys=site.keys, cookie=cookie)


def bound(host: str, port: int, *, strict: bool) -> socket.socket:
    """
    Return a socket that listens on a port; unless ``strict``, on a free one if the port is in use.

    Raises
    ------
    InputError
        If the port cannot be used.
    """
    plain = host.strip("[]")
    family = socket.AF_INET6 if ":" in plain else socket.AF_INET
    for attempt in (port,) if strict or port == 0 else (port, 0):
        made = socket.socket(family, socket.SOCK_STREAM)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind((plain, attempt))
        except OSError as error:
            made.close()
            reason = error.strerror
            continue
        return made
    raise InputError(f"{host}:{port}: {reason}")


def serve(site: Site, host: str, listening: socket.socket, ready: Callable[[], object]) -> None:
    """Serve the pages until the process is interrupted."""
    import uvicorn

    port = listening.getsockname()[1]
    app: Any = application(site, authorities(host, port), f"kempe_{port}")
    config = uvicorn.Config(
        app, log_level="warning", ws_max_size=2**20, timeout_graceful_shutdown=2, server_header=False
    )
    server = uvicorn.Server(config)

    async def run() -> None:
        serving = asyncio.ensure_future(server.serve([listening]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.02)
        if server.started:
            ready()
        await serving

    try:
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(run())
    finally:
        for opened in (*site.games.values(), *site.jobs.values()):
            opened.close()
